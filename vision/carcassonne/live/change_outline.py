"""Where exactly has a tile been laid? Told by what changed there, before any guess which tile it is.

A tile covers a square of the table. Comparing the picture with the last one in which nothing lay there, pixel by
pixel, shows that square however plain the tile is; its own pattern is then laid on from a start that is nearly right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from calibration.arrays import BoolMask, Float32Array
from vision.carcassonne.live.bare_table import bare_cost
from vision.carcassonne.live.earlier.past import Past
from vision.carcassonne.live.memory import Memory
from vision.carcassonne.live.tile_evidence import TileSight
from vision.imaging.patches import Patches
from vision.imaging.scatter import OF_MEDIAN, median_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.alignment import LAID_BY_HAND, Freedom
from vision.registration.lattice import Cell, Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeParameters(Parameters):
    """Where a tile has been laid, by what no longer looks as it did. Deviations are those of flicker."""

    side: int = parameter(32, "px", "of a tile's side in which the outline is looked for", CHOSEN)
    margin: int = parameter(14, "px", "around it", CHOSEN)
    coarse_side: int = parameter(16, "px", "at which places are compared at first", CHOSEN)
    changed: float = parameter(
        1.6, "squared standard deviations", "in the mean, from which a place counts as changed", CHOSEN
    )
    # White tiles laid on a white table differ by 0.8 to 1.6, and go on as it does at a cost of 1.1 to 1.7; bare places
    # by up to 1.2 where a shadow has passed, and at 0.2 to 0.6 (1.0 where all of a table differed).
    faint: float = parameter(
        0.6,
        "squared standard deviations",
        "in the mean, from which a place counts as changed, too, if it does not go on as the table does around it",
        "docs/findings/a-live-table.md",
    )
    no_table: float = parameter(
        1.0, "cost", "of going on as the table does around it, from which it does not", "docs/findings/a-live-table.md"
    )
    bound: float = parameter(6.0, "squared standard deviations", "beyond which a change is all the same", CHOSEN)
    even: float = parameter(2.0, "squared standard deviations", "at which a pixel has as likely changed as not", CHOSEN)
    light_lab: float = parameter(
        2.0, "Lab units", "by which the light at a place may have changed beyond what the known tiles tell", CHOSEN
    )
    wider: float = parameter(1.5, "times", "the flicker of what is known, by which what is not may flicker", CHOSEN)
    independent: float = parameter(
        0.05, "share", "of the pixels that count, since neighbouring ones repeat each other", CHOSEN
    )
    all_of_it: float = parameter(
        0.9,
        "share",
        "of a square that has changed where a tile was laid: true ones change all over",
        "docs/findings/tables-we-did-not-draw.md",
    )
    none_of_it: float = parameter(
        0.5,
        "share",
        "of the ring around it that may have: 0.07 to 0.39 beside true tiles, a mirrored lamp 0.97",
        "docs/findings/tables-we-did-not-draw.md",
    )
    ring: int = parameter(
        5, "px", "around the square that must not have changed", "docs/findings/tables-we-did-not-draw.md"
    )
    flicker_least: tuple[float, ...] = parameter(
        (0.8, 1.0, 1.0), "Lab units", "by which every picture flickers at the least", CHOSEN
    )
    most_aside: float = parameter(
        0.5, "share", "of a tile, by which it may lie off its place: beyond, it lies at the one beside", CHOSEN
    )
    most_turned_deg: int = parameter(
        8, "degrees", "that an outline is tried turned either way, in steps of two", CHOSEN
    )


PARAMETERS = ChangeParameters()
# Shares of a square that has changed and of what lies around it: whoever stands on a tile leans over its rim.
OUTLINED = Freedom(0.035, 0.035, 0.015, 0.015)  # how far a tile lies off its outline


@dataclass(frozen=True, eq=False)
class Change:
    """A place that no longer looks as it did.

    Attributes:
        cell: which.
        cost: mean bounded squared standard deviations of flicker by which it differs.
        pose: where the square lies that has changed, or None where there is no earlier picture to tell.
        share: of that square's pixels that have changed.
        beside: share of the pixels right around the square that have changed as well.
        faint: the place looks much as it did: nothing but that the table does not go on there speaks for a tile.
    """

    cell: Cell
    cost: float
    pose: Matrix | None = None
    share: float = 1.0
    beside: float = 1.0
    faint: bool = False

    @property
    def tile_shaped(self) -> bool:
        """Whether all of a tile's square has changed and what lies right around it has not: a hand, a shadow or a cup
        leave no such mark."""
        return self.pose is not None and self.share > PARAMETERS.all_of_it and self.ends_there

    @property
    def ends_there(self) -> bool:
        """Whether what lies right around a tile's square has not changed."""
        return self.beside < PARAMETERS.none_of_it


