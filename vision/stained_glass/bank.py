"""Finds glass by likeness: every view in every direction, slid over a picture that was shrunk until tiles are small.

A patch is a disc that lies within the tile however it is turned, each channel without its mean, of unit length; what is
compared is the correlation of all three channels together, so light and its colour hardly matter. The discs of a bank
are alike enough to be told apart by a few dozen principal components, which makes the search of a whole picture two
matrix products (eigenfaces: Turk and Pentland, "Eigenfaces for Recognition", 1991).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from vision.imaging.patches import lab_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass import edition as stained_glass_edition
from vision.stained_glass.edition import GlassEdition

Lab = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankParameters(Parameters):
    """How many components of a view are compared, and how plain a view may be."""

    components: int = parameter(64, "components", "of the references' principal axes that are kept", CHOSEN)
    least_contrast: float = parameter(
        3.0, "Lab units", "root mean square: what is plainer than this is no glass", CHOSEN
    )
    of_its_own: float = parameter(
        0.5, "of a view's contrast", "that is enough where film on black has hardly any itself", CHOSEN
    )
    most_of_a_view: int = parameter(600, "count", "hits that are gathered", CHOSEN)
    reach: float = parameter(0.45, "tile sides", "radius of the disc that is compared", CHOSEN)
    chunk: int = parameter(20000, "places", "that are compared at once", CHOSEN)


PARAMETERS = BankParameters()


@dataclass(frozen=True, eq=False, slots=True)
class Bank:
    """Discs of all views, turned and seen obliquely.

    Attributes:
        tile_px: side of a tile in the pictures that are searched.
        offsets: (p, 2) px of the disc about its middle.
        components: (k, 3 p) principal components.
        loadings: (n, k) the discs in terms of them, for correlation.
        views: (n,) index of the view. turns: (n,) radians clockwise. shapes: (n,) index of the oblique view.
        shape_maps: (s, 2, 2) area-preserving maps by which tiles look oblique.
        middle: where on the tile the disc lies, tile sides.
        least_contrasts: (n,) root mean square of Lab below which a place is none of these.
    """

    tile_px: float
    offsets: NDArray[np.intp]
    components: Float32Array
    loadings: Float32Array
    views: NDArray[np.intp]
    turns: NDArray[np.float64]
    shapes: NDArray[np.intp]
    shape_maps: NDArray[np.float64]
    middle: tuple[float, float]
    least_contrasts: Float32Array


@dataclass(frozen=True, eq=False, slots=True)
class Hits:
    """Places that look like glass: (n,) each, best first.

    Attributes:
        x, y: the tiles' middles, px of the searched picture. scores: correlation. views: index of the view.
        maps: (n, 2, 2) from tile sides to px of the searched picture.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    scores: NDArray[np.float64]
    views: NDArray[np.intp]
    maps: NDArray[np.float64]

    @classmethod
    def of(cls, parts: Sequence[Hits]) -> Hits:
        """Those of several searches, all in the same px, one after the other."""
        names = ("x", "y", "scores", "views", "maps")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def __len__(self) -> int:
        return len(self.x)

    def best_first(self) -> Hits:
        """The same, likest first."""
        return self.at(np.argsort(-self.scores))

    def first(self, most: int) -> Hits:
        """The best of them."""
        return self.at(np.arange(min(most, len(self))))

    def first_of_each(self, most: int) -> Hits:
        """The best of each view, in the same order: what a table's pattern looks like leaves room for others."""
        kept = [np.flatnonzero(self.views == view)[:most] for view in np.unique(self.views)]
        return self.at(np.sort(np.concatenate(kept))) if kept else self

    def at(self, which: NDArray[np.intp]) -> Hits:
        """Some of them, by their places (m,), in that order."""
        return Hits(self.x[which], self.y[which], self.scores[which], self.views[which], self.maps[which])


def level_shapes() -> NDArray[np.float64]:
    """(1, 2, 2) the one way in which tiles look in a picture seen straight from above."""
    return np.eye(2)[None]


def oblique_shapes(squeeze: float = 0.8, directions: int = 4) -> NDArray[np.float64]:
    """(1 + directions, 2, 2) how squares look to a camera of unknown direction: straight from above, or so clearly
    oblique that they are ``squeeze`` times as deep as wide."""
    maps = [np.eye(2)]
    for k in range(directions):
        turn = np.pi * k / directions
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        maps.append(spin @ np.diag([squeeze**-0.5, squeeze**0.5]) @ spin.T)
    return np.stack(maps)


