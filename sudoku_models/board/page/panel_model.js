// The panel Model: solve the puzzle with a model and a solver, compare two, search, rate.

import { button, choose, described, draw, field, make, number, paragraph, part, row, sentenceCase } from "./elements.js";

/** The names in words of what is not called so in the field; others are read as they are written. */
const IN_WORDS = {
  all_different: "All-different", count_distinct: "Count of distinct values", big_m: "Big-M", gdp_bigm: "Disjunctions, big-M", gdp_hull: "Disjunctions, hull",
  miller_tucker_zemlin: "Miller, Tucker and Zemlin", time_indexed: "Time-indexed", indicator_big_m: "Indicators, big-M",
  pulp: "PuLP", cpsat: "CP-SAT", highs: "HiGHS", cbc: "CBC", cadical: "CaDiCaL",
};

const inWords = (name) => IN_WORDS[name] ?? sentenceCase(name.replaceAll("_", " "));
const nameOf = ({ configuration, rewrite }) => [...configuration.split(" x "), ...(rewrite ? [rewrite] : [])].map(inWords).join(", ");

const OTHER = "other"; // a solver that is not in the list

/** The options of a drop-down, the usual one first; what is chosen stays. */
function fill(select, usual, options) {
  const { value } = select;
  select.replaceChildren(...Object.entries({ "": usual, ...options }).map(([name, text]) => make("option", { value: name }, text)));
  select.value = value in options ? value : "";
}

/** Drop-downs for a formulation, a rewrite, a backend and a solver; Python chooses what is left open. */
class Configuration {
  constructor(page, chosen = {}) {
    const { formulations, rewrites } = page.get("choices");
    const names = (table) => Object.fromEntries(Object.keys(table).map((name) => [name, inWords(name)]));
    this.selects = Object.fromEntries(["formulation", "rewrite", "backend", "solver"].map((part) => [part, choose({ [chosen[part] ?? ""]: "" })]));
    const { formulation, rewrite, backend, solver } = this.selects;
    this.other = make("input", { type: "text", maxLength: 40, placeholder: "choco:BC" });
    const another = field("Its name", this.other);
    another.hidden = true;
    solver.addEventListener("change", () => { another.hidden = solver.value !== OTHER; });
    fill(formulation, "what suits the puzzle", names(formulations));
    fill(rewrite, "as the solver needs", names(rewrites));
    let known = null;
    const follow = () => { // what Python can do here is known when it has been loaded
      const { backends, solvers } = page.get("choices");
      if (known === solvers) return;
      known = solvers;
      fill(backend, "what the solver takes", names(backends));
      fill(solver, "what suits the puzzle", { ...names(Object.fromEntries(solvers.map((name) => [name, ""]))), [OTHER]: "another …" });
    };
    follow();
    page.watch(follow);
    const choice = (text, control, about) => make("div", {}, field(text, control, true), described(control, (name) => about()[name] ?? ""));
    this.element = make("div", { class: "smb-grid-of-fields" },
      choice("Formulation: how the rules are stated", formulation, () => formulations),
      choice("Rewrite: of what the solver lacks", rewrite, () => rewrites),
      choice("Backend: the modelling library", backend, () => page.get("choices").backends),
      make("div", {}, field("Solver: what finds the digits", solver, true), another));
  }

  get value() {
    const found = Object.fromEntries(Object.entries(this.selects).map(([part, { value }]) => [part, value]));
    return { ...found, solver: found.solver === OTHER ? this.other.value.trim() : found.solver };
  }
}

const inMs = (value) => (value === null || value === undefined ? "–" : value.toLocaleString("en", { maximumFractionDigits: 1 }));

