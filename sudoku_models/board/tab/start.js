// Starts the board on its page: it is drawn from the state of a new game, and its Python is loaded in a worker meanwhile.

import board from "./board.js";
import { Model } from "./model.js";

const LOADING = "You can play while Python is loaded";
const SHOWN = "sudoku-models:shown"; // what this window showed when its game was kept last
const read = (id) => JSON.parse(document.getElementById(id).textContent);

/** The state to draw before Python is there: of the game that will come back after a reload, else of a new one. */
function firstState() {
  const first = read("first");
  try {
    const shown = JSON.parse(sessionStorage.getItem(SHOWN));
    const playing = JSON.parse(sessionStorage.getItem("sudoku-models:playing"));
    if (shown && playing?.value.id === shown.status.id && !location.hash) {
      Object.assign(first, shown, { busy: {}, path: {}, report: first.report, highlights: first.highlights, choices: first.choices });
      first.clock.running = false;
      first.status.isBack = true;
    }
    const { value: kept = {} } = JSON.parse(localStorage.getItem("sudoku-models:settings")) ?? {};
    for (const name of ["theme", "numbers", "timer"]) {
      if (typeof kept[name] === typeof first.settings[name]) first.settings[name] = kept[name];
    }
  } catch { /* nothing was kept, or it is damaged */ }
  Object.assign(first.status, { text: LOADING, tone: "plain", messages: -2, loading: true });
  return first;
}

const worker = new Worker("worker.js", { type: "module" });
worker.postMessage({ start: read("python") });
const model = new Model(firstState(), worker);
model.on("msg:custom", (message) => {
  if (message.autosave === undefined) return;
  try { sessionStorage.setItem(SHOWN, JSON.stringify(model.traits)); } catch { /* it works without */ }
});

/** Say at the lower edge why there is no Python. The board's own notice of it would come too late. */
function lose(reason) {
  const lost = document.getElementById("lost");
  lost.firstChild.textContent = `Python has not started (${reason}). Hints and new puzzles need it; your game is kept.`;
  lost.hidden = false;
  model.take({ traits: { status: { ...model.get("status"), text: "", messages: -3 } } });
  window.smbLost = reason;
  dispatchEvent(new CustomEvent("smb-lost", { detail: { reason } }));
}
worker.addEventListener("error", (event) => lose(event.message || "its script cannot be loaded"));
worker.addEventListener("message", ({ data }) => { if (data.failed) lose(data.failed); });
document.querySelector("#lost button").addEventListener("click", () => location.reload());

board.render({ model, el: document.getElementById("board") });
