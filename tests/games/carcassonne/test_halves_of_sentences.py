"""Halves of sentences of Carcassonne that could be broken without another test telling: each was, on purpose."""

from __future__ import annotations

import pytest

from games.carcassonne.rules import CARCASSONNE
from games.game import Refusal, Seat

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
INNS = ("inns-and-cathedrals",)


def play(state, *actions):
    lines = []
    for action in actions:
        state, events = CARCASSONNE.apply(state, CARCASSONNE.read(action))
        lines += [event.line for event in events if event.line]
    return state, lines


def test_a_tile_that_fits_somewhere_is_not_put_away():
    with pytest.raises(Refusal) as refused:
        play(CARCASSONNE.new(CARCASSONNE.setup(SEATS)), "discard E")
    assert refused.value.phrase.key == "carcassonne.fits_somewhere"


def test_a_finished_city_with_a_cathedral_brings_three_points_a_tile():
    state = CARCASSONNE.new(CARCASSONNE.setup(SEATS, expansions=INNS))
    state, lines = play(state, "lay IC/Cccc.c 0,-1", "follower small City N.E.S.W")
    for cap in ("E 0,-2 r180", "E 1,-1 r270", "E -1,-1 r90"):
        state, more = play(state, f"lay {cap}", "skip")
        lines += more
    (line,) = lines
    assert (line.player, line.points, line.working) == (0, 15, "5 × 3")


def test_a_farmer_whom_a_ring_of_road_encloses_stays_until_the_end():
    state = CARCASSONNE.new(CARCASSONNE.setup(SEATS))
    state, lines = play(state, "lay B 0,1", "skip", "lay V 0,2", "follower small Field SR.WL")
    for bend in ("V -1,2 r270", "V -1,3 r180", "V 0,3 r90"):
        state, more = play(state, f"lay {bend}", "skip")
        lines += more
    assert lines == []  # nobody stands on the road, and a field is counted at the end
    assert [follower.seat for follower in state.board.followers()] == [1]
    assert state.supply[1]["small"] == 6
