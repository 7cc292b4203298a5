"""How much mirrored light lies over each pixel of a part of the board.

Where print and wood are washed out, each pixel alone could be many things under as many veils. But a veil changes
slowly: the one under which most of what lies about a place looks like print or like somebody's wood is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array
from vision.parameters import CHOSEN, Parameters, parameter
from vision.thurn_and_taxis import board_patch
from vision.thurn_and_taxis.board_patch import BoardPatch, half


@dataclass(frozen=True, slots=True, kw_only=True)
class VeilParameters(Parameters):
    """How smooth mirrored light lies, and how reluctantly it is believed."""

    about_mm: float = parameter(2.4, "mm", "within which a veil is much the same", CHOSEN)
    smooth_mm: float = parameter(2.0, "mm", "by which a veil is smoothed", CHOSEN)
    dark_mm: float = parameter(14.0, "mm", "within which a veil is no thicker than what is darkest there", CHOSEN)
    slack: float = parameter(0.35, "share", "by which it may be all the same, since it may change", CHOSEN)
    wood_share: float = parameter(0.1, "share", "of the board's pixels that are wood of one colour", CHOSEN)
    burnt: float = parameter(0.92, "share", "of white: what is lighter tells nothing of the veil", CHOSEN)
    else_: float = parameter(3e-9, "density", "of what is neither, for each cubed grey level", CHOSEN)
    reluctance: float = parameter(0.3, "nats", "a pixel that a veil has to bring, times its share", CHOSEN)
    strictly: tuple[float, float] = parameter(
        (2.5, 2.5), "times", "so much better print and most wood must fit than they may where houses are told", CHOSEN
    )
    shares: tuple[float, float, int] = parameter(
        (0.0, 0.9, 19), "share: first, last, how many", "of a veil that are tried", CHOSEN
    )


PARAMETERS = VeilParameters()


def veil_over(
    sight: BoardPatch, valid: Float32Array, may_stand: Float32Array, colours: Sequence[str], px_per_mm: float
) -> Float32Array:
    """(h, w) the share of the way to white that mirrored light takes each pixel.

    Args:
        sight: the part of the board. told: (h, w), 0 where a pixel tells nothing.
        may_stand: (h, w), 1 where a house may show, 0 where there is print alone. colours: of the houses.
        px_per_mm: its resolution.
    """
    size, sight, valid, may_stand = (valid.shape[1], valid.shape[0]), sight.halved(), half(valid), half(may_stand)
    valid = np.where((sight.image < PARAMETERS.burnt * sight.white).any(axis=-1), valid, 0).astype(np.float32)
    about = PARAMETERS.about_mm * px_per_mm / 2
    weight = cv2.GaussianBlur(valid, (0, 0), about) + 1e-3
    most, worth = _most(sight, px_per_mm / 2), []
    first, last, count = PARAMETERS.shares
    shares = np.linspace(first, last, count, dtype=np.float32)
    for share in shares:
        each = _likelihood(sight, float(share), may_stand, colours) * valid
        likely = cv2.GaussianBlur(each, (0, 0), about) / weight - PARAMETERS.reluctance * share
        worth.append(np.where(share <= most, likely, -np.inf))
    likeliest = shares[np.argmax(worth, axis=0)]
    smooth = cv2.GaussianBlur(likeliest, (0, 0), PARAMETERS.smooth_mm * px_per_mm / 2)
    return np.asarray(cv2.resize(smooth, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _most(sight: BoardPatch, px_per_mm: float) -> Float32Array:
    """(h, w) the thickest veil there can be: it lightens ink and shadows too (the dark channel of He et al., "Single
    Image Haze Removal Using Dark Channel Prior", CVPR 2009)."""
    dark = cv2.GaussianBlur((sight.image / sight.white).min(axis=-1), (0, 0), 1.0)
    wide = 2 * round(PARAMETERS.dark_mm * px_per_mm) + 1
    near = cv2.erode(dark, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    return np.asarray(np.maximum(0, near) + PARAMETERS.slack, np.float32)


def _likelihood(sight: BoardPatch, share: float, may_stand: Float32Array, colours: Sequence[str]) -> Float32Array:
    """(h, w) log-likelihood of each pixel as photographed, if this share of mirrored light lies over it."""
    board, wood = sight.fits(colours, share, PARAMETERS.strictly)
    clean = sight.unveiled(share)
    # Densities of looks become densities of grey levels: a thicker veil foretells them more narrowly.
    narrow = (255.0 / sight.white / (1 - share) / (np.maximum(clean, 0) + board_patch.PARAMETERS.lift)).prod(axis=-1)
    known = np.where(
        clean.min(axis=-1) < -0.5 * board_patch.PARAMETERS.lift,
        0.0,
        board + PARAMETERS.wood_share * may_stand * wood.sum(axis=0),
    )
    return np.asarray(np.log(known * narrow + PARAMETERS.else_), np.float32)
