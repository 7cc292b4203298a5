"""Cards that few features speak for: they lie beside cards that were found. People lay displays and rows side by side,
so each found card foretells where its neighbours would be, and the picture says whether they are."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.lattice_patches import Layers
from vision.riga.edition import KINDS, RigaEdition
from vision.riga.judging import Sighting, judged, likeness_near, looks_of

Floats = NDArray[np.float64]

# Where neighbours lie, in a card's own widths and heights: displays have gaps of a few mm, tiles of some more.
_BESIDE = {
    "card": ((1.07, 0.0), (-1.07, 0.0), (0.0, 1.045), (0.0, -1.045)),
    "tile": ((1.15, 0.0), (-1.15, 0.0), (1.15, 0.5), (1.15, -0.5), (-1.15, 0.5), (-1.15, -0.5)),
}
_NUDGES = ((0.0, 0.0), (0.08, 0.0), (-0.08, 0.0), (0.0, 0.06), (0.0, -0.06))
GLIMPSE = 0.30  # likeness at a foretold place from which it is looked at closely
GROWN = 0.52  # likeness from which a foretold card counts as found
TAKEN = 0.5  # widths from another card's middle within which nothing else lies
MOST = 120


def grown(layers: Layers, seen: list[Sighting], edition: RigaEdition) -> list[Sighting]:
    """The sightings with everything that lies beside them, beside that, and so on."""
    looks = looks_of(edition)
    found, waiting = list(seen), list(seen)
    while waiting and len(found) < MOST:
        one = waiting.pop(0)
        kind = edition.views[one.view].kind
        for offset in _BESIDE.get(kind, ()):
            pose = beside(one.pose, offset)
            if _taken(pose, found) or not _in_view(pose, layers):
                continue
            starts = [beside(pose, nudge) for nudge in _NUDGES]
            near = [likeness_near(layers, looks, start, KINDS.index(kind)) for start in starts]
            if max(near) < GLIMPSE:
                continue
            new = judged(layers, looks, starts[int(np.argmax(near))], KINDS.index(kind))
            if new.likeness >= GROWN and not _taken(new.pose, found):
                found.append(new)
                waiting.append(new)
    return found


def beside(pose: Floats, offset: tuple[float, float]) -> Floats:
    """The pose moved by so many of its own widths and heights."""
    shift = np.array([[1.0, 0.0, offset[0]], [0.0, 1.0, offset[1]], [0.0, 0.0, 1.0]])
    return np.asarray(pose @ shift)


def _middle(pose: Floats) -> Floats:
    spot = pose @ np.array([0.5, 0.5, 1.0])
    return np.asarray(spot[:2] / spot[2])


def _taken(pose: Floats, found: list[Sighting]) -> bool:
    wide = float(np.hypot(pose[0, 0], pose[1, 0]))
    spot = _middle(pose)
    return any(math.dist(spot, other.middle) < TAKEN * wide for other in found)


def _in_view(pose: Floats, layers: Layers) -> bool:
    x, y = _middle(pose)
    return bool(0 <= x < layers.size[1] and 0 <= y < layers.size[0])