def flicker_of(sight: TileSight, memory: Memory, before: Past) -> Float32Array:
    """(3,) Lab by how much what did not change differs between two pictures, learned from the tiles on record."""
    cells = [cell for cell in memory.track.cells if cell in before.track.exemplars]
    if not cells:
        return np.array(PARAMETERS.flicker_least, np.float32) * 2
    now, inside = sight.toned(memory.track.poses(cells), PARAMETERS.coarse_side)
    then, _ = before.toned(before.track.poses(cells), PARAMETERS.coarse_side)
    difference = (now - then)[inside]
    scatter = OF_MEDIAN * median_of(np.abs(difference - median_of(difference)))
    return np.asarray(np.maximum(scatter, np.array(PARAMETERS.flicker_least, np.float32)), np.float32)


def changes(sight: TileSight, memory: Memory, cells: list[Cell], most: int) -> list[Change]:
    """The places (empty ones on record) that do not look bare, the most changed ones first: those that changed since
    the last picture on which nothing lay there, and those of which there is none, for a tile waited already."""
    if not cells or not len(memory.track):
        return []
    poses = memory.track.poses(cells)
    now, inside = sight.toned(poses, PARAMETERS.coarse_side)
    visible = inside.mean(axis=(1, 2)) > 0.5
    before = memory.before
    if before is None:
        return [Change(cell, PARAMETERS.bound) for cell, seen in zip(cells, visible, strict=True) if seen]
    pasts = [before.bare.get(cell, before) for cell in cells]
    each = {id(past): past for past in (before, *pasts)}
    flickers = {number: flicker_of(sight, memory, past) for number, past in each.items()}
    cost = _costs(now, inside, before, cells, flickers[id(before)])
    for i, past in enumerate(pasts):
        if past is not before:
            cost[i] = _costs(now[i : i + 1], inside[i : i + 1], past, cells[i : i + 1], flickers[id(past)])[0]
    never_bare = [cell in before.never_bare for cell in cells]
    cost[never_bare] = PARAMETERS.bound
    faintly = visible & (cost > PARAMETERS.faint) & (cost <= PARAMETERS.changed)
    for i in np.flatnonzero(faintly).tolist():
        as_table = bare_cost(sight, poses[i], cells[i], memory.tiles)
        faintly[i] = as_table >= PARAMETERS.no_table
        if faintly[i]:  # how the place looked before says little where a tile looks like the table
            cost[i] = max(float(cost[i]), as_table)
    order = [int(i) for i in np.argsort(-cost) if visible[i] and (faintly[i] or cost[i] > PARAMETERS.changed)][:most]
    found = []
    for i in order:
        waited = _carried(memory, before, cells[i]) if cells[i] in before.waiting else None
        if never_bare[i]:
            found.append(Change(cells[i], PARAMETERS.bound, waited))
        else:
            change = _outlined(sight, memory, pasts[i], cells[i], float(cost[i]), flickers[id(pasts[i])])
            found.append(replace(change, pose=change.pose if waited is None else waited, faint=bool(faintly[i])))
    return found


def _costs(now: Patches, inside: BoolMask, before: Past, cells: list[Cell], flicker: Float32Array) -> Float32Array:
    """(b,) mean bounded squared standard deviations of flicker by which places (b, n, n, 3), as far as they lie in the
    picture (b, n, n), differ from an earlier one."""
    then, _ = before.toned(before.track.poses(cells), PARAMETERS.coarse_side)
    doubt = np.minimum(_doubt(now - then, flicker), PARAMETERS.bound)
    return np.asarray((doubt * inside).sum(axis=(1, 2)) / np.maximum(inside.sum(axis=(1, 2)), 1))


def _carried(memory: Memory, before: Past, cell: Cell) -> Matrix:
    """Where a tile lies now that waited on the earlier picture already, should the map have been knocked since."""
    then = before.track.predicted(cell)
    return np.asarray(memory.track.predicted(cell) @ np.linalg.inv(then) @ before.waiting[cell])


