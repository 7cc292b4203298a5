"""Does the recorded part of the table still look as recorded? What differs (a tile gone or exchanged, a follower
missing, moved or not yet home) is named with its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.arrays import Float32Array
from games.carcassonne.actions import Lay
from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.live.followers import figures
from vision.carcassonne.live.followers.figures import FigureReader, evidence
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.carcassonne.live.map_lock.following import Followed
from vision.carcassonne.live.map_lock.turned_alike import turned_alike
from vision.carcassonne.live.memory import Memory, RecordedFollower, Spot
from vision.carcassonne.live.tile_evidence import TileMatch, TileSight
from vision.carcassonne.poses import TileAsLaid
from vision.explanation import Discrepancy
from vision.imaging.scatter import median_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.alignment import NUDGED
from vision.registration.lattice import Cell, Matrix
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveReviewParameters(Parameters):
    """From which probability a recorded tile or follower counts as right, as another, or as gone."""

    right: float = parameter(2.6, "cost", "up to which a tile is taken for the recorded one", CHOSEN)
    surely_other: float = parameter(0.7, "cost", "by which another kind must fit better than the recorded one", CHOSEN)
    bare_lab: float = parameter(
        9.0, "Lab units", "from the table's colour within which a place counts as empty", CHOSEN
    )
    stands: float = parameter(3.0, "log-odds", "from which a follower is taken to stand there", CHOSEN)
    gone: float = parameter(-2.0, "log-odds", "from which a follower is taken to be gone", CHOSEN)
    missing: float = parameter(-4.0, "log-odds", "below which a recorded follower is told to be missing", CHOSEN)
    most_burnt: float = parameter(0.15, "share of a tile", "about as much as a figure covers", CHOSEN)
    intruder: float = parameter(12.0, "log-odds", "above which a figure is told that nobody recorded", CHOSEN)


PARAMETERS = LiveReviewParameters()


@dataclass(frozen=True, eq=False)
class Review:
    """What was found.

    Attributes:
        discrepancies: see :class:`vision.explanation.Discrepancy`.
        lingering: followers that scored and still stand.
        left: followers that scored and have gone.
        turned: recorded tiles that lie turned otherwise, which is the same to the rules: key and turns as they lie.
    """

    discrepancies: tuple[Discrepancy, ...] = ()
    lingering: tuple[Spot, ...] = ()
    left: tuple[Spot, ...] = ()
    turned: Mapping[Cell, TileAsLaid] = field(default_factory=dict)


def review(sight: TileSight, memory: Memory, now: Followed, open_cell: Cell | None) -> Review:
    """Look over the recorded tiles and followers; on ``open_cell`` a follower may be put just now."""
    track = now.track
    reader = FigureReader(sight, memory)
    found: list[Discrepancy] = []
    turned: dict[Cell, TileAsLaid] = {}
    for cell in now.restless:
        match = sight.at(track.lattice.cells[cell], *memory.tiles[cell])
        if (
            match is None or sight.saturated_share(match.pose) > PARAMETERS.most_burnt
        ):  # nobody can tell then who has gone
            continue
        otherwise = turned_alike(sight, {cell: match})[cell]
        if otherwise.turns != match.turns and otherwise.cost < PARAMETERS.right:
            match, turned[cell] = otherwise, (otherwise.key, otherwise.turns)
        nearby = _nearby(sight, match) if match.cost >= PARAMETERS.right else []
        wrong = None if cell in turned else _tile_differs(sight, memory, track, cell, match, nearby)
        if wrong is not None:
            found.append(wrong)
        elif cell != open_cell:
            # Held against a print that lies a little beside it, a tile shows figures all along the print's edges.
            own = (one for one in nearby if (one.key, one.turns) == (match.key, match.turns))
            found.extend(_followers_differ(reader, memory, cell, min([match, *own], key=lambda one: one.cost)))
    odds = {spot: _standing_odds(reader, memory, track, spot, who) for spot, who in memory.gone_home.items()}
    lingering = tuple(spot for spot, score in odds.items() if score > PARAMETERS.stands)
    left = tuple(spot for spot, score in odds.items() if score < PARAMETERS.gone)
    return Review(tuple(found), lingering, left, turned)


def place_named(cell: Cell) -> str:
    """A cell (row, column) in the game's notation, such as ``2,-1``."""
    return PlaceOnMap(cell[1], cell[0]).notation


def place_of(spot: Spot) -> str:
    """A follower's place in the game's notation, such as ``2,-1 City N.E``."""
    (y, x), kind, location = spot
    return PlaceOnMap(x, y, FeatureKind(kind), location).notation


def _nearby(sight: TileSight, match: TileMatch) -> list[TileMatch]:
    """What any kind looks like there, laid on a little beside where the tile was thought to lie as well."""
    every = [(kind, turn) for kind in {kind for kind, _ in sight.deck.views} for turn in range(4)]
    return sight.matches(match.pose, every, NUDGED)


