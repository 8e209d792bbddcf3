// The page notices that the program behind the board has ended, or does not answer, and offers to go on.

const PATIENCE_MS = 10_000;

class Lifeline {
  constructor(page) {
    this.page = page;
    this.waiting = new Map(); // command -> when it was sent
    this.text = make("span", {});
    this.goOn = button("Go on", "go-on-anew", () => this.goOnAnew(), { class: "is-main", hidden: true });
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
    const timer = setInterval(() => this.look(), 1000);
    page.ending.push(() => { page.model.off("comm_live_update", changed); clearInterval(timer); });
  }

  /** Note each command, until Python has received it. */
  watchCommands() {
    const { page } = this;
    const send = page.send.bind(page);
    page.send = (...command) => {
      try {
        const id = send(...command);
        this.waiting.set(id, Date.now());
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
    if (first && Date.now() - first > PATIENCE_MS && !this.page.root.dataset.lost) this.lose("busy");
  }

  /** Say that the board does not answer; `how` is "busy" or "ended". */
  lose(how) {
    const { root, isAlone } = this.page;
    root.dataset.lost = how;
    const again = "Run the cell again; your game is kept and will be offered.";
    this.text.textContent = isAlone
      ? `The program behind this board ${how === "busy" ? "is busy, or has ended" : "has ended"}. Your game is kept.`
      : how === "busy" ? `The notebook's kernel is busy, or has ended. If it has ended: ${again.charAt(0).toLowerCase()}${again.slice(1)}`
        : `The notebook's kernel has ended. ${again}`;
    this.goOn.hidden = !isAlone;
    this.element.hidden = false;
  }

  found() {
    delete this.page.root.dataset.lost;
    this.element.hidden = true;
  }

  /** On the page of `play`, load the page again: it has a new board, and the game comes back. */
  goOnAnew() { location.reload(); }
}

/** The picture that a saved notebook shows: beside the live board it is not needed. */
function hidePicture(page) {
  const { picture } = page.get("choices");
  const show = (display) => {
    for (const each of document.querySelectorAll(`.smb-picture[data-board="${CSS.escape(picture ?? "")}"]`)) {
      (each.closest(".jp-OutputArea-child") ?? each).style.display = display;
    }
  };
  show("none");
  const timer = setTimeout(() => show("none"), 1000); // a notebook may draw its outputs in any order
  page.ending.push(() => { clearTimeout(timer); });
}
