"""Measures how well a growing map is followed: simulated games, a picture a second, hands and a knock among them.

Every game is drawn by its seed (:class:`vision.simulated.carcassonne_live.LiveTable`); a failure is told by its seed.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import cv2
import numpy as np

from companion.own_edition import own_edition
from companion.readings.carcassonne_reading import base_stock
from companion.rehearsed_games import MOST_TRIES, Plan, players_record
from vision.carcassonne.follow_events import EventKind, FollowEvent
from vision.carcassonne.followers import NAMES
from vision.carcassonne.following import MapFollower
from vision.carcassonne.laying import Laying, laying_of
from vision.carcassonne.observation import SeenTile
from vision.carcassonne.poses import as_sides
from vision.carcassonne.tile_tellers import EditionTeller
from vision.frames import Frame
from vision.lattice import Cell
from vision.simulated.carcassonne import DoesNotFit
from vision.simulated.carcassonne_live import LiveTable, Pace, sampled_game
from vision.simulated.carcassonne_table import BoardTruth
from vision.terrain import kind_named, lowest_turns

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
    told = [game(level, number, turns) for number in range(seed, seed + count)]
    total = {key: sum(one[key] for one in told) for key in ("tiles", "right", "wrong", "false_events", "unsure")}
    return {
        "games": count,
        "exact": sum(one["right"] == one["tiles"] and not one["wrong"] for one in told),
        **total,
        "followers": {key: sum(one["followers"][key] for one in told) for key in ("there", "told", "right")},
        "ms_a_picture": round(sum(one["ms"] for one in told) / max(1, sum(one["pictures"] for one in told)), 1),
        "each": told,
    }


def game(level: str, seed: int, turns: int) -> dict[str, Any]:
    """Follow one game."""
    table = _table(level, seed, turns)
    follower = MapFollower((EditionTeller(own_edition()),), base_stock())
    events: list[FollowEvent] = []
    truth: BoardTruth | None = None
    number, shown, spent = 0, 0, 0.0
    while (frame := table.read()) is not None:
        if number % EVERY == 0:
            began = time.process_time()
            events += follower.look(Frame(frame.image, 1000.0 * shown, shown))
            spent += time.process_time() - began
            truth, shown = table.board_truth(), shown + 1
        number += 1
    assert truth is not None
    events += follower.finish(shown)
    return {"seed": seed, "pictures": shown, "ms": round(1000 * spent), **_compared(truth, follower, events)}


def _table(level: str, seed: int, turns: int) -> LiveTable:
    setup = players_record(Plan("carcassonne", seed)).setup
    for attempt in range(MOST_TRIES):
        actions = sampled_game(setup, seed + 1_000_003 * attempt, turns)
        try:
            return LiveTable(setup, actions, level, seed, pace=UNHURRIED)
        except DoesNotFit:
            continue
    raise DoesNotFit((turns, turns))


def _compared(truth: BoardTruth, follower: MapFollower, events: list[FollowEvent]) -> dict[str, Any]:
    board = follower.board()
    tiles = [_tile(tile.place.y, tile.place.x, tile.key, tile.turns) for tile in truth.tiles]
    laid = {(tile.row, tile.column): tile for tile in tiles}
    laying = laying_of(board.tiles, laid) or Laying()
    right = sum(_same(laying.tile(tile), laid) for tile in board.tiles)
    placed = [laying.tile(event.tile) for event in events if event.kind is EventKind.PLACED and event.tile is not None]
    there: Followers = {((one.place.y, one.place.x), one.colour, NAMES[one.feature]) for one in truth.followers}
    told: Followers = {(laying.cell(one.row, one.column), one.colour, one.feature) for one in board.followers}
    return {
        "tiles": len(laid),
        "right": right,
        "wrong": len(board.tiles) - right,
        "false_events": sum(not _same(tile, laid) for tile in placed),
        "unsure": sum(event.kind is EventKind.UNSURE for event in events),
        "bumps": [event.frame for event in events if event.kind is EventKind.BUMP],
        "locks": [event.frame for event in events if event.kind is EventKind.LOCKED],
        "followers": {"there": len(there), "told": len(told), "right": len(there & told)},
    }


def _tile(row: int, column: int, key: str, turns: int) -> SeenTile:
    kind = kind_named(key)
    sides = as_sides(kind.sides(turns))
    return SeenTile(row, column, kind.key, kind.letter, sides, lowest_turns(kind, turns), 1.0, (), _NOWHERE)


def _same(tile: SeenTile, laid: dict[Cell, SeenTile]) -> bool:
    true = laid.get((tile.row, tile.column))
    return true is not None and (true.kind, true.sides) == (tile.kind, tile.sides)
