"""Measures how well a growing map is followed: simulated games, a picture a second, hands and a knock among them.

Every game is drawn by its seed (:class:`vision.simulator.carcassonne.live.LiveTable`); a failure is told by its seed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np

from companion.readings.carcassonne_reading import base_stock
from companion.rehearsal.games import RehearsalPlan, players_record
from companion.titles.carcassonne import MOST_TRIES
from games.any_game import known_record
from games.carcassonne.rules import CARCASSONNE
from tools.benchmarks.wilson import wilson
from vision.artwork.carcassonne.edition import own_edition
from vision.carcassonne.edition_teller import EditionTeller
from vision.carcassonne.figures.feet import NAMES
from vision.carcassonne.following.events import EventKind, FollowEvent
from vision.carcassonne.following.laying import Laying, laying_of
from vision.carcassonne.following.map_follower import MapFollower
from vision.carcassonne.observation import SeenTile
from vision.carcassonne.poses import as_sides
from vision.frames import Frame
from vision.registration.lattice import Cell
from vision.simulator.carcassonne.live import PlayedCarcassonne, sampled_game
from vision.simulator.carcassonne.still import DoesNotFit
from vision.simulator.carcassonne.table import BoardTruth
from vision.simulator.played import Scenario
from vision.simulator.players.pace import Pace
from vision.tile_map.terrain import kind_named, lowest_turns

EVERY = 10  # frames of the table, which has ten a second: a picture a second
UNHURRIED = Pace(reach=4, push=3, rest=14, after=2, idle=6)  # frames: about three pictures a turn
_NOWHERE = np.zeros((4, 2), np.float32)
Followers = set[tuple[Cell, str, str]]  # cell, colour, feature


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Games of each level, as ``args`` of ``tableside bench follow`` tell."""
    cv2.setNumThreads(1)
    levels = (args.level,) if args.level else ("ordinary", "hard")
    return {level: games(args.games, level, args.seed, args.turns) for level in levels}


def games(count: int, level: str, seed: int, turns: int) -> dict[str, Any]:
    """Follow so many games; tiles and followers at the end against the truth, and what was told wrongly."""
    rows = [game(level, number, turns) for number in range(seed, seed + count)]
    exact, moves = sum(one["exact"] for one in rows), sum(one["moves"] for one in rows)
    total = {key: sum(one[key] for one in rows) for key in ("tiles", "right", "wrong", "silent_errors", "asked")}
    return {
        "games": count,
        "exact": exact,
        "exact_interval": wilson(exact, count),
        "moves": moves,
        **total,
        "silent_interval": wilson(total["silent_errors"], moves),
        "asked_interval": wilson(total["asked"], moves),
        "followers": {key: sum(one["followers"][key] for one in rows) for key in ("there", "told", "right")},
        "ms_a_picture": round(sum(one["ms"] for one in rows) / max(1, sum(one["pictures"] for one in rows)), 1),
        "each": rows,
    }


def game(level: str, seed: int, turns: int) -> dict[str, Any]:
    """Follow one game."""
    table = _table(level, seed, turns)
    follower = MapFollower((EditionTeller(own_edition()),), base_stock())
    events: list[FollowEvent] = []
    truths: list[Truth] = []
    number, spent = 0, 0.0
    table.blind = False
    while (frame := table.read()) is not None:
        if number % EVERY == 0:
            began = time.process_time()
            events += follower.look(Frame(frame.image, 1000.0 * len(truths), len(truths)))
            spent += time.process_time() - began
            truths.append(Truth.of(table.board_truth()))
        number += 1
        table.blind = number % EVERY != 0
    events += follower.finish(len(truths) - 1)
    return {"seed": seed, "pictures": len(truths), "ms": round(1000 * spent), **_compared(truths, follower, events)}


def _table(level: str, seed: int, turns: int) -> PlayedCarcassonne:
    setup = known_record(players_record(RehearsalPlan("carcassonne", seed)), CARCASSONNE).setup
    for attempt in range(MOST_TRIES):
        actions = sampled_game(setup, seed + 1_000_003 * attempt, turns)
        try:
            return PlayedCarcassonne(setup, actions, Scenario(level, seed, pace=UNHURRIED))
        except DoesNotFit:
            continue
    raise DoesNotFit((turns, turns))


