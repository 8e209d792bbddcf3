"""The part of `highspy` that this package, PuLP and Pyomo use, over HiGHS compiled to WebAssembly: for a browser tab.

It stands in for highspy where Python is Pyodide and a package `highs_js` has the files `highs.js` and `highs.wasm` of
npm's package `highs`. By itself the script loads asynchronously, and each cell would need an `await`; so two of its
statements are changed, and it loads at once. The names and arguments are those of highspy, whose documentation holds.

After a failure, such as memory that is used up, all HiGHS objects are lost; a session then begins anew.

Sources: https://github.com/lovasoa/highs-js; https://pyodide.org/en/stable/usage/type-conversions.html
"""

import weakref
from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import cache
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

from ..errors import SolverError

AT_ONCE = {
    "return async function(": "return function(",
    "wasmExports=await createWasm();await run();": "createWasm();run();",
}
"""What is changed in `highs.js`. Both functions have done their work when they return, since `instantiateWasm` has."""
LOADER = "return () => Module({instantiateWasm: (imports, use) => use(new WebAssembly.Instance(compiled, imports))})"
HIDDEN = ("globalThis", "exports", "define")
"""Without these names the script neither looks for its files nor registers itself with a loader of modules."""
KINDS = ("primal", "dual")
MIP_INTERRUPT = 6
"""The callback in which HiGHS can be stopped; it comes about once a second, and not within a linear program."""


class HighsModelStatus(IntEnum):
    kNotset, kLoadError, kModelError, kPresolveError, kSolveError, kPostsolveError, kModelEmpty = range(7)
    kOptimal, kInfeasible, kUnboundedOrInfeasible, kUnbounded, kObjectiveBound, kObjectiveTarget = range(7, 13)
    kTimeLimit, kIterationLimit, kUnknown, kSolutionLimit, kInterrupt, kMemoryLimit = range(13, 19)


class HighsStatus(IntEnum):
    kError, kOk, kWarning = range(-1, 2)


class SolutionStatus(IntEnum):
    kSolutionStatusNone, kSolutionStatusInfeasible, kSolutionStatusFeasible = range(3)


class MatrixFormat(IntEnum):
    kColwise, kRowwise = range(1, 3)


class ObjSense(IntEnum):
    kMaximize, kMinimize = -1, 1


class HighsVarType(IntEnum):
    kContinuous, kInteger = range(2)


class HighsPresolveStatus(IntEnum):
    kNotPresolved, kNotReduced, kInfeasible, kUnboundedOrInfeasible, kReduced, kReducedToEmpty, kTimeout = range(-1, 6)


