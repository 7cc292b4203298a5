"""What glass lies in whose area and how: windows whole or not yet, laid by hand at any angle, and loose tiles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.arrays import Float64Array
from games.carcassonne.stained_glass.windows import (
    cell_of,
    glass_kinds,
    legal_windows,
    tiles_of,
    whole_supply,
    whole_windows,
)
from vision.artwork.stained_glass.glass import GLASS_MM, glass_picture
from vision.simulator.camera import NotInView, SimulatedCamera
from vision.simulator.conditions import Conditions
from vision.simulator.players.laying import Habit, HandLaid
from vision.simulator.scene import FlatPiece, PiecePose
from vision.simulator.wear import worn

SIDES = ("bottom", "top", "left", "right")
THICK_MM = 2.0
TEXTURE_PX = 160
GAP_MM = 0.4
LOOSE_MM = 1.0  # the least gap around what is not put together
CLEAR_OF_DIAGONAL = 0.03  # of the picture: nothing lies where it could be anybody's
FAULT_CHANCE = 0.3  # of a picture in which faults are allowed
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * GLASS_MM
_FACING = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}  # a window's turn on the picture for its owner


@dataclass(frozen=True, slots=True)
class Group:
    """Glass that belongs together: a window, or one loose tile.

    Attributes:
        owner: the side at which its owner sits.
        cells: of each tile, (column, row) in the window's own frame.
        kinds: of each tile.
        turns: of each tile, degrees clockwise beside how it ought to lie (people turn a tile wrongly now and then).
        fault: what the rules forbid about it: ``double``, ``not_neighbours``, ``misplaced``, ``turned``; or None.
        pieces: as they lie, once they do.
    """

    owner: str
    cells: tuple[tuple[int, int], ...]
    kinds: tuple[str, ...]
    turns: tuple[float, ...]
    fault: str | None = None
    pieces: tuple[FlatPiece, ...] = field(default=(), compare=False)

    @property
    def is_window(self) -> bool:
        """More than one tile."""
        return len(self.kinds) > 1

    @property
    def numbers(self) -> tuple[int, ...]:
        """The small windows that its tiles are of."""
        return tuple(sorted({int(kind[:-1]) for kind in self.kinds}))

    @property
    def whole(self) -> bool:
        """Whether it is one of the ten windows, with each of its tiles and nothing else."""
        held = Counter(self.kinds)
        return self.fault is None and any(
            set(tiles_of(window)) == set(held) and len(self.kinds) == len(held) for window in whole_windows(held)
        )


def deal(sides: list[str], faults: bool, rng: np.random.Generator) -> list[Group]:
    """Glass for everybody out of one bag: windows of all sizes, most of them whole, and loose tiles."""
    bag = whole_supply()
    groups: list[Group] = []
    for side in sides:
        for _ in range(int(rng.choice([0, 1, 2], p=[0.15, 0.6, 0.25]))):
            window = _window(side, bag, rng)
            if window is not None:
                groups.append(window)
        for _ in range(int(rng.integers(0, 4))):
            left = sorted(bag.elements())
            if left:
                kind = left[int(rng.integers(len(left)))]
                bag[kind] -= 1
                groups.append(Group(side, ((0, 0),), (kind,), (0.0,)))
    if not groups:
        groups.append(Group(sides[0], ((0, 0),), (glass_kinds()[int(rng.integers(12))],), (0.0,)))
    if faults and rng.random() < FAULT_CHANCE:
        fault = _faulty(sides[int(rng.integers(len(sides)))], bag, rng)
        if fault is not None:
            groups.append(fault)
    return groups


def _window(side: str, bag: Counter[str], rng: np.random.Generator) -> Group | None:
    """A legal window of what the bag still has: small ones oftener than large ones, some not finished yet."""
    sizes = np.array([len(window) for window in legal_windows()])
    weights = np.array([0.0, 0.42 / 4, 0.26 / 3, 0.18 / 2, 0.14])[sizes]
    window = legal_windows()[int(rng.choice(len(sizes), p=weights / weights.sum()))]
    kinds = [kind for kind in tiles_of(window) if bag[kind] > 0]
    if rng.random() < 0.45:
        missing = int(rng.integers(1, max(2, len(kinds) // 2)))
        kinds = [kinds[k] for k in sorted(rng.permutation(len(kinds))[missing:])]
    if len(kinds) < 2 or not _hangs_together(kinds):
        return None
    bag.subtract(kinds)
    return Group(side, tuple(cell_of(kind) for kind in kinds), tuple(kinds), (0.0,) * len(kinds))


def _hangs_together(kinds: list[str]) -> bool:
    """Whether the tiles touch, or are parted by one missing tile only."""
    places = [cell_of(kind) for kind in kinds]
    reached = {places[0]}
    for _ in places:
        reached |= {
            there for there in places if any(abs(there[0] - here[0]) + abs(there[1] - here[1]) <= 2 for here in reached)
        }
    return len(reached) == len(set(places))


def _faulty(side: str, bag: Counter[str], rng: np.random.Generator) -> Group | None:
    """Something that the rules forbid."""
    fault = ("double", "not_neighbours", "misplaced", "turned")[int(rng.integers(4))]
    first = int(rng.integers(1, 5))
    cells = [(0, 0), (0, 1), (0, 2)]
    kinds = list(tiles_of((first,)))
    turns = [0.0, 0.0, 0.0]
    if fault == "double":
        row = int(rng.integers(3))
        cells.append((1 if rng.random() < 0.5 else -1, row))
        kinds.append(kinds[row])
        turns.append(0.0)
    elif fault == "not_neighbours":
        other = {1: 3, 2: 4, 3: 1, 4: 2}[first]
        cells += [(1, 0), (1, 1), (1, 2)]
        kinds += tiles_of((other,))
        turns += [0.0] * 3
    elif fault == "misplaced":
        upper = int(rng.integers(2))
        kinds[upper], kinds[upper + 1] = kinds[upper + 1], kinds[upper]
    else:
        turns[int(rng.integers(3))] = float(rng.choice([90.0, 180.0, 270.0]))
    if any(bag[kind] < count for kind, count in Counter(kinds).items()):
        return None
    bag.subtract(kinds)
    return Group(side, tuple(cells), tuple(kinds), tuple(turns), fault)


def lay_groups(
    groups: list[Group], drawn: Conditions, camera: SimulatedCamera, keep_clear: Float64Array, rng: np.random.Generator
) -> list[Group]:
    """The groups as they lie, each in its owner's area; what finds no room is put away.

    Args:
        groups: large ones find their place first.
        drawn: how carefully people lay, how worn the glass is.
        camera: all of it must be in view.
        keep_clear: (n, 2) middles of the map's tiles, mm.
    """
    laid: list[Group] = []
    taken = [tuple(spot) for spot in keep_clear]
    for group in sorted(groups, key=lambda one: -len(one.kinds)):
        for _ in range(150):
            poses = _poses(group, drawn, camera, rng)
            if poses is not None and _fits(poses, group.owner, np.array(taken).reshape(-1, 2), camera):
                number = sum(len(one.kinds) for one in laid)
                laid.append(_put_down(group, poses, number, drawn, rng))
                taken += [(pose.x, pose.y) for pose in poses]
                break
    if not laid:
        raise ValueError("no room for any glass")
    return laid


def _poses(
    group: Group, drawn: Conditions, camera: SimulatedCamera, rng: np.random.Generator
) -> list[PiecePose] | None:
    """A place for a group, where somebody might have laid it."""
    wide, high = camera.width - 1, camera.height - 1
    depth, along = float(rng.uniform(0.03, 0.47)), float(rng.uniform(0.03, 0.97))
    share = {"bottom": (along, 1 - depth), "top": (along, depth), "left": (depth, along), "right": (1 - depth, along)}
    u, v = share[group.owner]
    try:
        spot = camera.to_table([(u * wide, v * high)])[0]
        right = camera.to_table([(u * wide + 20, v * high)])[0] - spot
    except NotInView:
        return None
    level = float(np.degrees(np.arctan2(right[1], right[0])))  # the turn of what stands upright on the picture
    facing = level + _FACING[group.owner] + float(rng.normal(0, 12))
    turn = facing if group.is_window and rng.random() < 0.7 else float(rng.uniform(0, 360))
    base = PiecePose(float(spot[0]), float(spot[1]), turn)
    laid = HandLaid(Habit(drawn.lay_mm, drawn.lay_deg, drawn.lay_adds_up, GAP_MM), _SQUARE, rng)
    order = _reachable_order(group.cells, rng)
    cells = np.array(group.cells, np.float64)
    middle = (cells.min(axis=0) + cells.max(axis=0)) / 2
    for done, number in enumerate(order):
        at = base.carry(((cells[number] - middle) * (GLASS_MM + GAP_MM))[None])[0]
        beside = tuple(o for o in order[:done] if np.abs(cells[o] - cells[number]).sum() == 1)
        laid.lay(number, PiecePose(float(at[0]), float(at[1]), turn), beside)
        if beside and rng.random() < drawn.ride_chance:
            laid.ride(number, beside[0], float(rng.uniform(1.0, 2.5)))
    poses = [laid.poses[number] for number in range(len(cells))]
    return [replace(pose, turn_deg=pose.turn_deg + extra) for pose, extra in zip(poses, group.turns, strict=True)]


def _reachable_order(cells: tuple[tuple[int, int], ...], rng: np.random.Generator) -> list[int]:
    """An order in which each tile is laid beside one that lies already, as far as that is possible."""
    left = [int(k) for k in rng.permutation(len(cells))]
    order = [left.pop()]
    while left:
        beside = [
            k for k in left if any(abs(cells[k][0] - cells[o][0]) + abs(cells[k][1] - cells[o][1]) == 1 for o in order)
        ]
        order.append((beside or left)[0])
        left.remove(order[-1])
    return order


def _fits(poses: list[PiecePose], owner: str, taken: Float64Array, camera: SimulatedCamera) -> bool:
    corners = np.vstack([pose.carry(_SQUARE) for pose in poses])
    middles = np.array([(pose.x, pose.y) for pose in poses])
    try:
        pixels, seen = camera.project(corners), camera.project(middles)
    except NotInView:
        return False
    if not camera.shows(pixels, 8.0).all():
        return False
    if any(_side_of(spot, camera) != owner for spot in seen):
        return False
    if not len(taken):
        return True
    apart = np.linalg.norm(taken[:, None] - middles[None], axis=2).min()
    return bool(apart > GLASS_MM * np.sqrt(2) + LOOSE_MM)


def _side_of(spot: Float64Array, camera: SimulatedCamera) -> str | None:
    """The side in whose triangle of the picture a point lies clearly, or None."""
    u, v = spot[0] / (camera.width - 1), spot[1] / (camera.height - 1)
    away = {"bottom": 1 - v, "top": v, "left": u, "right": 1 - u}
    first, second = sorted(away, key=lambda side: away[side])[:2]
    return first if away[second] - away[first] > CLEAR_OF_DIAGONAL else None


def _put_down(group: Group, poses: list[PiecePose], number: int, drawn: Conditions, rng: np.random.Generator) -> Group:
    pieces = []
    for k, (kind, pose) in enumerate(zip(group.kinds, poses, strict=True)):
        texture = worn(glass_picture(kind, TEXTURE_PX), drawn.wear, rng)
        pieces.append(FlatPiece(f"glass {number + k} {kind}", texture, (GLASS_MM, GLASS_MM), pose, THICK_MM))
    return replace(group, pieces=tuple(pieces))
