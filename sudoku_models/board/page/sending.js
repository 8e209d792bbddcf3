// What Python hands to the page for the player: files to save, links.

import { button, field, make, row } from "./elements.js";

/** Let the browser download a file. */
function download(name, parts, type = "application/json") {
  const link = make("a", { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Download the files that Python sends: a text, or the parts of a PDF. */
export function receiveFiles(page) {
  let parts = [];
  page.hear((message, buffers) => {
    if (!message.save || message.page !== page.me) return;
    if (message.text !== undefined) { download(message.save, [message.text]); return; }
    if (!(message.part > 0)) parts = [];
    parts.push(...buffers);
    if (parts.length < (message.of ?? 1)) return;
    download(message.save, parts, "application/pdf");
    parts = [];
  });
}

/** A link with a button that copies it. Where the browser refuses the clipboard, it is selected instead. */
export class Copied {
  constructor(label) {
    this.text = make("input", { type: "text", readOnly: true });
    this.note = make("p", { class: "smb-note", role: "status" });
    this.button = button("Copy", "copy", () => this.copy());
    this.element = make("div", { class: "smb-copied", hidden: true }, field(label, this.text, true), row(this.button), this.note);
  }

  show(text, note = "") {
    this.text.value = text;
    this.note.textContent = note;
    this.element.hidden = false;
    this.element.scrollIntoView({ block: "nearest" });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text.value);
      this.note.textContent = "Copied.";
    } catch {
      this.text.focus();
      this.text.select();
      this.note.textContent = "The browser does not let this page copy. The text is selected: press Ctrl C, or ⌘ C.";
    }
  }
}

const PART = 512 * 1024; // bytes of a file in one message

/** Send a file, or pasted text, in parts that fit into a message; returns the id of the last of them. */
export async function sendInParts(page, blob, name) {
  const { largest_file: largest } = page.get("choices");
  if (blob.size > largest || !blob.size) {
    const problem = blob.size ? `has ${blob.size.toLocaleString("en")} bytes; up to ${largest.toLocaleString("en")} are read` : "is empty";
    page.messages.tellHere(`${name} ${problem}`, "bad");
    return "";
  }
  const parts = Math.ceil(blob.size / PART);
  let id = "";
  for (let part = 0; part < parts; part++) {
    const raw = await blob.slice(part * PART, (part + 1) * PART).arrayBuffer();
    id = page.send({ do: "text", part, of: parts, name }, [raw]);
  }
  return id;
}
