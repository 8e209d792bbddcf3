// The pad: a button for each value, and beside it the kind of entry.

import { button, make } from "./elements.js";
import { COLORS, KINDS } from "./entering.js";
import { iconButton } from "./icons.js";
import { groundOf } from "./marks.js";
import { keepOneStop, rove } from "./toolbars.js";

export class Pad {
  constructor(page) {
    this.page = page;
    this.keys = make("div", { class: "smb-pad", role: "toolbar", "aria-label": "Values" });
    this.kinds = make("div", { class: "smb-kinds", role: "radiogroup", "aria-label": "Kind of entry" },
      ...KINDS.map(([name, title]) => iconButton(title, name, () => page.setKind(name), {
        role: "radio", "data-kind": name, "aria-checked": "false", onmousedown: (event) => event.preventDefault(),
      })));
    rove(this.keys);
    rove(this.kinds, (key) => key.click());
    this.element = make("div", { class: "smb-entry" }, this.keys, this.kinds);
  }

  /** Make the buttons for the values or the colours. */
  build(count) {
    const { page } = this;
    this.count = count;
    this.keys.replaceChildren(...Array.from({ length: count }, (_, i) => button("", "enter", () => page.press(i + 1), {
      class: "smb-value", "data-digit": i + 1, onmousedown: (event) => event.preventDefault(), // the chosen cell keeps the keys
    })));
    this.drawn = [];
    this.keys.style.setProperty("--keys", count <= 9 ? Math.ceil(Math.sqrt(count)) : count <= 16 ? 4 : count <= 25 ? 5 : 7);
    this.keys.style.setProperty("--wide-keys", count <= 9 ? Math.ceil(Math.sqrt(count)) : count <= 16 ? 6 : 7);
    this.keys.style.setProperty("--flat-keys", count <= 9 ? count : Math.ceil(count / 2));
    this.keys.dataset.many = count > 9;
  }

  draw() {
    const { page } = this;
    const { n } = page.board;
    const colors = page.kind === "color" && !page.highlighting.asks;
    const count = colors ? COLORS.length : n;
    if (this.count !== count) this.build(count);
    this.keys.dataset.kind = page.highlighting.asks ? "filter" : page.kind;
    const used = new Array(n + 1).fill(0);
    for (let k = 0; k < n * n; k++) used[page.value(k)] += 1;
    [...this.keys.children].forEach((key, i) => this.drawKey(key, i + 1, n - used[i + 1], colors));
    for (const each of this.kinds.children) {
      const checked = each.dataset.kind === page.kind;
      each.setAttribute("aria-checked", checked);
      each.tabIndex = checked ? 0 : -1;
    }
    this.press();
    keepOneStop(this.keys);
  }

  drawKey(key, digit, left, colors) {
    const { page } = this;
    const look = JSON.stringify([colors, page.kind, page.highlighting.asks, page.symbol(digit), left, page.highlighting.digit === digit]);
    if (this.drawn[digit] === look) return;
    this.drawn[digit] = look;
    const sign = page.symbol(digit);
    const ink = left > 0 ? `${left} left` : "none left";
    const names = { corner: `corner mark ${sign}`, centre: `centre mark ${sign}`, digit: `enter ${sign}, ${ink}` };
    key.setAttribute("aria-label", colors ? `colour ${digit}, ${COLORS[digit - 1]}`
      : page.highlighting.asks ? `highlight ${sign}` : names[page.kind]);
    key.classList.toggle("is-used-up", !colors && left <= 0);
    key.classList.toggle("is-filter", page.highlighting.digit === digit);
    if (colors) {
      const patch = make("span", { class: "smb-patch" }, `${digit}`);
      patch.style.setProperty("--patch", groundOf(digit));
      key.replaceChildren(patch);
    } else key.replaceChildren(page.symbol(digit), make("span", { class: "smb-left" }, left > 0 ? `${left}` : ""));
  }

  /** The buttons of what the chosen cell has are pressed. */
  press() {
    const { page } = this;
    const trait = page.highlighting.asks ? "" : { corner: "marks", centre: "centres", color: "colors" }[page.kind];
    const has = trait && page.get(trait)?.[page.selection.active] || [];
    for (const key of this.keys.children) {
      if (page.highlighting.asks) key.setAttribute("aria-pressed", page.highlighting.digit === Number(key.dataset.digit));
      else if (trait) key.setAttribute("aria-pressed", has.includes(Number(key.dataset.digit)));
      else key.removeAttribute("aria-pressed");
    }
  }
}
