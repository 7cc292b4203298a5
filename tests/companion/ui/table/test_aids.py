"""A table plays as its people like: without points beforehand and advice, and without a part of the game."""

from __future__ import annotations

import pytest

from companion.session.views import Proposal
from companion.ui.carcassonne.face import CarcassonneFace
from companion.ui.cronberg.face import CronbergFace
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
CLOSES_THE_CITY = ("lay E 0,-1 r180", "follower small City S")


def staged(tablet):
    """Anna is about to close a city that brings her four points."""
    session = tablet.start_game()
    session.stage(tuple(CARCASSONNE.read(line) for line in CLOSES_THE_CITY))
    tablet.wait()
    return session


def test_what_a_move_brings_is_foretold(tablet):
    staged(tablet)
    assert tablet.screen.rail.cards[0].gain == 4
    assert tablet.reads("Anna +4: city finished")


def test_without_aids_points_show_once_they_are_made(make_tablet):
    tablet = make_tablet(aids=False)
    session = staged(tablet)
    assert tablet.screen.rail.cards[0].gain == 0
    assert not tablet.reads("+4")
    assert tablet.reads("Anna: points show once it is done")  # not that there will be none
    tablet.tap(tablet.screen.buttons.why)
    assert not tablet.reads("+4")
    tablet.done()
    assert session.view.scores == (4, 0)
    assert tablet.reads("Anna +4: city finished")


def test_aids_are_switched_off_on_the_tablet(tablet):
    tablet.open("settings")
    tablet.tap("Points beforehand and advice")
    assert not tablet.app.preferences.aids
    assert not tablet.app.look.aids


def test_a_proposal_keeps_what_happens_and_loses_what_it_brings(tablet):
    proposal = staged(tablet).view.proposal
    bare = proposal.unforetold
    assert isinstance(bare, Proposal)
    assert bare.lines == ()
    assert bare.points == (0, 0)
    assert [event.phrase for event in bare.events] == [event.phrase for event in proposal.events]


def begin_without_farmers(tablet):
    tablet.open("new_game", game="carcassonne")
    for place, name in ((0, "Anna"), (2, "Ben")):
        tablet.screen.seating.sit(place, name)
    tablet.tap("Options")
    row = next(row for row in tablet.screen.walk() if getattr(getattr(row, "setting", None), "key", "") == "farmers")
    tablet.screen.settled["farmers"] = "without"
    row.show()
    tablet.wait()
    assert tablet.reads("nobody lies on a field, and fields bring nothing")
    tablet.tap("Start")
    return tablet.session


def test_farmers_are_left_out_at_a_new_game_and_the_result_says_so(tablet):
    session = begin_without_farmers(tablet)
    assert dict(session.record.setup.options) == {"farmers": "without"}
    session.play(CARCASSONNE.read("lay E 0,-1 r180"))
    assert not any("Field" in action.notation for action in CARCASSONNE.legal(session.record.state))
    tablet.open("result")
    assert tablet.reads("Agreed: Farmers: left out")


@pytest.mark.parametrize(
    ("face", "settled"), [(CarcassonneFace(), {"farmers": "without"}), (CronbergFace(), {"empty-stack": "leaves-open"})]
)
def test_only_what_was_settled_otherwise_is_told(face, settled):
    from companion.titles.registry import game_named

    def remarks_for(chosen):
        data = face.setup(SEATS, (), chosen)
        return face.agreed(game_named(data["game"]).setup_from_json(data))

    assert remarks_for({}) == ()
    assert len(remarks_for(settled)) == 1
