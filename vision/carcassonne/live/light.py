"""The light on the table: how this picture's colours come to be the edition's, learned from the tiles on record.

Each channel of Lab has a shift and a gain of its own, the colours also lean with lightness (a warm lamp tints what is
bright more than what is dark), and all of it drifts across the table. What a few plain tiles can't tell is held near
what cameras usually do: a Bayesian linear model, fitted with weights that fall for pixels which something covers.

Besides each tile has a light of its own: its picture was taken elsewhere on the table or in another box, it was printed
on another day, somebody leans over it. So ten tiles tell no more of how light falls across a table than ten numbers do,
however many pixels they have: a random effect of each tile (Gelman et al., "Bayesian Data Analysis", 3rd ed., ch. 15).
Without it, a map that grew by a tile was foretold lights that no lamp casts, 6 and 8 Lab units off.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.carcassonne.live import deck
from vision.carcassonne.live.deck import Softness, blurred_channel
from vision.imaging.patches import Patches
from vision.imaging.scatter import OF_MEDIAN, median_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.tone import NEUTRAL, Tone, tone_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveLightParameters(Parameters):
    """How this picture's tones and softness are fitted to the edition's, and how far a usual softness is trusted."""

    independent: float = parameter(
        0.05, "share", "of the pixels that count, since neighbouring ones repeat each other", CHOSEN
    )
    rounds: int = parameter(6, "rounds", "in which the light is fitted and what disagrees is left out", CHOSEN)
    softness_spread: float = parameter(
        0.4, "px of a fine patch", "by which cameras' softness scatters about the usual", CHOSEN
    )
    blur_trust: float = parameter(20.0, "px", "independent ones, whose worth a tile tells of the softness", CHOSEN)
    floor: tuple[float, ...] = parameter(
        (1.2, 1.5, 1.5), "Lab units", "no print and camera agree better, templates as soft as the picture", CHOSEN
    )
    own: tuple[float, float, float] = parameter(
        (1.0, 2.0, 2.6),
        "Lab units",
        "by which one tile's light differs from what the others foretell: standard deviation of L, a, b",
        "docs/findings/light-on-a-map.md",
    )
    least_gain: float = parameter(
        0.1, "times", "as much as a print's, a picture's colours rise at the least: with less it shows nothing", CHOSEN
    )
    bent_from: float = parameter(
        0.5, "times", "from which gain on it is believed that what is bright rises otherwise", CHOSEN
    )
    blurs: tuple[float, int] = parameter(
        (0.2, 14),
        "px, count",
        "of a tile's patch by which a picture may be softer than prints: steps, and how many are tried",
        CHOSEN,
    )
    # Columns as in Tone.matrix: 1, L, a, b, L² / 50, x, y, x², xy, y².
    spread: tuple[tuple[float, float, float], ...] = parameter(
        (
            (12.0, 15.0, 20.0),
            (0.3, 0.25, 0.35),
            (0.0, 0.25, 0.0),
            (0.0, 0.0, 0.25),
            (0.1, 0.0, 0.0),
            (6.0, 4.0, 6.0),
            (6.0, 4.0, 6.0),
            (3.0, 1.5, 2.0),
            (3.0, 1.5, 2.0),
            (3.0, 1.5, 2.0),
        ),
        "Lab units a unit of each column",
        "standard deviation of L, a, b about as seen, 0 keeps a column out: what lamps, windows and cameras do",
        CHOSEN,
    )


PARAMETERS = LiveLightParameters()
COLOURS = 5  # of a tone's columns, the others are places


def light_from(patches: Patches, targets: Patches, inside: NDArray[np.bool_], at: NDArray[np.float64]) -> Tone:
    """The map that brings patches (b, n, n, 3), cut at px (b, 2), to what the references (b, n, n, 3) show.

    What is fitted is how the print comes to be the picture, and that is turned round: grain lies in the picture and not
    in the print. A print that is foretold from a picture comes out the paler the more grain there is (classical against
    inverse calibration, Osborne, "Statistical Calibration: A Review", 1991), and of what is pale every plain tile is.
    """
    b, n = patches.shape[:2]
    middle = at.mean(axis=0)
    reach = float(max(300.0, np.abs(at - middle).max()))
    columns = tone_terms(targets, at, middle, reach)
    picture = patches.reshape(-1, 3).astype(np.float64)
    seen = np.flatnonzero(inside.reshape(-1))
    seen = seen[:: max(1, len(seen) // 12000)]
    trust = PARAMETERS.independent * b * n * n / max(1, len(seen))
    tiles = _Tiles.of(seen // (n * n))
    # Pixel after pixel in each row, which is fast to go through. Where a tile lies is the same for all of its pixels.
    colours, picture = np.ascontiguousarray(columns[seen, :COLOURS].T), np.ascontiguousarray(picture[seen].T)
    places = columns[seen[tiles.starts], COLOURS:]
    matrix, scatter = NEUTRAL.matrix.copy(), np.array(PARAMETERS.floor) * 3
    # A first guess that no wrong pixel can spoil: the medians brought together.
    matrix[0] = median_of(picture.T) - median_of(colours[1:4].T)
    lightness = float(median_of(colours[1:2].T)[0]) if colours.size else 0.0
    own_light = np.zeros((3, len(tiles.starts)))
    covariance = np.zeros((3, *matrix.shape[:1] * 2))
    spread, own = np.array(PARAMETERS.spread), np.square(PARAMETERS.own)
    for _ in range(PARAMETERS.rounds):
        there = matrix[COLOURS:].T @ places.T + own_light
        error = picture - matrix[:COLOURS].T @ colours - there[:, tiles.of_pixel]
        away = np.abs(_in_print(error, matrix, lightness))
        scatter = np.maximum(OF_MEDIAN * median_of(away.T), np.array(PARAMETERS.floor))
        weight = trust / np.square(1.0 + ((away / (2.0 * scatter[:, None])) ** 2).mean(axis=0))
        noise = np.maximum(OF_MEDIAN * median_of(np.abs(error).T), np.array(PARAMETERS.floor))
        for channel in range(3):
            used = np.flatnonzero(spread[:, channel])
            part, where = colours[used[used < COLOURS]], places[:, used[used >= COLOURS] - COLOURS]
            precise = weight / noise[channel] ** 2
            heavy = part * precise
            # Each tile's own light taken out by its mean (Woodbury's identity): what is left tells of all of them.
            each, goal = tiles.sums(heavy), tiles.sums(precise * picture[channel])
            total = each[0]  # the first of the colours is 1
            sums = np.vstack([each, total * where.T])
            share = 1.0 / (1.0 / own[channel] + total)
            firm = np.diag(1.0 / spread[used, channel] ** 2)
            across = each @ where
            held = np.block([[heavy @ part.T, across], [across.T, (total * where.T) @ where]])
            held += firm - (sums * share) @ sums.T
            right = np.concatenate([heavy @ picture[channel], goal @ where]) - (sums * share) @ goal
            matrix[used, channel] = np.linalg.solve(held, right + firm @ NEUTRAL.matrix[used, channel])
            own_light[channel] = share * (goal - matrix[used, channel] @ sums)
            covariance[channel][np.ix_(used, used)] = np.linalg.inv(held)
    back = _turned_round(matrix, lightness)
    return Tone(back, scatter, middle, reach, _spread_of(matrix, lightness, covariance), own)


def _gains(matrix: NDArray[np.float64], lightness: float) -> NDArray[np.float64]:
    """(3,) by how much the picture's L, a and b rise with the print's, about a print's usual lightness."""
    rises = np.array([matrix[1, 0] + 2 * matrix[4, 0] * lightness / 50.0, matrix[2, 1], matrix[3, 2]])
    return np.asarray(np.maximum(rises, PARAMETERS.least_gain))


