"""The camera above a bare table on which people lay out their pieces, beside the screen. No kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens
from companion.cameras.looking_feed import LookingFeed
from companion.cameras.shown_picture import shares_of, shown_picture
from companion.editions.piece_draft import trouble_with
from games.game import Phrase
from vision.frame_sources import open_source
from vision.frames import FrameSource, Picture
from vision.pieces.laid_out import read_laid_out_pieces


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


def piece_feed(
    camera: str,
    lens_for: Callable[[int, int], Lens | None],
    opened: Callable[[str], FrameSource] = open_source,
) -> LookingFeed[SeenPieces]:
    """A camera that looks for paper and pieces.

    Args:
        camera: as :func:`vision.frame_sources.open_source` takes it.
        lens_for: the lens for pictures of a width and height, where it was learned.
        opened: opens the camera.
    """
    return LookingFeed(
        "pieces",
        camera,
        opened,
        look=lambda picture: look_at(picture, lens_for(picture.shape[1], picture.shape[0])),
        in_trouble=SeenPieces,
    )


def look_at(picture: Picture, lens: Lens | None) -> SeenPieces:
    """What one picture shows of paper and pieces."""
    table = read_laid_out_pieces(picture, lens)
    outlines = [shares_of(one.outline_px, picture) for one in table.pieces]
    if table.sheet is not None:
        outlines.insert(0, shares_of(table.sheet.corners, picture))
    trouble = trouble_with(table)
    advice = trouble or Phrase.of("pieces.enrol.seen", count=len(table.pieces))
    return SeenPieces(advice, shown_picture(picture), tuple(outlines), None if trouble else picture)
