// The page notices that the program behind the board has ended, or does not answer, and offers to go on.

import { button, make } from "./elements.js";

const PATIENCE_MS = 10_000;

export class Lifeline {
  constructor(page) {
    this.page = page;
    this.waiting = new Map(); // command -> when it was sent
    this.text = make("span", {});
    this.goOn = button("Continue", "go-on-anew", () => this.goOnAnew(), { class: "is-main", hidden: true });
    this.element = make("div", { class: "smb-lost", role: "alert", hidden: true }, this.text, this.goOn);
    page.messages.element.append(this.element);
    this.watchCommands();
    page.hear((message) => {
      if (!message.received) return;
      this.waiting.delete(message.received);
      this.found();
    });
    // The notebook tells its widgets when their kernel has been restarted, and when it has come back.
    const changed = () => this.ask();
    page.model.on("comm_live_update", changed);
    // The page of `play` looks after its kernel, and says itself what has happened to it.
    const told = (event) => this.mark(event.detail.reason ? "ended" : "");
    window.addEventListener("smb-lost", told);
    const timer = setInterval(() => this.look(), 1000);
    page.ending.push(() => {
      page.model.off("comm_live_update", changed);
      window.removeEventListener("smb-lost", told);
      clearInterval(timer);
    });
  }

  /** Note each command, until Python has received it. */
  watchCommands() {
    const { page } = this;
    const send = page.send.bind(page);
    page.send = (...command) => {
      try {
        const id = send(...command);
        if (id) this.waiting.set(id, Date.now());
        return id;
      } catch (error) { // the notebook has no kernel
        this.lose("ended");
        return "";
      }
    };
  }

  /** Whether the kernel still knows this board: it answers, or the message stays. */
  ask() {
    this.lose("ended");
    this.page.send({ do: "ready" });
  }

  look() {
    const [first] = this.waiting.values();
    const { limit = 0 } = this.page.get("choices").in_place ? this.page.get("busy") : {}; // a task holds up the answers
    if (this.page.isLoading) this.waiting.forEach((_, id) => this.waiting.set(id, Date.now()));
    else if (first && Date.now() - first > PATIENCE_MS + 1000 * limit && !this.page.root.dataset.lost) this.lose("busy");
  }

  /** Say that the board does not answer; `how` is "busy" or "ended". */
  lose(how) {
    const { isAlone } = this.page;
    this.mark(how);
    if (isAlone && window["smbLost"]) return;
    this.text.textContent = isAlone
      ? `The program behind this board ${how === "busy" ? "is busy, or has ended" : "has ended"}. Your game is kept.`
      : how === "busy" ? "The notebook's kernel is busy, or has ended. If it has ended, run the cell again; your game is kept and will be offered."
        : "The notebook's kernel has ended. Run the cell again; your game is kept and will be offered.";
    this.goOn.hidden = !isAlone;
    this.element.hidden = false;
  }

  /** Mark the board: "busy", "ended", or "" when all is well. */
  mark(how) {
    if (how) this.page.root.dataset.lost = how;
    else delete this.page.root.dataset.lost;
    if (how !== "busy") this.element.hidden = true;
  }

  found() { if (this.page.root.dataset.lost) this.mark(""); }

  /** On the page of `play`, load the page again: it has a new board, and the game comes back. */
  goOnAnew() {
    if (window["smbGoOn"]) window["smbGoOn"]();
    else location.reload();
  }
}

/** The picture that a saved notebook shows: beside the live board it is not needed. */
export function hidePicture(page) {
  const { picture } = page.get("choices");
  const show = (display) => {
    for (const each of document.querySelectorAll(`.smb-picture[data-board="${CSS.escape(picture ?? "")}"]`)) {
      /** @type {HTMLElement} */ (each.closest(".jp-OutputArea-child") ?? each).style.display = display;
    }
  };
  show("none");
  const timer = setTimeout(() => show("none"), 1000); // a notebook may draw its outputs in any order
  page.ending.push(() => { clearTimeout(timer); });
}