def _in_print(error: NDArray[np.float64], matrix: NDArray[np.float64], lightness: float) -> NDArray[np.float64]:
    """What errors (3, p) in the picture's colours come to in the print's."""
    gains = _gains(matrix, lightness)
    light = error[0] / gains[0]
    return np.stack([light, *((error[c] - matrix[1, c] * light) / gains[c] for c in (1, 2))])


def _turned_round(matrix: NDArray[np.float64], lightness: float) -> NDArray[np.float64]:
    """The matrix of a :class:`Tone` that takes back what a matrix (10, 3) makes of a print, to the second order about
    a print's usual lightness."""
    gains = _gains(matrix, lightness)
    shown = matrix[0, 0] + matrix[1, 0] * lightness + matrix[4, 0] * lightness**2 / 50.0
    bend = matrix[4, 0] / max(gains[0], PARAMETERS.bent_from) ** 3 / 50.0
    back = np.zeros_like(matrix)
    back[0, 0] = lightness - shown / gains[0] - bend * shown**2
    back[1, 0] = 1.0 / gains[0] + 2.0 * bend * shown
    back[4, 0] = -bend * 50.0
    back[COLOURS:, 0] = -matrix[COLOURS:, 0] / gains[0]
    for c in (1, 2):
        back[:, c] = -matrix[1, c] / gains[c] * back[:, 0]
        back[0, c] -= matrix[0, c] / gains[c]
        back[c + 1, c] = 1.0 / gains[c]
        back[COLOURS:, c] -= matrix[COLOURS:, c] / gains[c]
    return back


