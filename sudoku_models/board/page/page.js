/* The board on the page. One plain ES module: it draws the traits, and sends the actions of the player.
 *
 * The state is kept in Python. A key press is drawn at once, as a guess, until the updated traits arrive.
 * All text, whatever its source, is inserted as text, never as HTML. The parts hold the page; each has an element, and
 * `draw()`, which brings it up to date.
 *
 * The interface for tests and style sheets:
 *   .smb                                the root; data-theme="light|dark", data-layout="beside|below", data-sheets, data-design,
 *                                       data-finished, data-busy, data-path, data-projector, data-zoom, data-paused, data-patterns,
 *                                       data-entry (the kind of entry), data-view="play|lab"
 *   [role=grid] "Sudoku board"          with [role=row] and [role=gridcell][data-cell=k], k = 0 .. n*n-1, row by row
 *     aria-label                        "row 3, column 7, box 3, given 5" | "..., 5" | "..., blank", with the rules of
 *                                       the cell after its box: "in killer cage 10 with r3c8"; then ", clashes",
 *                                       ", wrong", ", marks 1 3", ", centre marks 4 5", ", coloured red",
 *                                       ", the step puts 4", ", the step takes away 2 6", ", the step rests on it"
 *     data-value, data-given            the digit shown as a number (0 for none), "true" for givens
 *     aria-selected                     whether it is chosen, alone or with others
 *     .is-active .is-selected .is-peer .is-same .is-can .is-dim .is-clash .is-wrong .is-reason .is-ground
 *                                       how a cell is marked
 *   .smb-ask [role=dialog]              the value of a rule that was drawn, or is changed
 *   [role=toolbar] "Values"             the pad; buttons "enter 5, 3 left", "corner mark 5", "colour 1, red", ...
 *   [role=radiogroup] "Kind of entry"   Digit, Corner, Centre, Colour
 *   [role=toolbar] "Moves"              buttons Undo, Redo, Erase, Hint, Check, Highlight, Zoom, More (Restart, Print)
 *   .smb-header                         .smb-title, .smb-about, .smb-badge, button [data-do=pause], New game
 *   path.smb-unit                       the frame of the unit in which a step places a digit
 *   .smb-links                          the arrows of a chain
 *   .smb-path                           the bar of the explained path
 *   .smb-drawn                          the drawings of rules, beneath the digits and above them
 *   .smb-rules                          what the rules mean: beside the board, or a sheet, which the button Rules opens
 *   .smb-status [role=status]           the last sentence; data-tone="plain|good|warning|bad"
 *   .smb-live                           what a screen reader is told of entries
 *   .smb-badge                          how many solutions; data-tone as above
 *   .smb-busy                           while a task is running, with the button Cancel
 *   section[data-panel=NAME]            the panels: see LAB and MENU; each is opened by button[data-opens=NAME], which is
 *                                       in the menu More or, in the Lab, below the pad
 *   [data-do=name]                      every button, by the name of its command
 *   iframe.smb-sheet                    the sheet that was printed last
 *
 * For the panels: `page.watch(f)` calls f after each change of the traits, `page.hear(f)` with each message of Python,
 * `page.open(name)` opens a panel; `page.isAlone` says that this is a page of its own, not a notebook.
 */

import { Board } from "./cells.js";
import { RuleDrawing } from "./designing.js";
import { Dress } from "./dress.js";
import { button, make } from "./elements.js";
import { Entering, KINDS } from "./entering.js";
import { Finish } from "./finish.js";
import { Fitting } from "./fitting.js";
import { Header } from "./header.js";
import { Highlighting } from "./highlighting.js";
import { iconButton } from "./icons.js";
import { Keyboard } from "./keys.js";
import { Lifeline, hidePicture } from "./lost.js";
import { Messages, TONE_MARKS } from "./messages.js";
import { Pad } from "./pad.js";
import { LAB, MENU } from "./panels.js";
import { PathBar, Projector } from "./path_bar.js";
import { Printing } from "./printing.js";
import { Selection } from "./selecting.js";
import { sendInParts } from "./sending.js";
import { Storage_ } from "./storage.js";
import { Popover, drawSheet, keepOneStop, rove } from "./toolbars.js";
import { Tools } from "./tools.js";

