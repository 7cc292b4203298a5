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

from companion.cameras.looking_feed import LookingFeed
from companion.cameras.placing import TILE_PX, sides_px
from companion.cameras.shown_picture import shares_of, shown_picture
from companion.session.looking.camera_guide import camera_guide
from games.game import Phrase
from vision.attention import light_trouble
from vision.eyes import closed
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.imaging.change import small_of
from vision.tile_map.field_votes import TilesInView

SEARCH_EVERY_S = 1.0  # a look for tiles takes some tenths of a second of the processor
LEAST_SHARE = 0.5  # of a tile's area that must vote for it
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)

FindTiles = Callable[[Picture], tuple[NDArray[np.float32], ...]]


@dataclass(frozen=True)
class PlacingObservation:
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


def placing_feed(
    camera: str, opened: Callable[[str], FrameSource] = open_source, find: FindTiles | None = None
) -> LookingFeed[PlacingObservation]:
    """A camera that looks for tiles of any edition; ``find`` tells the outlines of those in a picture, px."""
    find = find or tiles_in
    return LookingFeed(
        "placing",
        camera,
        opened,
        look=lambda picture: placed_by(picture, find(picture)),
        in_trouble=PlacingObservation,
        every_s=SEARCH_EVERY_S,
    )


def placed_by(picture: Picture, tiles: tuple[NDArray[np.float32], ...]) -> PlacingObservation:
    """What a picture with these tiles, outlines (n, 2) in px, says of the camera's place."""
    height, width = picture.shape[:2]
    shares = tuple(shares_of(line, picture) for line in tiles)
    side = sides_px(tiles)
    trouble = light_trouble(small_of(picture), _where(tiles, picture)) or camera_guide(shares)
    if trouble is None and not tiles:
        trouble = Phrase.of("placing.no_tiles")
    if trouble is None and side < TILE_PX:
        trouble = Phrase.of("placing.small", px=round(side), most=round(TILE_PX))
    return PlacingObservation(
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
