"""Backends: one file per modelling library, all with the same small set of methods.

A formulation is written with these methods, which return the library's own objects: `y[i, d]` *is* Pyomo's, PuLP's or
CP-SAT's variable, expressions are built by the library's own operators, and `native` is the library's real model, which
can be printed and changed at any time. It can be solved or written without this package where nothing is lost: CP-SAT
holds every constraint; an `LpProblem` refuses while logical constraints wait beside it; Pyomo's writers of LP and NL
files refuse them, while its interface to HiGHS drops them. `model.rewritten().native` has none, and
`model.write("x.lp")` rewrites first. Backends are independent of Sudoku.

The methods that define a model:

| method                                      | effect                                                     |
|---------------------------------------------|------------------------------------------------------------|
| `y = m.bool_vars("y", keys)`                | a binary for each key                                      |
| `x = m.int_vars("x", keys, 1, 9)`           | an integer in 1..9 for each key                            |
| `m.sum(terms)`                              | their sum, by the library's fastest method                 |
| `m.dot([2, 3], [a, b])`                     | 2*a + 3*b                                                  |
| `m.add(m.sum(terms) == 1, "row 3 has a 7")` | a linear constraint                                        |
| `m.not_equal(a, b, "...")`                  | a != b, a logical constraint                               |
| `m.all_different(xs, "row 3")`              | no two are equal, a logical constraint                     |
| `m.exclude([(x, 3), ...], "...", at_least=1)` | at least `at_least` of the variables take another value  |
| `m.table([a, b], pairs, "...")`              | (a, b) is one of the pairs; `allowed=False`: none of them |
| `m.implies([p, (q, 0)], a <= b, "...")`     | when the binaries p = 1 and q = 0, a <= b                  |
| `m.either([a <= b, c == 3], "...")`         | at least one of the comparisons holds                      |
| `p = m.holds(a <= b, "...")`                | a binary that is 1 exactly when a <= b                     |
| `p = m.equals(a, 3)`                        | the binary that is 1 exactly when a = 3                    |
| `z = m.absolute(a - b, "...")`              | z = abs(a - b); also `maximum([a, b], ...)` and `minimum`  |
| `m.element([5, a, 7], x, z, "...")`         | z = [5, a, 7][x], where x counts from 0                    |
| `m.inverse(xs, ys, "...")`                  | xs[i] = j exactly when ys[j] = i, counted from 0           |
| `m.circuit(xs, "...")`                      | the successors xs[i] of the nodes i form one tour          |
| `m.cumulative(xs, [3, 2], [1, 1], 1, "...")` | tasks that start at xs fit a capacity; here no two overlap |
| `m.fix(x, 3)`, `m.free()`                   | fix x to 3; unfix all variables                            |
| `m.minimize(expression)`, `m.maximize(...)` | the objective, which replaces the previous one             |
| `m.value(x)`                                | the value of x in the last solution, as an integer         |
| `m.text()`                                  | the model as its library prints it                         |

A domain with gaps is a table with one column: `m.table([x], [(1,), (4,), (9,)], "x is a square")`.

Any model can be read, also one defined without these methods, see `natives`: `plain(m)` is the model as columns and
records, which rewrites and solvers get. A record is the same object as long as its constraint is the same, so edits of
`native` are noticed. `copy` makes an independent model.

Recipe: add a backend
---------------------

A backend is a file of this package, because formulations, rewrites and solvers meet in it.

1. Write `backends/NAME.py` with a class that derives from `Backend`, and a function `new()` that returns an empty one.
   It has the methods that have no body in `backends/protocol.py`. The library's own objects are handed out and taken
   back; nothing wraps them.
   - Defining: `define` makes variables; `dot` and `optimise`; `post` adds a comparison, and `post_logical` a
     logical constraint that is given as a record. What the library has no constraint for is kept beside its model, in
     the order in which it was added. `hold` fixes a variable, `release` undoes that, and `is_held` tells whether it
     still holds.
   - Reading: `find_column`, `read_term`, `read_comparison`, `constraints`, `read_some`, `logic`, `ends`, `domain`,
     `is_integer`, `objective`; `take_up` gives columns to the variables that were added to `native`.
     `read_some` returns the records `Linear`, `NotEqual`, `AllDifferent`, `Exclude`,
     `Table`, `Implication`, `Element`, `Inverse`, `Circuit`, `Cumulative` and `Reified`, or a `Conjunction` of
     several (backends/records.py and logic.py); what it cannot read is an `UnsupportedError` that names the
     constraint. A constraint is never left out, and each record is the same object until its constraint is edited.
   - Changing: `remove` removes constraints.
   - Answers: `load` hands a solution to the library's variables, `loaded` reads it; `text` prints the model.
   - Copies: `copy` makes an independent model with the same columns.
2. Put its name and a summary into `BACKENDS` in `backends/__init__.py`, and the class of the library's models into
   `MODELS` in `backends/natives.py`, so that `Problem` takes such a model as it is.
3. Run `tests/backends`: they take every name in `BACKENDS`, and compare each verb with brute force.
"""

