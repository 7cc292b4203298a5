"""Names tiles of an edition never seen that lie apart from each other, so that its owner mostly has to say yes.

Every tile is straightened (:mod:`vision.registration.quads`) and read by its terrain (:mod:`vision.tile_map.terrain`).
What the box holds is taken into account: no kind is suggested more often than there are copies of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.references import SIZE, Reference
from vision.carcassonne import decode
from vision.carcassonne.observation import Alternative, Sides
from vision.carcassonne.poses import as_sides, short_name
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix, quad_of
from vision.registration.quads import loose_squares, straightened
from vision.tile_map.terrain import among, kind_named, placements, terrain_reader
from vision.tile_map.terrain.reader import LogPosteriors


@dataclass(frozen=True, slots=True, kw_only=True)
class CarcassonneLaidOutParameters(Parameters):
    """From when a square that lies apart is a tile, and how many other names of it are shown."""

    is_a_tile: float = parameter(-1.0, "log-odds", "below which a square is a coaster or a card, not a tile", CHOSEN)
    shown: int = parameter(4, "count", "what else a tile may be", CHOSEN)
    spare: float = parameter(
        0.3,
        "tiles",
        "by which a box usually differs from what it should hold: one lost, or a stray one among them",
        CHOSEN,
    )


PARAMETERS = CarcassonneLaidOutParameters()
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, eq=False)
class LaidTile:
    """A tile that was laid out.

    Attributes:
        picture: straightened, BGR, square, as it lies on the photograph to within a quarter turn.
        outline: on the photograph, (4, 2) px.
        kind: what it is taken for, a letter A to X or a JCloisterZone key.
        sides: terrain of its sides as ``picture`` stands.
        confidence: probability of both.
        alternatives: what else it may be, likeliest first.
    """

    picture: Picture
    outline: NDArray[np.float32]
    kind: str
    sides: Sides
    confidence: float
    alternatives: tuple[Alternative, ...]

    def reference(self, name: str) -> Reference:
        """The tile as a view of its edition."""
        return Reference(self.kind, self.sides, self.picture, name)


def read_laid_out(photographs: Sequence[Picture], stock: Mapping[str, int]) -> tuple[tuple[LaidTile, ...], ...]:
    """The tiles on each photograph, as one reads them. Every tile of the box is expected on one photograph only.

    Args:
        photographs: BGR uint8, the tiles apart from each other, any way round.
        stock: how many of each kind (JCloisterZone key) the box holds.
    """
    poses = [loose_squares(picture) for picture in photographs]
    found = [
        (number, pose, straightened(picture, pose, (SIZE, SIZE)))
        for number, (picture, some) in enumerate(zip(photographs, poses, strict=True))
        for pose in some
    ]
    if not found:
        return ((),) * len(photographs)
    crops = np.stack([picture for _, _, picture in found])
    real = terrain_reader().tile_log_odds(crops) > PARAMETERS.is_a_tile
    found = [one for one, is_tile in zip(found, real, strict=True) if is_tile]
    if not found:
        return ((),) * len(photographs)
    named = _named(terrain_reader().read(crops[real]), stock)
    tiles: list[list[LaidTile]] = [[] for _ in photographs]
    for (number, pose, picture), shares in zip(found, named, strict=True):
        tiles[number].append(_tile(picture, pose, shares))
    return tuple(tuple(some) for some in tiles)


def _named(logs: LogPosteriors, stock: Mapping[str, int]) -> NDArray[np.float64]:
    """(n, columns) probabilities of what people laid out: tiles of the box as they came, or one of each kind, whichever
    explains better what is seen; ``logs`` (n, columns + 1) as the terrain reader gives them."""
    one_of_each = {key: 1 for key, count in stock.items() if count}
    seen = among(logs, one_of_each)[:, :-1].astype(np.float64)
    best: tuple[float, NDArray[np.float64]] | None = None
    for box in (dict(stock), one_of_each):
        shares = within_stock(among(logs, box)[:, :-1].astype(np.float64), box)
        likeliest = shares.argmax(axis=1)
        kinds = [placements()[column].kind.key for column in likeliest.tolist()]
        speaks = float(seen[np.arange(len(likeliest)), likeliest].sum()) + drawn_from(kinds, box)
        if best is None or speaks > best[0]:
            best = speaks, shares
    assert best is not None
    return best[1]


def drawn_from(kinds: Sequence[str], box: Mapping[str, int]) -> float:
    """Log probability of drawing tiles of these kinds one after the other out of a box; TOO_MANY for each that it has
    not got any more."""
    left, total = Counter(box), sum(box.values())
    said = 0.0
    for kind in kinds:
        said += (
            np.log(left[kind] / total)
            if left[kind] > 0 and total > 0
            else -decode.PARAMETERS.too_many - np.log(max(total, 1))
        )
        left[kind] -= 1
        total -= 1
    return float(said)


def within_stock(logs: NDArray[np.float64], stock: Mapping[str, int], rounds: int = 200) -> NDArray[np.float64]:
    """(n, columns) probabilities of tiles drawn out of a box without putting any back.

    What was not laid out stays in the box: it counts as tiles of which nothing is seen. Rows and kinds are scaled in
    turn until every tile is one tile and every kind is there as often as the box holds it, on the table or in the box
    (Sinkhorn and Knopp 1967). So a kind is not only ruled out by its copies that lie there: the last one missing from a
    box that was laid out as a whole is known by that alone.

    Args:
        logs: (n, columns) log probabilities, columns as :func:`vision.tile_map.terrain.placements`.
    """
    keys = [place.kind.key for place in placements()]
    kinds = sorted({key for key in keys if stock.get(key, 0) > 0})
    of_kind = np.array([[key == kind for key in keys] for kind in kinds], np.float64)
    copies = np.array([stock[kind] for kind in kinds], np.float64)
    unseen = max(copies.sum() - len(logs), 0.0) + PARAMETERS.spare
    wanted = copies * (len(logs) + unseen) / copies.sum()
    shares = np.exp(logs - logs.max(axis=1, keepdims=True)) * of_kind.any(axis=0)
    left = copies.copy()  # how the unseen ones are shared out among the kinds
    for _ in range(rounds):
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-300)
        left *= unseen / left.sum()
        scale = wanted / np.maximum(of_kind @ shares.sum(axis=0) + left, 1e-12)
        shares, left = shares * (scale @ of_kind)[None], left * scale
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-300), np.float64)


def sides_for(picture: Picture, kind: str) -> Sides:
    """How a tile that is known to be of this kind lies on a straightened picture. Raises
    :class:`~vision.tile_map.terrain.UnknownKind`."""
    wanted = kind_named(kind)
    logs = terrain_reader().read(picture[None])[0]
    columns = [(logs[column], place) for column, place in enumerate(placements()) if place.kind.key == wanted.key]
    place = max(columns, key=lambda one: float(one[0]))[1]
    return as_sides(wanted.sides(place.turns))


def missing(tiles: Sequence[LaidTile], stock: Mapping[str, int]) -> Counter[str]:
    """Kinds (as ``stock`` names them) of which no view was laid out, with how many copies the box holds."""
    seen = {kind_named(tile.kind).key for tile in tiles}
    return Counter({key: count for key, count in stock.items() if kind_named(key).key not in seen and count})


def _tile(picture: Picture, pose: Matrix, shares: NDArray[np.float64]) -> LaidTile:
    order = np.argsort(-shares)[: PARAMETERS.shown]
    named = [placements()[column] for column in order]
    best, *others = [
        Alternative(short_name(place.kind), as_sides(place.kind.sides(place.turns)), float(shares[column]))
        for column, place in zip(order, named, strict=True)
    ]
    likely = tuple(other for other in others if other.confidence > 1e-3)
    return LaidTile(picture, quad_of(pose).astype(np.float32), best.kind, best.sides, best.confidence, likely)
