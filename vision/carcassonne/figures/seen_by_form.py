"""Whether somebody stands on a tile by his form: what the network that saw figures of many makes says of that tile.

Paint tells who stands there as far as it is known and print lacks it; form asks neither. Both see the same figure, and
go wrong on other tiles: print may have a paint's colour, and what is lit as a figure is may be a shadow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from calibration.references import Outline
from vision.carcassonne.figures import followers
from vision.imaging.patches import Layers
from vision.networks.figure_field.field import COLOURS, STEP, TILE_PX
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces import figure_forms
from vision.pieces.figure_forms import forms_of_tiles
from vision.registration.lattice import Matrix

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenByFormParameters(Parameters):
    """Which places are one figure, and how much he says."""

    shows: float = parameter(0.0, "log-odds", "of somebody from which a place is part of a figure", CHOSEN)
    beyond: float = parameter(
        0.03, "tile widths", "that the foot of who stands at an edge may be seen beyond it", CHOSEN
    )
    leant_over: float = parameter(
        0.2, "tile widths", "from the edge up to which somebody of his colour who stands beside may lean", CHOSEN
    )
    # Of 582 tiles of composed photographs on which somebody stands (looked at) 14 showed nothing, 20 less than 0.01, 37
    # less than 0.1, 70 less than 0.2, 441 more; of 2,115 bare ones 2,080, 28, 7, 0 and 0.
    says: tuple[tuple[float, ...], tuple[float, ...]] = parameter(
        ((0.0, 0.002, 0.01, 0.03, 0.1, 0.2), (-3.0, 0.3, 1.2, 3.0, 5.5, 7.0)),
        "share of a tile, times the log-odds there in the mean; and nats for somebody",
        "that a figure on it shows, between some; the first where none shows",
        FINDING,
    )
    # Of some 330 figures on those 19 in 20 show their own paint as less likely than another by 0.9 at the most, 98 in
    # 100 by 2.1; of 17 bare tiles that show somebody 12 by more.
    least_colour: float = parameter(
        -8.0, "log-likelihood", "of his paint against the likeliest of all that counts at the least", CHOSEN
    )


PARAMETERS = SeenByFormParameters()


@dataclass(frozen=True, slots=True)
class FigureByForm:
    """What a tile's forms say of somebody of one colour.

    Attributes:
        says: log-likelihood ratio that he stands there, against that he doesn't.
        middle: of what shows of him, tile units.
        hides: what is about that, tile units; empty where nobody shows.
    """

    says: float
    middle: tuple[float, float] = (0.5, 0.5)
    hides: Outline = ()


def figure_by_form(
    layers: Layers, pose: Matrix, colour: str, lean: Float64Array, *, his_beside: bool = False
) -> FigureByForm | None:
    """Who of a colour shows on the tile at a pose, unit square to px; None where the network doesn't know his paint.
    Print may have the form of a figure; then it is seldom in his paint, but in one that nobody plays with.

    Args:
        lean: (2,) tile widths by which what is 1 mm high is most likely seen aside there.
        his_beside: another of his colour may lean over the tile from beside: who shows near its edge may be that one.
    """
    if colour not in COLOURS:
        return None
    return TileForms.on(layers, pose, [colour]).figure(colour, lean, his_beside=his_beside)


@dataclass(frozen=True, eq=False, slots=True)
class TileForms:
    """What forms say place by place of one tile and its rim, ``STEP`` px of a tile of ``TILE_PX`` apart, the rim of
    :attr:`vision.pieces.figure_forms.FigureFormsParameters.margin` px first.

    Attributes:
        somebody: (rows, columns) log-odds that a figure hides the tile there.
        colours: by the name of a paint (rows, columns), its log-likelihood against the likeliest one's, 0 at the most.
    """

    somebody: Float32Array
    colours: dict[str, Float32Array]

    @classmethod
    def on(cls, layers: Layers, pose: Matrix, colours: Iterable[str]) -> TileForms:
        """Of the tile at a pose, unit square to px; of paints that the network doesn't know nothing is said."""
        known = [colour for colour in colours if colour in COLOURS]
        ((somebody, *each),) = forms_of_tiles(layers, pose[None], known)
        return cls(somebody, dict(zip(known, each, strict=True)))

    def figure(self, colour: str, lean: Float64Array, *, his_beside: bool = False) -> FigureByForm:
        """Who of a paint that is known shows there; for ``lean`` and ``his_beside`` see :func:`figure_by_form`."""
        aside = lean * followers.PARAMETERS.middle_mm
        least = PARAMETERS.leant_over if his_beside else -PARAMETERS.beyond
        found = _figures_in(self.somebody, self.colours[colour], aside, least)
        return max([*found, FigureByForm(PARAMETERS.says[1][0])], key=lambda one: one.says)

    def pixels(self, colour: str, span: int, margin: int) -> Float32Array:
        """(span + 2 margin, the same) log-odds that forms say of a figure of a colour at each px of a picture of the
        tile, ``span`` px a side with a ``margin``, counted as on photographs
        (:meth:`vision.pieces.figure_forms.FigureForms.of_paint`); 0 beyond what was looked at."""
        line = (np.arange(span + 2 * margin) + 0.5 - margin) / span  # tile units
        rim = figure_forms.PARAMETERS.margin / TILE_PX
        at = ((line + rim) * TILE_PX / STEP - 0.5).astype(np.float32)
        right, down = np.meshgrid(at, at)
        looked = (line > -rim) & (line < 1 + rim)

        def drawn(places: Float32Array) -> Float32Array:
            return np.asarray(
                cv2.remap(places, right, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
            )

        planes = {colour: drawn(self.colours[colour])} if colour in self.colours else {}
        forms = figure_forms.FigureForms(drawn(self.somebody), planes)
        everywhere = np.ones((len(line), len(line)), np.bool_)
        said = forms.of_paint(colour, everywhere).reshape(everywhere.shape)
        return np.asarray(np.where(looked[:, None] & looked[None], said, 0), np.float32)


def _figures_in(somebody: Float32Array, his: Float32Array, aside: Float64Array, inside: float) -> list[FigureByForm]:
    """Everybody who shows on the tile, by what is said of ``somebody`` and of ``his`` paint (rows, columns). His middle
    is seen ``aside`` (2,) of his foot, which must be so far ``inside`` the tile for him to speak for himself, tile
    widths."""
    count, labels = cv2.connectedComponents((somebody > PARAMETERS.shows).astype(np.uint8), connectivity=4)
    found = []
    for label in range(1, count):
        where = np.asarray(labels == label)
        outline = _outline_of(where)
        middle = outline.mean(axis=0)
        foot_is, middle_is = (min(*at, *(1 - at)) for at in (middle - aside, middle))
        if max(foot_is, middle_is) < -PARAMETERS.beyond:
            continue
        shows = float(somebody[where].sum()) * (STEP / TILE_PX) ** 2
        his_paint = max(float(his[where].mean()), PARAMETERS.least_colour)
        says = float(np.interp(shows, *PARAMETERS.says)) + his_paint
        if foot_is < inside:  # he may as well stand beside
            found.append(FigureByForm(min(says, 0.0)))
            continue
        hull = cv2.convexHull(outline.astype(np.float32))[:, 0].tolist()
        found.append(FigureByForm(says, (float(middle[0]), float(middle[1])), tuple((x, y) for x, y in hull)))
    return found


def _outline_of(where: BoolMask) -> Float64Array:
    """(n, 2) tile units of the places (rows, columns) that a figure shows at."""
    rim = figure_forms.PARAMETERS.margin
    return np.asarray(((np.argwhere(where)[:, ::-1] + 0.5) * STEP - rim) / TILE_PX, np.float64)
