"""The table of rewrites, and how the logical constraints of a model are rewritten."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from ..backends import AllDifferent, Backend, Exclude, NotEqual
from ..errors import InputError, UnknownNameError
from .links import Links

__all__ = ["KINDS", "REWRITES", "apply", "choose", "find"]

REWRITES: dict[str, tuple[str, str]] = {
    "indicators": ("all_different", "value indicators, each value at most once"),
    "pairwise": ("all_different", "every pair !=, rewritten in its turn"),
    "cliques": ("not_equal", "value indicators; of variables that differ pairwise, at most one a value"),
    "rank": ("not_equal", "order binaries and big-M, with rank equations where pairs fill a unit"),
    "big_m": ("not_equal", "order binaries and big-M with the tightest M"),
    "gdp_bigm": ("not_equal", "a Pyomo.GDP disjunction, then gdp.bigm (Pyomo only)"),
    "gdp_hull": ("not_equal", "a Pyomo.GDP disjunction, then gdp.hull (Pyomo only)"),
}
"""name -> (the kind of constraint it rewrites, what it makes of it). The first of a kind is its default."""

KINDS: dict[type, str] = {AllDifferent: "all_different", NotEqual: "not_equal", Exclude: "exclude"}


Rewrite = Callable[[Backend, Sequence[Any], Links], Any]


def choose(rewrite: str | None) -> dict[str, str]:
    """Which rewrite serves each kind of constraint.

    Args:
        rewrite: Names joined with "+"; a kind that is not named gets its default.

    Raises:
        UnknownNameError: When there is no such rewrite.
        InputError: When two names are for the same kind.

    >>> choose("big_m")
    {'all_different': 'indicators', 'not_equal': 'big_m'}
    """
    chosen: dict[str, str] = {}
    for name in (rewrite or "").split("+") if rewrite else ():
        if name not in REWRITES:
            raise UnknownNameError("rewrite", name, REWRITES, "Two can be joined, as in 'pairwise+rank'")
        kind = REWRITES[name][0]
        if kind in chosen:
            raise InputError(f"{chosen[kind]!r} and {name!r} both rewrite {kind}; choose one of them")
        chosen[kind] = name
    defaults = {kind: name for name, (kind, _) in reversed(REWRITES.items())}
    every = {kind: chosen.get(kind, name) for kind, name in sorted(defaults.items())}
    for name in every.values():
        find(name)  # imported here, so that `apply` can be timed
    return every


def apply(m: Backend, rewrite: str | None = None) -> tuple[str, Links]:
    """Rewrite every logical constraint of the model, in place; what was rewritten is no longer in force.

    Returns:
        The names of the rewrites that were used, joined with "+" (empty when there was nothing to do), and the
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
    chosen = choose(rewrite)
    links, used = Links(), []
    for kind in ("all_different", "not_equal", "exclude"):
        found = [(native, said) for native, said in m.logic() if KINDS[type(said)] == kind]
        if not found:
            continue
        name = "no_good" if kind == "exclude" else chosen[kind]
        if kind != "exclude":
            used.append(name)
        find(name)(m, [said for _, said in found], links)
        for native, _ in found:
            m.retire(native)
    return "+".join(used), links


def find(name: str) -> Rewrite:
    """The rewrite of this name."""
    rewrite: Rewrite = getattr(import_module(f".{name}", __package__), name)
    return rewrite