const TRAITS = `board givens values marks centres colors clock clashes highlights symbols settings design busy report status path
  mode choices`.split(/\s+/);
const FOR_THE_TEACHER = `[data-do=new], [data-do=next-game], [data-do=hint], [data-do=check], [data-do=restart], [data-do=cancel],
  [data-do=leave_path], [data-opens]:not([data-opens=explain], [data-opens=help])`;
const HINTED = ["wrong", "units", "reason", "puts", "removes"];
/** The commands that a pause does not let through. */
const NOT_IN_PAUSE = `enter erase undo redo restart take_step write_marks clear_marks clear_colors rule change_rule
  remove_rule switch hint explain solve search`.split(/\s+/);

/** The commands that open another game. */
const LEAVES = ["load", "any", "random", "pick", "empty"];

class Page {
  constructor(model, host) {
    this.model = model;
    this.host = host;
    this.kind = "digit";
    this.me = Math.random().toString(36).slice(2);
    this.isAlone = document.body.matches("[data-alone]");
    this.sent = 0;
    this.buttons = {};
    this.watchers = [];
    this.hearers = [];
    this.ending = [];
    /** @type {number[] | null} */
    this.pointed = null; // the cells of the rule or given in a list at which the pointer is
    /** @type {any} */
    this.keeper = null; // the panel of games makes it
    this.selection = new Selection(this);
    this.entering = new Entering(this);
    this.drawing = new RuleDrawing(this);
    this.build();
    this.lifeline = new Lifeline(this);
    hidePicture(this);
    this.listen();
    this.follow();
    this.isReady = true;
    this.fitting.watch();
    this.fitting.fit();
    this.send({ do: "ready" });
    this.keeper.begin();
  }

  // the traits
  get(name) { return this.model.get(name); }
  symbol(digit) { return this.get("symbols")[digit - 1] ?? ""; }
  value(k) { return this.entering.guesses.get(k)?.digit ?? this.get("values")[k]; }
  get active() { return this.selection.active; }
  isFixed(k) { return this.get("givens")[k] > 0 && !this.get("design"); }
  isExplained() { return (this.get("path")?.count ?? -1) >= 0; }
  /** Whether a hint is shown on the board: the time that it takes to read it does not count. */
  isHinted() { return !this.isExplained() && HINTED.some((name) => this.get("highlights")[name]?.length); }
  /** Whether nothing can be entered: the board is covered, or explained. */
  isShut() { return this.paused || this.isExplained() || this.isComing; }
  /** Whether a panel lies over the board. */
  get isCovered() { return this.root.dataset.sheets === "true" && Boolean(this.root.dataset.opened); }
  /** Whether a class shares this board: a page alone keeps no game of it. */
  get isShared() { return this.get("mode") === "class"; }
  /** Whether this page may only enter digits and marks, and go through the steps that are open. */
  get isLimited() { return Boolean(this.get("status").limited); }
  /** Whether Python is still being loaded: the board is drawn, and commands wait. */
  get isLoading() { return Boolean(this.get("status").loading); }
  /** Whether a game is about to come back, over the board that is there. */
  get isComing() { return Boolean(this.keeper?.waits); }

  highlights() {
    const marked = this.pointed ? { reason: this.pointed, units: [this.pointed] } : this.get("highlights");
    return {
      wrong: new Set(marked.wrong), reason: new Set(marked.reason), digits: new Set(marked.digits), units: marked.units ?? [],
      puts: new Map(marked.puts), removes: new Map(marked.removes), candidates: new Map(marked.candidates),
      supposed: new Set(marked.supposed),
    };
  }

  /** The names of cells in a sentence. */
  where(cells) {
    const { n } = this.board;
    return cells.length === 1 ? `row ${Math.floor(cells[0] / n) + 1}, column ${(cells[0] % n) + 1}` : `${cells.length} cells`;
  }

