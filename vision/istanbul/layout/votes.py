"""Finds a small and soft layout as a whole: what lies anywhere votes for the layout that it would be part of.

Where a place is but 30 px wide and grainy, no feature of it stands out any more; yet sixteen that each look a little
like some place, in rows and columns, are a layout (generalised Hough transform: Ballard, Pattern Recognition 1981; over
affine views: Morel and Yu, "ASIFT", SIAM J. Imaging Sciences 2009). First it is told roughly where so much looks like
places, whatever way they are turned; there all ways of looking at a block of four by four are tried; and the best of
them are bent until they fit best, by an evolution strategy (Hansen and Ostermeier, Evolutionary Computation 2001, here
without learning of directions).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array, Float64Array
from vision.frames import Picture
from vision.giving_up import checkpoint
from vision.imaging.patches import lab_of
from vision.imaging.side_by_side import side_by_side
from vision.istanbul.layout.edition import PlaceEdition
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS, Lattice, Matrix, project, shifted


@dataclass(frozen=True, slots=True, kw_only=True)
class VotesParameters(Parameters):
    """At which sizes, turns and leans small places vote, and when a layout stands out from the rest."""

    long_side: int = parameter(1920, "px", "larger pictures are looked at so large", CHOSEN)
    pitch: float = parameter(1.018, "place widths", "from place to place: they do not lie quite close", CHOSEN)
    block: int = parameter(4, "count", "rows and columns that every layout has", CHOSEN)
    roughly: tuple[int, int] = parameter((4, 3), "samples", "of a place across and down, at first", CHOSEN)
    closely: tuple[int, int] = parameter((6, 5), "samples", "of a place across and down, then", CHOSEN)
    usual_px: float = parameter(36.0, "px", "width of a place at which layouts are looked for first", CHOSEN)
    other_widths_px: tuple[float, ...] = parameter(
        (27.0, 31.0, 41.0, 47.0), "px", "widths of a place at which they are looked for then", CHOSEN
    )
    rough_degrees: float = parameter(20.0, "degrees", "from one way of turning a layout to the next, at first", CHOSEN)
    close_degrees: float = parameter(10.0, "degrees", "from one way of turning a layout to the next, then", CHOSEN)
    squeeze: float = parameter(0.8, "times", "a length: what a tilt of 37 degrees leaves of it", CHOSEN)
    leans: tuple[float, ...] = parameter(
        (0.0, 30.0, 60.0, 90.0, 120.0, 150.0), "degrees", "directions into which a layout may be tilted", CHOSEN
    )
    soft: float = parameter(
        0.35, "share", "of the distance between samples: blur (sigma) that spares what they would miss", CHOSEN
    )
    plain: float = parameter(3.0, "Lab units", "spread of samples below which there is no print", CHOSEN)
    grain: float = parameter(2.0, "Lab units", "spread that grain makes where there is no print", CHOSEN)
    mostly: float = parameter(
        0.5, "share", "of a layout's area that is print at the least, whatever stands on it", CHOSEN
    )
    surprising: float = parameter(
        4.0, "spreads", "beyond which more likeness to some place tells no more of where a layout is", CHOSEN
    )
    alike: float = parameter(0.2, "correlation", "from which a place is a bit alike", CHOSEN)
    around: float = parameter(4.2, "widths", "of a place that are looked at about a layout's middle", CHOSEN)
    across: float = parameter(3.5, "widths", "of a place that a layout has at least", CHOSEN)
    # What some block must have at the usual width, or other widths are not tried: so many votes, and so many times
    # the votes of a middling way of looking at what lies there, for a pattern all over looks like places whatever way
    # it is turned. Of 40 hard pictures of layouts none had less than 1.5 votes there, nor less than 1.30 times the
    # median; torn rows had up to 2.0, but 1.14 to 1.24 times it, and patches out of focus 0.5 to 1.2
    # (docs/findings/an-evening.md).
    worth_trying: float = parameter(
        1.25,
        "votes",
        "of some block at the usual width, below which other widths are not tried",
        "docs/findings/an-evening.md",
    )
    stands_out: float = parameter(
        1.25,
        "times",
        "the votes of a middling way of looking at what lies there that it must have for that, as well",
        "docs/findings/an-evening.md",
    )
    least_votes: float = parameter(
        1.25,
        "votes",
        "of a layout: tables, posters and what lies on them had 1.05 at most",
        "vision/istanbul/layout/votes.py",
    )
    contenders: int = parameter(8, "blocks", "that are bent", CHOSEN)
    apart: float = parameter(0.25, "place widths", "between different layouts", CHOSEN)
    rounds: int = parameter(12, "rounds", "of bending blocks", CHOSEN)
    tries: int = parameter(150, "blocks", "that are bent in each round", CHOSEN)
    elite: int = parameter(8, "blocks", "from which the next round begins", CHOSEN)
    step: float = parameter(0.25, "widths", "of a place by which corners are tried off at first", CHOSEN)
    calmer: float = parameter(0.82, "times", "the width of bending that a round leaves of it", CHOSEN)


PARAMETERS = VotesParameters()

Throw: TypeAlias = tuple[Float64Array, Float64Array]


@dataclass(frozen=True, eq=False, slots=True)
class _Print:
    """All places in a few samples each: ``vectors`` (2 v, 3 wide high) of unit length, upright ones first."""

    wide: int
    high: int
    vectors: Float32Array

    @classmethod
    def of(cls, edition: PlaceEdition, wide: int, high: int) -> _Print:
        upright = []
        for picture in edition.pictures:
            soft = cv2.GaussianBlur(picture, (0, 0), PARAMETERS.soft * picture.shape[1] / wide)
            upright.append(lab_of(np.asarray(cv2.resize(soft, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)))
        both = np.stack([*upright, *(lab[::-1, ::-1] for lab in upright)]).reshape(2 * len(upright), -1, 3)
        vectors, spread = _centred(both)
        return cls(wide, high, np.asarray(vectors / np.maximum(spread, 1e-3)[:, None], np.float32))

    def alike(self, samples: Float32Array) -> tuple[Float32Array, NDArray[np.bool_]]:
        """(2 v, n) correlations of samples (n, wide high, 3), and which are print at all; 0 where there is none."""
        vectors, spread = _centred(samples)
        size = np.sqrt(np.float32(vectors.shape[1]))
        printed = spread > PARAMETERS.plain * size
        scale = np.asarray(printed / np.sqrt(spread**2 + (PARAMETERS.grain * size) ** 2), np.float32)
        return self.vectors @ (vectors * scale[:, None]).T, printed


def _centred(samples: Float32Array) -> tuple[Float32Array, Float32Array]:
    """(n, 3 p) samples (n, p, 3) without each channel's mean, and their lengths (n,)."""
    mean = np.full((1, samples.shape[1]), 1 / samples.shape[1], np.float32) @ samples
    flat = (samples - mean).reshape(len(samples), -1)
    return np.asarray(flat, np.float32), np.sqrt(np.einsum("np,np->n", flat, flat))


