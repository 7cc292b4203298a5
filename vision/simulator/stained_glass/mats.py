"""Where everybody keeps their glass beside a map: a mat of cells in front of each chair, clear of everything else.

A mat has a cell for each kind that its owner will ever hold, as the kinds stand in the whole window, and some beside it
for doubles. All places are on the table, mm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from games.carcassonne.actions import Action
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.windows import cell_of
from games.carcassonne.state import Setup
from vision.artwork.stained_glass.glass import GLASS_MM
from vision.simulator.camera import NotInView, SimulatedCamera
from vision.simulator.carcassonne.seated import CHAIRS
from vision.simulator.carcassonne.table import MapPlace
from vision.simulator.carcassonne.view import PITCH, DoesNotFit, camera_over
from vision.simulator.conditions import RANGES, Conditions
from vision.simulator.scene import PiecePose

GAP_MM = 0.4
CLEAR_MM = 8.0  # between a mat and what lies beside it, at the least
STEP_PX = 36.0  # of the search for a mat's place
EDGE_PX = 48.0  # what touches the edge of the picture is taken for a sleeve
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (GLASS_MM + 6.0)

Cell = tuple[float, float]  # column and row of the whole window; doubles lie below it


@dataclass(frozen=True, eq=False, slots=True)
class Needs:
    """What a player will ever have to find room for: the kinds, and how many doubles at once."""

    kinds: tuple[str, ...]
    doubles: int

    def cells(self) -> tuple[Cell, ...]:
        """Every cell that is needed."""
        own = tuple((float(column), float(row)) for column, row in map(cell_of, self.kinds))
        left = min((column for column, _ in own), default=0.0)
        return (*own, *((left + 1.25 * number, 3.4) for number in range(self.doubles)))


@dataclass(frozen=True, eq=False, slots=True)
class Mat:
    """One player's glass: ``base`` is the middle of all its cells, turned towards its owner."""

    needs: Needs
    base: PiecePose

    def pose(self, kind: str, double: int | None = None) -> PiecePose:
        """Where a tile of a kind lies; a double by its number."""
        cells = self.needs.cells()
        cell = cells[self.needs.kinds.index(kind)] if double is None else cells[len(self.needs.kinds) + double]
        return self._at(cell)

    def middles(self) -> Float64Array:
        """(n, 2) mm."""
        return np.array([(pose.x, pose.y) for pose in map(self._at, self.needs.cells())]).reshape(-1, 2)

    def is_clear_of(self, spots: Float64Array) -> bool:
        """Whether tiles of a map or of glass with their middles at (n, 2) mm lie clear of it, turned as they may be."""
        apart = np.linalg.norm(spots[:, None] - self.middles()[None], axis=2)
        return bool((apart > GLASS_MM * np.sqrt(2) + CLEAR_MM).all())

    def corners(self) -> Float64Array:
        """(4 n, 2) mm, with a little room about each cell."""
        return np.vstack([np.empty((0, 2)), *(self._at(cell).carry(_CORNERS) for cell in self.needs.cells())])

    def _at(self, cell: Cell) -> PiecePose:
        cells = np.array(self.needs.cells())
        middle = (cells.min(axis=0) + cells.max(axis=0)) / 2
        spot = self.base.carry(((np.array(cell) - middle) * (GLASS_MM + GAP_MM))[None])[0]
        return PiecePose(float(spot[0]), float(spot[1]), self.base.turn_deg)


def needs_of(setup: Setup, actions: Sequence[Action]) -> tuple[Needs, ...]:
    """By seat, what the game that these actions tell asks for."""
    state = CARCASSONNE.new(setup)
    most: list[Counter[str]] = [Counter() for _ in setup.seats]
    doubles = [0] * len(setup.seats)
    for action in actions:
        state, _ = CARCASSONNE.apply(state, action)
        for seat, held in enumerate(glass_of(state).held):
            most[seat] |= Counter(held)
            # A double stays where it was put while the other of its kind is counted.
            doubles[seat] = max(doubles[seat], sum(count > 1 for count in most[seat].values()))
    return tuple(Needs(tuple(sorted(kinds)), extra) for kinds, extra in zip(most, doubles, strict=True))


