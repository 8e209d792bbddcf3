/* The board on the page. One plain ES module: it draws the traits, and sends the actions of the player.
 *
 * The state is kept in Python. A key press is drawn at once, as a guess, until the updated traits arrive.
 * All text, whatever its source, is inserted as text, never as HTML.
 *
 * The interface for tests and style sheets:
 *   .smb                                the root; data-theme="light|dark", data-design, data-finished, data-busy
 *   [role=grid] "Sudoku board"          with [role=row] and [role=gridcell][data-cell=k], k = 0 .. n*n-1, row by row
 *     aria-label                        "row 3, column 7, box 3, given 5" | "..., 5" | "..., blank", with the rules of
 *                                       the cell after its box: "in killer cage 10 with r3c8"; then ", clashes",
 *                                       ", wrong", ", marks 1 3", ", the step puts 4", ", the step takes away 2 6",
 *                                       ", the step rests on it"
 *     data-value, data-given            the digit shown as a number (0 for none), "true" for givens
 *     .is-active .is-peer .is-same .is-clash .is-wrong .is-reason .is-ground   how a cell is marked
 *   .smb-picker [role=dialog]           the value picker; its buttons are "5", ..., and "Erase"
 *   [role=group] "Values"               the pad; buttons "enter 5, 3 left"
 *   [role=toolbar] "Moves"              buttons Undo, Redo, Pencil (aria-pressed), Erase, Hint, Restart, Print
 *   path.smb-unit                       the frame of the unit in which a step places a digit
 *   .smb-drawn                          the drawings of rules, beneath the digits and above them
 *   .smb-rules                          what the rules mean, below the board
 *   .smb-status [role=status]           the last sentence; data-tone="plain|good|warning|bad"
 *   .smb-badge                          how many solutions; data-tone as above
 *   .smb-busy                           while a task is running, with the button Cancel
 *   details[data-section=...]           puzzle, design, hints, solve, search, looks, keys; every control has a label
 *   [data-do=name]                      every button, by the name of its command
 *   table.smb-report, svg.smb-costs     the table of solves; the cost of the local search
 *   iframe.smb-sheet                    the sheet that was printed last
 */

const NUMERALS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TRAITS = "board givens values marks centres colors clock clashes highlights symbols settings design busy report status".split(" ");
const TONE_MARKS = { plain: "", good: "✓", warning: "!", bad: "✕" };
const PART = 512 * 1024; // bytes of a file in one message

const KEYS = [
  ["arrows", "to the next cell"],
  ["Home, End", "to the ends of the row; with Ctrl to the corners"],
  ["Page Up, Page Down", "a box up or down"],
  ["digits, letters", "enter a value; A stands for 10, or type the symbol itself"],
  ["Shift and a value", "pencil mark"],
  [". (full stop)", "pencil on and off; also M, where M is no value"],
  ["Delete, Backspace, 0", "erase"],
  ["Enter, Space", "choose from the values"],
  ["Ctrl Z, Ctrl Y", "undo, redo"],
];

class Page {
  constructor(model, host) {
    this.model = model;
    this.host = host;
    this.active = 0;
    this.pencil = false;
    this.guesses = new Map(); // cell -> what was entered, until Python has received it
    this.me = Math.random().toString(36).slice(2);
    this.sent = 0;
    this.lastMessage = -1;
    this.build();
    this.listen();
    this.follow();
    this.send({ do: "ready" });
  }

  // the traits
  get(name) { return this.model.get(name); }
  symbol(digit) { return this.get("symbols")[digit - 1] ?? ""; }
  value(k) { return this.guesses.get(k)?.digit ?? this.get("values")[k]; }

  highlights() {
    const marked = this.get("highlights");
    return {
      wrong: new Set(marked.wrong), reason: new Set(marked.reason), digits: new Set(marked.digits), unit: marked.unit,
      puts: new Map(marked.puts), removes: new Map(marked.removes), candidates: new Map(marked.candidates),
    };
  }

  /** Send a command; its id comes back once Python has received it. */
  send(command, buffers = []) {
    this.sent += 1;
    const id = `${this.me}:${this.sent}`;
    this.model.send({ ...command, id }, undefined, buffers);
    return id;
  }

  // -- following the traits --------------------------------------------------------------------------------------