@lru_cache(maxsize=12)
def bank_of(
    edition: GlassEdition,
    tile_px: float,
    oblique: bool,
    directions: int = 24,
    middle: tuple[float, float] = (0.5, 0.5),
    reach: float | None = None,
) -> Bank:
    """The bank of an edition, worked out once: of whole tiles, or of the part about ``middle``."""
    reach = PARAMETERS.reach if reach is None else reach
    maps = oblique_shapes() if oblique else level_shapes()
    offsets = _disc(tile_px, reach)
    soft = 0.5 * stained_glass_edition.PARAMETERS.size / tile_px
    views = [np.asarray(cv2.GaussianBlur(lab_of(image), (0, 0), soft), np.float32) for image in edition.images]
    rows, of_view, of_turn, of_shape = [], [], [], []
    for shape, oblique_map in enumerate(maps):
        for step in range(directions):
            turn = 2 * np.pi * step / directions
            spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            within = offsets @ np.linalg.inv(oblique_map @ spin * tile_px).T + np.array(middle)
            at = (within * stained_glass_edition.PARAMETERS.size - 0.5).astype(np.float32)[:, None]
            for index, view in enumerate(views):
                cut = cv2.remap(view, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                rows.append(_unit(np.asarray(cut.reshape(1, -1, 3), np.float32))[0])
                of_view.append(index)
                of_turn.append(turn)
                of_shape.append(shape)
    discs = np.stack(rows)
    _, _, components = np.linalg.svd(discs, full_matrices=False)
    kept = np.asarray(components[: PARAMETERS.components], np.float32)
    loadings = discs @ kept.T
    return Bank(
        tile_px,
        offsets,
        kept,
        np.asarray(loadings, np.float32),
        np.array(of_view),
        np.array(of_turn),
        np.array(of_shape),
        maps,
        middle,
        _least_contrasts(views)[of_view],
    )


def _least_contrasts(views: Sequence[Lab]) -> Float32Array:
    """(views,) root mean square of Lab of the plainest place that may be each: film on black has hardly any itself."""
    own = np.sqrt([view.var(axis=(0, 1)).sum() for view in views])
    return np.minimum(PARAMETERS.least_contrast, PARAMETERS.of_its_own * own).astype(np.float32)


def _disc(tile_px: float, reach: float) -> NDArray[np.intp]:
    most = int(np.ceil(reach * tile_px))
    x, y = np.meshgrid(np.arange(-most, most + 1), np.arange(-most, most + 1))
    inside = x * x + y * y <= (reach * tile_px) ** 2
    return np.column_stack([x[inside], y[inside]])


def _unit(discs: Float32Array) -> Float32Array:
    """(n, p, 3) to (n, 3 p): each channel without its mean, of unit length."""
    centred = discs - discs.mean(axis=1, keepdims=True)
    flat = centred.reshape(len(discs), -1)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-3), np.float32)


def find(picture: Lab, bank: Bank, least: float, *, step: int = 2, where: NDArray[np.uint8] | None = None) -> Hits:
    """Places of a picture (h, w, 3; Lab as of ``lab_of``) whose likeness to some disc is at least ``least``.

    Args:
        step: px between places that are looked at.
        where: (h, w) not 0 where to look at all.
    """
    height, width = picture.shape[:2]
    margin = int(np.abs(bank.offsets).max())
    if min(height, width) <= 2 * margin + 2:
        return _none()
    rows, columns = np.mgrid[margin : height - margin : step, margin : width - margin : step]
    places = np.column_stack([columns.ravel(), rows.ravel()])
    if where is not None:
        places = places[where[places[:, 1], places[:, 0]] > 0]
    contrasts = _contrasts(picture, bank)
    lengths = contrasts[places[:, 1], places[:, 0]]
    least_lengths = bank.least_contrasts * np.float32(np.sqrt(len(bank.offsets)))
    lively = lengths > least_lengths.min()
    places, lengths = places[lively], lengths[lively]
    flat = (picture - picture.mean(axis=(0, 1))).reshape(-1, 3)
    around = bank.offsets[:, 1] * width + bank.offsets[:, 0]
    found: list[tuple[NDArray[np.intp], Float32Array, NDArray[np.intp]]] = []
    for start in range(0, len(places), PARAMETERS.chunk):
        part, contrast = places[start : start + PARAMETERS.chunk], lengths[start : start + PARAMETERS.chunk]
        discs = flat[(part[:, 1] * width + part[:, 0])[:, None] + around]
        # The components are of discs without their mean, so a mean in what they are compared with does not matter.
        weights = (discs.reshape(len(part), -1) @ bank.components.T) / contrast[:, None]
        # No disc is more alike than what the components tell of a place at all.
        able = np.flatnonzero(np.einsum("ij,ij->i", weights, weights) > least * least)
        scores = weights[able] @ bank.loadings.T
        faint = np.flatnonzero(contrast[able] < least_lengths.max())  # what is plain is like nothing but plain views
        scores[faint] = np.where(contrast[able][faint, None] > least_lengths, scores[faint], -1.0)
        best = scores.argmax(axis=1)
        score = scores[np.arange(len(best)), best]
        good = np.flatnonzero(score > least)
        found.append((part[able[good]], score[good], best[good]))
    if not found:
        return _none()
    spots = np.concatenate([one[0] for one in found]).astype(np.float64)
    scores_all = np.concatenate([one[1] for one in found]).astype(np.float64)
    discs_all = np.concatenate([one[2] for one in found])
    order = np.argsort(-scores_all)
    spots, scores_all, discs_all = spots[order], scores_all[order], discs_all[order]
    maps = _maps(bank, discs_all)
    spots = spots - maps @ (np.array(bank.middle) - 0.5)
    return Hits(spots[:, 0], spots[:, 1], scores_all, bank.views[discs_all], maps)


