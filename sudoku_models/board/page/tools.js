// The tools above the pad.

import { make } from "./elements.js";
import { iconButton } from "./icons.js";
import { Popover, keepOneStop, rove } from "./toolbars.js";

export class Tools {
  constructor(page) {
    this.page = page;
    const stay = { onmousedown: (event) => event.preventDefault() }; // the chosen cell keeps the keys
    this.undo = iconButton("Undo", "undo", () => page.send({ do: "undo" }), stay);
    this.redo = iconButton("Redo", "redo", () => page.send({ do: "redo" }), stay);
    this.highlight = iconButton("Highlight", "highlight", () => page.highlighting.ask(), { ...stay, "aria-pressed": "false" });
    this.zoom = iconButton("Zoom", "zoom", () => this.toggleZoom(), { ...stay, "aria-pressed": "false", hidden: true });
    const hint = { do: "hint", kind: "step", staged: true }; // each press tells more
    const close = (then) => () => { this.more.close(); then(); };
    /** The panels that are not of the Lab stand here, too. */
    this.menu = make("div", { class: "smb-popover smb-menu", role: "dialog", "aria-label": "More" },
      iconButton("Restart", "restart", close(() => { page.send({ do: "restart" }); page.focusBoard(); })),
      iconButton("Print", "print", close(() => page.printing.print())));
    this.more = new Popover(iconButton("More", "more", () => {}), this.menu);
    this.element = make("div", { class: "smb-tools", role: "toolbar", "aria-label": "Moves" },
      this.undo, this.redo, iconButton("Erase", "erase", () => page.entering.erase(), stay),
      iconButton("Hint", "hint", () => page.send({ ...hint, by: page.by?.value ?? "techniques" }), stay),
      iconButton("Check", "check", () => page.send({ do: "hint", kind: "wrong", by: "techniques" }), stay),
      this.highlight, this.zoom, this.more.element);
    rove(this.element);
  }

  toggleZoom() {
    const { root, fitting, selection } = this.page;
    root.dataset.zoom = root.dataset.zoom !== "true";
    fitting.fit();
    fitting.bringIntoView(selection.active);
    this.draw();
  }

  draw() {
    const { page } = this;
    const status = page.get("status");
    this.undo.disabled = !status.undo;
    this.redo.disabled = !status.redo;
    this.highlight.setAttribute("aria-pressed", page.highlighting.asks || page.highlighting.digit > 0);
    this.zoom.setAttribute("aria-pressed", page.root.dataset.zoom === "true");
    this.zoom.hidden = page.board.n < 12;
    keepOneStop(this.element);
  }
}
