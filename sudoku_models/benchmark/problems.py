"""Instances of other problems: what is the fastest on Sudoku need not be so elsewhere.

| problem     | instances                                                     | parameters                  |
|-------------|---------------------------------------------------------------|-----------------------------|
| `latin`     | quasigroups with holes: Latin squares to complete             | `holes`, `balanced`         |
| `boards`    | Sudoku boards of any size of which a share is given           | `share`                     |
| `queens`    | n queens, some of which are placed                            | `share`                     |
| `league`    | the rounds of a league in which each pair of teams meets once | `share`                     |
| `timetable` | the periods of lessons in a school                            | `share`, `teachers`         |

The first two are puzzles, which all formulations of the package state. The others are systems of all-different
constraints on variables and constants, x[k] + c, and three formulations state them. Each is drawn with a fixed seed.
"""

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from inspect import signature
from itertools import combinations, product
from typing import Any

from ..backends import Backend
from ..errors import InputError, UnknownNameError, UnsupportedError, WrongGridError
from ..models.pipeline import Pipeline
from ..models.problem import Problem
from ..models.results import Answer
from ..puzzles.board import Board
from ..puzzles.isomorphs import isomorph
from ..puzzles.puzzle import Puzzle
from ..solvers import Outcome

Group = tuple[tuple[int, int], ...]
"""Variables, each with the constant that is added to it; the sums are all different."""


@dataclass(frozen=True)
class Values:
    """A solution: the values of the variables in their order."""

    values: tuple[int, ...]

    def line(self) -> str:
        """The values as text."""
        return " ".join(map(str, self.values))


@dataclass(frozen=True)
class Instance:
    """A system of all-different constraints on x[0], x[1], ... with values from 1 to `high`.

    Attributes:
        name: Its name.
        problem: The problem that it is an instance of.
        size: Its size, such as the number of teams.
        high: The largest value.
        number: The number of variables.
        groups: The constraints.
        fixed: The variables that have a value, with it.

    >>> queens("four", 4, 1, 0.0).model("all_different", "pulp").solve("highs", 10).grid.line()
    '3 1 4 2'
    """

    name: str
    problem: str
    size: int
    high: int
    number: int
    groups: tuple[Group, ...]
    fixed: tuple[tuple[int, int], ...]

    @property
    def clues(self) -> int:
        """The number of variables that have a value."""
        return len(self.fixed)

    @property
    def digest(self) -> str:
        """A digest of all but the name."""
        content = (self.problem, self.size, self.high, self.number, self.groups, self.fixed)
        return hashlib.sha256(repr(content).encode()).hexdigest()[:12]

    def isomorph(self, seed: int) -> "Instance":
        """The same with the variables, the constraints and the values in another order; with 0 it is itself.

        Where constants are added, the values are only mirrored.
        """
        if not seed:
            return self
        rng = random.Random(f"isomorph {seed}")
        values = rng.sample(range(1, self.high + 1), self.high)
        sign = 1
        if any(constant for group in self.groups for _, constant in group):
            values, sign = list(range(self.high, 0, -1)), -1
        place = rng.sample(range(self.number), self.number)
        groups = [tuple((place[k], sign * constant) for k, constant in group) for group in self.groups]
        fixed = tuple(sorted((place[k], values[value - 1]) for k, value in self.fixed))
        return replace(self, groups=tuple(rng.sample(groups, len(groups))), fixed=fixed)

    def violations(self, values: Sequence[int]) -> list[str]:
        """What is wrong with these values; no solver is called."""
        found = [f"x[{k}] is {values[k]} and not {value}" for k, value in self.fixed if values[k] != value]
        found += [f"x[{k}] is {value}" for k, value in enumerate(values) if not 1 <= value <= self.high]
        for group in self.groups:
            if len({values[k] + constant for k, constant in group}) < len(group):
                found.append(f"two of {group} are equal")
        return found

    def model(self, formulation: str, backend: str, rewrite: str | None = None) -> "InstanceModel":
        """The instance as a model.

        Raises:
            UnsupportedError: When the formulation states Sudoku only.
        """
        return InstanceModel(self, formulation, backend, rewrite)


