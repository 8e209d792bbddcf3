"""The methods by which a backend defines, reads and changes a model of its library."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from math import inf
from numbers import Real
from operator import gt
from typing import Any, Protocol, Self

from ..errors import InputError
from ..puzzles.values import is_hashable
from ..runtime.interrupts import check_interrupt
from ..runtime.limits import check_deadline
from .numbers import check_not_rounded
from .records import Column, Constraint, Linear, Logical, Objective, Term, variable_term, whole_ends

LARGEST = 2**53
"""Integers up to this number are exact in floating point."""
CHUNK = 256
"""The number of constraints that are read between two checks of the clock."""


class Primitives(Protocol):
    """The base of a backend. `Any` stands for an object of the library: a variable, expression or constraint.

    Methods without a body are each backend's own. The others do what is the same for every library: they check what
    they are given, and keep the labels of constraints, the variables that are fixed, and the columns that verbs have
    added.
    """

    name: str
    native: Any
    refusals: tuple[type[Exception], ...]
    """The errors with which the library rejects a comparison or an objective."""
    variables: list[Any]
    """All variables, in the order of their columns."""
    columns: dict[int, Column]
    """id(variable) -> its column. An id is not used again, because `variables` keeps the variable."""
    auxiliary: set[Column]
    """Columns that the backend has added for a constraint and that no record mentions; their values do not matter."""
    determined: set[Column]
    """Columns that a verb has added, such as `either`, and whose values follow from those of the other columns."""
    equal: dict[tuple[Column, int], Column]
    """The columns of the binaries of `equals`, by variable and value."""
    _fixed: dict[Column, tuple[Any, float]]
    """The columns fixed by `fix`: what the library's variable was like before, and the value."""
    _labels: dict[int, tuple[Any, str, Any]]
    """id(constraint) -> the constraint (kept so that its id is not reused), its kind and its label. A label is any
    object; the name of the constraint is `str(label)`."""
    _taken: set[tuple[str, str]]
    """The kinds and the names in use. Linear and logical constraints have separate namespaces, so that a rewrite can
    give a row the name of the constraint that it replaces."""

    def __init__(self, native: Any) -> None:
        self.native, self.variables, self._labels, self._taken = native, [], {}, set()
        self.columns, self.auxiliary, self.determined, self.equal, self._fixed = {}, set(), set(), {}, {}

    def bool_vars(self, name: str, keys: Iterable[Hashable]) -> dict[Any, Any]:
        """A binary variable for each key.

        Raises:
            InputError: When a key is not hashable, or occurs twice.
        """
        listed = check_keys(name, keys)
        return dict(zip(listed, self.define(name, listed, None), strict=True))

    def int_vars(self, name: str, keys: Iterable[Hashable], lower: int, upper: int) -> dict[Any, Any]:
        """An integer variable with domain lower..upper for each key.

        Raises:
            InputError: When the bounds are not integers, or the lower one exceeds the upper one; or as in `bool_vars`.
        """
        listed, bounds = check_keys(name, keys), check_domain(name, lower, upper)
        return dict(zip(listed, self.define(name, listed, bounds), strict=True))

    def define(self, name: str, keys: list[Any], bounds: tuple[int, int] | None) -> Iterable[Any]:
        """New integer variables, one for each key, with these bounds; binaries without bounds.

        A backend passes them to `number`.
        """

    def number(self, variables: Iterable[Any]) -> None:
        """Give the next columns to the library's new variables."""
        known = len(self.variables)
        self.variables += variables
        self.columns.update((id(x), k) for k, x in enumerate(self.variables[known:], known))

    def sum(self, terms: Iterable[Any]) -> Any:
        """The sum of the terms."""
        listed = list(terms)
        return self.dot([1] * len(listed), listed)

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        """The sum of coefficient * variable."""

    def add(self, constraint: Any, name: Any) -> Any:
        """Add a linear constraint, made with `==`, `<=` or `>=`.

        Add one comparison at a time: Python takes `2 <= x <= 3` for `2 <= x and x <= 3`, which is refused.

        Args:
            constraint: The comparison.
            name: The label: a string, or any object with a meaningful `str`. The library gets `str(name)`, and `read`
                returns the object itself.

        Returns:
            The library's constraint object, as do the methods for logical constraints below.

        Raises:
            InputError: When it is not a comparison, or a constraint of this name exists.
        """
        self._check_relation(constraint, name)
        native_name = self._new_name("rules", name)
        try:  # not `_refusal`: a model has thousands of rows
            posted = self.post(constraint, native_name)
        except InputError:
            raise
        except self.refusals as error:
            raise refused_relation(constraint, name, error) from error
        return self._label("rules", posted, name, native_name)

    def _check_relation(self, relation: Any, label: Any) -> None:
        """Check that a constraint was made by the library and not evaluated by Python.

        Raises:
            InputError: When a constraint is True, False or None; or, where the library allows comparisons as truth
                values, when one of this model was used as such since the last constraint.
        """
        check_relation(relation, label)

    @contextmanager
    def _refusal(self, explained: Callable[[Exception], InputError]) -> Iterator[None]:
        """Explain an error with which the library rejects something."""
        try:
            yield
        except InputError:
            raise
        except self.refusals as error:
            raise explained(error) from error

    def post(self, constraint: Any, name: str) -> Any:
        """Add a comparison to `native` under this name.

        Returns:
            The library's constraint object.
        """

    def add_record(self, record: Logical, parts: Sequence[Any]) -> Any:
        """Add a logical constraint; `parts` are what the caller has given, as the library's own objects."""
        name = self._new_name("logic", record.label)
        return self._label("logic", self.post_logical(record, parts, name), record.label, name)

    def post_logical(self, record: Logical, parts: Sequence[Any], name: str) -> Any:
        """Add a logical constraint to `native` under this name, or beside it."""

    def _new_name(self, kind: str, label: Any) -> str:
        """The name of a new constraint.

        Raises:
            InputError: When a constraint of this name exists.
        """
        check_deadline()  # every verb comes here, and a large model takes seconds to define
        name = str(label)
        if self.has_constraint(name, kind == "logic"):
            raise InputError(f"the model already has a constraint named {name!r}; choose another name")
        return name

    def has_constraint(self, name: str, logic: bool = False) -> bool:
        """Whether a linear constraint of this name exists, or, with `logic`, a logical one."""
        return ("logic" if logic else "rules", name) in self._taken

    def _label(self, kind: str, constraint: Any, label: Any, name: str) -> Any:
        """Store the label of a constraint, and its name; returns the constraint."""
        self._labels[id(constraint)] = constraint, kind, label
        self._taken.add((kind, name))
        return constraint

    def label_of(self, constraint: Any, otherwise: Any) -> Any:
        """The label of a constraint, or `otherwise` when it was not added with a backend's methods."""
        known = self._labels.get(id(constraint))
        return known[2] if known else otherwise

    def fix(self, variable: Any, value: int) -> None:
        """Fix a variable to a value of its domain.

        Raises:
            InputError: When the value is outside of it.
        """
        column = self.column(variable)
        low, high = self.declared(column)
        if not is_number(value) or not low <= value <= high:
            raise InputError(f"{variable} cannot be fixed to {value!r}: its domain is {low:g}..{high:g}")
        if column in self._fixed:
            self.free([column])
        self._fixed[column] = self.hold(variable, value), value

    def hold(self, variable: Any, value: int) -> Any:
        """Fix the library's variable, and return what `release` needs to undo that."""

    def release(self, variable: Any, before: Any) -> None:
        """Undo `hold`."""

    def is_held(self, variable: Any, value: float) -> bool:
        """Whether the library's variable is still fixed to this value; the user may have edited it."""

    def free(self, columns: Iterable[Column] | None = None) -> None:
        """Unfix the variables of these columns, or all variables."""
        for column in list(self._fixed) if columns is None else self._fixed.keys() & set(columns):
            before, value = self._fixed.pop(column)
            if self.is_held(self.variables[column], value):
                self.release(self.variables[column], before)

    def _drop_lost_fixes(self, columns: Iterable[Column] | None = None) -> None:
        """A variable that was fixed, and then changed in `native`, is fixed no more."""
        for k in list(self._fixed) if columns is None else self._fixed.keys() & set(columns):
            if not self.is_held(self.variables[k], self._fixed[k][1]):
                del self._fixed[k]

    def minimize(self, expression: Any) -> None:
        """Set the objective to be minimised; it replaces the previous one."""
        self._optimise(expression, 1)

    def maximize(self, expression: Any) -> None:
        """Set the objective to be maximised; it replaces the previous one."""
        self._optimise(expression, -1)

    def _optimise(self, expression: Any, sign: int) -> None:
        with self._refusal(lambda error: InputError(f"{expression!r} is not a linear objective: {error}")):
            self.optimise(expression, sign)

    def optimise(self, expression: Any, sign: int) -> None:
        """Set the objective: 1 to minimise, -1 to maximise."""

    def value(self, variable: Any) -> int:
        """The value of a variable in the last solution, rounded.

        Raises:
            InputError: When it has no value yet.
        """
        if (value := self.loaded(variable)) is None:
            raise InputError(f"{variable.name} has no value yet; solve the model first")
        return round(value)

    def loaded(self, variable: Any) -> float | None:
        """The number that `load` has stored for a variable, if any."""

    def column(self, variable: Any) -> Column:
        """The column of a variable.

        Raises:
            InputError: When it is none of this model: a number, an expression, a variable of another model.
        """
        known = self.columns.get(id(variable))
        return self.find_column(variable) if known is None else known

    def find_column(self, variable: Any) -> Column:
        """The column of a variable that was added to `native`, see `column`; one without a column gets the next."""

    def _no_variable(self, variable: Any) -> InputError:
        return InputError(
            f"{variable!r} is no variable of this model; use the variables that its verbs return. For an expression, "
            f"add a variable that is equal to it"
        )

    def term(self, expression: Any, label: Any) -> Term:
        """A variable, a linear expression or a number as plain data; `label` is for error messages.

        Raises:
            InputError: When it is none of these.
        """
        if (column := self.columns.get(id(expression))) is not None:  # most are variables
            return variable_term(column)
        try:
            found = self.read_term(expression, label)
        except InputError:
            raise
        except self.refusals as error:
            raise InputError(f"{expression!r} in {str(label)!r} is not a linear expression: {error}") from error
        check_not_rounded(str(label), (*found.coefficients, found.constant))
        return found

    def read_term(self, expression: Any, label: Any) -> Term:
        """A variable, a linear expression or a number as plain data; anything else is one of `refusals`."""

    def comparison(self, constraint: Any, label: Any) -> Linear:
        """A comparison as plain data, without adding it to the model.

        Raises:
            InputError: When it is not a comparison.
        """
        self._check_relation(constraint, label)
        with self._refusal(lambda error: refused_relation(constraint, label, error)):
            return self.read_comparison(constraint, label)

    def read_comparison(self, constraint: Any, label: Any) -> Linear:
        """A comparison of the library's as plain data; anything else is one of `refusals`."""

    def constraints(self) -> list[Any]:
        """The library's own active constraint objects, in the order in which they were added.

        An object always represents the same constraint.
        """

    @property
    def records(self) -> list[Constraint]:
        """The active constraints as plain data, see `read`."""
        return self.read(self.constraints())

    def take_up(self) -> None:
        """Take up what was changed in `native`. Backends also give columns to new variables."""
        self._drop_lost_fixes()

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        """These constraints as plain data, each the same object as before unless the constraint was edited.

        A large model takes seconds, so Ctrl-C and a deadline can end this.

        Raises:
            UnsupportedError: When one is of a kind that is not supported; the message names it.
        """
        records: list[Constraint] = []
        for start in range(0, len(constraints), CHUNK):
            check_interrupt()
            check_deadline()
            records += self.read_some(constraints[start : start + CHUNK])
        return records

    def read_some(self, constraints: Sequence[Any]) -> list[Constraint]:
        """A few constraints as plain data; see `read`."""

    def logic(self) -> list[tuple[Any, Logical]]:
        """The active logical constraints, each with its plain data."""
        found = self.constraints()
        return [(c, each) for c, each in zip(found, self.read(found), strict=True) if not isinstance(each, Linear)]

    def bounds(self) -> tuple[list[float], list[float]]:
        """The current lower and upper bound of each variable; for a fixed variable, its value.

        The bounds of integer variables are integers.

        Raises:
            InputError: When a variable has an empty domain, or a bound is not a number; the message names it.
        """
        return self.bounds_within(self.domains()[0])

    def bounds_within(self, domains: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
        """The same where the declared domains are known."""
        lower, upper = [float(low) for low, _ in domains], [float(high) for _, high in domains]
        for k, value in self.held().items():
            lower[k] = upper[k] = float(value)
        return self.checked_ends(lower, upper)

    def checked_ends(self, lower: list[float], upper: list[float]) -> tuple[list[float], list[float]]:
        """These bounds of all variables.

        Raises:
            InputError: When a variable has no value between them; the message names it.
        """
        if any(map(gt, lower, upper)):
            k = next(k for k, low in enumerate(lower) if low > upper[k])
            raise InputError(
                f"no value is left for {self.variables[k]}: its lower bound {lower[k]:g} is above its upper bound "
                f"{upper[k]:g}; change the bounds of the variable"
            )
        return lower, upper

    def held(self) -> dict[Column, float]:
        """The columns that are fixed, and their values."""
        self._drop_lost_fixes()
        return {k: value for k, (_, value) in self._fixed.items()}

    def domains(self) -> tuple[list[tuple[float, float]], list[bool]]:
        """The declared domain of each variable, and whether it is an integer."""
        self._drop_lost_fixes()
        ends, integer = self.ends()
        kinds = {type(end) for pair in ends for end in pair}
        if kinds <= {int}:
            return ends, integer
        for k, (low, high) in enumerate(ends):
            if low != low or high != high:
                raise InputError(f"a bound of {self.variables[k]} is not a number; give numbers, or None for no bound")
            pair = -inf if low is None else low, inf if high is None else high
            ends[k] = whole_ends(*pair) if integer[k] else pair
        return ends, integer

    def ends(self) -> tuple[list[Any], list[bool]]:
        """The bounds with which each variable was declared in the library, or None; and whether it is an integer."""

    def declared(self, column: Column) -> tuple[float, float]:
        """The domain that a variable was declared with, fixed or not."""
        if column in self._fixed:
            self._drop_lost_fixes([column])
        low, high = self.domain(column)
        if type(low) is type(high) is int:  # by far the most
            return low, high
        low, high = (-inf if low is None else low), (inf if high is None else high)
        return whole_ends(low, high) if self.is_integer(column) else (low, high)

    def domain(self, column: Column) -> tuple[float | None, float | None]:
        """The bounds with which a variable was declared in the library, where it has any."""

    def is_integer(self, column: Column) -> bool:
        """Whether a variable is an integer (a binary is one)."""

    def is_binary(self, column: Column) -> bool:
        """Whether a variable takes no other values than 0 and 1."""
        low, high = self.declared(column)
        return low >= 0 and high <= 1 and self.is_integer(column)

    def objective(self) -> Objective | None:
        """The objective, if any; its `sign` is -1 when the model maximises."""

    def has_objective(self) -> bool:
        """Whether there is an objective, and not only a constant one."""
        objective = self.objective()
        return objective is not None and bool(objective.columns)

    def retire(self, constraints: Sequence[Any]) -> None:
        """Deactivate logical constraints that a rewrite has replaced by linear ones."""
        self.remove(constraints)

    def forget(self, constraints: Sequence[Any]) -> None:
        """Remove constraints, such as the cuts of a finished count, and free their names."""
        for constraint in constraints:
            if known := self._labels.pop(id(constraint), None):
                self._taken.discard((known[1], str(known[2])))
        self.remove(constraints)

    def remove(self, constraints: Sequence[Any]) -> None:
        """Remove constraints from `native`, or from beside it."""

    def load(self, values: Sequence[float]) -> None:
        """Store a solution in the library's own variables."""

    def copy(self) -> tuple[Self, dict[int, Any]]:
        """An independent copy of the current model, including edits of `native`.

        The copy has the same columns in the same order, the same fixed variables and declared domains, the same logical
        constraints and the same objective.

        Returns:
            The copy, and a mapping from the ids of the library's objects to their copies. It has at least the
            constraints that `constraints()` lists.
        """

    def take_over(self, other: "Primitives", same: dict[int, Any]) -> None:
        """Take over the bookkeeping of the model of which this is a copy; `same` is the mapping of `copy`."""
        self.auxiliary, self.determined, self.equal = set(other.auxiliary), set(other.determined), dict(other.equal)
        self._fixed, self._taken = dict(other._fixed), set(other._taken)
        for key, (_, kind, label) in other._labels.items():
            if key in same:
                self._label(kind, same[key], label, str(label))

    def text(self) -> str:
        """The model as the library prints it, with what is outside of the library's own model."""


def free_name(name: str, is_taken: Callable[[str], bool]) -> str:
    """This name, with a number appended when it is in use.

    >>> free_name("x", {"x", "x_2"}.__contains__), free_name("y", {"x"}.__contains__)
    ('x_3', 'y')
    """
    if not is_taken(name):
        return name
    return next(free for k in count(2) if not is_taken(free := f"{name}_{k}"))


# -- checks of what a model is given ----------------------------------------------------------------------------------


def check_keys(name: str, keys: Iterable[Any]) -> list[Any]:
    """The keys of a family of variables.

    Raises:
        InputError: When one is not hashable, or occurs twice.

    >>> check_keys("x", [[1], [2]])
    Traceback (most recent call last):
    sudoku_models.errors.InputError: the variables 'x': [1] cannot be a key; use tuples in place of lists
    """
    listed = list(keys)
    try:
        different = set(listed)
    except TypeError:
        bad = next(key for key in listed if not is_hashable(key))
        raise InputError(f"the variables {name!r}: {bad!r} cannot be a key; use tuples in place of lists") from None
    if len(different) < len(listed):
        twice = next(key for k, key in enumerate(listed) if key in listed[:k])
        raise InputError(f"the variables {name!r}: the key {twice!r} occurs twice")
    return listed


def check_domain(name: str, lower: Any, upper: Any) -> tuple[int, int]:
    """The bounds of a family of integer variables, as integers.

    Raises:
        InputError: When they are not integers, too large, or the lower one exceeds the upper one.

    >>> check_domain("x", 1, 9.0)
    (1, 9)
    >>> check_domain("x", 5, 1)
    Traceback (most recent call last):
    sudoku_models.errors.InputError: int_vars('x'): the lower bound 5 is above the upper bound 1; exchange them
    """
    for which, bound in (("lower", lower), ("upper", upper)):
        if not is_whole(bound):
            raise InputError(
                f"int_vars({name!r}): the {which} bound must be a whole number from -2**53 to 2**53, not {bound!r}"
            )
    if lower > upper:
        raise InputError(f"int_vars({name!r}): the lower bound {lower} is above the upper bound {upper}; exchange them")
    return round(lower), round(upper)


def check_relation(relation: Any, label: Any) -> None:
    """Check that a constraint was made by the library and not evaluated by Python.

    Raises:
        InputError: When a constraint is True, False or None.
    """
    if type(relation).__name__ in ("bool", "bool_"):
        raise InputError(
            f"constraint {str(label)!r} is {relation}: Python evaluated it, not the library. For a != b, write "
            f"m.not_equal(a, b, name); for a sum that may be empty, write m.sum(terms) instead of sum(terms)"
        )
    if relation is None:
        raise InputError(f"constraint {str(label)!r} is None: write a comparison, such as a + b <= 3")


def refused_relation(relation: Any, label: Any, error: Exception) -> InputError:
    """The error for a constraint that the library rejected."""
    reason = str(error).strip().split("\n")[0]
    return InputError(
        f"constraint {str(label)!r} cannot be used: write a linear comparison with ==, <= or >= (for whole numbers, "
        f"a < b is a + 1 <= b; for 1 <= a <= 2, add both sides), not {relation!r}. The library says: {reason}"
    )


def is_number(value: Any) -> bool:
    """Whether it is a real number, and not nan."""
    return isinstance(value, Real) and bool(value == value)


def is_whole(value: Any) -> bool:
    """Whether it is a whole number that is exact in floating point.

    >>> is_whole(2.0), is_whole(2.5), is_whole("2"), is_whole(float("inf"))
    (True, False, False, False)
    """
    return is_number(value) and abs(value) <= LARGEST and value == round(value)
