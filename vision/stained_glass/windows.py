"""Which tiles make a window: what lies side by side with its edges in line, and what is parted by a missing tile only.

How tiles lie decides what belongs together, not what they are: so a double or windows 1 and 3 in one window are seen
for what they are and pointed out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from calibration.angles import wrapped
from games.carcassonne.stained_glass.windows import cell_of, legal_windows, tiles_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass import plane
from vision.stained_glass.observation import FaultKind, ForbiddenGlass, SeenGlass, SeenWindow


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowsParameters(Parameters):
    """How well edges must be in line to make a window, and how wide a gap in it may be."""

    off_deg: float = parameter(15.0, "degrees", "by which tiles of one window may be turned against each other", CHOSEN)
    across_a_gap: int = parameter(2, "cells", "tiles of one window with one place empty between them", CHOSEN)
    upright_deg: float = parameter(45.0, "degrees", "from upright within which a window lies", CHOSEN)
    gap_mm: float = parameter(0.4, "mm", "between tiles of a window", CHOSEN)
    off_sides: float = parameter(0.30, "tile sides", "that a tile may lie off its place beside another", CHOSEN)
    off_sides_closely: float = parameter(
        0.12,
        "tile sides",
        "the same where what lies so would be forbidden: two windows that nearly touch are likelier",
        CHOSEN,
    )


PARAMETERS = WindowsParameters()


def pitch_mm() -> float:
    """From tile to tile of a window, mm."""
    return plane.PARAMETERS.glass_mm + PARAMETERS.gap_mm


Cell = tuple[int, int]  # column, row
Spot = tuple[float, float]


def windows_of(tiles: Sequence[SeenGlass]) -> tuple[tuple[SeenWindow, ...], tuple[SeenGlass, ...]]:
    """The windows that tiles make, large ones first, and the tiles that are loose.

    What is whole by itself is a window of its own, also where it lies as if what is between it and the next were still
    to come; only what is begun goes on across a gap. What would be forbidden as one is taken for several windows where
    it lies in parts that are not.
    """
    edge_to_edge = [part for group in _groups(tiles, gaps=False) for part in _allowed([tiles[k] for k in group])]
    finished = [window for group in edge_to_edge if len(group) > 1 and (window := _window(group)).whole]
    there = {id(tile) for window in finished for tile in window.tiles}
    rest = [tile for tile in tiles if id(tile) not in there]
    groups = [part for group in _groups(rest, gaps=True) for part in _allowed([rest[k] for k in group])]
    windows = [*finished, *(_window(group) for group in groups if len(group) > 1)]
    loose = [group[0] for group in groups if len(group) == 1]
    return tuple(sorted(windows, key=lambda window: -len(window.tiles))), tuple(loose)


def _allowed(tiles: list[SeenGlass]) -> list[list[SeenGlass]]:
    """The tiles as one window; as its parts where they lie a little apart and the rules forbid fewer of those."""
    if len(tiles) < 2 or not (faults := _window(tiles).faults):
        return [tiles]
    parts = [[tiles[k] for k in part] for part in _groups(tiles, gaps=True, off=PARAMETERS.off_sides_closely)]
    left = sum(len(_window(part).faults) for part in parts if len(part) > 1)
    return parts if left < len(faults) else [tiles]


def _groups(tiles: Sequence[SeenGlass], *, gaps: bool, off: float | None = None) -> list[list[int]]:
    """Numbers of the tiles that lie together, none more than so much of a side ``off`` its place beside another."""
    group = list(range(len(tiles)))
    for first, second in combinations(range(len(tiles)), 2):
        if group[first] != group[second] and _together(tiles[first], tiles[second], gaps=gaps, off=off):
            old, new = group[second], group[first]
            group = [new if one == old else one for one in group]
    return [[k for k, one in enumerate(group) if one == name] for name in sorted(set(group))]


def _together(first: SeenGlass, second: SeenGlass, *, gaps: bool, off: float | None) -> bool:
    """Edge to edge, whatever they are; with ``gaps`` also apart by a missing tile where exactly that tile belongs
    between them."""
    across, down = _offset(first, second)
    turned = _turn_between(first, second)
    if abs(turned - 90.0 * round(turned / 90.0)) > PARAMETERS.off_deg or max(abs(across), abs(down)) > 2.4:
        return False
    cell = round(across), round(down)
    off_mm = (PARAMETERS.off_sides if off is None else off) * plane.PARAMETERS.glass_mm
    most_off = off_mm * max(1, abs(cell[0]) + abs(cell[1])) ** 0.5
    if np.hypot(across - cell[0], down - cell[1]) * pitch_mm() > most_off:
        return False
    if abs(cell[0]) + abs(cell[1]) == 1:
        return True
    if not gaps:
        return False
    here, there = cell_of(first.kind), cell_of(second.kind)
    belongs = (there[0] - here[0], there[1] - here[1]) == cell
    return abs(turned) < PARAMETERS.off_deg and belongs and abs(cell[0]) + abs(cell[1]) <= PARAMETERS.across_a_gap


def _offset(first: SeenGlass, second: SeenGlass) -> Spot:
    """Where the second lies in the frame of the first, tile sides."""
    turn = np.radians(first.table_deg)
    dx = (second.table_mm[0] - first.table_mm[0]) / pitch_mm()
    dy = (second.table_mm[1] - first.table_mm[1]) / pitch_mm()
    return float(dx * np.cos(turn) + dy * np.sin(turn)), float(dy * np.cos(turn) - dx * np.sin(turn))


def _turn_between(first: SeenGlass, second: SeenGlass) -> float:
    return wrapped(second.table_deg - first.table_deg, 360.0)


def _window(tiles: list[SeenGlass]) -> SeenWindow:
    lead = _upright_as_most(tiles)
    cells = _cells(tiles, lead)
    faults = _faults(tiles, cells, lead)
    held = Counter(tile.kind for tile in tiles)
    numbers = tuple(sorted({cell_of(tile.kind)[0] + 1 for tile in tiles}))
    missing = tuple(kind for kind in tiles_of(range(numbers[0], numbers[-1] + 1)) if kind not in held)
    whole = not faults and not missing and numbers in legal_windows()
    ordered = sorted(range(len(tiles)), key=lambda k: (cells[k][1], cells[k][0]))
    return SeenWindow(tuple(tiles[k] for k in ordered), numbers, whole, missing, faults)


def _upright_as_most(tiles: list[SeenGlass]) -> SeenGlass:
    """A tile that stands as most of them do."""
    return max(tiles, key=lambda one: sum(abs(_turn_between(one, other)) < PARAMETERS.upright_deg for other in tiles))


def _cells(tiles: list[SeenGlass], lead: SeenGlass) -> list[Cell]:
    """The cells in which tiles lie, from one to the next, so that small errors do not add up."""
    cells: dict[int, Cell] = {next(k for k, tile in enumerate(tiles) if tile is lead): (0, 0)}
    turn = lead.table_deg
    while len(cells) < len(tiles):
        near = min(
            ((k, o) for k in cells for o in range(len(tiles)) if o not in cells),
            key=lambda pair: float(np.hypot(*_between(tiles[pair[0]], tiles[pair[1]], turn))),
        )
        across, down = _between(tiles[near[0]], tiles[near[1]], turn)
        cells[near[1]] = cells[near[0]][0] + round(across), cells[near[0]][1] + round(down)
    return [cells[k] for k in range(len(tiles))]


def _between(first: SeenGlass, second: SeenGlass, turn_deg: float) -> Spot:
    turn = np.radians(turn_deg)
    dx = (second.table_mm[0] - first.table_mm[0]) / pitch_mm()
    dy = (second.table_mm[1] - first.table_mm[1]) / pitch_mm()
    return float(dx * np.cos(turn) + dy * np.sin(turn)), float(dy * np.cos(turn) - dx * np.sin(turn))


def _faults(tiles: list[SeenGlass], cells: list[Cell], lead: SeenGlass) -> tuple[ForbiddenGlass, ...]:
    faults = [
        _fault(FaultKind.DOUBLE, [tile for tile in tiles if tile.kind == kind])
        for kind, count in sorted(Counter(tile.kind for tile in tiles).items())
        if count > 1
    ]
    faults += [
        _fault(FaultKind.TURNED, [tile]) for tile in tiles if abs(_turn_between(lead, tile)) >= PARAMETERS.upright_deg
    ]
    columns = _columns(tiles, cells)
    ordered = sorted(columns)
    for here, there in pairwise(ordered):
        if there - here != columns[there] - columns[here] and columns[there] != columns[here]:
            both = [tile for tile, cell in zip(tiles, cells, strict=True) if cell[0] in (here, there)]
            faults.append(_fault(FaultKind.NOT_NEIGHBOURS, both))
    if not faults:
        faults += _misplaced(tiles, cells, columns)
    return tuple(faults)


def _columns(tiles: list[SeenGlass], cells: list[Cell]) -> dict[int, int]:
    """The small window that most tiles of each column are of, counted from 0."""
    votes: dict[int, Counter[int]] = {}
    for tile, cell in zip(tiles, cells, strict=True):
        votes.setdefault(cell[0], Counter())[cell_of(tile.kind)[0]] += 1
    return {column: count.most_common(1)[0][0] for column, count in votes.items()}


def _misplaced(tiles: list[SeenGlass], cells: list[Cell], columns: dict[int, int]) -> list[ForbiddenGlass]:
    """Tiles that lie where others belong, seen from where most of them lie rightly."""
    rows = Counter(cell_of(tile.kind)[1] - cell[1] for tile, cell in zip(tiles, cells, strict=True))
    row = rows.most_common(1)[0][0]
    wrong = [
        tile for tile, cell in zip(tiles, cells, strict=True) if cell_of(tile.kind) != (columns[cell[0]], cell[1] + row)
    ]
    return [_fault(FaultKind.MISPLACED, wrong)] if wrong else []


def _fault(kind: FaultKind, tiles: list[SeenGlass]) -> ForbiddenGlass:
    return ForbiddenGlass(
        kind,
        tuple(tile.kind for tile in tiles),
        float(np.mean([tile.x for tile in tiles])),
        float(np.mean([tile.y for tile in tiles])),
    )
