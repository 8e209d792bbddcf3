// What a blank cell shows: corner marks, centre marks and colours.

import { make } from "./elements.js";

/** A mark; it stands out if its digit is that of the chosen cell, or one that is looked for. */
function markOf(page, digit, gone, same) {
  const mark = make(gone ? "s" : "span", same === digit ? { class: "is-mark-same" } : {});
  mark.append(page.symbol(digit));
  return mark;
}

/** Corner marks: few stand in the corners, more of them along the edges; where all are shown, each digit has its place, as on a keypad. */
export function cornerMarks(page, shape, look) {
  const { apart } = look;
  const marks = make("span", { class: `smb-marks${look.lent ? " is-lent" : ""}${apart ? " is-apart" : ""}` });
  const digits = [...new Set([look.marks, look.removes].flatMap((each) => [...each].sort((a, b) => a - b)))]; // a hint moves no mark
  const half = Math.max(Math.ceil((look.marks.length || digits.length) / 2), 2);
  const rows = apart ? [make("span", {}), make("span", {})] : [];
  digits.forEach((d, i) => {
    const mark = markOf(page, d, look.removes.includes(d), look.markSame);
    if (!apart) mark.style.gridArea = `${Math.ceil(d / shape.marks[1])} / ${((d - 1) % shape.marks[1]) + 1}`;
    (apart ? rows[i < half ? 0 : 1] : marks).append(mark);
  });
  if (apart) {
    marks.append(...rows);
    marks.style.setProperty("--count", Math.max(half, digits.length - half, 3));
    marks.classList.toggle("is-alone", !look.centres.length);
  }
  return marks;
}

const IN_LINE = 6; // letters of centre marks; more of them stand in two lines, where no other mark is in the way

/** Centre marks: one line, as small as it must be, or two. */
export function centreMarks(page, look) {
  const marks = make("span", { class: "smb-centres" },
    ...look.centres.map((d) => markOf(page, d, look.removes.includes(d), look.markSame)));
  const letters = look.centres.reduce((sum, d) => sum + Math.max([...page.symbol(d)].length, 1), 0);
  const lines = letters > IN_LINE && !look.marks.length && !look.removes.length ? 2 : 1;
  marks.style.setProperty("--letters", Math.max(Math.ceil(letters / lines), 3));
  marks.style.setProperty("--columns", Math.ceil(look.centres.length / lines));
  return marks;
}

/** The colours of a cell, in sectors, each with its pattern if the player wants patterns. */
export function colorsOf(colors) {
  const part = 100 / colors.length;
  return make("span", { class: "smb-colors", "data-colors": colors.join(" ") }, ...colors.map((color, i) => {
    const sector = make("span", { class: "smb-color" });
    sector.style.background = groundOf(color);
    if (i) sector.style.maskImage = `conic-gradient(from 20deg, transparent ${i * part}%, #000 ${i * part}%)`;
    return sector;
  }));
}

/** The ground in a colour: its pattern lies on it. */
export const groundOf = (color) => `var(--pattern-${color}, linear-gradient(transparent, transparent)), var(--color-${color})`;
