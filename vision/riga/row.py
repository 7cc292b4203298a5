"""The row of Grand Masters as a camera sees it: four tiles side by side, some of them hardly to be told from the cloth.

One plain tile tells where the next ones lie, and two tell it exactly. What lies there need look much less like a tile
than what lies by itself: a row has four.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

import numpy as np

from calibration.arrays import Float64Array
from vision.cards import judging
from vision.cards.card_key import CardKind
from vision.cards.edition import KINDS, CardEdition
from vision.cards.judging import CardSighting, judged, prepared_edition, similarity_near
from vision.cards.pose import beside, middle_within
from vision.imaging.patches import Layers, bgr_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.riga.references import master_named
from vision.riga.row_light import NamedRow, named_in_one_light


@dataclass(frozen=True, slots=True, kw_only=True)
class RowParameters(Parameters):
    """How far apart the tiles of a row lie, and how alike they are."""

    nearest: float = parameter(
        0.85, "widths", "along the row from one tile's middle to the next one's, at least", CHOSEN
    )
    farthest: float = parameter(1.6, "widths", "along the row, at most", CHOSEN)
    aside: float = parameter(0.75, "widths", "across the row, at most: Money lies half out of it", CHOSEN)
    usual: float = parameter(1.15, "widths", "along the row where the next one is to be found", CHOSEN)
    higher: tuple[float, ...] = parameter(
        (0.0, 0.5, -0.5), "widths", "by which the next one may lie higher or lower: all are tried", CHOSEN
    )
    sized: float = parameter(1.4, "times", "that one may be larger than the next", CHOSEN)
    starts: int = parameter(6, "tiles", "that rows are sought from, the plainest first", CHOSEN)
    plain: float = parameter(0.6, "likeness", "from which a tile counts wherever it lies", CHOSEN)
    glimpse: float = parameter(0.1, "likeness", "of a place as it stands from which it is looked at closely", CHOSEN)
    seen_px: int = parameter(48, "px", "of a tile's side that is compared", CHOSEN)
    tiles: int = parameter(4, "count", "of tiles in a row", CHOSEN)
    weighed: int = parameter(5, "tiles", "the likeliest on a table, that are named together", CHOSEN)
    something_else: float = parameter(1e-6, "chance", "that a tile is none of what it may be, at least", CHOSEN)


PARAMETERS = RowParameters()


def row_of(layers: Layers, edition: CardEdition, tiles: list[CardSighting]) -> tuple[CardSighting, ...]:
    """The four that lie side by side, as they are read from left to right; else four that show plainly, wherever they
    lie; none where there are not so many.

    Args:
        layers: the picture.
        tiles: what was seen of them, whatever it was taken for.
    """
    starts = sorted(tiles, key=lambda one: -one.similarity)[: PARAMETERS.starts]
    rows = [_grown(layers, edition, start, tiles) for start in starts]
    best = max(rows, key=lambda row: sum(one.similarity for one in row), default=())
    plain = [one for one in starts if one.similarity > PARAMETERS.plain][: PARAMETERS.tiles]
    return best if best or len(plain) < PARAMETERS.tiles else _as_read(plain)


def no_subject_twice(tiles: Sequence[CardSighting], edition: CardEdition) -> list[CardSighting]:
    """Tiles that were named each by itself, named together: of what shows one subject only one lies on a table. The
    likeliest few are weighed, the others stay as they are."""
    ranked = sorted(tiles, key=lambda one: -one.probability)
    few, rest = ranked[: PARAMETERS.weighed], ranked[PARAMETERS.weighed :]
    may_be = [((one.view, one.probability), *one.rivals) for one in few]
    chances: list[dict[int, float]] = [{} for _ in few]
    whole = 0.0
    for row in product(*([*some, _something_else(some)] for some in may_be)):
        subjects = [master_named(edition.views[view].key.name).subject for view, _ in row if view is not None]
        if len(set(subjects)) == len(subjects):
            chance = math.prod(chance for _, chance in row)
            whole += chance
            for place, (view, _) in enumerate(row):
                if view is not None:
                    chances[place][view] = chances[place].get(view, 0.0) + chance
    return [*(_as_likeliest(one, likely, whole) for one, likely in zip(few, chances, strict=True)), *rest]


def apart_from_the_row(tiles: Sequence[CardSighting]) -> list[CardSighting]:
    """Tiles that lie alone where others lie in a row; none where all lie alone."""
    near = PARAMETERS.tiles * PARAMETERS.usual
    alone = [
        one
        for one in tiles
        if all(one is other or math.dist(one.middle, other.middle) > near * one.wide for other in tiles)
    ]
    return alone if len(alone) < len(tiles) else []


def _something_else(some: Iterable[tuple[int, float]]) -> tuple[None, float]:
    return None, max(PARAMETERS.something_else, 1.0 - sum(chance for _, chance in some))


def _as_likeliest(one: CardSighting, chances: Mapping[int, float], whole: float) -> CardSighting:
    ranked = sorted(((view, chance / whole) for view, chance in chances.items()), key=lambda each: -each[1])
    if not ranked:
        return one
    (view, chance), *rivals = ranked
    return replace(one, view=view, probability=chance, rivals=tuple(rivals))


def in_a_row(tiles: Sequence[CardSighting]) -> bool:
    """Whether tiles, from left to right, lie side by side."""
    return all(_beside(one, other, 1) for one, other in pairwise(tiles))


def names_of(layers: Layers, edition: CardEdition, row: tuple[CardSighting, ...]) -> tuple[NamedRow, ...]:
    """What the tiles of a row may be, as views of the edition, likeliest first; nothing of no tiles."""
    if not row:
        return ()
    views = [number for number, view in enumerate(edition.views) if view.key.kind is CardKind.TILE]
    patches, _ = layers.cut(np.stack([one.pose for one in row]), PARAMETERS.seen_px)
    seen = bgr_of(patches.reshape(-1, PARAMETERS.seen_px, 3)).reshape(patches.shape)
    subjects = [master_named(edition.views[view].key.name).subject for view in views]
    named = named_in_one_light(seen, edition.squares[views].astype(np.float32), subjects)
    return tuple(NamedRow(tuple(views[one] for one in each.views), each.chance) for each in named)


def _grown(
    layers: Layers, edition: CardEdition, start: CardSighting, tiles: list[CardSighting]
) -> tuple[CardSighting, ...]:
    """The row of four with this tile in it; none where there is no such row."""
    row = [start]
    while len(row) < PARAMETERS.tiles:
        left = _next(layers, edition, row[0], -1, tiles)
        right = _next(layers, edition, row[-1], 1, tiles)
        if left is None and right is None:
            return ()
        if right is None or (left is not None and left.similarity > right.similarity):
            assert left is not None
            row.insert(0, left)
        else:
            row.append(right)
    return tuple(row)


def _next(
    layers: Layers, edition: CardEdition, one: CardSighting, side: int, tiles: list[CardSighting]
) -> CardSighting | None:
    """The tile to the left or right of one: which was seen, or what lies where it would; None where nothing does."""
    seen = [other for other in tiles if _beside(one, other, side)]
    if seen:
        return max(seen, key=lambda other: other.similarity)
    found = _likest(
        layers, edition, [beside(one.pose, (side * PARAMETERS.usual, aside)) for aside in PARAMETERS.higher]
    )
    return found if found is not None and _beside(one, found, side) else None


def _beside(one: CardSighting, other: CardSighting, side: int) -> bool:
    along, across = middle_within(one.pose, other.pose) - 0.5
    alike = max(one.wide, other.wide) < PARAMETERS.sized * min(one.wide, other.wide)
    return bool(alike and PARAMETERS.nearest < side * along < PARAMETERS.farthest and abs(across) < PARAMETERS.aside)


def _likest(layers: Layers, edition: CardEdition, places: list[Float64Array]) -> CardSighting | None:
    """What looks most like a tile at one of these places, if anything does."""
    prepared, kind = prepared_edition(edition), KINDS.index(CardKind.TILE)
    near = [similarity_near(layers, prepared, place, kind) for place in places]
    if max(near) < PARAMETERS.glimpse:
        return None
    found = judged(layers, prepared, places[int(np.argmax(near))], kind)
    return found if found.similarity > judging.PARAMETERS.least else None


def _as_read(tiles: list[CardSighting]) -> tuple[CardSighting, ...]:
    """From left to right as they are read."""
    along = sum(one.pose[:2, 0] for one in tiles)
    return tuple(sorted(tiles, key=lambda one: float(one.middle @ along)))
