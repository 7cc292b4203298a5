"""Whether a figure is the print of a tile in its own light: then the rest of that tile looks like it.

Print is told from paint by the colours that many tiles share. A tile that is printed paler than the others, lies in
another light or shows more grass than they do has colours of its own, and patches of it between roads and roofs have a
piece's size. But whoever stands on a tile has hardly anything of his colour beside him.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import BOUND
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces import figures as pieces
from vision.pieces.figures import FoundPiece, on_scene
from vision.pieces.map_scene import MapScene
from vision.pieces.shades import disc


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAlikesParameters(Parameters):
    """What on a tile looks like a figure on it, and how much of that speaks against the figure."""

    spread: tuple[float, float, float] = parameter(
        (4.0, 4.0, 4.5), "Lab units (half L)", "by which one paint, or one print, strays from its usual colour", CHOSEN
    )
    alike: float = parameter(
        4.0, "squared standard deviations", "from a figure's usual colour up to which a pixel has it", CHOSEN
    )
    softness: float = parameter(0.02, "tile sides", "by which the picture is softened against its grain", CHOSEN)
    inside: float = parameter(0.03, "tile sides", "of a figure's rim that its colour is not taken from", CHOSEN)
    beside: float = parameter(0.06, "tile sides", "about a figure that may still be its soft rim", CHOSEN)
    least_px: int = parameter(10, "px", "within the rim from which a figure's colour is taken", CHOSEN)
    surely_paint: float = parameter(
        0.45,
        "share",
        "of what a pixel may say at most, that a figure's say on average: then it is no print",
        "docs/findings/followers.md",
    )
    # Of 115 figures that stood there on 12 composed tables, all but two had less than 0.47 of it beside them (those two
    # stood on one tile, in one colour); of eight patches of grass and snow the least had 1.04.
    bounds: tuple[float, float] = parameter(
        (0.5, 1.0),
        "times",
        "what a figure shows of its colour, that its tile shows beside it: up to the first it speaks against nobody,"
        " from the second nothing is left of what speaks for him",
        "docs/findings/followers.md",
    )


PARAMETERS = LookAlikesParameters()


def doubt_look_alikes(scene: MapScene, figures: Sequence[FoundPiece]) -> list[FoundPiece]:
    """The figures, each as sure as it still is once its tile was asked what on it looks the same."""
    if not figures:
        return []
    soft = np.asarray(cv2.GaussianBlur(scene.raw, (0, 0), max(0.6, PARAMETERS.softness * scene.tile_px)), np.float32)
    masks = [on_scene(figure, scene) for figure in figures]
    by_form = [scene.forms is not None and scene.forms.plainly(mask) for mask in masks]
    surely = [
        form or figure.said > PARAMETERS.surely_paint * 0.5 * BOUND
        for form, figure in zip(by_form, figures, strict=True)
    ]
    judged = []
    for number, (figure, mask) in enumerate(zip(figures, masks, strict=True)):
        if by_form[number]:
            judged.append(figure)
            continue
        others = [
            other
            for index, other in enumerate(masks)
            if index != number and surely[index] and figures[index].colour == figure.colour
        ]
        beside = _beside(scene, soft, mask, others)
        low, high = PARAMETERS.bounds
        left = figure.evidence * float(np.clip((high - beside) / (high - low), 0, 1))
        sure = float(1.0 / (1.0 + np.exp(pieces.PARAMETERS.rare - left)))
        judged.append(figure if beside <= low else replace(figure, evidence=left, confidence=sure))
    return sorted(judged, key=lambda figure: -figure.evidence)


def _beside(scene: MapScene, soft: Float32Array, mask: NDArray[np.uint8], others: Sequence[NDArray[np.uint8]]) -> float:
    """How much of a figure's colour its tile shows beside it and the ``others``, in times what the figure shows."""
    owners = scene.owner[mask > 0]
    if not (owners >= 0).any():
        return 0.0
    tile = scene.owner == np.bincount(owners[owners >= 0]).argmax()
    rows, columns = (np.flatnonzero((tile | (mask > 0)).any(axis=axis)) for axis in (1, 0))
    window = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    own, seen = mask[window], soft[window]
    inner = cv2.erode(own, disc(PARAMETERS.inside * scene.tile_px)) > 0
    usual = np.median(seen[inner if np.count_nonzero(inner) >= PARAMETERS.least_px else own > 0], axis=0)
    alike = (((seen - usual) / np.array(PARAMETERS.spread, np.float32)) ** 2).sum(axis=2) < PARAMETERS.alike
    taken = np.any([own, *(other[window] for other in others)], axis=0).astype(np.uint8)
    free = tile[window] & (cv2.dilate(taken, disc(PARAMETERS.beside * scene.tile_px)) == 0)
    shown, repeated = int((alike & (own > 0)).sum()), int((alike & free).sum())
    return repeated / max(shown, 1)
