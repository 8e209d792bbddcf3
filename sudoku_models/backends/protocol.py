"""The table of backends, and their protocol: the methods of each backend."""

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import UnknownNameError
from ..runtime.interrupts import import_whole
from .records import Column, Constraint, Linear, Logical, Objective, Snapshot, Term

if TYPE_CHECKING:  # importing this package loads no NumPy
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["BACKENDS", "Backend", "import_backend", "new_backend"]


class Backend(Protocol):
    """The methods of each backend. `Any` stands for an object of the library: a variable, expression or constraint."""

    name: str
    native: Any
    variables: list[Any]
    """All variables, in the order of their columns."""
    auxiliary: set[Column]
    """Columns that the backend has added for a constraint and that no record mentions; their values do not matter."""
    determined: set[Column]
    """Columns that a verb has added, such as `either`, and whose values follow from those of the other columns."""

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

    def not_equal(self, a: Any, b: Any, name: Any) -> Any:
        """Add the constraint a != b."""

    def all_different(self, terms: Iterable[Any], name: Any) -> Any:
        """Add the constraint that no two of the terms are equal."""

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Any:
        """Add the constraint that at least `at_least` of the variables take another value than the given one."""

    def table(self, terms: Iterable[Any], tuples: Iterable[Sequence[int]], name: Any, allowed: bool = True) -> Any:
        """Add the constraint that the terms together take one of the tuples, or with `allowed=False` none of them.

        Args:
            terms: Variables or linear expressions.
            tuples: Each has one whole number for each term; one that is given twice counts once. Without any, an
                allowed table never holds, and one that is not allowed always does.
            name: The label.
            allowed: Whether the tuples are those that are allowed, or those that are not.

        Raises:
            InputError: When a tuple has another length or a value that is not whole, or there are no terms.
        """

    def implies(self, conditions: Any, constraint: Any, name: Any) -> Any:
        """Add the constraint that a linear constraint holds when all conditions do.

        Args:
            conditions: A binary variable, which stands for its value 1, a pair (binary variable, value), or a list of
                these.
            constraint: A comparison, as for `add`.
            name: The label.

        Raises:
            InputError: When a condition is not about a binary variable, or the other argument is not a comparison.
        """

    def holds(self, constraint: Any, name: Any) -> Any:
        """A new binary variable that is 1 exactly when a linear constraint holds.

        Args:
            constraint: A comparison, as for `add`, of integer variables with whole coefficients.
            name: The label; those of the constraints that are added begin with it.
        """

    def equals(self, variable: Any, value: int) -> Any:
        """The binary variable that is 1 exactly when an integer variable has this value; it is added once.

        For a binary variable and the value 1 it is the variable itself.
        """

    def either(self, constraints: Iterable[Any], name: Any) -> list[Any]:
        """Add the constraint that at least one of several linear constraints holds; see `holds`.

        Returns:
            The library's constraints that were added.
        """

    def absolute(self, expression: Any, name: Any) -> Any:
        """A new variable that is equal to |expression|, of integer variables with whole coefficients.

        Raises:
            InputError: When the expression has no finite bounds.
        """

    def maximum(self, terms: Iterable[Any], name: Any) -> Any:
        """A new variable that is equal to the largest of several expressions; see `absolute`."""

    def minimum(self, terms: Iterable[Any], name: Any) -> Any:
        """A new variable that is equal to the smallest of several expressions; see `absolute`."""

    def element(self, array: Iterable[Any], index: Any, value: Any, name: Any) -> Any:
        """Add the constraint value = array[index].

        Args:
            array: Numbers, variables or linear expressions.
            index: A variable or linear expression; it counts from 0, and an index outside of the array is not allowed.
            value: A variable, linear expression or number.
            name: The label.
        """

    def inverse(self, xs: Iterable[Any], ys: Iterable[Any], name: Any) -> Any:
        """Add the constraint that xs[i] = j exactly when ys[j] = i, for i and j from 0 to the last.

        Raises:
            InputError: When there are more of one than of the other.
        """

    def circuit(self, successors: Iterable[Any], name: Any) -> Any:
        """Add the constraint that the nodes 0 to n - 1 with these successors form one tour through all of them."""

    def cumulative(
        self, starts: Iterable[Any], durations: Iterable[int], demands: Iterable[int], capacity: int, name: Any
    ) -> Any:
        """Add the constraint that at each time the demands of the tasks that run fit the capacity.

        Args:
            starts: Variables or linear expressions.
            durations, demands: A number for each task. A task runs from its start until start + duration, when it runs
                no more.
            capacity: The largest sum of demands; 1, with demands of 1, where no two tasks may overlap.
            name: The label.

        Raises:
            InputError: When a number is negative or not whole, or there are not as many as tasks.
        """

    def is_stated(self, name: str, logic: bool = False) -> bool:
        """Whether a linear constraint of this name exists, or, with `logic`, a logical one."""

    def fix(self, variable: Any, value: int) -> None:
        """Fix a variable to a value of its domain."""

    def free(self, columns: Iterable[Column] | None = None) -> None:
        """Unfix the variables of these columns, or all variables."""

    def minimize(self, expression: Any) -> None:
        """Set the objective to be minimised; it replaces the previous one."""

    def maximize(self, expression: Any) -> None:
        """Set the objective to be maximised; it replaces the previous one."""

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

    def copy(self) -> "tuple[Backend, dict[int, Any]]":
        """An independent copy of the current model, including edits of `native`.

        The copy has the same columns in the same order, the same fixed variables and declared domains, the same logical
        constraints and the same objective.

        Returns:
            The copy, and a mapping from the ids of the library's objects to their copies. It has at least the
            constraints that `constraints()` lists.
        """

    def text(self) -> str:
        """The model as the library prints it, with what is outside of the library's own model."""

    def snapshot(self) -> Snapshot:
        """A fingerprint of the current model, to detect changes since the last one.

        Variables that were added directly to `native` get their columns first.
        """


BACKENDS: dict[str, str] = {
    "pyomo": "the algebraic modelling language; expresses the CSP itself",
    "pulp": "the LP modeller; logical constraints are kept outside the LpProblem until they are rewritten",
    "cpsat": "the CP solver's own API, for comparison",
}


def new_backend(name: str) -> Backend:
    """An empty model of this backend; its library is imported if necessary.

    Raises:
        UnknownNameError: When there is no such backend.

    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", [1, 2], 1, 3)
    >>> _ = m.add(x[1] + x[2] <= 3, "at most three")
    >>> m.read(m.constraints())[0].name
    'at most three'
    """
    backend: Backend = import_backend(name).new()
    return backend


def import_backend(name: str) -> Any:
    """The module of a backend; importing its library takes far longer than building a model.

    Raises:
        UnknownNameError: When there is no such backend.
    """
    if name not in BACKENDS:
        raise UnknownNameError("backend", name, BACKENDS)
    return import_whole(f".{name}", __package__)
