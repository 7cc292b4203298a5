"""What is kept of an owner's wooden pieces."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.piece_set import BadPieces, LearnedPiece, PieceSet, PieceStance

RED = LearnedPiece("follower", PieceStance.STANDING, "red", (45.0, 60.0, 40.0), "follower standing", 1.1, 1.2)
LYING = LearnedPiece("follower", PieceStance.LYING, "red", (47.0, 62.0, 42.0), "follower lying", 1.14)
BLUE = LearnedPiece("follower", PieceStance.STANDING, "blue", (35.0, 15.0, -50.0), "follower standing", 1.2)
OURS = PieceSet("Ours", (RED, LYING, BLUE))


def test_a_set_is_the_same_when_it_is_read_again():
    assert PieceSet.from_json("Ours", OURS.to_json()) == OURS


def test_a_kind_is_as_large_as_most_of_its_pieces_and_as_high_as_those_that_tell():
    assert OURS.scale("follower", PieceStance.STANDING) == pytest.approx((1.15, 1.2))
    assert OURS.scale("follower", PieceStance.LYING) == pytest.approx((1.14, 1.14))  # nobody can tell: as high as large
    assert OURS.scale("large follower") is None


def test_a_colour_is_what_all_its_pieces_show():
    assert OURS.colours() == {"red": (46.0, 61.0, 41.0), "blue": (35.0, 15.0, -50.0)}


def test_a_look_in_play_moves_a_colour_a_little_and_the_next_one_less():
    once = OURS.taught("blue", (45.0, 15.0, -50.0))
    twice = once.taught("blue", (45.0, 15.0, -50.0))
    first, second = once.colours()["blue"][0] - 35.0, twice.colours()["blue"][0] - once.colours()["blue"][0]
    assert 0 < second < first < 10.0
    assert once.colours()["red"] == OURS.colours()["red"]


def test_a_look_at_something_else_teaches_nothing():
    assert OURS.taught("blue", (80.0, 0.0, 60.0)) == OURS
    assert OURS.taught("pink", (70.0, 30.0, 0.0)) == OURS


@settings(max_examples=30)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    )
)
def test_odd_data_is_refused_and_nothing_else(data):
    with pytest.raises(BadPieces):
        PieceSet.from_json("Ours", data)


@pytest.mark.parametrize("change", [{"wide": 9.0}, {"lab": [1, 2]}, {"kind": ""}, {"stance": "flying"}, {"seen": 0}])
def test_a_piece_that_cannot_be_is_refused(change):
    data = OURS.to_json()
    data["pieces"][0] |= change
    with pytest.raises(BadPieces):
        PieceSet.from_json("Ours", data)
