"""The page "From m. to your library": its programs, and its tables, of which each column is a program."""

import contextlib
import io
import re
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[1] / "notebooks" / "reference" / "libraries.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^##+ (.*)\n((?:(?!^##).*\n)*)", re.MULTILINE)
PROGRAM = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)
PROGRAMS = {heading: PROGRAM.findall(section) for heading, section in SECTION.findall(PAGE)}
"""The programs below each heading, and what they print."""
LIBRARIES = ["PuLP", "Pyomo", "CP-SAT", "CPMpy"]
ROWS = {"PuLP": 0, "Pyomo": 1}
WEIGHTS = {"cut": 2, "drill": 1, "paint": 3, "pack": 4}
BEST = {"cut": 3, "drill": 1, "paint": 2, "pack": 4}, {"cut": 1, "drill": 3, "paint": 4, "pack": 2}
"""The best plan with the rules of the tables, and the best of the others."""


def needs(library: str) -> None:
    if library == "CPMpy":
        pytest.importorskip("cpmpy")


def setting() -> dict[str, Any]:
    """What the programs begin with."""
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(PROGRAMS["One model, six times"][0][0], names)
    exec(PROGRAMS["The verbs"][0][0], names)
    return names


@pytest.mark.parametrize("heading", ["One model, six times", *LIBRARIES])
def test_each_model_prints_what_stands_below_it(heading: str) -> None:
    needs(heading)
    ((program, printed),) = PROGRAMS[heading]
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(program, heading, "exec"), setting())
    assert shown.getvalue() == printed


def columns() -> dict[str, dict[str, str]]:
    """The code of each library in each row of the tables, by what is to do; a link where there is no code."""
    found: dict[str, dict[str, str]] = {}
    for table in re.findall(r"^\| to do \|.*\n(?:\|.*\n)+", PAGE, re.MULTILINE):
        lines = [[cell.strip() for cell in re.split(r" \| ", line.strip("| "))] for line in table.splitlines()]
        for name, *cells in lines[2:]:
            for library, cell in zip(lines[0][1:], cells, strict=True):
                code = "\n".join(re.findall(r"`([^`]*)`", cell))
                found.setdefault(library, {})[name] = code if cell.startswith("`") else cell
    return found


def program(library: str, first: str, last: str) -> str:
    """The code of a column from one row to another; the rows of a MILP model where it has none of its own."""
    of_row = columns()[library]
    names = [*of_row]
    lines, rows_added = [], False
    for name in names[names.index(first) : names.index(last) + 1]:
        if of_row[name].startswith("["):
            lines += [] if rows_added else [PROGRAMS["Rows of a MILP model"][ROWS[library]][0]]
            rows_added = True
        else:
            lines.append(of_row[name])
    return "\n".join(lines)


@pytest.mark.parametrize("library", ["in the lessons", *LIBRARIES])
def test_each_column_is_a_program_with_the_same_two_best_plans(library: str, tmp_path, monkeypatch) -> None:
    needs(library)
    monkeypatch.chdir(tmp_path)
    of_row, names = columns()[library], setting()
    if library == "in the lessons":
        body = program(library, "integers", "objective").replace("\n", "\n    ")
        exec(f"{of_row['begin']}\n    {body}\n    return x\nproblem = sm.Problem(shop)", names)
    else:
        exec("import pulp\nimport pyomo.environ as pyo\nfrom ortools.sat.python import cp_model", names)
        exec("import cpmpy as cp" if library == "CPMpy" else "", names)
        exec(program(library, "begin", "objective"), names)
    for plan in BEST:
        exec(of_row["solve"], names)
        assert eval(of_row["an optimum?"], names)
        assert {j: eval(of_row["a value"].replace("cut", j), names) for j in WEIGHTS} == plan
        if plan is BEST[0]:
            exec(of_row["exclude it"], names)
    exec(of_row["write"], names)
    assert [path.stem for path in tmp_path.iterdir()] == ["shop"]
    assert not eval(of_row["no solution?"], names)


def test_the_plans_are_the_best_by_brute_force() -> None:
    costs: dict[tuple[int, ...], int] = {}
    for slots, early in product(permutations(range(1, 5)), (0, 1)):  # packing has a helper, and perhaps painting
        cut, drill, paint, pack = slots
        keeps = drill < paint and pack != paint + 1 and cut != 2 and (drill, paint) in [(1, 2), (1, 3), (3, 4)]
        if keeps and (paint <= 2 or not early):
            cost = 2 * cut + drill + 3 * paint + 4 * pack - 5 * early
            costs[slots] = min(cost, costs.get(slots, cost))
    first, second, third = sorted(costs, key=costs.__getitem__)[:3]
    assert [dict(zip(WEIGHTS, slots, strict=True)) for slots in (first, second)] == [*BEST]
    assert costs[first] < costs[second] < costs[third]


def test_the_columns_speak_of_the_same_verbs() -> None:
    found = columns()
    assert [*found] == ["in the lessons", *LIBRARIES, "MiniZinc"]
    assert len({tuple(of_row) for of_row in found.values()}) == 1


def test_the_further_constraints_say_the_same_in_both_columns() -> None:
    (table,) = re.findall(r"^\| constraint \|.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    cells = [re.split(r" \| ", line.strip("| ")) for line in table.splitlines()[1:]]
    ours, cpsat = ("\n".join(code for row in cells for code in re.findall(r"`([^`]*)`", row[k])) for k in (1, 2))
    names = setting()
    lines = ['x = m.int_vars("x", JOBS, 1, 4)', 'y = m.bool_vars("y", JOBS)', *ours.splitlines(), "return x"]
    exec("def more(m):\n" + "\n".join(f"    {line}" for line in lines), names)
    result = names["sm"].Problem(names["more"]).solve()
    exec("from ortools.sat.python import cp_model\nmodel = cp_model.CpModel()", names)
    exec("x = {j: model.new_int_var(1, 4, j) for j in JOBS}\ny = {j: model.new_bool_var(j) for j in JOBS}", names)
    exec(f"{cpsat}\nsolver = cp_model.CpSolver()\nstatus = solver.solve(model)", names)
    every = [(cut, paint) for cut, paint in product((1, 3, 4), range(1, 5)) if abs(cut - paint) >= 2]
    best = max(cut - max(cut, paint) for cut, paint in every)
    assert names["status"] == names["cp_model"].OPTIMAL
    assert result.objective == names["solver"].objective_value == best == 0
