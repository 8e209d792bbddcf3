// The messages: the last sentence, the running task, and what a screen reader is told.

import { button, make } from "./elements.js";

const LETTER = 7; // the width of a letter of a message, in pixels
/** How many lines there are for a message on a small screen; the style sheet has it, too. */
export const linesOfMessage = () => (matchMedia("(min-height: 800px) and (max-width: 480px)").matches ? 2 : 1);
export const TONE_MARKS = { plain: "", good: "✓", warning: "!", bad: "✕" };

export class Messages {
  constructor(page) {
    this.page = page;
    this.last = -1;
    this.status = make("p", { class: "smb-status", role: "status", "aria-live": "polite" });
    this.step = page.command("Do it", "take_step", undefined, { hidden: true });
    this.busyText = make("span", {});
    this.busyLimit = make("span", { class: "smb-note" });
    this.busy = make("div", { class: "smb-busy", hidden: true }, make("span", { class: "smb-turning", "aria-hidden": "true" }),
      this.busyText, this.busyLimit, button("Cancel", "cancel", () => page.send({ do: "cancel" })));
    this.live = make("p", { class: "smb-live", "aria-live": "polite" });
    this.parts = make("ul", { class: "smb-rule-list" });
    this.why = make("details", { hidden: true }, make("summary", {}, "Which ones"), this.parts); // rules and givens that cannot all hold
    this.line = make("div", { class: "smb-message" }, this.status, this.step, this.why);
    this.element = make("div", { class: "smb-messages" }, this.line, this.busy, this.live);
  }

  /** On a small screen a hint, and a message that is longer than its place, is a sheet, until something is pressed. */
  fit() {
    const { page } = this;
    const isLong = this.status.textContent.length * LETTER > linesOfMessage() * this.element.clientWidth || !this.step.hidden || !this.why.hidden;
    this.isSheet = Boolean(this.isNew && this.status.dataset.text) && (isLong || page.isHinted() || page.isCovered) && page.finish.element.hidden; // hints are always there
    page.drawSheets();
  }

  /** The player goes on: the message takes one line; pressed itself, it is seen whole again. */
  pressed(event) {
    if (event.target.closest("[data-do=hint]")) return; // the next hint takes its place
    const isHere = Boolean(event.target.closest(".smb-message"));
    if (!isHere && !this.isNew && this.step.hidden && this.page.root.dataset.sheets === "true") this.page.say(this.status, "", "plain"); // it was read
    if (isHere === this.isNew || event.target === this.step) return; // a button stays under the finger
    this.isNew = isHere;
    this.fit();
  }

  /** Tell a screen reader something that is seen on the board. */
  announce(text) { this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text; }

  /** A sentence of the page itself; it goes when the board has changed, or Python says something. */
  tellHere(text, tone) {
    this.spokeOf = this.page.get("values");
    this.page.say(this.status, text, tone);
    this.isNew = true;
    this.fit();
  }

  draw() {
    const { page } = this;
    const [status, highlights] = [page.get("status"), page.get("highlights")];
    this.status.dataset.rule = page.board.shape.notes[0] ?? ""; // where nothing else is told
    const isStale = this.spokeOf && this.spokeOf !== page.get("values");
    if (this.last !== status.messages || isStale) {
      this.isNew = this.last >= 0;
      this.last = status.messages;
      this.spokeOf = null;
      page.say(this.status, status.text, status.tone);
    }
    this.step.hidden = page.isShut() || !(highlights.puts?.length || highlights.removes?.length);
    if (this.listed !== highlights.named) this.list(highlights.named ?? []);
    this.drawBusy(page.get("busy"), page.root);
    this.fit();
  }

  /** List rules and givens; each shows its own cells. */
  list(named) {
    const { page } = this;
    this.listed = page.get("highlights").named;
    page.pointed = null;
    const points = (cells) => () => { page.pointed = cells; page.board.draw(); };
    this.why.hidden = !named.length;
    this.parts.replaceChildren(...named.map(([text, cells]) => make("li", {}, button(text, "show-rule", points(cells),
      { onmouseenter: points(cells), onmouseleave: points(null), onfocus: points(cells), onblur: points(null) }))));
  }

  drawBusy(busy, root) {
    const what = busy.what ? `${busy.what[0].toUpperCase()}${busy.what.slice(1)}` : "";
    if (what !== (this.what ?? "")) this.announce(what ? `${what} begins` : `${this.what} has ended`);
    this.what = what;
    root.dataset.busy = Boolean(what);
    this.busy.hidden = !what;
    if (!what) return;
    this.busyText.textContent = `${what} … ${busy.progress}`;
    this.busyLimit.textContent = `at most ${busy.limit} s`;
  }
}
