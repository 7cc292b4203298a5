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

from games.game import JsonValue
from tools.benchmarks.evening.asked_commands import asked_here, asked_in_a_process, at_home
from tools.benchmarks.evening.hostile_lookers import LOOKERS
from tools.benchmarks.evening.hostile_pictures import KINDS, hostile_picture
from tools.benchmarks.evening.measured import Measured
from tools.benchmarks.evening.odd_commands import COMMANDS, Command, typed
from tools.benchmarks.evening.odd_picture_files import odd_picture_file
from vision.frames import Picture

EVERY_PAIR = len(LOOKERS) * len(KINDS)
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


def hostile_pictures(n: int, seed: int, lookers: Sequence[str] = tuple(LOOKERS)) -> Measured:
    """Show ``n`` pictures that are none of a table to eyes, readers, dice and calibration in turn, each kind to each.

    Lost is a picture at which something raised, or in which something was seen that is not there.
    """
    pairs = [(looker, kind) for looker in lookers for kind in KINDS]
    if n < len(pairs):  # of fewer, any: who looks at what is drawn
        pairs = random.Random(seed).sample(pairs, n)
    losses: list[JsonValue] = []
    slowest_s = 0.0
    for number in range(n):
        looker, kind = pairs[number % len(pairs)]
        at = seed + number // len(pairs)
        began = time.perf_counter()
        outcome = _looked(LOOKERS[looker](), hostile_picture(kind, at))
        slowest_s = max(slowest_s, time.perf_counter() - began)
        if outcome:
            losses.append({"seed": at, "looker": looker, "picture": kind, "what": outcome})
    return Measured(n, len(losses), {"slowest_s": round(slowest_s, 1), "losses": losses})


def _looked(look: Callable[[Picture], str], picture: Picture) -> str:
    try:
        return look(picture)
    except Exception as error:  # noqa: BLE001  (whatever leaves the eyes is what is measured)
        return f"{type(error).__name__}: {error}"[:200]
