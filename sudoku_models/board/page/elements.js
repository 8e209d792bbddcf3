// Making elements of the page.

/** An element with its properties, attributes and children. Strings become text. */
export function make(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name in element && !name.startsWith("aria")) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An element of a drawing. */
export function draw(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...children);
  return element;
}

export function button(text, name, click, props = {}) {
  return make("button", { type: "button", "data-do": name, onclick: click, ...props }, text);
}

/** A control with its label. */
export function field(text, control, wide = false) {
  return make("label", { class: wide ? "smb-field is-wide" : "smb-field" }, make("span", {}, text), control);
}

/** A drop-down of names, each with a title or none. */
export function choose(options, value = "") {
  const entries = Array.isArray(options) ? options.map((name) => [name, name]) : Object.entries(options);
  const select = make("select", {}, ...entries.map(([name, text]) => make("option", { value: name }, `${text}`)));
  if (value !== "") select.value = value;
  return select;
}

export const number = (value, min, max) => make("input", { type: "number", value, min, max, step: 1 });
/** A note that describes the current choice. */
export function described(select, text) {
  const note = paragraph("");
  const show = () => { note.textContent = text(select.value); };
  select.addEventListener("change", show);
  show();
  return note;
}

export const row = (...children) => make("div", { class: "smb-row" }, ...children);
export const paragraph = (text) => make("p", { class: "smb-note" }, text);

/** A part of a panel with its heading. */
export function part(name, title, ...children) {
  return make("div", { class: "smb-part", "data-part": name }, make("h3", {}, title), ...children);
}

/** A text with a capital at its beginning, unless it begins with the short name of a cell. */
export const sentenceCase = (text) => (/^r\d+c\d+/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
export const withStop = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);
