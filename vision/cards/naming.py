"""Says which card lies somewhere, and exactly how it lies, from what shows of it.

What a card is called is in a few strokes and colours, and a pose that is a hair off hides both. So each card is first
tried where it fits best about the foretold place, the likest are laid on exactly, each in the light that suits it, and
what these leave unexplained decides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from vision.cards import edition as card_edition
from vision.cards.edition import CardEdition
from vision.cards.own_light import chances_of, lit_as_seen
from vision.cards.pose import beside, left_open, turned
from vision.imaging.patches import Layers, levels_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.gauss_newton import PoseDescent, by_weight, held_by
from vision.registration.lattice import quad_of
from vision.registration.pattern_fitting import Patterns, Views

POSTAL_ROWS = "docs/findings/postal-rows-in-hard-light.md"
FOUND_ON = "docs/findings/riga-in-hard-light.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardNamingParameters(Parameters):
    """How finely, and how far about a foretold place, cards are compared."""

    glimpsed: tuple[int, float] = parameter(
        (16, 0.6), "px, px of blur", "that a card is wide where every card is tried at a first glance", FOUND_ON
    )
    rough_px: int = parameter(32, "px", "that a card is wide where every card is tried about the place", CHOSEN)
    aside_px: int = parameter(3, "px of these", "that it may lie beside the place, each way", CHOSEN)
    turned: tuple[float, ...] = parameter((-2.0, 0.0, 2.0), "degrees", "that it may be turned", CHOSEN)
    glimpse: float = parameter(
        0.25, "share", "of what is seen that the likest explains there, from which it is laid on", CHOSEN
    )
    scales: tuple[tuple[int, float, int], ...] = parameter(
        ((24, 1.0, 6), (48, 1.0, 6)),
        "px, px of blur, steps",
        "a card's width where the likest are laid on, how soft it is there, and in how many steps: one after the other",
        CHOSEN,
    )
    laid: int = parameter(5, "cards", "the likest, that are laid on", CHOSEN)
    compared: int = parameter(8, "cards", "the likest, that are compared at last", CHOSEN)
    places: int = parameter(2, "poses", "of the likest, at which they are compared", CHOSEN)
    sides: tuple[tuple[int, float], ...] = parameter(
        ((32, 1.0), (48, 1.2), (96, 1.2)),
        "px, px of blur",
        "a card's width where cards are compared, the finest that shows, and how soft it is there",
        FOUND_ON,
    )
    enlarged: float = parameter(
        1.2, "times", "that a card may be enlarged for it: beyond that noise is compared", CHOSEN
    )
    doubtful: float = parameter(
        0.4, "share", "explained of what is seen, at which it is as likely anything else", POSTAL_ROWS
    )
    doubt: float = parameter(0.04, "share", "more, with which that gets less likely by e", POSTAL_ROWS)
    rough_soft: float = parameter(1.0, "px", "the same where every card is tried, of those px", CHOSEN)
    edge_px: int = parameter(2, "px", "left out beside the card above, whose edge and shadow are there", CHOSEN)
    freedom: tuple[float, ...] = parameter(
        (0.06, 0.06, 0.05, 0.05, 0.05, 0.05),
        "card widths",
        "that a pose may lie off: shift, then stretch and shear",
        CHOSEN,
    )
    longest_step: float = parameter(0.02, "card widths", "that a card is moved at once", CHOSEN)
    odd: float = parameter(30.0, "grey levels", "a pixel that differs by more is something else", CHOSEN)
    flat: float = parameter(
        30.0, "squared levels", "of what is seen, under which there is nothing to explain: burnt out, or dark", CHOSEN
    )
    trust: float = parameter(5e-4, "1 by squared levels", "that a pixel counts where a card is laid on", CHOSEN)


PARAMETERS = CardNamingParameters()


@dataclass(frozen=True, eq=False, slots=True)
class NamedCard:
    """Exactly how a card lies, (3, 3) from its unit square to px; the chances (views,) of each card; and the share of
    what is seen there, 0 to 1, that the likeliest explains; what lies out of the picture is not."""

    pose: Float64Array
    chances: Float64Array
    explained: float

    @property
    def believed(self) -> Float64Array:
        """(views,) chances of each, for what hardly explains what is seen there may be anything."""
        sure = 1.0 / (1.0 + math.exp((PARAMETERS.doubtful - self.explained) / PARAMETERS.doubt))
        return np.asarray(sure * self.chances + (1.0 - sure) / len(self.chances))


def named(
    lit: Layers,
    cards: CardEdition,
    pose: Float64Array,
    above: Float64Array | None = None,
    *,
    may_be_small: bool = False,
) -> NamedCard:
    """Exactly where a card lies, and which one it is.

    Args:
        lit: the picture as photographed, at a working size at which a card is about ``wide_px`` of its edition wide.
        pose: (3, 3) from the card's unit square to px, where soft pictures put it.
        above: the card that lies on it, if one does.
        may_be_small: it is compared no finer than it shows; else as fine as it was enrolled.
    """
    rough = _levels_at(cards, PARAMETERS.rough_px, PARAMETERS.rough_soft)
    starts, fits = _tried(lit, rough, pose, above, PARAMETERS.aside_px, PARAMETERS.turned)
    if 1.0 - fits.min() < PARAMETERS.glimpse:
        return _unnamed(pose, cards)
    likest = np.argsort(fits)[: PARAMETERS.compared]
    some = likest[: PARAMETERS.laid]
    poses, left = starts[some], fits[some]
    known = _levels_at(cards, *(_as_it_shows(lit, pose) if may_be_small else max(PARAMETERS.sides)))
    for side, soft, steps in PARAMETERS.scales:
        if side > known.n:
            break
        poses, left = _laid_on(lit, _levels_at(cards, side, soft), poses, some, above, steps)
    best = np.argsort(left)[: PARAMETERS.places]
    compared = np.full((PARAMETERS.places, len(cards.views)), np.inf)
    spread = np.ones(PARAMETERS.places)
    for place, exact in enumerate(poses[best]):
        compared[place, likest], spread[place] = _unexplained(lit, known, exact, likest, above)
    lefts = compared.min(axis=0)
    if not np.isfinite(lefts).any():
        return _unnamed(pose, cards)
    place = int(compared[:, lefts.argmin()].argmin())
    exact = poses[best[place]]
    explained = max(0.0, spread[place] - float(lefts.min())) / max(PARAMETERS.flat, spread[place])
    return NamedCard(exact, chances_of(lefts), explained * _share_in_view(lit, exact))


def glimpsed(lit: Layers, cards: CardEdition, pose: Float64Array) -> bool:
    """Whether a place, at a first glance, may show any card: most of those where only others may lie do not."""
    side, soft = PARAMETERS.glimpsed
    _, fits = _tried(lit, _levels_at(cards, side, soft), pose, None, 1, (0.0,))
    return bool(1.0 - fits.min() > PARAMETERS.glimpse)


def _unnamed(pose: Float64Array, cards: CardEdition) -> NamedCard:
    return NamedCard(pose, np.full(len(cards.views), 1.0 / len(cards.views)), 0.0)


def _as_it_shows(lit: Layers, pose: Float64Array) -> tuple[int, float]:
    """How many px wide a card is compared that shows there, and the px of blur."""
    corners = quad_of(pose)
    across, down = corners[2] - corners[0], corners[3] - corners[1]
    shown = lit.scale * math.sqrt(abs(float(across[0] * down[1] - across[1] * down[0])) / 2)
    fine = [one for one in PARAMETERS.sides if one[0] <= PARAMETERS.enlarged * shown]
    return max(fine, default=min(PARAMETERS.sides))


@lru_cache(maxsize=12)
def _levels_at(cards: CardEdition, side: int, soft: float) -> Patterns:
    """(cards, side, side, 3) BGR, 0 to 255, softened by so many px of these."""
    sigma = soft * card_edition.PARAMETERS.wide_px / side
    views = [cv2.GaussianBlur(view.astype(np.float32), (0, 0), sigma) for view in cards.squares]
    small = [cv2.resize(view, (side, side), interpolation=cv2.INTER_AREA) for view in views]
    return Patterns(np.asarray(np.stack(small), np.float32))


def _tried(
    lit: Layers,
    known: Patterns,
    pose: Float64Array,
    above: Float64Array | None,
    margin: int,
    degrees: tuple[float, ...],
) -> tuple[Float64Array, Float64Array]:
    """Where about a place each card fits best, (v, 3, 3), and the share that it leaves unexplained there, (v,): up to
    so many px of the cards' aside, and turned by one of these degrees."""
    side, reach = known.n, range(-margin, margin + 1)
    ways = [turned(pose, each) for each in degrees]
    around, _ = lit.cut(np.stack(ways), side, margin)
    nudges = list(product(range(len(ways)), reach, reach))
    poses = np.stack([beside(ways[turn], (across / side, down / side)) for turn, down, across in nudges])
    levels = levels_of(around)
    seen = np.stack(
        [
            levels[turn, margin + down : margin + down + side, margin + across : margin + across + side]
            for turn, down, across in nudges
        ]
    )
    shows = np.ones(seen.shape[:3], np.float32) if above is None else left_open(poses, above, side)
    share = _share_unexplained(seen, shows, known.patches)
    return poses[share.argmin(axis=0)], share.min(axis=0)


