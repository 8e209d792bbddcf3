/* Python with the course's packages, in a worker of a browser.

`loadPyodide` has the signature of Pyodide's own, and is what JupyterLite's kernel and the board's page call. The packages
are archives of files, which are not unpacked by Python but given to Pyodide's file system as they are.

Everything begins when this module is loaded, so that a page can begin before it knows its options. There is one Python in
a worker.
*/

import { PYODIDE } from "./site.mjs";

const here = new URL("./", import.meta.url).href;
const pyodide = new URL(PYODIDE, here).href;
const SITE_PACKAGES = "/lib/python3.14/site-packages";

/** The content of a gzipped file; a server that says `Content-Encoding: gzip` has made the browser unpack it already. */
async function unpacked(name) {
  const answer = await fetch(here + name);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The files of an archive in the format ustar, as `[name, content]`. */
function* filesOf(archive) {
  const text = (from, length) =>
    new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; archive[at]; ) {
    const size = parseInt(text(at + 124, 12), 8);
    const folder = text(at + 345, 155);
    yield [(folder && folder + "/") + text(at, 100), archive.subarray(at + 512, at + 512 + size)];
    at += 512 + 512 * Math.ceil(size / 512);
  }
}

function putFiles(python, archive) {
  const folders = new Set();
  for (const [name, content] of filesOf(archive)) {
    const path = `${SITE_PACKAGES}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, content, { canOwn: true }); // no copy
  }
  python.runPython("import importlib; importlib.invalidate_caches(); del importlib");
}

async function begin() {
  const library = import(pyodide + "pyodide.mjs");
  const core = unpacked("core.tar.gz");
  core.catch(() => {}); // awaited below
  const python = await (await library).loadPyodide({ indexURL: pyodide, lockFileURL: here + "pyodide-lock.json" });
  putFiles(python, await core);
  if (!pyodide.startsWith(here)) python.runPython("import on_demand; del on_demand");
  return python;
}

const started = begin();
let completed;

/** Python with all packages: the core's (this course, PuLP, the solvers) and the notebook's (IPython, Pyomo, ...). */
export function complete() {
  const others = completed ? null : unpacked("packages.tar.gz");
  completed ??= started.then(async (python) => (putFiles(python, await others), python));
  return completed;
}

/** The worker's Python. Of Pyodide's options `stdout` and `stderr` are heeded; `only: "core"` leaves the notebook's out. */
export async function loadPyodide({ stdout, stderr, only } = {}) {
  const python = await (only === "core" ? started : complete());
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
