// The dress of the page: its theme, numbers and patterns.

export class Dress {
  constructor(page) {
    this.page = page;
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
  }

  /** Follow the page around the board. */
  watch() {
    this.around = () => this.draw();
    this.dark.addEventListener("change", this.around);
    this.observer = new MutationObserver(this.around);
    [document.documentElement, document.body].forEach((each) => this.observer.observe(each, { attributes: true }));
    requestAnimationFrame(this.around);
  }

  close() {
    this.dark.removeEventListener("change", this.around);
    this.observer.disconnect();
  }

  draw() {
    const { page } = this;
    const [settings, root] = [page.get("settings"), page.root];
    const theme = settings.theme === "auto" ? this.surroundings() : settings.theme;
    if (root.dataset.theme !== theme) root.dataset.theme = theme;
    root.dataset.numbers = settings.numbers !== false;
    root.dataset.patterns = settings.patterns === true;
    if (this.numbers !== settings.numbers) page.fitting.again();
    this.numbers = settings.numbers;
  }

  /** Light or dark, by the background behind the board. */
  surroundings() {
    for (let each = this.page.host; each; each = each.parentElement ?? each.getRootNode().host) {
      const [r, g, b, alpha = 1] = (getComputedStyle(each).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
      if (alpha > 0.5 && r !== undefined) return 0.3 * r + 0.59 * g + 0.11 * b < 128 ? "dark" : "light";
    }
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    return scheme.includes("dark") && this.dark.matches ? "dark" : "light";
  }
}
