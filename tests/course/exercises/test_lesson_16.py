"""Right answers pass; typical wrong ones get a true sentence."""

from itertools import combinations, pairwise

import pytest
from judging import judge, objection, wrong
from pysat.solvers import Cadical195

import sudoku_models as sm
from sudoku_models.certificates.formula import blocking, clauses_of
from sudoku_models.course.exercises.lesson_16 import accepts, proofs, propagate


def by_combinations(literals):
    return [literals, *([-a, -b] for a, b in combinations(literals, 2))]


def by_loops(literals):
    return [tuple(literals)] + [(-a, -b) for a in literals for b in literals if a != b]


def with_redundant_clauses(literals):
    return (*by_combinations(literals), *([a, -a] for a in literals), literals[::-1])


def as_sets(literals):
    return {frozenset(clause) for clause in by_combinations(literals)}


@pytest.mark.parametrize("mine", [by_combinations, by_loops, with_redundant_clauses, as_sets])
def test_exactly_one(mine):
    assert "exactly when one literal is true" in judge("exactly-one", mine)


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (lambda x: by_combinations(x)[1:], "your clauses allow that none of them is true"),
        (lambda x: [x], "your clauses allow that 1 and 2 are true at once"),
        (lambda x: [x, *([-a, -b] for a, b in pairwise(x))], "allow that 3 and 2 are true at once"),
        (
            lambda x: [x, *([a, b] for a, b in combinations(x, 2))],
            "[1, 2] your clauses allow that 1 and 2 are true at once",
        ),
        (lambda x: [x, *([-abs(a), -abs(b)] for a, b in combinations(x, 2))], "[-1, 2, 5] your clauses"),
        (
            lambda x: [[a] for a in x],
            "for the literals [1, 2] your clauses forbid that 2 is true and the others are false",
        ),
        (lambda x: by_combinations(x) if x else [], "for the literals [] your clauses allow that none of"),
        (lambda x: [[*clause, 0] for clause in by_combinations(x)], "0 is no literal"),
        (lambda x: [*by_combinations(x), [99]], "your clauses have the variable 99"),
        (
            lambda x: [" ".join(map(str, clause)) for clause in by_combinations(x)],
            "must be lists of integers, not text",
        ),
        (lambda x: x, "must be a list of clauses"),
        ([[1, 2], [-1, -2]], "must be a function"),
    ],
)
def test_clauses_that_are_not_exactly_one(mine, sentence):
    assert sentence in objection("exactly-one", mine)


def by_passes(clauses, literals, *, passes=10**6, empty=True, both=True, satisfied=True, start=True):
    """Unit propagation; each option leaves out a part of it."""
    true = set(literals)
    for _ in range(passes):
        before = len(true)
        for clause in clauses:
            left = [literal for literal in clause if -literal not in true]
            if not satisfied:
                left = [literal for literal in left if literal not in true]
            if not left and empty:
                return None
            if len(left) == 1:
                true.add(left[0])
        if len(true) == before:
            break
    if both and any(-literal in true for literal in true):
        return None
    return true if start else true - set(literals)


def with_a_queue(clauses, literals):
    """Looks only at the clauses in which a literal has become false."""
    true, waiting = set(), [*literals, *(clause[0] for clause in clauses if len(clause) == 1)]
    having = {}
    for clause in clauses:
        for literal in clause:
            having.setdefault(literal, []).append(clause)
    while waiting:
        new = waiting.pop()
        if -new in true:
            return None
        true.add(new)
        for clause in having.get(-new, []):
            left = {literal for literal in clause if -literal not in true}
            if not left:
                return None
            waiting += left - true if len(left) == 1 else ()
    return frozenset(true) if [] not in clauses else None


def by_recursion(clauses, literals):
    true = set(literals)
    left = [[literal for literal in clause if -literal not in true] for clause in clauses]
    if [] in left or any(-literal in true for literal in true):
        return None
    new = {clause[0] for clause in left if len(clause) == 1} - true
    return by_recursion(clauses, true | new) if new else sorted(true)


@pytest.mark.parametrize("mine", [by_passes, propagate, with_a_queue, by_recursion])
def test_unit_propagation(mine):
    assert "the same literals and conflicts as the reference" in judge("unit-propagation", mine)


