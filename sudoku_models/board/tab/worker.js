// The worker of the page: it loads Python and the packages, and passes messages between the page and `playing.TabBoard`.

let receive = null;
let waiting = []; // commands that came before Python was there

async function start({ script, wheels }) {
  const here = (address) => new URL(address, self.location.href).href;
  const { loadPyodide } = await import(here(script));
  const python = await loadPyodide({ packages: wheels.map(here), only: "core" });
  const { TabBoard } = python.pyimport("sudoku_models.board.tab.playing");
  const post = (text, buffers) => postMessage({ text, buffers: buffers.toJs() });
  const board = TabBoard(post, python.toPy(waiting));
  waiting = null;
  receive = (text, buffers) => {
    const given = python.toPy(buffers);
    try { board.receive(text, given); } finally { given.destroy(); }
  };
}

addEventListener("message", ({ data }) => {
  if (data.start) start(data.start).catch((error) => postMessage({ failed: `${error.message ?? error}`.trim().split("\n").at(-1) }));
  else if (receive) receive(data.text, data.buffers);
  else waiting.push([data.text, data.buffers]);
});