def _doubt(difference: Patches, flicker: Float32Array) -> Float32Array:
    """(b, n, n) squared standard deviations, when the light at a place may have changed a little by itself: by as much
    as what may not have changed there says. What has changed says nothing of the light."""
    bound = PARAMETERS.light_lab + np.sqrt(PARAMETERS.bound) * PARAMETERS.wider * flicker
    may: BoolMask = np.less(np.abs(difference), bound).all(axis=-1)
    shift = np.stack([_middle_of(one[same]) for one, same in zip(difference, may, strict=True)])
    shift = np.clip(shift, -PARAMETERS.light_lab, PARAMETERS.light_lab)[:, None, None]
    return np.asarray(np.square((difference - shift) / (PARAMETERS.wider * flicker)).mean(axis=-1), np.float32)


def _middle_of(differences: Patches) -> Float32Array:
    """(3,) the median of (n, 3); 0 where there are none."""
    return median_of(differences) if len(differences) else np.zeros(3, np.float32)


def _outlined(sight: TileSight, memory: Memory, before: Past, cell: Cell, cost: float, flicker: Float32Array) -> Change:
    pose = memory.track.predicted(cell)
    now, inside = sight.toned(pose[None], PARAMETERS.side, PARAMETERS.margin)
    then, _ = before.toned(before.track.predicted(cell)[None], PARAMETERS.side, PARAMETERS.margin)
    doubt = _doubt(cv2.blur((now - then)[0], (2, 2))[None], flicker)[0]
    odds = np.clip(doubt - PARAMETERS.even, -1.5, 2.5) * inside[0]
    best = (-np.inf, 0.0, (0.0, 0.0))
    middle = (PARAMETERS.side - 1) / 2
    away = (np.arange(PARAMETERS.side + 2 * PARAMETERS.margin) - PARAMETERS.margin - middle) / PARAMETERS.side
    prior = np.where(abs(away) > PARAMETERS.most_aside, np.inf, 0.5 * np.square(away / LAID_BY_HAND.shift))
    for turn in np.radians(np.arange(-PARAMETERS.most_turned_deg, PARAMETERS.most_turned_deg + 1, 2)):
        total = cv2.filter2D(odds, -1, _square(float(turn)), borderType=cv2.BORDER_REPLICATE)
        joint = PARAMETERS.independent * total - prior[:, None] - prior - 0.5 * (turn / LAID_BY_HAND.turn) ** 2
        row, column = np.unravel_index(int(joint.argmax()), joint.shape)
        if joint[row, column] > best[0]:
            best = (float(joint[row, column]), float(turn), (float(away[column]), float(away[row])))
    _, turn, (right, down) = best
    found = pose @ _moved(right, down, turn)
    square = _square(turn)
    covered, around = square > 0, square < 0
    top, left = (
        int(middle + PARAMETERS.margin + down * PARAMETERS.side + 0.5),
        int(middle + PARAMETERS.margin + right * PARAMETERS.side + 0.5),
    )
    half = covered.shape[0] // 2
    padded = cv2.copyMakeBorder((odds > 0).astype(np.float32), half, half, half, half, cv2.BORDER_REPLICATE)
    window = padded[top : top + covered.shape[0], left : left + covered.shape[1]]
    return Change(cell, cost, found, float(window[covered].mean()), float(window[around].mean()))


@cache
def _square(turn: float) -> Float32Array:
    """1 within a turned square of the tile's size about the middle, below 0 in a ring around it, 0 beyond."""
    reach = PARAMETERS.side // 2 + PARAMETERS.ring + 5
    line = np.arange(-reach, reach + 1)
    # A tile has an even number of pixels; the middle of this kernel is a pixel: half a pixel is made up for here.
    x, y = np.meshgrid(line + 0.5, line + 0.5)
    u = x * np.cos(turn) + y * np.sin(turn)
    v = -x * np.sin(turn) + y * np.cos(turn)
    out = np.maximum(np.abs(u), np.abs(v)) - PARAMETERS.side / 2
    kernel = np.where(out < 0, 1.0, np.where(out < PARAMETERS.ring, -1.0, 0.0))
    return np.asarray(kernel, np.float32)


def _moved(right: float, down: float, turn: float) -> Matrix:
    """Shift in tile widths and turn in radians (clockwise on the tile) about the unit square's middle."""
    cos, sin = np.cos(turn), np.sin(turn)
    about = np.array([[cos, -sin, 0.5 + right], [sin, cos, 0.5 + down], [0, 0, 1.0]])
    return np.asarray(about @ np.array([[1.0, 0, -0.5], [0, 1.0, -0.5], [0, 0, 1.0]]))
