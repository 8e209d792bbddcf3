// What the board's page knows of its Python: the state that it was told last. It has the part of anywidget's model that
// the page uses: get, on, off and send. Messages go both ways as JSON, with buffers beside them.

const CANCEL_MS = 1000; // Python stops a task within this time, or is started anew

export class Model {
  constructor(traits, worker, restart = () => location.reload()) {
    Object.assign(this, { traits, worker, restart, listeners: new Map() });
    worker.addEventListener("message", ({ data }) => { if (data.text) this.take(JSON.parse(data.text), data.buffers); });
  }

  get(name) { return this.traits[name]; }

  on(name, listener) { this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]); }

  off(name, listener) { this.listeners.set(name, (this.listeners.get(name) ?? []).filter((each) => each !== listener)); }

  /** Send a command. A task runs in the thread that receives commands: one that cannot be cancelled is ended with its worker. */
  send(command, _callbacks, buffers = []) {
    this.worker.postMessage({ text: JSON.stringify(command), buffers });
    if (command.do === "cancel") this.cancelled ??= { id: command.id, timer: setTimeout(this.restart, CANCEL_MS) };
  }

  take({ traits = {}, message }, buffers = []) {
    if (message?.received && message.received === this.cancelled?.id) {
      clearTimeout(this.cancelled.timer);
      this.cancelled = null;
    }
    Object.assign(this.traits, traits);
    for (const name of Object.keys(traits)) this.fire(`change:${name}`);
    if (message) this.fire("msg:custom", message, buffers);
  }

  fire(name, ...values) { (this.listeners.get(name) ?? []).forEach((listener) => listener(...values)); }
}
