/* The worker of a notebook's kernel, in which Python begins before the kernel asks for it. It tells the page how much is loaded. */

import { complete } from "./start.mjs";
import "./kernel.mjs";

new PerformanceObserver((list) => {
  postMessage({ loaded: list.getEntries().reduce((sum, each) => sum + each.decodedBodySize, 0) });
}).observe({ type: "resource", buffered: true });

complete()
  .then((python) => python.runPython("import piplite.piplite, pyodide_kernel"))
  .then(() => postMessage({ isReady: true }), (error) => postMessage({ failed: String(error) }));
