// The game is kept in the browser after every move, and comes back after a reload.

import { button, make } from "./elements.js";
import { LONGEST_GAME, Storage_, contentOf, isGame, keepGame, keepSolved, titleOf } from "./storage.js";
import { Unsaved } from "./unsaved.js";

const SAVE_MS = 700; // between two savings, at least
const LONGEST_RETURN_MS = 10_000; // until the board is shown although the game has not come back

export class Keeper {
  constructor(page) {
    this.page = page;
    this.place = new Storage_("localStorage");
    this.tab = new Storage_("sessionStorage"); // of this window alone
    this.coming = null; // the puzzle of the game that comes back
    this.ids = null;
    this.unsaved = new Unsaved(page);
    this.onKept = () => {};
    this.last = 0;
    this.isRestoring = false;
    this.offer = make("div", { class: "smb-offer", role: "group", "aria-label": "A game that can go on", hidden: true });
    page.messages.element.append(this.offer);
    page.watch(() => this.follow());
    page.hear((message) => { if (message.received && message.received === this.sent) this.isTaken = true; });
    page.hear((message) => { if (message.page === page.me && typeof message.autosave === "string") this.keep(message); });
    page.hear((message) => { if (typeof message.replaced === "string") this.keepReplaced(message); });
    this.slot = `game:design-${page.me}`; // the design of this window, whose puzzle changes with each move
    const now = () => { if (document.visibilityState === "hidden") this.save(); };
    document.addEventListener("visibilitychange", now);
    page.ending.push(() => { document.removeEventListener("visibilitychange", now); clearTimeout(this.timer); });
  }

  get status() { return this.page.get("status"); }

  /** Digits that the player has entered. */
  get entered() {
    const givens = this.page.get("givens");
    return this.page.get("values").filter((digit, k) => digit && !givens[k]).length;
  }

  /** Cells without a digit that have marks or colours. */
  get marked() {
    const [values, ...kinds] = ["values", "marks", "centres", "colors"].map((name) => this.page.get(name));
    return values.filter((digit, k) => !digit && kinds.some((kind) => kind[k]?.length)).length;
  }

  // -- coming back ---------------------------------------------------------------------------------------------------

  /** At the start: the puzzle of the address, else the game that this window showed before a reload. */
  begin() {
    if (!this.page.isAlone || this.page.isShared) return;
    this.openAddress();
    const opened = () => this.openAddress();
    window.addEventListener("hashchange", opened);
    this.page.ending.push(() => window.removeEventListener("hashchange", opened));
    const game = this.isRestoring ? null : this.tab.read("playing", isGame);
    this.wasHere = Boolean(game);
    if (game) this.goOn(game);
  }

  /** Open the puzzle of a link, which is behind the # of the address; a server never sees it. */
  openAddress() {
    if (!location.hash.startsWith("#puzzle=")) return;
    const text = location.href;
    history.replaceState(null, "", location.pathname + location.search);
    this.bring(new Blob([text]), "the link");
  }

  /** Continue a game. */
  goOn(game) {
    this.coming = game.id;
    this.designed = game.design ? game.id : null;
    this.slot = game.slot ?? this.slot;
    this.hideOffer();
    this.bring(new Blob([game.text]), game.title || "the game");
  }

  /** Send a game or a puzzle; until it is there, the board is covered, unless it shows it already. */
  bring(blob, name) {
    this.isRestoring = true;
    this.waits = !this.status.isBack;
    this.patience();
    this.page.drawCover();
    this.page.take(blob, name).then((id) => { this.sent = id; });
  }

