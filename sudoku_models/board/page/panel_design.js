// The panel of a design: begin, draw rules, check, describe, and hand the puzzle on.

import { button, choose, field, make, paragraph, part, row } from "./elements.js";
import { shareButtons } from "./panel_puzzle.js";
import { keepOneStop, rove } from "./toolbars.js";

const TYPED_MS = 300; // without another letter, before a text is sent

/** A switch with its name. */
const toggle = (text, change) => {
  const box = make("input", { type: "checkbox", role: "switch", onchange: () => change(box.checked) });
  return { box, element: make("label", { class: "smb-switch" }, box, make("span", {}, text)) };
};

function beginPart(page) {
  const { design_sizes: sizes } = page.get("choices");
  const now = page.get("board").size;
  const size = choose(Object.fromEntries(sizes.map((n) => [n, `${n} × ${n}`])), `${sizes.includes(now) ? now : 9}`);
  const design = page.command("Change this puzzle", "design", () => ({ do: "design", on: !page.get("design") }), { "aria-pressed": "false" });
  const about = paragraph("Write a puzzle of your own: type givens, and draw rules. After each change the board says whether there is no solution, one or several.");
  const empty = button("", "empty", () => page.send({ do: "empty", size: Number(size.value) }));
  const nameIt = () => { empty.textContent = `New ${size.value}×${size.value} board`; };
  size.setAttribute("aria-label", "Size");
  size.addEventListener("change", nameIt);
  nameIt();
  page.watch(() => {
    design.setAttribute("aria-pressed", page.get("design"));
    design.textContent = page.get("design") ? "Done: play it" : "Change this puzzle";
    about.hidden = page.get("design");
  });
  return make("div", { class: "smb-part", "data-part": "begin" }, about,
    row(design, make("span", { class: "smb-row" }, size, empty)));
}

/** The tools: one of them is chosen, and drawn with on the board; or it makes a rule of the chosen cells. */
function drawPart(page) {
  const { drawing } = page;
  const { tools } = page.get("choices");
  const names = { "": "Digits", ...Object.fromEntries(Object.entries(tools).map(([kind, { label }]) => [kind, label])) };
  const pick = (kind) => {
    drawing.choose(kind);
    page.board.element.scrollIntoView({ block: "nearest" });
  };
  const buttons = Object.entries(names).map(([kind, label]) => button(label, `tool-${kind || "none"}`, () => pick(kind), { role: "radio", "data-kind": kind }));
  const bar = make("div", { class: "smb-rule-tools", role: "radiogroup", "aria-label": "Rule to draw" }, ...buttons);
  rove(bar, (reached) => pick(reached.dataset.kind));
  const say = paragraph("");
  const makeOne = button("", "make-rule", () => drawing.make(drawing.kind, [...page.selection.cells]));
  drawing.watch(() => {
    const tool = drawing.tool;
    for (const each of buttons) each.setAttribute("aria-checked", `${each.dataset.kind === (tool ? drawing.kind : "")}`);
    bar.lastStop = buttons.find((each) => each.getAttribute("aria-checked") === "true");
    keepOneStop(bar);
    say.textContent = tool ? `${tool.say}. Or choose cells with Shift and the arrows, and press the button.` : "Choose a rule, then drag over the cells of the board.";
    makeOne.hidden = !tool;
    if (tool) makeOne.textContent = `${tool.label} on the chosen cells (${page.selection.cells.size})`;
  });
  const { switches } = page.get("choices");
  const boxes = Object.fromEntries(Object.entries(switches).map(([name, label]) => [name, toggle(label, (on) => page.send({ do: "switch", name, on }))]));
  page.watch(() => {
    const on = page.get("board").switches ?? {};
    for (const [name, { box, element }] of Object.entries(boxes)) {
      box.checked = Boolean(on[name]);
      element.hidden = !(name in on);
    }
  });
  return part("draw", "Rules", bar, say, row(makeOne), rulesList(page),
    make("details", {}, make("summary", {}, "Rules of the whole board"), make("div", { class: "smb-switches" }, ...Object.values(boxes).map(({ element }) => element))));
}

