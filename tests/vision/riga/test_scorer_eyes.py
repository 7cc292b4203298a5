"""The scorer's eyes at one table of three: displays counted by city and person beside what was tapped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.game import Seat
from games.riga.box.buildings import default_cards
from games.riga.scorer.actions import Build, Lay, write_action
from games.riga.scorer.rules import GRAND_MASTERS
from vision.artwork.riga.edition import drawn_riga
from vision.eyes import Attention
from vision.frames import Frame
from vision.riga.scorer_eyes import ScorerEyes
from vision.simulator.riga.table import still_table

COLOURS = ("red", "blue", "green")


@pytest.fixture(scope="module")
def photo():
    return still_table("easy", 41, players=3, share=0.5)


@pytest.fixture(scope="module")
def recorded(photo):
    """Everything that lies there, as it should have been tapped."""
    state = photo.state
    builds = []
    for seat, player in enumerate(state.players):
        for key in player.built:
            card = state.card(key)
            builds.append(Build(seat, card.city, card.persons))
    return tuple(builds)


def at(photo, builds):
    """The scorer after the row and these buildings."""
    state = GRAND_MASTERS.new(GRAND_MASTERS.setup(tuple(Seat(colour.title(), colour) for colour in COLOURS)))
    state, _ = GRAND_MASTERS.apply(state, Lay(tuple(one.master for one in photo.state.row)))
    for build in builds:
        state, _ = GRAND_MASTERS.apply(state, build)
    return state


class Watched:
    """Eyes over the still table, shown the record building by building."""

    def __init__(self, photo, recorded):
        self.photo, self.now = photo, 0
        self.eyes = ScorerEyes(drawn_riga(), default_cards(), at(photo, recorded))
        self.seen(recorded)

    def seen(self, builds, *, looks=2):
        state = at(self.photo, builds)
        self.eyes.committed(state)
        for _ in range(looks):
            for _ in range(5):
                self.now += 1
                frame = Frame(self.photo.image, 200.0 * self.now, self.now)
                glance = self.eyes.look(frame)
            assert glance.attention is Attention.STILL
            explanation = self.eyes.explain(state, frame)
        return explanation


@pytest.fixture(scope="module")
def watched(photo, recorded):
    return Watched(photo, recorded)


def differing(explanation):
    return {one.place: (one.expected, one.seen) for one in explanation.discrepancies}


def test_a_table_that_was_tapped_as_it_lies_differs_nowhere(watched, recorded):
    explanation = watched.seen(recorded)
    assert explanation.discrepancies == ()
    assert explanation.is_idle()


def test_a_building_that_was_not_tapped_yet_is_proposed(watched, recorded):
    watched.seen(recorded)
    best = watched.seen(recorded[:-1], looks=1).best
    assert best.actions == (recorded[-1],)
    assert best.probability > 0.9


def test_a_building_tapped_for_the_wrong_city_is_pointed_out_with_the_right_one(watched, recorded):
    last = recorded[-1]
    wrong = replace(last, city="Danzig" if last.city != "Danzig" else "Visby")
    watched.seen(recorded[:-1])
    assert watched.seen((*recorded[:-1], wrong), looks=1).discrepancies == ()  # nothing is said at the first glance
    explanation = watched.seen((*recorded[:-1], wrong))
    assert {f"cell:{last.seat}:{last.city}", f"cell:{last.seat}:{wrong.city}"} == set(differing(explanation))
    assert explanation.discrepancies[0].correction == (write_action(wrong), write_action(last))


def test_a_building_tapped_for_the_wrong_player_is_pointed_out_for_both(watched, recorded):
    last = recorded[-1]
    wrong = replace(last, seat=(last.seat + 1) % 3)
    watched.seen(recorded[:-1])
    explanation = watched.seen((*recorded[:-1], wrong))
    assert {f"cell:{last.seat}:{last.city}", f"cell:{wrong.seat}:{last.city}"} <= set(differing(explanation))
    assert explanation.discrepancies[0].correction == (write_action(wrong), write_action(last))


def test_a_building_that_was_tapped_and_lies_nowhere_is_pointed_out(watched, recorded):
    explanation = watched.seen((*recorded, Build(1, "Tallinn")))
    (one,) = explanation.discrepancies
    assert one.place == "cell:1:Tallinn"
    assert int(one.expected) == int(one.seen) + 1
    assert watched.eyes.outline_of(one.place) is not None