@dataclass(frozen=True)
class Truth:
    """What lies and who stands on the table when a picture is taken."""

    tiles: dict[Cell, SeenTile]
    followers: Followers

    @classmethod
    def of(cls, truth: BoardTruth) -> Truth:
        """As an event would name it."""
        tiles = [_tile(tile.place.y, tile.place.x, tile.key, tile.turns) for tile in truth.tiles]
        followers = {((one.place.y, one.place.x), one.colour, NAMES[one.feature]) for one in truth.followers}
        return cls({(tile.row, tile.column): tile for tile in tiles}, followers)


def _compared(truths: Sequence[Truth], follower: MapFollower, events: list[FollowEvent]) -> dict[str, Any]:
    """An event is a silent error where it was not so on any of the last pictures; a tile or follower that is wrong at
    the end is one where nobody was told that it is unsure."""
    board, last = follower.board(), truths[-1]
    laying = first_laying(events, truths)
    right = sum(_same(laying.tile(tile), last.tiles) for tile in board.tiles)
    followers: Followers = {(laying.cell(one.row, one.column), one.colour, one.feature) for one in board.followers}
    false = [event for event in events if not _is_so(event, laying, truths)]
    asked = [event for event in events if event.kind is EventKind.UNSURE]
    open_at = {
        laying.cell(event.row, event.column) for event in asked if event.row is not None and event.column is not None
    }
    missed = {cell for cell in last.tiles if cell not in {laying.cell(tile.row, tile.column) for tile in board.tiles}}
    missed |= {cell for cell, _, _ in followers ^ last.followers}
    wrong_already = {
        laying.cell(event.row, event.column) for event in false if event.row is not None and event.column is not None
    }
    silent = len(false) + len(missed - open_at - wrong_already)
    came_or_went = sum(len(before.followers ^ after.followers) for before, after in pairwise(truths))
    moves = len(last.tiles) - 1 + came_or_went
    return {
        "moves": moves,
        "tiles": len(last.tiles),
        "right": right,
        "wrong": len(board.tiles) - right,
        "exact": right == len(last.tiles) == len(board.tiles) and followers == last.followers,
        "silent_errors": silent,
        "asked": len(asked),
        "false_events": [_plainly(event, laying) for event in false],
        "unsure": [_plainly(event, laying) for event in asked],
        "not_as_it_was": sorted([*cell, *what] for cell, *what in followers ^ last.followers),
        "bumps": [event.frame for event in events if event.kind is EventKind.BUMP],
        "locks": [event.frame for event in events if event.kind is EventKind.LOCKED],
        "followers": {"there": len(last.followers), "told": len(followers), "right": len(last.followers & followers)},
    }


def first_laying(events: Sequence[FollowEvent], truths: Sequence[Truth]) -> Laying:
    """How the map as it was told first lies on the true one: what is told wrongly later does not turn it."""
    placed = [(event.frame, event.tile) for event in events if event.kind is EventKind.PLACED and event.tile]
    at_first = [tile for frame, tile in placed if frame == placed[0][0]]
    return (laying_of(at_first, truths[placed[0][0]].tiles) if placed else None) or Laying()


def _is_so(event: FollowEvent, laying: Laying, truths: Sequence[Truth]) -> bool:
    """Whether what an event says is true of its picture, or of one of the two before where it was waited for."""
    if event.row is None or event.column is None:
        return True
    shown = truths[max(0, event.frame - 2) : event.frame + 1]
    if event.kind is EventKind.PLACED and event.tile is not None:
        return _same(laying.tile(event.tile), shown[-1].tiles)
    if event.follower is not None and event.kind is not EventKind.UNSURE:
        one = (laying.cell(event.row, event.column), event.follower.colour, event.follower.feature)
        stands = [one in truth.followers for truth in shown]
        return any(stands) if event.kind is EventKind.FOLLOWER else not all(stands)
    return event.kind is not EventKind.OUT_OF_STEP


def _plainly(event: FollowEvent, laying: Laying) -> list[Any]:
    cell = laying.cell(event.row, event.column) if event.row is not None and event.column is not None else ()
    who = [] if event.follower is None else [event.follower.colour, event.follower.feature]
    what = [] if event.tile is None else [event.tile.letter]
    return [event.frame, event.kind.value, *cell, *what, *who, round(event.confidence, 3)]


def _tile(row: int, column: int, key: str, turns: int) -> SeenTile:
    kind = kind_named(key)
    sides = as_sides(kind.sides(turns))
    return SeenTile(row, column, kind.key, kind.letter, sides, lowest_turns(kind, turns), 1.0, (), _NOWHERE)


def _same(tile: SeenTile, laid: dict[Cell, SeenTile]) -> bool:
    true = laid.get((tile.row, tile.column))
    return true is not None and (true.kind, true.sides) == (tile.kind, tile.sides)