def framed_with_mats(
    drawn: Conditions, places: tuple[MapPlace, ...], needs: tuple[Needs, ...], rng: np.random.Generator
) -> tuple[Conditions, SimulatedCamera, tuple[Mat, ...]]:
    """A camera that has the map and everybody's mat in view, as large as that is possible.

    Raises :class:`DoesNotFit` where there is no room at the least size of the level.
    """
    spots = np.array([(place.x * PITCH, place.y * PITCH) for place in places])
    low, high = spots.min(axis=0), spots.max(axis=0)
    middle = (float((low[0] + high[0]) / 2), float((low[1] + high[1]) / 2))
    cells = np.vstack([spots + corner for corner in _CORNERS * 1.4])
    jitters = rng.normal(0, 6, len(needs))
    for piece_px in np.linspace(drawn.piece_px, RANGES[drawn.level].piece_px.least, 5):
        for turn in (0.0, 30.0, -30.0, 60.0, 90.0):
            turned = replace(drawn, rotation_deg=(drawn.rotation_deg + turn) % 360.0, piece_px=float(piece_px))
            camera = camera_over(turned, middle, float(piece_px))
            try:
                if not camera.shows(camera.project(cells), 30.0).all():
                    continue
            except NotInView:
                continue
            mats = _mats(needs, camera, spots, jitters)
            if mats is not None:
                return turned, camera, mats
    raise DoesNotFit((int(np.ptp(spots[:, 0]) / PITCH) + 1, int(np.ptp(spots[:, 1]) / PITCH) + 1))


def _mats(
    needs: tuple[Needs, ...], camera: SimulatedCamera, spots: Float64Array, jitters: Float64Array
) -> tuple[Mat, ...] | None:
    chairs = np.array(CHAIRS[: len(needs)]) * [camera.width - 1, camera.height - 1]
    order = sorted(range(len(needs)), key=lambda seat: -len(needs[seat].cells()))  # large ones find their place first
    mats: dict[int, Mat] = {}
    taken = spots
    for seat in order:
        mat = _mat(needs[seat], seat, chairs, camera, taken, float(jitters[seat]))
        if mat is None:
            return None
        mats[seat] = mat
        taken = np.vstack([taken, mat.middles()])
    return tuple(mats[seat] for seat in range(len(needs)))


def _mat(
    needs: Needs, seat: int, chairs: Float64Array, camera: SimulatedCamera, taken: Float64Array, jitter: float
) -> Mat | None:
    """The place nearest to its owner's chair that is clear of what is taken and nearer to no other chair."""
    if not needs.cells():
        return Mat(needs, PiecePose(0, 0))
    across, down = np.meshgrid(np.arange(60, camera.width - 60, STEP_PX), np.arange(60, camera.height - 60, STEP_PX))
    grid = np.column_stack([across.ravel(), down.ravel()])
    away = np.linalg.norm(grid[:, None] - chairs[None], axis=2)
    own = grid[away.argmin(axis=1) == seat]
    for spot_px in own[np.argsort(np.linalg.norm(own - chairs[seat], axis=1))]:
        try:
            spot, towards = camera.to_table([spot_px, chairs[seat]])
            down_deg = float(np.degrees(np.arctan2(towards[1] - spot[1], towards[0] - spot[0])))
            mat = Mat(needs, PiecePose(float(spot[0]), float(spot[1]), down_deg - 90.0 + jitter))
            if not camera.shows(camera.project(mat.corners()), EDGE_PX).all():
                continue
        except NotInView:
            continue
        if mat.is_clear_of(taken):
            return mat
    return None
