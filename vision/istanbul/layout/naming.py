"""Which place lies in which cell: every cell against every place, each place once, in a pattern that the game has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from games.istanbul.layout import FOUNTAIN
from vision.imaging.scatter import OF_MEDIAN
from vision.istanbul.layout.edition import FLIPS, MOST_PLACES, PATTERNS, SETS
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.assignment import cheapest, least_sum
from vision.registration.lattice import Cell
from vision.registration.lucas_kanade import middle_px
from vision.registration.templates import unit_vectors
from vision.tile_map.residuals import Judge


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingOfPlacesParameters(Parameters):
    """How a place's likeness, print and colours tell which place it is, and from when it is bare table."""

    other_way: float = parameter(
        0.3, "correlation", "that it takes to believe that a place lies upside down among others", CHOSEN
    )
    bare: float = parameter(
        2.75,
        "squared deviations",
        "that bare table reaches with the place that it looks most like, as `Usual.telling` counts",
        CHOSEN,
    )
    firm: float = parameter(1.5, "spreads", "beyond which more likeness tells in proportion only", CHOSEN)
    drawn: float = parameter(0.5, "squared deviations", "from a smooth surface that a print surely has", CHOSEN)
    nothing_drawn: float = parameter(
        3.0, "squared deviations", "that a place costs where no print is seen on it", CHOSEN
    )
    colours: float = parameter(
        3.0, "times", "what a squared deviation from a place's own colours counts, as `Usual.telling` does", CHOSEN
    )
    by_rule: float = parameter(2.0, "squared deviations", "that speak for the Fountain where the rules have it", CHOSEN)
    least_spread: float = parameter(0.09, "correlation", "what stands on a place takes as much from its own", CHOSEN)
    margin_px: int = parameter(2, "px of the coarse patch", "within which a place is sought about its cell", CHOSEN)


PARAMETERS = NamingOfPlacesParameters()


@dataclass(frozen=True, eq=False)
class Usual:
    """How alike each place is to what it is not. A plain one looks a little like everything, so the same correlation
    tells less of it (what is near to all is near to none: Radovanovic et al., "Hubs in Space", JMLR 2010).

    Attributes:
        similarity, spread: (v,) of its correlations with the cells of a picture, nearly all of which are others.
    """

    similarity: NDArray[np.float64]
    spread: NDArray[np.float64]

    @classmethod
    def of(cls, level: NDArray[np.float32]) -> Usual:
        """From correlations (cells, v)."""
        usual = np.median(level.astype(np.float64), axis=0)
        spread = OF_MEDIAN * np.median(np.abs(level - usual), axis=0)
        return cls(usual, np.maximum(spread, PARAMETERS.least_spread))

    def telling(self, level: NDArray[np.float32]) -> NDArray[np.float64]:
        """(b, v) what correlations say for each place: half their square in spreads, and in proportion later on."""
        z = np.maximum((level - self.similarity) / self.spread, 0.0)
        return np.asarray(
            np.where(z < PARAMETERS.firm, z * z / 2, PARAMETERS.firm * z - PARAMETERS.firm * PARAMETERS.firm / 2),
            np.float64,
        )


