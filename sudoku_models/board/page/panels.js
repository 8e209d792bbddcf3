// The panels beside the board. Each function makes the content of one.

function puzzleSection(page) {
  const choices = page.get("choices");
  const titles = Object.fromEntries(choices.corpora.map((each) => [each.name, `${each.name} (${each.count.toLocaleString("en")})`]));
  const corpus = choose(titles);
  const name = choose(choices.corpora[0].names);
  const k = number(1, 1, 1);
  const [byName, byNumber] = [field("Name", name), field("Number", k)];
  const about = described(corpus, (chosen) => {
    const each = choices.corpora.find((one) => one.name === chosen);
    byName.hidden = !each.names.length;
    byNumber.hidden = !byName.hidden;
    k.max = each.count;
    k.value = Math.min(Number(k.value) || 1, each.count);
    return each.title;
  });
  const size = choose(choices.sizes.map(String), "9");
  const level = choose({ "": "any", ...Object.fromEntries(choices.levels.map((each) => [each, each])) });
  const seed = make("input", { type: "text", placeholder: "at random", maxLength: 40 });
  size.addEventListener("change", () => {
    level.disabled = Number(size.value) > choices.largest_with_level;
    if (level.disabled) level.value = "";
  });
  const paste = make("textarea", { rows: 4, spellcheck: false, placeholder: "53..7....6..195....98....6.…" });
  const file = make("input", { type: "file", accept: ".txt,.csv,.sdk,.sdm,.json,text/plain,application/json" });
  file.addEventListener("change", () => { if (file.files[0]) page.take(file.files[0], file.files[0].name); file.value = ""; });
  page.pick = number(1, 1, 1);
  page.waitingOf = make("span", { class: "smb-note" });
  page.waiting = row(field("Puzzle of the file", page.pick), page.waitingOf,
    button("Show", "pick-of-file", () => page.send({ do: "pick", number: Number(page.pick.value) })));
  page.watch(() => {
    const { waiting } = page.get("status");
    page.waiting.hidden = !waiting;
    page.pick.max = waiting;
    page.waitingOf.textContent = `of ${waiting.toLocaleString("en")}`;
  });
  return [
    row(field("Collection", corpus), byName, byNumber,
      button("Open", "open", () => page.send(byName.hidden
        ? { do: "load", corpus: corpus.value, number: Number(k.value) }
        : { do: "load", corpus: corpus.value, name: name.value })),
      button("Any", "any", () => page.send({ do: "load", corpus: corpus.value }))),
    about,
    make("hr", {}),
    row(field("Size", size), field("Level", level), field("Seed", seed),
      button("Make a puzzle", "random", () => page.send({ do: "random", size: Number(size.value), level: level.value, seed: seed.value.trim() }))),
    make("hr", {}),
    field("Paste a puzzle, or a saved game", paste, true),
    row(button("Use this text", "paste", () => page.take(new Blob([paste.value]), "pasted text")),
      field("Open a file", file)),
    page.waiting,
    make("hr", {}),
    row(page.command("Save the game", "save", () => ({ do: "save", page: page.me })), page.command("How hard is it?", "rate"), page.command("Count solutions", "count")),
  ];
}

function designSection(page) {
  const choices = page.get("choices");
  const size = choose(choices.sizes.map(String), "9");
  size.value = choices.sizes.includes(page.get("board").size) ? `${page.get("board").size}` : "9";
  page.watch(() => page.buttons.design.setAttribute("aria-pressed", page.get("design")));
  return [
    paragraph("Type a puzzle of your own. After each digit the board says whether it has no solution, one or several."),
    row(field("Size", size), button("Empty board", "empty", () => page.send({ do: "empty", size: Number(size.value) }))),
    row(page.command("Design this puzzle", "design", () => ({ do: "design", on: !page.get("design") }), { "aria-pressed": "false" })),
  ];
}

