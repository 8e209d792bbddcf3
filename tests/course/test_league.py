"""The real schedule: every pair meets twice, once at home and once away, and nobody plays twice in a round."""

from collections import Counter

from sudoku_models.course.league import austrian_league


def test_the_season_is_a_double_round_robin_with_a_mirrored_second_half():
    matches = austrian_league()
    teams = {match.home for match in matches}
    assert len(teams) == 12
    assert Counter((match.home, match.away) for match in matches) == {(a, b): 1 for a in teams for b in teams if a != b}
    for k in range(1, 23):
        playing = [team for match in matches if match.round == k for team in (match.home, match.away)]
        assert sorted(playing) == sorted(teams)
    first = {(match.round, match.home, match.away) for match in matches if match.round <= 11}
    assert first == {(match.round - 11, match.away, match.home) for match in matches if match.round > 11}


def test_the_rounds_are_played_one_after_another():
    matches = austrian_league()
    assert [match.round for match in matches] == sorted(match.round for match in matches)
    assert [match.date for match in matches] == sorted(match.date for match in matches)
    assert str(matches[0].date) == "2019-07-26"
    assert str(matches[-1].date) == "2020-03-08"
