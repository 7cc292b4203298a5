"""Which triangles of an empty board show the same symbol, on a copy that nobody has seen before.

What a park looks like on somebody's copy is not known, but that it looks the same wherever it is printed. So triangles
are put into groups by their colours and by how well their print fits on one another, turned whichever way, and people
name the groups: three taps. Greenest is suggested as park.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.cronberg.components import Symbol
from games.cronberg.lattice import lattice_of_side
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolsParameters(Parameters):
    """How alike two triangles have to be to bear the same symbol."""

    side: int = parameter(40, "px", "edge of a triangle as it is compared", CHOSEN)
    colour: float = parameter(0.05, "correlation", "for each unit of CIELAB", CHOSEN)
    rim: float = parameter(0.12, "share of an edge", "that is left out", CHOSEN)
    lightness: float = parameter(0.35, "times", "hue: weight of lightness, for light on a table is uneven", CHOSEN)


PARAMETERS = SymbolsParameters()


@dataclass(frozen=True, eq=False, slots=True)
class SymbolGroups:
    """Triangles in groups.

    Attributes:
        group_of: (triangles,) index of each one's group; the largest group first.
        sure: (triangles,) how much nearer to its own group than to the next, 0 to 1.
        suggested: symbol of each group.
        examples: the triangle of each group that is most like the others.
    """

    group_of: tuple[int, ...]
    sure: tuple[float, ...]
    suggested: tuple[Symbol, ...]
    examples: tuple[int, ...]

    def symbols(self) -> tuple[Symbol, ...]:
        """Every triangle by its group's suggestion."""
        return tuple(self.suggested[group] for group in self.group_of)


def grouped(
    board: Picture, side: int, px_per_edge: float, middle_px: tuple[float, float], groups: int = 3
) -> SymbolGroups:
    """Group the triangles of a straightened board.

    Args:
        board: BGR, true to scale. side: triangles along an edge. px_per_edge, middle_px: of its net.
        groups: how many symbols there are.
    """
    patches = _patches(board, side, px_per_edge, middle_px)
    colours = _colours(patches)
    apart = _apart(patches, colours)
    members = _joined(apart, min(groups, len(apart)))
    members.sort(key=len, reverse=True)
    group_of = np.zeros(len(apart), int)
    for number, some in enumerate(members):
        group_of[some] = number
    distance = np.array(
        [[apart[t, [m for m in some if m != t] or some].mean() for some in members] for t in range(len(apart))]
    )
    own = distance[np.arange(len(apart)), group_of]
    other = np.where(np.arange(len(members))[None] == group_of[:, None], np.inf, distance).min(axis=1)
    sure = np.clip(1 - own / np.maximum(other, 1e-6), 0, 1) if len(members) > 1 else np.ones(len(apart))
    examples = tuple(int(some[int(apart[np.ix_(some, some)].sum(axis=1).argmin())]) for some in members)
    return SymbolGroups(
        tuple(int(g) for g in group_of), tuple(float(s) for s in sure), _suggested(members, colours), examples
    )


def triangle_picture(
    board: Picture, side: int, px_per_edge: float, middle_px: tuple[float, float], triangle: int, size: int = 160
) -> Picture:
    """A triangle cut out as it stands on the board, with a little around it, (size, size, 3)."""
    x, y = lattice_of_side(side).centre(triangle)
    scale = size / (1.05 * px_per_edge)
    at = np.array([x, y]) * px_per_edge + middle_px
    onto = np.array([[scale, 0, size / 2 - scale * at[0]], [0, scale, size / 2 - scale * at[1]]])
    return np.asarray(cv2.warpAffine(board, onto, (size, size), flags=cv2.INTER_AREA), np.uint8)


