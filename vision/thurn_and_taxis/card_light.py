"""Takes the light off cards: what colour a province has is only told once a lamp's warm colour is gone.

Paper, ink and sky are the same on all cards. So each whole card, whichever it is taken for, tells how much of each
channel the light leaves where it lies; between cards that changes slowly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.edition import CardEdition
from vision.cards.judging import CardSighting
from vision.cards.pose import spot_of, wide_of
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLightParameters(Parameters):
    """Over which area and how far a lamp's colour is taken off a card."""

    side: int = parameter(48, "px", "of a card that is compared", CHOSEN)
    lift: float = parameter(12.0, "grey levels", "added before logarithms, so that ink does not shout", CHOSEN)
    cell: int = parameter(24, "px of the picture", "that have one light", CHOSEN)
    reach: float = parameter(2.5, "card widths", "within which one tells the light", CHOSEN)


PARAMETERS = CardLightParameters()


def in_even_light(image: Picture, cards: CardEdition, whole: Sequence[CardSighting]) -> Picture:
    """The picture (BGR) as it would be in the light in which the cards were enrolled.

    Args:
        whole: cards that were found, one at the least; their names may be wrong.
    """
    lights = np.array([_light_on(image, cards, one) for one in whole])
    spots = np.array([spot_of(one.pose) for one in whole])
    high, wide = image.shape[0] // PARAMETERS.cell + 1, image.shape[1] // PARAMETERS.cell + 1
    x, y = np.meshgrid((np.arange(wide) + 0.5) * PARAMETERS.cell, (np.arange(high) + 0.5) * PARAMETERS.cell)
    away = ((x[..., None] - spots[:, 0]) ** 2 + (y[..., None] - spots[:, 1]) ** 2) / (
        PARAMETERS.reach * wide_of(whole[0].pose)
    ) ** 2
    weight = np.exp(-0.5 * (away - away.min(axis=-1, keepdims=True)))
    light = (weight @ lights) / weight.sum(axis=-1, keepdims=True)
    fine = cv2.resize(
        light.astype(np.float32), (wide * PARAMETERS.cell, high * PARAMETERS.cell), interpolation=cv2.INTER_CUBIC
    )
    gain = np.exp(-fine[: image.shape[0], : image.shape[1]])
    return np.asarray(np.clip((image + PARAMETERS.lift) * gain - PARAMETERS.lift, 0, 255), np.uint8)


def _light_on(image: Picture, cards: CardEdition, one: CardSighting) -> NDArray[np.float64]:
    """(3,) logarithm of how much brighter than enrolled each channel shows."""
    to_square = np.diag([PARAMETERS.side, PARAMETERS.side, 1.0]) @ np.linalg.inv(one.pose)
    seen = cv2.warpPerspective(image, to_square, (PARAMETERS.side, PARAMETERS.side), flags=cv2.INTER_AREA)
    known = cv2.resize(cards.squares[one.view], (PARAMETERS.side, PARAMETERS.side), interpolation=cv2.INTER_AREA)
    ratio = np.log(seen.astype(np.float64) + PARAMETERS.lift) - np.log(known.astype(np.float64) + PARAMETERS.lift)
    return np.asarray(np.median(ratio.reshape(-1, 3), axis=0))
