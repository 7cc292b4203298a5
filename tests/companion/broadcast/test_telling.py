"""What happens at a table is told as numbered events, from which anybody has the table as it stands."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.broadcast.events import Begun, Health, Moved, event_from_json, event_json
from companion.broadcast.table_now import EventMissing, after
from companion.broadcast.telling import GameTeller
from companion.titles.registry import game_keys, game_named
from games.game import Refusal, Seat
from games.record import Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"), Seat("Cem", "green"))


def begun(key="carcassonne", seats=SEATS):
    game = game_named(key)
    return Record.start(game, game.setup(seats))


def played(record, actions, seed=1):
    rng = random.Random(seed)
    for _ in range(actions):
        if record.game.player_to_move(record.state) is None:
            break
        record = record.play(record.game.sample(record.state, rng), time_ms=len(record.log))
    return record


def events_of(record, language="en", withheld=lambda name: False):
    teller = GameTeller(record, 1000, language, withheld)
    return [teller.begun(), *(teller.tell(entry) for entry in record.log)]


def folded(events):
    now = None
    for event in events:
        now = after(now, event)
    return now


@given(st.data())
def test_however_people_go_back_and_correct_the_events_tell_the_line_and_the_scores_as_they_stand(data):
    record, rng = begun(), random.Random(data.draw(st.integers(0, 999)))
    for what in data.draw(st.lists(st.sampled_from(["play", "play", "play", "undo", "redo", "remove"]), max_size=24)):
        try:
            if what == "play":
                record = record.play(record.game.sample(record.state, rng), time_ms=len(record.log))
            elif what == "remove" and record.line:
                record = record.remove(rng.randrange(len(record.line)))
            elif what in ("undo", "redo"):
                record = getattr(record, what)()
        except Refusal:
            pass  # nothing to take back: nothing is in the log
    events = events_of(record)
    now = folded(events)
    assert [event.n for event in events] == list(range(len(record.log) + 1))
    assert [move.notation for move in now.moves] == [step.entry.notation for step in record.line]
    assert [move.counts for move in now.moves] == [step.hole is None for step in record.line]
    assert now.scores == record.scores
    assert now.to_move == record.game.player_to_move(record.state)


@pytest.mark.parametrize("key", game_keys())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_game_is_told_in_words_and_comes_back_from_its_lines(key, language):
    events = events_of(played(begun(key), 60), language)
    assert [event_from_json(event_json(event)) for event in events] == events
    assert all(event.words for event in events[1:])


def test_a_point_is_told_with_its_rule_and_its_sum():
    record = played(begun(), 60)
    lines = [line for move in folded(events_of(record)).moves for line in move.lines]
    scored = [event.line for step in record.line for event in step.events if event.line is not None]
    assert [(line.seat, line.points, line.rule, line.working) for line in lines] == [
        (line.player, line.points, line.rule, line.working) for line in scored
    ]
    assert scored
    assert all(line.reason and SEATS[line.seat].name in line.words for line in lines)


def test_an_undo_says_how_much_of_the_line_stands_and_takes_its_points_back():
    record = played(begun(), 9)
    *_, undone = events_of(record.undo())
    assert (undone.how, undone.keeps, undone.moves) == ("undone", 8, ())
    assert undone.scores == played(begun(), 8).scores


def test_a_turn_that_no_longer_fits_is_told_as_one_that_waits():
    record = played(begun(), 12)
    removed = record.remove(0)
    assert any(hole.hole is not None for hole in removed.line)
    now = folded(events_of(removed))
    assert [move.counts for move in now.moves] == [step.hole is None for step in removed.line]
    assert len(now.waits) == len({place.turn for place in removed.line if place.hole and place.hole.kind != "removed"})


def test_a_game_that_has_ended_tells_who_stands_where_and_an_undo_takes_that_back():
    record = played(begun("cronberg"), 200)
    assert record.game.player_to_move(record.state) is None
    *_, last = events_of(record)
    standings = sorted(record.game.standings(record.state), key=lambda one: (one.rank, one.player))
    assert [(one.seat, one.score, one.rank) for one in last.standings] == [
        (one.player, one.score, one.rank) for one in standings
    ]
    *_, undone = events_of(record.undo())
    assert undone.standings is None


@pytest.mark.parametrize("key", game_keys())
def test_who_wants_no_name_told_is_called_by_colour_wherever_a_sentence_speaks_of_them(key):
    record = played(begun(key, (Seat("Quirin", "red"), Seat("Xaver", "blue"), Seat("Cem", "green"))), 120)
    hidden = {"Quirin", "Xaver"}
    events = events_of(record, "de", withheld=hidden.__contains__)
    lines = b"\n".join(event_json(event) for event in events)
    assert b"Quirin" not in lines
    assert b"Xaver" not in lines
    assert [(seat.called, seat.named) for seat in events[0].seats] == [("Rot", False), ("Blau", False), ("Cem", True)]
    assert events[-1].scores == record.scores


def test_what_is_told_twice_counts_once_and_a_gap_is_named():
    events = events_of(played(begun(), 6))
    now = folded(events)
    assert after(now, events[3]) == now
    with pytest.raises(EventMissing) as missing:
        after(folded(events[:3]), events[5])
    assert missing.value.known == 2
    with pytest.raises(EventMissing):
        after(None, events[1])


def test_how_the_table_is_changes_no_number_and_outlives_no_other_game():
    events = events_of(played(begun(), 6))
    health = Health(game=events[0].game, n=6, time_ms=7000, camera=True)
    now = after(folded(events), health)
    assert (now.n, now.health) == (6, health)
    with pytest.raises(EventMissing):
        after(now, msgspec.structs.replace(health, game="another"))


def test_a_reader_of_this_version_passes_over_what_a_later_one_adds():
    first = event_json(events_of(begun())[0])
    assert isinstance(event_from_json(first[:-1] + b',"weather":"fine"}'), Begun)


def test_several_actions_of_one_press_are_told_with_the_number_of_their_commit():
    record, rng = begun(), random.Random(4)
    lay = record.game.sample(record.state, rng)
    then = record.game.sample(record.play(lay).state, rng)
    _, first, second = events_of(record.play(lay, then))
    assert isinstance(first, Moved)
    assert (first.commit, second.commit) == (1, 1)