def _patches(board: Picture, side: int, px_per_edge: float, middle_px: tuple[float, float]) -> NDArray[np.float32]:
    """(triangles, 2, s, 3) CIELAB of every triangle at the same spots: as it stands, and turned half round if it points
    down. Spots are ordered so that a third of a turn is a permutation (:func:`_turns`)."""
    lattice = lattice_of_side(side)
    shrink = px_per_edge / PARAMETERS.side
    soft = cv2.GaussianBlur(board, (0, 0), max(0.3, 0.5 * shrink)) if shrink > 1 else board
    lab = cv2.cvtColor(soft.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    spots = _spots()
    found = []
    for triangle in range(len(lattice.corners_of)):
        x, y = lattice.centre(triangle)
        up = sum(lattice.positions[corner][1] < y for corner in lattice.corners_of[triangle]) == 1
        places = (np.array([x, y]) + spots * (1 if up else -1)) * px_per_edge + middle_px
        at = places.astype(np.float32)
        found.append(cv2.remap(lab, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR)[0])
    return np.asarray(np.stack(found), np.float32)


def _spots() -> Float64Array:
    """(3 k, 2) spots of an upward triangle about its centre, in edges: k of a third of it, then that third turned."""
    high = np.sqrt(3) / 2
    xs, ys = np.meshgrid(
        np.arange(-0.5, 0.5, 1 / PARAMETERS.side), np.arange(-2 / 3 * high, high / 3, 1 / PARAMETERS.side)
    )
    grid = np.column_stack([xs.ravel(), ys.ravel()])
    low = high / 3 - grid[:, 1]
    beside = (grid[:, 1] + 2 / 3 * high) / 2 - np.abs(grid[:, 0]) * high
    grid = grid[(low > PARAMETERS.rim) & (beside > PARAMETERS.rim)]
    angle = np.degrees(np.arctan2(grid[:, 1], grid[:, 0])) % 360
    third = grid[(angle >= 30) & (angle < 150)]
    turned = [third @ _spin(120 * step).T for step in range(3)]
    return np.vstack(turned)


def _spin(degrees: float) -> Float64Array:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s], [s, c]])


def _colours(patches: NDArray[np.float32]) -> Float64Array:
    """(triangles, 9): mean, and tenth and last tenth, of lightness and hue; a bend of the light over the board, which
    all triangles share, is not known, so lightness counts little."""
    weights = np.array([PARAMETERS.lightness, 1, 1])
    parts = [patches.mean(axis=1), np.percentile(patches, 12, axis=1), np.percentile(patches, 88, axis=1)]
    found: Float64Array = np.concatenate(
        [part * weights * share for part, share in zip(parts, (1, 0.5, 0.5), strict=True)], axis=1
    )
    return found


def _apart(patches: NDArray[np.float32], colours: Float64Array) -> Float64Array:
    """(t, t) how unlike triangles are: colours, and the best correlation of their print over three turns. A triangle
    that points down was turned half round, so a symbol that stands upright everywhere fits only those that point like
    it: the two kinds are joined by colour, and by a third that is like both."""
    flat = patches - patches.mean(axis=1, keepdims=True)
    flat /= np.sqrt((flat**2).sum(axis=(1, 2), keepdims=True)) + 1e-6
    count = flat.shape[1] // 3
    thirds = flat.reshape(len(flat), 3, count, 3)
    alike = np.full((len(flat), len(flat)), -1.0)
    one = flat.reshape(len(flat), -1)
    for turn in range(3):
        other = np.roll(thirds, turn, axis=1).reshape(len(flat), -1)
        alike = np.maximum(alike, one @ other.T)
    alike = np.maximum(alike, alike.T)
    colour = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    # Alike to the same others is alike as well: what stands upright fits no triangle that points the other way.
    apart: Float64Array = PARAMETERS.colour * colour + 0.5 * (1 - np.clip(alike, 0, 1))
    np.fill_diagonal(apart, 0)
    return apart


def _joined(apart: Float64Array, groups: int) -> list[list[int]]:
    """The two groups that are nearest on average are joined until so many are left (average linkage)."""
    members = [[triangle] for triangle in range(len(apart))]
    far = apart.astype(np.float64).copy()
    np.fill_diagonal(far, np.inf)
    while len(members) > groups:
        one, other = sorted(int(v) for v in np.unravel_index(int(far.argmin()), far.shape))
        sizes = len(members[one]), len(members[other])
        mixed = (far[one] * sizes[0] + far[other] * sizes[1]) / sum(sizes)
        far[one], far[:, one] = mixed, mixed
        far[one, one] = np.inf
        far = np.delete(np.delete(far, other, axis=0), other, axis=1)
        members[one] += members.pop(other)
    return members


def _suggested(members: list[list[int]], colours: Float64Array) -> tuple[Symbol, ...]:
    """Greenest is a park; of the others the larger group is coats of arms. Only suggested: people name the groups."""
    green = [float(-colours[some, 1].mean() + 0.3 * colours[some, 2].mean()) for some in members]
    park = int(np.argmax(green))
    others = [number for number in range(len(members)) if number != park]
    names = {park: Symbol.PARK}
    for number, symbol in zip(others, (Symbol.COAT, Symbol.GUARD, Symbol.BLANK, Symbol.BLANK), strict=False):
        names[number] = symbol
    return tuple(names[number] for number in range(len(members)))