function hintSection(page) {
  const choices = page.get("choices");
  page.by = choose(choices.by);
  const hint = (text, kind) => button(text, `hint-${kind.replace(" ", "-")}`, () =>
    page.send({ do: "hint", kind, by: page.by.value, cell: ["allowed", "reveal"].includes(kind) ? page.active : null }));
  return [
    row(hint("Wrong digits", "wrong"), hint("Allowed values here", "allowed"), hint("Allowed values everywhere", "allowed everywhere")),
    row(hint("Next step", "step"), field("explained by", page.by)),
    row(hint("Reveal this cell", "reveal")),
    make("hr", {}),
    row(page.command("Fill in pencil marks", "write_marks"), page.command("Clear pencil marks", "clear_marks")),
  ];
}

function solveSection(page) {
  const choices = page.get("choices");
  const names = (table) => Object.fromEntries(Object.keys(table).map((name) => [name, name]));
  const formulation = choose(names(choices.formulations), "assignment");
  const backend = choose(names(choices.backends), "pyomo");
  const rewrite = choose({ "": "the usual ones", ...names(choices.rewrites) });
  const solver = choose({ ...Object.fromEntries(choices.solvers.map((name) => [name, name])), "": "another …" }, "highs");
  const another = field("Its name", make("input", { type: "text", maxLength: 40, placeholder: "choco:BC" }));
  another.hidden = true;
  solver.addEventListener("change", () => { another.hidden = Boolean(solver.value); });
  const seconds = number(60, 1, 3600);
  page.report = make("div", {});
  const soFar = make("input", { type: "checkbox" });
  const solve = () => ({ do: "solve", formulation: formulation.value, backend: backend.value, rewrite: rewrite.value,
    solver: solver.value || another.control.value.trim(), time_limit: Number(seconds.value), so_far: soFar.checked });
  return [
    row(field("Formulation", formulation), field("Backend", backend), field("Rewrite", rewrite), field("Solver", solver), another),
    described(formulation, (name) => `${name}: ${choices.formulations[name]}`),
    row(field("Seconds at most", seconds), field("keep the digits so far", soFar),
      page.command("Solve", "solve", solve, { class: "is-main" })),
    page.report,
  ];
}

function searchSection(page) {
  const choices = page.get("choices");
  const method = choose(Object.keys(choices.methods), "annealing");
  const seed = number(1, 0, 1e9);
  const seconds = number(20, 1, 3600);
  page.costs = make("div", {});
  const search = () => ({ do: "search", method: method.value, seed: Number(seed.value), time_limit: Number(seconds.value) });
  return [
    paragraph("Local search changes a full grid until it is right. It finds, but it proves nothing."),
    row(field("Method", method), field("Seed", seed), field("Seconds at most", seconds)),
    described(method, (name) => choices.methods[name]),
    row(page.command("Search", "search", search, { class: "is-main" }),
      button("New solution", "search-again", () => { seed.value = Number(seed.value) + 1; page.send(search()); })),
    page.costs,
  ];
}

function lookSection(page) {
  const choices = page.get("choices");
  const change = (name, value) => page.send({ do: "change", [name]: value });
  const setting = (text, name, control, kind = "change") => {
    control.addEventListener(kind, () => change(name, control.type === "range" ? Number(control.value) : control.value));
    page.settings[name] = control;
    return field(text, control);
  };
  const sets = { digits: "1 2 3 … A B", letters: "A B C …", own: "symbols of your own" };
  const symbols = choose(sets);
  page.ownSigns = make("input", { type: "text", maxLength: 400, placeholder: "🐶🐱🐭🐹🐰🦊🐻🐼🐨" });
  const own = field("Signs, one for each value", page.ownSigns, true);
  symbols.addEventListener("change", () => {
    if (symbols.value !== "own") change("symbols", symbols.value);
    page.wantsOwn = symbols.value === "own"; // until the symbols have been entered
    own.hidden = !page.wantsOwn;
    if (!own.hidden) page.ownSigns.focus();
  });
  page.ownSigns.addEventListener("change", () => change("symbols", page.ownSigns.value));
  page.settings.symbols = symbols;
  page.watch(() => drawSettings(page));
  const [smallest, largest] = choices.pixels;
  const colours = Object.entries(choices.colours).map(([name, text]) =>
    setting(`Colour: ${text}`, name, make("input", { type: "color" })));
  return [
    row(setting("Theme", "theme", choose(choices.settings.theme)), setting("Font", "font", choose(choices.settings.font)),
      setting("Size", "pixels", make("input", { type: "range", min: smallest, max: largest, step: 2 }), "input")),
    row(field("Values shown as", symbols)), own,
    row(...colours, button("Usual colours", "usual-colours", () => page.send({ do: "change", given: "", entered: "", accent: "" }))),
    make("hr", {}),
    setting("Entering", "entry", choose(choices.settings.entry)),
    setting("Clicking", "click", choose(choices.settings.click)),
  ];
}

