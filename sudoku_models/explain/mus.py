"""Explain by minimal sets: a few rules and digits that cannot all hold unless this cell is 7.

State the negation, "this cell is not 7", beside the model. If the digit is forced, nothing satisfies all of it, and
often a small part of the rules and digits is enough for that. A part is *minimal* (a minimal unsatisfiable subset, or
MUS) when it forces the digit and no proper part of it does. Minimal is not smallest: there can be several minimal sets,
of different sizes, and the search below finds one of them.

1. Seeds: a few rules near the cell are tried before many. What they force needs no others.
2. Core: in one live `CpModel` each named constraint is enforced by a literal of its own, and so is each digit. The
   literals of the seed are handed over as assumptions, and CP-SAT names some that are already too many.
3. Deletion: each name of the core is left out in turn, and stays out if the rest still forces the digit. For each, a
   small model without literals is solved; CP-SAT is many times faster on it than on the live one.

The constraints are read from the model by their names, so any board will do, any formulation, and any `sm.Problem`. The
domains of the variables are no constraints: they always hold.

Sources: J. Marques-Silva, "Minimal unsatisfiability: models, algorithms and applications", ISMVL 2010, for deletion;
B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint satisfaction problems",
Artificial Intelligence 300, 2021, for explaining step by step, the easiest step first.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from ..backends import AllDifferent, Backend, Column, Constraint, Exclude, Linear, NotEqual, Term, columns_of
from ..errors import InputError, SolverError, UnsupportedError
from ..models.problem import Problem
from ..models.sudoku_model import SudokuModel, build
from ..puzzles.board import Board, Cell
from ..puzzles.candidates import Candidates
from ..puzzles.puzzle import Puzzle
from .step import Step

__all__ = [
    "EFFORT",
    "Condition",
    "MinimalSet",
    "NamedModel",
    "exclusion",
    "forces",
    "minimal_names",
    "minimal_set",
    "next_step",
    "step_for",
]

EFFORT = 400
"""How many times a step may ask CP-SAT before it takes the best that it has."""


class Condition(NamedTuple):
    """A variable has a value; what it is called is said where it is used."""

    column: Column
    value: int


@dataclass(frozen=True)
class MinimalSet:
    """Rules and digits that together leave a cell one digit; without any one of them it could have another.

    Attributes:
        cell: The cell; None when the set shows that the puzzle has no solution.
        digit: Its digit.
        rules: The names of the constraints, as the model has them.
        digits: The digits of other cells that it rests on.
    """

    cell: Cell | None
    digit: int | None
    rules: tuple[str, ...]
    digits: dict[Cell, int]

    @property
    def size(self) -> int:
        """How many rules and digits there are."""
        return len(self.rules) + len(self.digits)

    def names(self, givens: Mapping[Cell, int]) -> tuple[str, ...]:
        """The rules and the digits by name, told apart from those that were found."""
        said = ("the given {} in {}" if i in givens else "the {} found in {}" for i in self.digits)
        return (*self.rules, *(text.format(d, i) for text, (i, d) in zip(said, self.digits.items(), strict=True)))

    def __str__(self) -> str:
        rules = [rule.removesuffix(" is all different") for rule in self.rules]
        digits = [f"{d} in {i}" for i, d in self.digits.items()]
        parts = [f"the rule{'s' * (len(rules) > 1)} {', '.join(rules)}"] if rules else []
        parts += [f"the digit{'s' * (len(digits) > 1)} {', '.join(digits)}"] if digits else []
        if self.cell is None:
            return f"there is no solution, because {' and '.join(parts)} cannot all hold"
        verb = "leaves" if self.size == 1 else "leave"
        because = f", because {' and '.join(parts)} {verb} nothing else" if parts else ""
        return f"{self.cell} is {self.digit}{because}"


def minimal_set(
    puzzle: Puzzle, cell: Cell | None = None, formulation: str = "all_different", backend: str = "pulp"
) -> MinimalSet | None:
    """A minimal set of rules and givens that forces the digit of a cell; None when no digit is forced there.

    Args:
        puzzle: The puzzle.
        cell: A blank cell; when left out, the set shows that the puzzle has no solution (None if it has one).
        formulation: Whose constraints are the rules.
        backend: Where they are stated.

    Raises:
        InputError: When there is no such cell, or it is given.

    >>> print(minimal_set(Puzzle.parse("123. .... .... ...."), (1, 4)))
    (1, 4) is 4, because the rule row 1 and the digits 1 in (1, 1), 2 in (1, 2), 3 in (1, 3) leave nothing else
    >>> print(minimal_set(Puzzle.parse("1..2 ..1. .... 2...")))
    None
    """
    if cell is not None and (cell not in puzzle.board.cells or cell in puzzle.givens):
        raise InputError(f"{cell} is no blank cell of this {puzzle.board}")
    known = _known(puzzle, formulation, backend)
    if cell is None or known.contradiction:
        return known.contradiction if cell is None else None
    if cell not in known.forced:
        return None
    sets = known.sudoku.sets(cell, known.forced[cell], puzzle.givens)
    return min((each for each in sets.values() if each), key=lambda each: each.size)


def forces(
    puzzle: Puzzle,
    cell: Cell,
    digit: int,
    rules: Iterable[str],
    digits: Mapping[Cell, int],
    formulation: str = "all_different",
) -> bool:
    """Whether these rules and digits alone leave the cell nothing else.

    A set is minimal when it does, and no set does that one gets by leaving out a single name: what the rest cannot
    force, no part of the rest can.

    Raises:
        UnknownNameError, InputError: When there is no such formulation or rule.

    >>> puzzle = Puzzle.parse("123. .... .... ....")
    >>> found = minimal_set(puzzle, (1, 4))
    >>> forces(puzzle, (1, 4), 4, found.rules, found.digits)
    True
    >>> [forces(puzzle, (1, 4), 4, set(found.rules) - {rule}, found.digits) for rule in found.rules]
    [False]
    """
    sudoku = _sudoku(puzzle.board, formulation, "pulp")
    facts = [sudoku.holds(i, d) for i, d in digits.items()]
    return sudoku.model.counterexample(list(rules), facts, sudoku.holds(cell, digit)) is None


def minimal_names(
    model: SudokuModel | Problem | Backend, variable: Any = None, value: int | None = None
) -> tuple[str, ...] | None:
    """The same for any model: a minimal set of named constraints and fixed variables that forces a variable to a value.

    Args:
        model: A model, a problem, or a backend.
        variable: One of its variables; when left out, the set is one that cannot hold at all.
        value: The value that is to be forced.

    Returns:
        The names, a fixed variable as "name = value"; None when nothing of the kind is forced.

    >>> def three(m):
    ...     x = m.int_vars("x", "abc", 1, 3)
    ...     m.all_different(x.values(), "all differ")
    ...     m.add(x["a"] >= x["b"] + 2, "a is larger than b by two")
    ...     m.add(x["c"] <= 2, "c is not the largest")
    ...     return x
    >>> problem = Problem(three)
    >>> minimal_names(problem, problem.variables["c"], 2)
    ('a is larger than b by two', 'all differ')
    """
    m = model.m if isinstance(model, SudokuModel | Problem) else model
    named = NamedModel(m)
    lower, upper = m.bounds()
    fixed = {
        Condition(k, int(low)): f"{m.variables[k]} = {int(low)}"
        for k, (low, high) in enumerate(zip(lower, upper, strict=True))
        if low == high and m.declared(k) != (low, high)
    }
    goal = None if variable is None or value is None else Condition(m.column(variable), value)
    found = named.minimal([*named.rules], [*fixed], goal)
    return None if found is None else (*found[0], *(fixed[fact] for fact in found[1]))


def exclusion(state: Candidates, cell: Cell, digit: int, formulation: str = "assignment") -> tuple[str, ...] | None:
    """A minimal set of constraints that excludes a candidate, given the candidates that are left; None when none does.

    This is what a certificate of `explain.lp` is to be compared with: both rest on the candidates, and both are made of
    names of constraints. A set may need whole numbers, a certificate does not.

    >>> exclusion(Candidates.of(Puzzle.parse("12.. .... .... ....")), (2, 4), 3)
    ('row 2 has a 3', 'box 1 has a 3')
    """
    if cell in state.digits or digit not in state.candidates[cell]:
        raise InputError(f"cell {cell} has no candidate {digit} that could be excluded")
    sudoku = _sudoku(state.board, formulation, "pulp")
    known = sudoku.facts(state.digits)
    out = [(i, d) for i in state.board.cells for d in state.board.digits if d not in state.candidates[i]]
    return sudoku.exclusion(cell, digit, known, out)


def step_for(
    state: Candidates, cell: Cell, formulation: str = "all_different", backend: str = "pulp", effort: int = EFFORT
) -> Step | None:
    """A minimal set that forces the digit of this cell at once; None when it is not forced.

    >>> step_for(Candidates.of(Puzzle.parse("123. .... .... ....")), (1, 4)).name
    'minimal set of 4'
    """
    known = _known(state.puzzle, formulation, backend)
    if known.contradiction:
        return _no_solution(state, known.contradiction)
    if cell not in known.forced:
        return None
    return _step(state, known.single(cell, state.digits, _singles(state).get(cell, frozenset())))


def next_step(
    state: Candidates, formulation: str = "all_different", backend: str = "pulp", effort: int = EFFORT
) -> Step | None:
    """The step with the smallest minimal set that was found; None when no open cell is forced.

    Where a cell has one candidate left, or a unit one cell for a digit, the cells of this kind are compared, and no
    others. Elsewhere every open cell is looked at: the fewest rules near it that force its digit are found by
    bisection, and those with the fewest are made minimal first, until the effort is spent. The sentence says when that
    cut it short. What was found for an earlier state of the same puzzle is used again.

    Args:
        state: The digits found so far count as facts, like givens.
        formulation: Whose constraints are the rules.
        backend: Where they are stated.
        effort: How many times CP-SAT may be asked.

    >>> print(next_step(Candidates.of(Puzzle.parse("123. .... .... ...."))).sentence)
    (1, 4) is 4, because the rule row 1 and the digits 1 in (1, 1), 2 in (1, 2), 3 in (1, 3) leave nothing else
    """
    known = _known(state.puzzle, formulation, backend)
    if known.contradiction:
        return _no_solution(state, known.contradiction)
    digits, forced = state.digits, known.forced
    model = known.sudoku.model
    start = model.asked
    if singles := {i: ways for i, ways in _singles(state).items() if i in forced}:
        sets: list[MinimalSet] = []
        for i, ways in singles.items():
            if not sets or model.asked - start < effort or known.has(i, digits, ways):
                sets.append(known.single(i, digits, ways))
        return _step(state, min(sets, key=lambda each: each.size), _compared(len(sets), len(singles), "singles"))
    cells = [i for i in state.open if i in forced]
    rules = {i: known.sudoku.enough(i, forced[i], digits) for i in cells}
    best, compared = None, 0
    for i in sorted(cells, key=lambda i: len(rules[i])):
        if best and model.asked - start >= effort:
            break
        compared += 1
        new = known.among(rules[i], i, digits, best.size if best else math.inf)
        if new and (best is None or new.size < best.size):
            best = new
    return None if best is None else _step(state, best, _compared(compared, len(cells), "open cells"))


def _compared(some: int, of: int, cells: str) -> str:
    return f" ({some} of {of} {cells} were compared)" if some < of else ""


# -- the constraints of a model, by name --------------------------------------------------------------------------


class NamedModel:
    """A model whose constraints can be asked one by one, by their names.

    Attributes:
        rules: The constraints by name.
        asked: How many times CP-SAT was asked.
    """

    def __init__(self, m: Backend) -> None:
        self.m = m
        self.rules: dict[str, Constraint] = {}
        self.asked = 0
        for constraint in m.read(m.constraints()):
            name, k = constraint.name, 2
            while name in self.rules:
                name, k = f"{constraint.name} ({k})", k + 1
            self.rules[name] = constraint
        self.scope = {name: frozenset(columns_of(constraint)) for name, constraint in self.rules.items()}
        self.touching: dict[Column, list[str]] = {}
        for name, columns in self.scope.items():
            for k in columns:
                self.touching.setdefault(k, []).append(name)

    def minimal(
        self,
        rules: Sequence[str],
        facts: Sequence[Condition],
        goal: Condition | None,
        below: float = math.inf,
        always: Sequence[Condition] = (),
    ) -> tuple[list[str], list[Condition]] | None:
        """A minimal part of these rules and facts that forces the goal; None when all of them do not.

        The first ones are the first to be left out, rules before facts. It is also None when the part would not have
        less than `below` names: what cannot be left out once cannot be left out later. What holds `always` is not left
        out, and not counted.
        """
        core = self.core(rules, [*facts, *always], goal)
        if core is None:
            return None
        rules, facts = core[0], [fact for fact in core[1] if fact not in set(always)]
        for name in [*rules]:
            rest = [other for other in rules if other != name]
            if self.counterexample(rest, [*facts, *always], goal) is None:
                rules = rest
        reach = frozenset().union(*(self.scope[name] for name in rules)) | ({goal.column} if goal else set())
        facts = [fact for fact in facts if fact.column in reach]  # the others say nothing about these rules
        needed = len(rules)
        for fact in [*facts]:
            if needed >= below:
                return None
            others = [other for other in facts if other != fact]
            if self.counterexample(rules, [*others, *always], goal) is None:
                facts = others
            else:
                needed += 1
        if needed >= below:
            return None
        return [*rules], [*facts]

    def core(
        self, rules: Sequence[str], facts: Sequence[Condition], goal: Condition | None
    ) -> tuple[list[str], list[Condition]] | None:
        """Some of these rules and facts that force the goal, by CP-SAT's assumptions; None when all do not."""
        literals = {self._live.rule(name): name for name in rules}
        conditions = {self._live.fact(fact): fact for fact in facts}
        assumed = [*literals, *conditions, *([self._live.denial(goal)] if goal else [])]
        model = self._live.model
        model.clear_assumptions()
        model.add_assumptions([model.get_bool_var_from_proto_index(k) for k in assumed])
        solver = self._solver(presolve=False)
        if self._status(solver, model):
            return None
        kept = set(solver.sufficient_assumptions_for_infeasibility())
        return (
            [name for k, name in literals.items() if k in kept],
            [fact for k, fact in conditions.items() if k in kept],
        )

    def counterexample(
        self, rules: Iterable[str], facts: Iterable[Condition], *goals: Condition | None
    ) -> dict[Column, int] | None:
        """Values that keep the rules and the facts and break a goal; None when there are none: the goals are forced.

        Raises:
            InputError: When there is no rule of this name.
        """
        model = cp_model.CpModel()
        held, variables = dict(facts), dict[Column, Any]()
        if unknown := [name for name in rules if name not in self.rules]:
            raise InputError(f"the model has no constraint {unknown[0]!r}")
        wanted = [goal for goal in goals if goal]
        columns = frozenset[Column]().union(*(self.scope[name] for name in rules)) | {goal.column for goal in wanted}
        for k in sorted(columns):
            low, high = (held[k], held[k]) if k in held else map(int, self.m.declared(k))
            variables[k] = model.new_int_var(low, high, "")
        for name in rules:
            _post(model, variables, self.rules[name])
        if len(wanted) == 1:
            model.add(variables[wanted[0].column] != wanted[0].value)
        elif wanted:
            literals = [model.new_bool_var("") for _ in wanted]
            for goal, literal in zip(wanted, literals, strict=True):
                model.add(variables[goal.column] != goal.value).only_enforce_if(literal)
            model.add_bool_or(literals)
        solver = self._solver(presolve=True)
        if not self._status(solver, model):
            return None
        return dict(zip(variables, solver.response_proto.solution, strict=False))

    def _solver(self, presolve: bool) -> cp_model.CpSolver:
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers, parameters.random_seed, parameters.catch_sigint_signal = 1, 1, False
        parameters.cp_model_presolve = presolve
        # What pays on large models takes longer here than the whole rest.
        parameters.linearization_level, parameters.symmetry_level, parameters.cp_model_probing_level = 0, 0, 0
        parameters.use_sat_inprocessing = False
        return solver

    def _status(self, solver: cp_model.CpSolver, model: cp_model.CpModel) -> bool:
        self.asked += 1
        code = solver.solve(model)
        if code not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise SolverError(f"CP-SAT ended with the status {solver.status_name(code)}: {model.validate()}")
        return bool(code != cp_model.INFEASIBLE)

    @cached_property
    def _live(self) -> "_Live":
        return _Live(self)