class Highs:
    """A HiGHS object. Its memory in WebAssembly is given back with it."""

    inf = 1e100  # as a time limit: highs.js takes only finite values of options

    def __init__(self) -> None:
        from pyodide.ffi import create_proxy
        from pyodide_js import checkInterrupt

        cancelled: list[bool] = []
        self._engine, self._cancelled = _engine(), cancelled
        self._model = self._engine.raw.createModel()

        def look(event: Any) -> None:
            checkInterrupt()  # calls Python's handler of Ctrl-C when the stop button of the page was pressed
            if cancelled:
                event.interrupt()

        callback = create_proxy(look)
        weakref.finalize(self, _dispose, self._model, callback)
        self._call("setCallback", callback)
        self._call("startCallback", MIP_INTERRUPT)

    def _call(self, name: str, *arguments: Any) -> Any:
        """Call a method of the model in highs.js; lists become arrays. Where it has no result, its status is returned.

        Raises:
            SolverError: When it fails, or HiGHS has failed before, in this model or another.
        """
        from pyodide.ffi import JsException

        if self._engine is not _engine():
            raise SolverError("HiGHS was lost when it failed before; ask again")
        try:
            result = getattr(self._model, name)(*arguments)
        except JsException as error:
            _engine.cache_clear()  # what is in its memory is not to be trusted any more
            raise SolverError(f"HiGHS failed: {error}") from error
        if (status := getattr(result, "status", None)) is None:
            return result
        return getattr(result, "value", HighsStatus(status))

    # -- options ------------------------------------------------------------------------------------------------------

    def version(self) -> str:
        return str(self._engine.version.string)

    def silent(self) -> None:
        self.setOptionValue("output_flag", False)

    def setOptionValue(self, option: str, value: Any) -> Any:
        return self._call("setOptionValue", option, value)

    def getOptionValue(self, option: str) -> tuple[HighsStatus, Any]:
        return HighsStatus.kOk, self._call("getOptionValue", option)

    # -- the model ----------------------------------------------------------------------------------------------------

    def clearModel(self) -> Any:
        return self._call("clearModel")

    def addCols(self, count: int, cost: Any, lower: Sequence[float], upper: Sequence[float], *none: Any) -> Any:
        """Add columns that are in no row and cost nothing."""
        return self.addVars(count, lower, upper)

    def addRows(self, count: int, lower: Any, upper: Any, entries: int, starts: Any, columns: Any, values: Any) -> Any:
        ends = {"starts": _integers([*starts, entries]), "indices": _integers(columns), "values": _floats(values)}
        matrix = {"format": "csr", "numRows": count, "numCols": self.getNumCol(), **ends}
        return self._call("addRows", _object({"lower": _floats(lower), "upper": _floats(upper), "matrix": matrix}))

    def addVars(self, count: int, lower: Sequence[float], upper: Sequence[float]) -> Any:
        return self._call("addVars", _floats(lower), _floats(upper))

    def addCol(self, cost: float, lower: float, upper: float, count: int, rows: Any, values: Any) -> Any:
        return self._call("addCol", cost, lower, upper, _entries(rows, values))

    def addRow(self, lower: float, upper: float, count: int, columns: Any, values: Any) -> Any:
        return self._call("addRow", lower, upper, _entries(columns, values))

    def deleteRows(self, count: int, rows: Sequence[int]) -> Any:
        return self._call("deleteRows", _set(rows))

    def deleteVars(self, count: int, columns: Sequence[int]) -> Any:
        return self._call("deleteCols", _set(columns))

    def changeColIntegrality(self, column: int, kind: HighsVarType) -> Any:
        return self._call("changeColIntegrality", column, int(kind))

    def changeColsIntegrality(self, count: int, columns: Sequence[int], integer: Sequence[bool]) -> Any:
        return self._call("changeColsIntegrality", _set(columns), _integers(integer))

    def changeColsBounds(self, count: int, columns: Sequence[int], lower: Any, upper: Any) -> Any:
        return self._call("changeColsBounds", _set(columns), _floats(lower), _floats(upper))

    def changeColsCost(self, count: int, columns: Sequence[int], cost: Sequence[float]) -> Any:
        return self._call("changeColsCost", _set(columns), _floats(cost))

    def changeColBounds(self, column: int, lower: float, upper: float) -> Any:
        return self._call("changeColBounds", column, lower, upper)

    def changeColCost(self, column: int, cost: float) -> Any:
        return self._call("changeColCost", column, cost)

    def changeRowBounds(self, row: int, lower: float, upper: float) -> Any:
        return self._call("changeRowBounds", row, lower, upper)

    def changeCoeff(self, row: int, column: int, value: float) -> Any:
        return self._call("changeCoeff", row, column, value)

    def changeObjectiveOffset(self, offset: float) -> Any:
        return self._call("changeObjectiveOffset", offset)

    def changeObjectiveSense(self, sense: ObjSense) -> Any:
        return self._call("changeObjectiveSense", int(sense))

    def getLp(self) -> SimpleNamespace:
        lp = self._call("getLp")
        return SimpleNamespace(row_lower_=_list(lp.rowLower), row_upper_=_list(lp.rowUpper))

    def getNumCol(self) -> int:
        return int(self._call("getDimensions").numCols)

    def getNumNz(self) -> int:
        return int(self._call("getDimensions").numNonzeros)

    def presolve(self) -> Any:
        return self._call("presolve")

    def getModelPresolveStatus(self) -> HighsPresolveStatus:
        """highs.js does not tell it; it follows from the status and from the size of what is left."""
        if self.getModelStatus() == HighsModelStatus.kInfeasible:
            return HighsPresolveStatus.kInfeasible
        left = self.getPresolvedLp()
        is_empty = not left.num_col_ and not left.num_row_
        return HighsPresolveStatus.kReducedToEmpty if is_empty else HighsPresolveStatus.kReduced

    def getPresolvedLp(self) -> SimpleNamespace:
        """Its size alone."""
        size = self._call("getPresolvedDimensions")
        matrix = SimpleNamespace(value_=range(size.numNonzeros))
        return SimpleNamespace(num_col_=size.numCols, num_row_=size.numRows, a_matrix_=matrix)

    # -- the run ------------------------------------------------------------------------------------------------------

    def run(self) -> Any:
        self._cancelled.clear()
        return self._call("run")

    def cancelSolve(self) -> None:
        self._cancelled.append(True)

    def clearSolver(self) -> Any:
        return self._call("clearSolver")

    def getRunTime(self) -> float:
        return float(self._call("getRunTime"))

    def getModelStatus(self) -> HighsModelStatus:
        return HighsModelStatus(self._call("getModelStatus"))

    def modelStatusToString(self, status: HighsModelStatus) -> str:
        return status.name

    def getInfo(self) -> SimpleNamespace:
        floats, integers = ("objective_function_value", "mip_dual_bound"), ("mip_node_count", "simplex_iteration_count")
        names = *floats, *integers, "primal_solution_status"
        return SimpleNamespace(valid=False, **{name: self._call("getInfoValue", name) for name in names})

    def getObjectiveValue(self) -> float:
        return float(self._call("getObjectiveValue"))

    def getSolution(self) -> SimpleNamespace:
        found = self._call("getSolution")
        has_values, has_duals = (self._call("getInfoValue", f"{kind}_solution_status") > 0 for kind in KINDS)
        return SimpleNamespace(
            col_value=_list(found.colValue),
            row_value=_list(found.rowValue),
            col_dual=_list(found.colDual),
            row_dual=_list(found.rowDual),
            value_valid=has_values,
            dual_valid=has_duals,
        )

    def getRanging(self) -> tuple[HighsStatus, SimpleNamespace]:
        """Of the bounds of rows alone."""
        found = self._call("getRanging")
        down, up = (SimpleNamespace(value_=_list(each.value)) for each in (found.rowBoundDown, found.rowBoundUp))
        return HighsStatus.kOk, SimpleNamespace(row_bound_dn=down, row_bound_up=up)

    def getDualRay(self) -> tuple[HighsStatus, bool, list[float]]:
        ray = self._call("getDualRay")
        exists = hasattr(ray, "values")
        return HighsStatus.kOk, exists, _list(ray.values) if exists else []