function modelPanel(page) {
  page.watch(() => drawReport(page));
  return [...solveSection(page), make("hr", {}), ...searchSection(page)];
}

function gamesPanel() {
  return [paragraph("Your games")];
}

function helpPanel() {
  return [make("dl", { class: "smb-keys" },
    ...KEYS.flatMap(([key, text]) => [make("dt", {}, key), make("dd", {}, text)]))];
}

function drawReport(page) {
  const { rows, costs } = page.get("report");
  const running = page.get("busy").costs ?? [];
  const key = JSON.stringify([rows, running.length ? running : costs]);
  if (page.reported === key) return;
  page.reported = key;
  page.report.replaceChildren(...(rows.length ? [tableOfSolves(rows)] : []));
  const shown = running.length > 1 ? running : costs;
  page.costs.replaceChildren(...(shown.length > 1 ? curveOfCosts(shown) : []));
}

/** The solves so far: size of the model and times. */
function tableOfSolves(rows) {
  const ms = (value) => (value === null ? "–" : value.toLocaleString("en", { maximumFractionDigits: 1 }));
  const heads = ["model", "answer", "variables", "constraints", "nonzeros", "build, ms", "translate, ms", "solve, ms"];
  const cells = (each) => [
    `${each.configuration}${each.rewrite ? `, ${each.rewrite}` : ""}`, each.status,
    ...each.size.map((value) => value.toLocaleString("en")), ms(each.build), ms(each.translate), ms(each.solve),
  ];
  return make("div", { class: "smb-scroll", tabIndex: 0, role: "region", "aria-label": "Table of solves" },
    make("table", { class: "smb-report" },
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows.map((each) => make("tr", { title: each.search },
        ...cells(each).map((text, i) => make(i ? "td" : "th", i ? {} : { scope: "row" }, text)))))));
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

function drawSettings(page) {
  const settings = page.get("settings");
  for (const [name, control] of Object.entries(page.settings)) {
    const focused = page.root.getRootNode().activeElement === control;
    if (focused && control.type !== "select-one") continue;
    if (name === "symbols") {
      if (page.root.getRootNode().activeElement === page.ownSigns) continue;
      const own = !["digits", "letters"].includes(settings.symbols);
      if (own) page.wantsOwn = false;
      control.value = own || page.wantsOwn ? "own" : settings.symbols;
      page.ownSigns.closest("label").hidden = control.value !== "own";
      if (own && !page.ownSigns.value) page.ownSigns.value = [settings.symbols].flat().join(" ");
    } else if (control.type === "color") {
      control.value = settings[name] || usualColour(page, name);
    } else control.value = settings[name];
  }
}

function usualColour(page, name) {
  const probe = make("i", { style: `color: var(--${name})` });
  page.root.append(probe);
  const parts = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3);
  probe.remove();
  return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("")}`;
}

/** The panels, in the order of their buttons: a name (its icon has it, too), a title, and a function that makes the content. */
const PANELS = [
  ["explain", "Explain", hintSection],
  ["puzzle", "Puzzle", puzzleSection],
  ["design", "Design", designSection],
  ["settings", "Settings", lookSection],
  ["games", "My games", gamesPanel],
  ["model", "Model", modelPanel],
  ["help", "Help", helpPanel],
];
