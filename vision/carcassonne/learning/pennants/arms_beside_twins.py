"""Whether a tile bears arms, by a known picture of its twin: but for arms both are one drawing.

A shield is small, and houses pass for one; in a dim picture nobody makes one out. But laid on exactly, a picture of the
same kind rises and falls with the tile wherever arms may be printed, and a picture of its twin does so everywhere but
there (normalised cross-correlation of what is about a spot; Lewis, "Fast normalized cross-correlation", 1995).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from calibration.references import Reference
from vision.carcassonne.arms.printed_arms import AT_AN_END, IN_A_CORNER, places_of
from vision.carcassonne.learning.likeness.print_detail import detail_of
from vision.carcassonne.learning.likeness.print_likeness import as_laid
from vision.carcassonne.live.deck import filled
from vision.carcassonne.poses import TileAsLaid
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain import kind_named

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmsBesideTwinsParameters(Parameters):
    """How a picture is laid on a tile, where both are compared, and what that says."""

    px: int = parameter(48, "px a tile side", "at which both are held against each other", CHOSEN)
    about: float = parameter(0.094, "tile sides", "sigma of what is about a spot", CHOSEN)
    soft: float = parameter(0.025, "tile sides", "of blur of both", CHOSEN)
    aside: int = parameter(4, "px", "that a picture may lie aside of the tile, either way", CHOSEN)
    turned: float = parameter(2.0, "degrees", "that it may be turned against the tile, either way", CHOSEN)
    radius: float = parameter(0.09, "tile sides", "of a spot: half a coat of arms and what is about it", CHOSEN)
    in_a_corner: tuple[float, float] = parameter(
        (0.06, 0.06), "tile sides", "out from their usual place and along, where arms in a corner are printed", CHOSEN
    )
    # One edition prints them 0.06 nearer to the edge of its city from side to side, and 0.11 aside of the middle.
    at_an_end: tuple[float, float] = parameter(
        (0.08, 0.17), "tile sides", "the same of arms where a city from side to side ends", FINDING
    )
    shows: float = parameter(0.7, "share", "of a spot that both must show", CHOSEN)
    faint: float = parameter(0.5, "times", "the tile's usual detail, below which a spot shows nothing", CHOSEN)
    # On one real edition some kinds have two drawings, which go together by 0.85 and differ in the corner of arms.
    laid_on: tuple[tuple[float, float], tuple[float, float]] = parameter(
        ((0.78, 0.92), (-2.0, 3.5)),
        "correlation of all of both, and nats",
        "that they are one drawing rather than another one, between some",
        FINDING,
    )
    goes_with: tuple[float, float] = parameter(
        (0.25, 0.6), "correlation", "of the worst spot where arms may be, of its twin and of the same kind", FINDING
    )
    by_chance: float = parameter(0.2, "share", "of other drawings that go together there all the same", CHOSEN)
    says: float = parameter(4.5, "nats", "of either, where the place is in sight", FINDING)


PARAMETERS = ArmsBesideTwinsParameters()


def arms_beside_twins(
    crop: Picture,
    hidden: BoolMask,
    views: Sequence[Reference],
    tiles: Collection[TileAsLaid],
    twin_of: Callable[[str], str],
    one_drawing: float,
) -> dict[TileAsLaid, float]:
    """Log-likelihood ratio of arms for each tile with arms that may lie here, where its picture or its twin's tells it,
    on an edition that prints them in the usual place.

    Args:
        crop: (h, w, 3) BGR, the tile edge to edge to within a twentieth of its width.
        hidden: (h, w) where somebody hides it.
        views: what is known of the edition.
        tiles: those that may lie here.
        twin_of: the kind that arms alone tell from one, itself where there is none.
        one_drawing: how likely copies of a kind show the same drawing on this edition.
    """
    tile, said = _Detailed.of(crop, ~hidden), dict[TileAsLaid, float]()
    pairs = {(armed, turns) for key, turns in tiles for armed in (key, twin_of(key)) if _bears_arms(armed, twin_of)}
    for armed, turns in pairs:
        place = _place(kind_named(armed).letter, turns)
        for key in (armed, twin_of(armed)):
            laid = [tile.beside(_Detailed.of_view(view, turned)) for view, turned in _laid_as(views, (key, turns))]
            best = max(filter(None, laid), key=lambda one: one.correlation, default=None)
            if best is not None:
                ratio = _past_other_drawings(best.says_same(place, bare=key != armed), best.one_drawing(one_drawing))
                said[armed, turns] = said.get((armed, turns), 0.0) + (ratio if key == armed else -ratio)
    return {one: float(np.clip(ratio, -PARAMETERS.says, PARAMETERS.says)) for one, ratio in said.items()}


def _past_other_drawings(said: float, same: float) -> float:
    """What is ``said`` of two pictures that are the ``same`` drawing only so likely."""
    else_ = (1 - same) * (PARAMETERS.by_chance if said > 0 else 1 - PARAMETERS.by_chance)
    ratio = math.log((same + else_) / (same * math.exp(-abs(said)) + else_))
    return math.copysign(ratio, said)


def _bears_arms(key: str, twin_of: Callable[[str], str]) -> bool:
    return twin_of(key) != key and kind_named(key).letter in IN_A_CORNER | AT_AN_END


def _laid_as(views: Sequence[Reference], tile: TileAsLaid) -> Iterator[tuple[Reference, int]]:
    """Views of its kind, and how often each is turned clockwise to lie as a tile does."""
    for view in views:
        if not view.in_doubt:
            yield from ((view, turned) for turned, way in enumerate(as_laid(view)) if way == tile)


@cache
def _place(letter: str, turns: int) -> BoolMask:
    """(n, n) where the middle of arms may be printed on a tile turned so often clockwise."""
    line = (np.arange(PARAMETERS.px) + 0.5) / PARAMETERS.px
    x, y = np.meshgrid(line, line)
    out, along = PARAMETERS.at_an_end if letter in AT_AN_END else PARAMETERS.in_a_corner
    wide, high = (out, along) if turns % 2 == 0 else (along, out)
    places = [(np.abs(x - across) <= wide) & (np.abs(y - down) <= high) for across, down in places_of(letter, turns)]
    return np.asarray(np.logical_or.reduce(places))


@dataclass(frozen=True, eq=False)
class _Detailed:
    """(n, n, 3) how each spot differs from what is about it, and (n, n) 1 where it is seen, else 0."""

    image: Float32Array
    seen: Float32Array

    @classmethod
    def of(cls, picture: Picture, shown: BoolMask) -> _Detailed:
        size = (PARAMETERS.px, PARAMETERS.px)
        seen = (cv2.resize(shown.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.99).astype(np.float32)
        about, soft = PARAMETERS.about * PARAMETERS.px, PARAMETERS.soft * PARAMETERS.px
        return cls(detail_of(picture, seen, about, soft) * seen[..., None], seen)

    @classmethod
    def of_view(cls, view: Reference, turned: int) -> _Detailed:
        """A view turned clockwise."""
        picture = np.ascontiguousarray(np.rot90(view.image, -turned))
        return cls.of(picture, ~np.rot90(filled(view.hidden, len(picture)), -turned))

    def beside(self, view: _Detailed) -> _Beside | None:
        """The tile beside a view that is laid on it exactly; None where neither shows enough of the other."""
        n, aside = PARAMETERS.px, PARAMETERS.aside
        inner = slice(aside, n - aside)
        ways: list[tuple[float, Float32Array, Float32Array]] = []
        for degrees in (-PARAMETERS.turned, 0.0, PARAMETERS.turned):
            turn = np.array(cv2.getRotationMatrix2D(((n - 1) / 2, (n - 1) / 2), degrees, 1.0), np.float64)
            image, seen = (_moved(one, turn) for one in (view.image, view.seen))
            mask = np.repeat((seen[inner, inner, None] > 0.99).astype(np.float32), 3, axis=2)
            if not mask.any():
                return None
            alike = cv2.matchTemplate(self.image, image[inner, inner], cv2.TM_CCORR_NORMED, mask=mask)
            _, most, _, (right, down) = cv2.minMaxLoc(np.nan_to_num(alike, posinf=0.0, neginf=0.0))
            move = np.array([[1.0, 0.0, right - aside], [0.0, 1.0, down - aside]])
            ways.append((most, _moved(image, move), _moved(seen, move)))
        _, image, seen = max(ways, key=lambda way: way[0])
        return _Beside(self.image, image, ((self.seen > 0) & (seen > 0.99)).astype(np.float32))


@dataclass(frozen=True, eq=False)
class _Beside:
    """A tile (n, n, 3), a picture that is laid on it, and (n, n) 1 where both are seen."""

    tile: Float32Array
    view: Float32Array
    both: Float32Array

    @property
    def correlation(self) -> float:
        """Of all of both, -1 to 1; 0 where they show nothing."""
        together, of_tile, of_view = (float(one.sum()) for one in self._products())
        return together / math.sqrt(of_tile * of_view) if of_tile * of_view > 0 else 0.0

    def one_drawing(self, usually: float) -> float:
        """How likely both are one drawing but for arms, where copies of a kind ``usually`` are."""
        against = (1 - usually) * math.exp(-float(np.interp(self.correlation, *PARAMETERS.laid_on)))
        return usually / (usually + against)

    def says_same(self, place: BoolMask, *, bare: bool = False) -> float:
        """Log-likelihood ratio that both bear arms or neither does, by the ``place`` (n, n) where they may be. Where
        neither shows anything neither bears some, which tells the same of a ``bare`` picture and nothing of another."""
        radius = round(PARAMETERS.radius * PARAMETERS.px)
        spot = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)).astype(np.float32)
        seen = cv2.filter2D(self.both, -1, spot, borderType=cv2.BORDER_CONSTANT)
        together, of_tile, of_view = (
            cv2.filter2D(one, -1, spot, borderType=cv2.BORDER_CONSTANT) for one in self._products()
        )
        shown = seen >= PARAMETERS.shows * spot.sum()
        if not (place & shown).any():
            return 0.0  # nobody sees the place
        light = math.sqrt(float(of_tile[shown].sum()) / max(float(of_view[shown].sum()), 1.0))
        strong = np.sqrt(np.maximum(of_tile, of_view * light**2) / np.maximum(seen, 1.0))
        asked = place & shown & (strong >= PARAMETERS.faint * np.median(strong[shown]))
        if not asked.any() and not bare:
            return 0.0
        alike = together[asked] / np.sqrt(np.maximum(of_tile * of_view, 1.0))[asked]
        worst = float(alike.min(initial=1.0))
        said = float(np.interp(worst, PARAMETERS.goes_with, (-PARAMETERS.says, PARAMETERS.says)))
        if said > 0:  # arms that only one bears may be where somebody stands
            open_ = float((place & shown).sum() / place.sum())
            said = -math.log(open_ * math.exp(-said) + 1 - open_)
        return said

    def _products(self) -> tuple[Float32Array, Float32Array, Float32Array]:
        """(n, n) both together, and each with itself."""
        pairs = ((self.tile, self.view), (self.tile, self.tile), (self.view, self.view))
        together, of_tile, of_view = ((one * other).sum(axis=-1) * self.both for one, other in pairs)
        return together, of_tile, of_view


def _moved(image: Float32Array, move: Float64Array) -> Float32Array:
    """(n, n, ...) what a move (2, 3) makes of it; 0 where nothing is known."""
    return np.asarray(cv2.warpAffine(image, move, image.shape[:2]), np.float32)
