// Icons: lines on a 24 by 24 ground, of one weight, in the colour of the text around them.

import { button, draw, make } from "./elements.js";

const ICONS = {
  // tools
  undo: ["M8 5 3.5 9.5 8 14", "M3.5 9.5H14a6 6 0 0 1 0 12h-3"],
  redo: ["m16 5 4.5 4.5L16 14", "M20.5 9.5H10a6 6 0 0 0 0 12h3"],
  erase: ["M9 20h11", "m5 16 9.5-10.5a2 2 0 0 1 2.8-.1l2.6 2.4a2 2 0 0 1 .1 2.8L11.5 20H8.6L5 16.7a.5.5 0 0 1 0-.7Z", "m10 10.5 5.5 5"],
  hint: ["M9 18h6M10 21h4", "M12 3a6 6 0 0 0-3.7 10.7c.8.7 1.2 1.4 1.2 2.3h5c0-.9.4-1.6 1.2-2.3A6 6 0 0 0 12 3Z"],
  check: ["m4.500 12.500 5 5L19.500 7"],
  highlight: ["M4 20h6", "m13 5 6 6-7 7H7v-5Z", "m10 8 6 6"],
  more: ["M5 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z", "M12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z", "M19 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z"],
  restart: ["M4 4v5h5", "M4.6 9A8 8 0 1 1 4 13.5"],
  projector: ["M3 4.5h18v12H3Z", "M12 16.5V20M8 20.5h8"],
  zoom: ["M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z", "m15.5 15.5 5 5", "M10.5 8v5M8 10.5h5"],
  print: ["M7 8V3.5h10V8", "M7 17H4V8.5h16V17h-3", "M7 13.5h10v7H7Z"],
  new: ["M12 5v14M5 12h14"],
  rules: ["M5 4h14v16H5Z", "M8.5 8.5h7M8.5 12h7M8.5 15.5h4"],
  pause: ["M9 5v14M15 5v14"],
  play: ["M7.5 4.5v15L19 12Z"],
  close: ["m6 6 12 12M18 6 6 18"],
  // the kinds of entry
  digit: ["M4 4h16v16H4Z", "m10 9.5 2.5-2v9"],
  corner: ["M4 4h16v16H4Z", "M8 7.5v2.5M16 7.5v2.5M8 14v2.5"],
  centre: ["M4 4h16v16H4Z", "M9 10.8v2.4M12 10.8v2.4M15 10.8v2.4"],
  color: ["M12 3.5a8.5 8.5 0 1 0 0 17c1.2 0 1.8-.8 1.8-1.7 0-1.4-1-1.6-1-2.7 0-.9.7-1.6 1.7-1.6H17a3.7 3.7 0 0 0 3.5-3.8c0-4-3.8-7.2-8.5-7.2Z", "M8 12h.01M10 8h.01M15 8.2h.01"],
  // steps of a path
  first: ["M6 5v14", "M18 5.5 9.5 12l8.5 6.5Z"],
  previous: ["m15 5-7.5 7L15 19"],
  next: ["m9 5 7.5 7L9 19"],
  last: ["M18 5v14", "M6 5.5 14.5 12 6 18.5Z"],
  // panels
  explain: ["M5 18.5V8.5M5 5.5h.01", "M9.5 6h9M9.5 12h9M9.5 18h9"],
  puzzle: ["M4 4h16v16H4Z", "M9.33 4v16M14.67 4v16M4 9.33h16M4 14.67h16"],
  design: ["m4 20 1-4.5L15.5 5a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5L8.5 19Z", "m13.5 7 3.5 3.5"],
  settings: ["M4 7h9M17 7h3M4 17h3M11 17h9", "M15 4.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z", "M9 14.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z"],
  games: ["M5 20v-6M10 20V9M15 20v-8M20 20V4"],
  lab: ["M9.5 3.5h5M10.500 3.500v6L5 19a1 1 0 0 0 .9 1.500h12.200a1 1 0 0 0 .9-1.500L13.500 9.500v-6", "M7.500 15h9"],
  model: ["M5 4v16h15", "m8.5 16 3.5-4.5 3 2L20 7"],
  help: ["M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Z", "M9.6 9.6a2.5 2.5 0 1 1 3.6 2.4c-.8.4-1.2.9-1.2 1.8", "M12 16.8h.01"],
};

/** An icon by its name; a screen reader passes over it, so what it stands on needs a name. */
export function icon(name) {
  return draw("svg", { class: "smb-icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    ...ICONS[name].map((d) => draw("path", { d })));
}

/** A button with an icon, and its name below or beside it. */
export function iconButton(text, name, click, props = {}) {
  const made = button("", name, click, props);
  made.append(icon(props["data-icon"] ?? name), make("span", { class: "smb-name" }, text));
  return made;
}
