"""A game comes to its end while a turn of it does not count: people are told, and lay it again or leave it out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from companion.session.rewriting import hole_views, is_final
from companion.session.table import TableSession
from companion.session.views import NewsKind
from companion.titles.registry import game_named
from games.any_game import AnyRecord
from games.carcassonne.conservation import broken_laws
from games.cronberg.conservation import broken_laws as cronberg_laws
from games.cronberg.rules import CRONBERG
from games.game import Refusal, Seat
from games.record import LineStep, Record

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))
LAID = ("carcassonne", "carcassonne-stained-glass", "cronberg")  # what is used up ends these games


def played(record: AnyRecord, rng: random.Random, *, until_left: int = 0) -> AnyRecord:
    """Played by chance to the end, or to so many actions before it."""
    line = [record]
    while record.game.player_to_move(record.state) is not None:
        record = record.play(record.game.sample(record.state, rng))
        line.append(record)
    return line[-1 - until_left]


def lays(step: LineStep[Any, Any]) -> bool:
    return step.entry.notation.startswith(("lay", "rhomb"))


def changes(record: AnyRecord) -> Iterator[AnyRecord]:
    """An early piece is taken out, or was told at the place of a later one."""
    pieces = [place for place, step in enumerate(record.line) if lays(step)]
    for place in pieces[:-3]:
        yield record.remove(place)
        for later in pieces:
            with suppress(Refusal):
                yield record.correct(place, record.line[later].action)


def with_a_misfit(key: str) -> tuple[AnyRecord, random.Random]:
    """A game in which one piece lies where it no longer fits, since an earlier one was put right."""
    game = game_named(key)
    for seed in range(40):
        rng = random.Random(seed)
        record = Record.start(game, game.setup(SEATS))
        for _ in range(16):
            record = record.play(game.sample(record.state, rng))
        for changed in changes(record):
            waits = [view.index for view in hole_views(changed) if view.waits]
            if len(waits) == 1 and lays(changed.line[waits[0]]) and waits[0] < len(changed.line) - 4:
                return changed, rng
    raise AssertionError


def waiting(record: AnyRecord) -> int:
    (hole,) = (view for view in hole_views(record) if view.waits)
    return hole.index


@pytest.mark.parametrize("key", LAID)
def test_nobody_waits_for_a_piece_that_lies_on_the_table_and_does_not_count(key):
    record = played(*with_a_misfit(key))
    assert record.game.player_to_move(record.state) is None
    assert not is_final(record)
    if key != "cronberg":  # there it may be the only one of its kind, and be told somewhere else
        assert record.state.discarded == (record.action_at(waiting(record)).tile,)


@pytest.mark.parametrize("verb", ["rhomb", "token"])
def test_a_piece_of_cronberg_that_does_not_count_is_out_of_stack_and_hand(verb):
    state = CRONBERG.new(CRONBERG.setup(SEATS))
    found = next(action for action in CRONBERG.legal(state) if CRONBERG.write(action).startswith(verb))
    aside = CRONBERG.put_aside(state, found, 1)
    assert sum(aside.left) == sum(state.left) - (verb == "rhomb")
    assert aside.tokens_in_hand(1) == state.tokens_in_hand(1) - (verb == "token")
    assert cronberg_laws(aside) == ()


@pytest.mark.parametrize("key", LAID)
def test_what_is_left_out_stays_out_and_the_game_has_ended(key):
    record = played(*with_a_misfit(key))
    left_out = record.remove(waiting(record))
    assert is_final(left_out)
    assert left_out.state == record.state
    assert left_out.undo().state == record.state
    assert Record.replay(record.game, record.setup, left_out.log) == left_out


def test_what_is_laid_again_counts_and_the_points_are_counted_anew():
    record = played(*with_a_misfit("carcassonne"))
    place = waiting(record)
    action, before = record.action_at(place), record.state_before(place)
    again = next(record.game.placements(before, action.tile))
    laid = record.correct(place, again)
    assert laid.line[place].action == again
    assert again.tile in [tile.turned.key for tile in laid.state.board.laid if (tile.x, tile.y) == (again.x, again.y)]
    assert broken_laws(laid.state) == ()


def test_going_back_takes_out_what_was_left_out_at_the_end():
    record, _ = with_a_misfit("carcassonne")
    left_out = record.remove(waiting(record))
    assert len(left_out.back_to(2).line) == 2


def test_the_last_press_tells_what_is_to_be_laid_again_and_leaving_it_out_ends_the_game():
    record, rng = with_a_misfit("carcassonne")
    times = count(1)
    session = TableSession(played(record, rng, until_left=1), lambda: next(times))
    session.take_news()
    session.play(session.record.game.sample(session.record.state, rng))
    assert NewsKind.OVER not in [one.kind for one in session.take_news()]
    assert (session.view.active, session.view.over) == (None, False)
    assert session.view.ribbon.key == "record.before_the_end"
    session.commit()
    assert session.view.ribbon.key == "record.before_the_end"
    session.remove(waiting(session.record))
    assert NewsKind.OVER in [one.kind for one in session.take_news()]
    assert session.view.over
    session.undo()
    assert not session.view.over


def test_within_the_turn_the_piece_is_still_there_to_be_laid_again():
    record, _ = with_a_misfit("carcassonne")
    place = waiting(record)
    turn = record.line[place].turn
    open_turn = record.back_to(next(index for index, step in enumerate(record.line) if step.turn > turn))
    action = record.action_at(place)
    again = next(record.game.placements(open_turn.state_before(place), action.tile))
    laid = open_turn.correct(place, again)
    assert laid.line[place].action == again
    assert broken_laws(laid.state) == ()
