// The board fits its window: how wide a cell is, and whether the tools stand beside the board or below it.

import { linesOfMessage } from "./messages.js";

const NOTEBOOK_SHARE = 0.8; // of the window's height
const [ROOMY_SIDE, NARROW_SIDE] = [384, 312]; // how wide the tools beside the board are at least, in pixels
const LEAST_CELL = 11;
const TOUCHED = 44; // a cell that is zoomed, in pixels
const EXPLANATION = 190; // the height of a step's explanation; of a longer one the end is below
const READ = 9; // a mark that is zoomed

export class Fitting {
  constructor(page) {
    this.page = page;
    this.again = () => {
      if (this.waits) return;
      this.waits = true;
      requestAnimationFrame(() => { this.waits = false; this.fit(); });
    };
    window.addEventListener("resize", this.again);
    this.observer = new ResizeObserver(this.again);
  }

  /** Begin to watch the sizes of the page and of what stands with the board. */
  watch() {
    for (const each of [this.page.root, this.page.header.element, this.page.controls, this.page.legend]) this.observer.observe(each);
  }

  close() {
    window.removeEventListener("resize", this.again);
    this.observer.disconnect();
  }

  fit() {
    const { page } = this;
    const { root, board } = page;
    const width = root.clientWidth;
    if (!board || !width) return;
    const large = root.dataset.projector === "true";
    const height = large || page.isAlone ? window.innerHeight : window.innerHeight * NOTEBOOK_SHARE;
    const around = board.around();
    const spare = height > 640 ? Math.round(0.05 * height) : 12; // a board that touches the window's edge looks cut off
    const stacked = large && !page.isExplained() ? page.header.element.offsetHeight + page.messages.element.offsetHeight + 24 : 0;
    const beside = Math.min(this.inRoom(height - spare - stacked, around[1]), this.inRoom(width - (width < 900 ? NARROW_SIDE : ROOMY_SIDE) - 24, around[0]));
    const full = this.inRoom(width - 12, around[0]);
    const below = Math.min(full, this.inRoom(height - this.others() - 16, around[1]));
    const isBeside = beside >= Math.max(below, LEAST_CELL) || large && width > height;
    if (root.dataset.layout !== (isBeside ? "beside" : "below")) {
      root.dataset.layout = isBeside ? "beside" : "below";
      this.again(); // the tools have another height now
    }
    root.dataset.low = height < 640;
    root.dataset.sheets = page.isAlone && !large && (!isBeside || height < 640);
    root.dataset.flat = isBeside && Boolean(root.dataset.opened) && (height < 900 || root.dataset.opened === "design");
    root.dataset.narrow = width < 480;
    const fits = isBeside ? beside : Math.max(below, Math.min(full, LEAST_CELL));
    const zoomed = Math.max(TOUCHED, Math.ceil((READ * Math.max(...board.shape.marks)) / 0.74), fits);
    const zooms = root.dataset.zoom === "true" && board.n >= 12;
    root.style.setProperty("--cell", `${Math.max(zooms ? zoomed : fits, 8)}px`);
    const tall = isBeside ? height - spare : height - this.others() - 16;
    root.style.setProperty("--frame-width", `${Math.floor(isBeside ? fits * around[0].cells + around[0].fixed : width - 12)}px`);
    root.style.setProperty("--frame-height", `${Math.max(Math.floor(tall), 160)}px`);
    const { lower, place } = page;
    root.style.setProperty("--sheet-left", isBeside ? `${Math.round(place.getBoundingClientRect().right)}px` : "0px");
    root.style.setProperty("--path-top", isBeside ? "15vh" : `${place.offsetTop + place.offsetHeight + 8}px`);
    if (lower.scrollHeight > lower.clientHeight + 1) lower.tabIndex = 0; // it scrolls
    else lower.removeAttribute("tabindex");
    page.drawSheets();
    board.links.draw();
    page.focusAtFirst();
  }

  /** Whole pixels of a cell when the board has this room. */
  inRoom(room, { cells, fixed }) { return Math.floor((room - fixed) / cells); }

  /** The height of what stands above and below the board when it is narrow. */
  others() {
    const { header, controls } = this.page;
    const tools = this.page.isExplained() ? EXPLANATION : controls.offsetHeight;
    return header.element.offsetHeight + tools + 14 + 22 * linesOfMessage();
  }

  /** In a board that is zoomed, the chosen cell is kept in view. */
  bringIntoView(k) {
    if (this.page.root.dataset.zoom === "true") this.page.board.cells[k].scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
