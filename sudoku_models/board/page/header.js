// The header: what is played, how long, and a new game.

import { button, choose, field, make } from "./elements.js";
import { icon, iconButton } from "./icons.js";
import { sentenceCase } from "./panels.js";
import { numberOf } from "./storage.js";
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
    this.game = new Popover(iconButton("New game", "new", () => {}, { class: "is-main" }), this.menu());
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

  /** A size, and a button for each level that is measured on it, with what its puzzles need. */
  menu() {
    const { sizes, levels, levels_by_size: offered } = this.page.get("choices");
    const last = remembered("smb-new-game");
    const before = last.split(" ", 1)[0];
    const size = choose(Object.fromEntries(sizes.map((n) => [n, `${n} × ${n}`])), before in offered ? before : "9");
    const list = make("div", { class: "smb-new-levels" });
    const fill = () => list.replaceChildren(...offered[size.value].map((level) => make("button", {
      type: "button", "data-do": "new-game", "data-level": level, onclick: () => this.start(Number(size.value), level),
      class: remembered("smb-new-game") === `${size.value} ${level}` ? "is-last" : "",
    }, make("strong", {}, sentenceCase(level)), make("span", {}, levels[level]))));
    size.addEventListener("change", fill);
    fill();
    this.fillMenu = fill;
    return make("div", { class: "smb-popover smb-new", role: "dialog", "aria-label": "New game" }, field("Size", size), list);
  }

  openMenu() {
    this.game.opener.scrollIntoView({ block: "nearest" });
    this.game.open();
  }

  start(size, level) {
    remember("smb-new-game", `${size} ${level}`);
    this.game.close();
    this.fillMenu();
    this.page.focusBoard();
    this.page.send({ do: "random", size, level, seed: "" });
  }

  draw() {
    const { page } = this;
    const [status, clock] = [page.get("status"), page.get("clock") ?? {}];
    this.title.textContent = status.title || status.name || "Sudoku";
    const { n } = page.board;
    const said = status.title?.includes(` ${status.level} `); // a title that has the level itself
    const level = status.level && !said ? [sentenceCase(status.level)] : [];
    this.title.title = this.title.textContent; // where it is cut off
    const givens = status.givens ?? page.get("givens").filter(Boolean).length;
    const author = status.about?.author ? [`by ${status.about.author}`] : [];
    this.about.textContent = [...author, ...level, `${n} × ${n}`, numberOf(givens, "given")].join(" · ");
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
    const wanted = !design && !page.paused && !page.get("status").finished && !page.isExplained() && !page.isHinted() && page.get("mode") !== "class";
    if (clock.running === wanted || clock.running && !design) return;
    this.started = clock;
    page.send({ do: "clock", running: wanted });
  }

  /** The time goes on from what Python has said. */
  tick() {
    const { clock, at } = this.since ?? {};
    if (!clock) return;
    const seconds = Math.floor((clock.seconds ?? 0) + (clock.running ? (performance.now() - at) / 1000 : 0));
    const two = (value) => `${value}`.padStart(2, "0");
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const text = h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
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

/** What the browser keeps for this page; without its storage nothing is kept. */
function remembered(key) {
  try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
}

function remember(key, text) {
  try { localStorage.setItem(key, text); } catch { /* it works without */ }
}