  listen() {
    let waits = false;
    this.changed = () => {
      if (waits) return;
      waits = true;
      queueMicrotask(() => { waits = false; this.follow(); });
    };
    this.onMessage = (message) => {
      if (message.received) {
        for (const [k, guess] of this.guesses) if (guess.id === message.received) this.guesses.delete(k);
        this.changed();
      } else if (message.save && message.page === this.me) this.keep(message.save, message.text);
    };
    TRAITS.forEach((name) => this.model.on(`change:${name}`, this.changed));
    this.model.on("msg:custom", this.onMessage);
    this.around = () => this.dress();
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.around);
    this.watch = new MutationObserver(this.around);
    [document.documentElement, document.body].forEach((each) => this.watch.observe(each, { attributes: true }));
    requestAnimationFrame(this.around);
  }

  close() {
    TRAITS.forEach((name) => this.model.off(`change:${name}`, this.changed));
    this.model.off("msg:custom", this.onMessage);
    this.dark.removeEventListener("change", this.around);
    this.watch.disconnect();
  }

  /** Update everything from the traits. */
  follow() {
    const shape = this.get("board");
    if (this.board?.shape !== shape) {
      this.closePicker();
      this.board = new Board(this, shape);
      this.place.replaceChildren(this.board.element, this.board.notes);
      this.active = Math.min(this.active, shape.names.length - 1);
      this.bindBoard();
      this.pad.replaceChildren();
    }
    this.dress();
    this.clashes = new Set(this.get("clashes"));
    for (const k of this.guesses.keys()) this.clashes.delete(k);
    this.board.draw();
    this.drawPad();
    this.drawStatus();
    this.drawBusy();
    this.drawReport();
    this.drawSettings();
  }

  /** Theme, font, size, colours. */
  dress() {
    const [settings, root] = [this.get("settings"), this.root];
    const theme = settings.theme === "auto" ? this.surroundings() : settings.theme;
    if (root.dataset.theme !== theme) root.dataset.theme = theme;
    root.dataset.font = settings.font;
    root.dataset.symbols = ["digits", "letters"].includes(settings.symbols) ? settings.symbols : "own";
    root.style.setProperty("--largest-cell", `${settings.pixels || 52}px`);
    for (const name of ["given", "entered", "accent"]) {
      if (settings[name]) root.style.setProperty(`--${name}`, settings[name]);
      else root.style.removeProperty(`--${name}`);
    }
  }

  /** Light or dark, by the background behind the board. */
  surroundings() {
    for (let each = this.host; each; each = each.parentElement ?? each.getRootNode().host) {
      const [r, g, b, alpha = 1] = (getComputedStyle(each).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
      if (alpha > 0.5 && r !== undefined) return 0.3 * r + 0.59 * g + 0.11 * b < 128 ? "dark" : "light";
    }
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    return scheme.includes("dark") && this.dark.matches ? "dark" : "light";
  }

  drawPad() {
    const n = this.board.n;
    const values = Array.from(this.board.cells.keys(), (k) => this.value(k));
    if (!this.pad.childElementCount) {
      this.pad.append(...Array.from({ length: n }, (_, i) =>
        button("", "enter", () => this.enter(i + 1), {
          class: "smb-value", "data-digit": i + 1, onpointerdown: (event) => event.preventDefault(),
        })));
    }
    [...this.pad.children].forEach((key, i) => {
      const left = n - values.filter((value) => value === i + 1).length;
      key.textContent = this.symbol(i + 1);
      key.setAttribute("aria-label", this.pencil
        ? `mark ${this.symbol(i + 1)}` : `enter ${this.symbol(i + 1)}, ${left > 0 ? `${left} left` : "none left"}`);
      key.classList.toggle("is-used-up", left <= 0);
    });
    this.pad.style.setProperty("--keys", n <= 9 ? n : Math.ceil(n / Math.ceil(n / 10)));
    this.pad.classList.toggle("is-pencil", this.pencil);
    this.buttons.pencil.setAttribute("aria-pressed", this.pencil);
    this.pressMarks();
  }

  /** In pencil mode, the value buttons of the marks in the chosen cell are pressed. */
  pressMarks() {
    const marks = this.get("marks")[this.active] ?? [];
    for (const key of this.root.querySelectorAll(".smb-value")) {
      if (this.pencil) key.setAttribute("aria-pressed", marks.includes(Number(key.dataset.digit)));
      else key.removeAttribute("aria-pressed");
    }
  }

  drawStatus() {
    const [status, root, design] = [this.get("status"), this.root, this.get("design")];
    this.title.textContent = status.name || "Sudoku";
    const givens = this.get("givens").filter(Boolean).length;
    this.about.textContent = `${this.board.n} × ${this.board.n}, ${givens} givens`;
    const [badge, tone] = status.badge;
    if (this.badge.dataset.text !== badge) this.say(this.badge, badge, tone);
    if (this.lastMessage !== status.messages) {
      this.lastMessage = status.messages;
      this.say(this.status, status.text, status.tone);
    }
    root.dataset.design = design;
    if (root.dataset.finished !== `${status.finished}`) root.dataset.finished = status.finished;
    this.buttons.undo.disabled = !status.undo;
    this.buttons.redo.disabled = !status.redo;
    this.buttons.design.setAttribute("aria-pressed", design);
    this.buttons.take_step.hidden = !(this.get("highlights").puts?.length || this.get("highlights").removes?.length);
    this.waiting.hidden = !status.waiting;
    this.pick.max = status.waiting;
    this.waitingOf.textContent = `of ${status.waiting.toLocaleString("en")}`;
  }

  say(place, text, tone) {
    place.dataset.tone = tone;
    place.dataset.text = text;
    const sign = TONE_MARKS[tone] ? [make("span", { class: "smb-sign", "aria-hidden": "true" }, TONE_MARKS[tone])] : [];
    place.replaceChildren(...sign, make("span", {}, text));
  }

  drawBusy() {
    const busy = this.get("busy");
    this.root.dataset.busy = Boolean(busy.what);
    this.busy.hidden = !busy.what;
    if (!busy.what) return;
    this.busyText.textContent = `${busy.what[0].toUpperCase()}${busy.what.slice(1)} … ${busy.progress}`;
    this.busyLimit.textContent = `at most ${busy.limit} s`;
  }

  drawReport() {
    const { rows, costs } = this.get("report");
    const running = this.get("busy").costs ?? [];
    const key = JSON.stringify([rows, running.length ? running : costs]);
    if (this.reported === key) return;
    this.reported = key;
    this.report.replaceChildren(...(rows.length ? [this.table(rows)] : []));
    const shown = running.length > 1 ? running : costs;
    this.costs.replaceChildren(...(shown.length > 1 ? this.curve(shown) : []));
  }

  /** The solves so far: size of the model and times. */
  table(rows) {
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
  curve(samples) {
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

  drawSettings() {
    const settings = this.get("settings");
    for (const [name, control] of Object.entries(this.settings)) {
      const focused = this.root.getRootNode().activeElement === control;
      if (focused && control.type !== "select-one") continue;
      if (name === "symbols") {
        if (this.root.getRootNode().activeElement === this.ownSigns) continue;
        const own = !["digits", "letters"].includes(settings.symbols);
        if (own) this.wantsOwn = false;
        control.value = own || this.wantsOwn ? "own" : settings.symbols;
        this.ownSigns.closest("label").hidden = control.value !== "own";
        if (own && !this.ownSigns.value) this.ownSigns.value = [settings.symbols].flat().join(" ");
      } else if (control.type === "color") {
        control.value = settings[name] || this.usualColour(name);
      } else control.value = settings[name];
    }
  }

  usualColour(name) {
    const probe = make("i", { style: `color: var(--${name})` });
    this.root.append(probe);
    const parts = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3);
    probe.remove();
    return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("")}`;
  }

  // -- entering --------------------------------------------------------------------------------------------------

  bindBoard() {
    const { grid } = this.board;
    const cellOf = (event) => Number(event.target.closest("[data-cell]")?.dataset.cell ?? NaN);
    let wasActive = false;
    grid.addEventListener("pointerdown", (event) => {
      wasActive = cellOf(event) === this.active && grid.contains(this.root.getRootNode().activeElement);
    });
    grid.addEventListener("click", (event) => {
      const k = cellOf(event);
      if (Number.isNaN(k)) return;
      this.moveTo(k);
      if (!wasActive || this.isFixed(k)) return;
      if (this.get("settings").click === "cycle" && !this.pencil) this.cycle(k, event.shiftKey ? -1 : 1);
      else this.openPicker(k);
    });
    grid.addEventListener("focusin", (event) => {
      const k = cellOf(event);
      if (!Number.isNaN(k) && k !== this.active) { this.active = k; this.board.draw(); }
    });
    grid.addEventListener("keydown", (event) => this.onKey(event));
  }

  isFixed(k) { return this.get("givens")[k] > 0 && !this.get("design"); }

  moveTo(k) {
    this.active = k;
    this.board.draw();
    this.board.cells[k].focus({ preventScroll: false });
  }

  /** The digit of a key, or 0 for none. The symbol itself is tried first, then in capitals. */
  digitOf(key) {
    const symbols = this.get("symbols");
    const bySymbol = symbols.indexOf(key) + 1 || symbols.findIndex((symbol) => symbol.toUpperCase() === key.toUpperCase()) + 1;
    if (bySymbol) return bySymbol;
    const digit = key.length === 1 ? NUMERALS.indexOf(key.toUpperCase()) : -1;
    return digit >= 1 && digit <= this.board.n ? digit : 0;
  }

  onKey(event) {
    const n = this.board.n;
    const [r, c] = [Math.floor(this.active / n), this.active % n];
    const control = event.ctrlKey || event.metaKey;
    const band = Math.max(this.board.shape.marks[0], 1);
    const moves = {
      ArrowUp: [Math.max(r - 1, 0), c],
      ArrowDown: [Math.min(r + 1, n - 1), c],
      ArrowLeft: [r, Math.max(c - 1, 0)],
      ArrowRight: [r, Math.min(c + 1, n - 1)],
      Home: control ? [0, 0] : [r, 0],
      End: control ? [n - 1, n - 1] : [r, n - 1],
      PageUp: [Math.max(r - band, 0), c],
      PageDown: [Math.min(r + band, n - 1), c],
    };
    if (event.altKey) return;
    const typed = this.digitOf(event.key);
    const handled = () => { event.preventDefault(); event.stopPropagation(); };
    if (event.key in moves) {
      this.moveTo(moves[event.key][0] * n + moves[event.key][1]);
      handled();
    } else if (control) {
      const isRedo = event.key.toLowerCase() === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
      if (!isRedo && event.key.toLowerCase() !== "z") return;
      this.send({ do: isRedo ? "redo" : "undo" });
      handled();
    } else if (!typed && ["Delete", "Backspace", "0"].includes(event.key)) {
      this.erase();
      handled();
    } else if (["Enter", " ", "F2"].includes(event.key)) {
      if (!this.isFixed(this.active)) this.openPicker(this.active);
      handled();
    } else if (!typed && [".", "m", "M"].includes(event.key)) {
      this.togglePencil();
      handled();
    } else {
      const shifted = event.shiftKey && !typed && /^Digit[0-9]$/.test(event.code);
      const digit = shifted ? this.digitOf(event.code.slice(5)) : typed;
      if (!digit) return;
      const small = event.key.toLowerCase();
      const asMark = shifted || (event.shiftKey && small !== event.key.toUpperCase() && this.digitOf(small) === digit);
      this.enter(digit, this.active, asMark !== this.pencil);
      handled();
    }
  }

  togglePencil() {
    this.pencil = !this.pencil;
    this.drawPad();
  }

  /** Enter a digit, or a pencil mark. The digit is drawn at once if it is accepted. */
  enter(digit, k = this.active, asMark = this.pencil) {
    if (asMark) return this.send({ do: "mark", cell: k, digit });
    const id = this.send({ do: "put", cell: k, digit });
    const isTaken = this.get("settings").entry === "mark" || this.board.fits(k, digit);
    if (!this.isFixed(k) && isTaken) {
      this.guesses.set(k, { digit, id });
      this.clashes.delete(k);
      this.board.draw();
    }
    return id;
  }

  erase(k = this.active) {
    const id = this.send({ do: "put", cell: k, digit: 0 });
    if (!this.isFixed(k)) this.guesses.set(k, { digit: 0, id });
    this.board.draw();
  }

  /** The next value of a cell, when clicks cycle through the digits; in strict mode, the next that fits.
   *  It goes on after a digit that a rule has refused. */
  cycle(k, by) {
    const n = this.board.n;
    const before = this.value(k);
    const { tried } = this;
    let digit = tried?.k === k && [tried.before, tried.digit].includes(before) ? tried.digit : before;
    do digit = (digit + by + n + 1) % (n + 1);
    while (digit && this.get("settings").entry === "refuse" && !this.board.fits(k, digit));
    this.tried = { k, before, digit };
    digit ? this.enter(digit, k) : this.erase(k);
  }

  // -- the value picker ------------------------------------------------------------------------------------------

  openPicker(k) {
    this.closePicker();
    const n = this.board.n;
    const strict = this.get("settings").entry === "refuse";
    const columns = this.board.shape.marks[1]; // each value where its pencil mark is
    const keys = Array.from({ length: n }, (_, i) => {
      const cannot = strict && !this.pencil && !this.board.fits(k, i + 1);
      return button(this.symbol(i + 1), "pick", () => {
        this.enter(i + 1, k);
        if (!this.pencil) this.closePicker(true);
      }, { disabled: cannot, class: "smb-value", "data-digit": i + 1 });
    });
    keys.push(button("Erase", "erase", () => { this.erase(k); this.closePicker(true); }, { class: "is-wide" }));
    this.picker = make("div", {
      class: "smb-picker", role: "dialog", "aria-label": `${this.pencil ? "Marks" : "Values"} for ${this.board.shape.names[k]}`,
      onkeydown: (event) => this.onPickerKey(event, keys, columns),
      onfocusout: (event) => { if (event.relatedTarget && !this.picker?.contains(event.relatedTarget)) this.closePicker(); },
    }, ...keys);
    this.picker.style.setProperty("--columns", columns);
    const [r, c] = [Math.floor(k / n), k % n];
    this.picker.style.setProperty("--left", c / n);
    this.picker.style.setProperty("--top", (r + 1) / n);
    this.picker.dataset.up = r >= n / 2;
    this.board.element.append(this.picker);
    this.pressMarks();
    (keys.find((key) => !key.disabled) ?? keys.at(-1)).focus();
    this.outside = (event) => { if (!event.composedPath().includes(this.picker)) this.closePicker(); };
    setTimeout(() => this.outside && document.addEventListener("pointerdown", this.outside), 0);
  }

  closePicker(back = false) {
    if (!this.picker) return;
    const { picker } = this;
    this.picker = null;
    document.removeEventListener("pointerdown", this.outside);
    this.outside = null;
    picker.remove();
    if (back) this.board.cells[this.active].focus();
  }

  onPickerKey(event, keys, columns) {
    const at = keys.indexOf(event.target);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (by) {
      let next = at + by;
      while (keys[next]?.disabled) next += Math.symbol(by);
      keys[Math.min(Math.max(next, 0), keys.length - 1)].focus();
    } else if (event.key === "Escape" || event.key === "Tab") this.closePicker(true);
    else if (this.digitOf(event.key)) {
      this.enter(this.digitOf(event.key));
      this.closePicker(true);
    } else if (["Delete", "Backspace", "0"].includes(event.key)) { this.erase(); this.closePicker(true); }
    else { event.stopPropagation(); return; }
    event.preventDefault();
    event.stopPropagation();
  }

  // -- building the page -----------------------------------------------------------------------------------------

  build() {
    const choices = this.get("choices");
    this.buttons = {};
    this.settings = {};
    this.title = make("p", { class: "smb-title" });
    this.about = make("p", { class: "smb-about" });
    this.badge = make("p", { class: "smb-badge" });
    this.place = make("div", { class: "smb-main" });
    this.status = make("p", { class: "smb-status", role: "status", "aria-live": "polite" });
    this.pad = make("div", { class: "smb-pad", role: "group", "aria-label": "Values" });
    this.busyText = make("span", {});
    this.busyLimit = make("span", { class: "smb-note" });
    this.busy = make("div", { class: "smb-busy", hidden: true }, make("span", { class: "smb-turning", "aria-hidden": "true" }),
      this.busyText, this.busyLimit, button("Cancel", "cancel", () => this.send({ do: "cancel" })));
    this.report = make("div", {});
    this.costs = make("div", {});
    const side = make("div", { class: "smb-side" },
      this.toolbar(), this.pad,
      make("div", { class: "smb-messages" },
        make("div", {}, this.status, this.command("Do it", "take_step", undefined, { hidden: true })), this.busy),
      make("div", { class: "smb-sections" },
        ...PANELS.map(([name, title, content]) => this.section(name, title, ...content(this))),
        this.section("keys", "Keys", make("dl", { class: "smb-keys" },
          ...KEYS.flatMap(([key, text]) => [make("dt", {}, key), make("dd", {}, text)])))));
    this.root = make("div", { class: "smb", "data-lm-suppress-shortcuts": "true" },
      make("div", { class: "smb-page" }, make("header", {}, this.title, this.about, this.badge), this.place, side));
    // JupyterLab handles keys before the board. It looks for this attribute on its way up from the element that has the
    // focus, but many of its shortcuts are for that very element; so that element needs it, too.
    this.root.addEventListener("focusin", (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true"));
    // Keys typed into the page's own fields must not reach the notebook.
    this.root.addEventListener("keydown", (event) => {
      if (event.target.closest("input, select, textarea, button, summary")) event.stopPropagation();
    });
    this.host.replaceChildren(this.root);
  }

  section(name, title, ...children) {
    return make("details", { "data-section": name, name: `smb-${this.me}` }, make("summary", {}, title),
      make("div", { class: "smb-inside" }, ...children));
  }

  /** A button that sends one command. */
  command(text, name, command = () => ({ do: name }), props = {}) {
    this.buttons[name] = button(text, name, () => { const sent = command(); if (sent) this.send(sent); }, props);
    return this.buttons[name];
  }

  toolbar() {
    const stay = { onpointerdown: (event) => event.preventDefault() }; // the chosen cell keeps the keys
    const pencil = button("Pencil", "pencil", () => this.togglePencil(), { ...stay, "aria-pressed": "false" });
    this.buttons.pencil = pencil;
    return make("div", { class: "smb-tools", role: "toolbar", "aria-label": "Moves" },
      this.command("Undo", "undo", undefined, stay), this.command("Redo", "redo", undefined, stay),
      pencil, button("Erase", "erase", () => this.erase(), stay),
      this.command("Hint", "hint", () => ({ do: "hint", kind: "step", by: this.by.value }), stay),
      this.command("Restart", "restart"), button("Print", "print", () => this.print()));
  }

  // -- files and printing -------------------------------------------------------------------------------------------

  /** Send a file, or pasted text, in parts that fit into a message. */
  async take(blob, name) {
    const { largest_file: largest } = this.get("choices");
    if (blob.size > largest || !blob.size) {
      const problem = blob.size ? `has ${blob.size.toLocaleString("en")} bytes; up to ${largest.toLocaleString("en")} are read` : "is empty";
      this.say(this.status, `${name} ${problem}`, "bad");
      return;
    }
    const parts = Math.ceil(blob.size / PART);
    for (let part = 0; part < parts; part++) {
      const raw = await blob.slice(part * PART, (part + 1) * PART).arrayBuffer();
      this.send({ do: "text", part, of: parts, name }, [raw]);
    }
  }

  /** Let the browser download a text as a file. */
  keep(name, text) {
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** Print the board alone: it is copied onto a sheet of its own, with the same style sheet. */
  print() {
    const focused = () => this.root.getRootNode().activeElement;
    if (focused() !== this.sheet) this.before = focused();
    this.sheet?.remove();
    this.sheet = make("iframe", { class: "smb-sheet", title: "sheet to print", tabIndex: -1, "aria-hidden": "true" });
    this.root.append(this.sheet);
    const page = this.sheet.contentDocument;
    page.title = this.title.textContent;
    const style = page.createElement("style");
    style.textContent = this.styles();
    page.head.append(style);
    const copy = this.root.cloneNode(false);
    copy.dataset.theme = "light";
    copy.classList.add("is-sheet");
    copy.append(this.title.cloneNode(true), this.board.element.cloneNode(true), this.board.notes.cloneNode(true));
    for (const each of copy.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
    page.body.append(copy);
    this.sheet.contentWindow.addEventListener("afterprint", () => {
      if (focused() === this.sheet) this.before?.focus({ preventScroll: true });
    });
    this.sheet.contentWindow.focus();
    this.sheet.contentWindow.print();
  }

  /** The style sheet, wherever the notebook inserted it. */
  styles() {
    const own = this.model.get("_css");
    const all = [...this.root.getRootNode().querySelectorAll("style"), ...document.querySelectorAll("style")];
    return own || (all.find((each) => each.textContent.includes(".smb-grid"))?.textContent ?? "");
  }
}

export default {
  render({ model, el }) {
    const page = new Page(model, el);
    return () => page.close();
  },
};
