"""Whether another map lies beside the one that was found: two games on one table are not one board.

A part of the same map that a cup, glare or a hand cuts off lies where the map foretells it, and is small or it would
have been found; another map lies turned, or beside its rows and columns, or is large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.feature_seeds import TileSeed
from vision.registration.lattice import Cell, Lattice, Matrix, project, quad_of, seams, side_px, sides_px
from vision.registration.lattice_growth import assemble
from vision.tile_map.looseness import looseness_of, strays
from vision.tile_map.surroundings.bare_between import bare_between
from vision.tile_map.touching import gap_across


@dataclass(frozen=True, slots=True, kw_only=True)
class TileMapBesideParameters(Parameters):
    """How large and how near a second map is to be told as one."""

    # Tiles that are believed. On 8 photographs and 12 composed tables of one map each no more than 3 that
    # were voted for beside it lay as on a map, believed or not; of three second maps of 9, 33 and 39 tiles 9 to 35 did.
    least_tiles: int = parameter(
        5, "tiles", "believed ones on one lattice that are another map", "vision/tile_map/beside.py"
    )
    large: int = parameter(8, "count", "of them that are another map wherever they lie", CHOSEN)
    near: float = parameter(
        0.8,
        "share of a tile's side",
        "from the middle of a known one within which a vote is for that one, or none",
        CHOSEN,
    )
    most_ratio: float = parameter(1.6, "times", "the sides of tiles of the other map", CHOSEN)
    # A map drifts. On sixty simulated hard ones, each without one of its tiles where that left two parts (96 times),
    # half of the second parts were off by more than 0.12 and turned by more than 3.3 degrees, 95 in 100 by less than
    # 0.27 and 9.5: 6.2 and 3.2 times what those tiles stray from where their neighbours foretell them, of which a
    # picture shows two thirds. The tiles of eight photographs stray by 0.007 to 0.019, of hard maps by 0.028 as often
    # as not.
    torn: tuple[float, float] = parameter(
        (0.09, 0.18),
        "shares of a tile",
        "neighbours of one map lie nearer, most of them: where its tiles lie neatly, and where they lie anyhow",
        "vision/tile_map/beside.py",
    )
    torn_spreads: float = parameter(
        6.0, "spreads", "of a map's own tiles, from which a gap tears it between these", "vision/tile_map/beside.py"
    )
    off_rows: tuple[float, float] = parameter(
        (0.15, 0.3),
        "shares of a tile's side",
        "off the rows, by which a map is another, the same",
        "vision/tile_map/beside.py",
    )
    off_spreads: float = parameter(
        10.0,
        "spreads",
        "of a map's own tiles off the rows, by which a map is another between these",
        "vision/tile_map/beside.py",
    )
    turned_deg: tuple[float, float] = parameter(
        (4.0, 10.0), "degrees", "by which another map is turned, the same", "vision/tile_map/beside.py"
    )
    turned_spreads: float = parameter(
        6.0, "spreads", "of a map's own tiles, by which another is turned between these", "vision/tile_map/beside.py"
    )
    starts: int = parameter(8, "tiles", "from which another map is looked for", CHOSEN)


PARAMETERS = TileMapBesideParameters()

Believe = Callable[[Float64Array], NDArray[np.bool_]]  # which of some poses (b, 3, 3) show a tile


def map_beside(known: Lattice, seeds: Sequence[TileSeed], believe: Believe) -> Lattice:
    """The tiles of another map than the ``known`` one; none where there is no other.

    Args:
        seeds: all tiles that are voted for on the picture.
    """
    left = _elsewhere(known, seeds)
    if len(left) < PARAMETERS.least_tiles:
        return Lattice()
    other = assemble(left, starts=PARAMETERS.starts)
    if len(other) < PARAMETERS.least_tiles:
        return Lattice()
    cells = list(other.cells)
    believed = believe(np.stack([other.cells[cell] for cell in cells]))
    # Those between them may not show: of a second map of 11 tiles features told 6, in two parts.
    part = sorted(cell for cell, good in zip(cells, believed.tolist(), strict=True) if good)
    if len(part) < PARAMETERS.least_tiles:
        return Lattice()
    found = Lattice({cell: other.cells[cell] for cell in part})
    return found if len(part) >= PARAMETERS.large or _lies_elsewhere(known, found) else Lattice()


def _elsewhere(known: Lattice, seeds: Sequence[TileSeed]) -> list[TileSeed]:
    """Votes for tiles of about the same size that are none of the known ones."""
    poses = np.stack(list(known.cells.values()))
    middles, sides = project(poses, [[0.5, 0.5]])[:, 0], sides_px(poses)
    found = []
    for seed in seeds:
        away = np.hypot(*(middles - project(seed.pose, [[0.5, 0.5]])[0]).T) / sides
        ratio = side_px(seed.pose) / sides[away.argmin()]
        if away.min() > PARAMETERS.near and 1 / PARAMETERS.most_ratio < ratio < PARAMETERS.most_ratio:
            found.append(seed)
    return found


def _lies_elsewhere(known: Lattice, other: Lattice) -> bool:
    """Whether tiles lie turned, or beside the rows and columns of a map, more than the map's own do.

    Asked of those nearest to the map, by the part of it that is nearest to them: a map drifts as it grows. The cells of
    the other one may be counted from elsewhere.
    """
    rows = np.linalg.inv(known.common())
    at = project(rows, project(np.stack(list(other.cells.values())), [[0.5, 0.5]])[:, 0]) - 0.5
    places = dict[Cell, Matrix](zip(map(_cell, np.rint(at)), other.cells.values(), strict=True))
    steps = [min(abs(row - here) + abs(column - there) for here, there in known.cells) for row, column in places]
    nearest = [place for place, away in zip(places, steps, strict=True) if away <= min(steps) + 1]
    off, turned = strays(Lattice(places), nearest, known.predict_all(nearest))
    loose = looseness_of(known)
    most_off = np.clip(PARAMETERS.off_spreads * loose.off, *PARAMETERS.off_rows)
    most_turned = np.clip(PARAMETERS.turned_spreads * loose.turned, *np.deg2rad(PARAMETERS.turned_deg))
    off -= np.rint(off)
    return bool(np.abs(np.median(off, axis=0)).max() > most_off or abs(np.median(turned)) > most_turned)


def _cell(place: NDArray[np.float64]) -> Cell:
    """The cell at a place (column, row)."""
    return int(place[1]), int(place[0])


def torn_apart(lattice: Lattice, layers: Layers) -> bool:
    """Whether what was taken for one map is two: many tiles lie beyond a gap, or apart and beside the others' rows, or
    with nothing between but the table that the picture shows. What a map's own tiles are off by, of one that was laid
    carelessly, makes no other of it."""
    torn = float(np.clip(PARAMETERS.torn_spreads * looseness_of(lattice).off, *PARAMETERS.torn))
    near: dict[Cell, list[Cell]] = {cell: [] for cell in lattice.cells}
    quads = {cell: quad_of(pose) for cell, pose in lattice.cells.items()}
    gaps = list[tuple[Cell, Cell]]()
    for one, other, side in seams(lattice.cells):
        if gap_across(quads[one], quads[other], side) < torn:
            near[one].append(other)
            near[other].append(one)
        else:
            gaps.append((one, other))
    parts = sorted((part for part in _parts(near) if len(part) >= PARAMETERS.least_tiles), key=len, reverse=True)
    if len(parts) < 2:
        return False
    first, second = (Lattice({cell: lattice.cells[cell] for cell in sorted(part)}) for part in parts[:2])
    beyond_a_gap = any({one in parts[0], other in parts[0]} == {True, False} for one, other in gaps)
    return beyond_a_gap or _lies_elsewhere(first, second) or bare_between(lattice, layers, parts[:2])


def _parts(near: Mapping[Cell, Sequence[Cell]]) -> Iterator[set[Cell]]:
    """Cells that hang together by those that are near each."""
    left = set(near)
    while left:
        part, edge = set[Cell](), {min(left)}
        while edge:
            part |= edge
            edge = {other for cell in edge for other in near[cell]} - part
        left -= part
        yield part
