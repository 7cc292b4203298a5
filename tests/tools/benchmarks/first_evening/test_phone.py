"""A phone over a simulated table: the start tile until people begin, the turn once, and the table as it lies then."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator

import pytest

from tests.tools.benchmarks.mjpeg_stream import picture_from
from tools.benchmarks.evening.camera.http_camera import STREAM
from tools.benchmarks.first_evening import phone
from tools.benchmarks.first_evening.phone import BEGIN, FilmedTurn, Phone


@pytest.fixture
def over_the_table(monkeypatch) -> Iterator[Phone]:
    monkeypatch.setattr(phone, "FPS", 200.0)
    held = Phone(FilmedTurn((b"start",), (b"hand", b"tile"), (b"lies",)))
    yield held
    held.put_away()


def test_the_turn_is_played_once_people_are_asked_to_begin(over_the_table):
    at = f"http://127.0.0.1:{over_the_table.port}"
    with urllib.request.urlopen(f"{at}{STREAM}", timeout=20) as stream:
        assert [picture_from(stream) for _ in range(3)] == [b"start"] * 3
        with urllib.request.urlopen(f"{at}{BEGIN}", timeout=20) as begun:
            assert float(begun.read()) == 2 / 200.0
        shown = [picture_from(stream) for _ in range(8)]
    turn = shown[shown.index(b"hand") :]
    assert turn[:2] == [b"hand", b"tile"]
    assert set(turn[2:]) == {b"lies"}
