"""A press waits for a clear view, and the next player taps a card: it is theirs, and the press is not lost."""

from __future__ import annotations

import random
from itertools import count

import pytest

from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from companion.ui.kit.offered_touch import OfferTap
from companion.ui.riga.offers import Several
from games.game import Phrase, Seat
from games.istanbul.rules import ISTANBUL
from games.record import Record
from games.riga.rules import RIGA
from tests.companion.session.fed_watcher import FedWatcher
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
CARD = "card take_5_lira"


class WatchedTable:
    """A game on the table screen, with a camera that sees what a test tells."""

    def __init__(self, tablet, record):
        time = count(1_000, 10)
        self.begun, self.watcher, self.tablet = len(record.line), FedWatcher(), tablet
        self.session = TableSession(record, lambda: next(time), watcher=self.watcher)
        tablet.app.sit_down(self.session)
        tablet.open("table")

    def sees(self, *lines, attention=Attention.STILL):
        found = (Candidate(tuple(map(self.session.record.game.read, lines)), 0.0, 0.97),)
        seen = Explanation(found, 0.03, 0) if attention is Attention.STILL else None
        self.watcher.sightings.append(Sighting(None, Glance(0, 0.0, attention), seen, self.session.record_version))
        self.session.tick(0)
        self.tablet.wait()

    def taps(self, line):
        """Tap what is offered for an action, beneath its headings."""
        touch = self.tablet.screen.touch
        (offer,) = [one for one in touch._shown() if getattr(one.action, "notation", "") == line]
        for heading in offer.path:
            self.tablet.tap(self.tablet.thing(heading=heading))
        self.taps_on(offer)

    def taps_on(self, offer):
        (tap,) = [one for one in self.tablet.widgets(OfferTap) if one.offer == offer]
        self.tablet.see(tap)
        self.tablet.tap(tap)

    def presses_beneath_a_hand(self, seat):
        self.sees()
        self.sees(attention=Attention.WAITING)
        self.session.commit(seat)
        assert self.session.waits

    @property
    def record(self):
        return self.session.record.actions[self.begun :]


@pytest.fixture
def istanbul(tablet):
    """Anna has moved and taken the action; what is left is to end her turn."""
    rng = random.Random(4)
    record = Record.start(ISTANBUL, ISTANBUL.setup(SEATS))
    while record.state.asks:
        record = record.play(ISTANBUL.sample(record.state, rng))
    return WatchedTable(tablet, record.play(ISTANBUL.read("move 2"), ISTANBUL.read("use")))


@pytest.fixture
def riga(tablet):
    """The row of Grand Masters lies there; hands are dealt, which the tablet has to be told."""
    record = Record.start(RIGA, RIGA.setup(SEATS))
    return WatchedTable(tablet, record.play(RIGA.read("lay max-Visby first-Knight max-Riga Money")))


def test_a_card_that_ben_plays_while_a_hand_hides_annas_turn_is_his(istanbul):
    istanbul.presses_beneath_a_hand(seat=0)
    istanbul.taps(CARD)
    assert istanbul.record == ()
    istanbul.sees()
    istanbul.sees()
    assert istanbul.record == ("end", CARD)


def test_a_card_that_is_tapped_in_plain_view_counts_at_once(istanbul):
    istanbul.sees()
    istanbul.taps(CARD)
    assert istanbul.record == (CARD,)


def test_what_is_tapped_where_the_camera_sees_nothing_any_more_counts_at_once(istanbul):
    """A lamp went out, so nothing answers the press; the evening goes on by touch."""
    istanbul.session.commit(seat=0)
    istanbul.watcher.sightings.append(Sighting(None, None, trouble=Phrase.of("source.lost")))
    istanbul.session.tick(0)
    istanbul.tablet.wait()
    istanbul.taps(CARD)
    assert istanbul.record == (CARD,)


def test_hands_that_nobody_looked_at_go_in_one_after_the_other_behind_a_press(riga):
    riga.presses_beneath_a_hand(seat=0)
    (several,) = [one for one in riga.tablet.screen.touch._shown() if isinstance(one.action, Several)]
    riga.taps_on(several)
    assert riga.record == ()
    for _ in several.action.actions:
        riga.sees()
    riga.sees()
    assert riga.record == tuple(map(RIGA.write, several.action.actions))
