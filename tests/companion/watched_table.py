"""A table that is watched beside the screen, by eyes and cameras as tests want them."""

from __future__ import annotations

import threading
import time

import numpy as np

from companion.session.table import TableSession
from companion.session.views import ChipKind
from devices.hub import monotonic_ms
from games.carcassonne.rules import CARCASSONNE
from games.game import Seat
from games.record import Record
from vision.explanation import NEVER, Scored, explained
from vision.eyes import Attention, Glance
from vision.frames import Frame

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


TILE = tuple(CARCASSONNE.read(line) for line in ("lay BA/RFr 1,0 r0", "skip"))


LONG_S = 8.0


def picture(value: int) -> np.ndarray:
    return np.full((108, 192, 3), value, np.uint8)


class Camera:
    """A camera that always shows what lies there now, a hundred times a second."""

    live = True

    def __init__(self):
        self.shows, self.number, self.closed = picture(128), 0, threading.Event()

    def read(self):
        time.sleep(0.01)
        self.number += 1
        return Frame(self.shows, float(monotonic_ms()), self.number)

    def close(self):
        self.closed.set()


class EyesThatFail:
    """Before a black picture they raise; otherwise they see the tile that lies there."""

    def __init__(self):
        self.looked, self.states = [], []

    def look(self, frame):
        self.image = frame.image
        self.looked.append(frame.time_ms)
        return Glance(frame.number, frame.time_ms, Attention.STILL)

    def explain(self, state, still):
        assert state is not None
        if not self.image.any():
            raise ZeroDivisionError("a picture without light")
        return explained((Scored(TILE, 0.0),), 0, otherwise=NEVER)

    def committed(self, state):
        self.states.append(state)

    def overlay(self):
        return ()

    def outline_of(self, place):
        return None


class NoPause:
    """Pauses that are over at once, and remembered."""

    def __init__(self):
        self.seconds = []

    def __call__(self, event, seconds):
        self.seconds.append(seconds)
        return event.wait(0.001)


def until(session, true):
    end = time.monotonic() + LONG_S
    while not true() and time.monotonic() < end:
        session.tick(0)
        time.sleep(0.002)
    assert true()


def seated(watcher) -> TableSession:
    record = Record.start(CARCASSONNE, CARCASSONNE.setup(SEATS))
    return TableSession(record, lambda: time.time_ns() // 1_000_000, watcher=watcher)


def camera_chip(session):
    return next((chip for chip in session.view.chips if chip.kind is ChipKind.CAMERA), None)
