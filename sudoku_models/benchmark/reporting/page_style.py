"""The look of a report: one style sheet, for a light and a dark screen, for a desk, a phone and paper."""

__all__ = ["INKS", "STYLE"]

INKS = {
    "#000000": "ink",
    "#1a1a1a": "ink",
    "#ffffff": "paper",
    "#8a8a8a": "muted",
    "#b0b0b0": "rule",
    "#0072b2": "blue",
    "#e69f00": "orange",
    "#009e73": "green",
    "#d55e00": "red",
    "#cc79a7": "purple",
    "#56b4e9": "sky",
}
"""The colours of the pictures -> the colours of the page that take their place, so that both are dark in the dark."""

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1a1a1a; --muted: #5f6368; --rule: #d9dce0; --tint: #f4f6f8; --bar: #d7e8f4;
  --blue: #0072b2; --orange: #e69f00; --green: #009e73; --red: #d55e00; --purple: #cc79a7; --sky: #56b4e9;
  --warn: #fff4e0; --warn-rule: #e69f00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e6e8ea; --muted: #9aa3ab; --rule: #343a40; --tint: #1c2126; --bar: #1d3f57;
    --blue: #4aa8e0; --orange: #f0b429; --green: #2fc79a; --red: #ff8a4c; --purple: #e29bc4; --sky: #8fd0f7;
    --warn: #2c2413; --warn-rule: #f0b429;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 78rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 4vw, 2.3rem); margin: 0 0 .25rem; letter-spacing: -.015em; }
h2 { font-size: 1.45rem; margin: 3.5rem 0 .5rem; padding-top: 1rem; border-top: 2px solid var(--ink); }
h3 { font-size: 1.1rem; margin: 2.2rem 0 .3rem; }
p, li, dd { max-width: 46rem; }
a { color: var(--blue); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
.lead, .facts { color: var(--muted); margin-top: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; list-style: none; padding: 0; margin: 1.2rem 0; }
nav li { max-width: none; }
.warnings { background: var(--warn); border-left: 4px solid var(--warn-rule); padding: .8rem 1.2rem; margin: 1.5rem 0; }
.warnings h2, .found h2 { font-size: 1.1rem; margin: 0 0 .3rem; padding: 0; border: 0; }
.warnings ul, .found ul { margin: 0; padding-left: 1.2rem; }
.found { background: var(--tint); border-radius: .6rem; padding: 1.2rem 1.5rem; margin: 1.5rem 0; }
.found h3 { margin: 1rem 0 .2rem; }
.comparisons { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: .2rem 2.5rem; }
.found li { margin: .25rem 0; }
.scroll { overflow-x: auto; margin: .8rem 0; }
table { border-collapse: separate; border-spacing: 0; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { line-height: 1.35; }
caption { text-align: left; color: var(--muted); padding: 0 0 .5rem; caption-side: top; }
caption span { display: inline-block; position: sticky; left: 0; max-width: calc(100vw - 2.5rem); }
th, td { padding: .38rem .7rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
thead th { border-bottom: 1.5px solid var(--ink); vertical-align: bottom; font-weight: 600; white-space: normal; }
tbody th {
  font-weight: 400; text-align: left; position: sticky; left: 0; background: var(--paper); white-space: normal;
  min-width: 15rem;
}
td small { display: block; color: var(--muted); font-size: .78rem; font-weight: 400; }
thead th:first-child { text-align: left; position: sticky; left: 0; background: var(--paper); }
td.words { text-align: left; white-space: normal; min-width: 14rem; }
td.words, .facts-table td { overflow-wrap: anywhere; }
tr.best th, tr.best td { font-weight: 650; }
tr.virtual th, tr.virtual td { font-style: italic; border-top: 1.5px solid var(--ink); }
tbody tr:hover th, tbody tr:hover td { background: var(--tint); }
td.share {
  background: linear-gradient(to right, var(--bar) calc(var(--share) * 1%), transparent 0) no-repeat;
  background-size: calc(100% - .5rem) 62%; background-position: left center;
}
.facts-table td { text-align: left; white-space: normal; }
details { margin: .6rem 0; border: 1px solid var(--rule); border-radius: .4rem; padding: 0 1rem; }
details[open] { padding-bottom: .6rem; }
summary { cursor: pointer; padding: .55rem 0; font-weight: 550; }
figure { margin: 2rem 0 1rem; }
figure svg { display: block; width: 100%; height: auto; max-width: 70rem; min-width: 44rem; }
@media (min-width: 60rem) { .beside { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2.5rem; } }
.beside > div { min-width: 0; }
.beside svg { max-width: 34rem; min-width: 22rem; }
figure svg text { font-family: inherit !important; fill: var(--ink); }
figcaption { color: var(--muted); font-size: .92rem; max-width: 46rem; }
figcaption span { display: inline-block; position: sticky; left: 0; max-width: calc(100vw - 2.5rem); }
dt { font-weight: 650; margin-top: .8rem; }
dd { margin: 0; }
@media (max-width: 40rem) {
  tbody th { min-width: 9.5rem; max-width: 11rem; }
  th, td { padding: .34rem .5rem; }
  .found { padding: 1rem; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  figure, table { break-inside: avoid; }
  .scroll { overflow: visible; }
}
"""
