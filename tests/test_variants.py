"""Published variants against their ground truth: every configuration on small ones, each paradigm on the others."""

from itertools import product

import pytest
from public_variants import FAMILIES, variants

import sudoku_models as sm
from sudoku_models import formulations, solvers

CONFIGURATIONS = [*product(formulations.BUILT_IN, sm.BACKENDS, solvers.installed(everything=True))]
FOR_9X9 = [
    ("assignment", "pulp", "highs"),
    ("assignment", "cpsat", "glucose"),
    ("assignment_reduced", "pyomo", "cadical"),
    ("all_different", "pyomo", "choco"),
    ("all_different", "cpsat", "cpsat"),
    ("mixed", "pulp", "cpsat"),
]
UNIQUE = [family for family in FAMILIES if not family.endswith(("_multi", "_layouts"))]

pytestmark = pytest.mark.slow


def assert_unique(variant, configuration):
    found = sm.count_solutions(variant.puzzle, *configuration, limit=2, cross_check=False)
    assert (found.status, found.grids) == ("exact", (variant.solution,)), (variant.puzzle.name, configuration)


@pytest.mark.parametrize("family", ["jigsaw", "killer"])
def test_every_configuration_solves_a_small_variant(extra, family):
    variant = next(each for each in variants(extra, family) if each.puzzle.board.size == 4)
    for configuration in CONFIGURATIONS:
        assert_unique(variant, configuration)


@pytest.mark.parametrize("configuration", FOR_9X9, ids="-".join)
@pytest.mark.parametrize("family", UNIQUE)
def test_each_paradigm_solves_a_variant_of_each_family(extra, family, configuration):
    found = [each for each in variants(extra, family) if each.puzzle.board.size <= 9]
    assert_unique(found[len(found) // 2], configuration)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_published_solutions_follow_the_rules(extra, family):
    for variant in variants(extra, family):
        assert (variant.solution is not None) == (variant.number == 1)
        assert variant.solution is None or not variant.puzzle.violations(variant.solution)


@pytest.mark.parametrize("family", ["killer_multi", "jigsaw_multi"])
def test_several_solutions_are_all_found(extra, family):
    for variant in variants(extra, family):
        found = sm.count_solutions(variant.puzzle, "all_different", "cpsat", "cpsat", None, cross_check=False)
        assert (found.value, found.status) == (variant.number, "exact"), variant.puzzle.name


@pytest.mark.parametrize("family", FAMILIES)
def test_a_certificate_states_the_number_of_solutions(extra, family):
    for variant in variants(extra, family)[:40:10]:
        if variant.number <= 10:
            certificate = sm.certify(variant.puzzle)
            certificate.verify()
            assert certificate.count == variant.number, variant.puzzle.name