# -- formulations ------------------------------------------------------------------------------------------------------


def pairwise(m: Backend, instance: Instance) -> dict[Any, Any]:
    """x[a] + c[a] != x[b] + c[b] for each two variables a, b of each group."""
    x = m.int_vars("x", range(instance.number), 1, instance.high)
    for g, group in enumerate(instance.groups):
        for (a, of_a), (b, of_b) in combinations(group, 2):
            m.not_equal(_plus(x[a], of_a), _plus(x[b], of_b), f"{a} and {b} differ in group {g}")
    for k, value in instance.fixed:
        m.fix(x[k], value)
    return x


def assignment(m: Backend, instance: Instance) -> dict[Any, Any]:
    """y[k,v] = 1 when x[k] = v: one value each, and at most one y[k,v] with v + c[k] = s for each group and sum s."""
    values = range(1, instance.high + 1)
    y = m.bool_vars("y", [(k, v) for k in range(instance.number) for v in values])
    for k in range(instance.number):
        m.add(m.sum(y[k, v] for v in values) == 1, f"{k} has one value")
    for g, group in enumerate(instance.groups):
        for s in sorted({v + constant for _, constant in group for v in values}):
            terms = [y[k, s - constant] for k, constant in group if 1 <= s - constant <= instance.high]
            if len(terms) > 1:
                m.add(m.sum(terms) <= 1, f"group {g} has {s} once")
    for k, value in instance.fixed:
        m.fix(y[k, value], 1)
    return y


def all_different(m: Backend, instance: Instance) -> dict[Any, Any]:
    """all-different(x[k] + c[k], k in the group) for each group."""
    x = m.int_vars("x", range(instance.number), 1, instance.high)
    for g, group in enumerate(instance.groups):
        m.all_different([_plus(x[k], constant) for k, constant in group], f"group {g} is all different")
    for k, value in instance.fixed:
        m.fix(x[k], value)
    return x


def _plus(x: Any, constant: int) -> Any:
    return x + constant if constant else x


STATEMENTS = {each.__name__: each for each in (pairwise, assignment, all_different)}


class InstanceModel(Problem):
    """A model of an instance, with the methods of a `SudokuModel` that a measurement uses."""

    def __init__(self, instance: Instance, formulation: str, backend: str, rewrite: str | None) -> None:
        if formulation not in STATEMENTS:
            raise UnsupportedError(f"the formulation {formulation!r} states puzzles only, and not {instance.problem}")
        self.instance, self.formulation = instance, formulation
        super().__init__(partial(STATEMENTS[formulation], instance=instance), backend, rewrite)

    def exclude(self, solution: Any, at_least: int = 1) -> None:
        """Post a no-good cut for `Values`, or for values by key."""
        if isinstance(solution, Values):
            values = dict(enumerate(solution.values))
            if self.formulation == "assignment":
                solution = {(k, v): int(values[k] == v) for k, v in self.variables}
            else:
                solution = values
        super().exclude(solution, at_least)

    def _answer(self, outcome: Outcome, pipeline: Pipeline | None, solver: str) -> Answer:
        values, grid = self.solution_of(outcome.values, solver), None
        if values is not None:
            if self.formulation == "assignment":
                values = {k: v for (k, v), is_so in values.items() if is_so}
            grid = Values(tuple(values[k] for k in range(self.instance.number)))
            if violations := self.instance.violations(grid.values):
                raise WrongGridError(f"{solver} returned values that break the rules: {violations[0]}")
        stats = self.stats(solver, outcome, pipeline)
        return Answer(outcome.status, grid, outcome.reason, stats, outcome.stopped_by)  # type: ignore[arg-type]


# -- problems ----------------------------------------------------------------------------------------------------------