/** The solvers and backends that cannot run here, each with the reason. */
function lackingPart(page) {
  const list = make("ul", { class: "smb-note" });
  const title = make("summary", {});
  const details = make("details", { "data-part": "lacking" }, title, list);
  let choices = null;
  page.watch(() => {
    if (choices === page.get("choices")) return;
    choices = page.get("choices");
    const lacking = Object.entries(page.get("choices").lacking ?? {});
    details.hidden = !lacking.length;
    title.textContent = `Not here: ${lacking.map(([name]) => name).join(", ")}`;
    list.replaceChildren(...lacking.map(([name, why]) => make("li", {}, `${name}: ${why}`)));
  });
  return details;
}

/** A place that is drawn again when what it shows has changed, and then comes into view. */
function following(page, of, draws, comes = true) {
  const place = make("div", {});
  let drawn = "";
  page.watch(() => {
    const found = of();
    if (drawn === JSON.stringify(found)) return;
    drawn = JSON.stringify(found);
    place.replaceChildren(...draws(found));
    if (comes && found.length) place.scrollIntoView({ block: "nearest" });
  });
  return place;
}

function solvePart(page) {
  const configuration = new Configuration(page);
  const seconds = number(60, 1, 3600);
  const soFar = make("input", { type: "checkbox" });
  const solve = () => ({ do: "solve", ...configuration.value, time_limit: Number(seconds.value), so_far: soFar.checked });
  const table = following(page, () => page.get("report").rows, (rows) => (rows.length ? [tableOfSolves(rows)] : []));
  return part("solve", "Solve", configuration.element,
    row(field("Seconds at most", seconds), field("with the digits so far", soFar), page.command("Solve", "solve", solve, { class: "is-main" })),
    lackingPart(page), table);
}

/** A table with a head; on a narrow page its rows become cards. */
function cardTable(label, heads, rows, cells) {
  const line = (tag, texts, role) => make("tr", { role: "row" }, ...texts.map((each, i) => {
    const cell = make(i || tag === "thead" ? (tag === "thead" ? "th" : "td") : "th", { role: tag === "thead" ? "columnheader" : i ? "cell" : "rowheader" });
    cell.append(each);
    if (role) cell.dataset.head = heads[i];
    return cell;
  }));
  return make("div", { class: "smb-cards" }, make("table", { class: "smb-report", role: "table", "aria-label": label },
    make("thead", { role: "rowgroup" }, line("thead", heads, false)),
    make("tbody", { role: "rowgroup" }, ...rows.map((each) => line("tbody", cells(each), true)))));
}

/** The solves so far: size of the model and times. */
function tableOfSolves(rows) {
  const heads = ["model", "answer", "variables", "constraints", "nonzeros", "build, ms", "translate, ms", "solve, ms"];
  return cardTable("Solves", heads, rows, (each) => [
    nameOf(each), each.status,
    ...each.size.map((value) => value.toLocaleString("en")), inMs(each.build), inMs(each.translate), inMs(each.solve),
  ]);
}

function comparePart(page) {
  const result = following(page, () => [page.get("report").compared].filter(Boolean), (found) => found.map(tableOfTwo));
  const inside = make("div", { class: "smb-inside" });
  const fill = () => { // when it is opened for the first time
    if (inside.childElementCount) return;
    const sides = [new Configuration(page, { formulation: "assignment" }), new Configuration(page, { formulation: "all_different", solver: "cpsat" })];
    const seconds = number(30, 1, 3600);
    const soFar = make("input", { type: "checkbox" });
    const command = () => ({ do: "compare", left: sides[0].value, right: sides[1].value, time_limit: Number(seconds.value), so_far: soFar.checked });
    inside.append(
      paragraph("They solve the puzzle one after the other. One run is no measurement: times differ from run to run."),
      make("div", { class: "smb-two" }, ...sides.map((side, k) => make("fieldset", {}, make("legend", {}, ["Left", "Right"][k]), side.element))),
      row(field("Seconds at most, each", seconds), field("with the digits so far", soFar), page.command("Compare", "compare", command, { class: "is-main" })),
      result);
  };
  const details = make("details", { class: "smb-part", "data-part": "compare" }, make("summary", {}, "Compare two models"), inside);
  details.addEventListener("toggle", fill);
  return details;
}

