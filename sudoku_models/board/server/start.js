// Starts the board of `play` on its page. What Python says comes in one long answer, line by line; each command is a request.

import board from "./board.js";
import { Model } from "./model.js";

const lost = document.getElementById("lost");
const [text, button] = lost.children;
const inAddress = () => location.hash.slice(1).split("&").filter(Boolean);
const hasKey = () => inAddress().some((part) => part.startsWith("key="));
const ask = (path, token, body = "") =>
  fetch(path, { method: "POST", headers: { Authorization: `token ${token}` }, body, cache: "no-store" });

// -- the token: the key of the address, which this window keeps ----------------------------------------------------------

const kept = { // a browser may be told to keep nothing
  get token() { try { return sessionStorage.getItem("smb-token") ?? ""; } catch { return ""; } },
  set token(value) { try { sessionStorage.setItem("smb-token", value); } catch { /* then it cannot be loaded again */ } },
};

/** The key is taken out of the address; what else is there stays. */
function takeToken() {
  const key = inAddress().find((part) => part.startsWith("key="));
  if (!key) return kept.token;
  kept.token = key.slice(4);
  const rest = inAddress().filter((part) => part !== key).join("&");
  history.replaceState(history.state, "", location.pathname + (rest && `#${rest}`));
  return key.slice(4);
}

// A window without a key asks the others of this server, which nobody else can hear; then the player is asked.
const windows = new BroadcastChannel("smb-page");
let borrowed = "";

function borrow() {
  const asks = crypto.randomUUID();
  return new Promise((resolve) => {
    windows.onmessage = ({ data }) => { if (data.answers === asks) resolve(data.token); };
    windows.postMessage({ asks });
    setTimeout(() => resolve(""), 500);
  });
}

function lend(token) {
  windows.onmessage = ({ data }) => { if (data.asks && !window.smbLost) windows.postMessage({ answers: data.asks, token }); };
}

// -- the connection, in the place of the worker of a browser tab --------------------------------------------------------

class Connection {
  constructor() {
    this.queue = Promise.resolve();
    this.listeners = [];
  }

  /** Open a board; throws an error with the reason when there is none. */
  async open(token) {
    const answer = await ask("page", token);
    if (!answer.ok) throw Object.assign(new Error(), { reason: await answer.text() });
    this.lines = linesOf(answer.body);
    const { page, role } = JSON.parse((await this.lines.next()).value);
    Object.assign(this, { page, role, token });
    return this.read();
  }

  addEventListener(_, listener) { this.listeners.push(listener); }

  /** Send a command after those before it. */
  postMessage({ text: command, buffers }) {
    const body = new Blob(buffers.length ? [command, "\n", ...buffers] : [command]);
    this.queue = this.queue.then(() => ask(`page/${this.page}`, this.token, body)).catch(() => {}); // the end is told below
  }

  /** The next message of Python, or null at the end. */
  async read() {
    const { value } = await this.lines.next();
    if (!value) return null;
    const [message, ...buffers] = JSON.parse(value);
    return { text: message, buffers: buffers.map((each) => Uint8Array.from(atob(each), (char) => char.charCodeAt(0))) };
  }

  async follow() {
    try {
      for (let data = await this.read(); data; data = await this.read()) this.listeners.forEach((listener) => listener({ data }));
    } catch { /* the connection has broken */ }
  }
}

async function* linesOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
}

// -- the board -----------------------------------------------------------------------------------------------------------

/** Say something in place of the board, with a button that goes on. */
function wait(reason, label = "") {
  lost.classList.add("is-waiting");
  text.textContent = reason;
  button.textContent = label;
  button.hidden = !label;
  lost.hidden = false;
}

async function start(pressed) {
  lost.hidden = true;
  try {
    let token = takeToken();
    if (!token) {
      token = borrowed ||= await borrow();
      if (token && !pressed) { wait("A board is open in another window.", "Open one here too"); return; }
    }
    const connection = new Connection();
    const first = await connection.open(token);
    kept.token = token;
    if (connection.role === "player") lend(token); // a window of the class must not become the teacher's
    const model = new Model(JSON.parse(first.text).traits, connection, () => {});
    board.render({ model, el: document.getElementById("board") });
    lost.classList.remove("is-waiting");
    connection.follow().then(() => watch(token));
  } catch (error) {
    if (error.reason === undefined) console.error(error);
    wait(error.reason ?? "The program that draws the board does not answer. Start it again with: sudoku-models play", "Try again");
  }
}

// -- when it has ended: a board that does not answer is a riddle, so say what has happened --------------------------------

/** The hook of the board: `smbLost` is why there is no board any more; the event `smb-lost` tells of a change. */
function say(reason, goesOn = false) {
  if (window.smbLost === reason) return;
  window.smbLost = reason;
  text.textContent = reason;
  button.textContent = "Continue";
  button.hidden = !goesOn;
  lost.hidden = false;
  dispatchEvent(new CustomEvent("smb-lost", { detail: { reason, goesOn } }));
}
window.smbLost = "";
window.smbGoOn = () => location.reload();

async function watch(token) {
  try {
    const answer = await ask("alive", token);
    if (answer.ok) say("The connection to the program that draws this board was interrupted. Your game is kept.", true);
    else say("The program that draws this board was started anew. Open the address that it has printed.");
  } catch { say("The program that draws this board has ended. Start it again with: sudoku-models play"); }
  setTimeout(() => watch(token), 3000);
}

button.addEventListener("click", () => (window.smbLost ? window.smbGoOn() : start(true)));
// A browser may keep the whole page, and show it again to who comes back: its board has ended, so it begins anew.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
// A new address in the same window, with another key, is only another fragment.
addEventListener("hashchange", () => { if (hasKey()) location.reload(); });

if (document.body.dataset.linked === "true" && !hasKey()) wait("Another page has led here.", "Open the board");
else start(false);
