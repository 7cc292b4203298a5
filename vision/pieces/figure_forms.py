"""What forms on a map say of figures on it, beside what colours do: print may have a paint's colour, and hardly ever
ends, is lit and throws a shadow as a piece of wood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import BOUND
from vision.imaging.patches import Layers, pictures_of
from vision.networks.figure_field.field import COLOURS, STEP, TILE_PX, figure_network
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import quad_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureFormsParameters(Parameters):
    """How much forms count beside colours."""

    margin: int = parameter(12, "px", "of a 48 px tile around it that are looked at, too: figures lean out", CHOSEN)
    counts: float = parameter(
        0.5, "times", "what the network says of somebody: neighbouring places repeat it", "docs/findings/followers.md"
    )
    bounds: tuple[float, float] = parameter(
        (-1.0, 4.0), "log-odds", "of it that count at the least and the most", "docs/findings/followers.md"
    )
    colour_counts: float = parameter(0.5, "times", "what it says of a paint", "docs/findings/followers.md")
    least_colour: float = parameter(
        -4.0, "log-likelihood", "of a paint against the likeliest that counts", "docs/findings/followers.md"
    )
    paintable: float = parameter(
        -1.0, "log-odds", "of somebody from which a place may be painted, be it like print", CHOSEN
    )
    plainly: float = parameter(
        1.0,
        "log-odds",
        "of somebody in the middle of a patch from which it is no print, whatever else has its colour or form",
        "docs/findings/followers.md",
    )


PARAMETERS = FigureFormsParameters()


@dataclass(frozen=True, slots=True, eq=False)
class FigureForms:
    """What forms say on a scene.

    Attributes:
        somebody: (h, w) log-odds that a figure is there.
        colour: by the name of a paint (h, w), its log-likelihood against the likeliest one's, 0 at the most.
    """

    somebody: Float32Array
    colour: dict[str, Float32Array]

    @property
    def paintable(self) -> NDArray[np.bool_]:
        """(h, w) where paint is to be looked for, however like print it is."""
        return np.asarray(self.somebody > PARAMETERS.paintable)

    def plainly(self, patch: NDArray[np.uint8]) -> bool:
        """Whether a figure is to be seen on a patch (h, w), 1 where it is, by its form alone."""
        return bool(patch.any() and np.median(self.somebody[patch > 0]) >= PARAMETERS.plainly)

    def of_paint(self, name: str, where: NDArray[np.bool_]) -> Float32Array:
        """(n,) log-odds that are added to what colours say of a paint at the px ``where`` (h, w); of one that the
        network doesn't know, of somebody alone."""
        form = np.float32(PARAMETERS.counts) * np.clip(self.somebody[where], *PARAMETERS.bounds)
        if name in self.colour:
            colour = np.maximum(self.colour[name][where], PARAMETERS.least_colour)
            form += np.float32(PARAMETERS.colour_counts) * colour
        return np.asarray(form, np.float32)


def figure_forms(
    layers: Layers, poses: NDArray[np.float64], onto: NDArray[np.float64], size: tuple[int, int], paints: Sequence[str]
) -> FigureForms:
    """What forms say on a map.

    Args:
        layers: the picture.
        poses: (b, 3, 3) of the tiles, unit square to its px.
        onto: (3, 3) its px to those of the scene.
        size: (height, width) of the scene.
        paints: whose likelihoods are wanted, by their names.
    """
    known = [name for name in paints if name in COLOURS]
    planes = np.zeros((1 + len(known), *size), np.float32)
    planes[0] = -BOUND  # beyond what is looked at
    if len(poses):
        owned = np.zeros(size, np.bool_)
        for pose, said in zip(onto @ poses, _said_of_tiles(layers, poses, known), strict=True):
            _lay_onto(planes, owned, said, pose)
    return FigureForms(planes[0], dict(zip(known, planes[1:], strict=True)))


def _said_of_tiles(layers: Layers, poses: NDArray[np.float64], paints: Sequence[str]) -> Float32Array:
    """(b, 1 + paints, rows, columns) somebody, and how likely he has each paint against the likeliest, of tiles with
    their rims."""
    patches, _ = layers.cut(poses, TILE_PX, PARAMETERS.margin)
    seen = figure_network().look(pictures_of(patches))
    colour = seen.colour - seen.colour.max(axis=1, keepdims=True)
    chosen = colour[:, [COLOURS.index(name) for name in paints]]
    return np.concatenate([seen.somebody[:, None], chosen], axis=1)


def _lay_onto(planes: Float32Array, owned: NDArray[np.bool_], said: Float32Array, pose: NDArray[np.float64]) -> None:
    """Bring what is said of a tile and its rim (1 + paints, rows, columns), at its pose in px of the scene, onto the
    ``planes`` (1 + paints, h, w). In its own square it counts, which is ``owned`` (h, w) from then on; about that where
    no tile lies and no other rim says more."""
    rim = PARAMETERS.margin / TILE_PX
    wide = np.array([[1 + 2 * rim, 0.0, -rim], [0.0, 1 + 2 * rim, -rim], [0.0, 0.0, 1.0]])
    quad = quad_of(pose @ wide)
    rows, columns = owned.shape
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, [columns, rows])
    if x1 <= x0 or y1 <= y0:
        return
    size, window = (int(x1 - x0), int(y1 - y0)), (slice(int(y0), int(y1)), slice(int(x0), int(x1)))
    place = STEP / TILE_PX
    from_places = np.array([[place, 0.0, place / 2 - rim], [0.0, place, place / 2 - rim], [0.0, 0.0, 1.0]])
    into = np.array([[1.0, 0.0, -x0], [0.0, 1.0, -y0], [0.0, 0.0, 1.0]]) @ pose @ from_places
    there = [
        cv2.warpPerspective(np.ascontiguousarray(plane), into, size, borderMode=cv2.BORDER_REPLICATE) for plane in said
    ]
    own, about = (_inside(each - [x0, y0], size) for each in (quad_of(pose), quad))
    taken = own | (about & ~owned[window] & (there[0] > planes[(0, *window)]))
    owned[window] |= own
    for plane, seen in zip(planes, there, strict=True):
        plane[window][taken] = seen[taken]


def _inside(quad: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """(h, w) what of a picture (w, h) lies within an outline (4, 2) px."""
    inside = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad * 16).astype(np.int32), 1, shift=4)
    return inside > 0