def _dispose(model: Any, callback: Any) -> None:
    from pyodide.ffi import JsException

    with suppress(JsException):  # when HiGHS has failed
        model.dispose()
    callback.destroy()


# -- values of Python and of JavaScript -------------------------------------------------------------------------------


def _object(entries: dict[str, Any]) -> Any:
    """A dictionary as an object of JavaScript; arrays become typed arrays."""
    from js import Object
    from pyodide.ffi import to_js

    return to_js(entries, dict_converter=Object.fromEntries)


def _array(kind: str, numbers: Iterable[float]) -> Any:
    from pyodide.ffi import to_js

    return to_js(array(kind, numbers))


def _floats(numbers: Iterable[float]) -> Any:
    return _array("d", numbers)


def _integers(numbers: Iterable[int]) -> Any:
    return _array("i", numbers)


def _list(typed_array: Any) -> list[float]:
    return typed_array.to_py().tolist()


def _entries(indices: Iterable[int], values: Iterable[float]) -> Any:
    """A sparse row or column, as highs.js takes it."""
    return _object({"indices": array("i", indices), "values": array("d", values)})


def _set(indices: Iterable[int]) -> Any:
    """Rows or columns, as highs.js has them chosen."""
    return _object({"kind": "set", "indices": array("i", indices)})


# -- loading ----------------------------------------------------------------------------------------------------------


@cache
def _engine() -> Any:
    """HiGHS in a memory of its own. After `_engine.cache_clear()` there is a new one, within 5 ms."""
    return _loader()()


@cache
def _loader() -> Any:
    """A function of JavaScript that makes such an engine. The files are read and compiled once.

    Raises:
        SolverError: When the script is not that of a version that this module knows.
    """
    from js import Function, WebAssembly
    from pyodide.ffi import to_js

    folder = files("highs_js")
    script = folder.joinpath("highs.js").read_text("utf-8")
    for old, new in AT_ONCE.items():
        if script.count(old) != 1:
            raise SolverError("highs.js is not that of npm's highs 1.15.3, and cannot be loaded at once")
        script = script.replace(old, new)
    compiled = WebAssembly.Module.new(to_js(folder.joinpath("highs.wasm").read_bytes()))
    return Function.new("compiled", *HIDDEN, f"{script};{LOADER}")(compiled, _object({}))
