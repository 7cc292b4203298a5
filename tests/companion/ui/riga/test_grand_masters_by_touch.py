"""The scorer of the Grand Masters, started from Riga's options and told buildings by fingers alone."""

from __future__ import annotations

import pytest

from games.game import Seat
from games.riga.scorer.actions import Build
from games.riga.scorer.rules import GRAND_MASTERS

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


@pytest.fixture
def scorer(tablet):
    """Four Grand Masters lie, nobody has built."""
    setup = GRAND_MASTERS.setup_to_json(GRAND_MASTERS.setup(SEATS))
    session = tablet.shelf.start(GRAND_MASTERS.key, setup)
    session.play(GRAND_MASTERS.read("lay max-Knight first-Visby max-Danzig Money"))
    tablet.app.sit_down(session)
    tablet.open("table")
    return tablet


def test_it_is_switched_on_among_the_options_of_riga(tablet):
    tablet.open("new_game", game="riga", step="options")
    tablet.tap("Score the Grand Masters only")
    assert tablet.screen.game == GRAND_MASTERS.key


def test_a_kept_game_of_it_is_named_at_home(scorer):
    scorer.open("home")
    assert scorer.reads("Riga: Grand Masters, scored")


def test_a_building_with_two_persons_is_told_in_three_taps(scorer):
    scorer.tap("Anna")
    scorer.tap("Visby")
    scorer.tap("with Knight and Merchant")
    assert scorer.session.record.line[-1].action == Build(0, "Visby", ("Knight", "Merchant"))
