// The search of the book: the numbers are those of Sphinx, but an entry of the glossary comes first.
var Scorer = {
  score: ([page, , , , score, , kind]) => (page === "glossary" && kind === "title" ? score + 100 : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
