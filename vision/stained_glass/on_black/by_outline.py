"""Film on a black table, told by its outlines: squares that lie edge to edge are one window, or part of one, so their
faint patterns are added up as each window would have them.

A tile alone is hardly told from another where noise is as strong as its pattern; of three in a window, what the right
window says adds up and what chance says does not. Where no window fits, each square speaks for itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.carcassonne.stained_glass.windows import cell_of, glass_kinds
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import UNIT_CORNERS
from vision.registration.pattern_fitting import Poses, Views
from vision.stained_glass.edition import GlassEdition
from vision.stained_glass.map_plane import MapOnTable
from vision.stained_glass.on_black.in_light import LightPatterns, evidence, light_patterns, without_any_part
from vision.stained_glass.on_black.squares import Squares, squares_on
from vision.stained_glass.straight import poses_from

Window = tuple[int, tuple[int, ...]]  # how it is turned, in quarters; the view of each square


@dataclass(frozen=True, slots=True, kw_only=True)
class ByOutlineParameters(Parameters):
    """From when what is likest of all is believed."""

    window_lead: float = parameter(
        12.0, "log-likelihood", "that a window leads the next likest by", "docs/findings/stained-glass.md"
    )
    window_each: float = parameter(
        4.5, "log-likelihood", "of each of its tiles, on the average", "docs/findings/stained-glass.md"
    )
    tile_lead: float = parameter(
        22.0, "log-likelihood", "that a tile alone leads the next likest by", "docs/findings/stained-glass.md"
    )
    all_over: float = parameter(
        0.4, "of a tile's lead", "that is left whatever quarter is left out", "docs/findings/stained-glass.md"
    )
    pushed: tuple[float, ...] = parameter(
        (0.16, 0.08, 0.04), "tile sides", "that the ends of a window are pushed, to see where it says more", CHOSEN
    )
    foretold_lead: float = parameter(
        3.0,
        "log-likelihood",
        "that what a window foretells leads all else by, where it lies in line with it",
        "docs/findings/stained-glass.md",
    )
    off_its_place: float = parameter(0.25, "tile sides", "that a corner may be off there", CHOSEN)
    across_a_gap: int = parameter(2, "cells", "from the window to what it foretells", CHOSEN)
    just_believed: float = parameter(2.0, "log-odds", "of what is just believed", CHOSEN)
    more: float = parameter(0.5, "log-odds", "for each unit that it leads by beyond", CHOSEN)
    most: float = parameter(7.0, "log-odds", "of anything", CHOSEN)
    taken: float = parameter(0.6, "tile sides", "between middles, below which two tell one place", CHOSEN)


PARAMETERS = ByOutlineParameters()


@dataclass(frozen=True, eq=False, slots=True)
class Outlined:
    """Glass that was told by its outline: poses (n, 3, 3) on the picture, the view of each, and how sure it is (n,)."""

    poses: Poses
    views: Views
    sure: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.views)


@dataclass(frozen=True, eq=False, slots=True)
class SquaresAsGlass:
    """Some squares of a group as glass: which, how each is turned, what it is; how far they lead beyond enough."""

    squares: tuple[int, ...]
    views: tuple[int, ...]
    turns: tuple[int, ...]
    beyond: float


def glass_by_outline(
    light: NDArray[np.float32], size: tuple[int, int], edition: GlassEdition, there: MapOnTable
) -> Outlined:
    """The glass that stands out from a black table as squares, beside the map that tells how the table lies.

    Args:
        light: of the picture, see :func:`light_of`. size: (height, width) px of the picture.
    """
    patterns = light_patterns(edition)
    taken = there.outlines.mean(axis=1)
    found: list[tuple[Squares, SquaresAsGlass]] = []
    open_still: list[tuple[Squares, Float64Array]] = []
    for squares in _apart(squares_on(light, size, there.plane), taken):
        said = _by_kind(evidence(light, size, squares.outlines, patterns), edition)
        glass = as_glass(squares.cells, said, edition)
        if not glass:
            open_still.append((squares, said))
        for one in glass:
            if len(one.squares) > 1:
                found.append((_closer(light, size, squares, one, patterns), one))
            elif _all_over(light, size, squares, one, edition):
                found.append((squares, one))
    for squares, said in open_still:
        found += [(squares, one) for one in _foretold(squares, said, found, edition)]
    return _joined(sorted(found, key=lambda one: -one[1].beyond))


def _foretold(
    squares: Squares, said: Float64Array, found: list[tuple[Squares, SquaresAsGlass]], edition: GlassEdition
) -> list[SquaresAsGlass]:
    """Squares that say too little, as the window tells them that was begun beside them, if they say that most."""
    ways = windows_on(squares.cells, edition)
    for all_of_it, one in found:
        which = list(one.squares)
        begun = replace(all_of_it, cells=all_of_it.cells[which], outlines=all_of_it.outlines[which])
        if (way := continued(squares, begun, one.turns[0], one.views, edition)) is None:
            continue
        others = max((_sum(said, other) for other in ways if other != way), default=0.0)
        beyond = _sum(said, way) - others - PARAMETERS.foretold_lead
        if beyond > 0:
            turn, views = way
            return [SquaresAsGlass(tuple(range(len(views))), views, (turn,) * len(views), beyond)]
    return []


def continued(
    squares: Squares, begun: Squares, turn: int, views: tuple[int, ...], edition: GlassEdition
) -> Window | None:
    """What squares are that lie where a window goes on that was begun, and how they are turned, counted as they lie;
    None where they lie otherwise."""
    corners = (begun.cells[:, None] + UNIT_CORNERS).reshape(-1, 2)
    to_cells, _ = cv2.findHomography(begun.outlines.reshape(-1, 2), corners)
    there = cv2.perspectiveTransform(squares.outlines.reshape(1, -1, 2), to_cells).reshape(-1, 4, 2)
    cells = np.rint(there.mean(axis=1) - 0.5)
    off = np.stack([there - np.roll(cells[:, None] + UNIT_CORNERS, -quarter, axis=1) for quarter in range(4)])
    worst = np.linalg.norm(off, axis=3).max(axis=(1, 2))
    quarter = int(worst.argmin())
    reach = np.abs(cells[:, None] - begun.cells[None]).sum(axis=2).min(axis=1)
    if worst[quarter] > PARAMETERS.off_its_place or reach.max() > PARAMETERS.across_a_gap:
        return None
    right, down = _right_and_down(turn)
    first = {kind: view for view, kind in reversed(list(enumerate(edition.kinds)))}
    places = {cell_of(kind): first[kind] for kind in glass_kinds() if kind in first}
    column, row = cell_of(edition.kinds[views[0]])
    away = cells - begun.cells[0]
    found = [places.get((column + int(one @ right), row + int(one @ down))) for one in away]
    known = tuple(view for view in found if view is not None)
    return ((turn - quarter) % 4, known) if len(known) == len(found) else None


def _closer(
    light: NDArray[np.float32], size: tuple[int, int], squares: Squares, one: SquaresAsGlass, patterns: LightPatterns
) -> Squares:
    """The same squares, pushed and stretched together to where they say most for the window that they are: a dark pane
    at its rim is no brighter than the table, and an outline stops short of it."""
    window = (one.turns[0], one.views)
    best, most = squares, _sum(evidence(light, size, squares.outlines, patterns), window)
    for step in PARAMETERS.pushed:
        for push in _pushes(squares.cells, step):
            moved = replace(best, outlines=_through(push, best))
            said = _sum(evidence(light, size, moved.outlines, patterns), window)
            if said > most:
                best, most = moved, said
    return best


def _pushes(cells: NDArray[np.intp], step: float) -> list[Float64Array]:
    """(3, 3) maps of cells that push either end of either row of all of them out or in by so many cells."""
    maps = []
    for axis, count in enumerate(cells.max(axis=0) - cells.min(axis=0) + 1):
        first = float(cells[:, axis].min())
        for near, far in ((-step, 0.0), (step, 0.0), (0.0, -step), (0.0, step)):
            push = np.eye(3)
            push[axis, axis] = 1.0 + (far - near) / count
            push[axis, 2] = first + near - push[axis, axis] * first
            maps.append(push)
    return maps


def _through(push: Float64Array, squares: Squares) -> Float64Array:
    """(n, 4, 2) px of the outlines once a map of cells pushed them."""
    corners = (squares.cells[:, None] + UNIT_CORNERS).reshape(-1, 2)
    to_picture, _ = cv2.findHomography(corners, squares.outlines.reshape(-1, 2))
    moved = corners @ push[:2, :2].T + push[:2, 2]
    return np.asarray(cv2.perspectiveTransform(moved[None], to_picture)[0].reshape(-1, 4, 2), np.float64)


def _all_over(
    light: NDArray[np.float32], size: tuple[int, int], squares: Squares, one: SquaresAsGlass, edition: GlassEdition
) -> bool:
    """Whether a tile alone is not told by one part of it: a corner of something else reaches into a square, too."""
    patterns = light_patterns(edition)
    own = patterns[np.array(edition.kinds) == edition.kinds[one.views[0]], one.turns[0]]
    place = np.repeat(squares.outlines[list(one.squares)], len(own), axis=0)
    left = without_any_part(light, size, place, own, patterns).max()
    return bool(left > PARAMETERS.all_over * (one.beyond + PARAMETERS.tile_lead))


def _by_kind(said: Float64Array, edition: GlassEdition) -> Float64Array:
    """The same (n, views, 4), of each view what the likest of its kind says."""
    kinds = np.array(edition.kinds)
    return np.stack([said[:, kinds == kind].max(axis=1) for kind in edition.kinds], axis=1)


def _apart(every: list[Squares], taken: Float64Array) -> list[Squares]:
    """Those that are not the map and tell other squares than one before them, which is more alike."""
    kept: list[Squares] = []
    for one in every:
        middles = one.outlines.mean(axis=1)
        if 2 * _near(middles, taken, one).sum() >= len(middles):
            continue
        same = (
            len(other.cells) == len(one.cells) and _near(middles, other.outlines.mean(axis=1), one, 0.1).all()
            for other in kept
        )
        if not any(same):
            kept.append(one)
    return kept


def _near(
    middles: Float64Array, others: Float64Array, squares: Squares, within: float | None = None
) -> NDArray[np.bool_]:
    """(n,) which middles lie nearer to one of the others than so many sides."""
    side = np.linalg.norm(squares.outlines[:, 1] - squares.outlines[:, 0], axis=1)[:, None]
    away = np.linalg.norm(middles[:, None] - others[None], axis=2)
    return np.asarray((away < (PARAMETERS.taken if within is None else within) * side).any(axis=1))


def as_glass(cells: NDArray[np.intp], said: Float64Array, edition: GlassEdition) -> list[SquaresAsGlass]:
    """What squares edge to edge are: all of them a window, or as many as speak for themselves; none if nothing is sure.

    Args:
        cells: (n, 2) column and row of each.
        said: (n, views, 4) log-likelihood of each view in each direction, see :func:`evidence`.
    """
    if len(cells) > 1:
        together = sorted(
            ((_sum(said, window), window) for window in windows_on(cells, edition)), key=lambda one: -one[0]
        )
        if together:
            most, (turn, views) = together[0]
            lead = most - (together[1][0] if len(together) > 1 else 0.0)
            beyond = lead - PARAMETERS.window_lead
            if beyond > 0 and most > PARAMETERS.window_each * len(cells):
                return [SquaresAsGlass(tuple(range(len(cells))), views, (turn,) * len(cells), beyond)]
    return [one for number in range(len(cells)) if (one := _alone(number, said[number], edition)) is not None]


def windows_on(cells: NDArray[np.intp], edition: GlassEdition) -> list[Window]:
    """Every way in which squares in these cells (n, 2) are part of the great window, turned by quarters."""
    first = {kind: view for view, kind in reversed(list(enumerate(edition.kinds)))}
    places = {cell_of(kind): first[kind] for kind in glass_kinds() if kind in first}
    found: list[Window] = []
    for turn in range(4):
        own = np.column_stack([cells @ one for one in _right_and_down(turn)])
        own -= own.min(axis=0)
        for column, row in sorted(places):
            views = [places.get((int(right) + column, int(down) + row)) for right, down in own]
            if all(view is not None for view in views):
                found.append((turn, tuple(view for view in views if view is not None)))
    return list(dict.fromkeys(found))


def _right_and_down(turn: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where the right of a tile and its foot point, in cells, once it is turned so many quarters clockwise."""
    x, y = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn]
    return np.array([x, y]), np.array([-y, x])


