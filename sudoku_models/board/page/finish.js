// The end of a game: the time, the hints, and a new game, in the place of the pad.

import { button, make, row } from "./elements.js";
import { sentenceCase } from "./panels.js";
import { duration, numberOf } from "./storage.js";

export class Finish {
  constructor(page) {
    this.page = page;
    this.about = make("p", {});
    this.again = button("New game", "next-game", () => page.header.openMenu(), { class: "is-main" });
    this.element = make("section", { class: "smb-finish", "aria-label": "Solved", hidden: true },
      make("h2", {}, "Solved"), this.about, row(this.again, button("Close", "close-finish", () => { this.close(); page.focusBoard(); })));
    page.pad.element.append(this.element);
  }

  close() { this.element.hidden = true; }

  /** It is shown when the player has finished the board, not when a saved game is opened that is finished. */
  draw() {
    const { page } = this;
    const { finished, by_hand: byHand, hints = 0, id } = page.get("status");
    const was = this.before;
    this.before = { id, finished };
    if (!finished) this.close();
    else if (was?.id === id && !was.finished && byHand && !page.get("design")) this.show(hints);
  }

  show(hints) {
    const { settings, clock } = { settings: this.page.get("settings"), clock: this.page.get("clock") };
    const time = clock?.seconds >= 1 && settings.timer !== false ? [duration(clock.seconds)] : [];
    this.about.textContent = sentenceCase([...time, hints ? numberOf(hints, "hint") : "without a hint"].join(", "));
    this.element.hidden = false;
  }
}