def _share_unexplained(seen: Float32Array, shows: Float32Array, views: Float32Array) -> Float64Array:
    """(b, v) the share of what shows (b, n, n, 3) that a gain and a veil a channel do not make of views (v, n, n, 3);
    all of it where nothing shows."""
    count, pixels = len(seen), seen.shape[1] * seen.shape[2]
    left, all_of_it = np.zeros((count, len(views))), np.full((count, 1), 1e-3)
    weight = shows.reshape(count, pixels)
    number = np.maximum(weight.sum(axis=1, keepdims=True), 1.0)
    for channel in range(seen.shape[-1]):
        value, view = seen[..., channel].reshape(count, pixels), views[..., channel].reshape(len(views), pixels).T
        own = weight * (value - (weight * value).sum(axis=1, keepdims=True) / number)
        spread = np.square(own).sum(axis=1, keepdims=True)
        of_views = np.maximum(weight @ view**2 - (weight @ view) ** 2 / number, 1.0)
        left += spread - np.maximum(own @ view, 0.0) ** 2 / of_views
        all_of_it += spread
    return np.asarray(left / all_of_it, np.float64)


def _shows(poses: Float64Array, inside: BoolMask, above: Float64Array | None, edge: int = 0) -> Float32Array:
    """(b, n, n) 1 where cards are in the picture and under nothing, nor within some px of what lies on them."""
    shows = inside.astype(np.float32)
    if above is None:
        return shows
    open_parts = left_open(poses, above, inside.shape[1])
    if edge:
        around = np.ones((2 * edge + 1, 2 * edge + 1))
        open_parts = np.stack([cv2.erode(part, around, borderValue=1.0) for part in open_parts])
    return np.asarray(shows * open_parts, np.float32)


