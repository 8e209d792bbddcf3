const slides = [...document.querySelectorAll("section")];
let now = Math.max(0, Math.min(slides.length, Number(location.hash.slice(1))) - 1);
function show() {
  slides.forEach((slide, k) => slide.classList.toggle("now", k === now));
  document.getElementById("at").textContent = `${now + 1} of ${slides.length}`;
  history.replaceState(null, "", `#${now + 1}`);
}
for (const slide of slides) {  // what is too large for a slide is drawn smaller, down to less than half; then it scrolls
  slide.style.display = "block";
  const [content] = slide.children;
  for (let zoom = 1; zoom > 0.45 && (slide.scrollHeight > 800 || slide.scrollWidth > 1280); zoom -= 0.05) content.style.zoom = zoom;
  slide.style.display = "";
}
function fit() {
  const scale = Math.min(innerWidth / 1280, innerHeight / 800);
  for (const slide of slides) slide.style.transform =
    `translate(${(innerWidth - scale * 1280) / 2}px, ${(innerHeight - scale * 800) / 2}px) scale(${scale})`;
}
function go(by) {
  const hidden = slides[now].querySelector(".later");
  if (by === 1 && hidden) return hidden.classList.remove("later");
  now = Math.max(0, Math.min(slides.length - 1, now + by));
  show();
}
const KEYS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowDown: 1, ArrowLeft: -1, PageUp: -1, ArrowUp: -1, Home: -1e6, End: 1e6 };
addEventListener("keydown", (event) => {
  if (event.target.closest("input, button, select, textarea, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "f") document.documentElement.requestFullscreen();
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  go(KEYS[event.key]);
});
addEventListener("resize", fit);
fit();
show();
