"""A real button box on a real line (a pseudo-terminal) beside a table that is played by touch."""

from __future__ import annotations

import threading
from itertools import count

import pytest

from companion.rehearsal.button_box import RehearsedButtonBox
from companion.session.hands.buttons import Hands
from companion.session.table import TableSession
from companion.session.views import ChipKind
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
PATIENCE = 1600  # times 5 ms: far beyond the two seconds that are promised


class Table:
    """A session with a box, and the patience to wait for the line."""

    def __init__(self):
        self.box = RehearsedButtonBox(2)
        self.learned = []
        self.hands = Hands(self.box.hub, 2, learned=self.learned.append)
        time = count(1000, 10)
        record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
        self.session = TableSession(record, lambda: next(time), hands=self.hands)
        self.until(lambda: self.hands.owners.owners)

    def until(self, happened):
        waiting = threading.Event()
        for _ in range(PATIENCE):
            self.session.tick(0)
            if happened():
                return
            waiting.wait(0.005)
        pytest.fail("the line brought nothing")

    def stage(self, line):
        self.session.stage((CARCASSONNE.read(line),))

    @property
    def ribbon(self):
        return self.session.view.ribbon.key if self.session.view.ribbon else ""

    def close(self):
        self.session.close()
        self.box.close()


@pytest.fixture
def table():
    table = Table()
    yield table
    table.close()


def test_the_button_of_whose_turn_it_is_commits_and_any_other_does_not(table):
    table.stage("lay BA/RFr 1,0 r0")
    table.box.tap(1)
    table.until(lambda: table.ribbon == "devices.press.out_of_turn")
    assert table.session.record.actions == ()
    table.box.tap(0)
    table.until(lambda: table.session.record.actions == ("lay BA/RFr 1,0 r0", "skip"))


def test_a_long_press_takes_the_last_turn_back(table):
    table.stage("lay BA/RFr 1,0 r0")
    table.box.tap(0)
    table.until(lambda: table.session.record.actions)
    table.box.hold(1)
    table.until(lambda: not table.session.record.actions)


def test_an_unplugged_box_is_a_chip_until_it_is_back_and_no_press_is_lost_or_doubled(table):
    table.box.pull()
    table.until(lambda: table.session.view.chips)
    assert table.session.view.chips[0].kind is ChipKind.BUTTONS
    table.stage("lay BA/RFr 1,0 r0")
    table.box.tap(0)  # pressed while nobody hears: the box keeps it
    table.box.plug()
    table.until(lambda: not table.session.view.chips)
    table.until(lambda: len(table.session.record.actions) == 2)
    for _ in range(20):
        table.session.tick(0)
    assert len(table.session.record.actions) == 2


def test_whose_button_is_whose_is_learned_by_pressing(table):
    table.hands.teach((0, 1))
    table.box.tap(1)
    table.until(lambda: table.hands.lesson.asking == 1)
    table.box.tap(0)
    table.until(lambda: table.hands.lesson.asking is None)
    assert {address.button: seat for address, seat in table.learned[-1].owners} == {1: 0, 0: 1}
    table.stage("lay BA/RFr 1,0 r0")
    table.box.tap(1)
    table.until(lambda: len(table.session.record.actions) == 2)
