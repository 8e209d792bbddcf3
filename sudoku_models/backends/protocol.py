"""The methods by which a backend defines, reads and changes a model of its library."""

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self

from ..errors import InputError
from ..runtime.limits import check_deadline
from .checks import check_fixed, check_relation, refused_relation
from .records import Column, Constraint, Linear, Logical, Objective, Snapshot, Term

if TYPE_CHECKING:  # importing this package loads no NumPy
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["Primitives"]


class Labels:
    """The labels of the constraints that were added with a backend's methods, and the names in use.

    A label is any object; its name is `str(label)`. Linear and logical constraints have separate namespaces, so that a
    rewrite can give a row the name of the constraint that it replaces.
    """

    def __init__(self) -> None:
        self._of: dict[int, tuple[Any, str, Any]] = {}
        """id(constraint) -> the constraint (kept so that its id is not reused), its kind and its label."""
        self.taken: set[tuple[str, str]] = set()

    def drop(self, kind: str, label: Any) -> None:
        """Free the name of a constraint that could not be added."""
        self.taken.discard((kind, str(label)))

    def keep(self, kind: str, constraint: Any, label: Any) -> Any:
        """Store the label of a constraint; returns the constraint."""
        self._of[id(constraint)] = constraint, kind, label
        return constraint

    def label(self, constraint: Any, otherwise: Any) -> Any:
        """The label of a constraint, or `otherwise` when it was not added with a backend's methods."""
        known = self._of.get(id(constraint))
        return known[2] if known else otherwise

    def release(self, constraint: Any) -> None:
        """Forget a constraint that was removed, and free its name."""
        if (known := self._of.pop(id(constraint), None)) is not None:
            self.drop(*known[1:])

    def copy(self, same: dict[int, Any]) -> "Labels":
        """The labels of a copy; `same` maps id(constraint) to the constraint of the copy."""
        labels = Labels()
        labels.taken = set(self.taken)
        for key, (_, kind, label) in self._of.items():
            if key in same:
                labels.keep(kind, same[key], label)
        return labels


