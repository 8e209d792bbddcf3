// The panel My games: games that can go on, and statistics. All of it is in this browser only.

import { Keeper } from "./autosave.js";
import { button, make, paragraph, part, row } from "./elements.js";
import { duration, isGame, numberOf, statistics } from "./storage.js";

const day = (when) => new Date(when).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** A table with a head; on a narrow page its rows become cards. */
export function cardTable(label, heads, rows, cells) {
  const line = (tag, texts, role) => make("tr", { role: "row" }, ...texts.map((each, i) => {
    const cell = make(i || tag === "thead" ? (tag === "thead" ? "th" : "td") : "th", { role: tag === "thead" ? "columnheader" : i ? "cell" : "rowheader" });
    cell.append(each);
    if (role) cell.dataset.head = heads[i];
    return cell;
  }));
  return make("div", { class: "smb-cards" }, make("table", { class: "smb-report", role: "table", "aria-label": label },
    make("thead", { role: "rowgroup" }, line("thead", heads, false)),
    make("tbody", { role: "rowgroup" }, ...rows.map((each) => line("tbody", cells(each), true)))));
}

class Games {
  constructor(page, keeper) {
    this.page = page;
    this.keeper = keeper;
    this.saved = make("div", {});
    this.table = make("div", {});
    this.latest = make("div", {});
    this.note = make("p", { class: "smb-note" });
    this.forgetting = row(button("Delete all records", "forget", () => this.ask()));
    this.element = make("div", { class: "smb-inside" }, this.note,
      part("go-on", "Games to continue", this.saved), part("statistics", "Solved", this.table), part("latest", "Last games", this.latest),
      this.forgetting);
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
    const records = this.keeper.records();
    const onBoard = `game:${this.page.get("status").id}`; // it need not be continued, unless it is offered
    const games = place.names("game").map((name) => ({ name, game: place.read(name, isGame) })).filter(({ name, game }) => game && (name !== onBoard || this.keeper.offered))
      .sort((a, b) => b.game.when - a.game.when);
    this.note.textContent = !place.place ? "This browser keeps nothing for this page, so there are no statistics here."
      : `Kept in this browser only; nothing is sent anywhere.${place.damaged ? " Something that was kept cannot be read, and is left out." : ""}`;
    this.saved.replaceChildren(...(games.length ? games.map(({ name, game }) => this.savedGame(name, game)) : [paragraph("None.")]));
    const groups = statistics(records, Object.keys(this.page.get("choices").levels));
    this.table.replaceChildren(groups.length ? cardTable("Statistics", ["puzzles", "hints", "solved", "best time", "median time"], groups,
      (each) => [each.name, each.hints, `${each.solved}`, duration(each.best), duration(each.median)]) : paragraph("None yet. Games that a solver has filled in do not count."));
    const solved = records.filter((each) => each.solved).slice(0, 12);
    this.latest.replaceChildren(solved.length ? cardTable("Last games", ["puzzle", "time", "hints", "when"], solved,
      (each) => [each.title || "A puzzle", duration(each.seconds), `${each.hints}`, day(each.when)]) : paragraph("None."));
  }

  /** Continue a game: the board is what is wanted now. */
  goOn(game) {
    const { page, keeper } = this;
    page.open("games", false);
    keeper.goOn(game);
    if (page.root.dataset.layout === "below") page.root.scrollIntoView({ block: "start" });
  }

  savedGame(name, game) {
    const about = `${numberOf(game.digits, "digit")}, ${duration(game.seconds)}, ${day(game.when)}`;
    const title = game.title || "A puzzle";
    return make("div", { class: "smb-saved" }, make("span", {}, make("b", {}, title), " ", make("span", { class: "smb-note" }, about)),
      button("Continue", "go-on-saved", () => this.goOn(game), { "aria-label": `Continue ${title}, ${about}` }),
      button("Remove", "remove-saved", () => { this.keeper.place.remove(name); this.draw(); }, { "aria-label": `Remove ${title}, ${about}` }));
  }

  /** Forget everything, after a question. */
  ask() {
    const back = () => this.forgetting.replaceChildren(button("Delete all records", "forget", () => this.ask()));
    const yes = button("Yes, delete all of them", "forget-yes", () => {
      const { place } = this.keeper;
      for (const name of [...place.names("game"), "games"]) place.remove(name);
      back();
      this.draw();
    });
    this.forgetting.replaceChildren(make("span", {}, "Delete the statistics and all games that are kept here?"), yes, button("No", "forget-no", back));
    yes.focus();
  }
}

export function gamesPanel(page) {
  page.keeper = new Keeper(page);
  return [new Games(page, page.keeper).element];
}
