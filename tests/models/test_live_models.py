"""Random calls on one live model: no answer of any solver may be a false proof."""

import signal

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from live_models import (
    AT_ONCE,
    BOARDS,
    PATIENCE,
    Iteration,
    LiveModel,
    all_grids,
    check_answer,
    check_count,
    drops_interrupts,
    interrupted_at,
    run,
    run_for_long,
)

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.formulations import REDUCED

SOLVERS = [name for name in ("highs", "cpsat", "choco", "cadical") if name in solvers.installed()]
SOME_SOLVER = st.sampled_from([*SOLVERS * 4, "cbc"])  # CBC is a program, started for each answer
ENUMERATORS = st.sampled_from([name for name in SOLVERS if name != "highs"])
REWRITES = {
    "pairwise": ["", "rank", "big_m"],
    "assignment": [""],
    "all_different": ["", "count_distinct", "pairwise", "pairwise+rank", "pairwise+big_m"],
    "mixed": ["", "rank", "pairwise+big_m"],
    "assignment_reduced": [""],
}
MANY = 25
"""More solutions than this are not gone through one by one."""


@st.composite
def puzzles(draw, board):
    """In one line. Mostly with a few solutions: a grid without some of its digits, seldom with one digit changed."""
    grid = draw(st.sampled_from(all_grids(board)))
    blanks = draw(st.sets(st.integers(0, len(grid.values) - 1), max_size=10))
    values = [0 if k in blanks else d for k, d in enumerate(grid.values)]
    if draw(st.integers(0, 5)) == 5:
        values[draw(st.integers(0, len(values) - 1))] = draw(st.sampled_from(board.digits))
    return sm.Puzzle(board, tuple(values)).line()


