"""Which tiles lie where, by all that is known at once: what each place looks like, that touching sides meet, and how
many of each kind the box holds.

Loopy belief propagation (Pearl 1988; Murphy, Weiss and Jordan, UAI 1999) over the cells. A seam only asks for the
terrain of a side, so each message is a distribution over three terrains. The rules never outvote the picture: a seam
that does not meet costs a fixed number of nats, a tile too many likewise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.poses import Orientation
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import NEIGHBOURS, Cell

TERRAINS = ("city", "road", "field")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeParameters(Parameters):
    """What a broken seam and a tile too many cost when all places are decided together."""

    broken: float = parameter(1e-3, "share", "how often people lay a seam that does not meet", CHOSEN)
    too_many: float = parameter(
        5.0, "nats", "that a tile beyond the box's number costs at most: people mix boxes and lose tiles", CHOSEN
    )


PARAMETERS = DecodeParameters()


def decode(
    cells: Sequence[Cell],
    evidence: NDArray[np.float64],
    orientations: Sequence[Orientation],
    stock: Mapping[str, int],
    *,
    rounds: int = 12,
) -> NDArray[np.float64]:
    """Posterior (b, orientations) for each cell.

    Args:
        cells: (row, column) of each.
        evidence: (b, orientations) log-likelihood of the picture under each orientation, any offset per cell.
        stock: kind key to how many the box holds; kinds not in it are not in the game.
    """
    terrain = np.array([[TERRAINS.index(side) for side in orientation.sides] for orientation in orientations])
    keys = sorted({orientation.kind.key for orientation in orientations})
    kind = np.array([keys.index(orientation.kind.key) for orientation in orientations])
    allowed = np.array([stock.get(key, 0) for key in keys], dtype=np.float64)
    prior = np.log(np.maximum(allowed, 1e-9)) - np.log(np.bincount(kind, minlength=len(keys)))
    unary = evidence + np.where(allowed[kind] > 0, prior[kind], -np.inf)
    unary = unary - unary.max(axis=1, keepdims=True)
    price = np.zeros(len(keys))
    belief: NDArray[np.float64] = unary
    for _ in range(6):
        belief = _propagate(cells, unary - price[kind], terrain, rounds)
        expected = np.zeros(len(keys))
        np.add.at(expected, kind, belief.sum(axis=0))
        excess = expected - allowed
        if (excess < 0.2).all():
            break
        price = np.clip(price + 1.5 * np.maximum(excess - 0.2, 0) / np.sqrt(allowed + 1), 0, PARAMETERS.too_many)
    return belief


def _propagate(
    cells: Sequence[Cell], unary: NDArray[np.float64], terrain: NDArray[np.intp], rounds: int
) -> NDArray[np.float64]:
    place = {cell: index for index, cell in enumerate(cells)}
    count, orientations = unary.shape
    # messages[i, s]: what the neighbour on side s tells cell i about the terrain of that side, log, (b, 4, 3)
    messages = np.zeros((count, 4, 3))
    links = [
        (index, side, place[(row + down, column + right)])
        for index, (row, column) in enumerate(cells)
        for side, (down, right) in enumerate(NEIGHBOURS)
        if (row + down, column + right) in place
    ]
    if not links:
        return _softmax(unary)
    here, side, there = (np.array(part) for part in zip(*links, strict=True))
    one_hot = np.stack([(terrain == which).astype(np.float64) for which in range(3)], axis=-1)  # (orientations, 4, 3)
    flat = one_hot.reshape(orientations, 12)
    for _ in range(rounds):
        total = unary + messages.reshape(count, 12) @ flat.T
        # the neighbour's belief without what this cell told it, by the terrain of its facing side
        facing = (side + 2) % 4
        received = np.take_along_axis(messages[there, facing], terrain[:, facing].T, axis=1)
        without = total[there] - received
        chance = _softmax(without)
        by_terrain = np.einsum("el,elt->et", chance, one_hot[:, facing].transpose(1, 0, 2))
        arriving = np.log(by_terrain + PARAMETERS.broken)
        arriving -= arriving.max(axis=1, keepdims=True)
        fresh = np.zeros_like(messages)
        fresh[here, side] = arriving
        messages = 0.5 * messages + 0.5 * fresh
    return _softmax(unary + messages.reshape(count, 12) @ flat.T)


def _softmax(log: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(log - log.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))