def _tile_differs(
    sight: TileSight, memory: Memory, track: Track, cell: Cell, match: TileMatch, nearby: Sequence[TileMatch]
) -> Discrepancy | None:
    if not nearby:
        return None
    key, turns = memory.tiles[cell]
    best = nearby[0]
    own = min([one.cost for one in nearby if (one.key, one.turns) == (key, turns)] + [match.cost])
    if (best.key, best.turns) != (key, turns) and best.cost < min(PARAMETERS.right, own - PARAMETERS.surely_other):
        confidence = 1 - float(np.exp(-10 * (own - best.cost - PARAMETERS.surely_other) - 1))
        return other_tile_lies(cell, memory.recorded.get(cell, (key, turns)), (best.key, best.turns), confidence)
    if own > PARAMETERS.right and is_bare(sight, track, match.pose):
        return Discrepancy(
            place_named(cell),
            "carcassonne.seen_tile",
            "carcassonne.seen_empty",
            0.9,
            (Lay(key, cell[1], cell[0], memory.recorded.get(cell, (key, turns))[1]).notation, ""),
        )
    return None


def other_tile_lies(cell: Cell, recorded: tuple[str, int], seen: tuple[str, int], confidence: float) -> Discrepancy:
    """At a cell another tile (key, turns) is seen than is recorded there, which can be put right."""
    old, new = (Lay(key, cell[1], cell[0], turns).notation for key, turns in (recorded, seen))
    return Discrepancy(
        place_named(cell), "carcassonne.seen_tile", "carcassonne.seen_other_tile", confidence, (old, new)
    )


def is_bare(sight: TileSight, track: Track, pose: Matrix) -> bool:
    """Whether what is seen where a tile was is what is seen around the map."""
    rim = track.lattice.frontier()
    if not rim:
        return False
    around, inside = sight.toned(track.poses(rim), 8)
    table = median_of(around[inside])
    here, _ = sight.toned(pose[None], 8)
    return float(median_of(np.linalg.norm(here[0] - table, axis=-1).ravel())) < PARAMETERS.bare_lab


def _followers_differ(reader: FigureReader, memory: Memory, cell: Cell, match: TileMatch) -> list[Discrepancy]:
    found = []
    on_tile = {spot: who for spot, who in memory.standing.items() if spot[0] == cell}
    for spot, who in on_tile.items():
        score = _score(reader, memory, match, spot, who)
        if score < PARAMETERS.missing:
            found.append(
                Discrepancy(place_of(spot), "carcassonne.seen_follower", "carcassonne.seen_no_follower", _sure(-score))
            )
    # A view of which somebody was cut out shows his shadow still: where he is gone that looks like somebody else.
    whole = reader.sight.deck.shows_all(match.entry)
    if whole and not on_tile and not any(spot[0] == cell for spot in memory.gone_home):
        score, (row, column) = max(reader.colours(match, memory.paints).values())
        inside = min(row, column, SPAN - 1 - row, SPAN - 1 - column) >= figures.PARAMETERS.well_inside
        if score > PARAMETERS.intruder and inside:
            place = place_named(cell)
            found.append(Discrepancy(place, "carcassonne.seen_no_follower", "carcassonne.seen_follower", _sure(score)))
    return found


def _standing_odds(reader: FigureReader, memory: Memory, track: Track, spot: Spot, who: RecordedFollower) -> float:
    pose = track.lattice.cells.get(spot[0])
    match = None if pose is None else reader.recorded(spot[0])
    return 0.0 if match is None else _score(reader, memory, match, spot, who)


def _score(reader: FigureReader, memory: Memory, match: TileMatch, spot: Spot, who: RecordedFollower) -> float:
    """Log-odds that a follower stands where it did (or, where that was never seen, anywhere on its feature)."""
    odds = reader.standpoint(match, around=None).log_odds(memory.paints[who.colour], who.kind)
    return evidence(odds, _where(reader.sight, match, spot, who))[0]


def _where(sight: TileSight, match: TileMatch, spot: Spot, who: RecordedFollower) -> Float32Array:
    if who.foot is None:
        _, kind, location = spot
        index = tile_type(match.key).turned[match.turns].index_at(FeatureKind(kind), location)
        return np.asarray(sight.deck.footing(match.entry)[index or 0], np.float32)
    row, column = np.mgrid[0:SPAN, 0:SPAN]
    near = np.exp(-0.5 * ((row - who.foot[0]) ** 2 + (column - who.foot[1]) ** 2) / 2.0**2)
    return np.asarray(near / near.sum(), np.float32)


def _sure(score: float) -> float:
    return float(1 / (1 + np.exp(-score)))
