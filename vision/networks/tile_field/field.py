"""Where tiles of any edition lie on a picture, told place by place by a small network that saw drawn tables only.

The network answers for every fourth pixel whether a tile of a map lies there, and of that tile its centre, size, turn
and shear. How places are gathered into tiles and tiles into a map is the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.networks.loading import load_network

STEP = 4  # px of the picture for each place of the field, both ways
UNIT_PX = 32.0  # what the network's lengths are told in
SIDES_PX = (18.0, 64.0)  # tiles that it was taught: shrink a picture whose tiles are larger
_MULTIPLE = 16  # the network halves its picture four times
# A large picture is looked at in bands, which takes half of the memory: px of one about, and rows around each that the
# network's answer there may depend on.
BAND_PX, ABOUT = 1_100_000, 192


class NotAPicture(ValueError):
    """Something else than a BGR picture was given: ``shape`` and ``kind`` of the array."""

    def __init__(self, shape: tuple[int, ...], kind: str) -> None:
        self.shape, self.kind = shape, kind
        super().__init__(f"a picture (h, w, 3) of uint8 wanted, got {kind} {shape}")


@dataclass(frozen=True, eq=False, slots=True)
class TileField:
    """What is told at each place (row, column) of the field; its middle is at px (column + 0.5) * 4 - 0.5, likewise y.

    Everything but ``logit`` means something only where a tile is.

    Attributes:
        logit: (rows, columns) log-odds that a tile of a map lies there, be it covered by a follower.
        centre: (rows, columns, 2) x and y of the tile's centre, px of the picture.
        turning: (rows, columns) m = (a - ib) / 2 as complex numbers, px, where a and b are half of the tile's rightward
            and of its downward edge. Of the four sides that may be called the upper one that is taken for which the
            argument of m lies within 45 degrees of 0. 2 |m| is the side of a square tile.
        shearing: (rows, columns) n = (a + ib) / 2, px; 0 for a square.
    """

    logit: NDArray[np.float32]
    centre: NDArray[np.float32]
    turning: NDArray[np.complex64]
    shearing: NDArray[np.complex64]

    @property
    def right(self) -> NDArray[np.complex64]:
        """(rows, columns) half of the tile's rightward edge, x + iy px."""
        return self.turning + self.shearing

    @property
    def down(self) -> NDArray[np.complex64]:
        """(rows, columns) half of the tile's downward edge, x + iy px."""
        down: NDArray[np.complex64] = (1j * (self.turning - self.shearing)).astype(np.complex64)
        return down

    @property
    def side(self) -> NDArray[np.float32]:
        """(rows, columns) side of the tile, px: of the square that is nearest to it."""
        side: NDArray[np.float32] = 2 * np.abs(self.turning)
        return side


_ONE_AT_A_TIME = Lock()  # what the network needs for two pictures is more memory than a small machine has


class FieldNetwork:
    """The network, loaded. After a picture of 1920 x 1080 px it holds 110 MB of what lies between its layers."""

    def __init__(self) -> None:
        self._network = load_network(files(__package__) / "weights.onnx")

    def look(self, picture: Picture, band_px: int = BAND_PX) -> TileField:
        """The field of a BGR picture of any size, a place for every started 4 px. About 80 ms for 960 x 540 px.
        ``band_px``: about how much of it is looked at at once.

        Raises :class:`NotAPicture`.
        """
        if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8 or not picture.size:
            raise NotAPicture(picture.shape, str(picture.dtype))
        rows, columns = (-(-length // STEP) for length in picture.shape[:2])
        below, beside = (-length % _MULTIPLE for length in picture.shape[:2])
        padded = np.asarray(cv2.copyMakeBorder(picture, 0, below, 0, beside, cv2.BORDER_REPLICATE), np.uint8)
        high, wide = padded.shape[:2]
        bands = max(1, round(high * wide / band_px))
        edges = [round(high * number / bands / _MULTIPLE) * _MULTIPLE for number in range(bands + 1)]
        parts = [self._band(padded, *span) for span in pairwise(edges)]
        return decoded(np.concatenate(parts, axis=1)[:, :rows, :columns])

    def _band(self, picture: Picture, top: int, bottom: int) -> NDArray[np.float32]:
        """The network's channels for these rows of a picture, as if it had seen the whole of it."""
        start = max(0, top - ABOUT)
        inputs = cv2.dnn.blobFromImage(picture[start : bottom + ABOUT], 1 / 64, mean=(127.5, 127.5, 127.5))
        self._network.setInput(inputs)
        answer = self._network.forward()[0, :, (top - start) // STEP : (bottom - start) // STEP]
        return np.array(answer, np.float32)


def decoded(channels: NDArray[np.float32]) -> TileField:
    """The field from the network's channels (8, rows, columns).

    0 is the logit, 1 and 2 the way to the centre in units of 32 px, 3 the binary logarithm of 2 |m| in that unit,
    4 and 5 cosine and sine of four times m's argument, 6 and 7 the parts of nm / |m|². Those of 4 to 7 are the same
    whichever of the tile's sides is called the upper one.
    """
    rows, columns = channels.shape[1:]
    x = (np.arange(columns, dtype=np.float32) + np.float32(0.5)) * STEP - np.float32(0.5)
    y = (np.arange(rows, dtype=np.float32) + np.float32(0.5)) * STEP - np.float32(0.5)
    centre = np.stack([channels[1] * UNIT_PX + x, channels[2] * UNIT_PX + y[:, None]], axis=-1)
    half = UNIT_PX / 2 * np.exp2(np.clip(channels[3], -4, 4))
    turning = half * np.exp(0.25j * np.arctan2(channels[5], channels[4]))
    shearing = (channels[6] + 1j * channels[7]) * half**2 / turning
    return TileField(
        channels[0].copy(), centre.astype(np.float32), turning.astype(np.complex64), shearing.astype(np.complex64)
    )


def tile_field(picture: Picture) -> TileField:
    """The field of a BGR picture, see :class:`TileField`. Raises :class:`NotAPicture`.

    The network is loaded for each picture and let go, a hundredth of the time that a picture takes: else what lies
    between its layers would be held until the next one, which may never come (docs/findings/memory.md).
    """
    with _ONE_AT_A_TIME:
        return FieldNetwork().look(picture)


def whole_tile_field(picture: Picture) -> TileField:
    """The same, to the last digit, looked at in one piece: of 1920 x 1080 px it takes a third less time and 50 MB more,
    for nothing is looked at twice. Raises :class:`NotAPicture`."""
    with _ONE_AT_A_TIME:
        return FieldNetwork().look(picture, max(1, picture.size))
