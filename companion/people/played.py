"""Finished games as they count for people: who sat there, with how many points from what, in which rank.

Ranks need the rules (ties are broken differently in each game), so a game is replayed once and then remembered in the
cache folder, until it changes.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from calibration.files.kept_file import DamagedFile
from calibration.files.whole_file import CannotWrite
from companion.store import GameSummary, StoreError, record_at
from companion.typed_file import read_typed, write_typed
from games.game import Refusal

CACHE_NAME = "played.json"
VERSION = 2  # of what is remembered; of an older one the games are replayed


class Seated(msgspec.Struct, frozen=True):
    """Somebody at a table: name as typed, colour, points, and rank from 1 (equal ranks share). ``kinds``: points by
    what they came from, the key of the score line's reason."""

    name: str
    colour: str
    points: int
    rank: int
    kinds: Mapping[str, int] = {}


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game.

    Attributes:
        file: its name among the kept games. game_key: which game.
        ended_ms: when it ended, milliseconds since the epoch. lasted_ms: from its first entry to its last.
        seats: everybody, in playing order.
    """

    file: str
    game_key: str
    ended_ms: int
    lasted_ms: int
    seats: tuple[Seated, ...]


class _Remembered(msgspec.Struct, frozen=True):
    version: int = 1
    games: tuple[PlayedGame, ...] = ()


def played_games(
    summaries: tuple[GameSummary, ...], cache: Path, progress: Callable[[int], None] = lambda done: None
) -> tuple[PlayedGame, ...]:
    """The finished ones among the kept games, the earliest first. What can't be read is left out: home tells of it.

    Args:
        summaries: of the kept games.
        cache: the folder where what was told before is remembered.
        progress: called with how many games were looked at.
    """
    path = cache / CACHE_NAME
    known = {_key(game.file, game.ended_ms, (seat.name for seat in game.seats)): game for game in _remembered(path)}
    found = []
    for number, summary in enumerate(summaries, 1):
        if summary.over:
            game = known.get(_key(summary.path.name, summary.changed_ms, summary.names)) or _read(summary)
            if game is not None:
                found.append(game)
        progress(number)
    games = tuple(sorted(found, key=lambda game: game.ended_ms))
    if tuple(known.values()) != games:
        _remember(path, games)
    return games


def _key(file: str, ended_ms: int, names: Iterable[str]) -> tuple[object, ...]:
    return file, ended_ms, tuple(names)


def _read(summary: GameSummary) -> PlayedGame | None:
    try:
        record = record_at(summary.path)
    except (StoreError, Refusal) as error:
        logging.getLogger(__name__).warning("%s counts for nobody: %s", summary.path.name, error)
        return None
    seats = record.setup.seats
    log = record.log
    lasted = log[-1].time_ms - log[0].time_ms if log else 0
    ranks = {standing.player: standing for standing in record.game.standings(record.state)}
    kinds: list[Counter[str]] = [Counter() for _ in seats]
    for step in record.line:
        for line in (event.line for event in step.events if event.line is not None):
            kinds[line.player][line.reason.key] += line.points
    seated = (
        Seated(seat.name, seat.colour, ranks[number].score, ranks[number].rank, dict(kinds[number]))
        for number, seat in enumerate(seats)
        if number in ranks
    )
    return PlayedGame(summary.path.name, summary.game_key, summary.changed_ms, max(0, lasted), tuple(seated))


def _remembered(path: Path) -> Iterator[PlayedGame]:
    try:
        remembered = read_typed(path, _Remembered)
        yield from remembered.games if remembered.version == VERSION else ()
    except FileNotFoundError:
        return
    except DamagedFile as error:  # it is told anew
        logging.getLogger(__name__).warning("%s is made anew: %s", path, error)


def _remember(path: Path, games: tuple[PlayedGame, ...]) -> None:
    try:
        write_typed(path, _Remembered(VERSION, games))
    except CannotWrite as error:  # next time it takes longer again
        logging.getLogger(__name__).warning("%s could not be written: %s", path, error)
