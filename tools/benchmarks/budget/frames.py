"""Frames of the real app on a screen, with the eyes at work beside it: how many a second, and how far apart.

The screen is one of its own (Xvfb), drawn by software; the camera is a recorded simulated table at its own rate. Twice
from one recording: with the eyes, and without them, which says what they cost and what the machine does by itself.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.commands import CommandError
from companion.rehearsal.games import RehearsalPlan, set_up
from games.game import Phrase
from vision.recording import FrameRecorder

PATIENCE_S = 60.0  # beyond what is measured
SCREEN = "1280x800x24"


def measure(game: str, seed: int, turns: int, seconds: float) -> dict[str, Any]:
    """Frames with the eyes and without, in ms and a second; the load of the machine (1 minute) is told with both.

    Raises :class:`CommandError` where there is no Xvfb.
    """
    if shutil.which("Xvfb") is None:
        raise CommandError(Phrase("bench.no_xvfb"))
    with tempfile.TemporaryDirectory(prefix="tableside-") as own:
        recording = Path(own) / "recording"
        _record(game, seed, turns, recording)
        row: dict[str, Any] = {"game": game, "seed": seed, "turns": turns, "cores": os.cpu_count()}
        with _screen() as display:
            for name, eyes in (("with_eyes", True), ("without_eyes", False)):
                row[name] = _run(game, recording, seconds, display, eyes=eyes)
                row[name]["load"] = round(os.getloadavg()[0], 1)
    return row


def _record(game: str, seed: int, turns: int, recording: Path) -> None:
    """Frames of a table, its set-up (``setup.json``: a layout that was drawn is not the usual one), and which frames
    show what was played by then: ``played.json``, a list of frame number and actions."""
    rehearsed = set_up(RehearsalPlan(game, seed, 4, turns))
    record = rehearsed.record
    recording.mkdir(parents=True, exist_ok=True)
    (recording / "setup.json").write_text(json.dumps(record.game.setup_to_json(record.setup)), encoding="utf-8")
    recorder = FrameRecorder(rehearsed.table, recording)
    played: list[tuple[int, list[str]]] = []
    known = 0
    while (frame := recorder.read()) is not None:
        done = rehearsed.table.actions
        if len(done) > known:
            played.append((frame.number, [rehearsed.record.game.write(action) for action in done[known:]]))
            known = len(done)
    recorder.close()
    (recording / "played.json").write_text(json.dumps(played), encoding="utf-8")


@contextmanager
def _screen() -> Iterator[str]:
    """A screen that nobody sees."""
    reads, writes = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writes), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=(writes,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    try:
        with os.fdopen(reads) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def _run(game: str, recording: Path, seconds: float, display: str, *, eyes: bool) -> dict[str, Any]:
    process = "tools.benchmarks.budget.frames_process"
    command = [sys.executable, "-m", process, game, str(recording), str(seconds)]
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
    answer = subprocess.run(
        [*command, *(["eyes"] if eyes else [])],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=4 * seconds + PATIENCE_S,
    )
    found: dict[str, Any] = json.loads(answer.stdout.strip().splitlines()[-1])
    return found
