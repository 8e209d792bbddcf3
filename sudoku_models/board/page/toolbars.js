// Toolbars with one tab stop, and small windows that a button opens.
// The pattern is that of the ARIA Authoring Practices: arrows, Home and End move within the toolbar.

import { make } from "./elements.js";

const BARS = "[role=toolbar], [role=radiogroup], [role=dialog]";
const buttonsOf = (bar) => [...bar.querySelectorAll("button")].filter((each) => each.parentElement.closest(BARS) === bar);
const stops = (bar) => buttonsOf(bar).filter((each) => !each.disabled && !each.closest("[hidden]"));

/** One button of a toolbar can be reached by Tab: that of the last use, else the first. */
export function keepOneStop(bar) {
  const all = stops(bar);
  const now = all.find((each) => each === bar.lastStop) ?? all[0];
  for (const each of buttonsOf(bar)) each.tabIndex = each === now ? 0 : -1;
}

/** Arrows move within a toolbar; `reached` is called with the button that they lead to. */
export function rove(bar, reached = (_button) => {}) {
  bar.addEventListener("keydown", (event) => {
    const all = stops(bar);
    const at = all.indexOf(event.target);
    if (at < 0) return;
    const across = acrossOf(all);
    const turned = getComputedStyle(bar).direction === "rtl" ? -1 : 1;
    const steps = { ArrowLeft: -turned, ArrowRight: turned, ArrowUp: -across, ArrowDown: across };
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1
      : event.key in steps ? (at + steps[event.key] + all.length) % all.length : -1;
    if (to < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[to].focus();
    reached(all[to]);
  });
  bar.addEventListener("focusin", (event) => {
    bar.lastStop = event.target.closest("button");
    keepOneStop(bar);
  });
}

/** How many buttons stand in the first row of a toolbar. */
function acrossOf(all) {
  const top = all[0].offsetTop;
  const wrapped = all.findIndex((each) => each.offsetTop > top + 4);
  return wrapped < 1 ? 1 : wrapped;
}

/** A small window that a button opens and closes; Escape and a press elsewhere close it. */
export class Popover {
  constructor(opener, content) {
    this.opener = opener;
    this.content = content;
    content.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    opener.setAttribute("aria-haspopup", "dialog");
    opener.addEventListener("click", () => (content.hidden ? this.open() : this.close()));
    this.element = make("div", { class: "smb-opens" }, opener, content);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || content.hidden) return;
      this.close(true);
      event.stopPropagation();
    });
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !this.element.contains(event.relatedTarget)) this.close();
    });
    this.outside = (event) => { if (!event.composedPath().includes(this.element)) this.close(); };
  }

  open() {
    this.content.hidden = false;
    this.opener.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", this.outside);
    (this.content.querySelector("button.is-last") ?? this.content.querySelector("button:not(:disabled)"))?.focus();
  }

  close(back = false) {
    this.content.hidden = true;
    this.opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", this.outside);
    if (back) this.opener.focus();
  }
}