  /** After some time the board is shown all the same, but not before Python is there. */
  patience() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { if (this.page.isLoading) this.patience(); else this.isBack(); }, LONGEST_RETURN_MS);
  }

  /** The game is there, or cannot be read: the board is shown. */
  isBack() {
    clearTimeout(this.waiting);
    const hadCover = this.waits;
    this.isRestoring = this.waits = false;
    this.sent = this.isTaken = null;
    if (this.designed && this.designed === this.status.id) {
      if (!this.page.get("design")) this.page.send({ do: "design", on: true });
      if (this.page.root.dataset.sheets !== "true") this.page.open("design");
    }
    this.designed = null;
    if (this.wasHere) this.unsaved.makeAgain();
    this.wasHere = false;
    this.page.drawCover();
    if (hadCover && this.page.isAlone) this.page.focusBoard();
    this.follow();
  }

  /** Offer to continue a game of the puzzle that was opened, or the design that it has taken the place of. */
  look() {
    this.hideOffer();
    const { id } = this.status;
    const design = this.replaced?.by === id ? this.replaced : null;
    const game = design ?? (id && !this.entered && !this.marked && !this.page.get("design") ? this.place.read(`game:${id}`, isGame) : null);
    if (!game || this.page.get("mode") === "class") return;
    const text = design ? `${this.place.place ? "Kept in My games" : "The board before"}: ${titleOf(game)}, ${contentOf(game)}.` : `You have begun this puzzle before: ${contentOf(game)}.`;
    this.offer.replaceChildren(make("span", {}, text),
      button("Continue", "go-on", () => this.goOn(game), { class: "is-main" }),
      button(design ? "Close" : "Begin anew", "begin-anew", () => { this.replaced = null; this.hideOffer(); this.page.focusBoard(); }));
    this.offered = design ? null : game;
    this.offer.hidden = false;
  }

  hideOffer() { this.offer.hidden = true; this.offered = null; }

  // -- following the game --------------------------------------------------------------------------------------------

  follow() {
    const { status } = this;
    if (status.id === undefined) return;
    if (this.isRestoring && status.id === this.coming && (status.undo || status.redo)) {
      this.ids = status.id;
      this.isBack();
      return;
    }
    if (this.waits && this.isTaken && !this.page.get("busy").what) { this.isBack(); return; }
    if (this.isRestoring) return;
    if (this.ids !== status.id) {
      this.ids = status.id;
      this.look();
      this.last = 0; // another puzzle is kept at once
    }
    const now = JSON.stringify([status.id, status.finished, status.about, ...["values", "marks", "centres", "colors", "design"].map((name) => this.page.get(name))]);
    if (now !== this.saved) this.saveSoon();
    this.saved = now;
  }

  saveSoon() {
    clearTimeout(this.timer);
    const wait = Math.max(this.last + SAVE_MS - Date.now(), 0);
    this.timer = setTimeout(() => this.save(), wait);
  }

  save() {
    if (this.isRestoring || this.page.get("path")?.steps || (this.page.isAlone && this.page.isShared)) return;
    this.last = Date.now();
    this.page.send({ do: "autosave", page: this.page.me });
  }

  /** Keep the text of the game that Python has sent. */
  keep({ autosave: text, id }) {
    const { status } = this;
    if (id !== status.id || this.isRestoring || text.length > LONGEST_GAME) return;
    const game = {
      id, text, title: status.title ?? status.name ?? "", level: status.level ?? "", size: this.page.get("board").size, hints: status.hints ?? 0,
      digits: this.entered, marked: this.marked, seconds: this.page.header.seconds, when: Date.now(),
    };
    if (this.page.get("design")) Object.assign(game, { design: true, slot: this.slot, rules: this.page.get("board").rules?.length ?? 0, digits: this.page.get("givens").filter(Boolean).length });
    else this.place.remove(this.slot);
    if (this.page.isAlone) this.tab.write("playing", game);
    this.unsaved.saved();
    const name = game.slot ?? `game:${id}`;
    const isEmpty = !status.undo && !game.digits && !game.marked;
    if (status.by_hand && !game.design) keepSolved(this.place, { ...game, text: "" });
    if (status.finished || isEmpty && status.redo && !this.offered) this.place.remove(name);
    else if (!isEmpty && (!game.design || this.page.isAlone)) { // a notebook has its design in Python
      if (this.offered?.id === id) { // the older game makes room, and stays in the list
        keepGame(this.place, `${name}:before`, this.offered);
        this.hideOffer();
      }
      keepGame(this.place, name, game);
    }
    this.onKept();
  }

  /** Keep the design that another puzzle takes the place of. */
  keepReplaced({ replaced: text, id, by, ...about }) {
    if (this.page.isShared) return;
    this.place.remove(this.slot);
    this.replaced = { id, by, text, ...about, marked: 0, seconds: 0, when: Date.now(), design: true };
    keepGame(this.place, `game:${id}`, this.replaced);
    this.look();
    this.onKept();
  }
}
