// The page notices that the program behind the board has ended, or does not answer, and offers to go on.

const PATIENCE_MS = 10_000;

class Lifeline {
  constructor(page) {
    this.page = page;
    this.waiting = new Map(); // command -> when it was sent
    this.text = make("span", {});
    this.goOn = button("Go on", "go-on-anew", () => this.again(), { class: "is-main", hidden: true });
    this.element = make("div", { class: "smb-lost", role: "alert", hidden: true }, this.text, this.goOn);
    const send = page.send.bind(page);
    page.send = (...command) => {
      const id = send(...command);
      this.waiting.set(id, Date.now());
      return id;
    };
    onMessages(page, (message) => {
      if (!message.received) return;
      this.waiting.delete(message.received);
      if (this.page.root.dataset.lost === "busy") this.found();
    });
    const live = () => { if (this.isDead()) this.lose("ended"); };
    page.model.on("comm_live_update", live);
    const timer = setInterval(() => this.look(), 1000);
    page.ending.push(() => { page.model.off("comm_live_update", live); clearInterval(timer); });
  }

  isDead() { return this.page.model.get?.("_comm_live") === false || this.page.model.comm_live === false; }

  look() {
    const [first] = this.waiting.values();
    if (first && Date.now() - first > PATIENCE_MS && !this.page.root.dataset.lost) this.lose("busy");
  }

  lose(how) {
    const inNotebook = !this.page.isAlone;
    this.page.root.dataset.lost = how;
    this.text.textContent = how === "busy"
      ? `The ${inNotebook ? "notebook's kernel" : "board's program"} is busy, or has ended.${inNotebook ? " If it has ended, run the cell again; your game is kept and will be offered." : ""}`
      : inNotebook ? "The notebook's kernel has ended. Run the cell again; your game is kept and will be offered."
        : "The program behind this board has ended. Your game is kept.";
    this.goOn.hidden = inNotebook || how === "busy";
    this.element.hidden = false;
  }

  found() {
    delete this.page.root.dataset.lost;
    this.element.hidden = true;
  }

  again() { location.reload(); }
}
