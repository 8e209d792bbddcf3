"""The table of rewrites, and their application to a model."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..backends import BACKENDS, Backend, Conjunction, Exclude, Reified, kind_of
from ..errors import InputError, UnsupportedError
from ..runtime.registry import Registry, loaded
from .all_different import count_distinct, indicators, pairwise
from .global_constraints import (
    disjunctive,
    element_indicators,
    inverse_indicators,
    miller_tucker_zemlin,
    time_indexed,
)
from .implication import indicator_big_m
from .links import Links, no_good
from .not_equal import big_m, cliques, rank
from .reified import reified_binaries, state
from .tables import table_conflicts, table_supports, tuple_hull

Apply = Callable[[Backend, Sequence[Any], Links], Any]
EVERY_PARADIGM = frozenset({"MILP", "CP", "SAT"})


@dataclass(frozen=True)
class Rewrite:
    """An entry of the table.

    Attributes:
        takes: The kind of constraint that it rewrites, one of `KINDS`.
        makes: The kind of the result: "linear", or a kind that another rewrite takes.
        summary: A one-line description.
        function: Called with the model, the constraints and the `Links`. A text is "module:name", loaded late.
        backends: The backends on which it works; by default all.
        paradigms: The paradigms of solvers that support the result: CP and SAT solvers have no continuous variables.
    """

    takes: str
    makes: str
    summary: str
    function: Apply | str | None = None
    backends: frozenset[str] = frozenset(BACKENDS)
    paradigms: frozenset[str] = EVERY_PARADIGM


PYOMO, MILP = frozenset({"pyomo"}), frozenset({"MILP"})
GDP = "sudoku_models.rewrites.pyomo_transformations"
_BUILT_IN: dict[str, Rewrite] = {
    "indicators": Rewrite("all_different", "linear", "value indicators, each value at most once", indicators),
    "count_distinct": Rewrite("all_different", "linear", "own value indicators, and as many values", count_distinct),
    "pairwise": Rewrite("all_different", "not_equal", "!= for every pair, which is then rewritten", pairwise),
    "cliques": Rewrite("not_equal", "linear", "value indicators, at most one per value and clique", cliques),
    "rank": Rewrite("not_equal", "linear", "order binaries and big-M, with rank equations in units", rank),
    "big_m": Rewrite("not_equal", "linear", "order binaries and big-M with the tightest M", big_m),
    "gdp_bigm": Rewrite("not_equal", "linear", "a disjunction, then gdp.bigm (Pyomo only)", f"{GDP}:gdp_bigm", PYOMO),
    "gdp_hull": Rewrite("not_equal", "linear", "the same, then gdp.hull (Pyomo only)", f"{GDP}:gdp_hull", PYOMO, MILP),
    "element_indicators": Rewrite("element", "implication", "value indicators of the index", element_indicators),
    "inverse_indicators": Rewrite("inverse", "linear", "value indicators that are equal in pairs", inverse_indicators),
    "miller_tucker_zemlin": Rewrite("circuit", "linear", "the position of each node in the tour", miller_tucker_zemlin),
    "disjunctive": Rewrite("cumulative", "implication", "the order of each two tasks, or time_indexed", disjunctive),
    "time_indexed": Rewrite("cumulative", "linear", "a binary for each task and start", time_indexed),
    "table_supports": Rewrite("table", "linear", "value indicators, each value with a support", table_supports),
    "tuple_hull": Rewrite("table", "linear", "a binary for each tuple: the convex hull", tuple_hull),
    "table_conflicts": Rewrite("table", "linear", "value indicators, a row for each conflict", table_conflicts),
    "reified_binaries": Rewrite("reified", "implication", "a binary for the truth of each part", reified_binaries),
    "indicator_big_m": Rewrite("implication", "linear", "big-M while a condition does not hold", indicator_big_m),
}
MAKES = {
    "element": ("linear", "implication"),
    "inverse": ("linear",),
    "circuit": ("linear",),
    "cumulative": ("linear", "implication"),
    "all_different": ("linear", "not_equal"),
    "not_equal": ("linear",),
    "table": ("linear",),
    "reified": ("linear", "implication"),
    "implication": ("linear",),
}
"""The results of each kind that has a choice of rewrites, in the order in which they are rewritten."""


def register(name: str, rewrite: Rewrite) -> None:
    """Add a rewrite to the table, or replace one that was added.

    Args:
        name: How it is called from now on; it may not contain "+".
        rewrite: What it takes and makes, with its function: called with the model, the constraints and the `Links`.

    Raises:
        InputError: When the name belongs to a rewrite of this package, or the rewrite is not complete.

    >>> def unequal_by_two(m, constraints, links):
    ...     raise NotImplementedError
    >>> register("by_two", Rewrite("not_equal", "linear", "a toy", function=unequal_by_two))
    >>> find("by_two") is unequal_by_two
    True
    >>> del REWRITES["by_two"]
    """
    REWRITES.register(name, _checked(repr(name), rewrite))


def _checked(whose: str, rewrite: Any) -> Rewrite:
    if not isinstance(rewrite, Rewrite) or not callable(rewrite.function):
        raise InputError(f"the rewrite {whose} must be a Rewrite(takes, makes, summary, function=...), not {rewrite!r}")
    if rewrite.takes not in MAKES:
        raise InputError(f"the rewrite {whose} must take one of {', '.join(MAKES)}, not {rewrite.takes!r}")
    if rewrite.makes not in MAKES[rewrite.takes]:
        makes = " or ".join(MAKES[rewrite.takes])
        raise InputError(f"the rewrite {whose} takes {rewrite.takes}, so it must make {makes}, not {rewrite.makes!r}")
    return rewrite


REWRITES = Registry(
    "rewrite",
    "sudoku_models.rewrites",
    _BUILT_IN,
    line=lambda rewrite: rewrite.summary,
    of_package=lambda name, line, load: _checked(f"{name!r} {line}", load()),
    separator="+",
    hint="Two can be joined, as in 'pairwise+rank'",
)
"""The name of each rewrite with a one-line description. The first one for a kind of constraint is its default."""


entry = REWRITES.entry


def choose(rewrite: str | None) -> dict[str, str]:
    """The rewrite to use for each kind of constraint.

    Args:
        rewrite: Names joined with "+"; a kind that is not named gets its default.

    Raises:
        UnknownNameError: When there is no such rewrite.
        InputError: When two names are for the same kind.

    >>> choose("big_m")["all_different"], choose("big_m")["not_equal"], choose(None)["not_equal"]
    ('indicators', 'big_m', 'cliques')
    """
    chosen: dict[str, str] = {}
    for name in (rewrite or "").split("+") if rewrite else ():
        kind = entry(name).takes
        if kind in chosen:
            raise InputError(f"{chosen[kind]!r} and {name!r} both rewrite {kind}; choose one of them")
        chosen[kind] = name
    defaults = {each.takes: name for name, each in reversed(REWRITES.known.items())}
    return {kind: chosen.get(kind, name) for kind, name in sorted(defaults.items())}


def apply(
    m: Backend, rewrite: str | None = None, cuts: bool = True, kinds: Collection[str] = MAKES
) -> tuple[str, Links]:
    """Rewrite all logical constraints of the model in place.

    Args:
        m: The model, of a library or of plain data.
        rewrite: See `choose`.
        cuts: Whether the constraints "not this solution" are rewritten too.
        kinds: The kinds to rewrite, by default all.

    Returns:
        The names of the rewrites that were used, joined with "+" (empty when there was nothing to rewrite), and the
        binaries that they added.

    Raises:
        UnsupportedError: When a constraint cannot be rewritten; the message names it.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "abc", 1, 3)
    >>> _ = m.all_different(x.values(), "a, b and c differ")
    >>> apply(m)[0], m.logic(), m.native.numConstraints()
    ('indicators', [], 9)
    """
    links = Links()
    used = list(rewriting(m, links, rewrite, kinds))
    if cuts and (found := [(native, each) for native, each in m.logic() if isinstance(each, Exclude)]):
        no_good(m, [constraint for _, constraint in found], links)
        m.retire([native for native, _ in found])
    return "+".join(used), links


def rewriting(m: Backend, links: Links, rewrite: str | None = None, kinds: Collection[str] = MAKES) -> Iterator[str]:
    """The steps of `apply`: one rewrite after the other, each by its name once it has been used."""
    chosen = choose(rewrite)
    by_gdp = "gdp_hull" if chosen["not_equal"] == "gdp_hull" else "gdp_bigm"
    if hasattr(m, "transform_disjunctions") and m.transform_disjunctions(by_gdp.replace("_", ".")):
        yield by_gdp
    together = [(native, each) for native, each in m.logic() if isinstance(each, Conjunction)]
    parts = [part for _, each in together for part in each.parts]
    for part in parts:
        if not isinstance(part, Reified):
            state(m, part)
    m.retire([native for native, _ in together])
    for kind in filter(kinds.__contains__, MAKES):
        found = [(native, constraint) for native, constraint in m.logic() if kind_of(constraint) == kind]
        more = [part for part in parts if isinstance(part, Reified)] if kind == "reified" else []
        if found or more:
            _check_backend(name := chosen[kind], m)
            find(name)(m, [*(constraint for _, constraint in found), *more], links)
            m.retire([native for native, _ in found])
            yield name


def _check_backend(name: str, m: Backend) -> None:
    needed = entry(name).backends
    if m.name not in needed and not needed.issuperset(BACKENDS):  # what works on all works on plain data
        raise InputError(
            f"the rewrite {name!r} does not work on the backend {m.name!r}: choose the backend "
            f"{' or '.join(map(repr, sorted(needed)))}"
        )


def check_paradigm(used: str, solver: str, paradigm: str) -> None:
    """Check that a solver supports the result of the rewrites.

    Args:
        used: Names joined with "+", as `apply` returns them.
        solver, paradigm: The solver's name, and its paradigm: "MILP", "CP" or "SAT".

    Raises:
        UnsupportedError: When one of the rewrites is for other solvers; the message names it.

    >>> check_paradigm("indicators+gdp_hull", "highs", "MILP")
    """
    for name in filter(None, used.split("+")):
        used_one = REWRITES.known.get(name)
        if used_one is not None and paradigm not in used_one.paradigms:
            others = [
                other
                for other, each in REWRITES.known.items()
                if each.takes == used_one.takes and paradigm in each.paradigms
            ]
            raise UnsupportedError(
                f"the rewrite {name!r} is for {' or '.join(sorted(used_one.paradigms))} solvers, and {solver!r} is a "
                f"{paradigm} solver; choose another solver, or one of the rewrites {', '.join(others)}"
            )


def find(name: str) -> Apply:
    """The function that rewrites, by its name.

    >>> find("big_m") is big_m
    True
    """
    rewrite: Apply = loaded(entry(name).function)
    return rewrite
