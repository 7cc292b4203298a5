"""One card cut out of a photograph of it, to be enrolled."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.quads import four_corners


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoParameters(Parameters):
    """Which proportions and share of a photograph make a card of it, and how large it is kept."""

    ratio: tuple[float, float] = parameter(
        (1.25, 1.85), "times", "height to width of a card that is seen a little aslant: least and most", CHOSEN
    )
    least_share: float = parameter(0.03, "share", "of the photograph that a card covers", CHOSEN)
    seen_at: int = parameter(900, "px", "of the longer side at which the card is looked for", CHOSEN)
    wide_px: int = parameter(354, "px", "that a card is wide that was cut out: 6 px a mm", CHOSEN)
    high_px: int = parameter(546, "px", "that it is high", CHOSEN)


PARAMETERS = PhotoParameters()


def cut_out(photograph: Picture) -> Picture | None:
    """The card of a photograph with its longer side upright, (high_px, wide_px, 3); which end is up is left open."""
    scale = min(1.0, PARAMETERS.seen_at / max(photograph.shape[:2]))
    size = (round(photograph.shape[1] * scale), round(photograph.shape[0] * scale))
    small = np.asarray(cv2.resize(photograph, size, interpolation=cv2.INTER_AREA), np.uint8)
    corners = _corners(small)
    if corners is None:
        return None
    wide, high = PARAMETERS.wide_px, PARAMETERS.high_px
    goal = np.array([[0, 0], [wide - 1, 0], [wide - 1, high - 1], [0, high - 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(corners / scale, np.float32), goal)
    return np.asarray(cv2.warpPerspective(photograph, matrix, (wide, high), flags=cv2.INTER_AREA), np.uint8)


def _corners(small: Picture) -> NDArray[np.float64] | None:
    """(4, 2) px, clockwise from the upper left with the longer side upright, of the most card-like thing."""
    best: tuple[float, NDArray[np.float64]] | None = None
    for mask in (_unlike_the_table(small), _inside_edges(small)):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            hull = cv2.convexHull(contour)
            area = float(cv2.contourArea(hull))
            if area < PARAMETERS.least_share * mask.size:
                continue
            quad = _quad(np.asarray(hull, np.int32))
            if quad is None or not _like_a_card(quad, small):
                continue
            fills = area / max(1.0, float(cv2.contourArea(quad.astype(np.float32))))
            worth = area * min(fills, 1 / fills) ** 4
            if best is None or worth > best[0]:
                best = worth, quad
    return None if best is None else best[1]


def _unlike_the_table(small: Picture) -> NDArray[np.uint8]:
    """What differs from the colour along the photograph's edges."""
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = max(3, min(small.shape[:2]) // 40)
    edges = (lab[:rim], lab[-rim:], lab[:, :rim], lab[:, -rim:])
    ground = np.median(np.concatenate([edge.reshape(-1, 3) for edge in edges]), axis=0)
    away = np.clip(np.linalg.norm((lab - ground) * (0.6, 1.0, 1.0), axis=2) * 3, 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(away, (0, 0), 1.2)
    _, mask = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9))), np.uint8)


def _inside_edges(small: Picture) -> NDArray[np.uint8]:
    """What is ringed by sharp edges, on a table of many colours."""
    edges = cv2.Canny(cv2.GaussianBlur(small, (0, 0), 1.4), 40, 110)
    return np.asarray(cv2.dilate(edges, np.ones((3, 3))), np.uint8)


def _quad(hull: NDArray[np.int32]) -> NDArray[np.float64] | None:
    corners = four_corners(hull, (0.02, 0.03, 0.04, 0.06))
    return None if corners is None else _ordered(corners)


def _ordered(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    middle = corners.mean(axis=0)
    round_it = corners[np.argsort(np.arctan2(*(corners - middle).T[::-1]))]  # clockwise on the picture
    first, second = (float(np.linalg.norm(round_it[(n + 1) % 4] - round_it[n])) for n in (0, 1))
    if first > second:  # the first side should be a short one
        round_it = np.roll(round_it, -1, axis=0)
    # Of the two short sides the one that is higher on the picture is taken for the top.
    if round_it[:2, 1].sum() > round_it[2:, 1].sum():
        round_it = np.roll(round_it, -2, axis=0)
    return np.asarray(round_it)


def _like_a_card(quad: NDArray[np.float64], small: Picture) -> bool:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    wide, high = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    inside = (quad >= 1).all() and (quad < np.array([small.shape[1] - 1, small.shape[0] - 1])).all()
    even = min(sides[0], sides[2]) > 0.7 * max(sides[0], sides[2])
    return bool(inside and even and PARAMETERS.ratio[0] < high / max(wide, 1.0) < PARAMETERS.ratio[1])