def by_a_solver(clauses, literals):
    """Finds whatever follows, not only by unit propagation."""
    variables = {abs(v) for clause in clauses for v in clause} | set(map(abs, literals))
    with Cadical195(bootstrap_with=[*clauses, *([v] for v in literals)]) as solver:
        if [] in clauses or not solver.solve():
            return None
        return {v for x in variables for v in (x, -x) if not solver.solve([-v])}


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (
            lambda c, v: by_passes(c, v, passes=1),
            "for the clauses [[-2, 3], [-1, 2], [1]] and the literals [] your set lacks 2",
        ),
        (lambda c, v: by_passes(c, v, empty=False, both=False), "there is a conflict, and your function returns {"),
        (lambda c, v: by_passes(c, v, both=False), "the clauses [[1, 2]] and the literals [-2, 2] there is a conflict"),
        (lambda c, v: by_passes(c, v, satisfied=False), "there is no conflict, and your function returns None"),
        (lambda c, v: by_passes(c, v, start=False), "the literals [1] your set lacks 1"),
        (lambda c, v: by_passes(c, []), "the clauses [[1, 2, 3], [-1, -2]] and the literals [1] your set lacks 1"),
        (by_a_solver, "your set has 2, which unit propagation does not find"),
        (lambda c, v: by_passes(c, v) or set(), "there is a conflict, and your function returns set()"),
        (lambda c, v: by_passes(c, v) or None, "there is no conflict, and your function returns None"),
        ({1, 2}, "must be a function"),
    ],
)
def test_propagations_that_find_too_little_or_too_much(mine, sentence):
    assert sentence in objection("unit-propagation", mine)


def steps_of(proof, *, with_d=False):
    for line in proof.splitlines():
        if with_d or not line.startswith("d"):
            yield [int(word) for word in line.removeprefix("d ").split()[:-1]]


def with_propagate(clauses, proof):
    known = list(clauses)
    for clause in steps_of(proof):
        if propagate(known, [-literal for literal in clause]) is not None:
            return False
        if not clause:
            return True
        known.append(clause)
    return False


def with_deletions(clauses, proof):
    known = [sorted(clause) for clause in clauses]
    for line, clause in zip(proof.splitlines(), steps_of(proof, with_d=True), strict=True):
        if line.startswith("d"):
            if sorted(clause) in known:
                known.remove(sorted(clause))
        elif propagate(known, [-literal for literal in clause]) is not None:
            return False
        elif not clause:
            return True
        else:
            known.append(sorted(clause))
    return False


def adding_what_is_deleted(clauses, proof):
    """Needless, and sound: a clause that is deleted has to follow too."""
    return with_propagate(clauses, proof.replace("d ", ""))


@pytest.mark.parametrize("mine", [with_propagate, with_deletions, adding_what_is_deleted, accepts])
def test_a_checker(mine):
    assert "accepts the right proofs, also CaDiCaL's, and refuses those with a gap" in judge("rup-checker", mine)


def test_five_of_the_proofs_are_damaged_ones_of_mccaffrey():
    damaged = [proof for proof in proofs() if not proof.is_right and len(proof.clauses) > 100]
    assert [accepts(proof.clauses, proof.text) for proof in damaged] == [False] * 5


def careless(clauses, proof, *, negate=lambda c: [-v for v in c], adds=True, checks=True, ends=True, follow=propagate):
    """A checker that leaves something out."""
    known = list(clauses)
    for clause in steps_of(proof):
        if (checks or not clause) and follow(known, negate(clause)) is not None:
            return False
        if not clause:
            return True
        if adds:
            known.append(clause)
    return not ends


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (lambda c, p: True, "accepts the proof '0' alone"),
        (lambda c, p: False, "refuses the proof '2 0', '0'"),
        (lambda c, p: careless(c, p, ends=False), "accepts a proof without the empty clause"),
        (lambda c, p: careless(c, p, checks=False), "accepts a proof with a step that does not follow"),
        (lambda c, p: careless(c, p, adds=False), "refuses the proof '2 0', '0'"),
        (lambda c, p: careless(c, p, negate=list), "refuses CaDiCaL's proof that mccaffrey has one solution"),
        (lambda c, p: careless(c, p, negate=lambda c: [-v for v in c[:1]]), "refuses CaDiCaL's proof"),
        (lambda c, p: careless(c, p, follow=lambda k, v: by_passes(k, v, passes=1)), "refuses the proof '2 0', '0'"),
        (lambda c, p: p.rstrip().endswith("0"), "accepts the proof '0' alone"),
        (lambda c, p: not Cadical195(bootstrap_with=c).solve(), "accepts the proof '0' alone"),
        (lambda c, p: "yes", "must return True or False, not 'yes'"),
        (True, "must be a function"),
    ],
)
def test_checkers_that_accept_or_refuse_too_much(mine, sentence):
    assert sentence in objection("rup-checker", mine)


def verifier_of(*, solves=True, differ=True, formula=True, proof=True, compare=None):
    """A learner's verifier, which leaves something out."""
    compare = compare or (lambda one, other: sorted(map(sorted, one)) == sorted(map(sorted, other)))

    def my_verify(puzzle, grids, clauses, text):
        own = [*clauses_of(puzzle), *(blocking(puzzle, grid.values) for grid in grids)]
        return (
            (not solves or all(sm.is_solution(puzzle, grid) for grid in grids))
            and (not differ or len(set(grids)) == len(grids))
            and (not formula or compare(clauses, own))
            and (not proof or accepts(clauses, text))
        )

    return my_verify


