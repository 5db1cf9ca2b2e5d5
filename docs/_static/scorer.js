/* Pages with a word of the query in their title come first, those about internals last. */
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: ([page, title, , , score]) => {
    const query = new URLSearchParams(window.location.search).get("q") || "";
    const words = query.toLowerCase().split(/\s+/).filter((word) => word);
    const named = words.filter((word) => title.toLowerCase().includes(word)).length;
    const inside = /^(benchmarks.*|architecture|security|pseudo-boolean|reliability)$/.test(page);
    return score + 3 * named - (inside ? 10 : 0);
  },
};
