"""``bench evening``: odd files handed to every command that opens pictures, and pictures that show no table to
everything that looks: nothing may be raised, and nothing told.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from companion.freed_drawings import give_back_drawings
from companion.freed_memory import give_back_tables_left
from games.game import JsonValue
from tools.benchmarks.budget.peak_memory import forget_peak_memory, peak_memory_mb
from tools.benchmarks.evening.given.asked_commands import asked_here, asked_in_a_process, at_home
from tools.benchmarks.evening.given.hostile_lookers import LOOKERS
from tools.benchmarks.evening.given.hostile_pictures import KINDS, hostile_picture
from tools.benchmarks.evening.given.odd_commands import COMMANDS, Command, typed
from tools.benchmarks.evening.given.odd_picture_files import odd_picture_file
from tools.benchmarks.evening.measured import Measured
from tools.benchmarks.kept_rows import add_row, rows_in
from vision.frames import Picture

EVERY_PAIR = len(LOOKERS) * len(KINDS)
MOST_MB = 1500.0  # that a process may hold while it looks at a picture
IN_A_PROCESS = 12  # every so many files one goes to a real process, whose memory and terminal are its own


def odd_picture_files(n: int, seed: int, commands: Sequence[Command] = COMMANDS) -> Measured:
    """Hand ``n`` odd files to the commands in turn; lost is one that ends in anything but an answer or one line."""
    outcomes: Counter[str] = Counter()
    losses: list[JsonValue] = []
    peak_mb = slowest_s = 0.0
    with tempfile.TemporaryDirectory() as home, at_home(Path(home)):
        for number in range(seed, seed + n):
            rng = random.Random(number)
            with tempfile.TemporaryDirectory() as folder:
                path, way = odd_picture_file(Path(folder), rng)
                words = typed(commands[(number - seed) % len(commands)], path)
                began = time.perf_counter()
                if (number - seed) % IN_A_PROCESS == 0:
                    outcome, peak = asked_in_a_process(words)
                    peak_mb = max(peak_mb, peak)
                else:
                    outcome = asked_here(words)
                slowest_s = max(slowest_s, time.perf_counter() - began)
            outcomes[outcome] += 1
            if outcome not in ("answered", "refused"):
                losses.append({"seed": number, "way": way, "command": " ".join(words), "what": outcome})
    details: dict[str, JsonValue] = {"answered": outcomes["answered"], "refused": outcomes["refused"]}
    details |= {"peak_mb": round(peak_mb, 1), "slowest_s": round(slowest_s, 1), "losses": losses}
    return Measured(n, len(losses), details)


def hostile_pictures(n: int, seed: int, lookers: Sequence[str] = tuple(LOOKERS), rows: Path | None = None) -> Measured:
    """Show ``n`` pictures that are none of a table to eyes, readers, dice and calibration in turn, each kind to each.

    Lost is a picture at which something raised, in which something was seen that is not there, or before which the
    process came to hold more than :data:`MOST_MB` (all that looks lies in this one; a process of its own holds less).
    ``rows`` is a file to which each outcome is added as a line; what stands there with the same seed is not looked at
    again.
    """
    pairs = [(looker, kind) for looker in lookers for kind in KINDS]
    if n < len(pairs):  # of fewer, any: who looks at what is drawn
        pairs = random.Random(seed).sample(pairs, n)
    known = {(row.seed, row.looker, row.picture): row for row in rows_in(rows, PictureShown)}
    shown: list[PictureShown] = []
    before = ""
    for number in range(n):
        looker, kind = pairs[number % len(pairs)]
        at = seed + number // len(pairs)
        row = known.get((at, looker, kind))
        if row is None:
            if looker != before:  # as where people leave one table and sit down at another
                give_back_drawings()
                give_back_tables_left()
            before = looker
            row = _shown(looker, kind, at)
            add_row(rows, row)
        shown.append(row)
    losses: list[JsonValue] = [
        {"seed": row.seed, "looker": row.looker, "picture": row.picture, "what": row.what, "peak_mb": row.peak_mb}
        for row in shown
        if row.what or row.peak_mb > MOST_MB
    ]
    slowest, largest = max(row.core_s for row in shown), max(row.peak_mb for row in shown)
    return Measured(n, len(losses), {"slowest_core_s": slowest, "peak_mb": largest, "losses": losses})


class PictureShown(msgspec.Struct, frozen=True):
    """One picture before one looker: ``what`` was told of it that may not be (nothing: as it should be), how long a
    core was at it, s, and the most that the process held meanwhile, MB."""

    seed: int
    looker: str
    picture: str
    what: str
    core_s: float
    peak_mb: float


def _shown(looker: str, kind: str, seed: int) -> PictureShown:
    forget_peak_memory()
    began = time.process_time()
    what = _looked(LOOKERS[looker](), hostile_picture(kind, seed))
    return PictureShown(seed, looker, kind, what, round(time.process_time() - began, 1), peak_memory_mb())


def _looked(look: Callable[[Picture], str], picture: Picture) -> str:
    try:
        return look(picture)
    except Exception as error:  # noqa: BLE001  (whatever leaves the eyes is what is measured)
        return f"{type(error).__name__}: {error}"[:200]
