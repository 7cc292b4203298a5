"""A session whose eyes say what the test tells them, as a test wants to talk to it."""

from __future__ import annotations

from itertools import count

import numpy as np

from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from companion.store import SUFFIX, StoredGame
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record
from tests.companion.session.fed_watcher import FedWatcher
from vision.explanation import Candidate, Discrepancy, Explanation
from vision.eyes import Attention, Glance

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))

ROAD_EAST = ("lay BA/RFr 1,0 r0", "follower small Road E.W")

FARMER_EAST = ("lay BA/RFr 1,0 r0", "follower small Field NL.NR.EL.WR")

ROAD_WEST = ("lay BA/RFr -1,0 r0", "skip")

MOVED = Discrepancy("1,0", "carcassonne.tile", "carcassonne.seen_turned", 0.95, (ROAD_EAST[0], "lay BA/RRRR 1,0 r0"))


def actions(*lines):
    return tuple(CARCASSONNE.read(line) for line in lines)


class Table:
    """A session with its hand-fed watcher, as a test wants to talk to it."""

    def __init__(self, tmp_path, *, camera=True):
        self.time = count(1_000, 10)
        self.path = tmp_path / f"evening{SUFFIX}"
        record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
        self.watcher = FedWatcher() if camera else None
        stored = StoredGame.create(self.path, record, time_ms=0)
        self.session = TableSession(record, lambda: next(self.time), stored=stored, watcher=self.watcher)

    def sees(
        self, *candidates, differs=(), lingering=(), attention=Attention.STILL, version=None, will_be_reread=False
    ):
        """The eyes say: each candidate is (probability, line, line...)."""
        explanation = None
        if attention is Attention.STILL:
            known = sum(candidate[0] for candidate in candidates)
            explanation = Explanation(
                tuple(Candidate(actions(*lines), np.log(p), p) for p, *lines in candidates),
                1 - known,
                0,
                tuple(differs),
                tuple(lingering),
            )
        self.watcher.sightings.append(
            Sighting(
                np.zeros((270, 480, 3), np.uint8),
                Glance(0, 0.0, attention, hand=attention is Attention.WAITING),
                explanation,
                self.session.record_version if version is None else version,
                will_be_reread=will_be_reread,
            )
        )
        self.session.tick(0)

    def sees_the_same(self, pieces=None, light=None, at_ms=100.0):
        """The next still picture looks as the one that was read; ``pieces`` is what was found out of them, ``light``
        what is wrong with it."""
        glance = Glance(1, at_ms, Attention.STILL, light=light, pieces=pieces)
        self.watcher.sightings.append(Sighting(np.zeros((270, 480, 3), np.uint8), glance))
        self.session.tick(0)

    @property
    def notation(self):
        return self.session.record.actions

    def news(self):
        return [news.kind for news in self.session.take_news()]
