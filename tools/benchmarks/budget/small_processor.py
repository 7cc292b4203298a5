"""Whether a small processor is enough: ``tableside bench --budget``.

A Raspberry Pi 4 has about a quarter of a core of this machine's in each of its own (our own estimate; it was not
measured on one). Times are of the processor, all threads of the process together, so other work does not count; it
still costs some, since caches are shared.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.exports.record_file import record_text
from companion.rehearsal.games import Plan, set_up
from games.any_game import AnyRecord
from tools.benchmarks.budget import speed
from vision.recording import Recorder

TURNS = 10


@dataclass(frozen=True)
class Budget:
    """What may be spent at most: ``key`` in what was measured."""

    key: str
    most: float


BUDGETS = (
    Budget("idle_watching_percent_of_a_core", 15.0),
    Budget("first_lock_cpu_s", 1.5),
    Budget("peak_memory_mb", 300.0),  # of the tablet and its eyes in one process
)


def measure(seed: int, seconds: float) -> dict[str, Any]:
    """A table of Carcassonne after some turns at 1080p. ``holds`` says of each budget whether it was kept."""
    with tempfile.TemporaryDirectory(prefix="tableside-budget-") as name:
        folder = Path(name)
        rehearsed = set_up(Plan("carcassonne", seed, 4, TURNS))
        recorder = Recorder(rehearsed.table, folder / "recording")
        while recorder.read() is not None:
            pass
        recorder.close()
        record: AnyRecord = rehearsed.record
        for action in rehearsed.table.actions:
            record = record.play(action)
        (folder / "record.json").write_text(record_text(record), encoding="utf-8")
        found = _in_a_process_of_its_own(folder, seconds)
    app = speed.app(TURNS, seed)
    # Files of a driver that draws without a graphics card, as here; nothing is subtracted for them.
    found |= {key: app[key] for key in ("peak_memory_mb", "software_drawing_mb")}
    return {
        "seed": seed,
        "load": round(os.getloadavg()[0], 1),
        **found,
        "budgets": {one.key: one.most for one in BUDGETS},
        "holds": {one.key: found[one.key] <= one.most for one in BUDGETS},
    }


def _in_a_process_of_its_own(folder: Path, seconds: float) -> dict[str, Any]:
    command = [sys.executable, "-m", "tools.benchmarks.budget.budget_process", str(folder), str(seconds)]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=seconds + 300)
    told: dict[str, Any] = json.loads(answer.stdout.strip().splitlines()[-1])
    return told
