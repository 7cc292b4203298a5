"""Truncated, flipped, overwritten, deleted and moved files of kept games: nothing is lost while one copy is sound."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.store import SUFFIX, StoredGame, StoreError, listed, record_at
from companion.store.places import journal_of
from games.game import JsonValue
from games.record import Entry
from tools.benchmarks.evening.disk.games import EveningTable, new_record
from tools.benchmarks.evening.measured import Measured

GAMES = 8  # different ones, each damaged many times
MOST_PRESSES = 60
PAGE = 4096  # bytes of a SQLite page


def damage(n: int, seed: int) -> Measured:
    """One copy of a game is damaged, the other is sound: the whole game must come back, and everybody keep the name."""
    return _measured(n, seed, _one_copy)


def damage_to_both(n: int, seed: int) -> Measured:
    """Both copies are damaged: what can't be read is told, what comes back is true, and nobody is renamed."""
    return _measured(n, seed, _both_copies)


def _measured(n: int, seed: int, put_in: Callable[[random.Random, Path], str]) -> Measured:
    rng = random.Random(seed)
    lost: list[JsonValue] = []
    kept = known = refused = 0
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        games = [_kept_game(rng, Path(folder) / f"game-{number}") for number in range(min(GAMES, 1 + n // 10))]
        for number in range(n):
            origin, names, log = rng.choice(games)
            place = Path(folder) / "damaged"
            shutil.copytree(origin, place)
            path = place / f"evening{SUFFIX}"
            fault = put_in(rng, path)
            whole = put_in is _one_copy
            trouble, entries = _trouble(path, names, log, whole)
            kept, known, refused = kept + entries, known + len(log), refused + (entries == 0 and bool(log))
            if trouble:
                lost.append({"fault": number, "what": fault, "trouble": trouble})
            shutil.rmtree(place)
    details: dict[str, JsonValue] = {"entries": known, "entries_back": kept, "games_refused_or_empty": refused}
    return Measured(n, len(lost), {**details, "losses": lost[:5]})


def _kept_game(rng: random.Random, place: Path) -> tuple[Path, tuple[str, ...], tuple[Entry, ...]]:
    """A folder with one game in it, as it lies there after closing or (every other time) after a kill."""
    played = place / "played"
    path = played / f"evening{SUFFIX}"
    record = new_record(rng)
    stored = StoredGame.create(path, record, time_ms=rng.randrange(10**12))
    table = EveningTable(record, stored, rng)
    for _ in range(rng.randint(5, MOST_PRESSES)):
        table.press()
    killed = place / "killed"
    shutil.copytree(played, killed)
    log = table.session.record.log
    table.session.close()
    return rng.choice((played, killed)), tuple(seat.name for seat in record.setup.seats), log


def _trouble(path: Path, names: tuple[str, ...], log: tuple[Entry, ...], whole: bool) -> tuple[str, int]:
    """What is wrong after the damage (empty: nothing), and how many entries came back."""
    try:
        games = listed(path.parent).games
        if whole and [game.path.name for game in games] != [path.name]:
            return "not in the list", 0
        if any(game.names != names for game in games):
            return "renamed in the list", 0
        record_at(path)
        stored, record, rescue = StoredGame.open(path)
        stored.close()
        again, after, reported_again = StoredGame.open(path)
        again.close()
    except StoreError as error:
        return ("refused: " + error.phrase.key if whole else ""), 0
    except Exception as error:  # noqa: BLE001 - whatever else is raised is what is looked for
        return f"raised {error!r}", 0
    came_back = record.log
    if tuple(seat.name for seat in record.setup.seats) != names:
        return "renamed", 0
    if came_back != log[: len(came_back)]:
        return "other moves than were told", 0
    if len(came_back) < len(log) and (whole or rescue is None):
        return f"{len(came_back)} of {len(log)} entries, told: {rescue}", len(came_back)
    if (after.log, reported_again) != (came_back, None):
        return f"not mended: {reported_again}", len(came_back)
    return "", len(came_back)


def _one_copy(rng: random.Random, path: Path) -> str:
    if rng.random() < 0.3:
        return _damaged(rng, journal_of(path))
    files = [file for file in (path, path.with_name(path.name + "-wal")) if file.exists() and file.stat().st_size]
    return _damaged(rng, rng.choice(files))


def _both_copies(rng: random.Random, path: Path) -> str:
    return _damaged(rng, path) + "; " + _damaged(rng, journal_of(path))


def _damaged(rng: random.Random, file: Path) -> str:
    size = file.stat().st_size
    fault = rng.choice(("truncated", "flipped", "flipped", "flipped a lot", "overwritten", "emptied", "gone"))
    match fault:
        case "truncated":
            length = rng.randrange(size)
            with file.open("r+b") as opened:
                opened.truncate(length)
            return f"{file.name} truncated to {length} of {size} bytes"
        case "flipped" | "flipped a lot":
            content = bytearray(file.read_bytes())
            bits = [rng.randrange(size * 8) for _ in range(1 if fault == "flipped" else rng.randint(2, 40))]
            for bit in bits:
                content[bit // 8] ^= 1 << bit % 8
            file.write_bytes(content)
            return f"{file.name} bits {bits} of {size * 8}"
        case "overwritten":
            start = rng.randrange(size)
            with file.open("r+b") as opened:
                opened.seek(start)
                opened.write(rng.randbytes(min(PAGE, size - start)))
            return f"{file.name} overwritten from {start} of {size}"
        case "emptied":
            file.write_bytes(b"")
        case _:
            file.unlink()
    return f"{file.name} {fault}"
