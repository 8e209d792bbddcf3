// The explained path: its bar, and the projector, which shows it large.

import { button, make, sentenceCase } from "./elements.js";
import { icon, iconButton } from "./icons.js";
import { keepOneStop, rove } from "./toolbars.js";

/** How many steps a key goes on, in the bar and in the list of the steps. */
const STEPS_OF_KEYS = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

export class PathBar {
  constructor(page) {
    this.page = page;
    const go = (text, name, by) => iconButton(text, name, () => this.goTo(this.at + by));
    this.back = [go("First", "first", -Infinity), go("Previous", "previous", -1)];
    this.on = [go("Next", "next", 1), go("Last", "last", Infinity)];
    this.place = make("span", { class: "smb-step-of" });
    this.name = make("strong", {});
    this.sentence = make("p", { class: "smb-sentence" });
    this.bar = make("div", { class: "smb-steps", role: "toolbar", "aria-label": "Steps" }, ...this.back, ...this.on,
      iconButton("Projector", "projector", () => page.projector.toggle()),
      iconButton("Close", "leave_path", () => page.leavePath(), { "data-icon": "close", class: "is-close" }));
    this.element = make("section", { class: "smb-path", "aria-label": "Explanation", hidden: true },
      this.bar, make("p", { class: "smb-step" }, this.name, this.place), this.sentence);
    rove(this.bar);
    // The arrows go through the steps, wherever in the bar the focus is.
    this.bar.addEventListener("keydown", (event) => this.onKey(event), { capture: true });
  }

  /** The step that is asked for, or is there: a second key may come before Python has answered. */
  get at() { return this.asked ?? this.page.get("path").at; }

  /** How far one can go: to a step that is open. In class the teacher opens the next one, and no more at once. */
  get most() {
    const { opened, count } = this.page.get("path");
    return this.page.isLimited ? opened : Math.min(opened + 1, count);
  }

  goTo(step) {
    this.asked = Math.min(Math.max(step, 0), step === Infinity ? this.page.get("path").opened : this.most);
    this.page.send({ do: "go", to: this.asked });
  }

  onKey(event) {
    const by = STEPS_OF_KEYS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.goTo(this.at + by);
  }

  /** The board and the step are on the screen together. */
  show() {
    const { root, isAlone } = this.page;
    this.on[0].focus({ preventScroll: true });
    if (root.dataset.layout === "below") this.page.place.scrollIntoView({ block: isAlone ? "start" : "nearest" });
  }

  draw() {
    const { page } = this;
    const path = page.get("path") ?? {};
    const open = page.isExplained();
    const opens = open && this.element.hidden;
    this.element.hidden = !open;
    page.root.dataset.path = open;
    if (!open || this.asked === path.at) this.asked = null;
    if (!open) return;
    const step = path.steps?.[path.at];
    const of = `step ${step?.number ?? path.of} of ${path.of}`;
    const name = step ? step.name : path.solved ? "Solved" : "The end of the explanation";
    const first = path.key ? path.steps.findIndex((each) => each.sentence.includes(path.key.split(" ")[0])) : -1;
    const key = path.at === first ? ` (${path.key})` : ""; // where the notation is met first
    const text = step ? `${sentenceCase(step.sentence)}${key}` : path.reason || "Every step has been shown";
    this.place.textContent = step ? of : `after ${path.of} steps`;
    this.name.textContent = name;
    if (this.sentence.textContent !== text) {
      this.sentence.textContent = text;
      page.announce(`${step ? of : name}: ${text}`);
    }
    for (const each of this.back) each.disabled = path.at <= 0;
    for (const each of this.on) each.disabled = path.at >= this.most;
    keepOneStop(this.bar);
    if (opens && page.root.dataset.sheets === "true" && page.root.dataset.opened) page.open(page.root.dataset.opened, false);
    if (opens) page.drawSheets();
    if (opens) this.show();
    else if (this.bar.contains(page.focused()) && page.focused().disabled) (path.at ? this.back[1] : this.on[0]).focus();
  }
}

/** The board and its explanation alone, large: in the full screen where the browser allows it, else in the window. */
export class Projector {
  constructor(page) {
    this.page = page;
    this.leaves = button("Leave", "leave-projector", () => this.leave(), { class: "smb-leave" });
    this.leaves.prepend(icon("close"));
    this.changed = () => { if (!document.fullscreenElement && this.isFull) this.leave(); };
    this.onKey = (event) => { if (event.key === "Escape" && this.leave()) event.stopPropagation(); };
    document.addEventListener("fullscreenchange", this.changed);
  }

  close() {
    document.removeEventListener("fullscreenchange", this.changed);
    document.removeEventListener("keydown", this.onKey, true);
  }

  toggle() { if (!this.leave()) this.enter(); }

  async enter() {
    const { root, fitting } = this.page;
    root.dataset.projector = true;
    document.addEventListener("keydown", this.onKey, true); // before the page keeps keys to itself
    fitting.fit();
    if (!this.page.isExplained()) this.page.focusBoard();
    this.page.announce("projector: Escape leaves it");
    try {
      await root.requestFullscreen();
      this.isFull = true;
    } catch { /* the window is filled instead */ }
  }

  /** Leave it; says whether it was shown. */
  leave() {
    const { root, fitting } = this.page;
    if (root.dataset.projector !== "true") return false;
    root.dataset.projector = false;
    document.removeEventListener("keydown", this.onKey, true);
    if (document.fullscreenElement) document.exitFullscreen();
    this.isFull = false;
    fitting.fit();
    return true;
  }
}
