"""Who stands on a spot, told without knowing a make."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib.resources import files

import numpy as np
import pytest

from tests.vision.istanbul.pieces.test_placing import kinds, place, seen
from vision.istanbul import reading_pieces
from vision.istanbul.pieces.seeking import by_the_network
from vision.istanbul.pieces.shapes import NEUTRAL_MERCHANT, family, merchant
from vision.istanbul.pieces.spot_verdict import SpotVerdict
from vision.istanbul.reading_pieces import pieces_in
from vision.networks.standing.network import HEIGHT_BINS, SIDE_PX, standing_network


@dataclass
class Saying:
    """One who says the same of every spot left of a px, and the rest of the others."""

    somebody: float
    until: int
    asked: list[tuple[int, int]] = field(default_factory=list)

    def at(self, x: int, y: int) -> SpotVerdict:
        self.asked.append((x, y))
        return SpotVerdict(self.somebody if x < self.until else 1.0, 1.0)


def test_whom_nobody_vouches_for_is_print_however_like_paint_it_is() -> None:
    table = place((merchant(1), "red", 30, 35), (merchant(1), "white", 90, 35))
    assert kinds(seen(table)) == [("merchant", "red"), ("merchant", "white")]
    assert kinds(seen(replace(table, standing=Saying(0.02, 60)))) == [("merchant", "white")]
    assert kinds(seen(replace(table, standing=Saying(0.95, 60)))) == [("merchant", "red"), ("merchant", "white")]


@pytest.mark.parametrize(("chance", "found"), [(0.86, []), (0.95, [NEUTRAL_MERCHANT])])
def test_nobodys_merchant_of_another_make_is_seen_surely_or_is_print(
    chance: float, found: list[tuple[str, str]]
) -> None:
    table = replace(place((merchant(0), "neutral", 60, 35)), standing=Saying(chance, 200))
    assert [(one.kind, one.colour) for one in pieces_in(table, {NEUTRAL_MERCHANT})] == found


@dataclass
class SeeingLittle:
    """One who hardly sees anybody, and can't tell white."""

    somebody: float

    def at(self, x: int, y: int) -> SpotVerdict:
        return SpotVerdict(self.somebody, 1.0, {"red": 0.9})


@pytest.mark.parametrize(("somebody", "found"), [(0.02, ["white"]), (0.4, ["red", "white"])])
def test_one_of_ours_whom_paint_hardly_shows_is_print_where_nobody_is_seen(somebody: float, found: list[str]) -> None:
    table = place((family(0.0), "red", 30, 35), (family(0.0), "white", 90, 35))
    table = replace(table, witness=SeeingLittle(somebody))
    both = {("family member", "red"), ("family member", "white")}
    assert sorted(one.colour for one in pieces_in(table, both)) == found


@dataclass
class SeeingRed:
    """One who sees somebody red everywhere."""

    def at(self, x: int, y: int) -> SpotVerdict:
        return SpotVerdict(0.99, 1.0, {"red": 0.99, "pink": 0.001})


def test_one_of_ours_is_nobody_where_somebody_of_another_colour_is_surely_seen() -> None:
    def read(colour: str) -> list[str]:
        table = replace(place((merchant(1), colour, 60, 35)), witness=SeeingRed())
        return [one.colour for one in pieces_in(table, {("merchant", colour)})]

    assert read("red") == ["red"]
    assert read("pink") == []


@pytest.mark.parametrize(("make_known", "found"), [(True, ["family member", "merchant"]), (False, [])])
def test_who_is_hardly_there_is_left_out_where_no_make_is_known(
    monkeypatch, make_known: bool, found: list[str]
) -> None:
    monkeypatch.setattr(reading_pieces, "_confidence", lambda person: 0.05)
    table = place((merchant(1), "red", 40, 35), (family(0.0), "red", 90, 35))
    table = replace(table, standing=None if make_known else Saying(0.99, 200))
    red = {("merchant", "red"), ("family member", "red")}
    assert sorted(one.kind for one in pieces_in(table, red)) == found


def test_the_network_is_small_and_its_answers_are_probabilities() -> None:
    assert len(files("vision.networks.standing").joinpath("weights.onnx").read_bytes()) < 2_000_000
    grey = np.full((SIDE_PX, SIDE_PX, 3), 110.0, np.float32)
    judged = standing_network().judge([grey, grey], [grey, grey], [0.2, 0.4])
    assert judged.kinds.sum(axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert judged.heights.shape == (2, HEIGHT_BINS)
    assert float(judged.kinds[:, 0].min()) > 0.5  # a plain place with nobody on it


def test_nothing_to_ask_is_nothing_told() -> None:
    assert standing_network().judge([], [], []).kinds.shape == (0, 4)


@dataclass
class SeeingBlueOn:
    """One who sees a blue figure on the place whose middle is here, and none elsewhere."""

    x: float
    asked: list[float] = field(default_factory=list)

    def figure_on(self, middle: np.ndarray, colour: str) -> float | None:
        self.asked.append(float(middle[0]))
        return None if colour != "blue" else 0.99 if middle[0] == self.x else 0.02


def test_a_dark_blue_figure_on_a_dark_blue_place_is_where_one_sees_it_who_knows_many_makes() -> None:
    middles = np.array([[60.0 * place, 40.0] for place in range(8)])
    paint_says = {0: -1.0, 3: 0.0, 5: -3.9, 6: -4.0, 7: -4.0}  # print on the fourth place is as blue as the figure
    judge = SeeingBlueOn(300.0)
    weighed = by_the_network(paint_says, judge, middles, "blue", changed={0, 5})
    assert max(weighed, key=lambda place: weighed[place]) == 5
    assert sorted(set(judge.asked)) == [0.0, 180.0, 300.0]  # what has changed, and the likeliest
    assert weighed[7] == paint_says[7]


def test_a_colour_that_can_not_be_told_leaves_all_as_it_was() -> None:
    paint_says = {0: -1.0, 1: -2.0}
    assert by_the_network(paint_says, SeeingBlueOn(0.0), np.zeros((2, 2)), "white", changed={1}) == paint_says