def find_closely(
    picture: Lab, bank: Bank, nearly: float, least: float, *, where: NDArray[np.uint8] | None = None
) -> Hits:
    """As :func:`find`, at every px about those of every second px whose likeness is at least ``nearly``."""
    rough = find(picture, bank, nearly, where=where)
    near = np.zeros(picture.shape[:2], np.uint8)
    discs = np.column_stack([rough.x, rough.y]) + rough.maps @ (np.array(bank.middle) - 0.5)
    columns, rows = np.rint(discs).astype(int).T
    near[rows, columns] = 1
    return find(picture, bank, least, step=1, where=np.asarray(cv2.dilate(near, np.ones((3, 3))), np.uint8))


def _contrasts(picture: Lab, bank: Bank) -> Float32Array:
    """(h, w) length of the disc about each place once each channel is without its mean."""
    reach = int(np.abs(bank.offsets).max())
    disc = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    disc[bank.offsets[:, 1] + reach, bank.offsets[:, 0] + reach] = 1.0
    level = picture - picture.mean(axis=(0, 1))
    sums, squares = cv2.filter2D(level, -1, disc), cv2.filter2D(level * level, -1, disc)
    lengths = np.sqrt(np.maximum((squares - sums * sums / len(bank.offsets)).sum(axis=2), 0))
    return np.asarray(lengths, np.float32)


def _maps(bank: Bank, discs: NDArray[np.intp]) -> NDArray[np.float64]:
    turn = bank.turns[discs]
    spin = np.stack([np.stack([np.cos(turn), -np.sin(turn)], -1), np.stack([np.sin(turn), np.cos(turn)], -1)], axis=1)
    return np.asarray(bank.shape_maps[bank.shapes[discs]] @ spin * bank.tile_px)


def _none() -> Hits:
    nothing = np.empty(0)
    return Hits(nothing, nothing, nothing, np.empty(0, np.intp), np.empty((0, 2, 2)))


def gathered(parts: Sequence[Hits], apart: float, views_a_place: int = 1, kinds: Sequence[str] | None = None) -> Hits:
    """Hits of several searches, all in the same px, without those that a better one is near.

    Args:
        apart: tile sides within which hits are at the same place.
        views_a_place: how many different views may be kept at one place.
        kinds: of the views; of each kind but one view is kept at a place. None: each view is a kind of its own.
    """
    every = Hits.of(parts).best_first().first_of_each(PARAMETERS.most_of_a_view)
    sides = np.sqrt(np.abs(np.linalg.det(every.maps))) if len(every) else np.empty(0)
    of = every.views if kinds is None else np.array(kinds)[every.views]
    crowd = np.zeros(len(every), np.intp)
    gone = np.zeros(len(every), bool)
    kept = []
    for index in range(len(every)):
        if gone[index] or crowd[index] >= views_a_place:
            continue
        kept.append(index)
        away = np.hypot(every.x - every.x[index], every.y - every.y[index])
        near = away < apart * np.minimum(sides, sides[index])
        crowd += near
        gone |= near & (of == of[index])
    return every.at(np.array(kept, np.intp))
