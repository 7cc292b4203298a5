"""The record: an append-only log whose fold is the state; undo, redo and corrections are entries like any other."""

from __future__ import annotations

import random

import pytest

from games.carcassonne.rules import CARCASSONNE
from games.game import Refusal, RefusalKind, Seat
from games.record import Entry, EntryKind, Record, Source, entry_from_json, entry_to_json

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def played(moves: int, seed: int = 1):
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    rng = random.Random(seed)
    for _ in range(moves):
        record = record.play(CARCASSONNE.sample(record.state, rng))
    return record


def plain(record):
    return CARCASSONNE.state_to_json(record.state)


def test_undo_gives_the_state_before_and_redo_the_state_after():
    earlier, later = played(9), played(10)
    undone = later.undo()
    assert plain(undone) == plain(earlier)
    assert plain(undone.redo()) == plain(later)


def test_nothing_is_ever_taken_out_of_the_log():
    record = played(6).undo().undo().redo()
    assert [entry.kind for entry in record.log] == [EntryKind.ACTION] * 6 + [
        EntryKind.UNDO,
        EntryKind.UNDO,
        EntryKind.REDO,
    ]
    assert len(record.actions) == 5


def test_a_new_action_after_an_undo_ends_what_could_be_redone():
    record = played(7).undo()
    record = record.play(next(iter(CARCASSONNE.legal(record.state))))
    with pytest.raises(Refusal) as refused:
        record.redo()
    assert refused.value.kind is RefusalKind.ILLEGAL


def test_the_log_replays_to_the_same_state():
    record = played(40).undo().undo().redo()
    replayed = Record.replay(CARCASSONNE, record.setup, record.log)
    assert plain(replayed) == plain(record)
    assert replayed.actions == record.actions


def test_a_refused_action_leaves_the_record_as_it_was():
    record = played(4)
    with pytest.raises(Refusal):
        record.play(CARCASSONNE.read("lay BA/L 90,90"))
    assert len(record.line) == 4


def test_a_correction_replays_what_still_fits_and_lists_what_does_not():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    for line in ("lay BA/RFr 1,0 r0", "follower small Road E.W", "lay BA/RFr 2,0 r0", "skip"):
        record = record.play(CARCASSONNE.read(line))
    turned = record.correct(0, CARCASSONNE.read("lay BA/L 0,1 r0"))
    assert turned.actions[0] == "lay BA/L 0,1 r0"
    assert [misfit.notation for misfit in turned.misfits] == [
        "follower small Road E.W",
        "lay BA/RFr 2,0 r0",
    ]
    assert turned.actions == ("lay BA/L 0,1 r0", "skip")


def test_an_action_may_be_taken_out_of_the_middle():
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    for line in ("lay BA/RFr 1,0 r0", "follower small Road E.W"):
        record = record.play(CARCASSONNE.read(line))
    without = record.remove(1)
    assert without.actions == ("lay BA/RFr 1,0 r0",)
    with pytest.raises(Refusal):
        record.remove(2)


def test_an_entry_survives_json():
    entry = Entry(EntryKind.ACTION, "skip", source=Source.BUTTON, time_ms=1_700_000_000_123, marks=("declared",))
    assert entry_from_json(entry_to_json(entry)) == entry


@pytest.mark.parametrize("broken", [{}, {"kind": "dance"}, {"kind": "undo", "time_ms": "noon"}])
def test_what_is_no_entry_is_refused(broken):
    with pytest.raises(Refusal) as refused:
        entry_from_json(broken)
    assert refused.value.kind is RefusalKind.INVALID
