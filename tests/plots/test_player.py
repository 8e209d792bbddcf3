"""The player, and algorithms in motion: as many pictures as steps, the last is the end, and the page stands alone."""

import itertools
import json
import random
import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import plots
from sudoku_models.errors import InputError
from sudoku_models.inference.backtracking import search
from sudoku_models.inference.branching import branch_and_bound
from sudoku_models.inference.propagation import domains_of, propagate

UNIT = {"a": {1, 2}, "b": {1, 2}, "c": {1, 2, 3, 4}, "d": {3, 4, 5}, "e": {2, 5, 6}}
VALUES, WEIGHTS, ROOM = [17, 7, 5, 10, 11, 8], [12, 5, 4, 6, 10, 7], 22


def frozen(domains):
    return {key: frozenset(values) for key, values in domains.items()}


def films():
    tree = search(sm.Board.of_size(4).units, domains_of(sm.Puzzle.parse("..1. 2... 4.3. ....")), "none")
    return [
        plots.filtering(frozen(UNIT)),
        plots.searching(tree),
        plots.branching(branch_and_bound([-v for v in VALUES], [WEIGHTS], [ROOM]), list("abcdef")),
        plots.walking("1... ..2. .3.. ...4", seed=4),
        plots.pushing({"oven": (3, 2, 17), "work": (1, 2, 10)}, (4, 5), whole=True),
    ]


class Page(HTMLParser):
    """The attributes of each element, and the text of the paragraph."""

    def __init__(self, html):
        super().__init__()
        self.found = {}
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found.setdefault(tag, []).append(dict(attributes))


def pictures(film):
    """The elements of each step that a script would show."""
    (image,) = Page(film._repr_html_()).found["img"]
    root = ElementTree.fromstring(unquote(image["src"].partition(",")[2]))
    shown = []
    for k in range(len(film)):
        parts = []
        for part in root:
            ends = [[int(end) for end in each.split("-")] for each in part.get("data-at", f"0-{len(film)}").split()]
            if any(run[0] <= k <= run[-1] for run in ends):
                parts.append(part)
        shown.append(parts)
    return root, shown


@pytest.mark.parametrize("k", range(5))
def test_a_page_stands_alone_and_is_the_same_each_time(k):
    film, again = films()[k], films()[k]
    html = film._repr_html_()
    assert html == again._repr_html_()
    assert len(html) < 80_000
    assert set(re.findall(r"https?:[^'\"\s>]+", unescape(html))) == {
        "http://www.w3.org/2000/svg"
    }  # a name, which nothing loads
    found = Page(html).found
    assert not any("id" in each for tag in found.values() for each in tag)
    assert not {"link", "iframe", "object"} & found.keys()
    assert " id=" not in film.svg()
    (root,) = found["div"]
    assert json.loads(root["data-captions"]) == list(film.captions)
    assert found["p"] == [{"aria-live": "polite"}]
    assert root["aria-label"] == found["img"][0]["alt"] == film.title


@pytest.mark.parametrize("k", range(5))
def test_each_step_has_its_own_elements_and_the_last_is_seen_without_a_script(k):
    film = films()[k]
    root, shown = pictures(film)
    drawn = [sum(len(part) if "data-at" in part.attrib else 1 for part in parts) for parts in shown]
    assert drawn == [sum(len(ElementTree.fromstring(f"<g>{part}</g>")) for part in {*frame}) for frame in film.frames]
    seen = [part for part in root if "display:none" not in part.get("style", "")]
    assert seen == shown[-1]
    assert film.captions[-1] in repr(film)


def test_text_is_escaped():
    film = plots.Player("<b>&'\"", [["<g/>"]], ["a</script><i> & \"b\" 'c'"], 10, 10)
    html = film._repr_html_()
    assert "<i>" not in html
    assert html.count("</script>") == 1
    found = Page(html).found
    assert found["img"][0]["alt"] == "<b>&'\""
    assert json.loads(found["div"][0]["data-captions"]) == list(film.captions)
    assert pictures(film)[0].get("aria-label") == "<b>&'\""
    strange = plots.filtering(frozen({"<x>": {1}, "&'%#": {2}}))
    assert {"<x>", "&'%#"} <= {each.text for each in pictures(strange)[0].iter() if each.text}


