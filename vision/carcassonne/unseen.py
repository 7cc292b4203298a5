"""Reads a still picture of a Carcassonne table whose edition nobody has seen: tiles by their terrain alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from games.game import Phrase
from vision.carcassonne import map_evidence, reading
from vision.carcassonne.arms.alike_arms import cut_for_arms
from vision.carcassonne.arms.same_print import PrintsInView
from vision.carcassonne.crowding import within_the_box
from vision.carcassonne.decode import decode
from vision.carcassonne.figures import followers
from vision.carcassonne.figures.beneath_figures import looked_beneath
from vision.carcassonne.figures.followers import figures_without_faces, followers_without_faces
from vision.carcassonne.figures.hidden_arms import covers_of
from vision.carcassonne.foreign import outside_the_box
from vision.carcassonne.map_evidence import map_chance
from vision.carcassonne.named_together import TilesStoodOn, named_together
from vision.carcassonne.observation import SEVERAL_MAPS, Alternative, CarcassonneObservation, SeenTile, nothing_found
from vision.carcassonne.pennants import compare_pennants
from vision.carcassonne.poses import Orientation, as_sides
from vision.carcassonne.reading import broken_seams, doubt_between, paints_for, unread_at
from vision.carcassonne.terrain_evidence import from_posteriors
from vision.frames import Picture
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.figures import FoundPiece
from vision.registration.lattice import NEIGHBOURS, Cell, Lattice, quad_of
from vision.tile_map import field_votes
from vision.tile_map.beside import map_beside, torn_apart
from vision.tile_map.presence_gate import crops_of, tile_log_odds
from vision.tile_map.survey import SeekUnseen
from vision.tile_map.terrain import kind_named, lowest_turns, placements, terrain_reader
from vision.tile_map.terrain.reader import TERRAINS, LogPosteriors
from vision.tile_map.touching import lie_apart
from vision.tile_map.unknown_edition import Unseen, find_unseen, hanging_together


@dataclass(frozen=True, slots=True, kw_only=True)
class UnseenParameters(Parameters):
    """How far terrain alone is trusted, when a tile is foreign, and how few tiles make a map."""

    least_trust: float = parameter(
        0.5, "probability", "that a tile lies at a place at all below which none is named", CHOSEN
    )
    # Log-odds for each by which a closer look denies a tile, besides what it says anyway: a dense network fills in
    # gaps of a map. Of 16 places that it alone saw as tiles 13 were bare table (41 boards of invented editions).
    denial_says: float = parameter(
        0.65,
        "times",
        "the log-odds by which a closer look denies a tile, besides what it says anyway",
        "vision/carcassonne/unseen.py",
    )
    # Of 4,058 tiles 5 are painted as no tile on more than a fifth, where somebody stands; two beds of a cloth's flowers
    # in holes of a map were on 0.42 and 0.53.
    spared: float = parameter(
        0.2, "share", "of a place painted as no tile that may be so on one", "vision/carcassonne/unseen.py"
    )
    bare_says: float = parameter(15.0, "nats", "against a tile, for all of it beyond that", CHOSEN)
    foreign: float = parameter(
        0.5, "probability", "of a kind that is not in the box from which a tile is left unread", CHOSEN
    )
    surely_one: float = parameter(
        2.0, "log-odds", "from which tiles are believed of which another map beside this one is made", CHOSEN
    )
    least_tiles: int = parameter(2, "count", "a lone square that looks like a tile is no map", CHOSEN)


PARAMETERS = UnseenParameters()


def read_unseen(
    image: NDArray[np.uint8],
    stock: Mapping[str, int],
    *,
    profile: Profile | None = None,
    unseen: SeekUnseen | None = None,
) -> CarcassonneObservation:
    """Read a photograph without any reference of its tiles; ``stock`` as for a known edition, ``unseen`` as for
    :func:`vision.tile_map.survey.survey`.

    Where the map may well not lie where it was found, no tile is named: every place is left unread, with a
    low ``lock``.
    """
    found = find_unseen(image) if unseen is None else unseen()
    if found is None or len(found.lattice) < PARAMETERS.least_tiles:
        return nothing_found(image)
    return read_found(found, stock, profile)


def read_found(found: Unseen, stock: Mapping[str, int], profile: Profile | None = None) -> CarcassonneObservation:
    """Read a map where it was found, or refuse it."""
    box = {kind_named(name).key: count for name, count in stock.items()}
    orientations = _lies_in(box)
    cells = sorted(found.lattice.cells)
    poses = np.stack([found.lattice.cells[cell] for cell in cells])
    crops = crops_of(found.layers, poses)
    logs, ground = terrain_reader().look(crops, found.answers_for(cells))
    there = _trust(found, cells, poses, logs, ground)
    sure = there >= PARAMETERS.least_trust
    refusal = _no_single_map(found)
    if refusal is not None or not sure.any():
        return _refused(found, cells, float(there.mean()), refusal or "reading.doubtful_map")
    foreign = np.zeros(len(cells))
    foreign[sure] = of_another_box(found.layers, poses[sure], logs[sure], ground[sure], box, profile)
    ours, strange = there * (1 - foreign), foreign >= PARAMETERS.foreign
    read, shown = (np.flatnonzero(some).tolist() for some in (ours >= PARAMETERS.least_trust, ~strange))
    unread = unread_at(compress(cells, strange), "reading.not_in_the_box")
    unread += unread_at(compress(cells, (ours < PARAMETERS.least_trust) & ~strange), "reading.hardly_a_tile")
    if not read:
        return CarcassonneObservation(unread=unread, lattice=found.lattice, size=found.layers.size)
    evidence = from_posteriors(logs[read], orientations)
    chance = _map_chance(found, cells, read, evidence, orientations)
    if chance < map_evidence.PARAMETERS.least_chance:
        return _refused(found, cells, chance)
    here = [cells[index] for index in read]
    kept, _ = within_the_box(
        here,
        orientations,
        box,
        lambda which: _named([here[place] for place in which], evidence[which], orientations, box),
    )
    if len(kept) > reading.PARAMETERS.more_than_a_box * sum(box.values()):
        return _refused(found, cells, chance, SEVERAL_MAPS)
    if 2 * len(kept) < len(here):  # most of it was a pattern: so may be the rest
        return _refused(found, cells, chance)
    unread += unread_at(
        (here[place] for place in range(len(here)) if place not in kept), "reading.more_than_the_box_holds"
    )
    of = [read[place] for place in kept.tolist()]
    tiles, figures = _tiles_and_figures(found, cells, of, _TerrainSeen(crops, logs, ground, ours), box, profile)
    return CarcassonneObservation(
        tiles=tiles,
        followers=followers_without_faces(figures, found.layers, tiles, found.lattice, profile),
        unread=unread,
        broken_seams=broken_seams(tiles),
        lock=min(chance, _map_chance(found, cells, shown, from_posteriors(logs[shown], orientations), orientations)),
        lattice=found.lattice,
        size=found.layers.size,
    )


def of_another_box(
    layers: Layers,
    poses: NDArray[np.float64],
    logs: LogPosteriors,
    ground: NDArray[np.float32],
    box: Mapping[str, int],
    profile: Profile | None,
) -> NDArray[np.float64]:
    """(b,) probability that each tile is of another box, where any is believed to be after a look past who stands
    there: somebody beside a road looks like an inn."""
    foreign = outside_the_box(logs.astype(np.float64), box)
    if (foreign < PARAMETERS.foreign).all():
        return foreign
    figures = figures_without_faces(layers, poses, paints_for(profile), ground)
    past_them, hidden = looked_beneath(layers, poses, logs, figures)
    return outside_the_box(past_them.astype(np.float64), box) if hidden.any() else foreign


def _no_single_map(found: Unseen) -> str | None:
    """Why the tiles are not those of one map, a message key; None where they are."""
    if lie_apart(found.lattice):
        return "reading.tiles_apart"
    if torn_apart(found.lattice, found.layers) or map_beside(
        found.lattice, found.view.seeds, lambda poses: tile_log_odds(found.layers, poses) > PARAMETERS.surely_one
    ):
        return SEVERAL_MAPS
    return None


@dataclass(frozen=True, eq=False, slots=True)
class _TerrainSeen:
    """What the network of terrains says of the places as it looked at them, ``crops`` (b, h, w, 3): ``logs``
    (b, columns + 1) posteriors, ``ground`` (b, 6, 32, 32) which terrain each spot shows, and ``ours`` (b,) how likely
    each is a tile of the box."""

    crops: Picture
    logs: LogPosteriors
    ground: NDArray[np.float32]
    ours: NDArray[np.float64]


def _tiles_and_figures(
    found: Unseen,
    cells: Sequence[Cell],
    of: list[int],
    seen: _TerrainSeen,
    box: Mapping[str, int],
    profile: Profile | None,
) -> tuple[tuple[SeenTile, ...], list[FoundPiece]]:
    """The tiles with these indices, looked at once more without who stands on them, and everybody who does."""
    orientations, ground = _lies_in(box), seen.ground
    poses = np.stack([found.lattice.cells[cells[index]] for index in of])
    figures = figures_without_faces(found.layers, poses, paints_for(profile), ground[of])
    looked_twice, hidden = looked_beneath(found.layers, poses, seen.logs[of], figures)
    standing = [one.outline for one in figures if one.confidence >= followers.PARAMETERS.least_confidence]
    view = TilesStoodOn(
        [cells[index] for index in of],
        ground[of],
        covers_of(poses, standing, ground.shape[-1]),
        hidden,
        None if found.view.small else PrintsInView(found.layers, poses),
        None if found.view.small else cut_for_arms(found.layers, poses),
        None if found.view.small else seen.crops[of],
    )
    posterior, open_still = named_together(view, from_posteriors(looked_twice, orientations), orientations, box)
    tiles = tuple(
        _tile(cells[index], found.lattice, chances * seen.ours[index], orientations, open_here)
        for index, chances, open_here in zip(of, posterior, open_still, strict=True)
    )
    return tiles, figures


def _map_chance(
    found: Unseen,
    cells: Sequence[Cell],
    of: Sequence[int],
    evidence: NDArray[np.float64],
    orientations: Sequence[Orientation],
) -> float:
    """How likely the places with these indices are a map, ``evidence`` (of, orientations)."""
    here = [cells[index] for index in of]
    return map_chance(here, np.array([found.odds[cell] for cell in here]), evidence, orientations)


def _trust(
    found: Unseen,
    cells: Sequence[Cell],
    poses: NDArray[np.float64],
    logs: LogPosteriors,
    ground: NDArray[np.float32],
) -> NDArray[np.float64]:
    """(b,) probability that a tile of the map lies at each place; 0 where nothing lies beside it, for tiles of a map
    share sides."""
    beside = [
        any((row + down, column + right) in found.lattice.cells for down, right in NEIGHBOURS) for row, column in cells
    ]
    tile_odds = np.log(np.expm1(-np.minimum(logs[:, -1].astype(np.float64), -1e-6)))
    log_odds = found.log_odds(poses, tile_odds) + PARAMETERS.denial_says * np.clip(
        tile_odds, field_votes.PARAMETERS.least_look, 0
    )
    log_odds = hanging_together(cells, log_odds - against_tiles(ground))
    return np.asarray(np.where(beside, 1 / (1 + np.exp(-log_odds)), 0.0))


def against_tiles(ground: NDArray[np.float32]) -> NDArray[np.float64]:
    """(b,) nats against each place's showing a tile, by how much of it (b, 6, n, n) is painted as no tile: a pattern of
    the table that looks like one at a glance."""
    bare = ground[:, TERRAINS.index("nothing")].mean(axis=(1, 2), dtype=np.float64)
    return np.asarray(PARAMETERS.bare_says * np.maximum(bare - PARAMETERS.spared, 0))


def _named(
    cells: Sequence[Cell], evidence: NDArray[np.float64], orientations: Sequence[Orientation], box: Mapping[str, int]
) -> NDArray[np.float64]:
    """(b, orientations) how likely each tile lies how, their coats of arms compared once it is known roughly what they
    are.
    """
    roughly = decode(cells, evidence, orientations, box)
    return decode(cells, compare_pennants(evidence, roughly, orientations, box), orientations, box)


def _refused(
    found: Unseen, cells: list[Cell], chance: float, why: str = "reading.doubtful_map"
) -> CarcassonneObservation:
    """Something lies there, but hardly a map, or not where it was found: a wrong map would be wrong in every tile.
    ``why`` is a message key."""
    return CarcassonneObservation(
        unread=unread_at(cells, "reading.not_sure_of_the_map"),
        lock=chance,
        trouble=Phrase.of(why),
        lattice=found.lattice,
        size=found.layers.size,
    )


def _lies_in(box: Mapping[str, int]) -> tuple[Orientation, ...]:
    """Every way in which the tiles of the box can lie."""
    places = [place for place in placements() if box.get(place.kind.key, 0) > 0]
    orientations = [(place.kind, lowest_turns(place.kind, place.turns)) for place in places]
    return tuple(Orientation(kind, turns, as_sides(kind.sides(turns))) for kind, turns in orientations)


def _tile(
    cell: Cell,
    lattice: Lattice,
    posterior: NDArray[np.float64],
    orientations: tuple[Orientation, ...],
    covered: NDArray[np.bool_],
) -> SeenTile:
    """A tile from the probabilities (orientations,) that one lies there and so, and which (orientations,) what is
    covered would tell apart."""
    order = np.argsort(-posterior)[:4]
    best = orientations[order[0]]
    return SeenTile(
        row=cell[0],
        column=cell[1],
        kind=best.kind.key,
        letter=best.kind.letter,
        sides=best.sides,
        turns=best.turns,
        confidence=float(posterior[order[0]]),
        alternatives=tuple(
            Alternative(
                orientations[other].kind.key,
                orientations[other].sides,
                float(posterior[other]),
                bool(covered[order[0]] and covered[other]),
            )
            for other in order[1:]
            if posterior[other] > 1e-4
        ),
        outline=quad_of(lattice.cells[cell]).astype(np.float32),
        doubt=doubt_between(order[covered[order]].tolist(), orientations),
    )
