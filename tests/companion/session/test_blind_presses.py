"""Whatever was seen before: a press before a covered, dark or dead camera ends no turn, in no game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from companion.titles.registry import game_keys, game_named
from games.game import SEAT_COLOURS, Phrase, Seat
from games.record import Record
from vision.explanation import Candidate, Explanation, explained
from vision.eyes import TOO_DARK, Attention, Glance

SMALL = np.zeros((270, 480, 3), np.uint8)
LONGEST_TURN = 4  # actions


class Camera:
    """A watcher whose sightings the test puts in."""

    def __init__(self) -> None:
        self.sightings: list[Sighting] = []

    def record_moved_on(self, state: Any, version: int) -> None:
        """See :class:`companion.session.looking.sighting.Watcher`."""

    def take(self) -> tuple[Sighting, ...]:
        """See :class:`companion.session.looking.sighting.Watcher`."""
        taken, self.sightings = tuple(self.sightings), []
        return taken

    def close(self) -> None:
        """See :class:`companion.session.looking.sighting.Watcher`."""


def at_table(key: str, moves: int, rng: random.Random) -> tuple[TableSession, Camera]:
    game = game_named(key)
    record = Record.start(game, game.setup(tuple(Seat(colour, colour) for colour in SEAT_COLOURS[:2])))
    camera, times = Camera(), count(1_000)
    session = TableSession(record, lambda: next(times), watcher=camera)
    for _ in range(moves):
        if session.record.game.player_to_move(session.record.state) is not None:
            session.play(game.sample(session.record.state, rng))
    return session, camera


def a_turn(session: TableSession, rng: random.Random) -> tuple[Any, ...]:
    """Legal actions until another player is to move."""
    game, state = session.record.game, session.record.state
    mover, actions = game.player_to_move(state), list[Any]()
    while game.player_to_move(state) == mover and mover is not None and len(actions) < LONGEST_TURN:
        actions.append(game.sample(state, rng))
        state, _ = game.apply(state, actions[-1])
    return tuple(actions)


def clear(session: TableSession, actions: tuple[Any, ...], *, age: int = 0) -> Sighting:
    """The table in clear view, and what was done on it beyond doubt, so many records ago."""
    explanation = Explanation((Candidate(actions, 0.0, 0.99),), 0.01, 0, (), ())
    return Sighting(SMALL, Glance(0, 0.0, Attention.STILL, changed=True), explanation, session.record_version - age)


def without_reading(attention: Attention) -> Callable[[TableSession, tuple[Any, ...]], Sighting]:
    return lambda session, _: Sighting(SMALL, Glance(0, 0.0, attention), None, session.record_version)


# What the watcher hands over of a camera that shows nothing of the table.
BLIND: Mapping[str, Callable[[TableSession, tuple[Any, ...]], Sighting]] = {
    "a hand or a lens cap": without_reading(Attention.WAITING),
    "all has moved": without_reading(Attention.BUMPED),
    "no board": without_reading(Attention.LOST),
    "a still picture that was not read yet": lambda session, _: Sighting(
        SMALL, Glance(0, 0.0, Attention.STILL, changed=True), None, session.record_version
    ),
    "nothing explains it": lambda session, _: Sighting(
        SMALL, Glance(0, 0.0, Attention.STILL), explained((), 0, otherwise=0.0), session.record_version
    ),
    "read for another record": lambda session, actions: clear(session, actions, age=1),
    "no camera": lambda *_: Sighting(None, None, trouble=Phrase.of("vision.source_stalled", seconds=3)),
    "failing eyes": lambda *_: Sighting(None, None, failing=Phrase.of("vision.reading_failed", what="ValueError")),
}
kinds = st.sampled_from(sorted(BLIND))


@settings(max_examples=40)
@example("carcassonne", 0, True, ["read for another record"], False, [], 0)
@example("thurn-and-taxis", 3, True, ["a still picture that was not read yet"], True, [], 0)
@given(
    key=st.sampled_from(game_keys(lambda title: title.eyes)),
    moves=st.integers(0, 6),
    seen=st.booleans(),
    before=st.lists(kinds, min_size=1, max_size=4),
    by_button=st.booleans(),
    after=st.lists(kinds, max_size=4),
    seed=st.integers(0, 999),
)
def test_a_press_before_a_camera_that_shows_nothing_ends_no_turn(
    key: str, moves: int, seen: bool, before: list[str], by_button: bool, after: list[str], seed: int
) -> None:
    rng = random.Random(seed)
    session, camera = at_table(key, moves, rng)
    actions = a_turn(session, rng)
    entries = session.record.log
    if seen:
        camera.sightings += [clear(session, actions)] * 2  # as a ghost on the board
        session.tick(0)
    for kind in before:
        camera.sightings.append(BLIND[kind](session, actions))
        session.tick(0)
    session.take_news()
    seats = range(len(session.record.setup.seats))
    session.commit(next((seat for seat in seats if session.expects(seat)), None) if by_button else None)
    assert session.take_news()
    for kind in after:
        camera.sightings.append(BLIND[kind](session, actions))
        session.tick(0)
    assert session.record.log == entries
    assert session.view.choice is None
    session.close()


def nothing_new(session: TableSession, light: Phrase | None) -> Sighting:
    """A still picture, read: nobody has done anything, as far as that shows in this light."""
    glance = Glance(0, 0.0, Attention.STILL, changed=True, light=light)
    idle = Explanation((Candidate((), 0.0, 0.99),), 0.01, 0, (), ())
    return Sighting(SMALL, glance, idle, session.record_version)


@pytest.mark.parametrize("key", game_keys(lambda title: title.eyes))
def test_a_button_in_the_dark_ends_no_turn_by_what_cannot_be_seen(key: str) -> None:
    rng = random.Random(5)
    session, camera = at_table(key, 2, rng)
    actions = a_turn(session, rng)
    entries = session.record.log
    camera.sightings.append(nothing_new(session, TOO_DARK))
    session.tick(0)
    session.take_news()
    session.commit(next(seat for seat in range(2) if session.expects(seat)))
    for _ in range(3):
        camera.sightings.append(nothing_new(session, TOO_DARK))
        session.tick(0)
    assert [one.phrase for one in session.take_news()] == [Phrase.of("table.too_dark")]
    assert session.record.log == entries
    camera.sightings.append(clear(session, actions))  # somebody lights a lamp, and the press counts for what it shows
    session.tick(0)
    assert session.record.actions[-len(actions) :] == tuple(map(session.record.game.write, actions))


def test_done_on_the_glass_ends_in_the_dark_what_it_says_it_ends() -> None:
    session, camera = at_table("carcassonne", 1, random.Random(5))  # a tile was tapped; whoever laid it may be done
    seat = session.view.active
    camera.sightings.append(nothing_new(session, TOO_DARK))
    session.tick(0)
    session.commit()
    assert session.view.active != seat
