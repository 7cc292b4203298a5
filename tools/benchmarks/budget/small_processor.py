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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.exports.record_file import record_text
from companion.rehearsal.games import RehearsalPlan, set_up
from games.any_game import AnyRecord
from tools.benchmarks.budget import speed
from tools.benchmarks.budget.app_process import KNOWN, UNKNOWN
from vision.recording import FrameRecorder

TURNS = 10
PATIENCE_S = 600.0  # for either half: processor time is measured, and a loaded machine takes long


@dataclass(frozen=True)
class Budget:
    """What may be spent at most: ``key`` in what was measured."""

    key: str
    most: float


BUDGETS = (
    Budget("idle_watching_percent_of_a_core", 15.0),
    Budget("first_lock_cpu_s", 1.5),
    Budget("peak_memory_mb", 300.0),  # of the tablet and its eyes in one process
    Budget("peak_memory_unknown_box_mb", 300.0),  # the same, where nobody knows whose tiles lie there
)


def measure(seed: int, seconds: float) -> dict[str, Any]:
    """A table of Carcassonne after some turns at 1080p. ``holds`` says of each budget whether it was kept; what took
    too long on a loaded machine is told as ``not_measured``, and the rest stands."""
    with tempfile.TemporaryDirectory(prefix="tableside-budget-") as name:
        folder = Path(name)
        rehearsed = set_up(RehearsalPlan("carcassonne", seed, 4, TURNS))
        recorder = FrameRecorder(rehearsed.table, folder / "recording")
        while recorder.read() is not None:
            pass
        recorder.close()
        record: AnyRecord = rehearsed.record
        for action in rehearsed.table.actions:
            record = record.play(action)
        (folder / "record.json").write_text(record_text(record), encoding="utf-8")
        found = measured(
            lambda: _eyes_alone(folder, seconds),
            lambda: _tablet(folder / "recording"),
            lambda: _tablet_unknown_box(folder / "recording"),
        )
    return {"seed": seed, "load": round(os.getloadavg()[0], 1), **found}


def measured(*halves: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What each half tells, and what of the budgets that answers."""
    found: dict[str, Any] = {}
    for half in halves:
        try:
            found |= half()
        except subprocess.TimeoutExpired:
            continue  # what it would have told is named below
    return {
        **found,
        "budgets": {one.key: one.most for one in BUDGETS},
        "holds": {one.key: found[one.key] <= one.most for one in BUDGETS if one.key in found},
        "not_measured": [one.key for one in BUDGETS if one.key not in found],
    }


def _eyes_alone(folder: Path, seconds: float) -> dict[str, object]:
    """The eyes in a process of their own."""
    command = [sys.executable, "-m", "tools.benchmarks.budget.budget_process", str(folder), str(seconds)]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=seconds + PATIENCE_S)
    row: dict[str, object] = json.loads(answer.stdout.strip().splitlines()[-1])
    return row


def _tablet(recording: Path) -> dict[str, object]:
    """The tablet and its eyes in one process."""
    app = speed.app_beside(recording, PATIENCE_S, KNOWN)
    # Files of a driver that draws without a graphics card, as here: told beside, the budget is asked of the whole.
    drawing = app["software_drawing_mb"]
    peak = app["peak_memory_mb"]
    without = round(peak - drawing, 1)
    return {"peak_memory_mb": peak, "software_drawing_mb": drawing, "peak_memory_without_it_mb": without}


def _tablet_unknown_box(recording: Path) -> dict[str, object]:
    """The same with eyes that find out whose tiles lie there, and take them for a box that nobody has seen."""
    return {"peak_memory_unknown_box_mb": speed.app_beside(recording, PATIENCE_S, UNKNOWN)["peak_memory_mb"]}