  /** Send a command; its id comes back once Python has received it. Python counts rows and columns from 1. */
  send(command, buffers = []) {
    if (this.paused && NOT_IN_PAUSE.includes(command.do)) {
      this.messages.tellHere("The game is paused; press Continue first", "warning");
      return "";
    }
    if (LEAVES.includes(command.do)) this.keeper.save();
    this.sent += 1;
    const id = `${this.me}:${this.sent}`;
    const place = (k) => [Math.floor(k / this.board.n) + 1, (k % this.board.n) + 1];
    const places = {};
    if (command.cells) places.cells = command.cells.map(place);
    if (Number.isInteger(command.cell)) places.cell = place(command.cell);
    this.model.send({ ...command, ...places, id }, undefined, buffers);
    return id;
  }

  watch(watcher) { this.watchers.push(watcher); }
  hear(hearer) { this.hearers.push(hearer); }
  announce(text) { this.messages.announce(text); }

  // -- following the traits --------------------------------------------------------------------------------------

  listen() {
    let waits = false;
    this.changed = () => {
      if (waits) return;
      waits = true;
      queueMicrotask(() => { waits = false; this.follow(); });
    };
    this.onMessage = (message, buffers) => {
      if (message.received) {
        this.entering.received(message.received);
        this.changed();
      }
      for (const hearer of this.hearers) hearer(message, buffers);
    };
    TRAITS.forEach((name) => this.model.on(`change:${name}`, this.changed));
    this.model.on("msg:custom", this.onMessage);
    this.dress.watch();
    this.onKey = (event) => this.onLooseKey(event);
    if (this.isAlone) document.addEventListener("keydown", this.onKey);
  }

  close() {
    TRAITS.forEach((name) => this.model.off(`change:${name}`, this.changed));
    this.model.off("msg:custom", this.onMessage);
    document.removeEventListener("keydown", this.onKey);
    [this.dress, this.header, this.fitting, this.projector].forEach((part) => part.close());
    this.ending.forEach((end) => end());
  }

  /** Update everything from the traits. */
  follow() {
    const shape = this.get("board");
    if (this.board?.shape !== shape) this.newBoard(shape);
    if (this.game !== this.get("status").id) this.newGame();
    this.limit();
    this.dress.draw();
    this.clashes = new Set(this.get("clashes"));
    for (const k of this.entering.guesses.keys()) this.clashes.delete(k);
    this.header.draw();
    this.board.draw();
    this.pad.draw();
    this.tools.draw();
    this.finish.draw();
    this.messages.draw();
    this.pathBar.draw();
    this.header.startClock();
    const { root } = this;
    root.dataset.design = this.get("design");
    if (this.get("design") && root.dataset.view !== "lab") this.show("lab");
    root.dataset.entry = this.kind;
    if (root.dataset.finished !== `${this.get("status").finished}`) root.dataset.finished = this.get("status").finished;
    this.drawCover();
    this.watchers.forEach((watcher) => watcher());
  }

  /** In class, what is for the teacher is not to be seen. */
  limit() {
    if (this.limited === this.isLimited) return;
    this.limited = this.isLimited;
    for (const each of this.root.querySelectorAll(FOR_THE_TEACHER)) each.hidden = this.limited;
    this.show(this.root.dataset.view);
  }

  newGame() {
    this.game = this.get("status").id;
    this.paused = false;
    this.highlighting.end();
    this.finish.close();
    if (this.root.dataset.sheets === "true" && this.isOpen("puzzle")) this.open("puzzle", false); // it covers the board
    if (this.get("design")) return; // there every digit makes another puzzle
    this.drawing.forget();
    this.kind = "digit";
    this.selection.begin();
  }

