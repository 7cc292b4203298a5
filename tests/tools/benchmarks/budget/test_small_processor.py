"""Whether a small processor is enough is told in two halves, of which one may be late."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np

from tools.benchmarks.budget.budget_process import still_pictures
from tools.benchmarks.budget.small_processor import measured
from vision.frames import Frame, Picture
from vision.recording import FrameRecorder


def test_the_first_half_stands_where_the_second_took_too_long():
    def late():
        raise subprocess.TimeoutExpired("the tablet", 600)

    found = measured(lambda: {"idle_watching_percent_of_a_core": 5.2, "first_lock_cpu_s": 2.1}, late)
    assert found["idle_watching_percent_of_a_core"] == 5.2
    assert found["holds"] == {"idle_watching_percent_of_a_core": True, "first_lock_cpu_s": False}
    assert found["not_measured"] == ["peak_memory_mb", "peak_memory_unknown_box_mb"]


class DrawnPictures:
    """A camera that has these pictures taken already."""

    def __init__(self, pictures: list[Picture]) -> None:
        self._frames = [Frame(picture, number * 33.0, number) for number, picture in enumerate(pictures)]

    def read(self) -> Frame | None:
        return self._frames.pop(0) if self._frames else None

    def close(self) -> None:
        self._frames.clear()


def test_nobody_moves_on_the_pictures_that_idle_watching_is_measured_on(tmp_path: Path) -> None:
    table = np.full((270, 480, 3), 90, np.uint8)
    reaching = table.copy()
    reaching[:150, 200:260] = 180
    recorder = FrameRecorder(DrawnPictures([table, reaching, reaching, table, table, table]), tmp_path / "recording")
    while recorder.read() is not None:
        pass
    recorder.close()
    still = still_pictures(tmp_path / "recording")
    assert len(still) == 3
    assert all(np.abs(one.astype(int) - table).max() < 10 for one in still)
