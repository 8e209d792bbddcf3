// The header: what is played, how long, and a new game.

const NEW_SIZES = [4, 6, 9, 12, 16];

class Header {
  constructor(page) {
    this.page = page;
    this.title = make("p", { class: "smb-title" });
    this.about = make("p", { class: "smb-about" });
    this.badge = make("p", { class: "smb-badge", role: "status" });
    this.clock = make("span", { class: "smb-time" });
    this.pause = button("", "pause", () => page.pause(!page.paused), { class: "smb-timer" });
    this.game = new Popover(iconButton("New game", "new", () => {}, { class: "is-main" }), this.menu());
    this.element = make("header", { class: "smb-header" }, this.title, this.pause, this.game.element,
      make("div", { class: "smb-facts" }, this.about, this.badge));
    this.ticking = setInterval(() => this.tick(), 500);
  }

  close() { clearInterval(this.ticking); }

  /** A button for each size and level, as in a table. */
  menu() {
    const { levels, largest_with_level: largest } = this.page.get("choices");
    const last = remembered("smb-new-game");
    const game = (size, level, text) => button(text, "new-game", () => this.start(size, level), {
      "data-size": size, "data-level": level, "aria-label": `${size} by ${size}, ${level || "any level"}`,
      class: last === `${size} ${level}` ? "is-last" : "",
    });
    return make("div", { class: "smb-popover smb-new", role: "dialog", "aria-label": "New game" },
      ...NEW_SIZES.map((size) => make("div", { class: "smb-new-row" }, make("span", { "aria-hidden": "true" }, `${size} × ${size}`),
        ...(size <= largest ? levels.map((level) => game(size, level, level)) : [game(size, "", "any level")]))));
  }

  start(size, level) {
    remember("smb-new-game", `${size} ${level}`);
    for (const each of this.game.content.querySelectorAll("button")) {
      each.classList.toggle("is-last", each.dataset.size === `${size}` && each.dataset.level === level);
    }
    this.game.close();
    this.page.focusBoard();
    this.page.send({ do: "random", size, level, seed: "" });
  }

  draw() {
    const { page } = this;
    const [status, clock] = [page.get("status"), page.get("clock") ?? {}];
    this.title.textContent = status.title || status.name || "Sudoku";
    const { n } = page.board;
    const level = status.level ? [status.level[0].toUpperCase() + status.level.slice(1)] : [];
    const givens = status.givens ?? page.get("givens").filter(Boolean).length;
    this.about.textContent = [...level, `${n} × ${n}`, `${givens} givens`].join(" · ");
    const [badge, tone] = status.badge;
    if (this.badge.dataset.text !== badge) {
      page.say(this.badge, badge, tone);
      this.badge.title = badge; // where it is cut off
    }
    if (this.since?.clock !== clock) this.since = { clock, at: performance.now() };
    if (clock.running) page.paused = false;
    this.pause.hidden = page.get("settings").timer === false || clock.seconds === undefined;
    this.tick();
  }

  /** The time goes on from what Python has said. */
  tick() {
    const { clock, at } = this.since ?? {};
    if (!clock) return;
    const seconds = Math.floor((clock.seconds ?? 0) + (clock.running ? (performance.now() - at) / 1000 : 0));
    const two = (value) => `${value}`.padStart(2, "0");
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const text = h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
    const { paused } = this.page;
    const key = `${text} ${paused} ${clock.running}`;
    if (this.pause.dataset.key === key) return;
    this.pause.dataset.key = key;
    this.clock.textContent = text;
    this.pause.disabled = !clock.running && !paused;
    this.pause.setAttribute("aria-label", `${paused ? "Go on" : "Pause"}, time ${text}`);
    this.pause.replaceChildren(this.clock, icon(paused ? "play" : "pause"));
  }
}

/** What the browser keeps for this page; without its storage nothing is kept. */
function remembered(key) {
  try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
}

function remember(key, text) {
  try { localStorage.setItem(key, text); } catch { /* it works without */ }
}