/** The rules of the board; those on the chosen cells come first. */
function rulesList(page) {
  const { drawing } = page;
  const list = make("ul", { class: "smb-rule-list", "aria-label": "Rules of the board" });
  let drawn = "";
  const draw = () => {
    const rules = page.get("board").rules ?? [];
    const chosen = page.selection.begun ? page.selection.cells : new Set();
    const isHere = ({ cells }) => cells.some((k) => chosen.has(k));
    const sorted = [...rules.filter(isHere), ...rules.filter((rule) => !isHere(rule))];
    const key = JSON.stringify(sorted.map((rule) => [rule.name, isHere(rule)]));
    if (key === drawn) return;
    drawn = key;
    list.hidden = !rules.length;
    list.replaceChildren(...sorted.map((rule) => make("li", { "aria-current": isHere(rule) ? "true" : "false" },
      button(rule.short, "show-rule", () => page.selection.chooseAll(rule.cells), { title: "Choose its cells" }),
      rule.kind && page.get("choices").tools[rule.kind].value
        ? button("Change", "change-rule", () => drawing.change(rule), { "aria-label": `Change ${rule.name}` }) : make("span"),
      button("Remove", "remove-rule", () => page.send({ do: "remove_rule", rule: rule.name }), { "aria-label": `Remove ${rule.name}` }))));
  };
  drawing.watch(draw);
  page.watch(draw);
  return list;
}

function checkPart(page) {
  const rules = make("input", { type: "checkbox" });
  const needless = (remove) => ({ do: "needless", rules: rules.checked, remove });
  const found = button("Find what is not needed", "needless", () => page.send(needless(false)));
  const remove = button("Remove what is not needed", "remove-needless", () => page.send(needless(true)));
  return part("check", "Check",
    row(found, remove, field("rules, too", rules)));
}

/** Title, author and rules in words. */
function describePart(page) {
  const title = make("input", { type: "text", maxLength: 200 });
  const author = make("input", { type: "text", maxLength: 200 });
  const rules = make("textarea", { rows: 3, maxLength: 5000, placeholder: "What the drawing does not say. Its rules are printed anyway." });
  const fields = { title, author, rules };
  let timer = 0;
  const send = () => {
    clearTimeout(timer);
    page.send({ do: "describe", title: title.value, author: author.value, rules: rules.value });
  };
  for (const each of Object.values(fields)) {
    each.addEventListener("change", send);
    each.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(send, TYPED_MS); }); // kept as it is typed
  }
  page.ending.push(() => clearTimeout(timer));
  let shown = "";
  page.watch(() => {
    const about = page.get("status").about ?? {};
    if (JSON.stringify(about) === shown) return;
    shown = JSON.stringify(about);
    for (const [name, each] of Object.entries(fields)) if (each !== page.focused()) each.value = about[name] ?? "";
  });
  return part("describe", "Title and rules in words", field("Title", title, true), field("Author", author, true), field("Rules in words", rules, true));
}

function handOnPart(page) {
  const solution = make("input", { type: "checkbox", checked: true });
  return part("hand-on", "Hand it on", ...shareButtons(page),
    row(page.command("PDF to print", "sheet", () => ({ do: "sheet", page: page.me, solution: solution.checked })), field("with the solution on a page of its own", solution)));
}

export function designPanel(page) {
  const inDesign = [drawPart(page), checkPart(page)];
  const after = [describePart(page), handOnPart(page)];
  page.watch(() => {
    const design = page.get("design");
    for (const each of inDesign) each.hidden = !design;
    if (!design && page.drawing.kind) page.drawing.choose("");
  });
  return [beginPart(page), ...inDesign, ...after];
}
