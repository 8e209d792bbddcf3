// The search of the book: the numbers are those of Sphinx, but an entry of the glossary comes first, then a lesson whose
// name has the word, then a name of `sm`.
var Scorer = {
  score: ([page, title, , , score, , kind]) => {
    if (page === "glossary" && kind === "title") return score + 100;
    const word = (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase();
    if (word && /^\d\d_/.test(page) && kind === "text" && page.includes(word)) return score + 70;
    const isFound = kind === "object" && /^sudoku_models\.\w+$/.test(title) && score > Scorer.objPrio[1];
    return isFound ? score + 40 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
