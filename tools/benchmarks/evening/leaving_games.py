"""``bench evening``: people leave the table of each game while its own eyes are at work, with everything open that a
game has open: a camera, buttons, a kept game. The screen waits for that, so it must be over in a tenth of a second.
"""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.session.buttons import Hands
from companion.session.sighting import ThreadedWatcher
from companion.session.table import TableSession
from companion.session.watching import eyes_for
from companion.store import SUFFIX, StoredGame
from companion.supervised import supervised_thread
from companion.titles.registry import game_keys, game_named
from devices.hub import DeviceHub, monotonic_ms
from games.game import SEAT_COLOURS, JsonValue, Seat
from games.record import Record
from tools.benchmarks.evening.hostile_pictures import hostile_picture
from tools.benchmarks.evening.measured import Measured
from tools.benchmarks.evening.sources import LEAVING_S
from vision.frames import Frame, Picture

SIZE = (1920, 1080)  # width, height in px of what the camera shows
SHOWN = ("shards", "dots", "torn", "half delivered")  # in which eyes search for a long time and find nothing
FRAME_S = 1 / 30
PATIENCE_S = 90.0  # in which eyes that were left behind end


class LiveCamera:
    """A camera that shows one picture for ever, as the drivers of real ones do: thirty a second."""

    live = True

    def __init__(self, picture: Picture) -> None:
        self._picture, self._number = picture, 0

    def read(self) -> Frame:
        """See :class:`vision.frames.FrameSource`."""
        time.sleep(FRAME_S)
        self._number += 1
        return Frame(self._picture, monotonic_ms(), self._number)

    def close(self) -> None:
        """See :class:`vision.frames.FrameSource`."""


def leaving_games(n: int, seed: int) -> Measured:
    """Leave ``n`` tables, of all games in turn, at a moment that chance chooses; lost is one that was left late."""
    rng = random.Random(seed)
    took: dict[str, list[float]] = {}
    touched = 0
    with TemporaryDirectory() as folder:
        for number in range(n):
            key = game_keys()[number % len(game_keys())]
            seconds, told = _left(key, Path(folder) / f"{number}{SUFFIX}", rng)
            took.setdefault(key, []).append(seconds)
            touched += told
    every = [seconds for some in took.values() for seconds in some]
    late: list[JsonValue] = [
        {"game": key, "ms": _ms(one)} for key, some in took.items() for one in some if one > LEAVING_S
    ]
    longest: dict[str, JsonValue] = {key: _ms(max(some)) for key, some in took.items()}
    details: dict[str, JsonValue] = {"median_ms": _ms(statistics.median(every)), "longest_ms": _ms(max(every))}
    return Measured(
        n, len(late) + touched, {**details, "touched_afterwards": touched, "by_game": longest, "late": late}
    )


def _left(key: str, path: Path, rng: random.Random) -> tuple[float, bool]:
    """Seconds that leaving took, and whether anything was told afterwards."""
    game: Any = game_named(key)
    record = Record.start(game, game.setup(tuple(Seat(colour, colour) for colour in SEAT_COLOURS[:2])))
    picture = hostile_picture(rng.choice(SHOWN), rng.randrange(2**31))
    shown = np.ascontiguousarray(cv2.resize(picture, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
    hub = DeviceHub(thread=supervised_thread)
    hub.start()
    watcher = ThreadedWatcher(lambda: LiveCamera(shown), eyes_for(key, record.state))
    times = iter(range(1, 10**9))
    session = TableSession(
        record,
        lambda: next(times),
        stored=StoredGame.create(path, record, time_ms=0),
        watcher=watcher,
        hands=Hands(hub, 2),
    )
    until = time.monotonic() + rng.uniform(0.5, 2.5)
    while time.monotonic() < until:
        session.tick(0)
        time.sleep(FRAME_S)
    began = time.monotonic()
    session.close()
    took = time.monotonic() - began
    watcher.take()
    watcher.join(PATIENCE_S)
    return took, bool(watcher.take())


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)
