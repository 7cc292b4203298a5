"""What a camera that people choose shows. No kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from calibration.files.picture_door import LEAST_TABLE_SIDE, as_bgr
from companion.elsewhere.address import is_elsewhere
from companion.session.looking.near_view import within
from companion.session.looking.sighting import INSET
from companion.supervised import Failure, Supervised
from games.game import Phrase
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.source_error import SourceError

SETTLING_FRAMES = 5  # a camera's first pictures are dark until its exposure has settled


@dataclass(frozen=True)
class TriedCamera:
    """What came of trying a camera: a picture (BGR, at inset size) with its full size in px, or what is wrong."""

    picture: Picture | None = None
    size: tuple[int, int] = (0, 0)
    trouble: Phrase | None = None


def settled_picture(name: str, opened: Callable[[str], FrameSource] = open_source) -> Picture:
    """Open a camera, wait until its exposure has settled, take a picture (BGR, full size) and let go of it.

    Raises :class:`SourceError` where there is no camera of that name or it gives nothing that a table shows in.
    """
    source = opened(name)
    frame = None
    try:
        for _ in range(SETTLING_FRAMES):
            frame = source.read() or frame
    finally:
        source.close()
    if frame is None:
        raise SourceError(name, "vision.camera_lost")
    return checked_picture(frame.image, name)


def checked_picture(image: Picture, name: str) -> Picture:
    """What a camera handed over as everybody may count on it: BGR, uint8, and no stamp. Raises :class:`SourceError`."""
    height, width = image.shape[:2]
    if min(height, width) < LEAST_TABLE_SIDE:
        raise SourceError(name, "picture.frame_too_small", f"{width} × {height}")
    return as_bgr(image)


def shot_failed(failure: Failure) -> Phrase:
    """That a picture could not be read, for people."""
    return Phrase.of("vision.shot_failed", what=type(failure.error).__name__)


def tried(name: str, opened: Callable[[str], FrameSource] = open_source) -> TriedCamera:
    """Open a camera, take a picture and let go of it. Takes as long as the camera needs."""
    try:
        picture = settled_picture(name, opened)
    except SourceError as error:
        return TriedCamera(trouble=error.phrase)
    height, width = picture.shape[:2]
    return TriedCamera(within(picture, INSET), (width, height))


class CameraTrial:
    """Tries one camera beside the screen."""

    def __init__(self, name: str, opened: Callable[[str], FrameSource] = open_source) -> None:
        self.name = name
        self._trial: TriedCamera | None = None
        self._trying = Supervised("camera trial", lambda task: self._run(opened), failed=self._failed, again=False)
        self._trying.start()

    @property
    def trial(self) -> TriedCamera | None:
        """What came of it, or None while the camera is being asked."""
        return None if self._trying.alive else self._trial

    def close(self) -> None:
        """Nobody waits for the camera any more; it is free again once it has answered."""
        self._trying.close()

    def _run(self, opened: Callable[[str], FrameSource]) -> None:
        if is_elsewhere(self.name):
            from companion.elsewhere.showing import tried_elsewhere

            self._trial = tried_elsewhere(self.name)
            return
        self._trial = tried(self.name, opened)

    def _failed(self, failure: Failure) -> None:
        self._trial = TriedCamera(trouble=shot_failed(failure))