@dataclass(frozen=True, eq=False)
class Naming:
    """A layout's cells and what they show.

    Attributes:
        cells: (row, column), row by row.
        rows, columns: the pattern.
        poses: (b, 3, 3) where each cell was sought.
        views: (b,) index of the place that it gets when each may come once.
        templates: (b,) the same with its flip: ``2 view + flip``.
        similarity: (b, v) correlation with each place. usual: what such correlations are where there is another one.
        support: how much speaks for this pattern.
    """

    cells: tuple[Cell, ...]
    rows: int
    columns: int
    poses: NDArray[np.float64]
    views: NDArray[np.intp]
    templates: NDArray[np.intp]
    similarity: NDArray[np.float32]
    usual: Usual
    support: float

    def by_colours(
        self,
        doubts: NDArray[np.float32],
        printed: NDArray[np.float64],
        numbers: Sequence[int],
        seen: NDArray[np.float64] | None = None,
    ) -> Naming:
        """The names anew, with how far each cell (b, 2 v) is from every place's own colours: correlations know nothing
        of those, and what stands on a place upsets them more; with the numbers (b, v) that are printed there; and with
        the share of each (b,) that is seen at all."""
        allowed = self.allowed(numbers)
        says = (self.telling(doubts, seen) + self.usually(numbers) + printed)[:, allowed]
        views = np.array(allowed)[cheapest(-says)]
        flips = np.where(views == self.views, self.templates % FLIPS, self.flip)
        return replace(self, views=views, templates=FLIPS * views + flips)

    def telling(self, doubts: NDArray[np.float32], seen: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """(b, v) how much what is seen of it speaks for each place in each cell."""
        says = self.usual.telling(self.similarity) - PARAMETERS.colours * doubts[:, self.flip :: FLIPS]
        return np.asarray(says if seen is None else says * seen[:, None], np.float64)

    def usually(self, numbers: Sequence[int]) -> NDArray[np.float64]:
        """(b, v) how much speaks for each place in each cell before one has looked: the rules have the Fountain lie
        within, in the middle of twenty-five. Whoever broke that rule is to be told so, so it says little."""
        says = np.zeros((len(self.cells), len(numbers)))
        if FOUNTAIN in numbers:
            inset = 2 if len(self.cells) == MOST_PLACES else 1
            spots = np.array(self.cells) - self.cells[0]
            within = ((spots >= inset) & (spots < np.array([self.rows, self.columns]) - inset)).all(axis=1)
            says[within, list(numbers).index(FOUNTAIN)] = PARAMETERS.by_rule
        return says

    @property
    def flip(self) -> int:
        """1 where the layout is seen upside down; a few places may lie otherwise."""
        return int((self.templates % FLIPS).mean() > 0.5)

    def allowed(self, numbers: Sequence[int]) -> list[int]:
        """Views of the places that the game has whose places these are."""
        own = {numbers[view] for view in self.views}
        laid = next(allowed for allowed in SETS if own <= allowed)
        return [view for view, number in enumerate(numbers) if number in laid]

    def preferred(self, others: Sequence[int], numbers: Sequence[int]) -> float:
        """How much more speaks for these names than for others; ``numbers`` are those of the views."""
        says = self.usual.telling(self.similarity)
        cells = np.arange(len(self.cells))
        instead = np.array([numbers.index(other) for other in others])
        return float((says[cells, self.views] - says[cells, instead]).sum())


def alike(judge: Judge, poses: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """Poses (b, 3, 3) as they are, and the correlation (b, 2 v) of each with every template at its best shift."""
    n = judge.coarse.n
    patches, _ = judge.layers.cut(poses, n, PARAMETERS.margin_px)
    patches = judge.tone.apply(patches, middle_px(poses))
    width = 2 * PARAMETERS.margin_px + 1
    windows = np.lib.stride_tricks.sliding_window_view(patches, (n, n), axis=(1, 2))
    windows = np.ascontiguousarray(windows.transpose(0, 1, 2, 4, 5, 3))
    scores = unit_vectors(windows).reshape(len(poses), width * width, -1) @ judge.coarse.unit.T
    return poses, np.asarray(scores.max(axis=1), np.float32)


def named(
    cells: tuple[Cell, ...],
    poses: NDArray[np.float64],
    similarity: NDArray[np.float32],
    numbers: tuple[int, ...],
    drawn: NDArray[np.float64],
) -> Naming | None:
    """The pattern of cells that looks most like a layout, or None where the cells hold none; ``drawn`` (b,) tells how
    far each is from a smooth surface: a cloth looks a little like any place, and no place looks like a cloth."""
    both = similarity.reshape(len(cells), -1, FLIPS)
    upright = both.max(axis=1).mean(axis=0).argmax()  # all lie one way round, but for a few
    either = both - np.where(np.arange(FLIPS) == upright, 0.0, PARAMETERS.other_way).astype(np.float32)
    level = either.max(axis=2)
    usual = Usual.of(level)
    says = (
        usual.telling(level)
        - PARAMETERS.bare
        - PARAMETERS.nothing_drawn * np.clip(1 - drawn / PARAMETERS.drawn, 0, 1)[:, None]
    )
    index = {cell: place for place, cell in enumerate(cells)}
    patterns = []  # the most that can speak for each pattern, its cells and the views of its game
    for top, left, rows, columns in _windows(cells):
        inside = [(top + row, left + column) for row in range(rows) for column in range(columns)]
        chosen = np.array([index[cell] for cell in inside])
        for allowed in SETS:
            views = np.array([view for view, number in enumerate(numbers) if number in allowed], np.intp)
            if len(allowed) == rows * columns and len(views) >= len(inside):
                part = says[chosen][:, views]
                patterns.append((-least_sum(-part), part, chosen, views, (rows, columns)))
    best: Naming | None = None
    for most, part, chosen, views, (rows, columns) in sorted(patterns, key=lambda pattern: -pattern[0]):
        if best is not None and most <= best.support:
            break  # sharing places out is dear, and most patterns can't win
        given = cheapest(-part)
        support = float(part[np.arange(len(chosen)), given].sum())
        if best is None or support > best.support:
            picked = views[given]
            templates = FLIPS * picked + either[chosen, picked].argmax(axis=1)
            laid = tuple(cells[place] for place in chosen)
            best = Naming(laid, rows, columns, poses[chosen], picked, templates, level[chosen], usual, support)
    return best


def _windows(cells: tuple[Cell, ...]) -> Iterator[tuple[int, int, int, int]]:
    known = set(cells)
    for rows, columns in PATTERNS:
        for top, left in cells:
            if all((top + row, left + column) in known for row in range(rows) for column in range(columns)):
                yield top, left, rows, columns
