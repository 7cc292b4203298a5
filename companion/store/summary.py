"""What the home screen shows of kept games, read without replaying them and without disturbing who plays them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.store.database import read_summary
from companion.store.places import kept_games
from companion.store.recovery import find
from companion.store.store_error import StoreError
from companion.store.written import WrittenFacts
from companion.titles.registry import game_keys
from games.any_game import AnyRecord
from games.game import SEAT_COLOURS

YEAR_9999_MS = 253_000_000_000_000  # a date beyond it can't be shown


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What the home screen shows of a stored game."""

    path: Path
    game_key: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    scores: tuple[int, ...]
    moves: int
    over: bool
    changed_ms: int


@dataclass(frozen=True, slots=True)
class Listing:
    """What lies in a folder: games, newest first, and what can't be read, each with its sentence."""

    games: tuple[GameSummary, ...]
    troubles: tuple[StoreError, ...]


def listed(folder: Path) -> Listing:
    """Every game in the folder. One whose list entry is damaged, or of which only the second copy is left, is summed up
    from its moves."""
    games, troubles = [], []
    for path in kept_games(folder):
        try:
            games.append(_summary(path))
        except StoreError as error:
            troubles.append(error)
    return Listing(tuple(sorted(games, key=lambda game: -game.changed_ms)), tuple(troubles))


def summaries(folder: Path) -> tuple[GameSummary, ...]:
    """Every game in the folder that can be read, newest first."""
    return listed(folder).games


def summed_up(record: AnyRecord, time_ms: int) -> dict[str, str]:
    """What the home screen shows of a record, as it is kept."""
    over = record.game.player_to_move(record.state) is None
    return {
        "scores": json.dumps(record.scores),
        "moves": str(len(record.line)),
        "over": str(int(over)),
        "changed_ms": str(time_ms),
    }


def _summary(path: Path) -> GameSummary:
    try:
        return _as_shown(path, *read_summary(path))
    except (sqlite3.Error, ValueError, LookupError, TypeError):
        pass  # damaged, or only the second copy is left: then the moves tell
    found = find(path, thorough=False)
    log = found.record.log
    return _as_shown(path, found.facts, summed_up(found.record, log[-1].time_ms if log else found.facts.started_ms))


def _as_shown(path: Path, facts: WrittenFacts, summary: Mapping[str, str]) -> GameSummary:
    """Raises ``ValueError``, ``LookupError`` or ``TypeError`` where the screen could not show it."""
    seats = json.loads(facts.setup)["seats"]
    names, colours = tuple(str(seat["name"]) for seat in seats), tuple(str(seat["colour"]) for seat in seats)
    scores = tuple(int(score) for score in json.loads(summary["scores"]))
    if not 0 <= int(summary["changed_ms"]) < YEAR_9999_MS:
        raise ValueError("no time of this calendar")
    if len(scores) != len(names) or facts.key not in game_keys() or not set(colours) <= set(SEAT_COLOURS):
        raise ValueError("not what a screen can show")
    over = summary["over"] == "1"
    return GameSummary(path, facts.key, names, colours, scores, int(summary["moves"]), over, int(summary["changed_ms"]))
