"""What a camera sees that is being placed, and what would be better, beside the screen. No kivy here.

No game is on and nobody's tiles are known: tiles of any edition are found by the field of ``vision.networks``, and so
is how large they are and whether they leave the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cameras.choice import checked_picture
from companion.cameras.placing import TILE_PX, sides_px
from companion.cameras.shown_picture import shares_of, shown_picture
from companion.newest_frame import NewestFrame
from companion.session.looking.camera_guide import camera_guide
from companion.supervised import Failure, Supervised, Task
from games.game import Phrase
from vision.attention import light_trouble
from vision.eyes import closed
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.imaging.change import small_of
from vision.source_error import SourceError
from vision.tile_map.field_votes import TilesInView

GLANCE_S = 0.25
LOOKS_EVERY_S = 1.0  # a look for tiles takes some tenths of a second of the processor
LEAST_SHARE = 0.5  # of a tile's area that must vote for it
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)

FindTiles = Callable[[Picture], tuple[NDArray[np.float32], ...]]


@dataclass(frozen=True)
class Placed:
    """One look.

    Attributes:
        advice: what would be better, the gravest first; where all is well, that.
        well: nothing would be better.
        picture: BGR, see :func:`companion.cameras.shown_picture.shown_picture`; None while the camera is in trouble.
        outlines: of tiles that were found, polylines (n, 2) as shares of the picture.
        size: width and height of the camera's picture, px.
        tile_px: median side of those tiles; 0 where none are seen.
    """

    advice: Phrase
    well: bool = False
    picture: Picture | None = None
    outlines: tuple[NDArray[np.float32], ...] = ()
    size: tuple[int, int] = (0, 0)
    tile_px: float = 0.0


class PlacingFeed:
    """Looks with one camera until it is closed.

    Args:
        camera: as :func:`vision.frame_sources.open_source` takes it.
        opened: opens the camera.
        find: the outlines of tiles in a picture, px.
    """

    def __init__(
        self,
        camera: str,
        opened: Callable[[str], FrameSource] = open_source,
        find: FindTiles | None = None,
    ) -> None:
        self._camera = camera
        self._find = find or tiles_in
        self._placed: Placed | None = None
        self._frames = NewestFrame(lambda: opened(camera)).start()
        self._looking = Supervised("placing", self._run, failed=self._failed).start()

    @property
    def placed(self) -> Placed | None:
        """The last look, or None before the first."""
        return self._placed

    def close(self) -> None:
        """Let go of the camera. A look that is going on is left behind."""
        self._looking.stop()
        self._frames.stop()

    def join(self, seconds: float | None = None) -> bool:
        """Wait until everything that the source holds has been looked at; False where that took longer."""
        return self._looking.join(seconds)

    def _run(self, task: Task) -> None:
        while not task.stopping:
            frame = self._frames.next(GLANCE_S)
            if frame is not None:
                task.works_on(frame.image)
                placed = self._look(frame.image)
            elif self._frames.trouble is not None:
                placed = Placed(self._frames.trouble)
            elif self._frames.ended:
                return
            else:
                continue
            if not task.stopping:
                self._placed = placed
            task.pause(LOOKS_EVERY_S if self._frames.live else 0.0)

    def _failed(self, failure: Failure) -> None:
        self._placed = Placed(Phrase.of("vision.reading_failed", what=type(failure.error).__name__))

    def _look(self, image: Picture) -> Placed:
        try:
            picture = checked_picture(image, self._camera)
        except SourceError as error:
            return Placed(error.phrase)
        return placed_by(picture, self._find(picture))


def placed_by(picture: Picture, tiles: tuple[NDArray[np.float32], ...]) -> Placed:
    """What a picture with these tiles, outlines (n, 2) in px, says of the camera's place."""
    height, width = picture.shape[:2]
    shares = tuple(shares_of(line, picture) for line in tiles)
    side = sides_px(tiles)
    trouble = light_trouble(small_of(picture), _where(tiles, picture)) or camera_guide(shares)
    if trouble is None and not tiles:
        trouble = Phrase.of("placing.no_tiles")
    if trouble is None and side < TILE_PX:
        trouble = Phrase.of("placing.small", px=round(side), most=round(TILE_PX))
    return Placed(
        trouble or Phrase.of("placing.well", px=round(side), count=len(tiles)),
        trouble is None,
        shown_picture(picture),
        shares,
        (width, height),
        side,
    )


def tiles_in(picture: Picture) -> tuple[NDArray[np.float32], ...]:
    """Outlines (5, 2) px of the tiles of any edition that the picture shows."""
    found = []
    for tile in TilesInView(picture).tiles:
        if tile.share >= LEAST_SHARE:
            corners = np.column_stack([CORNERS, np.ones(4)]) @ tile.pose.T
            found.append(closed(corners[:, :2] / corners[:, 2:]))
    return tuple(found)


def _where(tiles: tuple[NDArray[np.float32], ...], picture: Picture) -> NDArray[np.uint8] | None:
    """Where tiles lie, in the small picture in which light is judged; None where none are seen: a lamp that is mirrored
    in the table alone is in nobody's way."""
    if not tiles:
        return None
    small = small_of(picture)
    scale = small.shape[1] / picture.shape[1]
    mask = np.zeros(small.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(line * scale).astype(np.int32) for line in tiles], 255)
    return mask
