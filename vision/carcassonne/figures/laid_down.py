"""Whether a figure lies, and what that says of what he does there: farmers are laid down, everybody else stands.

The rules have people lay farmers down, and most do; some stand them up like anybody else. Which of both is the way of
one table is known by the farmers whom people confirmed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from calibration.references import Outline
from vision.carcassonne.live.deck import filled
from vision.carcassonne.live.followers import stance
from vision.carcassonne.live.followers.stance import Guess
from vision.imaging.patches import Layers
from vision.networks.posture.network import FREEDOM, SIDE_PX, PostureSeen, posture_network
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidDownParameters(Parameters):
    """How often people lay figures down, and how an outline shows it."""

    lay_farmers_down: float = parameter(
        0.6, "share", 'of tables on which farmers are laid down, as the rules have it, "default"', CHOSEN
    )
    farmers_lie: float = parameter(0.95, "share", "of the farmers of such a table who lie", CHOSEN)
    # The same box is mostly played with by the same people.
    others_play: float = parameter(
        0.15, "share", "of evenings on which others play with a box, who put farmers down as anybody does", CHOSEN
    )
    remembered: int = parameter(6, "farmers", "that are remembered from one evening to the next", CHOSEN)
    fallen: float = parameter(0.02, "share", "of everybody else who lies: he fell over, or was put so", CHOSEN)
    untidy: float = parameter(
        0.1, "share", 'of tables on which figures lie as they come, whatever they are put down as, "default"', CHOSEN
    )
    untidily_lie: float = parameter(
        0.25, "share", 'of everybody but farmers who lies on such a table, "default"', CHOSEN
    )
    about_middle: float = parameter(
        0.12, "tile widths", "that the field on which somebody lies may be beside his middle", CHOSEN
    )
    at_most: float = parameter(4.0, "nats", "that the network is believed", CHOSEN)
    # Of 123 figures (looked at) each alone left 2 or 3 with less than 0.9 for what they stood on, both 1.
    pooled: float = parameter(0.5, "share", "of what an outline and the network each say of a foot", FINDING)
    # On 32 composed photographs without references and eight real ones (looked at) paint told 405 figures rightly, of
    # which 395 look like one by 3 log-odds and more, and three where nobody is: 0.5, -0.4 and -2.7. The least of all
    # true ones, green on grass, has -0.9.
    plainly_somebody: float = parameter(3.0, "log-odds", "from which a figure looks like one beyond doubt", FINDING)
    doubted: float = parameter(1.0, "log-odds", "more than the network says may a figure be one by its paint", FINDING)
    least_spread: float = parameter(0.02, "tile widths", "by which the network's feet are misjudged", CHOSEN)
    known_lean: float = parameter(
        0.1, "tile widths", "standard deviation of how heads may lean, beyond which two leans are thought of", FINDING
    )


PARAMETERS = LaidDownParameters()


def _that_they_lie(share: float, so_often: float, seen: Sequence[float]) -> float:
    """Log-odds that at a table such figures lie ``so_often``, and not as seldom as somebody falls over, by how some of
    them look; of all tables a share is one where they do."""
    each = (_of(so_often, lies) - _of(PARAMETERS.fallen, lies) for lies in seen)
    return math.log(share / (1 - share)) + sum(each)


def _share_that_lies(log_odds: float, so_often: float) -> float:
    """Of such figures, where they lie ``so_often`` or hardly ever."""
    here = 1 / (1 + math.exp(-log_odds))
    return here * so_often + (1 - here) * PARAMETERS.fallen


def _of(share: float, lies: float) -> float:
    """Log-likelihood of an outline where a share of figures lies, against that he stands."""
    return math.log(share * math.exp(lies) + 1 - share)


@dataclass(frozen=True, slots=True)
class PutDownHabits:
    """What is known of how figures are put down at one table: log-likelihood ratios that each lies, against that he
    stands.

    Attributes:
        seen: of the farmers who were confirmed.
        earlier: of those of earlier evenings with this edition.
        others: of everybody else who was confirmed.
    """

    seen: tuple[float, ...] = ()
    earlier: tuple[float, ...] = ()
    others: tuple[float, ...] = ()

    def confirmed(self, lies: float, *, farmer: bool) -> PutDownHabits:
        """Once people said what somebody was put down as."""
        return replace(self, seen=(*self.seen, lies)) if farmer else replace(self, others=(*self.others, lies))

    @property
    def log_odds(self) -> float:
        """That farmers are laid down."""
        usual, others = PARAMETERS.lay_farmers_down, PARAMETERS.others_play
        as_before = _that_they_lie(usual, PARAMETERS.farmers_lie, self.earlier)
        share = others * usual + (1 - others) / (1 + math.exp(-as_before))
        return _that_they_lie(share, PARAMETERS.farmers_lie, self.seen)

    @property
    def to_remember(self) -> tuple[float, ...]:
        """What other evenings should know."""
        return (*self.earlier, *self.seen)[-PARAMETERS.remembered :]

    @property
    def farmers_lie(self) -> float:
        """The share of its farmers who lie."""
        return _share_that_lies(self.log_odds, PARAMETERS.farmers_lie)

    @property
    def others_lie(self) -> float:
        """The share of everybody else who lies."""
        untidy = _that_they_lie(PARAMETERS.untidy, PARAMETERS.untidily_lie, self.others)
        return _share_that_lies(untidy, PARAMETERS.untidily_lie)


USUAL_HABITS = PutDownHabits()


@dataclass(frozen=True, slots=True)
class BodySeen:
    """How a figure was put down.

    Attributes:
        lies: log-likelihood ratio that he lies, against that he stands.
        middle: of him on the tile if he lies, tile units.
        habits: of those who put figures down at this table.
        feet: where he stands if he does, tile units, and by how much that is misjudged, tile widths: as often as leans
            were thought of, each as likely.
        somebody: log-odds that it is a figure at all; None where nobody looked.
    """

    lies: float
    middle: tuple[float, float]
    habits: PutDownHabits = USUAL_HABITS
    feet: tuple[tuple[float, float, float], ...] = ()
    somebody: float | None = None

    @property
    def plainly_somebody(self) -> bool:
        """Whether it looks like a figure beyond doubt, whatever its paint."""
        return self.somebody is not None and self.somebody >= PARAMETERS.plainly_somebody

    def as_sure(self, confidence: float) -> float:
        """How sure a figure may be that paint told to be one."""
        if self.somebody is None:
            return confidence
        return min(confidence, 1 / (1 + math.exp(-self.somebody - PARAMETERS.doubted)))

    def standing(self, feet: NDArray[np.floating]) -> Float64Array:
        """(n, n) density over the tile of where he may stand, as his outline tells it by itself, ``feet`` (n, n), and
        as he was seen: half of what each says, for both are seen of one figure."""
        if not self.feet:
            return np.asarray(feet, np.float64)
        line = (np.arange(len(feet)) + 0.5) / len(feet)
        seen = []
        for u, v, spread in self.feet:
            width = max(spread, PARAMETERS.least_spread)
            off = ((line[None] - u) ** 2 + (line[:, None] - v) ** 2) / width**2
            seen.append(-(FREEDOM + 2) / 2 * np.log1p(off / FREEDOM) - 2 * math.log(width))
        return pooled(feet, np.logaddexp.reduce(seen))

    def goes_with(self, farmer: NDArray[np.bool_], where: Float64Array, beneath: Float64Array) -> Float64Array:
        """(options,) how well it goes with each that somebody may have been put down as; never better than if nothing
        were known of it.

        Args:
            farmer: (options,) which of them are farmers.
            where: (options,) how well the foot of somebody who stands goes with each.
            beneath: (options,) the same with somebody who lies where :attr:`middle` says.
        """
        share = np.where(farmer, self.habits.farmers_lie, self.habits.others_lie)
        lying, standing = math.exp(min(self.lies, 0.0)), math.exp(-max(self.lies, 0.0))
        return np.asarray(share * lying * beneath + (1 - share) * standing * where)


def pooled(feet: NDArray[np.floating], seen: Float64Array) -> Float64Array:
    """(n, n) density over a tile by half of what each of both says, for both are seen of one figure.

    Args:
        feet: (n, n) density as outlines tell it. seen: (n, n) log-density as he was seen; of neither the scale counts.
    """
    outline = np.log(np.maximum(feet, 1e-9))
    both = np.exp(PARAMETERS.pooled * (outline - outline.max() + seen - seen.max()))
    return np.asarray(both / both.mean(), np.float64)


@dataclass(frozen=True, eq=False, slots=True)
class SeemsHidden:
    """Where somebody seems to be.

    Attributes:
        pose: (3, 3) of a tile that he is on or beside, unit square to px of the picture.
        hides: what he seems to hide, in units of that tile.
        leans: (k, 2) tile widths by which a head there may be seen beside the foot of who stands, each as likely.
    """

    pose: Matrix
    hides: Outline
    leans: Float64Array


def bodies_seen(layers: Layers, figures: Sequence[SeemsHidden], habits: PutDownHabits = USUAL_HABITS) -> list[BodySeen]:
    """How some figures on a picture were put down, by people of such habits."""
    if not figures:
        return []
    hulls = [np.asarray(cv2.convexHull(np.array(one.hides, np.float32)), np.float32) for one in figures]
    middles = np.array([_middle_of(hull) for hull in hulls])
    corners = middles - 0.5
    around = [
        one.pose @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]) for one, (x, y) in zip(figures, corners, strict=True)
    ]
    crops, _ = layers.cut(np.stack(around), SIDE_PX)
    hidden = [
        filled(tuple(map(tuple, hull[:, 0] - corner)), SIDE_PX) for hull, corner in zip(hulls, corners, strict=True)
    ]
    whose = np.repeat(np.arange(len(figures)), [len(one.leans) for one in figures])
    leans = np.concatenate([one.leans for one in figures]).astype(np.float32)
    postures = iter(posture_network().look(crops[whose], np.stack(hidden).astype(np.float32)[whose], leans))
    return [
        _body(list(islice(postures, len(one.leans))), middle, habits)
        for one, middle in zip(figures, middles, strict=True)
    ]


def _body(seen: Sequence[PostureSeen], middle: Float64Array, habits: PutDownHabits) -> BodySeen:
    """What is seen of one figure, whose middle is thought to be there, with each of the leans it may have."""
    most = PARAMETERS.at_most
    return BodySeen(
        lies=min(max(_on_average([one.lies for one in seen]), -most), most),
        middle=_point(middle + np.mean([one.middle for one in seen], axis=0)),
        habits=habits,
        feet=tuple((*_point(middle + one.foot), one.foot_spread) for one in seen),
        somebody=_on_average([one.somebody for one in seen]),
    )


def _on_average(log_odds: Sequence[float]) -> float:
    """The log-odds of the mean of what several log-odds make as probabilities."""
    yes, no = (float(np.logaddexp.reduce([-np.logaddexp(0.0, sign * one) for one in log_odds])) for sign in (-1, 1))
    return yes - no


def _point(at: Float64Array) -> tuple[float, float]:
    return float(at[0]), float(at[1])


def _shifted(x: float, y: float) -> Matrix:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])


def _middle_of(hull: Float32Array) -> Float64Array:
    moments = cv2.moments(hull)
    area = moments["m00"]
    return np.array([moments["m10"], moments["m01"]]) / area if area > 1e-9 else hull[:, 0].mean(axis=0)


def usual_leans(lean: Float64Array, guesses: Sequence[Guess]) -> Float64Array:
    """(k, 2) tile widths by which a head may be seen beside the foot, each as likely: see
    :meth:`vision.carcassonne.live.memory.Memory.leans`. One where that is known; where it is not (how much shorter a
    tile is seen along than across tells how obliquely, and not from which side) a standard deviation to either side of
    the mean, along which they scatter most: seen with the mean itself, which is no lean at all, a thief whose head
    leant up a tile was told to stand where his chest is."""
    each = np.array([lean * stance.PARAMETERS.head_mm + guess.lean for guess in guesses])
    weights = np.exp([guess.weight for guess in guesses])
    mean = np.average(each, axis=0, weights=weights)
    spread, axes = np.linalg.eigh(np.cov(each.T, aweights=weights, ddof=0) if len(each) > 1 else np.zeros((2, 2)))
    widest = math.sqrt(max(float(spread[-1]), 0.0))
    if widest <= PARAMETERS.known_lean:
        return np.asarray(mean[None], np.float64)
    return np.stack([mean - widest * axes[:, -1], mean + widest * axes[:, -1]])
