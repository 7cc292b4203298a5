"""A camera before a recorded evening: it waits with the last picture of a turn until the next one is asked for."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator

import pytest

from tests.tools.benchmarks.mjpeg_stream import picture_from
from tools.benchmarks.evening.camera.http_camera import STREAM
from tools.benchmarks.ghost import evening_camera
from tools.benchmarks.ghost.evening_camera import LAST_MOVED, NEXT, EveningCamera, FilmedPicture, TurnOnFilm


def shown(name: bytes, seconds: float = 0.0) -> FilmedPicture:
    return FilmedPicture((name,), seconds)


@pytest.fixture
def camera(monkeypatch) -> Iterator[EveningCamera]:
    monkeypatch.setattr(evening_camera, "FPS", 200.0)
    turns = ((b"", b"start"), (b"hand", b"tile"), (b"arm", b"two tiles"))
    held = EveningCamera([TurnOnFilm((shown(hand, 0.01),) if hand else (), shown(lies)) for hand, lies in turns])
    yield held
    held.put_away()


def asked(camera: EveningCamera, what: str) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{camera.port}{what}", timeout=20) as answer:
        return float(json.loads(answer.read()))


def test_each_turn_is_played_when_it_is_asked_for_and_stays_as_it_lies(camera: EveningCamera):
    with urllib.request.urlopen(f"http://127.0.0.1:{camera.port}{STREAM}", timeout=20) as stream:
        assert [picture_from(stream) for _ in range(2)] == [b"start"] * 2
        for hand, lies in ((b"hand", b"tile"), (b"arm", b"two tiles")):
            began = time.monotonic()
            assert asked(camera, NEXT) == 0.01
            shown = [picture_from(stream)]
            while shown[-1] != lies:
                shown.append(picture_from(stream))
            assert hand in shown
            assert [picture_from(stream) for _ in range(3)] == [lies] * 3
            assert began < asked(camera, LAST_MOVED) < time.monotonic(), "when the last hand was sent"
