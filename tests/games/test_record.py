"""The record: an append-only log whose fold is the state; undo, redo and corrections are entries like any other."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.carcassonne.actions import Lay
from games.carcassonne.rules import CARCASSONNE
from games.game import Refusal, RefusalKind, Seat
from games.record import Entry, EntryKind, HoleKind, Record, Source, entry_from_json, entry_to_json
from games.thurn_and_taxis.rules import THURN_AND_TAXIS

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


def record_of(*turns, seats=SEATS):
    """Turns, each committed at once."""
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(seats))
    for turn in turns:
        record = record.play(*(CARCASSONNE.read(line) for line in turn))
    return record


ROAD = ("lay BA/RFr 1,0 r0", "follower small Road E.W")
FURTHER = ("lay BA/RFr 2,0 r0", "skip")


def test_what_no_longer_fits_after_a_correction_leaves_holes_in_its_place():
    """Anna's tile lay somewhere else: neither her follower's road nor the tile that Ben laid on to it are there."""
    turned = record_of(ROAD, FURTHER).correct(0, CARCASSONNE.read("lay BA/L 0,1 r0"))
    assert turned.actions == ("lay BA/L 0,1 r0", "? follower small Road E.W", "? lay BA/RFr 2,0 r0", "? skip")
    assert [step.doer for step in turned.line] == [0, 0, 1, 1]
    assert (turned.state.seat, turned.state.turn) == (0, 3)  # Anna is next, as she was


def test_a_hole_is_filled_and_what_comes_after_it_returns():
    turned = record_of(ROAD, FURTHER).correct(0, CARCASSONNE.read("lay BA/L 0,1 r0"))
    mended = turned.correct(0, CARCASSONNE.read("lay BA/RFr 1,0 r0"))
    assert mended.actions == (*ROAD, *FURTHER)
    filled = turned.correct(2, *map(CARCASSONNE.read, ("lay BA/RFr -1,0 r0", "follower small Road E.W")))
    assert filled.holes == (1,)
    assert filled.line[3].doer == 1
    assert [one.seat for one in filled.state.board.followers()] == [1]


def test_turning_a_tile_of_turn_4_of_14_leaves_everybody_their_followers():
    """Seven turns each, then Ben's tile of turn 4 is turned."""
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    rng = random.Random(20)
    while record.state.turn <= 14:
        record = record.play(CARCASSONNE.sample(record.state, rng))
    (index,) = (place for place, step in enumerate(record.line) if step.turn == 4 and isinstance(step.action, Lay))
    old = record.line[index].action
    fitting = CARCASSONNE.placements(record.state_before(index), old.tile)
    other = next(lay for lay in fitting if (lay.x, lay.y) == (old.x, old.y) and lay != old)
    turned = record.correct(index, other)
    assert [step.doer for step in turned.line] == [step.doer for step in record.line]
    assert turned.state.turn == 15
    owners = {(one.doer, one.entry.notation) for one in record.line}
    assert {(one.doer, one.entry.notation) for one in turned.line if one.hole is None} - owners == {
        (1, CARCASSONNE.write(other))
    }
    for place in turned.holes:  # nothing is a hole that would fit in its turn
        state = turned.state_before(place)
        with pytest.raises(Refusal):
            CARCASSONNE.apply(state, CARCASSONNE.read(turned.line[place].entry.notation))
    assert turned.undo().line == record.line


def test_an_action_may_be_taken_out_of_the_middle():
    record = record_of(ROAD, FURTHER)
    without = record.remove(1)
    assert without.actions == ("lay BA/RFr 1,0 r0", "? follower small Road E.W", *FURTHER)
    assert without.line[1].hole.kind is HoleKind.REMOVED
    assert [step.doer for step in without.line] == [0, 0, 1, 1]
    with pytest.raises(Refusal):
        record.remove(4)


def test_what_is_taken_out_at_the_end_leaves_no_hole():
    assert record_of(ROAD, FURTHER).remove(2).actions == ROAD
    assert record_of(ROAD).remove(1).actions == ROAD[:1]


