// The shipped puzzles by kind and level, each with a picture. Python draws the pictures, some at a time.

import { button, choose, field, make, part, row, sentenceCase } from "./elements.js";
import { numberOf } from "./storage.js";

const named = (level) => (level ? sentenceCase(level) : "Not measured");

export function collectionPart(page) {
  const kinds = page.get("choices").collection;
  const kind = choose(Object.fromEntries(Object.entries(kinds).map(([name, { title }]) => [name, title])));
  const level = choose({});
  const list = make("ul", { class: "smb-collection", "aria-label": "Puzzles" });
  const ask = (start) => {
    if (!start) list.replaceChildren();
    page.send({ do: "browse", page: page.me, kind: kind.value, level: level.value, start });
  };
  const more = button("More", "more-puzzles", () => ask(list.children.length));
  const any = button("A random one", "any", () => page.send({ do: "any", kind: kind.value, level: level.value }));
  const fill = () => {
    const { levels } = kinds[kind.value];
    const before = level.value;
    level.replaceChildren(...Object.entries(levels).map(([name, count]) => make("option", { value: name }, `${named(name)} (${count.toLocaleString("en")})`)));
    if (before && before in levels) level.value = before;
  };
  fill();
  kind.addEventListener("change", () => { fill(); ask(0); });
  level.addEventListener("change", () => ask(0));
  page.hear((message) => {
    if (!message.puzzles || message.page !== page.me || message.kind !== kind.value || message.level !== level.value) return;
    const items = message.puzzles.map((each) => make("li", {}, make("button", { type: "button", "data-do": "open", "data-name": each.name, onclick: () => { page.send({ do: "load", name: each.name }); page.focusBoard(); } },
      make("img", { src: `data:image/svg+xml,${encodeURIComponent(each.picture)}`, alt: "" }), make("span", {}, `${each.size}×${each.size}, ${numberOf(each.givens, "given")}`), make("small", {}, each.title))));
    if (message.start) list.append(...items);
    else list.replaceChildren(...items);
    more.hidden = list.children.length >= message.of;
  });
  const element = part("collection", "Shipped puzzles", row(field("Kind", kind), field("Level", level), any), list, row(more));
  const seen = new IntersectionObserver(([entry]) => { // pictures are asked for when they can be seen
    if (!entry.isIntersecting) return;
    seen.disconnect();
    ask(0);
  });
  seen.observe(element);
  page.ending.push(() => seen.disconnect());
  return element;
}
