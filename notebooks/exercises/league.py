"""The schedule of a football league, as it was played: the ground truth of lesson 18."""

import csv
from collections.abc import Iterable
from datetime import date
from functools import cache
from typing import NamedTuple

from sudoku_models.puzzles.corpora import data_folder

Triple = tuple[int, str, str]
"""A match: its round, the home team and the away team."""


class Match(NamedTuple):
    """A match of a league; rounds are counted from 1."""

    round: int
    date: date
    home: str
    away: str


@cache
def austrian_league() -> tuple[Match, ...]:
    """The 132 matches of the regular season 2019/20 of the Austrian Bundesliga, in the order of their rounds.

    Source: openfootball/austria, 2019-20/1-bundesliga-i.txt, https://github.com/openfootball/austria (public domain).

    >>> matches = austrian_league()
    >>> len(matches), matches[0].home, matches[0].away
    (132, 'Rapid Wien', 'RB Salzburg')
    """
    with (data_folder() / "leagues" / "austria-2019-20.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    return tuple(Match(int(row["round"]), date.fromisoformat(row["date"]), row["home"], row["away"]) for row in rows)


def count_breaks(matches: Iterable[Triple]) -> dict[str, int]:
    """The breaks of each team: two home matches, or two away matches, in consecutive rounds.

    >>> count_breaks([(2, "a", "b"), (1, "a", "b"), (3, "b", "a")])
    {'a': 1, 'b': 1}
    """
    at_home: dict[str, dict[int, bool]] = {}
    for k, home, away in matches:
        at_home.setdefault(home, {})[k] = True
        at_home.setdefault(away, {})[k] = False
    return {team: sum(of.get(k + 1) is of[k] for k in of) for team, of in at_home.items()}
