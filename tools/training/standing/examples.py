"""Spots of printed places with and without somebody on them, as a camera sees them after the light was taken off.

A spot is looked at from above with what is high leaning upwards on the patch, by ``lean`` mm for each mm of height,
beside the print that ought to be there; that may be another state of the place than the one that lies there.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np

from calibration.arrays import Float32Array
from tools.training.standing.camera import photographed
from tools.training.standing.makes import DrawnPiece, Stands, any_paint, any_piece
from tools.training.standing.prints import Prints
from vision.networks.standing.network import FOOT_PX, HEIGHT_BINS, HEIGHT_STEP_MM, MOST_LEAN, PX_PER_MM, SIDE_PX

FINER = 2  # times as finely as the patch that it is drawn
_SIDE, _SCALE = SIDE_PX * FINER, PX_PER_MM * FINER
SIZES = (0.7, 1.12)  # of pieces beside ours: places of 84 to 110 mm, and makers
_MOSAIC_PX_MM = 0.75  # as finely as a reader knows the print


class Example(NamedTuple):
    """One spot: seen and printed (SIDE_PX, SIDE_PX, 3) BGR 0 to 255, how what is high leans, and what stands there:
    who, index of a colour (-1: nobody), whether something lies on top, and in which step of heights its top is."""

    seen: np.ndarray
    printed: np.ndarray
    lean: float
    stands: int
    colour: int
    capped: int
    height: int


class Examples:
    """Draws spots by chance."""

    def __init__(self, seed: int, prints: int = 160) -> None:
        self._rng = np.random.default_rng(seed)
        self._prints = Prints(self._rng, prints)

    def one(self) -> Example:
        """A spot; somebody stands on eleven of twenty."""
        rng = self._rng
        lean = float(abs(rng.normal(0, 0.34))) if rng.random() < 0.6 else float(rng.uniform(0, MOST_LEAN))
        lean = min(lean, MOST_LEAN)
        picture = self._prints.cut(_SIDE, _SCALE)
        light, size = _Light(rng), rng.uniform(*SIZES)
        if rng.random() < 0.12:
            self._pictured(picture, size)
        printed = picture.copy()
        if rng.random() < 0.35:  # at the edge of a place
            picture, printed = self._at_an_edge(picture)
        if rng.random() < 0.3:  # another state of the place, in part or all over
            printed = self._other_state(printed)
        if rng.random() < 0.3:
            self._prints.lay_tokens(picture)
        elif rng.random() < 0.1:
            self._pictured(picture, size)
        bare = picture.copy()
        foot = np.array([_SIDE / 2, FOOT_PX * FINER])
        piece, others = None, []
        if rng.random() < 0.55:
            piece = any_piece(rng, size)
            others.append((piece, foot + rng.normal(0, 1.5, 2) * FINER))
        for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))):
            away, turn = rng.uniform(11, 30) * size * _SCALE, rng.uniform(0, 2 * math.pi)
            others.append((any_piece(rng, size), foot + away * np.array([math.cos(turn), math.sin(turn)])))
        if piece is None and rng.random() < 0.3:  # beside a spot is not on it
            away, turn = rng.uniform(6.5, 12) * _SCALE, rng.uniform(0, 2 * math.pi)
            others.append((any_piece(rng, size), foot + away * np.array([math.cos(turn), math.sin(turn)])))
        if rng.random() < 0.25:
            light.shade(picture)
        leaning = np.array([0.0, -lean]) + rng.normal(0, 0.08, 2)  # of one flat layout a camera is not known better
        others.sort(key=lambda one: float(one[1][1]))  # who is farther from the camera is hidden by who is nearer
        for one, at in others:
            _draw(picture, one, at, leaning, light, rng)
        plain = self._printed_as_known(printed)
        if rng.random() < 0.7:
            lit = photographed(rng, picture, bare, _SCALE, lean)
            small = cv2.resize(lit, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
            seen = np.asarray(np.clip(small, 0, 255), np.uint8)
        else:
            seen = self._photographed(picture)
        if piece is None:
            return Example(seen, plain, lean, Stands.NOTHING, -1, 0, 0)
        height = min(HEIGHT_BINS - 1, int(piece.high / HEIGHT_STEP_MM))
        return Example(seen, plain, lean, piece.stands, piece.colour, int(bool(piece.cap)), height)

    def _pictured(self, picture: Float32Array, size: float) -> None:
        """A picture of a piece, about the middle: it does not lean as what stands there would."""
        rng = self._rng
        turn, steep = rng.uniform(0.25, 1.75) * math.pi, rng.uniform(0.2, 1.0)
        foot = np.array([_SIDE / 2, FOOT_PX * FINER]) + rng.normal(0, 3 * _SCALE, 2)
        light = _Light(rng)
        light.deep *= float(rng.choice([0.0, 0.6]))
        leaning = steep * np.array([math.sin(turn), -math.cos(turn)])
        _draw(picture, any_piece(rng, size * rng.uniform(0.5, 1.0)), foot, leaning, light, rng)

    def _at_an_edge(self, picture: Float32Array) -> tuple[Float32Array, Float32Array]:
        """The place with its end, the table, and mostly the next; and what is known of them: the table is not."""
        rng = self._rng
        turn, away = rng.uniform(0, 2 * math.pi), rng.uniform(-4, 24) * _SCALE
        beyond = away + rng.uniform(0.3, 5.0) * _SCALE if rng.random() < 0.7 else math.inf
        rows, columns = np.mgrid[0:_SIDE, 0:_SIDE].astype(np.float32)
        along = (columns - _SIDE / 2) * math.cos(turn) + (rows - FOOT_PX * FINER) * math.sin(turn)
        table = cv2.GaussianBlur(self._prints.cut(_SIDE, _SCALE), (0, 0), float(rng.uniform(1, 12)))
        whole = np.where((along > away)[..., None], table, picture)
        whole = np.where((along > beyond)[..., None], self._prints.cut(_SIDE, _SCALE), whole)
        between = (along > away) & (along <= beyond)
        known = np.where(between[..., None], np.float32(0), whole)
        return np.asarray(whole, np.float32), np.asarray(known, np.float32)

    def _other_state(self, printed: Float32Array) -> Float32Array:
        rng, other = self._rng, self._prints.cut(_SIDE, _SCALE)
        if rng.random() < 0.35:
            return other
        x, y = rng.uniform(0, _SIDE, 2)
        wide, high = rng.uniform(0.2, 0.9, 2) * _SIDE
        box = cv2.boxPoints(((float(x), float(y)), (float(wide), float(high)), float(rng.uniform(0, 90))))
        mask = np.zeros(printed.shape[:2], np.uint8)
        cv2.fillPoly(mask, [box.astype(np.int32)], 1)
        return np.where(mask[..., None] > 0, other, printed)

    def _photographed(self, picture: Float32Array) -> np.ndarray:
        """As a camera shows it: soft, noisy, compressed, its light taken off but for a rest."""
        rng = self._rng
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 2.6)))
        small = cv2.resize(soft, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
        small = small * rng.normal(1, 0.07, 3) * rng.normal(1, 0.1) + rng.normal(0, 5)
        small = small + cv2.GaussianBlur(rng.normal(0, rng.uniform(0.5, 9), small.shape), (0, 0), rng.uniform(0.3, 0.9))
        shown = np.clip(small, 0, 255).astype(np.uint8)
        if rng.random() < 0.5:
            done, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 95))])
            read = cv2.imdecode(data, cv2.IMREAD_COLOR) if done else None
            shown = shown if read is None else np.asarray(read, np.uint8)
        return np.asarray(shown, np.uint8)

    def _printed_as_known(self, printed: Float32Array) -> np.ndarray:
        """As the references show it: no finer than the reader's mosaic, as soft as the picture, nearly in its place."""
        rng = self._rng
        shift = np.array([[1, 0, rng.normal(0, 1.2)], [0, 1, rng.normal(0, 1.2)]], np.float32)
        moved = cv2.warpAffine(printed, shift, (_SIDE, _SIDE), borderMode=cv2.BORDER_REPLICATE)
        side = round(_SIDE * _MOSAIC_PX_MM / _SCALE)
        coarse = cv2.resize(moved, (side, side), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(coarse, (0, 0), float(rng.uniform(0.2, 2.3)))
        small = cv2.resize(soft, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC)
        return np.asarray(np.clip(small, 0, 255), np.uint8)


class _Light:
    """A lamp: from where it comes on the patch, how deep and soft its shadows are."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.turn = rng.uniform(0, 2 * math.pi)
        self.aside = np.array([math.cos(self.turn), math.sin(self.turn)])
        self.long = rng.uniform(0.15, 1.2)
        self.deep = rng.uniform(0.1, 0.85)
        self.soft = rng.uniform(0.6, 7.0)
        self.even = rng.uniform(0.35, 0.8)
        self._rng = rng

    def shade(self, picture: Float32Array) -> None:
        """A shadow of something out of sight."""
        mask = np.zeros(picture.shape[:2], np.float32)
        middle = self._rng.uniform(-0.2, 1.2, 2) * picture.shape[0]
        cv2.circle(mask, (int(middle[0]), int(middle[1])), int(self._rng.uniform(25, 90)), 1.0, -1)
        self.darken(picture, mask)

    def darken(self, picture: Float32Array, mask: Float32Array) -> None:
        """Where the mask (h, w) is 1 the lamp does not reach."""
        soft = cv2.GaussianBlur(mask, (0, 0), self.soft)
        picture *= 1 - self.deep * soft[..., None]


def _draw(
    picture: Float32Array,
    piece: DrawnPiece,
    foot: np.ndarray,
    leaning: np.ndarray,
    light: _Light,
    rng: np.random.Generator,
) -> None:
    """The piece on the picture (h, w, 3), after its shadow; ``leaning`` (2,) mm across and down for each of height."""
    shadow = np.zeros(picture.shape[:2], np.float32)
    for one in piece.slices[:: max(1, len(piece.slices) // 6)] + piece.slices[-1:]:
        _fill(shadow, (one.outline + light.aside * light.long * one.high) * _SCALE + foot, 1.0)
    light.darken(picture, shadow)
    paint = np.array(any_paint(rng, piece.colour))
    top, sides = rng.uniform(0.88, 1.06), rng.uniform(0.5, 0.9)
    if rng.random() < 0.5:  # below a lamp, in a dark room
        top, sides = rng.uniform(0.95, 1.45), rng.uniform(0.12, 0.7)
    drawn = np.zeros_like(picture)
    mask = np.zeros(picture.shape[:2], np.float32)
    steps = list(zip(piece.slices, [*piece.slices[1:], None], strict=True))
    for one, above in steps:
        shade = sides + (top - sides) * one.upwards
        rows = [one.high] if above is None else np.arange(one.high, above.high, 0.5)
        for high in rows:
            at = one.outline * _SCALE + foot + leaning * high * _SCALE
            _fill(drawn, at, tuple((paint * shade).tolist()))
            _fill(mask, at, 1.0)
        if above is not None and above.high in piece.breaks:
            edge = above.outline * _SCALE + foot + leaning * above.high * _SCALE
            cv2.polylines(drawn, [_fixed(edge)], True, tuple((paint * sides * 0.62).tolist()), 1, cv2.LINE_AA, 3)
    _round(drawn, foot, piece, light)
    highest = piece.slices[-1]
    shift = -leaning * highest.high * _SCALE
    if piece.stands != Stands.TURNED:
        _fill(drawn, highest.outline * _SCALE + foot - shift, tuple((paint * top).tolist()))
    for outline, colour in piece.cap:
        _fill(drawn, outline * _SCALE + foot - shift, tuple((np.array(colour) * top).tolist()))
    if rng.random() < 0.4:  # gloss
        spot = foot - shift * rng.uniform(0.7, 1.0) + rng.normal(0, 2.5, 2) * _SCALE
        glint = np.zeros_like(mask)
        cv2.circle(glint, (int(spot[0]), int(spot[1])), int(rng.uniform(1, 6)), 1.0, -1)
        drawn += cv2.GaussianBlur(glint, (0, 0), 2.0)[..., None] * rng.uniform(40, 180)
    np.copyto(picture, np.clip(picture + (drawn - picture) * mask[..., None], 0, 255))


def _round(drawn: Float32Array, foot: np.ndarray, piece: DrawnPiece, light: _Light) -> None:
    """Sides that face the lamp are lighter."""
    if piece.stands == Stands.SAWN:
        return
    wide = max(float(np.abs(one.outline).max()) for one in piece.slices) * _SCALE
    across = np.clip((np.arange(drawn.shape[1]) - foot[0]) / wide, -1, 1)
    lit = light.even + (1 - light.even) * (1 - across * float(light.aside[0])) * 0.9
    drawn *= (1 + (lit - 1) * 0.6)[None, :, None].astype(np.float32)


def _fixed(points: np.ndarray) -> np.ndarray:
    return np.round((points - 0.5) * 8).astype(np.int32)


def _fill(picture: Float32Array, points: np.ndarray, colour: float | tuple[float, ...]) -> None:
    cv2.fillPoly(picture, [_fixed(points)], colour, cv2.LINE_AA, 3)