class Primitives(Protocol):
    """The base of a backend. `Any` stands for an object of the library: a variable, expression or constraint.

    Methods without a body are each backend's own. The others do what is the same for every library: they keep the
    labels of constraints, the variables that are fixed, and the columns that verbs have added.
    """

    name: str
    native: Any
    refusals: tuple[type[Exception], ...]
    """The errors with which the library rejects a comparison or an objective."""
    variables: list[Any]
    """All variables, in the order of their columns."""
    auxiliary: set[Column]
    """Columns that the backend has added for a constraint and that no record mentions; their values do not matter."""
    determined: set[Column]
    """Columns that a verb has added, such as `either`, and whose values follow from those of the other columns."""
    _equal: dict[tuple[Column, int], Column]
    """The columns of the binaries of `equals`, by variable and value."""
    _fixed: dict[Column, tuple[Any, float]]
    """The columns fixed by `fix`: what the library's variable was like before, and the value."""
    _labels: Labels

    def __init__(self, native: Any) -> None:
        self.native, self.variables, self._labels = native, [], Labels()
        self.auxiliary, self.determined, self._equal, self._fixed = set(), set(), {}, {}

    def bool_vars(self, name: str, keys: Iterable[Hashable]) -> dict[Any, Any]:
        """A binary variable for each key."""

    def int_vars(self, name: str, keys: Iterable[Hashable], lower: int, upper: int) -> dict[Any, Any]:
        """An integer variable with domain lower..upper for each key.

        Raises:
            InputError: When the bounds are not integers, or the lower one exceeds the upper one.
        """

    def sum(self, terms: Iterable[Any]) -> Any:
        """The sum of the terms."""

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        """The sum of coefficient * variable."""

    def add(self, constraint: Any, name: Any) -> Any:
        """Add a linear constraint, made with `==`, `<=` or `>=`.

        Add one comparison at a time. Python takes `2 <= x <= 3` for `2 <= x and x <= 3`, of which PuLP's comparisons,
        unlike Pyomo's and CP-SAT's, silently leave only the last.

        Args:
            constraint: The comparison.
            name: The label: a string, or any object with a meaningful `str`. The library gets `str(name)`, and `read`
                returns the object itself.

        Returns:
            The library's constraint object, as do the methods for logical constraints below.

        Raises:
            InputError: When it is not a comparison, or a constraint of this name exists.
        """
        check_relation(constraint, name)
        native_name = self._claim("rules", name)
        try:
            return self._labels.keep("rules", self.post(constraint, native_name), name)
        except self.refusals as error:
            self._labels.drop("rules", name)
            raise refused_relation(constraint, name, error) from error

    def post(self, constraint: Any, name: str) -> Any:
        """Add a comparison to `native` under this name.

        Returns:
            The library's constraint object.
        """

    def state(self, record: Logical, parts: Sequence[Any]) -> Any:
        """Add a logical constraint; `parts` are what the caller has given, as the library's own objects."""
        name = self._claim("logic", record.label)
        return self._labels.keep("logic", self.post_logical(record, parts, name), record.label)

    def post_logical(self, record: Logical, parts: Sequence[Any], name: str) -> Any:
        """Add a logical constraint to `native` under this name, or beside it."""

    def _claim(self, kind: str, label: Any) -> str:
        """Reserve the name of a new constraint.

        Raises:
            InputError: When a constraint of this name exists.
        """
        check_deadline()  # every verb comes here, and a large model takes seconds to define
        name = str(label)
        if self.is_stated(name, kind == "logic"):
            raise InputError(f"the model already has a constraint named {name!r}; choose another name")
        self._labels.taken.add((kind, name))
        return name

    def is_stated(self, name: str, logic: bool = False) -> bool:
        """Whether a linear constraint of this name exists, or, with `logic`, a logical one."""
        return ("logic" if logic else "rules", name) in self._labels.taken

    def fix(self, variable: Any, value: int) -> None:
        """Fix a variable to a value of its domain."""
        column = self.column(variable)
        check_fixed(variable, value, self.declared(column))
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
        try:
            self.optimise(expression, sign)
        except self.refusals as error:
            raise InputError(f"{expression!r} is not a linear objective: {error}") from error

    def optimise(self, expression: Any, sign: int) -> None:
        """Set the objective: 1 to minimise, -1 to maximise."""

    def value(self, variable: Any) -> int:
        """The value of a variable in the last solution, rounded.

        Raises:
            InputError: When it has no value yet.
        """

    def column(self, variable: Any) -> Column:
        """The column of a variable."""

    def term(self, expression: Any, label: Any) -> Term:
        """A variable, a linear expression or a number as plain data; `label` is for error messages."""

    def comparison(self, constraint: Any, label: Any) -> Linear:
        """A comparison as plain data, without adding it to the model.

        Raises:
            InputError: When it is not a comparison.
        """

    def constraints(self) -> list[Any]:
        """The library's own active constraint objects, in the order in which they were added.

        An object always represents the same constraint, so that a session can tell new ones from known ones.
        """

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        """These constraints as plain data.

        Raises:
            UnsupportedError: When one is of a kind that is not supported; the message names it.
        """

    def logic(self) -> list[tuple[Any, Logical]]:
        """The active logical constraints, each with its plain data."""

    def bounds(self) -> "tuple[Floats, Floats]":
        """The current lower and upper bound of each variable; for a fixed variable, its value.

        The bounds of integer variables are integers.

        Raises:
            InputError: When a variable has an empty domain; the message names it.
        """

    def declared(self, column: Column) -> tuple[float, float]:
        """The domain that a variable was declared with, fixed or not."""

    def is_integer(self, column: Column) -> bool:
        """Whether a variable is an integer (a binary is one)."""

    def is_binary(self, column: Column) -> bool:
        """Whether a variable takes no other values than 0 and 1."""
        low, high = self.declared(column)
        return low >= 0 and high <= 1 and self.is_integer(column)

    def objective(self) -> Objective | None:
        """The objective, if any; its `sign` is -1 when the model maximises."""

    def retire(self, constraints: Sequence[Any]) -> None:
        """Deactivate logical constraints that a rewrite has replaced by linear ones."""

    def forget(self, constraints: Sequence[Any]) -> None:
        """Remove constraints, such as the cuts of a finished count."""

    def discard(self, columns: Iterable[Column]) -> None:
        """Set variables that no constraint uses any more to 0 permanently, such as the binaries of a removed cut."""

    def load(self, values: "Floats") -> None:
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
        self.auxiliary, self.determined, self._equal = set(other.auxiliary), set(other.determined), dict(other._equal)
        self._fixed, self._labels = dict(other._fixed), other._labels.copy(same)

    def text(self) -> str:
        """The model as the library prints it, with what is outside of the library's own model."""

    def snapshot(self) -> Snapshot:
        """A fingerprint of the current model, to detect changes since the last one.

        Variables that were added directly to `native` get their columns first.
        """
