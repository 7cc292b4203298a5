"""The followers that people play an edition with, kept beside its pictures: how each looked on earlier evenings, and
how farmers were put down."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
import numpy as np

from calibration.files.whole_file import CannotWrite
from companion.typed_file import read_or_set_aside, write_typed
from vision.carcassonne.learning.remembered_followers import FollowersSeen
from vision.imaging.patches import LAB_SCALE

FILE_NAME = "followers.json"

_LOG = logging.getLogger(__name__)

Lab = tuple[int, int, int]


class KeptFollowers(msgspec.Struct, frozen=True):
    """What the file holds.

    Attributes:
        colours: by colour, of each follower some of his px: CIE L*a*b*, in the colours of the edition's pictures.
        farmers: log-likelihood ratios of the last farmers: that each lay, against that he stood.
    """

    colours: dict[str, tuple[tuple[Lab, ...], ...]]
    farmers: tuple[float, ...] = ()


class EditionFollowers:
    """In the folder of one edition (:class:`vision.carcassonne.learning.remembered_followers.FollowerMemory`).

    Args:
        folder: where the edition's pictures lie, or will.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._last = folder, KeptFollowers({})

    def known(self) -> FollowersSeen:
        """Those of earlier evenings; none where the file is damaged, which is set aside."""
        found, trouble = read_or_set_aside(self._folder / FILE_NAME, KeptFollowers)
        if trouble is not None:
            _LOG.warning("followers of earlier evenings are not known: %s", trouble.key)
        self._last = found or self._last
        figures = {
            colour: tuple(np.array(one, np.float32) * LAB_SCALE for one in figures if one)
            for colour, figures in self._last.colours.items()
        }
        return FollowersSeen(figures, self._last.farmers)

    def keep(self, seen: FollowersSeen) -> None:
        """Keep these from now on, once the edition has a picture. What can't be written is logged: the game goes on,
        and they are kept with the next move."""
        now = KeptFollowers(
            {colour: tuple(map(_whole_lab, figures)) for colour, figures in seen.figures.items()},
            tuple(round(lies, 2) for lies in seen.farmers),
        )
        if now == self._last or not self._folder.is_dir():
            return
        try:
            write_typed(self._folder / FILE_NAME, now)
        except CannotWrite as error:
            _LOG.warning("how followers looked could not be kept: %s", error)
            return
        self._last = now


def _whole_lab(pixels: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> tuple[Lab, ...]:
    """Px (n, 3) half-L Lab as whole numbers of L*a*b*."""
    return tuple((int(light), int(a), int(b)) for light, a, b in np.rint(pixels / LAB_SCALE))
