"""Playing any game by touch: what may be done now, as buttons under headings, narrowed down by tapping a place."""

from __future__ import annotations

import pytest

from companion.ui.carcassonne.face import CarcassonneFace
from companion.ui.kit.offered_touch import HeadingTap, Offer, OfferedTouch, OfferTap
from games.carcassonne.actions import Lay
from games.carcassonne.rules import CARCASSONNE
from games.game import Phrase


def kind(key):
    """The heading of a kind of tile."""
    return Phrase.of("app.so_many", number=key)


def tiles_of(view):
    """Every tile that can be laid, under its kind; skipping stands at the top."""
    found = []
    for action in CARCASSONNE.legal(view.state):
        if isinstance(action, Lay):
            place = f"{action.x},{action.y}"
            label = Phrase.of("app.turn_number", turn=action.turns)
            found.append(Offer(label, action, (kind(action.tile),), places=(place,), staged=True))
        else:
            found.append(Offer(Phrase.of("app.none"), action))
    return tuple(found)


@pytest.fixture
def offered(tablet, monkeypatch):
    """A table of Carcassonne that is played with buttons alone."""

    def touch(self, board, session, attempt, changed):
        return OfferedTouch(board, session, attempt, changed, tiles_of, lambda view: Phrase.of("app.which_tile"))

    monkeypatch.setattr(CarcassonneFace, "touch", touch)
    tablet.start_game()
    tablet.wait()
    return tablet


def test_what_may_be_done_stands_under_headings(offered):
    headings = {tap.heading for tap in offered.widgets(HeadingTap)}
    assert {kind("BA/L"), kind("BA/C")} <= headings
    assert not list(offered.widgets(OfferTap))
    assert offered.reads("Which tile")


def test_a_heading_opens_and_its_offer_becomes_the_ghost_until_done(offered):
    offered.tap(offered.thing(heading=kind("BA/L")))
    offer = next(iter(offered.widgets(OfferTap)))
    offered.tap(offer)
    assert offered.session.view.proposal.actions == (offer.offer.action,)
    assert offered.session.record.line == ()
    offered.done()
    assert offered.session.record.line[0].action == offer.offer.action


def test_tapping_a_place_offers_only_what_can_be_done_there(offered):
    assert offered.screen.touch.tapped("1,0")
    offered.wait()
    lays = {action for action in CARCASSONNE.legal(offered.session.record.state) if (action.x, action.y) == (1, 0)}
    headings = {tap.heading for tap in offered.widgets(HeadingTap)}
    single = {kind(tap.offer.action.tile) for tap in offered.widgets(OfferTap)}
    assert headings | single == {kind(action.tile) for action in lays}


def test_a_place_where_nothing_can_be_done_is_not_taken(offered):
    assert not offered.screen.touch.tapped("9,9")


def test_going_back_takes_the_ghost_away_and_then_leaves_the_heading(offered):
    offered.tap(offered.thing(heading=kind("BA/L")))
    offered.tap(next(iter(offered.widgets(OfferTap))))
    offered.screen.touch.clear()
    offered.wait()
    assert offered.session.view.proposal is None
    offered.screen.touch.clear()
    offered.wait()
    assert {tap.heading for tap in offered.widgets(HeadingTap)} >= {kind("BA/L"), kind("BA/C")}


def test_a_finger_that_drags_a_list_slowly_taps_nothing(tablet, offered):
    tablet.screen.touch.open()
    tablet.wait()
    heading = next(iter(tablet.widgets(HeadingTap)))
    finger = tablet.finger_on(heading)
    tablet.wait(0.3)  # long enough for kivy to take it for a tap
    x, y = finger.pos
    finger.to(x, y + 30)
    tablet.wait(0.1)
    assert heading.collide_point(*heading.to_widget(*finger.pos))
    finger.up()
    tablet.wait()
    assert heading in list(tablet.widgets(HeadingTap)), "the heading was entered"