class LiveModels(RuleBasedStateMachine):
    """One model, and rules that ask it, change it, and interrupt it."""

    @initialize(
        data=st.data(),
        formulation=st.sampled_from(list(sm.FORMULATIONS)),
        backend=st.sampled_from(list(sm.BACKENDS)),
        board=st.sampled_from(["4x4", "4x4", "4x4", *BOARDS]),
    )
    def build(self, data, formulation, backend, board):
        self.board = BOARDS[board]
        rewrite = data.draw(st.sampled_from([None, None, *REWRITES[formulation]]))
        puzzle = self.a_puzzle(data)
        self.live = LiveModel(sm.build(puzzle, formulation, backend, rewrite))
        self.iterations = []

    def a_puzzle(self, data):
        return sm.Puzzle.parse(data.draw(puzzles(self.board)), self.board)

    def a_grid(self, data, grids=()):
        """One of these, or of all grids of the board when there are none."""
        lines = sorted(grid.line() for grid in grids or all_grids(self.board))
        return sm.Puzzle.parse(data.draw(st.sampled_from(lines)), self.board).as_grid()

    def a_cell(self, data):
        return data.draw(st.sampled_from(self.live.cells()))

    def a_row(self, data):
        """The sum or difference of one or two digits, and what it is to be."""
        cells = data.draw(st.lists(st.sampled_from(self.live.cells()), min_size=1, max_size=2, unique=True))
        terms = [(data.draw(st.sampled_from([1, -1, 2])), cell) for cell in cells]
        sense = data.draw(st.sampled_from(["<=", ">=", "=="]))
        return terms, sense, data.draw(st.integers(-3, 2 * self.board.size))

    def few(self, limit):
        """A limit for a count: all of them when they are few."""
        return limit if len(self.live.truth()) <= MANY else min(limit or 5, 5)

    # -- asking ---------------------------------------------------------------------------------------------------

    @rule(solver=SOME_SOLVER, time_limit=st.sampled_from([None, None, None, AT_ONCE]))
    def solve(self, solver, time_limit):
        self.live.solve(solver, time_limit)

    @rule(
        solver=SOME_SOLVER,
        limit=st.sampled_from([None, None, 1, 2]),
        cross_check=st.booleans(),
        at_least=st.sampled_from([1, 1, 4]),
        time_limit=st.sampled_from([PATIENCE, PATIENCE, PATIENCE, AT_ONCE]),
        method=st.sampled_from(["cuts", "cuts", "auto", "partition"]),
    )
    def count_by_cuts(self, solver, limit, cross_check, at_least, time_limit, method):
        options = {"cross_check": cross_check, "at_least": at_least, "time_limit": time_limit, "method": method}
        self.live.count(solver, limit=self.few(limit), **options)

    @rule(solver=ENUMERATORS, limit=st.sampled_from([None, None, 1, 2]), cross_check=st.booleans())
    def count_by_enumeration(self, solver, limit, cross_check):
        self.live.count(solver, limit=limit, cross_check=cross_check, method="enumerate")

    @rule(solver=SOME_SOLVER, limit=st.sampled_from([None, None, 1, 2]))
    def list_solutions(self, solver, limit):
        self.live.list_solutions(solver, self.few(limit))

    @rule(data=st.data(), solver=SOME_SOLVER, spoil=st.booleans())
    def use_the_linear_model(self, data, solver, spoil):
        """The linear model is one of its own: what is excluded there is not excluded here."""
        rewrite = data.draw(st.sampled_from([None, *REWRITES[self.live.model.formulation]]))
        if self.live.model.rewrite and rewrite is not None:
            return
        linear = self.live.solve_rewritten(rewrite, solver)
        if spoil and linear is not None and linear is not self.live.model:
            linear.exclude(self.a_grid(data))

    @rule(solver=SOME_SOLVER, on_the_copy=st.booleans())
    def copy(self, solver, on_the_copy):
        """Both the model and its copy go on; later rules use one of them."""
        copied = self.live.copied()
        if copied is not None:
            copied.solve(solver)
            if on_the_copy:
                self.live, self.iterations = copied, []

    # -- iterations that do not end -------------------------------------------------------------------------------

    @rule(solver=SOME_SOLVER)
    def begin_an_iteration(self, solver):
        self.iterations.append(Iteration(self.live, solver))

    @precondition(lambda self: self.iterations)
    @rule(data=st.data(), steps=st.integers(1, 3))
    def go_on_with_an_iteration(self, data, steps):
        iteration = data.draw(st.sampled_from(self.iterations))
        if not all(iteration.go_on() for _ in range(steps)):
            self.iterations.remove(iteration)

    @precondition(lambda self: self.iterations)
    @rule(close=st.booleans())
    def abandon_an_iteration(self, close):
        iteration = self.iterations.pop()
        if close:
            iteration.solutions.close()

    @rule(solver=SOME_SOLVER, after=st.integers(1, 2), error=st.sampled_from([RuntimeError, KeyboardInterrupt]))
    def raise_in_a_consumer(self, solver, after, error):
        with self.live.refusals_allowed():
            try:
                for k, _ in enumerate(self.live.model.solutions(None, solver, PATIENCE), 1):
                    if k == after:
                        raise error
            except error:
                pass

    # -- interrupts -----------------------------------------------------------------------------------------------

    @rule(
        solver=SOME_SOLVER, method=st.sampled_from(["cuts", "enumerate"]), after=st.integers(1, 3), raises=st.booleans()
    )
    def interrupt_a_count(self, solver, method, after, raises):
        """In the callback for progress, by an exception or by the signal itself."""
        if method == "enumerate" and solver not in ("cpsat", "choco", "cadical"):
            return

        def progress(found):
            if found == after and raises:
                raise KeyboardInterrupt
            if found == after:
                signal.raise_signal(signal.SIGINT)

        truth = self.live.truth()
        with self.live.refusals_allowed():
            count = self.live.model.count_solutions(solver, 5, PATIENCE, method=method, progress=progress)
            check_count(count, truth, limit=5, may_stop=True)

    @rule(solver=SOME_SOLVER, call=st.integers(1, 300), counts=st.booleans())
    def interrupt_anywhere(self, solver, call, counts):
        truth = self.live.truth()
        with self.live.refusals_allowed(), interrupted_at(call):
            if counts:
                check_count(self.live.model.count_solutions(solver, 2, PATIENCE), truth, limit=2, may_stop=True)
            else:
                check_answer(self.live.model.solve(solver, PATIENCE), truth, may_stop=True)

    # -- changing -------------------------------------------------------------------------------------------------

    @rule(data=st.data(), a_solution=st.booleans(), at_least=st.sampled_from([1, 1, 4]))
    def exclude(self, data, a_solution, at_least):
        self.live.exclude(self.a_grid(data, self.live.truth() if a_solution else ()), at_least)

    @precondition(lambda self: self.live.model.formulation not in REDUCED)
    @rule(data=st.data())
    def reset(self, data):
        self.live.reset(self.a_puzzle(data))

    @precondition(lambda self: self.live.cells())
    @rule(data=st.data())
    def add_a_row(self, data):
        self.live.add(*self.a_row(data))

    @precondition(lambda self: self.live.additions)
    @rule(data=st.data(), what=st.sampled_from(["right-hand side", "everything", "switch", "remove"]))
    def change_a_row(self, data, what):
        k = data.draw(st.integers(0, len(self.live.additions) - 1))
        if what == "switch":
            self.live.switch(k)
        elif what == "remove":
            self.live.remove(k)
        else:
            terms, sense, right = self.a_row(data)
            self.live.change(k, terms if what == "everything" else None, sense, right)

    @precondition(lambda self: self.live.cells())
    @rule(data=st.data())
    def limit_a_cell(self, data):
        low, high = sorted(
            (data.draw(st.sampled_from(self.board.digits)), data.draw(st.sampled_from(self.board.digits)))
        )
        self.live.limit(self.a_cell(data), low, high)

    @precondition(lambda self: self.live.limits)
    @rule(data=st.data())
    def lift_a_limit(self, data):
        self.live.unlimit(data.draw(st.sampled_from(sorted(self.live.limits))))

    @precondition(lambda self: self.live.cells())
    @rule(data=st.data(), low=st.integers(1, 2), high=st.integers(2, 4))
    def link_a_variable_of_ones_own(self, data, low, high):
        self.live.link_own_variable(self.a_cell(data), low, high)

    @precondition(lambda self: self.live.cells())
    @rule(data=st.data(), drop=st.booleans())
    def change_the_objective(self, data, drop):
        if drop:
            self.live.drop_objective()
        else:
            self.live.minimise(self.a_cell(data))

    def teardown(self):
        for iteration in getattr(self, "iterations", []):
            iteration.solutions.close()


pytestmark = drops_interrupts


def test_no_answer_on_a_live_model_is_false():
    run(LiveModels, 60, 15)


@pytest.mark.slow
def test_no_answer_on_a_live_model_is_false_in_long_runs():
    run_for_long(LiveModels, 100)