@dataclass(frozen=True, eq=False, slots=True)
class _Block:
    """Four by four places: ``pose`` from (column, row) of their upper left to px; ``votes``; ``width`` of a place."""

    pose: Matrix
    votes: float
    width: float


def voted_layout(image: Picture, edition: PlaceEdition, seed: int = 1) -> Lattice | None:
    """The block of places that most speaks for, or None where too little looks like places; ``seed`` of the tries."""
    scale = min(1.0, PARAMETERS.long_side / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    lab = lab_of(np.asarray(small, np.uint8))
    middle = _middle(lab, _Print.of(edition, *PARAMETERS.roughly), edition.aspect)
    if middle is None:
        return None
    print_ = _Print.of(edition, *PARAMETERS.closely)
    rng = np.random.default_rng(seed)
    usual = list(_blocks(lab, middle, print_, edition.aspect, (PARAMETERS.usual_px,)))
    votes = np.array([block.votes for block in usual])
    if votes.max() < max(PARAMETERS.worth_trying, PARAMETERS.stands_out * float(np.median(votes))):
        return None
    contenders = _contenders([*usual, *_blocks(lab, middle, print_, edition.aspect, PARAMETERS.other_widths_px)])
    thrown = [_throws(rng) for _ in contenders]
    bent = side_by_side(lambda one: _bent(lab, one[0], print_, one[1]), list(zip(contenders, thrown, strict=True)))
    best = max(bent, key=lambda block: block.votes)
    if best.votes < PARAMETERS.least_votes:
        return None
    whole = np.diag([1 / scale, 1 / scale, 1.0]) @ best.pose
    rim = (1 - 1 / PARAMETERS.pitch) / 2
    inner = np.array([[1 - 2 * rim, 0, rim], [0, 1 - 2 * rim, rim], [0, 0, 1.0]])
    cells = [(row, column) for row in range(PARAMETERS.block) for column in range(PARAMETERS.block)]
    return Lattice({(row, column): shifted(whole, column, row) @ inner for row, column in cells})


def _middle(lab: Float32Array, print_: _Print, aspect: float) -> Float64Array | None:
    """(2,) px about which most looks like places, or None where nothing as large as a layout is printed at all."""
    part = 8
    heat = np.zeros((lab.shape[0] // part + 1, lab.shape[1] // part + 1), np.float32)
    soft = _softened(lab, PARAMETERS.usual_px, print_)
    usual: tuple[Float32Array, Float32Array] | None = None
    for degrees in np.arange(0.0, 180.0, PARAMETERS.rough_degrees):
        checkpoint()
        to_px, size = _laid_over(_view(PARAMETERS.usual_px, degrees, np.eye(2), print_, aspect), lab.shape)
        alike, printed, shape = _everywhere(soft, to_px, size, print_)
        if usual is None:
            if not _covered_by_print(printed.reshape(shape), print_):
                return None
            there = alike[:, printed]
            usual = there.mean(axis=1, keepdims=True), there.std(axis=1, keepdims=True) + np.float32(1e-3)
        telling = np.where(printed, ((alike - usual[0]) / usual[1]).max(axis=0), 0).reshape(shape)
        telling = np.asarray(cv2.dilate(np.clip(telling, 0, PARAMETERS.surprising), np.ones((3, 3))), np.float32)
        to_step = np.diag([0.5, 0.5, 1.0]) @ np.array([[1.0, 0, -print_.wide], [0, 1.0, -print_.high], [0, 0, 1.0]])
        back = to_step @ np.linalg.inv(to_px) @ np.diag([part, part, 1.0])
        heat += cv2.warpAffine(telling, back[:2], heat.shape[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    side = round(PARAMETERS.across * PARAMETERS.usual_px / part) | 1
    crowd = cv2.boxFilter(heat, -1, (side, side), borderType=cv2.BORDER_CONSTANT)
    y, x = np.unravel_index(int(crowd.argmax()), crowd.shape)
    if crowd[y, x] <= 0:
        return None
    return np.array([x * part, y * part], np.float64)


def _covered_by_print(printed: NDArray[np.bool_], print_: _Print) -> bool:
    """Whether there is print on most of an area that a layout would cover, however it is turned: bare tables, walls,
    covered lenses and what is far out of focus have none, or only along some edge."""
    side = round(PARAMETERS.across * min(print_.wide, print_.high))
    share = cv2.boxFilter(printed.astype(np.float32), -1, (side, side), borderType=cv2.BORDER_CONSTANT)
    return bool(share.max() >= PARAMETERS.mostly) if share.size else False


def _blocks(
    lab: Float32Array, middle: Float64Array, print_: _Print, aspect: float, widths_px: Iterable[float]
) -> Iterator[_Block]:
    """The best block of each way of looking at what lies about the middle."""
    reach = PARAMETERS.around * PARAMETERS.usual_px
    left, top = np.maximum(middle - reach, 0).astype(int).tolist()
    right, bottom = (middle + reach).astype(int).tolist()
    near = np.ascontiguousarray(lab[top:bottom, left:right])
    onto = np.array([[1.0, 0, left], [0, 1.0, top], [0, 0, 1.0]])
    leans = [np.eye(2), *(_squeezed(degrees) for degrees in PARAMETERS.leans)]
    count = len(print_.vectors) // 2
    mask = np.zeros(((PARAMETERS.block - 1) * print_.high + 1, (PARAMETERS.block - 1) * print_.wide + 1), np.float32)
    mask[:: print_.high, :: print_.wide] = 1
    ways = np.arange(0.0, 180.0, PARAMETERS.close_degrees).tolist()
    for width in widths_px:
        soft = _softened(near, width, print_)

        def best_of(
            seen_from: tuple[Float64Array, float], width: float = width, soft: Float32Array = soft
        ) -> list[_Block]:
            lean, degrees = seen_from
            to_px, size = _laid_over(_view(width, degrees, lean, print_, aspect), near.shape)
            alike, _, shape = _everywhere(soft, to_px, size, print_)
            blocks = []
            for says in _say(alike.reshape(2, count, *shape)):
                best = cv2.dilate(says, np.ones((3, 3)))
                votes = cv2.filter2D(best, -1, mask, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
                y, x = np.unravel_index(int(votes.argmax()), shape)
                cell = np.array([[2 * print_.wide, 0, 2 * x], [0, 2 * print_.high, 2 * y], [0, 0, 1.0]])
                blocks.append(_Block(onto @ to_px @ cell, float(votes[y, x]), width))
            return blocks

        for blocks in side_by_side(best_of, list(product(leans, ways))):
            yield from blocks


def _contenders(blocks: Iterable[_Block]) -> list[_Block]:
    """Those with most votes; of nearly the same ones the best."""
    kept: list[_Block] = []
    for block in sorted(blocks, key=lambda one: -one.votes):
        quad = project(block.pose, PARAMETERS.block * UNIT_CORNERS)
        apart = [np.abs(quad - project(one.pose, PARAMETERS.block * UNIT_CORNERS)).max() / block.width for one in kept]
        if min(apart, default=1.0) > PARAMETERS.apart:
            kept.append(block)
        if len(kept) == PARAMETERS.contenders:
            break
    return kept


def _throws(rng: np.random.Generator) -> list[Throw]:
    """By how much the tries of each round move four corners (tries, 4, 2) and the whole (tries, 1, 2), in steps."""
    sizes = [(PARAMETERS.tries, 4, 2), (PARAMETERS.tries, 1, 2)]
    return [(rng.normal(size=sizes[0]), rng.normal(size=sizes[1])) for _ in range(PARAMETERS.rounds)]


def _bent(lab: Float32Array, block: _Block, print_: _Print, thrown: Sequence[Throw]) -> _Block:
    """The block with its corners moved, in each round as it is thrown, until it has most votes."""
    soft = _softened(lab, block.width, print_)
    corners = (PARAMETERS.block * UNIT_CORNERS).astype(np.float32)
    best = project(block.pose, PARAMETERS.block * UNIT_CORNERS)
    most = float(_votes(soft, block.pose[None], print_)[0])
    step = PARAMETERS.step * block.width
    for corner, whole in thrown:
        checkpoint()
        each = 0.7 * step * corner + 0.5 * step * whole
        quads = np.asarray(best + each, np.float32)
        poses = np.asarray([cv2.getPerspectiveTransform(corners, quad) for quad in quads], np.float64)
        votes = _votes(soft, poses, print_)
        order = np.argsort(-votes)
        mean = np.asarray(quads[order[: PARAMETERS.elite]].mean(axis=0), np.float32)
        middling = np.asarray(cv2.getPerspectiveTransform(corners, mean)[None], np.float64)
        among = float(_votes(soft, middling, print_)[0])
        for quad, gained in ((quads[order[0]], float(votes[order[0]])), (mean, among)):
            if gained > most:
                best, most = quad.astype(np.float64), gained
        step *= PARAMETERS.calmer
    pose = cv2.getPerspectiveTransform(corners, best.astype(np.float32))
    return _Block(np.asarray(pose, np.float64), most, block.width)


def _votes(soft: Float32Array, poses: Float64Array, print_: _Print) -> Float32Array:
    """(m,) how much speaks for blocks that lie so (m, 3, 3)."""
    across, down = (np.arange(2 * n) / (2 * n) + 0.25 / n for n in (print_.wide, print_.high))
    spots = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    cells = np.stack(np.meshgrid(np.arange(PARAMETERS.block), np.arange(PARAMETERS.block)), axis=-1).reshape(-1, 1, 2)
    points = (cells + spots).reshape(-1, 2)
    count = len(poses) * PARAMETERS.block**2
    where = project(poses, np.broadcast_to(points, (len(poses), *points.shape))).astype(np.float32)
    x, y = np.moveaxis(where.reshape(count, -1, 2), -1, 0)
    seen = cv2.remap(soft, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR)
    samples = seen.reshape(count, print_.high, 2, print_.wide, 2, 3).mean(axis=(2, 4)).reshape(count, -1, 3)
    alike, _ = print_.alike(np.asarray(samples, np.float32))
    says = _say(alike.reshape(2, -1, len(poses), PARAMETERS.block**2))
    return np.asarray(says.sum(axis=2).max(axis=0), np.float32)


def _say(alike: Float32Array) -> Float32Array:
    """(2, ...) how much speaks for some place, upright and upside down, from correlations (2, v, ...)."""
    return np.asarray(np.square(np.maximum(alike.max(axis=1) - PARAMETERS.alike, 0)), np.float32)


def _softened(lab: Float32Array, width: float, print_: _Print) -> Float32Array:
    return np.asarray(
        cv2.GaussianBlur(lab, (0, 0), PARAMETERS.soft * width * PARAMETERS.pitch / print_.wide), np.float32
    )


def _squeezed(degrees: float) -> Float64Array:
    """(2, 2) what a camera that leans that way makes of the table."""
    turn = np.radians(degrees)
    along = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(along @ np.diag([PARAMETERS.squeeze, 1.0]) @ along.T)


def _view(width: float, degrees: float, lean: Float64Array, print_: _Print, aspect: float) -> Float64Array:
    """(2, 2) from steps of half a sample on the table to px of the picture."""
    turn = np.radians(degrees)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(
        lean
        @ turned
        @ np.diag([width * PARAMETERS.pitch / (2 * print_.wide), width * PARAMETERS.pitch * aspect / (2 * print_.high)])
    )


def _laid_over(view: Float64Array, shape: tuple[int, ...]) -> tuple[Matrix, tuple[int, int]]:
    """(3, 3) from steps to px, and how many steps across and down cover a picture of this shape."""
    height, width = shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ np.linalg.inv(view).T
    low, size = corners.min(axis=0), np.ceil(np.ptp(corners, axis=0)).astype(int) + 4
    to_px = np.eye(3)
    to_px[:2] = np.column_stack([view, view @ low])
    return to_px, (int(size[0]), int(size[1]))


def _everywhere(
    soft: Float32Array, to_px: Matrix, size: tuple[int, int], print_: _Print
) -> tuple[Float32Array, NDArray[np.bool_], tuple[int, int]]:
    """As :meth:`_Print.alike` at every second step, row by row, and how many rows and columns there are."""
    middle_of_step = to_px @ np.array([[1.0, 0, 0.5], [0, 1.0, 0.5], [0, 0, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(soft, middle_of_step[:2], size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    means = np.asarray(cv2.boxFilter(seen, -1, (2, 2), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE), np.float32)
    rows, columns = (size[1] - 2 * print_.high) // 2, (size[0] - 2 * print_.wide) // 2
    windows = np.lib.stride_tricks.sliding_window_view(means, (2 * print_.high - 1, 2 * print_.wide - 1), axis=(0, 1))
    samples = windows[: 2 * rows : 2, : 2 * columns : 2, :, ::2, ::2].transpose(0, 1, 3, 4, 2)
    return *print_.alike(np.ascontiguousarray(samples).reshape(rows * columns, -1, 3)), (rows, columns)
