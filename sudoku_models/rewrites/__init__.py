'''Rewrites: linear reformulations of constraints that MILP solvers do not support, each "from -> to".

The files are named after the constraints that they rewrite, `not_equal.py`, `tables.py` and so on.

| name              | from          | to                                                                       |
|-------------------|---------------|--------------------------------------------------------------------------|
| `indicators`      | all-different | value indicators, x = sum d*y[d], each value at most once                |
| `count_distinct`  | all-different | value indicators of each constraint's own, as many values as variables   |
| `pairwise`        | all-different | `!=` for every pair, which is then rewritten                             |
| `cliques`         | !=            | value indicators; of variables that differ pairwise, at most one a value |
| `rank`            | !=            | order binaries and big-M, and rank equations where pairs fill a unit     |
| `big_m`           | !=            | order binaries and big-M with the tightest M                             |
| `gdp_bigm`        | !=            | a Pyomo.GDP disjunction, then `gdp.bigm` (Pyomo only)                    |
| `gdp_hull`        | !=            | a Pyomo.GDP disjunction, then `gdp.hull` (Pyomo only)                    |
| `table_supports`  | table         | value indicators, each value with one of its supports                    |
| `table_conflicts` | table         | value indicators, a row for each conflict                                |
| `tuple_hull`      | table         | a binary for each tuple: the convex hull                                 |
| `element_indicators` | element    | indicators of the index; linear for numbers, implications otherwise      |
| `inverse_indicators` | inverse    | indicators that are equal: the convex hull                               |
| `miller_tucker_zemlin` | circuit  | indicators, and the position of each node in the tour                    |
| `disjunctive`     | cumulative    | which of two tasks comes first; `time_indexed` where two can run at once |
| `time_indexed`    | cumulative    | a binary for each task and start, a row for each time                    |
| `reified_binaries` | rows over the truth of others | a binary for each, and implications, for every solver |
| `indicator_big_m` | implication   | the row, with the tightest M while a condition does not hold             |
| (always)          | "not this"    | a no-good cut over the binaries that determine the solution              |
| (SAT solvers)     | everything    | clauses, see `rewrites.clauses`                                          |

Other tools linearise all-different by one of these rewrites:

| tool                                                     | rewrite           | on several units                    |
|----------------------------------------------------------|-------------------|-------------------------------------|
| MiniZinc's linear library, `fzn_all_different_int`       | `indicators`      | the indicators of x are shared      |
| CPMpy, `AllDifferent.decompose_linear`                   | `indicators`      | the same                            |
| AMPL, `AllDiffConverter_MIP`                             | `indicators`      | the same                            |
| JuMP, `AllDifferentToCountDistinctBridge`                | `count_distinct`  | each constraint has its own; weaker |
| JuMP, the same for two variables                         | `big_m`           |                                     |
| CPMpy, `AllDifferent.decompose`                          | `pairwise`        | then each pair by itself            |

`selectors` finds the binaries that are the indicators of a linear expression already: for the sum of d*y[d] over a row
"sum of y = 1", as each cell of `assignment` has one, a table needs no further ones.

A rewrite is chosen by name; two names are joined with "+", as in "pairwise+big_m". A constraint is never dropped: if no
rewrite covers it, an error names it.

Recipe: add a rewrite
---------------------

1. Write the function. It gets the model, all constraints of the kind that it takes, and the `Links`: the binaries that
   rewrites have added so far. It adds linear constraints with the verbs of `sudoku_models.backends`; afterwards the
   constraints that it was given are retired. Its docstring has four parts: From, To, Strength and Source. Here `!=`
   without the cliques of `cliques`, in `my_rewrites.py`:

    from sudoku_models.errors import UnsupportedError
    from sudoku_models.rewrites import Rewrite, indicate, unused

    def conflicts(m, constraints, links):
        """From a != b to value indicators, and one conflict for each value.

        From
            a != b,    a in A, b in B
        To
            y[a,d] in {0, 1}            1 when a = d, with a = sum over d of d*y[a,d]
            y[a,d] + y[b,d] <= 1        for each d in A and in B

        Strength
            Weak: with nine variables that differ pairwise, every y = 1/2 satisfies the conflicts of a value.

        Source: T. Walsh, "SAT v CSP", CP 2000, the direct encoding.
        """
        for constraint in constraints:
            term = constraint.difference
            if sorted(term.coefficients) != [-1, 1] or term.constant:
                raise UnsupportedError(f"{constraint.name!r}: the rewrite 'conflicts' takes a != b only")
            a, b = term.columns
            for d in sorted({*indicate(m, a, links)} & {*indicate(m, b, links)}):
                both = m.sum(m.variables[links.indicator[x, d]] for x in (a, b))
                m.add(both <= 1, unused(m, f"{constraint.name}: value {d}"))

    entry = Rewrite("not_equal", "linear", "value indicators, one conflict for each value", function=conflicts)

   `indicate` gives a variable its indicators once; `unused` makes a label that no constraint has. What the function
   cannot rewrite is an `UnsupportedError` that names the constraint. A rewrite that works on some backends only, or
   makes continuous variables, declares that: `backends=frozenset({"pyomo"})`, `paradigms=frozenset({"MILP"})`.

2. Put it into the table: in Python with `sudoku_models.rewrites.register("conflicts", entry)`, or for all who install
   your package with an entry point in its `pyproject.toml`. The processes of a benchmark know it only by that.

    [project]
    name = "my-rewrites"
    version = "1.0"
    dependencies = ["sudoku-models"]

    [project.entry-points."sudoku_models.rewrites"]
    conflicts = "my_rewrites:entry"

    [build-system]
    requires = ["hatchling"]
    build-backend = "hatchling.build"

3. Test it: all solutions must be counted, as without it.
   `sm.count_solutions(puzzle, "pairwise", "pulp", "highs", rewrite="conflicts")`, and for the formulation
   `all_different` with `rewrite="pairwise+conflicts"`.

No file of this package changes. The test `tests/rewrites/test_recipe.py` follows these steps.
'''

from .links import Links, indicate, no_good, unused
from .registry import (
    MAKES,
    REWRITES,
    Rewrite,
    apply,
    check_paradigm,
    choose,
    entry,
    find,
    register,
    rewriting,
)
from .selectors import Selectors, implied_selectors, selectors

__all__ = [
    "MAKES",
    "REWRITES",
    "Links",
    "Rewrite",
    "Selectors",
    "apply",
    "check_paradigm",
    "choose",
    "entry",
    "find",
    "implied_selectors",
    "indicate",
    "no_good",
    "register",
    "rewriting",
    "selectors",
    "unused",
]
