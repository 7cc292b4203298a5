"""How long after a table has come to rest people see what was made of it: the real app before a camera at an HTTP
address that sends fifteen pictures a second, in real time, with the screen drawn in software beside it."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import msgspec
import numpy as np

from companion.replay.evening import load_evening
from tools.benchmarks.budget.compiled_code import compile_our_code
from tools.benchmarks.first_evening.empty_home import answer_under_an_empty_home
from tools.benchmarks.ghost import tablet_process
from tools.benchmarks.ghost.evening_camera import EveningCamera, filmed_turns
from tools.benchmarks.ghost.tablet_process import Ghosts, turns_of


def measure(folder: Path, turns: int, learned: Path | None = None) -> dict[str, object]:
    """The first turns of a recorded evening.

    Args:
        folder: of the evening.
        turns: how many at the most.
        learned: what was learned of its edition before; a copy is played with.

    Raises:
        companion.replay.evening.EveningError: the evening can't be played.
    """
    evening = load_evening(folder)
    turns = min(turns, len(turns_of(evening)))
    film = filmed_turns(evening, folder, turns)
    compile_our_code()
    camera = EveningCamera(film)
    try:
        found = _played(folder, camera.port, turns, learned)
    finally:
        camera.put_away()
    took = found.still_to_ghost_ms
    return {
        "turns": turns,
        "load": round(os.getloadavg()[0], 1),
        "first_lock_s": None if found.first_lock_s is None else round(found.first_lock_s, 2),
        "ghosts": len(took),
        "right": found.right,
        "without": found.none,
        "still_to_ghost_ms": {f"p{part}": round(float(np.percentile(took, part))) for part in (50, 95, 100) if took},
    }


def _played(folder: Path, port: int, turns: int, learned: Path | None) -> Ghosts:
    with tempfile.TemporaryDirectory(prefix="tableside-") as copies:
        given = [str(folder.absolute()), str(port), str(turns)]
        if learned is not None:
            given.append(str(shutil.copytree(learned, Path(copies) / learned.name)))
        answer = answer_under_an_empty_home(tablet_process.__name__, *given)
    return msgspec.json.decode(answer, type=Ghosts)
