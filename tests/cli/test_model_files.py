"""The commands about a model in a file: solve, count and equivalent."""

from pathlib import Path

import pytest
from running import refused, run

SMALL = (
    "max\n goal: 3 a + 2 b + 7\nst\n c1: a + b <= 4\n c2: a - b >= -3\nbounds\n a <= 3\n b <= 3\ngeneral\n a\n b\nend\n"
)
PAIRS = [(a, b) for a in range(4) for b in range(4) if a + b <= 4 and a - b >= -3]


@pytest.fixture
def small(tmp_path: Path) -> str:
    file = tmp_path / "small.lp"
    file.write_text(SMALL)
    return str(file)


def test_the_best_solution_of_a_file(small: str, tmp_path: Path) -> None:
    ran = run("solve", small)
    assert ran.code == 0
    assert "18" in ran.out
    [found] = run("solve", small, "--json").objects
    assert (found["file"], found["status"], found["objective"]) == (small, "solved", 18)
    assert (found["values"], found["gap"], found["certainty"]) == ({"a": 3, "b": 1}, 0, "proved")
    wide = tmp_path / "WIDE.LP"  # the last of 300 columns is not 0
    wide.write_text(f"max\n {' + '.join(f'x{k}' for k in range(300))}\nst\n c: x0 + x1 >= 0\nbinary\n x299\nbounds\n")
    with wide.open("a") as file:
        file.write("\n".join(f" x{k} = 0" for k in range(299)) + "\nend\n")
    ran = run("solve", str(wide))
    assert len(ran.out.splitlines()) < 40
    assert ran.out.index("x299") < ran.out.index("x0 ")
    assert len(run("solve", str(wide), "--json").objects[0]["values"]) == 300


def test_a_file_without_a_solution_and_one_that_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "none.lp").write_text(SMALL.replace(">= -3", ">= 4"))
    assert run("solve", str(tmp_path / "none.lp")).code == 1
    (tmp_path / "damaged.lp").write_text(SMALL[:60])
    for command in ("solve", "count"):
        assert "damaged.lp" in refused(command, str(tmp_path / "damaged.lp"))
        assert "missing.mps.gz" in refused(command, "missing.mps.gz")


def test_the_solutions_of_a_file_are_counted(small: str) -> None:
    ran = run("count", small, "--grids")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == len(PAIRS) + 1
    [found] = run("count", small, "-s", "cpsat", "--json").objects
    assert (found["value"], found["status"]) == (len(PAIRS), "exact")
    assert {(each["a"], each["b"]) for each in found["solutions"]} == set(PAIRS)
    assert run("count", small, "--limit", "3").code == 0


def test_two_files_are_equivalent_in_all_or_some_columns(small: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other.lp")
    Path(other).write_text(SMALL.replace("a <= 3", "a <= 2"))
    assert run("equivalent", small, small).code == 0
    [found] = run("equivalent", small, other, "--json").objects
    assert found["status"] == "different"
    assert run("equivalent", small, other, "--on", "b").code == 0
    refused("equivalent", small, "assignment")
    refused("equivalent", "assignment", "pairwise", "--on", "a")


def test_options_for_puzzles_are_refused(small: str) -> None:
    refused("solve", small, "--board", "9")
    refused("count", small, "--rewrite", "big_m")
    refused("equivalent", small, small, "top95:1")
