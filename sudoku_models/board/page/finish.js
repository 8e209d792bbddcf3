// The end of a game: the time, the hints, the level, and what to play next, in the place of the pad.

import { button, make, row, sentenceCase } from "./elements.js";
import { duration, numberOf } from "./storage.js";

export class Finish {
  constructor(page) {
    this.page = page;
    this.about = make("p", {});
    this.next = button("Next puzzle", "next-puzzle", () => { this.goOn?.(); page.focusBoard(); }, { class: "is-main" });
    this.again = button("New game", "next-game", () => page.header.openMenu());
    this.element = make("section", { class: "smb-finish", "aria-label": "Solved", hidden: true },
      make("h2", {}, "Solved"), this.about,
      row(this.next, this.again, button("Close", "close-finish", () => { this.close(); page.focusBoard(); })));
    page.pad.element.append(this.element);
  }

  close() { this.element.hidden = true; }

  /** It is shown when the player has finished the board, not when a saved game is opened that is finished. */
  draw() {
    const { page } = this;
    const { finished, by_hand: byHand, id } = page.get("status");
    const was = this.before;
    this.before = { id, finished };
    if (!finished) this.close();
    else if (was?.id === id && !was.finished && byHand && !page.get("design")) this.element.hidden = false;
    if (!this.element.hidden) this.tell();
  }

  tell() {
    const { page } = this;
    const [status, clock] = [page.get("status"), page.get("clock")];
    const { hints = 0, level } = status;
    const time = clock?.seconds >= 1 && page.get("settings").timer !== false ? [duration(clock.seconds)] : [];
    this.about.textContent = sentenceCase([...time, hints ? numberOf(hints, "hint") : "without a hint", ...(level ? [level] : [])].join(", "));
    this.goOn = this.following(status);
    this.next.hidden = !this.goOn;
    this.again.classList.toggle("is-main", !this.goOn);
  }

  /** What opens the next puzzle: of the open file, of the collection, or another one of the level; null where none is known. */
  following({ name = "", waiting }) {
    const { page } = this;
    const [, family, number] = /^(.+):(\d+)$/.exec(name) ?? [];
    const next = Number(number) + 1;
    if (waiting) return next <= waiting ? () => page.send({ do: "pick", number: next }) : null;
    if (next <= page.get("choices").corpora[family]) return () => page.send({ do: "load", name: `${family}:${next}` });
    return name.includes(", seed ") && page.header.newGame.last.kind ? () => page.header.newGame.again() : null;
  }
}
