"""Who begins, and what a small city brings: settled by the people themselves before a game."""

from __future__ import annotations

import pytest

from companion.preferences import KnownPerson
from companion.session.seating import Seating
from companion.ui.carcassonne.face import CarcassonneFace
from companion.ui.stained_glass.face import StainedGlassFace
from games.game import Seat

KNOWN = (KnownPerson("Anna", "red"), KnownPerson("Ben", "blue"), KnownPerson("Cleo", "green"))
SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def three_seated() -> Seating:
    seating = Seating(KNOWN)
    for place, person in enumerate(KNOWN):
        seating.sit(2 * place, person.name)
    return seating


@pytest.mark.parametrize("game", ["carcassonne", "cronberg", "thurn-and-taxis", "istanbul", "riga"])
def test_people_choose_who_begins_in_every_game(tablet, game):
    tablet.open("new_game", game=game, seating=three_seated())
    assert tablet.screen.seating.seats[0].name == "Anna"
    tablet.screen.place = 4  # Cleo's place at the table is tapped
    tablet.wait()
    tablet.tap("Begins")
    tablet.tap("Ready")
    assert [seat.name for seat in tablet.screen.seating.seats] == ["Cleo", "Anna", "Ben"]
    tablet.tap("Start")
    view = tablet.app.session.view
    assert [seat.name for seat in view.seats] == ["Cleo", "Anna", "Ben"]


def test_a_city_of_two_tiles_brings_two_where_people_settle_so(tablet):
    """Given the options of a new game, when people take the oldest rulebook's value, it is in the set-up."""
    tablet.open("new_game", game="carcassonne", step="options", seating=three_seated())
    assert tablet.reads("Points for a finished city of two tiles")
    assert tablet.reads("as in rulebooks since the third edition; 2 in the oldest")
    tablet.screen.settled["tiny-city-scoring"] = 2
    tablet.tap("Start")
    assert tablet.app.session.record.setup.options == (("tiny-city-scoring", 2),)


@pytest.mark.parametrize("face", [CarcassonneFace(), StainedGlassFace()])
def test_what_is_as_in_the_rulebook_is_no_option(face):
    found = {one.key: one.default for one in face.settings()}
    assert found["tiny-city-scoring"] == 4
    assert face.setup(SEATS, (), found)["options"] == {}
    assert face.setup(SEATS, (), {**found, "tiny-city-scoring": 2})["options"] == {"tiny-city-scoring": 2}
