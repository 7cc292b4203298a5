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
    # Of 257 figures of two foreign editions and of photographs none stays below -3.2; of those that colours alone had
    # made up most do, blue checks of a cloth and yellow houses among them.
    denied: float = parameter(
        -5.0, "log-odds", "of somebody all over a patch, up to which no paint makes a figure of it", CHOSEN
    )
    all_over: float = parameter(90.0, "percentile", "of a patch's places that stands for all of them", CHOSEN)


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

    def denied(self, patch: NDArray[np.uint8]) -> bool:
        """Whether nothing on a patch (h, w), 1 where it is, has the form of a figure, whatever its colour."""
        said = self.somebody[patch > 0]
        return bool(len(said) and np.percentile(said, PARAMETERS.all_over) <= PARAMETERS.denied)

    def of_paint(self, name: str, where: NDArray[np.bool_]) -> Float32Array:
        """(n,) log-odds that are added to what colours say of a paint at the px ``where`` (h, w); of one that the
        network doesn't know, of somebody alone."""
        form = np.float32(PARAMETERS.counts) * np.clip(self.somebody[where], *PARAMETERS.bounds)
        if name in self.colour:
            colour = np.maximum(self.colour[name][where], PARAMETERS.least_colour)
            form += np.float32(PARAMETERS.colour_counts) * colour
        return np.asarray(form, np.float32)


def forms_of_tiles(layers: Layers, poses: NDArray[np.float64], paints: Sequence[str]) -> Float32Array:
    """What forms say of tiles at ``poses`` (b, 3, 3), unit square to px of the picture, and of their rims:
    (b, 1 + paints known to the network, rows, columns) somebody, and how likely he has each paint against the
    likeliest. It needs no scene, so it can be asked while one is set."""
    patches, _ = layers.cut(poses, TILE_PX, PARAMETERS.margin)
    seen = figure_network().look(pictures_of(patches))
    colour = seen.colour - seen.colour.max(axis=1, keepdims=True)
    chosen = colour[:, [COLOURS.index(name) for name in _known(paints)]]
    return np.concatenate([seen.somebody[:, None], chosen], axis=1)


def figure_forms(
    said: Float32Array, on_scene: NDArray[np.float64], size: tuple[int, int], paints: Sequence[str]
) -> FigureForms:
    """What forms say on a map.

    Args:
        said: of each of its tiles, of ``forms_of_tiles`` with these paints.
        on_scene: (b, 3, 3) their poses, unit square to px of the scene.
        size: (height, width) of the scene.
        paints: whose likelihoods are wanted, by their names.
    """
    known = _known(paints)
    planes = np.zeros((1 + len(known), *size), np.float32)
    planes[0] = -BOUND  # beyond what is looked at
    owned = np.zeros(size, np.bool_)
    for of_tile, pose in zip(said, on_scene, strict=True):
        _lay_onto(planes, owned, of_tile, pose)
    return FigureForms(planes[0], dict(zip(known, planes[1:], strict=True)))


def _known(paints: Sequence[str]) -> list[str]:
    """Those of these paints that the network tells apart."""
    return [name for name in paints if name in COLOURS]


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
