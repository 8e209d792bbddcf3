/* What a page of JupyterLite does before its own scripts: it says what is being loaded, and begins with Python.

It is the body of a function of `SIZES`: of the `page`, of `python` where there is one, in bytes, and where they come `from`.
A link of a lesson to a page of the course leads to that page of the book, which stands beside this folder.
*/

const MB = (bytes) => (bytes / 1e6).toFixed(1);
const note = Object.assign(document.createElement("div"), { id: "loading", className: "whole" });
const file = new URLSearchParams(location.search).get("path");
note.innerHTML = `<style>
  #loading { background: Canvas; color: CanvasText; color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; position: fixed; z-index: 10000; }
  #loading.whole { align-content: center; inset: 0; padding: 0 max(1em, calc(50% - 17em)); }
  #loading.corner { border: 1px solid GrayText; border-radius: 0.5em; bottom: 1em; max-width: calc(100% - 4em); padding: 0.5em 1em; right: 1em; }
  #loading.corner .once { display: none; }
  #loading h1 { font-size: 1.3em; margin: 0 0 1em; overflow-wrap: anywhere; }
  #loading p { margin: 0.6em 0; }
  #loading label { align-items: center; display: flex; flex-wrap: wrap; gap: 0 1em; margin: 0.6em 0; }
  #loading label > :first-child { min-width: 6em; }
  #loading.corner label > :first-child { min-width: 0; }
  #loading progress { flex: 1; height: 0.8em; min-width: 8em; }
</style>
<h1 class="once" role="status"></h1>
<label class="once"><span>JupyterLab</span><progress max="${SIZES.page}" value="0"></progress><span></span></label>
${SIZES.python ? `<label><span>Python</span><progress max="${SIZES.python}" value="0"></progress><span></span></label>` : ""}
<p class="once">About ${Math.round((SIZES.page + (SIZES.python ?? 0)) / 1e6)} MB from ${SIZES.from}; your browser keeps most of it for
the next time. Nothing is installed, and what you write stays in this browser.</p>`;
const lesson = file?.match(/^(\d\d)_\w+\.ipynb$/);
note.querySelector("h1").textContent = `Opening ${lesson ? `lesson ${Number(lesson[1])}` : file ?? "the list of files"}`;
document.documentElement.append(note);

const loaded = { page: 0, python: 0 };
const rows = Object.fromEntries(["page", "python"].map((name, k) => [name, note.querySelectorAll("label")[k]]));

function add(name, bytes) {
  loaded[name] = Math.min(SIZES[name], loaded[name] + bytes);
  const [, bar, words] = rows[name].children;
  bar.value = loaded[name];
  words.textContent = `${MB(loaded[name])} of ${MB(SIZES[name])} MB`;
  if (name === "python" && loaded.python === SIZES.python) {
    bar.removeAttribute("value");
    words.textContent = "is loaded and starts; cells that you run wait for it";
  }
}

function fail(what) {
  note.querySelector("h1").textContent = `${what} could not be loaded. Is the network there? Then load this page again.`;
}

const seen = new PerformanceObserver((list) => add("page", list.getEntries().reduce((sum, each) => sum + each.decodedBodySize, 0)));
add("page", 0);
seen.observe({ type: "resource", buffered: true });
addEventListener("error", ({ target }) => target.src && note.isConnected && fail(target.src), true);

let hasPython = !SIZES.python || crossOriginIsolated; // another worker, of which this page knows nothing
const THERE = ".jp-Cell, .jp-FileEditor, .jp-DirListing-content, .jp-Dialog";
const waiting = new MutationObserver(() => {
  if (!document.querySelector(THERE)) return;
  waiting.disconnect();
  seen.disconnect();
  note.className = "corner";
  if (hasPython) note.remove();
});
waiting.observe(document.documentElement, { childList: true, subtree: true });

// Python begins while the page is being loaded: the first worker of the kernel is one that has begun already.
if (!hasPython) {
  add("python", 0);
  const Ordinary = Worker;
  let early = new Worker("../static/pyodide/worker.mjs", { type: "module" });
  early.addEventListener("message", ({ data }) => {
    if (data?.loaded) add("python", data.loaded);
    else if (data?.isReady) hasPython = true;
    else if (data?.failed) fail(`Python (${data.failed})`);
    if (hasPython && note.className === "corner") note.remove();
  });
  window.Worker = function (url, options) {
    const taken = String(url).includes("comlink.worker") && early;
    if (taken) early = null;
    return taken || new Ordinary(url, options);
  };
}

for (const kind of ["click", "auxclick"])
  document.addEventListener(kind, (event) => {
    const link = event.target.closest?.("a[href]");
    const page = link?.href.match(/\/lite\/files\/(.*)\.md(#.*)?$/);
    if (!page) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open(new URL(`../../${page[1]}.html${page[2] ?? ""}`, location.href));
  }, true);
