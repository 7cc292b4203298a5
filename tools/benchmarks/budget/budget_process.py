"""Eyes measured in a process of their own: ``python -m tools.benchmarks.budget.budget_process FOLDER SECONDS``.

The camera hands out the last still pictures of a recorded table as Motion JPEG, thirty a second, as a USB camera does:
a picture costs its decoding where it is read, and nothing where it passes by.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.end_of_program import end_of_program
from companion.exports.record_file import record_from_text
from companion.freed_memory import give_back_freed_pictures
from companion.session.looking.looker import Looker
from companion.session.looking.watchers import ThreadedWatcher
from companion.session.looking.watching import eyes_for
from games.any_game import AnyRecord
from vision.attention import moves
from vision.frames import Frame, Picture
from vision.imaging.change import small_of
from vision.recording import Recording

FPS = 30.0
KEPT = 8  # last pictures of the recording at most
JPEG_QUALITY = 90
WARM_UP_S = 6.0  # after the table was read: people have long been still


class MeasuredCamera:
    """A camera at this machine."""

    live = True

    def __init__(self, pictures: tuple[object, ...]) -> None:
        self._pictures = itertools.cycle(pictures)
        self._due = time.monotonic()
        self._number = 0
        self.read_frames = 0

    def read(self) -> Frame:
        """Wait for the next picture and decode it."""
        data = self._next()
        self.read_frames += 1
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return Frame(image, time.monotonic() * 1000, self._number)

    def pass_by(self) -> None:
        """Wait for the next picture."""
        self._next()

    def close(self) -> None:
        """Nothing is held open."""

    def _next(self) -> Any:
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due = max(self._due + 1 / FPS, time.monotonic() - 1 / FPS)
        self._number += 1
        return next(self._pictures)


def main(folder: Path, seconds: float) -> None:
    """Measure and print."""
    give_back_freed_pictures()  # as the app does when it starts
    record = record_from_text((folder / "record.json").read_text(encoding="utf-8"))
    pictures = still_pictures(folder / "recording")
    row = {**first_lock(record, pictures), **idle(record, pictures, seconds)}
    print(json.dumps(row))
    end_of_program(0)


def first_lock(record: AnyRecord, pictures: tuple[Picture, ...]) -> dict[str, float]:
    """Processor time from the first picture until the table is found and explained."""
    began = time.process_time()
    eyes = eyes_for(record.game.key, record.state)
    opened = time.process_time()
    looker = Looker(eyes)
    looker.record_moved_on(record.state, 0)
    for number, picture in enumerate(itertools.cycle(pictures)):
        if looker.look(Frame(picture, number * 1000 / FPS, number)).explanation is not None:
            break
        if number > 10 * FPS:
            raise TimeoutError("the table is not found")
    return {
        "eyes_opened_cpu_s": round(opened - began, 2),
        "first_lock_cpu_s": round(time.process_time() - opened, 2),
    }


def idle(record: AnyRecord, pictures: tuple[Picture, ...], seconds: float) -> dict[str, float]:
    """What watching costs while nobody moves: percent of one core."""
    encoded = tuple(cv2.imencode(".jpg", one, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1] for one in pictures)
    camera = MeasuredCamera(encoded)
    watcher = ThreadedWatcher(lambda: camera, eyes_for(record.game.key, record.state))
    watcher.record_moved_on(record, 0)
    try:
        while not any(sighting.explanation is not None for sighting in watcher.take()):
            time.sleep(0.05)
        _watch(watcher, WARM_UP_S)
        frames, cpu, began = camera.read_frames, time.process_time(), time.monotonic()
        _watch(watcher, seconds)
        spent, lasted = time.process_time() - cpu, time.monotonic() - began
    finally:
        watcher.close()
    return {
        "idle_watching_percent_of_a_core": round(100 * spent / lasted, 1),
        "idle_frames_a_second": round((camera.read_frames - frames) / lasted, 1),
    }


def _watch(watcher: ThreadedWatcher, seconds: float) -> None:
    """As the screen's clock asks for what was seen."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        watcher.take()
        time.sleep(0.05)


def still_pictures(recording: Path) -> tuple[Picture, ...]:
    """The last pictures of a recording, from the last one on that anybody moved before."""
    source, kept = Recording(recording), deque[Picture](maxlen=KEPT)
    small: Picture | None = None
    while (frame := source.read()) is not None:
        before, small = small, small_of(frame.image)
        if before is not None and moves(before, small):
            kept.clear()
        kept.append(frame.image)
    source.close()
    return tuple(kept)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