def _sum(said: Float64Array, window: Window) -> float:
    turn, views = window
    return float(said[np.arange(len(views)), list(views), turn].sum())


def _alone(number: int, said: Float64Array, edition: GlassEdition) -> SquaresAsGlass | None:
    """One square by itself: what it is like (views, 4), if that is far enough ahead of all else."""
    view, turn = (int(one) for one in np.unravel_index(int(said.argmax()), said.shape))
    others = said.copy()
    others[[other for other, kind in enumerate(edition.kinds) if kind == edition.kinds[view]], turn] = 0.0
    beyond = float(said[view, turn] - others.max()) - PARAMETERS.tile_lead
    return SquaresAsGlass((number,), (view,), (turn,), beyond) if beyond > 0 else None


def _joined(found: list[tuple[Squares, SquaresAsGlass]]) -> Outlined:
    """All that was told, none at the place of what is surer."""
    outlines: list[Float64Array] = []
    views: list[int] = []
    beyond: list[float] = []
    for squares, one in found:
        mine = squares.outlines[list(one.squares)]
        if outlines and _near(mine.mean(axis=1), np.stack(outlines).mean(axis=1), squares).any():
            continue
        outlines += [np.roll(outline, -turn, axis=0) for outline, turn in zip(mine, one.turns, strict=True)]
        views += one.views
        beyond += [one.beyond] * len(mine)
    poses = poses_from(np.stack(outlines)) if outlines else np.empty((0, 3, 3))
    return Outlined(poses, np.array(views, np.intp), chance_of(np.array(beyond)))


def chance_of(beyond: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) how sure it is what leads the next likest by so much more than is enough."""
    odds = np.minimum(PARAMETERS.just_believed + PARAMETERS.more * beyond, PARAMETERS.most)
    return np.asarray(1.0 / (1.0 + np.exp(-odds)), np.float64)
