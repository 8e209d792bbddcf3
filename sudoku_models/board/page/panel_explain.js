// The panel Explain: the whole solution as a list of steps, hints of one step, and marks.

import { button, make, paragraph, part, row, sentenceCase, withStop } from "./elements.js";
import { numberOf } from "./storage.js";

const METHODS = {
  techniques: ["Techniques", "The named steps that people use: singles, pairs, fish, chains and others."],
  mus: ["Minimal sets of reasons", "Each step rests on reasons of which none can be left out."],
  smus: ["Smallest sets of reasons", "Each step rests on as few reasons as possible. This takes longer."],
  lp: ["Linear combinations", "Each step is a weighted sum of the rules, written as equations."],
};

/** A choice of one of several methods, each with a line that says what it is; `value` is the chosen one. */
function methodChoice(page) {
  const inputs = page.get("choices").by.map((name, k) =>
    make("input", { type: "radio", name: `smb-by-${page.me}`, value: name, checked: k === 0 }));
  const element = make("fieldset", { class: "smb-choice" }, make("legend", {}, "Explained by"),
    ...inputs.map((input) => make("label", {}, input, make("span", {},
      make("b", {}, METHODS[input.value]?.[0] ?? input.value), make("small", {}, METHODS[input.value]?.[1] ?? "")))));
  return { element, get value() { return inputs.find((input) => input.checked).value; } };
}

/** The steps of the explained path, to walk along. */
class Steps {
  constructor(page) {
    this.page = page;
    this.about = make("p", { class: "smb-note" });
    this.list = make("ol", { class: "smb-step-list", "aria-label": "Steps", onkeydown: (event) => page.pathBar.onKey(event) });
    this.element = make("div", { class: "smb-path-list", hidden: true }, this.about, this.list);
    page.watch(() => this.draw());
    this.sizes = new ResizeObserver(() => this.keepInView()); // also when the panel is opened
    this.sizes.observe(this.list);
    page.ending.push(() => this.sizes.disconnect());
  }

  get path() { return this.page.get("path") ?? {}; }

  draw() {
    const { path } = this;
    this.element.hidden = !path.steps;
    if (!path.steps) { this.drawn = ""; this.at = null; return; }
    const key = JSON.stringify([path.by, path.reason, path.opened, path.steps]);
    if (this.drawn !== key) {
      this.drawn = key;
      this.at = null;
      this.fill(path);
    }
    if (this.at !== path.at) this.mark(path.at);
  }

  fill({ by, of, steps, count, opened, solved, reason, key }) {
    const name = METHODS[by]?.[0].toLowerCase() ?? by;
    const ends = solved ? "They solve the puzzle." : reason && withStop(reason);
    this.about.textContent = [`${numberOf(of, "step")} by ${name}.`, opened < count && "The teacher opens them one by one.", ends,
      by === "techniques" && "Difficulties are on the scale of Sudoku Explainer, from 1 to 12.", key && `Here ${key}.`].filter(Boolean).join(" ");
    const weight = (each) => (by === "techniques" ? `difficulty ${each.weight}` : by === "lp" ? `weight ${Number(each.weight.toPrecision(3))}` : numberOf(each.weight, "reason"));
    const go = (k) => () => this.page.pathBar.goTo(k);
    this.buttons = [
      ...steps.map((each, k) => make("button", { type: "button", "data-step": k, tabIndex: -1, onclick: go(k),
        ...(each.depth ? { "data-depth": each.depth, style: `--depth: ${Math.min(each.depth, 6)}` } : {}) },
        make("span", { class: "smb-step-number" }, each.number), make("span", {}, make("b", {}, sentenceCase(each.name)), ` ${each.cells}`),
        make("span", { class: "smb-note" }, each.depth ? "" : weight(each)))),
      ...(opened < count ? [] : [make("button", { type: "button", "data-step": steps.length, tabIndex: -1, onclick: go(steps.length) },
        make("span", { class: "smb-step-number" }, solved ? "✓" : "–"), make("b", {}, solved ? "The end" : "The steps end here"),
        make("span", { class: "smb-sentence" }, solved ? "Every cell has its digit." : reason && withStop(reason)))]),
    ];
    this.list.replaceChildren(...this.buttons.map((each) => make("li", {}, each)));
  }

  /** Mark the current step, and keep it in view. */
  mark(at) {
    const before = this.buttons[this.at];
    const isFocused = this.list.contains(this.list.getRootNode().activeElement);
    if (before) { before.removeAttribute("aria-current"); before.tabIndex = -1; }
    this.at = at;
    const now = this.buttons[at];
    if (!now) return;
    now.setAttribute("aria-current", "step");
    now.tabIndex = 0;
    if (isFocused) now.focus({ preventScroll: true });
    this.keepInView();
  }

  /** The list scrolls to the current step, and the page does not. */
  keepInView() {
    const now = this.buttons?.[this.at];
    if (!now || this.element.hidden) return;
    const [list, item] = [this.list.getBoundingClientRect(), now.getBoundingClientRect()];
    if (item.top < list.top || item.bottom > list.bottom) this.list.scrollTop += item.top - list.top - (list.height - item.height) / 2;
  }
}

export function explainPanel(page) {
  const by = methodChoice(page);
  page.by = by;
  const explain = (text, name, whole) => button(text, name, () => page.send({ do: "explain", by: by.value, whole }), { class: "is-main" });
  const hint = (text, kind) => button(text, `hint-${kind.replace(" ", "-")}`, () =>
    page.send({ do: "hint", kind, by: by.value, cell: kind === "allowed" ? page.selection.active : null }));
  const begin = make("div", { class: "smb-inside" }, by.element,
    row(explain("From the start", "explain", true), explain("From here", "explain-here", false)));
  const others = [
    part("hint", "Help with the next move",
      row(hint("Next step", "step")),
      row(hint("What can this cell hold?", "allowed"), hint("What can each cell hold?", "allowed everywhere"))),
    part("marks", "Marks",
      row(page.command("Fill in marks", "write_marks"), page.command("Clear marks", "clear_marks"), page.command("Clear colours", "clear_colors"))),
  ];
  const waits = paragraph("The teacher opens an explanation, step by step.");
  const show = row(button("Show the solution to all", "show_solution", () => page.send({ do: "show_solution" })));
  page.watch(() => {
    const { isLimited } = page;
    [begin, ...others].forEach((each) => { each.hidden = page.isExplained(); });
    if (isLimited) begin.hidden = others[0].hidden = true;
    waits.hidden = !isLimited || page.isExplained();
    show.hidden = isLimited || !page.isShared;
  });
  return [part("path", "The whole solution, step by step", waits, begin, new Steps(page).element, show), ...others];
}