@pytest.mark.parametrize(("frames", "captions"), [([], []), ([["<g/>"]], []), ([["<g/>"]], ["a", "b"])])
def test_there_is_a_caption_for_each_picture(frames, captions):
    with pytest.raises(ValueError, match="one for each"):
        plots.Player("nothing", frames, captions, 1, 1)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sets(st.integers(1, 6), min_size=1), min_size=1, max_size=6))
def test_filtering_ends_with_what_domain_consistency_leaves(sets):
    domains = frozen(dict(zip("abcdef", sets, strict=False)))
    film = plots.filtering(domains)
    left = propagate([sm.Unit("u", tuple(domains))], domains, "domain")
    lines = [part for part in film.frames[-1] if part.startswith("<path") and "dasharray" not in part]
    solvable = any(len(set(each)) == len(each) for each in itertools.product(*domains.values()))
    assert (left is not None) == solvable
    if solvable:
        assert len(lines) == sum(map(len, left.values()))
        assert sum("width='4'" in line for line in lines) == len(domains)
        assert "domain consistency" in film.captions[-1]
    else:
        assert "too few" in film.captions[-1]
        assert len(lines) == sum(map(len, domains.values()))


def test_a_search_has_a_picture_for_each_node():
    puzzle = sm.Puzzle.parse("..1. 2... 4.3. ....")
    tree = search(puzzle.board.units, domains_of(puzzle), "none")
    film = plots.searching(tree)
    assert len(film) == len(tree.nodes) == 49
    assert sum("A dead end: " in said for said in film.captions) == len(tree.dead_ends)
    assert sum(said.endswith("A solution.") for said in film.captions) == 1
    with pytest.raises(InputError, match="at most 200"):
        plots.searching(search(sm.Board.of_size(4).units, domains_of(sm.Puzzle.parse("." * 16)), "values"))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["depth", "best"]))
def test_branch_and_bound_finds_the_optimum_between_bounds_that_close(seed, order):
    rng = random.Random(seed)
    values, weights = [[rng.randint(1, 20) for _ in range(6)] for _ in range(2)]
    room = rng.randint(0, sum(weights))
    tree = branch_and_bound([-v for v in values], [weights], [room], order)

    def total(of, chosen):
        return sum(v * x for v, x in zip(of, chosen, strict=True))

    best = max(total(values, each) for each in itertools.product((0, 1), repeat=6) if total(weights, each) <= room)
    assert -tree.value == best == total(values, tree.best)
    bounds, found = [node.global_bound for node in tree.nodes], [node.incumbent for node in tree.nodes]
    assert bounds == sorted(bounds)
    assert found == sorted(found, reverse=True)
    assert bounds[-1] == found[-1] == tree.value
    assert all(bound <= tree.value + 1e-6 for bound in bounds)
    film = plots.branching(tree, list("abcdef"))
    assert len(film) == len(tree.nodes)
    assert sum("best solution so far." in said and "integers" in said for said in film.captions) == len(set(found)) - (
        float("inf") in found
    )


def test_branch_and_bound_without_a_solution_and_with_a_limit():
    tree = branch_and_bound([1, 1], [[-2, -2], [2, 2]], [-3, 3])  # x + y = 3/2
    assert (tree.best, tree.value) == (None, float("inf"))
    assert {node.result for node in tree.nodes} == {"branch", "infeasible"}
    assert plots.branching(tree, "ab")
    with pytest.raises(InputError, match="more than 2 nodes"):
        branch_and_bound([-v for v in VALUES], [WEIGHTS], [ROOM], node_limit=2)
    with pytest.raises(sm.errors.UnknownNameError, match="order of the nodes"):
        branch_and_bound([1], [], [], "deep")


@pytest.mark.parametrize(("puzzle", "seed"), [("1... ..2. .3.. ...4", 4), ("easy50:17", 5)])
def test_a_walk_is_that_of_local_search(puzzle, seed):
    film = plots.walking(puzzle, seed)
    run = sm.local_search(puzzle, "annealing", seed, None, max_steps=1000, temperature=0.8)
    assert run.solved
    assert f"number {run.steps} of those tried" in film.captions[-1]
    assert film.captions[-1].endswith("to 0: a solution.")
    written = [unescape(re.sub("<.*?>", "", part)) for part in film.frames[-1] if "font-size='15'" in part]
    assert [int(digit) for digit in written] == list(run.grid.values)
    changed = [set(a) ^ set(b) for a, b in itertools.pairwise(film.frames)]
    assert all(sum("font-size='15'" in part for part in each) == 4 for each in changed)  # two digits went, two came
