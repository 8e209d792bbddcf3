"""The schedule of a football league, as it was played: the ground truth of lesson 18."""

import csv
from datetime import date
from functools import cache
from typing import NamedTuple

from ..puzzles.corpora import data_folder

__all__ = ["Match", "austrian_league"]


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