@pytest.mark.parametrize("what", ["correct", "remove", "back"])
def test_whatever_was_done_one_undo_takes_back(what):
    record = record_of(ROAD, FURTHER, ("lay BA/RFr 3,0 r0", "skip"))
    match what:
        case "correct":
            changed = record.correct(0, CARCASSONNE.read("lay BA/L 0,1 r0"))
        case "remove":
            changed = record.remove(2)
        case "back":
            changed = record.back_to(2)
            assert changed.actions == ROAD
    assert changed.undo().line == record.line
    assert changed.undo().redo().line == changed.line


def test_an_undo_that_was_written_twice_takes_back_one_turn():
    once = record_of(ROAD, FURTHER).undo()
    twice = once.append(once.log[-1])
    assert twice.actions == once.actions == ROAD
    again = twice.redo().append(Entry(EntryKind.REDO, group=2))
    assert again.actions == (*ROAD, *FURTHER)


def test_an_action_of_somebody_else_is_refused():
    record = record_of(ROAD)
    stolen = Entry(EntryKind.ACTION, "lay BA/RFr 2,0 r0", doer=0, group=2)
    with pytest.raises(Refusal) as refused:
        record.append(stolen)
    assert refused.value.phrase.key == "record.another_turn"


def test_the_line_stops_where_the_game_cannot_go_on_and_goes_on_once_that_is_told():
    """Nobody can leave out the open cards of the first deal."""
    seats = (*SEATS, Seat("Cleo", "green"))
    record = Record.start(THURN_AND_TAXIS, THURN_AND_TAXIS.setup(seats))
    rng = random.Random(4)
    for _ in range(12):
        record = record.play(THURN_AND_TAXIS.sample(record.state, rng))
    stopped = record.remove(0)
    assert {step.hole.kind for step in stopped.line[1:]} == {HoleKind.REMOVED, HoleKind.HELD}
    assert stopped.waits_at == 0
    assert [step.doer for step in stopped.line] == [step.doer for step in record.line]
    played_again = stopped.play(THURN_AND_TAXIS.read(record.line[0].entry.notation))
    assert THURN_AND_TAXIS.state_to_json(played_again.state) != THURN_AND_TAXIS.state_to_json(stopped.state)


# What earlier versions wrote

EARLIER = (
    ("action", "lay BA/RFr 1,0 r0", 100),
    ("action", "follower small Road E.W", 100),
    ("action", "lay BA/RFr 2,0 r0", 200),
    ("action", "skip", 200),
)


def earlier(*more):
    """A log as earlier versions wrote it: no doer, no group."""
    keys = ("kind", "notation", "time_ms", "index")
    return [entry_from_json(dict(zip(keys, (*entry, -1), strict=False))) for entry in (*EARLIER, *more)]


def test_a_log_of_an_earlier_version_is_filled_with_doers():
    record = Record.replay(CARCASSONNE, CARCASSONNE.setup(SEATS), earlier())
    assert [step.doer for step in record.line] == [0, 0, 1, 1]
    assert record.undo().actions == ROAD  # one commit shared a time


def test_an_undo_of_an_earlier_version_takes_back_one_action():
    record = Record.replay(CARCASSONNE, CARCASSONNE.setup(SEATS), earlier(("undo", "", 300)))
    assert record.actions == (*ROAD, FURTHER[0])
    assert record.redo().actions == (*ROAD, *FURTHER)
    assert record.undo().actions == ROAD


def test_a_correction_of_an_earlier_version_drops_what_did_not_fit():
    log = earlier(("correct", "lay BA/L 0,1 r0", 300, 0))
    record = Record.replay(CARCASSONNE, CARCASSONNE.setup(SEATS), log)
    assert record.actions == ("lay BA/L 0,1 r0", "skip")
    assert record.holes == ()


def test_an_entry_survives_json():
    entry = Entry(EntryKind.ACTION, "skip", source=Source.BUTTON, time_ms=1_700_000_000_123, marks=("declared",))
    assert entry_from_json(entry_to_json(entry)) == entry
    whole = replace(entry, doer=1, group=7)
    assert entry_from_json(entry_to_json(whole)) == whole
    assert {"doer", "group"} & set(entry_to_json(entry)) == set()


@pytest.mark.parametrize(
    "broken", [{}, {"kind": "dance"}, {"kind": "undo", "time_ms": "noon"}, {"kind": "undo", "group": -1}]
)
def test_what_is_no_entry_is_refused(broken):
    with pytest.raises(Refusal) as refused:
        entry_from_json(broken)
    assert refused.value.kind is RefusalKind.INVALID
