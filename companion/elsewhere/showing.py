"""A camera that is only looked through: for people who choose or place it, before there is a game."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from companion.cameras.choice import TriedCamera
from companion.elsewhere.address import place_and_broker
from companion.session.looking.watchers import ThreadedWatcher
from games.any_game import AnyState
from vision.explanation import NEVER, Explanation, explained
from vision.eyes import Attention, Glance
from vision.frame_sources import open_source
from vision.frames import Frame
from vision.source_error import SourceError

TRIES_S = 8.0  # the other machine opens its camera first


class _NoEyes:
    """Eyes that know no game: they look and read nothing."""

    def look(self, frame: Frame) -> Glance:
        return Glance(frame.number, frame.time_ms, Attention.WAITING)

    def explain(self, state: AnyState, still: Frame) -> Explanation:
        return explained((), 0, otherwise=NEVER)

    def committed(self, state: AnyState) -> None:
        pass

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        return ()

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        return None


def only_showing(camera: str) -> ThreadedWatcher:
    """Looks through a camera of this machine and reads nothing."""
    return ThreadedWatcher(lambda: open_source(camera), _NoEyes())


def tried_elsewhere(address: str, *, patience_s: float = TRIES_S) -> TriedCamera:
    """What the camera of the other machine shows, or why nothing. Takes as long as that takes."""
    from companion.elsewhere.watcher import RemoteWatcher

    try:
        watcher = RemoteWatcher(*place_and_broker(address))
    except SourceError as error:
        return TriedCamera(trouble=error.phrase)
    trouble, until = None, time.monotonic() + patience_s
    try:
        while time.monotonic() < until:
            for sighting in watcher.take():
                trouble = sighting.trouble
                if sighting.small is not None:
                    return TriedCamera(sighting.small, sighting.frame)
            time.sleep(0.02)
        return TriedCamera(trouble=trouble or watcher.trouble)
    finally:
        watcher.close()
