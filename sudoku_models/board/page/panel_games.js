// The panel My games: games that can go on, and those that were solved. All of it is in this browser only.

import { Keeper } from "./autosave.js";
import { button, make, paragraph, part } from "./elements.js";
import { contentOf, duration, isGame, numberOf, solvedGames, titleOf } from "./storage.js";

const day = (when) => new Date(when).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

class Games {
  constructor(page, keeper) {
    this.page = page;
    this.keeper = keeper;
    this.saved = make("div", {});
    this.note = make("p", { class: "smb-note" });
    this.solved = make("ul", { class: "smb-solved" });
    this.solvedPart = part("solved", "Solved", this.solved);
    this.element = make("div", { class: "smb-inside" }, this.note, part("go-on", "Games to continue", this.saved), this.solvedPart);
    keeper.onKept = () => this.draw();
    let shown = "";
    page.watch(() => { // the game that is on the board is not in the list
      if (shown !== page.get("status").id) this.draw();
      shown = page.get("status").id;
    });
    this.draw();
  }

  draw() {
    const { place } = this.keeper;
    place.damaged = false;
    const { keeper } = this;
    const onBoard = [`game:${this.page.get("status").id}`, this.page.get("design") && keeper.slot]; // they need not be continued, unless offered
    const games = place.names("game").map((name) => ({ name, game: place.read(name, isGame) })).filter(({ name, game }) => game && (!onBoard.includes(name) || keeper.offered))
      .sort((a, b) => b.game.when - a.game.when);
    const solved = solvedGames(place);
    this.solvedPart.hidden = !solved.length;
    this.solved.replaceChildren(...solved.map((game) => make("li", {}, make("b", {}, titleOf(game)), " ", make("span", { class: "smb-note" },
      [duration(game.seconds), game.level, game.hints ? numberOf(game.hints, "hint") : "", day(game.when)].filter(Boolean).join(", ")))));
    this.note.textContent = !place.place ? "This browser keeps nothing for this page, so there is no game to continue."
      : `Kept in this browser only; nothing is sent anywhere.${place.damaged ? " Something that was kept cannot be read, and is left out." : ""}`;
    this.saved.replaceChildren(...(games.length ? games.map(({ name, game }) => this.savedGame(name, game)) : [paragraph("None.")]));
  }

  /** Continue a game: the board is what is wanted now. */
  goOn(game) {
    const { page, keeper } = this;
    page.open("games", false);
    keeper.goOn(game);
    if (page.root.dataset.layout === "below") page.root.scrollIntoView({ block: "start" });
  }

  savedGame(name, game) {
    const about = `${contentOf(game)}, ${day(game.when)}`;
    const title = titleOf(game);
    return make("div", { class: "smb-saved" }, make("span", {}, make("b", {}, title), " ", make("span", { class: "smb-note" }, about)),
      button("Continue", "go-on-saved", () => this.goOn(game), { "aria-label": `Continue ${title}, ${about}` }),
      button("Remove", "remove-saved", () => { this.keeper.place.remove(name); this.draw(); }, { "aria-label": `Remove ${title}, ${about}` }));
  }
}

export function gamesPanel(page) {
  page.keeper = new Keeper(page);
  return [new Games(page, page.keeper).element];
}
