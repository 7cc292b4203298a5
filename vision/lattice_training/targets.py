"""What the network is to say of each spot of a picture: whether a tile lies there, where that tile's middle is, and
how the tile's square is stretched and turned on the picture, up to the quarter turns that a square does not show.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

STRIDE = 4
CHANNELS = 8  # tile, middle right and down, log stretch (xx, yy, xy), cosine and sine of four times the turn
UNIT_PX = 16.0  # distances are said in this unit


def frame_of(quads: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Stretch and turn of tiles (n, 4, 2): (n, 3) logarithm of the stretch (unit 16 px), (n, 2) four times the turn.

    The tile's edges as columns of J are J = S R with S symmetric and R a rotation; ln S has three numbers, and R is
    known up to quarter turns.
    """
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    edges = np.stack([right, down], axis=-1).astype(np.float64) / UNIT_PX
    u, sizes, vt = np.linalg.svd(edges)
    sizes = np.maximum(sizes, 1e-3)
    log = (u * np.log(sizes)[:, None, :]) @ np.swapaxes(u, 1, 2)
    turn = u @ vt
    angle = 4 * np.arctan2(turn[:, 1, 0], turn[:, 0, 0])
    return np.stack([log[:, 0, 0], log[:, 1, 1], log[:, 0, 1]], 1), np.stack([np.cos(angle), np.sin(angle)], 1)


def edges_of(log: NDArray[np.float64], four: NDArray[np.float64]) -> NDArray[np.float64]:
    """The way back: (n, 3) and (n, 2) to edge vectors as columns (n, 2, 2), px, with the turn nearest to upright."""
    matrix = np.stack([np.stack([log[:, 0], log[:, 2]], 1), np.stack([log[:, 2], log[:, 1]], 1)], 1)
    values, vectors = np.linalg.eigh(matrix)
    stretch = (vectors * np.exp(values)[:, None, :]) @ np.swapaxes(vectors, 1, 2)
    angle = np.arctan2(four[:, 1], four[:, 0]) / 4
    turn = np.stack([np.stack([np.cos(angle), -np.sin(angle)], 1), np.stack([np.sin(angle), np.cos(angle)], 1)], 1)
    return np.asarray(stretch @ turn * UNIT_PX)


def targets_of(quads: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """(8, size / 4, size / 4) for tiles (n, 4, 2) px on a square picture; beyond the tiles all is 0."""
    cells = size // STRIDE
    owner = np.full((cells, cells), -1, np.int16)
    for index, quad in enumerate(quads):
        corners = np.round(((quad + 0.5) / STRIDE - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(owner, corners, index, lineType=cv2.LINE_8, shift=4)
    result = np.zeros((CHANNELS, cells, cells), np.float32)
    rows, columns = np.nonzero(owner >= 0)
    if len(rows):
        tile = owner[rows, columns]
        log, four = frame_of(quads)
        here = np.stack([columns, rows], axis=1) * STRIDE + (STRIDE - 1) / 2
        result[0, rows, columns] = 1
        result[1:3, rows, columns] = ((quads.mean(axis=1)[tile] - here) / UNIT_PX).T
        result[3:6, rows, columns] = log[tile].T
        result[6:8, rows, columns] = four[tile].T
    return result