  newBoard(shape) {
    if (this.board?.n === shape.size) {
      this.board.reshape(shape);
      this.fitting.fit();
      return;
    }
    const hadFocus = this.selection.isFocused();
    this.drawing.forget();
    this.board = new Board(this, shape);
    this.frame.replaceChildren(this.board.element, this.cover);
    this.place.replaceChildren(this.frame);
    this.legend.replaceChildren(make("div", { class: "smb-panel-head" }, make("h2", {}, "Rules"),
      iconButton("Close", "close-rules", () => this.rules.close(), { "data-icon": "close", class: "is-close" })), this.board.notes);
    this.selection.reset();
    this.selection.bind(this.board.grid);
    this.drawing.bind(this.board.grid);
    this.board.grid.addEventListener("keydown", (event) => this.keyboard.onKey(event));
    this.fitting.fit();
    if (hadFocus) requestAnimationFrame(() => this.focusBoard());
  }

  /** Show a sentence in a place, with the mark of its tone. */
  say(place, text, tone) {
    place.dataset.tone = tone;
    place.dataset.text = text;
    const sign = TONE_MARKS[tone] ? [make("span", { class: "smb-sign", "aria-hidden": "true" }, TONE_MARKS[tone])] : [];
    place.replaceChildren(...sign, make("span", {}, text));
  }

  // -- the player ------------------------------------------------------------------------------------------------

  focused() { return this.root.getRootNode().activeElement; }
  /** Once the page is to be seen, typing works at once; a notebook keeps the focus where it is. */
  focusAtFirst() {
    if (this.hasBegun || !this.isReady) return;
    this.hasBegun = true;
    if (this.isAlone && document.activeElement === document.body) this.focusBoard();
  }

  focusBoard() { this.board?.cells[this.selection.active].focus({ preventScroll: true }); }

  /** Ctrl S or ⌘ S saves the notebook, which does not see the keys of the board; on a page of its own, the game as a file. */
  saves(event) {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
    const book = this.host.closest(".jp-NotebookPanel");
    if (!book && !this.isAlone) return false;
    event.preventDefault();
    event.stopPropagation();
    const { ctrlKey, metaKey } = event;
    if (book) book.dispatchEvent(new KeyboardEvent("keydown", { key: "s", code: "KeyS", keyCode: 83, ctrlKey, metaKey, bubbles: true, cancelable: true }));
    else this.send({ do: "save", page: this.me });
    return true;
  }

  /** A key within the board's part of the page: what is typed into its fields must not reach the notebook; a digit that is
   *  typed on a button is for the board. */
  onKeyInside(event) {
    if (this.saves(event)) return;
    const isField = event.target.closest("input, select, textarea");
    if (event.key === "Escape" && this.root.dataset.opened && this.panels.contains(event.target)) this.closePanel();
    else if (event.key === "Escape" && !event.defaultPrevented && !event.target.closest("[role=dialog]") && this.leavePath()) event.preventDefault();
    else if (!isField && !event.target.closest("[role=grid], [role=dialog]")) this.keyboard.onValue(event);
    if (isField || event.target.closest("button, summary")) event.stopPropagation();
  }

  /** On a page of its own, a key that nothing else takes is for the board; keys that scroll the page do so. */
  onLooseKey(event) {
    if (document.activeElement === document.body && this.saves(event)) return;
    if (event.defaultPrevented || document.activeElement !== document.body) return;
    if (["Home", "End", "PageUp", "PageDown", " "].includes(event.key)) return;
    this.keyboard.onKey(event);
    if (event.defaultPrevented && document.activeElement === document.body) this.focusBoard();
  }

  /** A button of the pad. */
  press(digit) {
    if (this.highlighting.asks) this.highlighting.set(digit);
    else this.entering.enter(digit);
  }

  setKind(kind) {
    this.kind = kind;
    this.root.dataset.entry = kind;
    this.pad.draw();
    this.announce(`enter ${{ digit: "digits", corner: "corner marks", centre: "centre marks", color: "colours" }[kind]}`);
  }

  nextKind(by) {
    const at = KINDS.findIndex(([name]) => name === this.kind);
    this.setKind(KINDS[(at + by + KINDS.length) % KINDS.length][0]);
  }

  /** Cover the board and stop the clock, or go on. */
  pause(paused) {
    this.paused = paused;
    this.send({ do: "clock", running: !paused });
    this.drawCover();
    this.header.tick();
    if (!paused) this.focusBoard();
  }

