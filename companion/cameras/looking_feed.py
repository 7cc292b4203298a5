"""A camera that is looked with beside a screen, one picture after the other, until the screen is left. No kivy here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.cameras.choice import checked_picture
from companion.newest_frame import NewestFrame
from companion.supervised import JOIN_S, Failure, Supervised, Task
from games.game import Phrase
from vision.frames import FrameSource, Picture
from vision.source_error import SourceError

GLANCE_S = 0.25  # the longest that is waited for a frame before the camera is asked how it is

Look = TypeVar("Look")


class LookingFeed(Generic[Look]):
    """Looks with one camera until it is closed.

    Args:
        name: of the thread that looks.
        camera: as :func:`vision.frame_sources.open_source` takes it.
        opened: opens the camera.
        look: what is seen in a picture (h, w, 3) BGR.
        in_trouble: what is told of a camera in trouble, or of a look that failed.
        every_s: seconds between two looks of a camera that goes on by itself.
    """

    def __init__(
        self,
        name: str,
        camera: str,
        opened: Callable[[str], FrameSource],
        *,
        look: Callable[[Picture], Look],
        in_trouble: Callable[[Phrase], Look],
        every_s: float = 0.0,
    ) -> None:
        self._camera, self._look, self._in_trouble, self._every_s = camera, look, in_trouble, every_s
        self._last: Look | None = None
        self._frames = NewestFrame(lambda: opened(camera)).start()
        self._looking = Supervised(name, self._run, failed=self._failed).start()

    @property
    def last(self) -> Look | None:
        """The last look, or None before the first."""
        return self._last

    def close(self) -> None:
        """Let go of the camera. A look that is going on is left behind."""
        began = time.monotonic()
        self._looking.stop()
        self._frames.close()
        self._looking.close(max(0.0, JOIN_S - (time.monotonic() - began)))  # both are waited for, not in turns

    def join(self, seconds: float | None = None) -> bool:
        """Wait until everything that the source holds has been looked at; False where that took longer."""
        return self._looking.join(seconds)

    def _run(self, task: Task) -> None:
        while not task.stopping:
            frame = self._frames.next(GLANCE_S)
            if frame is not None:
                task.works_on(frame.image)
                look = self._looked(frame.image)
            elif self._frames.trouble is not None:
                look = self._in_trouble(self._frames.trouble)
            elif self._frames.ended:
                return
            else:
                continue
            if not task.stopping:
                self._last = look
            task.pause(self._every_s if self._frames.live else 0.0)

    def _looked(self, image: Picture) -> Look:
        try:
            picture = checked_picture(image, self._camera)
        except SourceError as error:
            return self._in_trouble(error.phrase)
        return self._look(picture)

    def _failed(self, failure: Failure) -> None:
        self._last = self._in_trouble(Phrase.of("vision.reading_failed", what=type(failure.error).__name__))
