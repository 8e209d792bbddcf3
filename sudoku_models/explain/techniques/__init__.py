"""The named solving techniques, the easiest first, with the ratings of Sudoku Explainer.

Every step follows from the rules and the remaining candidates. No technique assumes that the solution is unique (as
unique rectangles and the "bivalue universal grave" do), so every step holds for every solution.

On a board with further rules, such as killer cages, the techniques for units hold as they are, since a rule only takes
candidates away. More techniques tell what a single rule leaves (`rules`), what it leaves together with units
(`combined`), and what cages leave of the sum of whole units (`sums`, the "rule of 45"); nested suppositions use all
rules, and are told as a walk of sub-steps (`nested_walk`).
"""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...puzzles.candidates import Candidates
from ...runtime.limits import check_deadline
from ..step import Step
from . import combined, rules, sums
from .chains import chain, loop, x_chain
from .forcing import dynamic_chain, multiple_chains, nishio
from .nested import nested_suppositions
from .sets import fish, hidden_set, locked_candidates, naked_set
from .singles import full_house, hidden_single, naked_single
from .strong_links import strong_links
from .wings import wing

__all__ = ["TECHNIQUES", "Technique", "next_step"]


class Technique(NamedTuple):
    """An entry of `TECHNIQUES`.

    Attributes:
        name: The name.
        lowest: The lowest rating of its steps; a step with this rating ends the search at once.
        find: Yields steps; a technique with several ratings yields its easiest step.
        source: The source of the rating: Sudoku Explainer 1.2 (SE), Sukaku Explainer 1.17 (SukakuE), or our own.
    """

    name: str
    lowest: float
    find: Callable[[Candidates], Iterator[Step]]
    source: str


TECHNIQUES: tuple[Technique, ...] = (
    Technique("full house", 1.0, full_house, "SE"),
    Technique("hidden single", 1.2, hidden_single, "SE"),
    Technique("naked single", 2.3, naked_single, "SE"),
    Technique("a rule of the board, such as a killer cage (up to 3.4)", rules.EASIEST, rules.board_rule, "our own"),
    Technique("locked candidates (pointing 2.6, claiming 2.8)", 2.6, locked_candidates, "SE"),
    Technique(
        "common peer: a digit that a cell sees wherever it is", combined.COMMON_PEER, combined.common_peer, "our own"
    ),
    Technique(
        "an arrow in units, a chain of dots (up to 3.5)", combined.EASIEST_COMBINED, combined.rule_in_units, "our own"
    ),
    Technique("innies and outies: the sum of whole units", sums.EASIEST_SUM, sums.sum_of_units, "our own"),
    Technique("naked pair", 3.0, naked_set(2), "SE"),
    Technique("X-wing", 3.2, fish(2), "SE"),
    Technique("hidden pair", 3.4, hidden_set(2), "SE"),
    Technique("naked triple", 3.6, naked_set(3), "SE"),
    Technique("swordfish", 3.8, fish(3), "SE"),
    Technique("hidden triple", 4.0, hidden_set(3), "SE"),
    Technique("two strong links (skyscraper 4.0, kite 4.1, others 4.2)", 4.0, strong_links(2), "SukakuE"),
    Technique("XY-wing 4.2, XYZ-wing 4.4", 4.2, wing(3), "SE"),
    Technique("naked quad", 5.0, naked_set(4), "SE"),
    Technique("jellyfish", 5.2, fish(4), "SE"),
    Technique("hidden quad", 5.4, hidden_set(4), "SE"),
    Technique("three strong links (up to 5.7)", 5.4, strong_links(3), "SukakuE"),
    Technique("WXYZ-wing (up to 5.6)", 5.5, wing(4), "SukakuE"),
    Technique("VWXYZ-wing (up to 6.4)", 6.2, wing(5), "SukakuE"),
    Technique("X-ring", 6.5, loop("X"), "SE"),
    Technique("XY-ring", 6.5, loop("Y"), "SE"),
    Technique("X-chain", 6.6, x_chain, "SE"),
    Technique("alternating ring", 7.0, loop("XY"), "SE"),
    Technique("XY-chain, alternating chain", 7.0, chain, "SE"),
    Technique("Nishio", 7.5, nishio, "SE"),
    Technique("cell or unit forcing chains", 8.0, multiple_chains, "SE"),
    Technique("dynamic forcing chains", 8.5, dynamic_chain, "SE"),
    Technique("nested suppositions", 9.5, nested_suppositions, "our own"),
)
"""The techniques in the order in which they are tried. The rating of a chain grows with its length.

Sources: N. Juillerat, "Sudoku Explainer" 1.2, 2006; M. Dobrichev, A. Rushdi and others, "Sukaku Explainer" 1.17, 2019
(https://github.com/SudokuMonster/SukakuExplainer), which added strong links and larger wings.
"""


def next_step(state: Candidates, below: float = math.inf) -> Step | None:
    """The easiest step: that of the first technique that has one, or of a later one with a lower rating.

    Args:
        state: The remaining candidates.
        below: Only a step with a lower rating than this is wanted; techniques that have none are not tried.

    The techniques from Nishio on are tried only when no other technique has a step. The search checks the
    deadline around this call (`runtime.limits.deadline_of`).
    """
    step = _easiest(state, [each for each in TECHNIQUES if each.lowest < below])
    return step if step and step.weight < below else None


def _easiest(state: Candidates, techniques: list[Technique]) -> Step | None:
    best: Step | None = None
    for technique in techniques:
        check_deadline()
        if best is not None and (best.weight <= technique.lowest or technique.lowest >= 7.5):
            return best
        for step in technique.find(state):
            if best is None or step.weight < best.weight:
                best = step
            if best.weight <= technique.lowest:
                return best
        if best is not None and technique.lowest >= 7.5:
            return best
    return best
