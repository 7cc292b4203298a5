"""Dice that a game waits for: what the tray tells over the line becomes the action, and nothing else does."""

from __future__ import annotations

import random
from itertools import count

import pytest

from companion.session.hands.camera_dice import CAMERA
from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from devices.events import Crooked, Rolled, Rolling
from games.game import Phrase, Refusal, RefusalKind, Seat
from games.istanbul.rules import ISTANBUL
from games.record import Record, Source
from vision.eyes import Attention, Glance

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


class Table:
    """A session of Istanbul; the game begins by rolling for its figures."""

    def __init__(self):
        time = count(1000, 10)
        self.clock = 5000
        record = Record.start(ISTANBUL, ISTANBUL.setup(SEATS))
        self.session = TableSession(record, lambda: next(time), chance=random.Random(4), clock=lambda: self.clock)

    def tray_shows(self, *values, since=6000):
        self.session.hear_dice(Rolling("tray", since, 0, 1))
        self.session.hear_dice(Rolled("tray", values, since + 500, 0, 1))


@pytest.fixture
def table():
    return Table()


def until_dice(session):
    """Play on until the game waits for dice."""
    rng = random.Random(1)
    game = session.record.game
    while game.dice_asked(session.record.state) is None:
        session.play(game.sample(session.record.state, rng))
    return game.dice_asked(session.record.state)


def test_a_throw_that_the_game_waits_for_is_in_the_record_at_once_and_marked(table):
    asked = until_dice(table.session)
    table.tray_shows(*(3, 4)[: asked.dice])
    step = table.session.record.line[-1]
    assert step.entry.notation == "roll 3 4"
    assert step.entry.source is Source.DEVICE
    assert step.entry.marks == ("rolled on the table",)


def test_a_throw_that_the_camera_over_the_table_has_seen_counts_as_well(table):
    until_dice(table.session)
    glance = Glance(1, 100.0, Attention.STILL)
    table.session.see(Sighting(None, glance, roll=Rolled(CAMERA, (3, 4), 6500, 0, 1)))
    step = table.session.record.line[-1]
    assert step.entry.notation == "roll 3 4"
    assert step.entry.source is Source.DEVICE


def test_dice_that_were_moving_before_the_game_asked_wait_for_a_tap(table):
    until_dice(table.session)
    before = table.session.record.actions
    table.tray_shows(3, 4, since=4000)
    assert table.session.record.actions == before
    assert table.session.view.roll is not None
    table.session.accept_roll()
    assert table.session.record.actions == (*before, "roll 3 4")
    assert "rolled too early" in table.session.record.line[-1].entry.marks


def test_a_cocked_die_is_named_by_people_or_nothing_happens(table):
    until_dice(table.session)
    table.session.hear_dice(Rolling("tray", 6000, 0, 1))
    table.session.hear_dice(Crooked("tray", (3, 0), 6500, 0, 1))
    with pytest.raises(Refusal) as refusal:
        table.session.accept_roll()
    assert refusal.value.kind is RefusalKind.INVALID
    assert refusal.value.phrase == Phrase.of("devices.roll.unread")
    table.session.accept_roll((3, 5))
    assert table.session.record.line[-1].entry.notation == "roll 3 5"
    assert "declared" in table.session.record.line[-1].entry.marks


def test_dice_that_were_taken_back_lie_there_still_and_a_tap_uses_them_as_people_say(table):
    """Given a die that was misread, then it is taken back, turned to what it shows, and used."""
    until_dice(table.session)
    table.tray_shows(3, 4)
    table.session.undo()
    assert table.session.view.roll.values == (3, 4)
    table.session.accept_roll((3, 5))
    entry = table.session.record.line[-1].entry
    assert entry.notation == "roll 3 5"
    assert entry.marks == ("rolled on the table", "dice undone", "declared")


def test_who_throws_anew_after_that_says_so_with_a_tap(table):
    until_dice(table.session)
    before = table.session.record.actions
    table.tray_shows(3, 4)
    table.session.undo()
    table.tray_shows(6, 6, since=9000)
    assert table.session.record.actions == before
    assert "second roll" in table.session.view.roll.doubts
    table.session.accept_roll()
    assert table.session.record.actions == (*before, "roll 6 6")


def test_dice_of_the_question_after_that_are_forgotten(table):
    """Given both rolls for the figures are taken back, then the second one does not answer the first question."""
    until_dice(table.session)
    for number, values in enumerate(((3, 4), (2, 5))):
        table.tray_shows(*values, since=6000 + 1000 * number)
    assert table.session.record.actions == ("roll 3 4", "roll 2 5")
    table.session.undo()
    table.session.undo()
    assert table.session.view.roll is None


def test_dice_on_the_tablet_count_too(table):
    until_dice(table.session)
    table.clock = 7000
    table.session.throw_dice()
    step = table.session.record.line[-1]
    assert step.entry.notation.startswith("roll ")
    assert step.entry.marks == ("rolled on the tablet",)
