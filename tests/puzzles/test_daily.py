"""The puzzle of the day: the same everywhere, with one solution, of the level that is announced, and no other day's."""

import os
import subprocess
import sys
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.explain.difficulty import rate
from sudoku_models.puzzles import daily, isomorph
from sudoku_models.puzzles.corpora import entry_of

RATINGS = {"easy": (1.5, 2.0), "medium": (2.0, 3.0), "hard": (3.0, 5.0), "very hard": (5.0, 7.5)}
days = st.dates(date(2020, 1, 1), date(2060, 1, 1))


@settings(max_examples=8, deadline=None)
@given(days)
def test_it_has_one_solution_and_the_level_of_its_weekday(day):
    entry = entry_of(daily.name_of(day))
    assert sm.count_solutions(entry.puzzle).is_unique
    assert not entry.puzzle.violations(entry.solution)
    lowest, below = RATINGS[daily.level_of(day)]
    found = rate(entry.puzzle)
    assert found.solved
    assert lowest <= found.rating < below


@pytest.mark.slow
def test_the_levels_rise_over_the_week_and_all_bases_have_theirs():
    monday = date(2026, 11, 23)
    levels = [list(RATINGS).index(daily.level_of(monday + timedelta(k))) for k in range(7)]
    assert levels == sorted(levels)
    for level, bases in daily._BASES.items():
        for name in (f"{corpus}:{k}" for corpus, numbers in bases.items() for k in numbers):
            entry = entry_of(name)
            assert (entry.solutions, RATINGS[level][0] <= rate(entry.puzzle).rating < RATINGS[level][1]) == ("1", True)


def test_no_puzzle_comes_again_within_ten_years():
    """Not even with its digits in another order: the grids are compared with their digits relabelled."""
    chosen = [daily.chosen(date(2026, 1, 1) + timedelta(k)) for k in range(3653)]
    assert len({*chosen}) == len(chosen)
    year = [entry_of(daily.name_of(date(2026, 1, 1) + timedelta(k))).puzzle.values for k in range(366)]
    assert len({relabelled(values) for values in year}) == 366


def relabelled(values):
    seen = {0: 0}
    return tuple(seen.setdefault(d, len(seen)) for d in values)


@pytest.mark.parametrize("hashes", ["0", "1", "4711"])
def test_it_is_the_same_in_every_process(hashes):
    code = "import sudoku_models as sm; print(*(sm.load(f'day:2027-03-{d:02}').line() for d in range(1, 32)))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hashes},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == [sm.load(f"day:2027-03-{d:02}").line() for d in range(1, 32)]


def test_past_days_stay_as_they_were():
    """Every player has the same puzzle; a change of these lines changes what others have played."""
    assert [sm.load(f"day:2026-11-{d}").line() for d in (20, 22)] == [
        "8....3.6..9.4..5..6...5..8.13............72....49..........1...2....48...81....56",
        "...4..1...5.........2.3...73......6.........3...51.8...1...93.8.93.7.....4...192.",
    ]


def test_today_is_the_day_of_the_clock_and_keeps_its_date(monkeypatch):
    class Clock(date):
        @classmethod
        def today(cls):
            return cls(2026, 12, 31)

    monkeypatch.setattr(daily.datetime, "date", Clock)
    assert sm.load("today") == sm.load("day:2026-12-31")
    assert sm.load("today").name == "day:2026-12-31"


@pytest.mark.parametrize("name", ["day:", "day:2026-02-30", "day:20261120", "day:2026-W48-2", "day:yesterday", "day:1"])
def test_what_is_no_day_is_refused_with_an_example(name):
    with pytest.raises(InputError, match="day:2026-11-20"):
        sm.load(name)


def test_a_day_is_an_isomorph_of_its_base():
    base, seed = daily.chosen(date(2026, 11, 20))
    assert sm.load("day:2026-11-20").values == isomorph(sm.load(base), seed).values