def queens(name: str, n: int, seed: int, share: float = 0.2) -> Instance:
    """N queens on a board of n x n, none of which attacks another, when a share of them is placed.

    x[i] is the column of the queen in row i: the x[i], the x[i] + i and the x[i] - i are all different. The queens that
    are placed do not attack each other; whether they can be completed is not known.

    Source: I. P. Gent, C. Jefferson, P. Nightingale, "Complexity of n-Queens Completion", Journal of Artificial
    Intelligence Research 59, 2017.
    """
    rng, fixed = random.Random(f"queens {n} {share} {seed}"), dict[int, int]()
    while len(fixed) < round(share * n):
        free = [
            (i, v)
            for i, v in product(range(n), range(1, n + 1))
            if all(i != j and v != w and abs(i - j) != abs(v - w) for j, w in fixed.items())
        ]
        if not free:
            raise InputError(f"there is no room for {round(share * n)} of {n} queens, after {len(fixed)}; take fewer")
        fixed.update([rng.choice(free)])
    groups = tuple(tuple((i, sign * i) for i in range(n)) for sign in (0, 1, -1))
    return Instance(name, "queens", n, n, n, groups, tuple(sorted(fixed.items())))


def league(name: str, teams: int, seed: int, share: float = 0.4) -> Instance:
    """The rounds of a league of an even number of teams, in which each pair meets once, when a share of them is set.

    x[k] is the round of match k: the matches of each team are in different rounds, of which there are as many as
    opponents, so that each team plays in each round. What is set comes from a schedule by the circle method with the
    teams and rounds shuffled. In every fourth instance two of these rounds are exchanged, and there may be none.

    Source: R. V. Rasmussen, M. A. Trick, "Round robin scheduling - a survey", European Journal of Operational Research
    188, 2008.
    """
    if teams % 2:
        raise InputError(f"a league in which all teams play in each round has an even number of them, not {teams}")
    rng, rounds = random.Random(f"league {teams} {share} {seed}"), teams - 1
    team = rng.sample(range(teams), teams)
    order = rng.sample(range(1, teams), rounds)
    matches = [frozenset(pair) for pair in combinations(range(teams), 2)]
    schedule: dict[frozenset[int], int] = {}
    for r in range(rounds):
        ring = [(r + i) % rounds for i in range(rounds)]
        pairs = [(ring[0], rounds), *((ring[i], ring[-i]) for i in range(1, teams // 2))]
        schedule |= {frozenset((team[a], team[b])): order[r] for a, b in pairs}
    groups = tuple(tuple((k, 0) for k, match in enumerate(matches) if t in match) for t in range(teams))
    values = [schedule[match] for match in matches]
    fixed = _some(values, groups, share, rng, is_changed=seed % 4 == 3)
    return Instance(name, "league", teams, rounds, len(matches), groups, fixed)


def timetable(name: str, classes: int, seed: int, share: float = 0.4, teachers: float = 1.25) -> Instance:
    """The periods of the lessons of a school, when a share of them is set.

    There are as many periods as classes. Each class has a lesson in each of them, each with another teacher, and there
    are `teachers` times as many teachers as classes. x[k] is the period of lesson k: the lessons of each class are in
    different periods, and so are those of each teacher. What is set comes from a random timetable; in every fourth
    instance two periods of it are exchanged, and there may be none.

    Source: D. de Werra, "An introduction to timetabling", European Journal of Operational Research 19, 1985.
    """
    if not (isinstance(teachers, int | float) and teachers >= 1):
        raise InputError(f"a school has at least as many teachers as classes, and not {teachers!r} times as many")
    rng, staff = random.Random(f"timetable {classes} {share} {seed}"), round(teachers * classes)
    square = latin_square(staff, rng)[:classes]  # class x period -> teacher, a Latin rectangle
    lessons = [(c, row[p], p + 1) for c, row in enumerate(square) for p in range(classes)]
    rng.shuffle(lessons)
    by: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for k, (c, teacher, _) in enumerate(lessons):
        by.setdefault(("class", c), []).append((k, 0))
        by.setdefault(("teacher", teacher), []).append((k, 0))
    values = [period for _, _, period in lessons]
    groups = tuple(tuple(group) for _, group in sorted(by.items()) if len(group) > 1)
    fixed = _some(values, groups, share, rng, is_changed=seed % 4 == 3)
    return Instance(name, "timetable", classes, classes, len(lessons), groups, fixed)


def _some(
    values: Sequence[int], groups: Sequence[Group], share: float, rng: random.Random, is_changed: bool
) -> tuple[tuple[int, int], ...]:
    """A share of the values of a solution; when changed, two of them exchanged, so that none are equal in a group."""
    chosen = rng.sample(range(len(values)), round(share * len(values)))
    fixed = {k: values[k] for k in chosen}
    beside = {k: {other for group in groups if (k, 0) in group for other, _ in group} for k in chosen}
    for a, b in combinations(chosen if is_changed else (), 2):
        changed = {**fixed, a: fixed[b], b: fixed[a]}
        if fixed[a] != fixed[b] and all(
            changed[k] != changed[other] for k in (a, b) for other in beside[k] & changed.keys() - {k}
        ):
            fixed = changed
            break
    return tuple(sorted(fixed.items()))


def latin(name: str, order: int, seed: int, holes: float = 0.42, balanced: bool = False) -> Puzzle:
    """A quasigroup with holes: a random Latin square in which a share of the cells is emptied.

    When `balanced`, the numbers of holes in two rows, or in two columns, differ by one at most: the holes are a band
    along the diagonal, whose rows and columns are then shuffled.

    Source: D. Achlioptas, C. Gomes, H. Kautz, B. Selman, "Generating Satisfiable Problem Instances", AAAI 2000; H.
    Kautz, Y. Ruan, D. Achlioptas, C. Gomes, B. Selman, M. Stickel, "Balance and Filtering in Structured Satisfiable
    Problems", IJCAI 2001, for balanced holes.
    """
    rng = random.Random(f"latin {order} {holes} {balanced} {seed}")
    square, cells = latin_square(order, rng), range(order * order)
    if balanced:
        rows, columns = rng.sample(range(order), order), rng.sample(range(order), order)
        band = [(rows[k // order] + columns[k % order]) % order for k in cells]
        empty = set(sorted(cells, key=lambda k: (band[k], rows[k // order]))[: round(holes * len(cells))])
    else:
        empty = set(rng.sample(cells, round(holes * len(cells))))
    values = tuple(0 if k in empty else square[k // order][k % order] + 1 for k in cells)
    return Puzzle(Board.latin(order), values, name)


def latin_square(n: int, rng: random.Random, steps: int | None = None) -> list[list[int]]:
    """A random Latin square with the symbols 0 to n - 1, by a Markov chain whose limit is uniform.

    The square is a cube of zeros and ones, row x column x symbol. A step adds 1 to four of its entries and subtracts 1
    from four. When one becomes -1, the next steps repair that.

    Source: M. T. Jacobson, P. Matthews, "Generating Uniformly Distributed Random Latin Squares", Journal of
    Combinatorial Designs 4, 1996.

    >>> square = latin_square(5, random.Random(1))
    >>> all(sorted(line) == [0, 1, 2, 3, 4] for line in [*square, *zip(*square)])
    True
    """
    if n < 2:
        return [[0]] * n
    lines: list[dict[tuple[int, int], list[int]]] = [{}, {}, {}]  # where the ones of each line of the cube are
    for r, c in product(range(n), repeat=2):
        for side, (line, place) in enumerate(_lines(r, c, (r + c) % n)):
            lines[side].setdefault(line, []).append(place)
    improper: tuple[int, int, int] | None = None  # the entry that is -1
    done = 0
    while done < (n**2 if steps is None else steps) or improper:
        done += improper is None  # a Latin square: the first one after a number of all steps is not a uniform one
        r, c, s = improper or (rng.randrange(n), rng.randrange(n), rng.randrange(n))
        is_proper = improper is None
        if is_proper and lines[0][r, c] == [s]:
            continue
        s2, c2, r2 = (rng.choice(lines[side][line]) for side, (line, _) in enumerate(_lines(r, c, s)))
        improper = None
        for entry in [(r, c2, s2), (r2, c, s2), (r2, c2, s), *([(r, c, s)] if is_proper else [])]:
            for side, (line, place) in enumerate(_lines(*entry)):
                lines[side][line].append(place)
        for entry in [(r2, c, s), (r, c2, s), (r, c, s2), (r2, c2, s2)]:
            if entry[2] not in lines[0][entry[0], entry[1]]:
                improper = entry
                continue
            for side, (line, place) in enumerate(_lines(*entry)):
                lines[side][line].remove(place)
    return [[lines[0][r, c][0] for c in range(n)] for r in range(n)]


def _lines(r: int, c: int, s: int) -> tuple[tuple[tuple[int, int], int], ...]:
    """The lines of a cube on which an entry lies, and its place on each."""
    return ((r, c), s), ((r, s), c), ((c, s), r)


def boards(name: str, n: int, seed: int, share: float = 0.5) -> Puzzle:
    """A Sudoku board of n x n on which a share of the cells of a shuffled grid is given.

    In the grid each row is the row above it, shifted by the width of a box, and by one more at each band.

    >>> len(boards("half full", 9, 1).givens)
    40
    """
    board = Board.of_size(n)
    assert board.box
    (height, width), cells = board.box, range(n * n)
    pattern = tuple((width * (r % height) + r // height + c) % n + 1 for r in range(n) for c in range(n))
    shuffled = isomorph(Puzzle(board, pattern), seed)
    kept = set(random.Random(f"half {seed}").sample(cells, int(len(cells) * share)))
    return Puzzle(board, tuple(shuffled.values[k] if k in kept else 0 for k in cells), name)


PROBLEMS: dict[str, Callable[..., Any]] = {each.__name__: each for each in (latin, boards, queens, league, timetable)}
"""Name -> its generator, called with the name of the instance, its size, the seed and the parameters."""


def instances(problem: str, sizes: Sequence[int], number: int = 1, **parameters: Any) -> list[Any]:
    """Instances of a problem: puzzles, or `Instance`s.

    Args:
        problem: A name in `PROBLEMS`.
        sizes: The sizes.
        number: How many of each size, with each value of a parameter that is a list.
        parameters: Those of the problem, such as `share=0.4` or `holes=[0.38, 0.42]`.

    Raises:
        UnknownNameError: When the problem or a parameter is unknown.
        InputError: When there is no size, or one is not possible.

    >>> [each.name for each in instances("latin", [5, 6], 2, holes=0.4)]
    ['latin 5 holes 0.4 #1', 'latin 5 holes 0.4 #2', 'latin 6 holes 0.4 #1', 'latin 6 holes 0.4 #2']
    """
    UnknownNameError.check("problem", [problem], PROBLEMS)
    generate = PROBLEMS[problem]
    UnknownNameError.check(f"parameter of {problem}", parameters, [*signature(generate).parameters][3:])
    if number < 1 or [] in parameters.values():
        raise InputError("at least one instance of each size is needed, and one value of each parameter")
    if not sizes or not all(isinstance(n, int) and 2 <= n <= 100 for n in sizes):
        raise InputError(f"{problem} needs sizes from 2 to 100, such as sizes = [15, 20], and not {sizes!r}")
    lists = [value if isinstance(value, list) else [value] for value in parameters.values()]
    made = []
    for n, *values in product(sizes, *lists):
        chosen = dict(zip(parameters, values, strict=True))
        shares = [chosen[each] for each in ("share", "holes") if each in chosen]
        if not all(isinstance(each, int | float) and not isinstance(each, bool) and 0 <= each <= 1 for each in shares):
            raise InputError(f"a share is from 0 to 1, and not {shares[0]!r}")
        about = "".join(f" {name}" if value is True else f" {name} {value}" for name, value in chosen.items())
        made += [generate(f"{problem} {n}{about} #{k}", n, k, **chosen) for k in range(1, number + 1)]
    return made