def _share_in_view(lit: Layers, pose: Float64Array) -> float:
    """How much of a card lies in the picture: a strip of it at the edge is explained by many."""
    return float(lit.in_view(pose[None], PARAMETERS.rough_px).mean())


def _unexplained(
    lit: Layers, known: Patterns, pose: Float64Array, views: Views, above: Float64Array | None
) -> tuple[Float64Array, float]:
    """(v,) squared levels a pixel that each of these views leaves unexplained at a pose, and how many there are to be
    explained; infinity where nothing shows."""
    patches, inside = lit.cut(pose[None], known.n)
    shows = _shows(pose[None], inside, above, PARAMETERS.edge_px)[0] > 0
    if not shows.any():
        return np.full(len(views), np.inf), 1.0
    seen, targets = levels_of(patches)[0][shows], known.patches[views][:, shows]
    counts = np.ones(targets.shape[:2], np.float32)
    left = lit_as_seen(np.broadcast_to(seen, targets.shape), targets, counts).unexplained(counts)
    return left, float(seen.var(axis=0).sum())


def _laid_on(
    lit: Layers, known: Patterns, poses: Float64Array, views: Views, above: Float64Array | None, steps: int
) -> tuple[Float64Array, Float64Array]:
    """Better poses (b, 3, 3) for cards that are thought to be these views (b,), and the squared levels a pixel that are
    left (b,). A step that made nothing better is halved."""
    count, pixels = len(poses), known.n**2
    targets, slopes = known.patches[views].reshape(count, pixels, 3), known.slopes[views]
    descent = PoseDescent(poses, held_by(PARAMETERS.freedom), PARAMETERS.longest_step)
    best, least = descent.off, np.full(count, np.inf)
    for _ in range(steps):
        patches, inside = lit.cut(descent.poses, known.n)
        counts = _shows(descent.poses, inside, above).reshape(count, pixels)
        light = lit_as_seen(levels_of(patches).reshape(count, pixels, 3), targets, counts)
        left = light.unexplained(counts)
        better = left < least
        halved = (best + descent.off) / 2
        best, least = np.where(better[:, None], descent.off, best), np.where(better, left, least)
        error = np.clip(light.off, -PARAMETERS.odd, PARAMETERS.odd).reshape(*patches.shape)
        lit_slopes = (slopes.reshape(count, pixels, 3, 6) * light.gain[:, None, :, None]).reshape(count, -1, 6)
        weight = np.asarray(PARAMETERS.trust * counts, np.float32).reshape(patches.shape[:3])
        descent.step(by_weight(np.asarray(lit_slopes, np.float32), error, weight))
        descent.off = np.where(better[:, None], descent.off, halved)
    return descent.poses_at(best), least