  /** The cover of the board: the game is paused, or is about to come back. */
  drawCover() {
    this.root.dataset.paused = Boolean(this.paused);
    this.root.dataset.coming = this.isComing;
    this.coverText.textContent = this.isComing ? "The game comes back …" : "The game is paused";
    this.cover.querySelector("button").hidden = this.isComing;
    this.controls.inert = Boolean(this.paused);
  }

  // -- building the page -----------------------------------------------------------------------------------------

  build() {
    this.dress = new Dress(this);
    this.highlighting = new Highlighting(this);
    this.keyboard = new Keyboard(this);
    this.printing = new Printing(this);
    this.projector = new Projector(this);
    this.fitting = new Fitting(this);
    this.legend = make("section", { class: "smb-legend", "aria-label": "Rules" });
    this.rules = new Popover(iconButton("Rules", "rules", () => {}), this.legend);
    this.header = new Header(this);
    this.tools = new Tools(this);
    this.pad = new Pad(this);
    this.messages = new Messages(this);
    this.pathBar = new PathBar(this);
    this.finish = new Finish(this);
    this.coverText = make("p", { role: "status" }, "The game is paused");
    this.cover = make("div", { class: "smb-cover" }, this.coverText, iconButton("Continue", "resume", () => this.pause(false), { "data-icon": "play", class: "is-main" }));
    this.frame = make("div", { class: "smb-frame" });
    this.place = make("div", { class: "smb-main" });
    this.controls = make("div", { class: "smb-controls" }, this.tools.element, this.pad.element);
    this.openers = make("div", { class: "smb-openers", role: "toolbar", "aria-label": "Panels" });
    this.panels = make("div", { class: "smb-panels" });
    this.panels.addEventListener("toggle", (event) => { // a press elsewhere has closed the sheet
      if (event.newState === "closed" && this.root.dataset.sheets === "true" && this.root.dataset.opened) this.open(this.root.dataset.opened, false);
    });
    this.lower = make("div", { class: "smb-lower" }, this.panels);
    this.root = make("div", { class: "smb", "data-lm-suppress-shortcuts": "true" },
      make("div", { class: "smb-page" }, this.header.element, this.place,
        make("div", { class: "smb-side" }, this.pathBar.element, this.legend, this.controls, this.messages.element, this.openers, this.lower)),
      this.projector.leaves);
    this.switch = iconButton("Lab", "view", () => this.turn(), { "data-icon": "lab", "aria-pressed": "false" });
    this.switch.title = "Models, explanations and design";
    this.openers.append(this.switch);
    for (const panel of LAB) this.addPanel(this.openers, ...panel);
    for (const panel of MENU) this.addPanel(this.tools.menu, ...panel);
    rove(this.openers);
    this.root.addEventListener("pointerdown", (event) => this.messages.pressed(event));
    // JupyterLab handles keys before the board. It looks for this attribute on its way up from the element that has the
    // focus, but many of its shortcuts are for that very element; so that element needs it, too.
    this.root.addEventListener("focusin", (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true"));
    this.root.addEventListener("keydown", (event) => this.onKeyInside(event));
    this.root.dataset.alone = this.isAlone;
    this.root.dataset.opened = "";
    this.root.dataset.layout = "below";
    this.kept = this.isAlone ? new Storage_("localStorage") : null;
    this.show(this.isAlone ? this.kept.read("view", (view) => ["play", "lab"].includes(view)) ?? "play" : "lab");
    this.host.replaceChildren(this.root);
  }

  addPanel(openers, name, title, content) {
    const id = `smb-${this.me}-${name}`;
    const opens = () => { this.tools.more.close(); this.open(name, !this.isOpen(name)); };
    openers.append(iconButton(title, `open-${name}`, opens, {
      "data-icon": name, "data-opens": name, "aria-expanded": "false", "aria-controls": id,
    }));
    this.panels.append(make("section", { id, class: "smb-panel", "data-panel": name, "aria-label": title, hidden: true },
      make("div", { class: "smb-panel-head" }, make("h2", {}, title),
        iconButton("Close", `close-${name}`, () => this.closePanel(), { "data-icon": "close", class: "is-close" })),
      make("div", { class: "smb-inside" }, ...content(this))));
  }

  /** Show the board to play on, or the Lab, with the panels of models, explanations and design below it. */
  show(view) {
    this.root.dataset.view = view;
    this.switch.setAttribute("aria-pressed", view === "lab");
    for (const [name] of LAB) this.opener(name).hidden = view !== "lab" || this.limited && name !== "explain";
    keepOneStop(this.openers);
  }

  /** From one view to the other; the page of a player keeps it for the next time. */
  turn() {
    const view = this.root.dataset.view === "lab" ? "play" : "lab";
    const { opened } = this.root.dataset;
    if (view === "play" && LAB.some(([name]) => name === opened)) this.open(opened, false);
    if (view === "play" && this.get("design")) this.send({ do: "design", on: false });
    this.kept?.write("view", view);
    this.show(view);
    if (view === "lab" && this.root.dataset.sheets !== "true" && !this.root.dataset.opened) this.open(this.lastOfLab ?? LAB[0][0]);
  }

  opener(name) { return this.root.querySelector(`[data-opens=${name}]`); }
  panel(name) { return this.panels.querySelector(`[data-panel=${name}]`); }
  isOpen(name) { return !this.panel(name).hidden; }

  /** Open a panel, in place of another, or close it. */
  open(name, opens = true) {
    if (opens && LAB.some(([each]) => each === name)) {
      this.show("lab");
      if (name !== "design") this.lastOfLab = name;
    }
    for (const each of this.panels.children) {
      const shown = opens && each.dataset.panel === name;
      each.hidden = !shown;
      this.opener(each.dataset.panel).setAttribute("aria-expanded", shown);
    }
    this.root.dataset.opened = opens ? name : "";
    this.lower.scrollTop = this.panels.scrollTop = 0;
    this.fitting.fit();
    this.header.startClock();
    if (opens && this.root.dataset.sheets !== "true") this.showHead(this.panel(name));
  }

  /** End the explanation, and say whether there was one; in class that is for the teacher. */
  leavePath() {
    if (!this.isExplained() || this.isLimited) return false;
    this.send({ do: "leave_path" });
    this.focusBoard();
    return true;
  }

  closePanel() {
    const { opened } = this.root.dataset;
    this.open(opened, false);
    const opener = this.opener(opened);
    (opener.checkVisibility() ? opener : this.tools.more.opener).focus(); // digits that are typed there are for the board
  }

  /** On a small screen what is told, explained and opened lies over the lower edge of the window. */
  drawSheets() {
    const small = this.root.dataset.sheets === "true";
    drawSheet(this.legend, small, "auto");
    drawSheet(this.panels, small, "auto", Boolean(this.root.dataset.opened));
    drawSheet(this.pathBar.element, small, "manual", this.isExplained());
    drawSheet(this.messages.line, small && this.messages.isSheet, "manual", true);
    drawSheet(this.messages.busy, small, "manual", !this.messages.busy.hidden);
  }

  /** Scroll the page to the head of a panel, unless it is to be seen; the messages stay above it. */
  showHead(panel) {
    const above = this.messages.element.offsetHeight + 8;
    const { top } = panel.getBoundingClientRect();
    if (top >= above && top <= window.innerHeight / 2) return;
    panel.style.scrollMarginTop = `${above}px`;
    panel.scrollIntoView({ block: "start" });
  }

  /** A button that sends one command. */
  command(text, name, command = () => ({ do: name }), props = {}) {
    this.buttons[name] = button(text, name, () => { const sent = command(); if (sent) this.send(sent); }, props);
    return this.buttons[name];
  }

  /** Send a file, or pasted text; returns the id of the last of its messages. */
  take(blob, name) {
    this.keeper.save();
    return sendInParts(this, blob, name);
  }
}

export default {
  render({ model, el }) {
    const page = new Page(model, el);
    return () => page.close();
  },
};
