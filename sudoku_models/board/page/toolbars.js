// Toolbars with one tab stop, small windows that a button opens, and sheets.
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

/** A small window that a button opens, as a popover of the browser: Escape and a press elsewhere close it. */
export class Popover {
  constructor(opener, content) {
    this.opener = opener;
    this.content = content;
    content.popover = "auto";
    opener.popoverTargetElement = content;
    opener.setAttribute("aria-haspopup", "dialog");
    opener.setAttribute("aria-expanded", "false");
    content.addEventListener("beforetoggle", (event) => { if (event.newState === "open") this.place(); });
    content.addEventListener("toggle", (event) => {
      opener.setAttribute("aria-expanded", event.newState === "open");
      if (event.newState === "open") (content.querySelector("button.is-last") ?? content.querySelector("button:not(:disabled)"))?.focus();
    });
    this.element = make("div", { class: "smb-opens" }, opener, content);
  }

  open() { this.content.showPopover(); }
  close() { this.content.hidePopover(); } // the focus goes back to where it was

  /** Below its button; where windows are sheets, the style sheet places it. */
  place() {
    const { bottom, right } = this.opener.getBoundingClientRect();
    this.content.style.setProperty("--below", `${bottom + 4}px`);
    this.content.style.setProperty("--from-right", `${Math.max(document.documentElement.clientWidth - right, 4)}px`);
  }
}

/** On a small screen an element is a sheet at the lower edge of the window, shown or not; elsewhere it stands in its place. */
export function drawSheet(element, isSheet, kind, shown) {
  element.popover = isSheet ? kind : null;
  element.classList.toggle("is-sheet-below", isSheet);
  if (isSheet && element.isConnected) element.togglePopover(shown ?? element.matches(":popover-open"));
}
