// The panel Settings, and the settings that the browser keeps.

import { button, choose, field, make, paragraph, part, row, sentenceCase } from "./elements.js";
import { Storage_ } from "./storage.js";

/** One setting: a control that follows the trait and sends its changes. */
class Settings {
  constructor(page) {
    this.page = page;
    this.controls = {};
    page.watch(() => this.draw());
  }

  change(changes) { this.page.send({ do: "change", ...changes }); }

  /** A drop-down. */
  choice(name, text) {
    const control = choose(this.page.get("choices").settings[name]);
    control.addEventListener("change", () => this.change({ [name]: control.value }));
    this.controls[name] = control;
    return field(text, control, true);
  }

  /** A switch: on or off. */
  flip(name) {
    const control = make("input", { type: "checkbox", role: "switch" });
    control.addEventListener("change", () => this.change({ [name]: control.checked }));
    this.controls[name] = control;
    return make("label", { class: "smb-switch" }, control, make("span", {}, sentenceCase(this.page.get("choices").setting_switches[name])));
  }

  draw() {
    const settings = this.page.get("settings");
    for (const [name, control] of Object.entries(this.controls)) {
      if (control.type === "checkbox") control.checked = settings[name] === true;
      else control.value = settings[name];
    }
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
    place.write("settings", settings);
  });
}

export function settingsPanel(page) {
  const settings = new Settings(page);
  const flips = (...names) => names.map((name) => settings.flip(name));
  const content = [
    part("board", "Board", settings.choice("symbols", "Values shown as"), ...flips("numbers", "timer")),
    part("marking", "Marks", ...flips("tidy", "same", "peers")),
    part("colours", "Colours", settings.choice("theme", "Theme"), ...flips("patterns")),
    row(button("Usual settings", "usual-settings", () => settings.change(page.get("choices").usual))),
    paragraph(page.isAlone ? "This browser keeps the settings for the next time." : "They hold until the cell is run again. In the cell, write them as arguments: theme=\"dark\"."),
  ];
  keepSettings(page);
  return content;
}
