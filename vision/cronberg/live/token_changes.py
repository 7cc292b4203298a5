"""Where a token may have been put down since an earlier look: a round spot on a crossing has turned toward its paint,
and nothing around it has.

How a token looks is told by its make, the light and the gloss on it, none of which is known well; that its crossing was
bare a moment ago is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.cronberg import tokens as tokens_seen
from vision.cronberg.cronberg_set import CronbergSet
from vision.cronberg.tokens import appearance, disc
from vision.cronberg.tone import RectifiedBoard
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class CronbergTokenChangesParameters(Parameters):
    """What of a change speaks for a token."""

    around: tuple[float, float] = parameter((1.5, 2.2), "radii", "of what must not have changed likewise", CHOSEN)
    at_rest: float = parameter(0.5, "times", "as much as a face that its surroundings have changed at most", CHOSEN)
    usual: float = parameter(0.02, "log units", "that crossings change by at the least, one picture to another", CHOSEN)
    least: float = parameter(
        0.12, "share", "of the way to its paint that a crossing has gone at least: gloss is pale", CHOSEN
    )
    colourless: float = parameter(0.15, "log units", "of paint to print, from which a way has a direction", CHOSEN)
    seldom: float = parameter(2.0, "nats", "against a token, before what changed is looked at", CHOSEN)
    most: float = parameter(6.0, "nats", "that a change may speak for a token: anything may lie down there", CHOSEN)


PARAMETERS = CronbergTokenChangesParameters()


def token_changes(
    prints: CronbergSet, before: RectifiedBoard, now: RectifiedBoard, colours: Sequence[str]
) -> NDArray[np.float32]:
    """(crossings, colours) nats, 0 or more, for a token's having come to a crossing.

    Args:
        before, now: the plane of tokens' faces, as it was and is.
        colours: of the tokens in play.
    """
    nats = np.zeros((len(prints.crossings_mm), len(colours)), np.float32)
    if before.image.shape != now.image.shape:
        return nats
    hues = _hues(before)
    face, ring = _face_and_ring(prints, now, _hues(now) - hues)
    changed = face - ring
    rows, columns = _most_changed(now, prints.crossings_mm, np.linalg.norm(changed, axis=-1))
    went = changed[rows, columns]
    ways, shares = np.zeros_like(nats), np.zeros_like(nats)
    for number, colour in enumerate(colours):
        wood = appearance(np.array(prints.woods[colour], np.float32)[None, None])[0, 0, :2]
        way = wood - hues[rows, columns]
        length = np.maximum(np.linalg.norm(way, axis=-1), PARAMETERS.colourless)
        ways[:, number] = (went * way).sum(axis=-1) / length
        shares[:, number] = ways[:, number] / length
    usual = np.maximum(1.48 * np.median(np.abs(ways - np.median(ways, axis=0)), axis=0), PARAMETERS.usual)
    speaks = 0.5 * (ways / usual) ** 2 - PARAMETERS.seldom
    at_rest = np.linalg.norm(ring[rows, columns], axis=-1) < PARAMETERS.at_rest * np.linalg.norm(
        face[rows, columns], axis=-1
    )
    theirs = at_rest[:, None] & (shares > PARAMETERS.least) & (ways >= ways.max(axis=1, keepdims=True))
    return np.where(theirs, np.clip(speaks, 0.0, PARAMETERS.most), 0.0).astype(np.float32)


def _most_changed(
    plane: RectifiedBoard, crossings_mm: NDArray[np.floating], amount: Float32Array
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels that have changed most, of those about each crossing where a token may stand."""
    reach = max(1, round(tokens_seen.PARAMETERS.sought_mm * plane.px_per_mm))
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    round_it = np.hypot(xs, ys) <= reach
    x, y = np.round(plane.px(crossings_mm)).astype(np.intp).T[..., None]
    rows = np.clip(y + ys[round_it], 0, amount.shape[0] - 1)
    columns = np.clip(x + xs[round_it], 0, amount.shape[1] - 1)
    most = amount[rows, columns].argmax(axis=1)[:, None]
    return np.take_along_axis(rows, most, 1)[:, 0], np.take_along_axis(columns, most, 1)[:, 0]


def _hues(plane: RectifiedBoard) -> Float32Array:
    soft = max(0.4, 0.8 * plane.px_per_mm)
    return appearance(np.asarray(cv2.GaussianBlur(plane.image, (0, 0), soft), np.float32))[..., :2]


def _face_and_ring(
    prints: CronbergSet, plane: RectifiedBoard, change: Float32Array
) -> tuple[Float32Array, Float32Array]:
    """How much a face about each pixel has changed, and what is around it."""
    radius = prints.token_radius_mm * plane.px_per_mm
    inner, outer = (radius * share for share in PARAMETERS.around)
    half = math.ceil(outer)
    ys, xs = np.mgrid[-half : half + 1, -half : half + 1]
    away = np.hypot(xs, ys)
    around = ((away >= inner) & (away <= outer)).astype(np.float32)
    kernels = disc(radius * tokens_seen.PARAMETERS.face), around / around.sum()
    face, ring = (np.asarray(cv2.filter2D(change, -1, kernel), np.float32) for kernel in kernels)
    return face, ring
