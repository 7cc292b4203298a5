"""Does a follower of a given colour stand on a tile, and where does its foot stand?

Every pixel about the tile votes: does it look like what should be seen there (the bare tile, perhaps in a shadow), or
like the follower's colour? A figure stands somewhere if its whole silhouette, from the foot up to where the camera
sees its head, votes for it. The answer is a log-odds for every point of the tile that the foot may stand on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import Lab
from calibration.references import Outline
from vision.carcassonne.live.followers import silhouettes as outlines_of_figures
from vision.carcassonne.live.followers.silhouettes import (
    DIRECTIONS,
    EVERY_FOOT,
    MARGIN,
    ROUGHLY,
    SILHOUETTE_PX,
    SILHOUETTE_REACH,
    SPAN,
    Silhouettes,
    half_px,
    kind_scale,
    outline,
    silhouettes,
)
from vision.carcassonne.live.followers.stance import Guess
from vision.imaging.patches import LAB_SCALE, Patches, lab_of
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureEvidenceParameters(Parameters):
    """How much a pixel may say for or against a follower's paint, and how unsure an unseen paint is."""

    cap: float = parameter(
        8.0, "squared standard deviations", "at which a pixel's doubt about either hypothesis stops to count", CHOSEN
    )
    shades: tuple[float, float, float] = parameter(
        (1.0, 0.8, 0.62), "times", "the lightness: what a shadow may leave of it", CHOSEN
    )
    closely: float = parameter(
        16.0, "nats", "behind the likeliest point within which a foot is looked for closely", CHOSEN
    )
    burnt: float = parameter(
        0.93, "share of white", "linear light from which a channel counts as run into white", CHOSEN
    )
    unseen_sigma: tuple[float, float, float] = parameter(
        (7.0, 13.0, 13.0), "Lab units", "by which a paint that was never seen scatters, channel by channel", CHOSEN
    )
    seen_sigma: tuple[float, float, float] = parameter(
        (6.0, 8.0, 8.0), "Lab units", "by which one that was seen does", CHOSEN
    )


PARAMETERS = FigureEvidenceParameters()
# Painted wood in even white light, sRGB, before a piece was seen on this table. "Default": what the usual boxes hold.
PAINT: Mapping[str, tuple[int, int, int]] = {
    "red": (200, 40, 45),
    "yellow": (240, 200, 40),
    "green": (45, 140, 60),
    "blue": (40, 85, 175),
    "black": (36, 36, 36),
    "pink": (230, 130, 175),
    "white": (235, 230, 220),
}


@dataclass(frozen=True)
class LearnedPaint:
    """What a colour looks like in white light: (3,) Lab and its scatter, how often it was seen, and its name, empty
    where nobody told it."""

    lab: Float32Array
    sigma: Float32Array
    seen: int = 0
    name: str = ""

    @classmethod
    def of(cls, colour: str) -> LearnedPaint:
        """A colour that was not seen on this table yet. Raises :class:`KeyError` on an unknown name."""
        bgr = np.array([[PAINT[colour][::-1]]], np.uint8)
        return cls(lab_of(bgr)[0, 0], np.array(PARAMETERS.unseen_sigma, np.float32), name=colour)

    @classmethod
    def measured(cls, lab: Lab, colour: str = "") -> LearnedPaint:
        """A colour of which a piece was looked at beforehand: CIE Lab in white light."""
        scaled = np.asarray(np.array(lab) * LAB_SCALE, np.float32)
        return cls(scaled, np.array(PARAMETERS.seen_sigma, np.float32), 1, colour)

    def learned(self, pixels: Float32Array) -> LearnedPaint:
        """The colour after one more figure of it was confirmed: (n, 3) Lab of its pixels."""
        weight = 1 / min(self.seen + 1, 4)
        lab = self.lab + (np.median(pixels, axis=0) - self.lab) * weight
        sigma = np.array(PARAMETERS.seen_sigma, np.float32)
        return replace(self, lab=np.asarray(lab, np.float32), sigma=sigma, seen=self.seen + 1)