from importlib.util import find_spec
from typing import Any

from ..errors import NotInstalledError, UnknownNameError, how_to_install
from ..runtime.interrupts import import_whole
from .plain import PlainBackend, PlainModel, plain
from .records import (
    AllDifferent,
    Circuit,
    Column,
    Conjunction,
    Constraint,
    Cumulative,
    Definition,
    Element,
    Exclude,
    Global,
    Implication,
    Inverse,
    Linear,
    Logical,
    NotEqual,
    Objective,
    Reified,
    Table,
    Term,
    columns_of,
    kind_of,
)
from .verbs import Backend

__all__ = [
    "BACKENDS",
    "AllDifferent",
    "Backend",
    "Circuit",
    "Column",
    "Conjunction",
    "Constraint",
    "Cumulative",
    "Definition",
    "Element",
    "Exclude",
    "Global",
    "Implication",
    "Inverse",
    "Linear",
    "Logical",
    "NotEqual",
    "Objective",
    "PlainBackend",
    "PlainModel",
    "Reified",
    "Table",
    "Term",
    "columns_of",
    "first",
    "import_backend",
    "installed",
    "kind_of",
    "new_backend",
    "plain",
]

BACKENDS: dict[str, str] = {
    "pyomo": "the algebraic modelling language; expresses the CSP itself",
    "pulp": "the LP modeller; logical constraints are kept outside the LpProblem until they are rewritten",
    "cpsat": "the CP solver's own API, for comparison",
}
TITLES = {"pyomo": "Pyomo", "pulp": "PuLP", "cpsat": "CP-SAT"}
"""The names in sentences, as the makers write them."""
LIBRARIES = {"cpsat": "ortools"}
"""The library of a backend, where it has another name."""


def installed() -> list[str]:
    """The backends whose library is installed.

    >>> installed()
    ['pyomo', 'pulp', 'cpsat']
    """
    return [name for name in BACKENDS if find_spec(LIBRARIES.get(name, name))]


def first(preferred: str = "") -> str:
    """This backend where its library is installed, else the first of the table.

    Raises:
        NotInstalledError: When there is none.

    >>> first(), first("pulp")
    ('pyomo', 'pulp')
    """
    here = installed()
    if not here:
        raise NotInstalledError(f"no modelling library is installed; {how_to_install('pulp')}")
    return preferred if preferred in here else here[0]


def new_backend(name: str | None = None) -> Backend:
    """An empty model of this backend; its library is imported if necessary.

    Args:
        name: The name; None for PuLP, or the first whose library is installed.

    Raises:
        UnknownNameError: When there is no such backend.

    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", [1, 2], 1, 3)
    >>> _ = m.add(x[1] + x[2] <= 3, "at most three")
    >>> m.read(m.constraints())[0].name
    'at most three'
    """
    backend: Backend = import_backend(name or first("pulp")).new()
    return backend


def import_backend(name: str) -> Any:
    """The module of a backend; importing its library takes far longer than building a model.

    Raises:
        UnknownNameError: When there is no such backend.
    """
    if name not in BACKENDS:
        raise UnknownNameError("backend", name, BACKENDS)
    return import_whole(f".{name}", __name__)
