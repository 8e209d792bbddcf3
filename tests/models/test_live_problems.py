"""Random calls on one live problem: no answer of any solver may be a false proof, of "infeasible" or of "optimal"."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from live_models import PATIENCE, drops_interrupts, interrupted_at, run, run_for_long
from live_problems import Exclude, LiveProblem, linear, statements, sums

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.errors import SudokuModelsError

SOLVERS = [name for name in ("highs", "cpsat", "choco", "cadical") if name in solvers.installed()]
SOME_SOLVER = st.sampled_from([*SOLVERS * 4, "cbc"])  # CBC is a program, started for each answer
REWRITES = [None, "", "pairwise", "pairwise+big_m", "rank", "tuple_hull", "pairwise+table_conflicts"]
MANY = 12
"""More solutions than this are not gone through one by one."""


class LiveProblems(RuleBasedStateMachine):
    """One problem, and rules that ask it, change it, and interrupt it."""

    @initialize(
        statement=statements(), backend=st.sampled_from(list(sm.BACKENDS)), rewrite=st.sampled_from([None, *REWRITES])
    )
    def state(self, statement, backend, rewrite):
        self.live = LiveProblem(statement, backend, rewrite)
        self.iterations = []

    def a_row(self, data):
        return data.draw(linear(list(self.live.bounds)))

    # -- asking ---------------------------------------------------------------------------------------------------

    @rule(solver=SOME_SOLVER)
    def solve(self, solver):
        self.live.solve(solver)

    @rule(solver=SOME_SOLVER, rewrite=st.sampled_from(REWRITES))
    def solve_the_linear_problem(self, solver, rewrite):
        if not (self.live.problem.rewrite and rewrite is not None):
            self.live.solve(solver, rewrite, linear=True)

    @rule(solver=SOME_SOLVER, limit=st.sampled_from([None, 1, 5]))
    def list_solutions(self, solver, limit):
        self.live.list_solutions(solver, limit if len(self.live.truth()) <= MANY else min(limit or 5, 5))

    @rule(solver=SOME_SOLVER, after=st.integers(1, 2))
    def raise_in_a_consumer(self, solver, after):
        with self.live.refusals_allowed():
            try:
                for k, _ in enumerate(self.live.problem.solutions(None, solver, PATIENCE), 1):
                    if k == after:
                        raise KeyboardInterrupt
            except KeyboardInterrupt:
                pass

    @rule(solver=SOME_SOLVER)
    def begin_an_iteration(self, solver):
        """It goes through the solutions that the problem had when it began, or that it has when it goes on."""
        self.iterations.append((self.live.problem.solutions(None, solver, PATIENCE), [self.live.truth()], []))

    @precondition(lambda self: self.iterations)
    @rule(data=st.data())
    def go_on_with_an_iteration(self, data):
        k = data.draw(st.integers(0, len(self.iterations) - 1))
        solutions, truths, seen = self.iterations[k]
        truths.append(self.live.truth())
        kinds = (SudokuModelsError,) if any(truth != truths[0] for truth in truths) else ()
        values = None
        with self.live.refusals_allowed(*kinds):
            values = next(solutions, None)
            if values is None:
                assert any(all(one in seen for one in truth) for truth in truths), "it ended before all were seen"
            else:
                assert values not in seen, f"{values} came twice"
                assert any(values in truth for truth in truths), f"{values} is no solution"
                seen.append(values)
        if values is None:
            del self.iterations[k]

    @rule(solver=SOME_SOLVER, call=st.integers(1, 300))
    def interrupt_anywhere(self, solver, call):
        truth = self.live.truth()
        with self.live.refusals_allowed(), interrupted_at(call):
            self.live.check(self.live.problem.solve(solver, PATIENCE), truth, may_stop=True)

    @rule(solver=SOME_SOLVER, on_the_copy=st.booleans())
    def copy(self, solver, on_the_copy):
        """Both the problem and its copy go on; later rules use one of them."""
        copied = self.live.copied()
        if copied is not None:
            copied.solve(solver)
            if on_the_copy:
                self.live, self.iterations = copied, []

    # -- changing the library's own model -------------------------------------------------------------------------

    @rule(data=st.data())
    def add_a_row(self, data):
        row = self.a_row(data)
        self.live.add(row.terms, row.sense, row.right)

    @precondition(lambda self: self.live.additions)
    @rule(data=st.data(), what=st.sampled_from(["right-hand side", "everything", "switch", "remove"]))
    def change_a_row(self, data, what):
        k = data.draw(st.integers(0, len(self.live.additions) - 1))
        if what == "switch":
            self.live.switch(k)
        elif what == "remove":
            self.live.remove(k)
        else:
            row = self.a_row(data)
            self.live.change(k, row.terms if what == "everything" else None, row.sense, row.right)

    @rule(data=st.data(), low=st.integers(-3, 5), width=st.integers(0, 3))
    def bound_a_variable(self, data, low, width):
        self.live.bound(data.draw(st.sampled_from(list(self.live.bounds))), low, low + width)

    @rule(data=st.data())
    def change_the_objective(self, data):
        self.live.minimize(data.draw(sums(list(self.live.bounds))))

    # -- cuts and fixed variables ---------------------------------------------------------------------------------

    @rule(data=st.data())
    def exclude(self, data):
        truth = self.live.truth()
        if truth:
            values = data.draw(st.sampled_from(truth))
            self.live.problem.exclude(values)
            self.live.cuts.append(Exclude(values, 1))

    @precondition(lambda self: self.live.cuts)
    @rule(data=st.data())
    def delete_a_cut(self, data):
        self.live.forget_cut(data.draw(st.integers(0, len(self.live.cuts) - 1)))

    @rule(data=st.data(), value=st.integers(-3, 5))
    def fix(self, data, value):
        self.live.fix(data.draw(st.sampled_from(list(self.live.bounds))), value)

    @rule()
    def free(self):
        self.live.free()

    @rule(data=st.data(), value=st.none() | st.integers(-3, 5))
    def fix_natively(self, data, value):
        self.live.fix_natively(data.draw(st.sampled_from(list(self.live.bounds))), value)

    @rule(
        solver=SOME_SOLVER,
        limit=st.sampled_from([None, None, 2]),
        cross_check=st.booleans(),
        lists=st.booleans(),
        cuts=st.sampled_from(["cuts", "auto", "partition"]),
    )
    def count(self, solver, limit, cross_check, lists, cuts):
        enumerates = lists and solver in ("cpsat", "choco", "cadical") and not self.live.objective
        limit = limit if enumerates or len(self.live.truth()) <= MANY else min(limit or 5, 5)
        self.live.count(solver, limit, cross_check, "enumerate" if enumerates else cuts)

    def teardown(self):
        for solutions, *_ in getattr(self, "iterations", []):
            solutions.close()


pytestmark = drops_interrupts


def test_no_answer_on_a_live_problem_is_false():
    run(LiveProblems, 80, 12)


@pytest.mark.slow
def test_no_answer_on_a_live_problem_is_false_in_long_runs():
    run_for_long(LiveProblems, 150)
