"""From single tiles to a map: seeds that lie on a common lattice are gathered cell by cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.angles import wrapped
from vision.registration.feature_seeds import TileSeed
from vision.registration.lattice import Cell, Lattice, Matrix, project, side_px

QUARTER_TURN = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # about the tile's middle, clockwise


def turned_pose(pose: Matrix, turns: int) -> Matrix:
    """The same square with its axes turned by quarter turns clockwise."""
    return np.asarray(pose @ np.linalg.matrix_power(QUARTER_TURN, turns % 4))


def direction(pose: Matrix) -> float:
    """Direction of the tile's rightward axis on the picture, radians."""
    left, right = project(pose, [[0.0, 0.5], [1.0, 0.5]])
    return float(np.arctan2(right[1] - left[1], right[0] - left[0]))


def lean_of(turn: float) -> float:
    """What a direction is beyond the nearest whole number of quarter turns, radians: at most an eighth of a turn."""
    return wrapped(turn, np.pi / 2)


def assemble(seeds: Sequence[TileSeed], starts: int = 4) -> Lattice:
    """The lattice that gathers most votes, grown from the strongest seeds. Empty where there are no seeds."""
    best, most = Lattice(), 0.0
    used: set[int] = set()
    for start in range(len(seeds)):
        if starts == 0:
            break
        if start in used:
            continue
        starts -= 1
        cells, poses = _gather(seeds, start)
        used |= set(cells.values())
        votes = sum(seeds[index].votes for index in cells.values())
        if votes > most:
            best, most = Lattice(poses), votes
    return best


def _gather(seeds: Sequence[TileSeed], start: int) -> tuple[dict[Cell, int], dict[Cell, Matrix]]:
    centres = np.stack([project(seed.pose, [[0.5, 0.5]])[0] for seed in seeds])
    sizes = np.array([side_px(seed.pose) for seed in seeds])
    turns = np.array([direction(seed.pose) for seed in seeds])
    cells: dict[Cell, int] = {(0, 0): start}
    poses: dict[Cell, Matrix] = {(0, 0): seeds[start].pose}
    queue: list[Cell] = [(0, 0)]
    taken = {start}
    while queue:
        queue.sort(key=lambda cell: -seeds[cells[cell]].votes)
        here = queue.pop(0)
        pose = poses[here]
        size = side_px(pose)
        near = np.flatnonzero(np.hypot(*(centres - centres[cells[here]]).T) < 1.9 * size)
        for index in sorted(near.tolist(), key=lambda index: -seeds[index].votes):
            if index in taken or not 0.7 < sizes[index] / size < 1.4:
                continue
            place = np.asarray(project(np.linalg.inv(pose), centres[index : index + 1])[0] - 0.5)
            step = np.rint(place).astype(int)
            away = np.abs(place - step).max()
            cell = (here[0] + int(step[1]), here[1] + int(step[0]))
            lean = lean_of(turns[index] - direction(pose))
            if cell in cells or np.abs(step).max() != 1 or away > 0.24 or abs(lean) > 0.3:
                continue
            quarter = round((direction(pose) - turns[index]) / (np.pi / 2)) % 4
            cells[cell] = index
            poses[cell] = turned_pose(seeds[index].pose, quarter)
            taken.add(index)
            queue.append(cell)
    return cells, poses


def upright(lattice: Lattice) -> Lattice:
    """The lattice with columns running to the right on the picture as far as they can, counted from 0."""
    if not lattice.cells:
        return lattice
    angles = np.array([direction(pose) for pose in lattice.cells.values()])
    mean = float(np.arctan2(np.sin(angles).mean(), np.cos(angles).mean()))
    turns = -round(mean / (np.pi / 2)) % 4
    moved: dict[Cell, Matrix] = {}
    for (row, column), pose in lattice.cells.items():
        for _ in range(turns):
            row, column = -column, row
        moved[(row, column)] = turned_pose(pose, turns)
    top, left = min(row for row, _ in moved), min(column for _, column in moved)
    return Lattice({(row - top, column - left): pose for (row, column), pose in moved.items()})
