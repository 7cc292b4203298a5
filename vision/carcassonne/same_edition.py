"""Whether the tiles that lie somewhere are drawn as those of an edition that is known.

Tiles of all editions are laid out alike: a city is brown and a field is green, and half of a foreign tile's colours are
where one's own tile has them. What is drawn in detail differs. Where another hand draws little detail, though, walls
and the borders of roads are most of it, and they lie where everybody's do; so it is also asked whether light and dark
lie alike on the whole tile. Colours are not asked: a lamp changes them, and what is learnt of it makes them alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import side_px
from vision.tile_map.edition_atlas import EditionAtlas
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.residuals import Judge, similarity_of_detail, similarity_of_form


@dataclass(frozen=True, slots=True, kw_only=True)
class SameEditionParameters(Parameters):
    """How alike two tiles are where one edition drew them."""

    alike: float = parameter(
        0.77,
        "correlation",
        "of detail and of form, their mean, at the upper quarter of a map's tiles, from which they are this edition's",
        "docs/findings/whose-print.md",
    )
    # On tables that are not hard one's own edition had 0.83 at the least; on hard ones less: those are read as its own
    # only where nobody takes them for another's.
    surely_another: float = parameter(
        0.55, "correlation", "below which they surely are another's", "docs/findings/whose-print.md"
    )
    candidates: int = parameter(
        4, "templates", "that are laid on in each place: in coloured light the likeliest is often another", CHOSEN
    )
    glanced_at: int = parameter(
        16,
        "tiles",
        "that mostly show from afar, of which it is asked first",
        "docs/findings/seconds-of-a-photograph.md",
    )
    most_asked: int = parameter(
        36, "tiles", "of a map, here and there, of which it is asked whether they surely are another's", CHOSEN
    )
    least_glanced_at: int = parameter(5, "tiles", "from which that tells that they are another edition's", CHOSEN)


PARAMETERS = SameEditionParameters()


def shows(layers: Layers, poses: NDArray[np.float64], atlas: EditionAtlas) -> bool:
    """Whether tiles of the edition lie at poses (n, 3, 3), unit square to px, each to within a tenth of a tile."""
    return likeness(layers, poses, atlas) > PARAMETERS.alike


def shows_another(layers: Layers, poses: NDArray[np.float64], atlas: EditionAtlas) -> bool:
    """Whether tiles of another edition surely lie at these poses (n, 3, 3), of which some are asked; neither this nor
    :func:`shows` where light or dark leave it open."""
    some = poses[:: -(-len(poses) // PARAMETERS.most_asked)]
    return likeness(layers, some, atlas) < PARAMETERS.surely_another


def another_shows(image: Picture, view: TilesInView, atlas: EditionAtlas) -> bool:
    """Whether a glance from afar tells that the tiles on a picture are another edition's: enough of them show, and
    none is drawn as the edition's may be. What the edition would be looked for with costs ten times as much."""
    poses = [tile.pose for tile in view.plain_from_afar[: PARAMETERS.glanced_at]]
    if len(poses) < PARAMETERS.least_glanced_at:
        return False
    # Packed, for little of the picture is looked at.
    layers = layers_of(image, float(np.median([side_px(pose) for pose in poses])), packed=True)
    return shows_another(layers, np.stack(poses), atlas)


def likeness(layers: Layers, poses: NDArray[np.float64], atlas: EditionAtlas) -> float:
    """How alike what lies at these poses (n, 3, 3) is to the edition's best pictures, -1 to 1, at the upper quarter of
    the tiles: followers cover some."""
    judge = Judge(layers, atlas.coarse, atlas.fine)
    drawn = _most_alike(judge, poses, atlas)
    surest = drawn.alike >= np.median(drawn.alike)
    judge = judge.attuned(drawn.poses[surest], drawn.templates[surest])
    return float(np.quantile(_most_alike(judge, poses, atlas).alike, 0.75))


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """What places are most alike to: poses (b, 3, 3) as laid on, templates (b,), and how alike they are (b,)."""

    poses: NDArray[np.float64]
    templates: NDArray[np.intp]
    alike: NDArray[np.float64]


def _most_alike(judge: Judge, poses: NDArray[np.float64], atlas: EditionAtlas) -> _Drawn:
    """What is drawn most alike of what is likely in each place."""
    seen = judge.look(poses, best=PARAMETERS.candidates)
    laid, templates = seen.poses.reshape(-1, 3, 3), seen.templates.ravel()
    detail = similarity_of_detail(judge.layers, atlas.fine, laid, templates)
    form = similarity_of_form(judge.layers, atlas.soft, laid, templates)
    alike = ((detail + form) / 2).reshape(seen.templates.shape)
    each, best = np.arange(len(poses)), alike.argmax(axis=1)
    return _Drawn(seen.poses[each, best], seen.templates[each, best], alike[each, best])