class _Live:
    """The `CpModel` that lives as long as the named model: each constraint, fact and denial has a literal."""

    def __init__(self, named: NamedModel) -> None:
        self.model = model = cp_model.CpModel()
        self.variables = {}
        for k in range(len(named.m.variables)):
            low, high = map(int, named.m.declared(k))
            self.variables[k] = model.new_int_var(low, high, "")
        self.literals: dict[Any, int] = {}
        for name, constraint in named.rules.items():
            literal = model.new_bool_var(name)
            for posted in _post(model, self.variables, constraint):
                posted.only_enforce_if(literal)
            self.literals[name] = literal.index

    def rule(self, name: str) -> int:
        return self.literals[name]

    def fact(self, fact: Condition) -> int:
        return self._literal(fact, True)

    def denial(self, goal: Condition) -> int:
        return self._literal(goal, False)

    def _literal(self, condition: Condition, is_held: bool) -> int:
        if (condition, is_held) not in self.literals:
            literal = self.model.new_bool_var("")
            x = self.variables[condition.column]
            said = x == condition.value if is_held else x != condition.value
            self.model.add(said).only_enforce_if(literal)
            self.literals[condition, is_held] = literal.index
        return self.literals[condition, is_held]


def _post(model: cp_model.CpModel, variables: Mapping[Column, Any], constraint: Constraint) -> list[Any]:
    """State a constraint that was read; what comes back can be enforced by a literal."""

    def expression(term: Term) -> Any:
        if any(part != round(part) for part in (*term.coefficients, term.constant)):
            raise UnsupportedError(f"CP-SAT takes whole coefficients only; {constraint.name!r} has others")
        if len(term.columns) == 1 and term.coefficients[0] == 1 and not term.constant:
            return variables[term.columns[0]]
        found = [variables[k] for k in term.columns]
        return cp_model.LinearExpr.weighted_sum(found, [round(c) for c in term.coefficients]) + round(term.constant)

    match constraint:
        case Linear(columns, coefficients, lower, upper, _):
            body = expression(Term(tuple(columns), tuple(coefficients)))
            low = cp_model.INT_MIN if lower == -float("inf") else -int(-lower // 1)
            high = cp_model.INT_MAX if upper == float("inf") else int(upper // 1)
            return [model.add_linear_constraint(body, low, high)]
        case NotEqual(difference, _):
            return [model.add(expression(difference) != 0)]
        case AllDifferent(terms, _):
            return [model.add_all_different([expression(term) for term in terms])]
        case Exclude(values, at_least, _):
            differs = []
            for k, value in values:
                differs.append(literal := model.new_bool_var(""))
                model.add(variables[k] != value).only_enforce_if(literal)
            return [model.add(cp_model.LinearExpr.sum(differs) >= at_least)]


# -- Sudoku on top of it -------------------------------------------------------------------------------------------


class _Sudoku:
    """The rules of a board in one formulation. Digits are facts, so one live model serves every puzzle of the board."""

    def __init__(self, board: Board, formulation: str, backend: str) -> None:
        self.board = board
        self.stated = build(Puzzle(board, (0,) * len(board.cells)), formulation, backend)
        self.model = NamedModel(self.stated.m)
        self.says = {self.holds(i, d): (i, d) for i in board.cells for d in board.digits}

    def holds(self, cell: Cell, digit: int) -> Condition:
        """What says that a cell holds a digit."""
        variable, value = self.stated.holds(cell, digit)
        return Condition(self.stated.m.column(variable), value)

    def facts(self, digits: Mapping[Cell, int], columns: Iterable[Column] | None = None) -> list[Condition]:
        """The digits as facts; those on some columns alone, if asked."""
        found = [self.holds(i, d) for i, d in digits.items()]
        return found if columns is None else [fact for fact in found if fact.column in columns]

    def another(self, digits: Mapping[Cell, int], than: Mapping[Cell, int] | None = None) -> dict[Cell, int] | None:
        """A solution; one in which some cell has another digit than here, if asked."""
        broken = self.facts(than or {})
        values = self.model.counterexample(self.model.rules, self.facts(digits), *broken)
        if values is None:
            return None
        return {i: d for (column, value), (i, d) in self.says.items() if values.get(column, 0) == value}

    def forced(self, digits: Mapping[Cell, int]) -> dict[Cell, int]:
        """The cells that hold the same digit in every solution.

        A solution is asked for in which any one of these digits is another, until there is none; each clears many.
        """
        other = self.another(digits)
        left = {i: d for i, d in other.items() if i not in digits} if other else {}
        while left and (other := self.another(digits, left)):
            left = {i: d for i, d in left.items() if other[i] == d}
        return left

    def seeds(self, cell: Cell, digit: int) -> Iterator[list[str]]:
        """The rules on the cell; then, for each rule that speaks of it and the digit, this rule and all that meet it.

        The first are enough for a naked single, the others for a hidden one. Those to leave out first come first.
        """
        model = self.model
        on_cell = {self.holds(cell, d).column for d in self.board.digits}
        yield [name for name in self._far_first(cell) if model.scope[name] & on_cell]
        for name in model.touching[self.holds(cell, digit).column]:
            meets = {other for k in model.scope[name] for other in model.touching[k]} - {name}
            if len(meets) + 1 < len(model.rules):
                yield [*(other for other in self._far_first(cell) if other in meets), name]

    def enough(self, cell: Cell, digit: int, digits: Mapping[Cell, int]) -> list[str]:
        """Few rules that force a digit: a seed, or as many of the nearest rules as are needed, by bisection."""
        found = [rules for rules in self.seeds(cell, digit) if self._forces(rules, cell, digit, digits)]
        if found:
            return min(found, key=len)
        nearest = self._far_first(cell)[::-1]
        low, high = 0, len(nearest)
        while high - low > 1:
            middle = (low + high) // 2
            if self._forces(nearest[:middle], cell, digit, digits):
                high = middle
            else:
                low = middle
        return nearest[:high][::-1]

    def sets(
        self, cell: Cell, digit: int, digits: Mapping[Cell, int], known: Mapping[int, MinimalSet | None] | None = None
    ) -> dict[int, MinimalSet | None]:
        """For each seed that forces the digit, by number, a minimal set within it: the smallest are the last.

        None stands for a set that is not smaller than one before it. What is known is not looked for again. When no
        seed forces the digit, which has to be forced, the set within the nearest rules has the number -1.
        """
        found = dict(known or {})
        best = min((each.size for each in found.values() if each), default=math.inf)
        for k, rules in enumerate(self.seeds(cell, digit)):
            if k not in found and self._forces(rules, cell, digit, digits):
                found[k] = new = self.minimal(rules, cell, digit, digits, best)
                best = new.size if new else best
        return found or {-1: self.minimal(self.enough(cell, digit, digits), cell, digit, digits)}

    def minimal(
        self,
        rules: list[str],
        cell: Cell | None,
        digit: int | None,
        digits: Mapping[Cell, int],
        below: float = math.inf,
    ) -> MinimalSet | None:
        """A minimal set within these rules and the digits on them; None when it is not smaller than `below`."""
        goal = None if cell is None or digit is None else self.holds(cell, digit)
        found = self.model.minimal(rules, self.facts(digits, self._scope(rules)), goal, below)
        if found is None:
            return None
        order = {name: k for k, name in enumerate(self.model.rules)}
        held = dict(sorted(self.says[fact] for fact in found[1]))
        return MinimalSet(cell, digit, tuple(sorted(found[0], key=order.__getitem__)), held)

    def exclusion(
        self, cell: Cell, digit: int, known: Sequence[Condition], out: Iterable[tuple[Cell, int]]
    ) -> tuple[str, ...] | None:
        """A minimal set of rules by which a cell cannot hold a digit; facts and lost candidates are the background."""
        goal = self.holds(cell, digit)
        if goal.value != 1 or len({self.holds(cell, d).column for d in self.board.digits}) == 1:
            raise InputError("candidates are excluded in a formulation with binaries y[cell, digit] only")
        always = [*known, *(Condition(self.holds(i, d).column, 0) for i, d in out)]
        found = self.model.minimal(self._far_first(cell), [], Condition(goal.column, 0), always=always)
        return None if found is None else tuple(name for name in self.model.rules if name in found[0])

    def _forces(self, rules: list[str], cell: Cell, digit: int, digits: Mapping[Cell, int]) -> bool:
        facts = self.facts(digits, self._scope(rules))
        return self.model.counterexample(rules, facts, self.holds(cell, digit)) is None

    def _scope(self, rules: Iterable[str]) -> frozenset[Column]:
        return frozenset[Column]().union(*(self.model.scope[name] for name in rules))

    def _far_first(self, cell: Cell) -> list[str]:
        """All rules, those on the cell last and those that share much with them before."""
        if cell not in self._orders:
            scope = self.model.scope
            on_cell = {self.holds(cell, d).column for d in self.board.digits}
            near = frozenset[Column]().union(*(columns for columns in scope.values() if columns & on_cell))
            self._orders[cell] = sorted(scope, key=lambda name: (bool(scope[name] & on_cell), len(scope[name] & near)))
        return self._orders[cell]

    @cached_property
    def _orders(self) -> dict[Cell, list[str]]:
        return {}


class _Known:
    """What is known of one puzzle: the forced digits, and the minimal sets found so far.

    A minimal set of an earlier state holds in a later one, for digits only come, and it is used again. One of a later
    state is not used in an earlier one, so that the same steps lead to the same sets.
    """

    def __init__(self, puzzle: Puzzle, formulation: str, backend: str) -> None:
        self.sudoku = _sudoku(puzzle.board, formulation, backend)
        self.givens = puzzle.givens
        self.forced = self.sudoku.forced(puzzle.givens)
        self._found: dict[Cell, dict[int, tuple[int, MinimalSet | None]]] = {}
        self._looked: dict[tuple[Cell, frozenset[str]], int] = {}

    @cached_property
    def contradiction(self) -> MinimalSet | None:
        """Why there is no solution, if there is none."""
        if self.forced or self.sudoku.another(self.givens):
            return None
        return self.sudoku.minimal([*self.sudoku.model.rules], None, None, self.givens)

    def single(self, cell: Cell, digits: Mapping[Cell, int], ways: frozenset[str]) -> MinimalSet:
        """A small minimal set for a forced digit; looked for when the cell is a single in other ways than before."""
        known = self._valid(cell, digits)
        if not self.has(cell, digits, ways):
            self._looked[cell, ways] = len(digits)
            new = self.sudoku.sets(cell, self.forced[cell], digits, known)
            self._found.setdefault(cell, {}).update((k, (len(digits), new[k])) for k in new if k not in known)
            known = new
        return min((each for each in known.values() if each), key=lambda each: each.size)

    def has(self, cell: Cell, digits: Mapping[Cell, int], ways: frozenset[str]) -> bool:
        """Whether `single` has an answer without asking CP-SAT."""
        return bool(self._valid(cell, digits)) and self._looked.get((cell, ways), math.inf) <= len(digits)

    def among(self, rules: list[str], cell: Cell, digits: Mapping[Cell, int], below: float) -> MinimalSet | None:
        """A minimal set within these rules, or an earlier one; None when it is not smaller than `below`."""
        earlier = (each for each in self._valid(cell, digits).values() if each)
        if (best := min(earlier, key=lambda each: each.size, default=None)) and best.size < below:
            below = best.size
        new = self.sudoku.minimal(rules, cell, self.forced[cell], digits, below)
        return new or (best if best and best.size <= below else None)

    def _valid(self, cell: Cell, digits: Mapping[Cell, int]) -> dict[int, MinimalSet | None]:
        found = self._found.get(cell, {})
        return {
            k: each
            for k, (level, each) in found.items()
            if level <= len(digits) and (each is None or each.digits.items() <= digits.items())
        }


def _singles(state: Candidates) -> dict[Cell, frozenset[str]]:
    """The cells that hold the last candidate of their own or of a unit, and in which ways."""
    found: dict[Cell, set[str]] = {}
    for i in state.open:
        if len(state.candidates[i]) == 1:
            found.setdefault(i, set()).add("cell")
    for u in state.geometry.complete:
        unit = state.board.units[u]
        for d in state.board.digits:
            if len(places := state.places_in(unit, d)) == 1:
                found.setdefault(places[0], set()).add(unit.name)
    return {i: frozenset(found[i]) for i in state.open if i in found}


def _step(state: Candidates, found: MinimalSet, more: str = "") -> Step:
    cell, digit = found.cell, found.digit
    assert cell is not None, "a contradiction has a step of its own"
    assert digit is not None
    because = found.names(state.puzzle.givens)
    cells = (*found.digits, cell)
    return Step("mus", f"minimal set of {found.size}", {cell: digit}, {}, because, f"{found}{more}", cells, found.size)


def _no_solution(state: Candidates, found: MinimalSet) -> Step:
    """What follows from a contradiction: anything. So the first open cell loses all that it has."""
    i = state.open[0]
    because = found.names(state.puzzle.givens)
    name = f"no solution, minimal set of {found.size}"
    return Step("mus", name, {}, {i: state.candidates[i]}, because, str(found), tuple(found.digits), found.size)


@lru_cache(maxsize=8)
def _sudoku(board: Board, formulation: str, backend: str) -> _Sudoku:
    return _Sudoku(board, formulation, backend)


@lru_cache(maxsize=32)
def _known(puzzle: Puzzle, formulation: str, backend: str) -> _Known:
    return _Known(puzzle, formulation, backend)
