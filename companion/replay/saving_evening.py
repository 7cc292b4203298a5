"""Writes a game on the simulated table as a recorded evening: ``tableside demo --save``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np

from calibration.files.whole_file import write_whole
from companion.rehearsal.games import RehearsedGame
from companion.rehearsal.live_table import Gesture
from companion.replay.evening import OURS, EveningPlayer, RecordedEvening, ShownPicture, write_evening
from vision.frames import Frame, Picture
from vision.simulator.players.gestures import Throw, Touch

JPEG_QUALITY = 92
SAME_PX = 240  # width at which pictures are compared, softened: grain is gone there, a finger is not
SOFTENED_PX = 1.5
SAME_BRIGHTNESS = 0.15  # grey levels in the mean: a camera that makes up for a lamp changes more from frame to frame
SETTLING = 25  # frames in which a camera has made up for a lamp; a press waits longer than that
SAME_LEVELS = 5.0  # grey levels that no place of two pictures of one table may be apart


@dataclass(frozen=True, slots=True)
class Saved:
    """What was written: how many pictures, and how many frames they stand for."""

    pictures: int
    frames: int


def save_evening(rehearsed: RehearsedGame, folder: Path, *, answers: bool) -> Saved:
    """Play a rehearsed game to its end before nobody's eyes, and write what a camera saw.

    Pictures that show the same but for their grain are written once. Raises
    :class:`calibration.files.whole_file.CannotWrite`.
    """
    record = rehearsed.record
    game, setup = record.game, record.setup
    frames = tuple(_written(rehearsed, folder))
    evening = RecordedEvening(
        game=game.key,
        players=tuple(EveningPlayer(seat.name, seat.colour) for seat in setup.seats),
        frames=frames,
        truth=tuple(game.write(action) for action in rehearsed.table.actions),
        edition=OURS,
        answers=answers,
        setup=dict(game.setup_to_json(setup)),
    )
    write_evening(folder, evening)
    return Saved(len(frames), sum(shown.hold for shown in frames))


def _written(rehearsed: RehearsedGame, folder: Path) -> Iterator[ShownPicture]:
    """Every picture in its turn, once all that was done with it is known."""
    table, number, done = rehearsed.table, 0, 0
    shown: ShownPicture | None = None
    like: Picture | None = None
    while (frame := table.read()) is not None:
        if len(table.presses) > done:
            frame = _steady(rehearsed, frame)
        fresh = [_as_plain(rehearsed, gesture) for gesture in table.presses[done:]]
        done = len(table.presses)
        small = _small(frame.image)
        if shown is None or like is None or shown.gestures or not _same(small, like):
            if shown is not None:
                yield shown
            shown, like = ShownPicture(f"frame-{number:05d}.jpg", hold=0), small
            _, packed = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            write_whole(folder / shown.file, packed.tobytes())
            number += 1
        shown = msgspec.structs.replace(shown, hold=shown.hold + 1)
        for gesture in fresh:  # several at one moment: the picture is shown once more for each
            if shown.gestures:
                yield shown
                shown = ShownPicture(shown.file)
            shown = msgspec.structs.replace(shown, **gesture)
    if shown is not None:
        yield shown


def _steady(rehearsed: RehearsedGame, frame: Frame) -> Frame:
    """What the camera shows while a press waits, once its exposure has settled: a replayed picture does not go on."""
    rehearsed.table.paused = True
    for _ in range(SETTLING):
        frame = rehearsed.table.read() or frame
    rehearsed.table.paused = False
    return frame


def _as_plain(rehearsed: RehearsedGame, gesture: Gesture) -> dict[str, object]:
    """A gesture as ``evening.json`` tells it."""
    match gesture:
        case Touch(action):
            return {"touch": rehearsed.record.game.write(action)}
        case Throw(_, pips):
            return {"throw": tuple(pips)}
        case press:
            return {"press": press.seat, "actions": press.actions}


def _small(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    size = (SAME_PX, max(1, round(SAME_PX * height / width)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), SOFTENED_PX), np.uint8)


def _same(one: Picture, other: Picture) -> bool:
    """Whether two small pictures show the same table in the same light."""
    if one.shape != other.shape:
        return False
    apart = cv2.absdiff(one, other)
    return float(apart.max()) <= SAME_LEVELS and abs(float(one.mean()) - float(other.mean())) <= SAME_BRIGHTNESS