@dataclass(frozen=True, eq=False)
class Standpoint:
    """What is seen on and around one tile, and what should be.

    Attributes:
        seen: (m, m, 3) Lab in the edition's colours, m = SPAN + 2 MARGIN.
        balanced: the same as if the light on this tile were white: paints are told apart in it.
        expected: the bare tile and what lies around it, in the edition's colours.
        known: (m, m) where ``expected`` is known.
        sigma: (3,) how far seen and expected scatter.
        lean: (2,) tile widths by which 1 mm of height moves a point here, beside what the guesses say of all tiles.
        guesses: how figures may stand before this camera.
        distinct: see :attr:`vision.carcassonne.live.deck.Deck.distinct`.
        forms: (m, m) log-odds that forms say of a figure of each paint, by its name; None where they were not asked.
    """

    seen: Patches
    balanced: Patches
    expected: Patches
    known: NDArray[np.bool_]
    sigma: Float32Array
    lean: NDArray[np.float64]
    guesses: tuple[Guess, ...]
    distinct: float = 1.0
    forms: Mapping[str, Float32Array] | None = None

    def bare_doubt(self, scatter: Float32Array) -> Float32Array:
        """(m, m) squared standard deviations by which the bare tile fails to explain each pixel, in any shade.

        A shadow takes light and no colour, so what passes for one has to do so in white light, too, where paint that
        scatters so far (3,) is told: in the edition's colours, as they follow from the tiles of a table in changing
        light, a black figure may look like the tile below it in the shade.
        """
        doubts = []
        for shade in PARAMETERS.shades:
            expected = self.expected * np.array([shade, (1 + shade) / 2, (1 + shade) / 2], np.float32)
            doubt = np.square((self.seen - expected) / self.sigma).mean(axis=-1)
            if shade != 1.0:
                doubt = np.maximum(doubt, np.square((self.balanced - expected) / scatter).mean(axis=-1)) + 0.7
            doubts.append(doubt)
        return np.asarray(np.where(self.known, np.minimum(np.min(doubts, axis=0), PARAMETERS.cap), 0), np.float32)

    def votes(self, paint: LearnedPaint) -> Float32Array:
        """(m, m) log-odds of each pixel for the paint against the bare tile, as far as it has something of its own to
        say; 0 where nothing is known. A lamp burns a figure's top paler than its paint, and what lies in its shadow is
        as dark as paint: form tells both apart."""
        paint_doubt = np.square((self.balanced - paint.lab) / paint.sigma).mean(axis=-1)
        votes = 0.5 * (self.bare_doubt(paint.sigma) - np.minimum(paint_doubt, PARAMETERS.cap))
        if self.forms is not None:
            votes += self.forms[paint.name]
        votes *= self.distinct
        return np.asarray(np.where(self.known, votes, 0), np.float32)

    def speaks_for_somebody(self, paint: LearnedPaint) -> Float32Array:
        """(SPAN, SPAN) nats that each pixel of the tile says for a figure by not looking like the bare tile."""
        tile = slice(MARGIN, MARGIN + SPAN)
        doubt = self.bare_doubt(paint.sigma)[tile, tile]
        counting = outlines_of_figures.PARAMETERS.independent * self.distinct
        return np.asarray(0.5 * counting * doubt, np.float32)

    def log_odds(self, paint: LearnedPaint, kind: str = "small") -> Float32Array:
        """(SPAN, SPAN) log-odds that a figure's foot stands at each point of the tile, against a bare tile.

        Averaged over the ways it may stand, the directions that it may face, and over standing and lying. Where that
        cannot matter only the likeliest way is looked at.
        """
        evidence = self.evidence_for(paint)
        roughly = evidence.log_odds_at(EVERY_FOOT, kind).reshape(SPAN, SPAN)
        top = float(roughly.max())
        if top < 0 or len(self.guesses) == 1:
            return roughly
        near = cv2.dilate((roughly > top - PARAMETERS.closely).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        closely = silhouettes(self.lean, self.guesses, kind, DIRECTIONS)
        roughly[near] = closely.log_odds(evidence.votes, np.argwhere(near))
        return roughly

    def by_guess(
        self, paint: LearnedPaint, guesses: tuple[Guess, ...], where: Float32Array, kind: str = "small"
    ) -> Float32Array:
        """(n,) log-likelihood of a figure under each guess, with ``where`` (SPAN, SPAN) its foot may stand."""
        feet = np.argwhere(where > 1e-4)
        votes = self.evidence_for(paint).votes
        prior = np.log(where[feet[:, 0], feet[:, 1]])
        ways = (silhouettes(self.lean, (replace(guess, weight=0.0),), kind, ROUGHLY) for guess in guesses)
        return np.array([np.logaddexp.reduce(way.log_odds(votes, feet) + prior) for way in ways], np.float32)

    def evidence_for(self, paint: LearnedPaint) -> FigureEvidence:
        """What the pixels say of figures of a colour."""
        wide = SILHOUETTE_REACH - MARGIN
        votes = cv2.copyMakeBorder(self.votes(paint), wide, wide, wide, wide, cv2.BORDER_CONSTANT)
        return FigureEvidence(np.asarray(votes, np.float32), self.lean, self.guesses)

    def pixels_of(self, foot: tuple[int, int], kind: str = "small") -> Float32Array:
        """(n, 3) Lab of the pixels in the middle of a figure whose foot stands at (row, column) of the tile."""
        return self._in_the_middle(self.balanced, foot, kind)

    def shows(self, paint: LearnedPaint, foot: tuple[int, int], kind: str = "small") -> bool:
        """Whether most of these pixels look rather like a paint than like the bare tile."""
        return float(np.median(self._in_the_middle(self.votes(paint), foot, kind))) > 0

    def _in_the_middle(self, values: Float32Array, foot: tuple[int, int], kind: str) -> Float32Array:
        """(n, ...) what values (m, m, ...) are in the middle of a figure whose foot stands at (row, column)."""
        slices = tuple((height, 2.5, 2.5) for height, _, _ in outlines_of_figures.PARAMETERS.standing_mm[:3])
        likeliest = max(self.guesses, key=lambda guess: guess.weight)
        lean = half_px(self.lean, likeliest)
        body = outline(slices, lean, likeliest.scale * kind_scale(kind), 0.0) > 127
        row, column = foot[0] + MARGIN, foot[1] + MARGIN
        reach = body.shape[0] // 2
        padded = cv2.copyMakeBorder(values, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        window = padded[row : row + body.shape[0], column : column + body.shape[1]]
        return np.asarray(window[body], np.float32)


@dataclass(frozen=True, eq=False)
class FigureEvidence:
    """What the pixels about a tile say of figures of one colour, roughly: of figures that stand in the likeliest way.

    Attributes:
        votes: (WIDE_PX, WIDE_PX) log-odds of each pixel for the paint against the bare tile; 0 where nothing is known.
        lean, guesses: of the :class:`Standpoint`.
    """

    votes: Float32Array
    lean: NDArray[np.float64]
    guesses: tuple[Guess, ...]

    def under(self, guess: Guess) -> FigureEvidence:
        """The same where figures stand so and not otherwise."""
        return replace(self, guesses=(guess,))

    def log_odds_at(self, feet: NDArray[np.intp], kind: str = "small") -> Float32Array:
        """(n,) the log-odds that a figure's foot stands at these points (n, 2), row and column on the tile."""
        return self._likeliest_way(kind, ROUGHLY).log_odds(self.votes, feet)

    def without(self, foot: tuple[int, int], kind: str = "small") -> FigureEvidence:
        """What is left without the pixels that a figure covers whose foot stands at (row, column) of the tile."""
        body = self._likeliest_way(kind, DIRECTIONS).likeliest(self.votes, foot)
        votes = self.votes.copy()
        row, column = foot
        votes[row : row + SILHOUETTE_PX, column : column + SILHOUETTE_PX][body] = 0
        return replace(self, votes=votes)

    def hidden_by(self, foot: tuple[int, int], kind: str = "small") -> NDArray[np.bool_]:
        """(SPAN, SPAN) what a figure hides of the tile whose foot stands at (row, column), in the likeliest way."""
        body = silhouettes(self.lean, self.guesses, kind, DIRECTIONS).likeliest(self.votes, foot)
        hidden = np.zeros(self.votes.shape, bool)
        row, column = foot
        hidden[row : row + SILHOUETTE_PX, column : column + SILHOUETTE_PX] = body
        tile = slice(SILHOUETTE_REACH, SILHOUETTE_REACH + SPAN)
        return hidden[tile, tile]

    def outline(self, foot: tuple[int, int], kind: str = "small") -> Outline:
        """What a figure hides whose foot stands at (row, column) of the tile, in the likeliest way, tile units; it may
        lean out of the tile."""
        body = silhouettes(self.lean, self.guesses, kind, DIRECTIONS).likeliest(self.votes, foot)
        at = np.argwhere(body)[:, ::-1] + np.array(foot[::-1]) - SILHOUETTE_REACH
        hull = cv2.convexHull(((at + 0.5) / SPAN).astype(np.float32))[:, 0]
        return tuple((float(x), float(y)) for x, y in hull)

    def _likeliest_way(self, kind: str, directions: tuple[float, ...]) -> Silhouettes:
        first = max(self.guesses, key=lambda guess: guess.weight)
        return silhouettes(self.lean, (replace(first, weight=0.0),), kind, directions)


def balanced(raw: Patches, reference: Patches, agrees: NDArray[np.bool_], margin: int = MARGIN) -> Patches:
    """A patch (m, m, 3) Lab as the picture has it, in white light.

    The colours of a whole picture are learned from tiles, which hold no blue: what follows from them for a blue
    follower is guesswork. So the light's own colour is taken out instead, a factor for each of linear red, green and
    blue (von Kries), from the part of the tile that agrees with its reference (n, n, 3),
    which lies ``margin`` px inside the patch.
    """
    linear = _linear(raw)
    tile = linear[margin : len(linear) - margin, margin : len(linear) - margin][agrees]
    wanted = _linear(reference)[agrees]
    gain = (wanted.sum(axis=0) + 0.5) / (tile.sum(axis=0) + 0.5) if len(tile) else np.ones(3)
    white = np.clip(linear * np.clip(gain, 0.2, 6.0).astype(np.float32), 0, 1)
    lab = cv2.cvtColor(white, cv2.COLOR_LBGR2LAB)
    lab[..., 0] *= LAB_SCALE[0]
    return np.asarray(lab, np.float32)


def saturated(raw: Patches) -> NDArray[np.bool_]:
    """(..., n, n) where a picture (..., n, n, 3) Lab has run into white in two channels or more: no colour is left."""
    rows = raw.reshape(-1, raw.shape[-2], 3)
    return np.asarray(np.count_nonzero(_linear(rows) > PARAMETERS.burnt, axis=-1) >= 2).reshape(raw.shape[:-1])


def _linear(lab: Patches) -> Float32Array:
    scaled = lab / LAB_SCALE
    return np.asarray(np.maximum(cv2.cvtColor(scaled.astype(np.float32), cv2.COLOR_LAB2LBGR), 0), np.float32)
