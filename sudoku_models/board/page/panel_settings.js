// The panel Settings, and the settings that the browser keeps.

import { button, choose, field, make, paragraph, part, row, sentenceCase } from "./elements.js";
import { Storage_ } from "./storage.js";

/** One setting: a control that follows the trait and sends its changes. */
class Settings {
  constructor(page) {
    this.page = page;
    this.controls = {};
    page.watch(() => this.draw());
    requestAnimationFrame(() => this.draw()); // by then the page is in its window, and has its colours
  }

  change(changes) { this.page.send({ do: "change", ...changes }); }

  /** A drop-down, a colour or a number. */
  add(name, text, control, wide = false) {
    control.addEventListener("change", () => this.change({ [name]: control.value }));
    this.controls[name] = control;
    return field(text, control, wide);
  }

  /** A switch: on or off. */
  flip(name, text) {
    const control = make("input", { type: "checkbox", role: "switch" });
    control.addEventListener("change", () => this.change({ [name]: control.checked }));
    this.controls[name] = control;
    return make("label", { class: "smb-switch" }, control, make("span", {}, text));
  }

  /** The size of the cells: as the window has room, or a number of pixels. */
  size() {
    const [least, most] = this.page.get("choices").pixels;
    const range = make("input", { type: "range", min: least, max: most, step: 2 });
    const fit = make("input", { type: "checkbox", role: "switch" });
    const shown = field("Size of the cells", range);
    const send = () => this.change({ pixels: fit.checked ? 0 : Number(range.value) });
    range.addEventListener("input", send);
    fit.addEventListener("change", () => { shown.hidden = fit.checked; send(); });
    this.drawSize = (pixels) => {
      fit.checked = !pixels;
      shown.hidden = fit.checked;
      if (pixels) range.value = pixels;
      else range.value = Math.round(this.page.board?.cells[0].getBoundingClientRect().width ?? 52);
    };
    return [make("label", { class: "smb-switch" }, fit, make("span", {}, "The board fits the window")), shown];
  }

  /** What stands for the digits. */
  symbols() {
    const select = choose({ digits: "1 2 3 … A B", letters: "A B C …", own: "symbols of your own" });
    const own = make("input", { type: "text", maxLength: 400, placeholder: "🐶🐱🐭🐹🐰🦊🐻🐼🐨" });
    const wide = field("Signs, one for each value", own, true);
    let wantsOwn = false; // until the symbols have been entered
    select.addEventListener("change", () => {
      wantsOwn = select.value === "own";
      wide.hidden = !wantsOwn;
      if (wantsOwn) own.focus();
      else this.change({ symbols: select.value });
    });
    own.addEventListener("change", () => this.change({ symbols: own.value }));
    this.drawSymbols = (symbols) => {
      if (own.getRootNode().activeElement === own) return;
      const isOwn = !["digits", "letters"].includes(symbols);
      if (isOwn) wantsOwn = false;
      select.value = isOwn || wantsOwn ? "own" : symbols;
      wide.hidden = select.value !== "own";
      if (isOwn && !own.value) own.value = [symbols].flat().join(" ");
    };
    return [field("Values shown as", select), wide];
  }

  draw() {
    const settings = this.page.get("settings");
    const key = JSON.stringify([settings, this.page.root.dataset.theme, this.page.root.isConnected]);
    if (this.drawn === key) return;
    this.drawn = key;
    for (const [name, control] of Object.entries(this.controls)) {
      if (control.type === "checkbox") control.checked = settings[name] === true;
      else if (control.type === "color") control.value = settings[name] || this.usualColour(name);
      else control.value = settings[name];
    }
    this.drawSize(settings.pixels);
    this.drawSymbols(settings.symbols);
  }

  usualColour(name) {
    const probe = make("i", { style: `color: var(--${name})` });
    this.page.root.append(probe);
    const parts = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3);
    probe.remove();
    return `#${parts.map((each) => Math.round(Number(each)).toString(16).padStart(2, "0")).join("")}`;
  }
}

/** Keep the settings for the next time. In a notebook, the cell says what they are. */
function keepSettings(page) {
  if (!page.isAlone || page.isLimited) return; // in class they are the teacher's
  const place = new Storage_("localStorage");
  const kept = place.read("settings", (value) => value !== null && typeof value === "object");
  const usual = page.get("choices").usual ?? page.get("settings");
  const known = Object.entries(kept ?? {}).filter(([name, value]) => name in usual && ["string", "number", "boolean"].includes(typeof value) && value !== usual[name]);
  for (const [name, value] of known) page.send({ do: "change", [name]: value });
  let before = JSON.stringify(page.get("settings"));
  page.watch(() => {
    const settings = page.get("settings");
    const now = JSON.stringify(settings);
    if (now === before) return;
    before = now;
    place.write("settings", Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, Array.isArray(value) ? value.join(" ") : value])));
  });
}

const SHORT_CHOICES = {
  entry: { refuse: "accept only digits that fit", mark: "accept every digit, and mark clashes" },
  click: { picker: "a second click shows the values", cycle: "each further click writes the next value" },
};

export function settingsPanel(page) {
  const choices = page.get("choices");
  const settings = new Settings(page);
  const choice = (name, text) => settings.add(name, text, choose({ ...choices.settings[name], ...SHORT_CHOICES[name] }), true);
  const colour = (name, text) => settings.add(name, text, make("input", { type: "color" }));
  const content = [
    part("board", "Board", ...settings.size(), ...settings.symbols(),
      settings.flip("numbers", "Rows and columns are numbered"), settings.flip("timer", "The time is shown")),
    part("entering", "Entering", choice("entry", "Entering"), choice("click", "Clicking")),
    part("marking", "Marks",
      settings.flip("tidy", "A digit that is entered removes the marks that it rules out"),
      settings.flip("same", "Equal digits and marks are highlighted"),
      settings.flip("peers", "The row, column and box of the chosen cell are shaded")),
    part("colours", "Colours", choice("theme", "Theme"), settings.flip("patterns", "Each colour of cells has a pattern of its own"),
      row(...Object.entries(choices.colours).map(([name, text]) => colour(name, sentenceCase(text))),
        button("Usual colours", "usual-colours", () => settings.change({ given: "", entered: "", accent: "" })))),
    row(button("Usual settings", "usual-settings", () => settings.change(choices.usual))),
    paragraph(page.isAlone ? "This browser keeps the settings for the next time." : "They hold until the cell is run again. In the cell, write them as arguments: theme=\"dark\"."),
  ];
  keepSettings(page);
  return content;
}
