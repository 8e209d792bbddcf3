"""The constraints of a `CpModel` as plain data.

| constraint of the CpModel                               | read as                                                  |
|---------------------------------------------------------|----------------------------------------------------------|
| linear, over an interval                                | `Linear`                                                 |
| linear, over everything but one value: `a != b`         | `NotEqual`                                               |
| linear, over some values, or all but some               | `Table`, of one term                                     |
| linear with `only_enforce_if`, over an interval         | `Implication`                                            |
| the same over all but some values                       | `Table` of forbidden tuples, with the conditions as terms |
| all-different, of terms a*x + b                         | `AllDifferent`                                           |
| one forbidden assignment, of terms a*x + b              | `Exclude`                                                |
| other allowed or forbidden assignments                  | `Table`                                                  |
| bool_or, at_most_one, exactly_one, bool_and             | `Linear`, over the literals                              |
| implications: bool_or, bool_and with `only_enforce_if`  | `Linear`, over all literals                              |
| element, inverse                                        | `Element`, `Inverse`                                     |
| lin_max: maximum, minimum, absolute value               | `Linear`, and `Reified`: at most one of the terms        |
| product, division, modulo of small domains              | `Table`; or what holds for each value of one of them     |
| bool_xor                                                | `Table` of the odd numbers of true literals              |
| automaton                                               | `Table` of the words that it accepts, if they are few    |
| circuit without optional nodes                          | `Linear`, and `Circuit` of the sums that are successors  |
| interval                                                | `Linear`: start + size = end; `Implication`              |
| cumulative, no_overlap of intervals of a fixed size of 1 or more | `Cumulative`                                    |
| the same of optional or variable intervals and demands  | `Reified`: two tasks apart; the demands at each start    |
| no_overlap_2d of boxes that have a size                 | `Reified`                                                |
| reservoir with changes that are numbers                 | `Reified`: the level after each event                    |
| these with `only_enforce_if`, but not inverse and circuit | `Reified`                                              |
| a domain with gaps                                      | `Table` of the values that are missing                   |

For everything else an error names the constraint. Each translation is exact: the records have the same integer
solutions.

Source: https://github.com/google/or-tools/blob/stable/ortools/sat/cp_model.proto
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from textwrap import indent
from typing import Any

from ortools.sat.python import cp_model

from ..errors import UnsupportedError
from .cpsat_kinds import Kinds, Unreadable, literal_of
from .logic import Part, all_stated, any_of, literal, part_of, row, scaled, stated, total
from .records import (
    Column,
    Constraint,
    Implication,
    Linear,
    Logical,
    NotEqual,
    Objective,
    Reified,
    Table,
    Term,
    always,
    kind_of,
    never,
    simple_term,
    variable_term,
)

MOST_GAPS = 1000
KINDS = (
    *("linear", "all_diff", "table", "bool_or", "bool_and", "at_most_one", "exactly_one", "bool_xor", "automaton"),
    *("circuit", "cumulative", "element", "int_div", "int_mod", "int_prod", "interval", "inverse", "lin_max"),
    *("no_overlap", "no_overlap_2d", "reservoir", "routes"),
)


EMPTY = cp_model.CpModel()  # a global reference: the constraint below is freed together with its model
EMPTY.proto.constraints.add()
NOTHING = str(EMPTY.proto.constraints[0])
"""An empty constraint as text."""


@dataclass(eq=False)
class Row:
    """A constraint of the `CpModel`, by its index in the protocol buffer, or a gap in a domain (index -1).

    Attributes:
        index: The index, or -1.
        in_force: Whether it is a constraint of the model; a part of another one is not.
        meaning: What it is read as; None to read the protocol buffer.
        text: With a meaning: the constraint and its parts as text, to notice that one was edited.
        parts: Further constraints of the `CpModel` that belong to this one.
        record, stamp: What it was read as, and the constraint and its parts as text then.
        intervals, columns: The intervals, by their indices, and the columns whose domains the record depends on.
    """

    index: int
    in_force: bool = True
    meaning: Logical | None = None
    text: str = ""
    parts: list["Row"] = field(default_factory=list)
    record: Constraint | None = None
    stamp: list[Any] = field(default_factory=list)
    intervals: tuple[int, ...] = ()
    columns: tuple[Column, ...] = ()


def domain_of(proto: Any) -> list[int]:
    """The domain of a variable of the protocol buffer, as the ends of its intervals."""
    domain = proto.domain
    return [domain[k] for k in range(len(domain))]  # list(domain) takes three times as long


def set_domain(proto: Any, domain: list[int]) -> None:
    """Give a variable of the protocol buffer another domain, the ends of its intervals."""
    ends = proto.domain
    ends.clear()
    ends.extend(domain)


def messages(text: str, proto: Any) -> list[str]:
    r"""The constraints in the text of a protocol buffer. The text of each alone takes longer.

    >>> model = cp_model.CpModel()
    >>> x = model.new_int_var(1, 3, "x")
    >>> _ = model.add_all_different([x]), model.proto.constraints.add()
    >>> messages(str(model.proto), model.proto)[1]
    'constraints {'
    """
    if text.startswith("name: "):  # of the model
        text = text.partition("\n")[2]
    width = len(proto.variables)
    parts = f"{text}\n".split("\n}\n")  # what is inside is indented, and a line break in a name is escaped
    return parts[width : width + len(proto.constraints)]


def message_of(proto: Any) -> str:
    """A single constraint as `messages` has it."""
    return "constraints {\n" + indent(str(proto), "  ").rstrip("\n")


def read_constraint(proto: Any, label: Any, kinds: Kinds) -> Constraint:
    """One constraint in plain data.

    Args:
        proto: The constraint.
        label: Its label.
        kinds: Reads most kinds.

    Raises:
        UnsupportedError: When it is of a kind that is not supported elsewhere; the message names it.
    """
    kind = next((kind for kind in KINDS if getattr(proto, f"has_{kind}")()), "dummy_constraint")
    conditions = list(proto.enforcement_literal)
    if kind == "dummy_constraint":
        return always(label)
    if kind == "linear":
        return _linear(proto.linear, conditions, label)
    try:
        found = list(kinds.read(kind, proto, label))
        return all_stated(_enforced(found, conditions, kind) if conditions else found, label)
    except Unreadable as error:
        raise UnsupportedError(
            f"constraint {str(label)!r} of the CpModel ({error}) is not supported elsewhere, and "
            f"it must not be dropped; solve the model with CP-SAT itself, or write it as linear constraints: {proto}"
        ) from None


def _enforced(found: Iterable[Part | Constraint], conditions: list[int], kind: str) -> Iterator[Part]:
    """What holds when all conditions hold. A sum of literals that is at least k gets k times those that do not."""
    unmet = [literal_of(-ref - 1) for ref in conditions]
    for each in found:
        part = each if isinstance(each, Term | Reified) else part_of(each)
        if kind in ("bool_or", "bool_and") and isinstance(part, Reified):
            yield row(total([part.term, *(scaled(part.lower, term) for term in unmet)]), part.lower)
            continue
        if part is None:
            raise Unreadable(f"{kind_of(each)}, only enforced if a literal holds")  # type: ignore[arg-type]
        yield any_of([*unmet, part])


def _linear(linear: Any, conditions: list[int], label: Any) -> Constraint:
    """A linear constraint, which is enforced when all conditions hold."""
    term = _simple(linear.vars, linear.coeffs)
    known = tuple((ref, 1) if ref >= 0 else (-ref - 1, 0) for ref in conditions)
    match [bound(end) for end in linear.domain]:
        case []:
            row = never(label)
        case [low, high]:
            row = Linear(term.columns, term.coefficients, low, high, label)
        case [low, below, above, high] if not known and -low == high == inf and below + 2 == above:
            return NotEqual(Term(term.columns, term.coefficients, -(below + 1)), label)
        case ends:
            values, is_allowed = _listed(list(linear.domain)) or ([], True)
            if not values or (known and is_allowed):
                unmet = [literal(column, 1 - value) for column, value in known]
                return stated(any_of([*unmet, *_within(term, ends)]), label)
            terms = (*(variable_term(column) for column, _ in known), term)
            return Table(terms, tuple((*(v for _, v in known), value) for value in values), is_allowed, label)
    return Implication(known, row, label) if known else row


def _within(term: Term, ends: Sequence[float]) -> list[Part]:
    """A term is in one of the intervals that have these ends."""
    return [row(term, *pair) for pair in zip(ends[::2], ends[1::2], strict=True)]


def _listed(domain: Sequence[int]) -> tuple[list[int], bool] | None:
    """The values of a domain and True, or the values that it leaves out and False; None when both are too many."""
    ends = [bound(end) for end in domain]
    inside = list(zip(domain[::2], domain[1::2], strict=True))
    outside = [(end + 1, start - 1) for end, start in zip(domain[1:-1:2], domain[2::2], strict=True)]
    for intervals, is_inside in ((inside, True), (outside, False)):
        is_whole = is_inside or (ends[0] == -inf and ends[-1] == inf)
        if is_whole and sum(high - low + 1 for low, high in intervals) <= MOST_GAPS:
            return [value for low, high in intervals for value in range(low, high + 1)], is_inside
    return None


def read_objective(proto: Any) -> Objective | None:
    """The objective, as a minimisation.

    Raises:
        UnsupportedError: When the objective is restricted to a domain.
    """
    if proto.has_floating_point_objective():
        floating = proto.floating_point_objective
        term = _simple(floating.vars, floating.coeffs, floating.offset)
        return Objective.of(term, -1 if floating.maximize else 1)
    if not proto.has_objective():
        return None
    objective = proto.objective
    if len(objective.domain):
        raise UnsupportedError("the objective of the CpModel is restricted to a domain; add that as a constraint")
    scale: float = objective.scaling_factor or 1
    if scale.is_integer():
        scale = int(scale)  # as times 1.0 a whole number of 2^53 or more is rounded
    sign = -1 if scale < 0 else 1  # CP-SAT stores a maximisation as the minimisation of the negative
    term = _simple(objective.vars, [abs(scale) * c for c in objective.coeffs])
    return Objective(term.columns, term.coefficients, abs(scale) * objective.offset, sign)


def gap_of(column: Column, domain: Sequence[int], label: Any) -> Logical | None:
    """The gaps inside a domain, which is given as the ends of its intervals; None where there are none.

    >>> gap_of(0, [0, 2, 5, 9], "x has gaps").tuples
    ((3,), (4,))
    """
    between = [(end + 1, start) for end, start in zip(domain[1:-1:2], domain[2::2], strict=True)]
    if not between:
        return None
    term = variable_term(column)
    if sum(stop - start for start, stop in between) > MOST_GAPS:
        return replace(any_of(_within(term, domain)), label=label)
    return Table((term,), tuple((value,) for start, stop in between for value in range(start, stop)), False, label)


def _simple(references: Any, coefficients: Any, constant: float = 0) -> Term:
    """A term; in a linear expression, the reference -x - 1 stands for -x."""
    columns: list[Column] = []
    signed: list[float] = []
    for ref, c in zip(references, coefficients, strict=True):
        columns.append(ref if ref >= 0 else -ref - 1)
        signed.append(c if ref >= 0 else -c)
    return simple_term(columns, signed, constant)


def bound(value: int) -> float:
    """The end of an interval; CP-SAT represents infinity by the largest 64-bit integers."""
    return value if abs(value) < 2**62 else inf * (1 if value > 0 else -1)