def _spread_of(matrix: NDArray[np.float64], lightness: float, covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 10, 10) how the columns of what :func:`_turned_round` makes of a matrix scatter where those of the matrix do
    by a covariance (3, 10, 10), to the first order."""
    step, usual = 1e-4, _turned_round(matrix, lightness)
    found = np.zeros_like(covariance)
    for channel in range(3):
        slopes = np.zeros((3, *covariance.shape[1:]))
        for row in np.flatnonzero(np.diag(covariance[channel])):
            other = matrix.copy()
            other[row, channel] += step
            slopes[:, :, row] = (_turned_round(other, lightness) - usual).T / step
        found += slopes @ covariance[channel] @ slopes.transpose(0, 2, 1)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Tiles:
    """Which pixels are whose: those of one tile follow each other.

    Attributes:
        of_pixel: (p,) number of the tile of each, 0 for the first that has any.
        starts: (t,) the first of each tile's.
    """

    of_pixel: NDArray[np.intp]
    starts: NDArray[np.intp]

    @classmethod
    def of(cls, numbers: NDArray[np.intp]) -> _Tiles:
        starts = np.flatnonzero(np.diff(numbers, prepend=-1))
        return cls(np.searchsorted(starts, np.arange(len(numbers)), side="right") - 1, starts)

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """(..., t) of values (..., p) tile by tile."""
        return np.asarray(np.add.reduceat(values, self.starts, axis=-1), np.float64)


def softness_of(seen: Patches, crisp: Patches, trusted: NDArray[np.bool_]) -> Softness:
    """By how much templates must be blurred to look like what is seen, for each channel: sigma, px of the patch.

    Lenses and sensors soften all of a picture, JPEG and video carry colour at half the resolution. A blur is found by
    trying, as the one with which the templates (b, n, n, 3) correlate best with what is seen: correlation is blind to
    contrast, which must not be taken for sharpness nor the other way round. It comes in steps, so that it does not
    change with every picture.

    Args:
        seen: (b, n, n, 3) Lab.
        crisp: the same tiles as the edition has them.
        trusted: (b, n, n) pixels that show the tile.
    """
    trusted = trusted.copy()
    trusted[:, :3], trusted[:, -3:], trusted[:, :, :3], trusted[:, :, -3:] = False, False, False, False
    weight = trusted / np.maximum(trusted.sum(axis=(1, 2), keepdims=True), 1)
    step, count = PARAMETERS.blurs
    blurs = [round(step * number, 1) for number in range(count)]
    found = []
    for channel in range(3):
        here = _centred(seen[..., channel], weight, trusted)
        losses = []
        for sigma in blurs:
            soft = np.stack([blurred_channel(patch[..., channel], sigma) for patch in crisp])
            there = _centred(soft, weight, trusted)
            alike = float((here * there).sum()) / (float(np.sqrt((here**2).sum() * (there**2).sum())) + 1e-6)
            off = (sigma - deck.PARAMETERS.usual_softness[channel]) / PARAMETERS.softness_spread
            losses.append(
                len(seen) * PARAMETERS.blur_trust * 0.5 * np.log(1.001 - min(max(alike, 0.0), 1.0) ** 2) + 0.5 * off**2
            )
        found.append(blurs[int(np.argmin(losses))])
    return found[0], found[1], found[2]


def _centred(
    values: NDArray[np.float32], weight: NDArray[np.float64], trusted: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Values (b, n, n) without each patch's own mean; 0 where they are not to be trusted."""
    return np.asarray((values - (values * weight).sum(axis=(1, 2), keepdims=True)) * trusted)
