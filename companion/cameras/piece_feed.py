"""The camera above a bare table on which people lay out their pieces, beside the screen. No kivy here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from companion.cameras.choice import checked_picture
from companion.cameras.shown_picture import shares_of, shown_picture
from companion.editions.piece_draft import trouble_with
from companion.newest_frame import NewestFrame
from companion.supervised import JOIN_S, Failure, Supervised, Task
from games.game import Phrase
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.pieces.laid_out import read_laid_out_pieces
from vision.source_error import SourceError

GLANCE_S = 0.25  # the longest that is waited for a frame before the camera is asked how it is


@dataclass(frozen=True)
class SeenPieces:
    """One look of the camera.

    Attributes:
        advice: what is seen, or what to do.
        shown: BGR, see :func:`companion.cameras.shown_picture.shown_picture`; None while the camera is in trouble.
        outlines: of the paper and the pieces, polylines (n, 2) as shares of the picture.
        picture: BGR at its full size, from which the pieces can be learned; None where there are none.
    """

    advice: Phrase
    shown: Picture | None = None
    outlines: tuple[NDArray[np.float32], ...] = ()
    picture: Picture | None = None


class PieceFeed:
    """Looks with one camera until it is closed.

    Args:
        camera: as :func:`vision.frame_sources.open_source` takes it.
        lens_for: the lens for pictures of a width and height, where it was learned.
        opened: opens the camera.
    """

    def __init__(
        self,
        camera: str,
        lens_for: Callable[[int, int], Lens | None],
        opened: Callable[[str], FrameSource] = open_source,
    ) -> None:
        self._camera, self._lens_for = camera, lens_for
        self._seen: SeenPieces | None = None
        self._frames = NewestFrame(lambda: opened(camera)).start()
        self._looking = Supervised("pieces", self._run, failed=self._failed).start()

    @property
    def seen(self) -> SeenPieces | None:
        """The last look, or None before the first."""
        return self._seen

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
                seen = self._looked(frame.image)
            elif self._frames.trouble is not None:
                seen = SeenPieces(self._frames.trouble)
            elif self._frames.ended:
                return
            else:
                continue
            if not task.stopping:
                self._seen = seen

    def _failed(self, failure: Failure) -> None:
        self._seen = SeenPieces(Phrase.of("vision.reading_failed", what=type(failure.error).__name__))

    def _looked(self, image: Picture) -> SeenPieces:
        try:
            picture = checked_picture(image, self._camera)
        except SourceError as error:
            return SeenPieces(error.phrase)
        return look_at(picture, self._lens_for(picture.shape[1], picture.shape[0]))


def look_at(picture: Picture, lens: Lens | None) -> SeenPieces:
    """What one picture shows of paper and pieces."""
    table = read_laid_out_pieces(picture, lens)
    outlines = [shares_of(one.outline_px, picture) for one in table.pieces]
    if table.sheet is not None:
        outlines.insert(0, shares_of(table.sheet.corners, picture))
    trouble = trouble_with(table)
    advice = trouble or Phrase.of("pieces.enrol.seen", count=len(table.pieces))
    return SeenPieces(advice, shown_picture(picture), tuple(outlines), None if trouble else picture)