/** Two solves side by side, with bars: the longer of the two fills its cell. */
function tableOfTwo({ left, right }) {
  /** @type {[string, (each: any) => number | null, number][]} */
  const measures = [
    ["variables", (each) => each.size[0], 0], ["constraints", (each) => each.size[1], 0], ["nonzeros", (each) => each.size[2], 0],
    ["build, ms", (each) => each.build, 1], ["translate, ms", (each) => each.translate, 1], ["solve, ms", (each) => each.solve, 1],
  ];
  const bar = (value, most, digits) => make("td", {}, make("span", { class: "smb-bar", style: `--part: ${most ? (value ?? 0) / most : 0}` },
    value === null || value === undefined ? "–" : value.toLocaleString("en", { maximumFractionDigits: digits })));
  return make("table", { class: "smb-report smb-compared", "aria-label": "Comparison" },
    make("thead", {}, make("tr", {}, make("td", {}), ...[left, right].map((each) => make("th", { scope: "col" }, nameOf(each))))),
    make("tbody", {},
      make("tr", {}, make("th", { scope: "row" }, "answer"), ...[left, right].map((each) => make("td", {}, each.status))),
      ...measures.map(([text, of, digits]) => {
        const [a, b] = [of(left), of(right)];
        const most = Math.max(a ?? 0, b ?? 0);
        return make("tr", {}, make("th", { scope: "row" }, text), bar(a, most, digits), bar(b, most, digits));
      })));
}

function searchPart(page) {
  const { methods } = page.get("choices");
  const method = choose(Object.keys(methods), "annealing");
  const seed = number(1, 0, 1e9);
  const seconds = number(20, 1, 3600);
  const search = () => ({ do: "search", method: method.value, seed: Number(seed.value), time_limit: Number(seconds.value) });
  const costs = following(page, () => {
    const running = page.get("busy").costs ?? [];
    return running.length > 1 ? running : page.get("report").costs;
  }, (samples) => (samples.length > 1 ? curveOfCosts(samples) : []), false);
  return part("search", "Local search",
    paragraph("It changes a full grid until it is right. It finds solutions, but it proves nothing."),
    row(field("Method", method), field("Seed", seed), field("Seconds at most", seconds)),
    described(method, (name) => methods[name]),
    row(page.command("Search", "search", search, { class: "is-main" }),
      button("New solution", "search-again", () => { seed.value = Number(seed.value) + 1; page.send(search()); })),
    costs);
}

/** The cost of the local search as a curve: steps to the right, logarithmic once the search is done; cost upwards. */
function curveOfCosts(samples) {
  const [width, height] = [300, 72];
  const most = Math.max(...samples.map(([, cost]) => cost), 1);
  const last = samples.at(-1);
  const scale = last.length > 2 ? Math.log1p : (steps) => steps - samples[0][0];
  const x = (steps) => (width * scale(steps)) / (scale(last[0]) || 1);
  const y = (cost) => height - (height * cost) / most;
  const line = (pick) => samples.map((each) => `${x(each[0]).toFixed(1)},${y(pick(each)).toFixed(1)}`).join(" ");
  const lowest = Math.min(...samples.map((each) => each[2] ?? each[1]));
  const text = `cost from ${samples[0][1]} to ${lowest} in ${last[0].toLocaleString("en")} steps`;
  return [
    draw("svg", { class: "smb-costs", viewBox: `-2 -4 ${width + 4} ${height + 8}`, role: "img", "aria-label": text, preserveAspectRatio: "none" },
      draw("polyline", { points: line((each) => each[1]), class: "smb-cost" }),
      draw("polyline", { points: line((each) => each[2] ?? each[1]), class: "smb-lowest" }),
      draw("path", { d: `M0 ${height}H${width}`, class: "smb-axis" })),
    paragraph(text),
  ];
}

export function modelPanel(page) {
  return [
    solvePart(page),
    comparePart(page),
    part("rate", "About this puzzle", row(page.command("How hard is it?", "rate"))),
    searchPart(page),
  ];
}