def with_its_own_clauses(puzzle, grids, clauses, proof):
    """Does not look at the clauses that it was given."""
    own = [*clauses_of(puzzle), *(blocking(puzzle, grid.values) for grid in grids)]
    are_right = all(not puzzle.violations(grid) for grid in grids) and len({grid.line() for grid in grids}) == len(
        grids
    )
    return are_right and with_propagate(own, proof)


@pytest.mark.parametrize(
    "mine",
    [
        verifier_of(),
        verifier_of(compare=lambda one, other: one == other),
        verifier_of(compare=lambda one, other: {frozenset(c) for c in one} <= {frozenset(c) for c in other}),
        with_its_own_clauses,
    ],
)
def test_a_verifier(mine):
    assert "accepts 4 certificates, and unmasks 9 forged ones" in judge("unmask-forgeries", mine)


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (verifier_of(solves=False), "with a grid that lacks the givens; it lists 2 grids"),
        (verifier_of(differ=False), "with a grid that is listed twice; it lists 2 grids"),
        (verifier_of(formula=False), "with clauses that exclude a solution which is not listed; this solution"),
        (verifier_of(proof=False), "with no step but the last"),
        (verifier_of(compare=lambda one, other: len(one) == len(other)), "cut short, and excludes all; this solution"),
        (
            verifier_of(compare=lambda one, other: one[: len(other) - 1] == other[:-1]),
            "with a further clause among those",
        ),
        (verifier_of(compare=lambda one, other: set(map(len, one)) == set(map(len, other))), "this solution of the"),
        (
            verifier_of(compare=lambda one, other: all(c in one for c in other)),
            "with clauses that exclude a solution which",
        ),
        (lambda p, g, c, t: all(not p.clashes() and len(set(x.values)) == p.board.size for x in g), "forged"),
        (lambda p, g, c, t: True, "with clauses that exclude a solution which is not listed; this solution"),
        (lambda p, g, c, t: False, "refuses a certificate that proves its claim (one solution)"),
        (lambda p, g, c, t: len(g) == 1 and verifier_of()(p, g, c, t), "refuses a certificate that proves its claim"),
        (None, "must be a function"),
    ],
)
def test_verifiers_that_are_deceived(mine, sentence):
    assert sentence in objection("unmask-forgeries", mine)


def test_a_hidden_solution_is_displayed():
    deceived = wrong("unmask-forgeries", lambda p, g, c, t: True)
    assert sm.is_solution(deceived.puzzle, deceived.grid)


def grid_of(puzzle, model):
    n, true = puzzle.board.size, set(model)
    cells = enumerate(list(clauses_of(puzzle))[: n**2])
    return sm.Grid(puzzle.board, tuple(next(v for v in clause if v in true) - k * n for k, clause in cells))


def counted(puzzle, *, most=100, blocks=blocking):
    grids = []
    with Cadical195(bootstrap_with=clauses_of(puzzle), with_proof=True) as solver:
        while len(grids) < most and solver.solve():
            grids.append(grid_of(puzzle, solver.get_model()))
            solver.add_clause(blocks(puzzle, grids[-1].values))
        return grids, solver.get_proof()


def by_two_solvers(puzzle):
    grids, _ = counted(puzzle)
    clauses = [*clauses_of(puzzle), *(blocking(puzzle, grid.values) for grid in grids)]
    with Cadical195(bootstrap_with=clauses, with_proof=True) as solver:
        solver.solve()
        return tuple(grids), "\n".join([*solver.get_proof(), ""])


def by_another_count(puzzle):
    grids = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=None, cross_check=False).grids
    return grids, sm.certify(puzzle, grids).proof


def by_the_package(puzzle):
    certificate = sm.certify(puzzle)
    return certificate.solutions, certificate.proof


@pytest.mark.parametrize("mine", [counted, by_two_solvers, by_another_count, by_the_package])
def test_a_certified_count(mine):
    assert "that the verifier accepts: 1, 3, 0, 18, 1" in judge("certified-count", mine)


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (lambda p: counted(p, most=1), "this solution is not in your list of 1"),
        (lambda p: (counted(p)[0][:-1], counted(p)[1]), "this solution is not in your list of 0"),
        (lambda p: (counted(p)[0] * 2, counted(p)[1]), "a solution is given twice"),
        (lambda p: counted(p, blocks=lambda p, v: blocking(p, v)[:2]), "this solution is not in your list"),
        (lambda p: (counted(p)[0], ""), "does not end with the empty clause"),
        (lambda p: ([grid.line() for grid in counted(p)[0]], counted(p)[1]), "must be a list of grids"),
        (lambda p: counted(p)[0], "must return a pair (grids, proof)"),
        (lambda p: ([sm.Grid(p.board, (1,) * len(p.values))], "0\n"), "a given solution is none"),
        ("0\n", "must be a function"),
    ],
)
def test_counts_without_a_proof(mine, sentence):
    assert sentence in objection("certified-count", mine)
