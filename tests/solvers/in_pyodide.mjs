// Runs Python in Pyodide: node in_pyodide.mjs NODE_MODULES HOST=GUEST ...
// NODE_MODULES holds npm's pyodide; each folder HOST is seen by Python as GUEST, which is on its path. Each line that is
// read is code; for each, one line of JSON is printed: its value, or its error.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const [modules, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`));
const pyodide = await loadPyodide({ stdout: () => {}, stderr: () => {} });
const path = folders.map((pair) => {
  const [host, guest] = pair.split("=");
  pyodide.FS.mkdirTree(guest);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: host }, guest);
  return guest;
});
pyodide.runPython(`import sys; sys.path[:0] = ${JSON.stringify(path)}`);

// The stop button of a page: another thread writes into memory that Pyodide looks at.
const button = new Uint8Array(new SharedArrayBuffer(1));
pyodide.setInterruptBuffer(button);
globalThis.stop_after = (seconds) => {
  const press = "const { workerData: [b, s] } = require('worker_threads'); setTimeout(() => { b[0] = 2; }, 1000 * s);";
  new Worker(press, { eval: true, workerData: [button, seconds] });
};
globalThis.processor_time = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = { value: pyodide.runPython(line) };
  } catch (error) {
    answer = { error: String(error.message ?? error).slice(-4000) };
  }
  console.log(JSON.stringify(answer));
}
