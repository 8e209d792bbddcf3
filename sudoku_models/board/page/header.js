// The header: what is played, how long, and a new game.

import { button, make, sentenceCase } from "./elements.js";
import { icon, iconButton } from "./icons.js";
import { NewGame } from "./new_game.js";
import { duration, numberOf } from "./storage.js";
import { Popover } from "./toolbars.js";

/** The badge on a narrow page, by its tone. */
const SHORT_BADGES = { good: "unique", warning: "not unique", bad: "no solution" };

export class Header {
  constructor(page) {
    this.page = page;
    this.title = make("p", { class: "smb-title" });
    this.about = make("p", { class: "smb-about" });
    this.badge = make("p", { class: "smb-badge", role: "status" });
    this.clock = make("span", { class: "smb-time" });
    this.pause = button("", "pause", () => page.pause(!page.paused), { class: "smb-timer" });
    this.newGame = new NewGame(page, () => this.game.close());
    this.game = new Popover(iconButton("New game", "new", () => {}, { class: "is-main" }), this.newGame.element);
    this.rules = page.rules;
    this.element = make("header", { class: "smb-header" }, this.title, this.pause, this.rules.opener, this.game.element,
      make("div", { class: "smb-facts" }, this.about, this.badge));
    this.ticking = setInterval(() => this.tick(), 500);
    this.seen = () => this.startClock();
    document.addEventListener("visibilitychange", this.seen);
  }

  close() {
    clearInterval(this.ticking);
    document.removeEventListener("visibilitychange", this.seen);
  }

  openMenu() {
    this.game.opener.scrollIntoView({ block: "nearest" });
    this.game.open();
  }

  draw() {
    const { page } = this;
    const [status, clock] = [page.get("status"), page.get("clock") ?? {}];
    this.title.textContent = status.title || status.name || "Sudoku";
    const { n } = page.board;
    const said = status.title?.toLowerCase().startsWith(status.level); // a title that has the level itself
    const level = status.level && !said ? [sentenceCase(status.level)] : [];
    this.title.title = this.title.textContent; // where it is cut off
    const givens = page.get("givens").filter(Boolean).length;
    const author = status.about?.author ? [`by ${status.about.author}`] : [];
    this.about.replaceChildren([...author, ...level, `${n}×${n}`].join(" · "), make("span", { class: "smb-givens" }, givens ? ` · ${numberOf(givens, "given")}` : ""));
    this.about.title = this.about.textContent; // where it is cut off
    const [badge, tone] = status.badge;
    if (this.badge.dataset.text !== badge) {
      page.say(this.badge, badge, tone);
      this.badge.dataset.short = SHORT_BADGES[tone] ?? "";
      this.badge.title = badge; // where it is cut off
    }
    if (this.since?.clock !== clock) this.since = { clock, at: performance.now() };
    if (clock.running) page.paused = false;
    this.pause.hidden = page.get("design") || page.get("settings").timer === false || clock.seconds === undefined;
    this.tick();
  }

  /** The clock runs while a game is to be seen, on the page of `play`; in a notebook, and in a design, an entry starts it or nothing. */
  startClock() {
    const { page } = this;
    const clock = page.get("clock");
    if (!page.isAlone || page.isComing || !clock || this.started === clock || document.visibilityState === "hidden") return;
    const design = page.get("design");
    const wanted = !design && !page.paused && !page.get("status").finished && !page.isExplained() && !page.isHinted() && !page.isCovered && page.get("mode") !== "class";
    if (clock.running === wanted || clock.running && !design) return;
    this.started = clock;
    page.send({ do: "clock", running: wanted });
  }

  /** The time goes on from what Python has said. */
  get seconds() {
    const { clock, at } = this.since;
    return (clock.seconds ?? 0) + (clock.running ? (performance.now() - at) / 1000 : 0);
  }

  tick() {
    if (!this.since) return;
    const { clock } = this.since;
    const text = duration(this.seconds);
    const { paused } = this.page;
    const key = `${text} ${paused} ${clock.running}`;
    if (this.pause.dataset.key === key) return;
    this.pause.dataset.key = key;
    this.clock.textContent = text;
    this.pause.disabled = !clock.running && !paused;
    this.pause.setAttribute("aria-label", `${paused ? "Continue" : "Pause"}, time ${text}`);
    this.pause.replaceChildren(this.clock, icon(paused ? "play" : "pause"));
  }
}
