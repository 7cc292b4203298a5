"""What counts as right of a reading, beside its truth."""

from typing import Any

import pytest

from tools.benchmarks.reading.board_scores import Score, score_of
from tools.benchmarks.reading.photographs import truth_of_photograph

SIDES = ["field", "road", "field", "road"]
SIDE = 100  # px


def truth(followers: list[dict[str, Any]], on_a_border: list[dict[str, Any]]) -> dict[str, Any]:
    """Three roads in a row."""
    return {
        "lattice_to_photo": [[SIDE, 0, 0], [0, SIDE, 0], [0, 0, 1]],
        "tiles": [{"row": 0, "column": column, "type": "U", "sides": SIDES} for column in range(3)],
        "followers": followers,
        "followers_on_a_border": on_a_border,
        "ignored_cells": [],
    }


def standing(column: int, colour: str, **more: Any) -> dict[str, Any]:
    return {"row": 0, "column": column, "colour": colour, **more}


def reading(*followers: dict[str, Any]) -> dict[str, Any]:
    def tile(column: int) -> dict[str, Any]:
        left = column * SIDE
        outline = [[left, 0], [left + SIDE, 0], [left + SIDE, SIDE], [left, SIDE]]
        return {"row": 0, "column": column, "type": "U", "sides": SIDES, "confidence": 1.0, "alternatives": []} | {
            "outline": outline
        }

    return {"tiles": [tile(column) for column in range(3)], "followers": list(followers)}


def scored(read_houses: list[dict[str, Any]], true: list[dict[str, Any]], on_a_border: list[dict[str, Any]]) -> Score:
    return score_of(reading(*read_houses), truth_of_photograph(truth(true, on_a_border)), 0.0)


def test_a_follower_on_a_border_counts_for_either_cell() -> None:
    true, border = [standing(0, "red")], [standing(0, "red", other=[0, 1])]
    for column, found in ((0, 1), (1, 1), (2, 0)):
        score = scored([standing(column, "red")], true, border)
        assert (score.followers_found, score.followers_false) == (found, 1 - found)


def test_who_stands_in_his_own_cell_is_not_taken_for_him() -> None:
    true, border = [standing(0, "red"), standing(1, "red")], [standing(0, "red", other=[0, 1])]
    both_on_one = scored([standing(1, "red"), standing(1, "red")], true, border)
    assert (both_on_one.followers_found, both_on_one.followers_false) == (2, 0)
    three = scored([standing(1, "red")] * 3, true, border)
    assert (three.followers_found, three.followers_false) == (2, 1)


def test_nobody_counts_for_another_colour() -> None:
    score = scored([standing(1, "blue")], [standing(0, "red")], [standing(0, "red", other=[0, 1])])
    assert (score.followers_found, score.followers_false) == (0, 1)


def test_a_follower_has_to_stand_on_the_feature_that_the_truth_tells() -> None:
    on_the_road = {"feature": "road", "feature_sides": ["west", "east"]}
    south_of_it = {"feature": "field", "feature_half_sides": [3, 4, 5, 6]}
    for true, read, right in (
        (on_the_road, {"feature": "road", "sides": "EW"}, 1),
        (on_the_road, {"feature": "field", "sides": "ESW"}, 0),
        (south_of_it, {"feature": "field", "sides": "ESW"}, 1),
        (south_of_it, {"feature": "field", "sides": "ENW"}, 0),
        ({"feature": "monastery"}, {"feature": "cloister", "sides": ""}, 1),
    ):
        score = scored([standing(1, "red", **read)], [standing(1, "red", **true)], [])
        assert (score.features_asked, score.features_right) == (1, right)
    nobody_knows = scored([standing(1, "red", feature="road", sides="EW")], [standing(1, "red")], [])
    assert nobody_knows.features_asked == 0


@pytest.mark.parametrize(
    ("hidden", "confidence", "counts"),
    [(True, 0.4, True), (True, 0.01, False), (False, 0.4, False)],
    ids=["both are told", "the truth is hardly told", "anybody sees which it is"],
)
def test_a_tile_counts_where_somebody_hides_what_tells_it_and_both_are_told(
    hidden: bool, confidence: float, counts: bool
) -> None:
    one = reading()
    truly = {"type": "U", "sides": SIDES, "confidence": confidence, "hidden": hidden}
    one["tiles"][1] |= {"type": "A", "confidence": 0.6, "alternatives": [truly]}
    score = score_of(one, truth_of_photograph(truth([], [])), 0.0)
    assert (score.right, score.right_or_hidden) == (2, 2 + counts)
    assert (score.whole, score.whole_or_hidden) == (0, int(counts))
