"""Reads a still picture of a Carcassonne table with an edition that is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from calibration.colours import Paint, paints_of, paints_with
from calibration.profile import Profile
from calibration.references import Edition
from games.game import Phrase
from vision.carcassonne.crowding import within_the_box
from vision.carcassonne.decode import decode
from vision.carcassonne.figures.covered import by_what_is_left, look_closely
from vision.carcassonne.figures.followers import read_followers
from vision.carcassonne.foreign import foreign_tiles
from vision.carcassonne.observation import (
    SEVERAL_MAPS,
    Alternative,
    BrokenSeam,
    CarcassonneObservation,
    SeenTile,
    Sides,
    UnreadTile,
    nothing_found,
)
from vision.carcassonne.poses import Orientation, Orientations, orientations_of, short_name
from vision.carcassonne.terrain_evidence import terrain_evidence
from vision.parameters import CHOSEN, Parameters, parameter
from vision.photometry.illumination import Illumination
from vision.registration.lattice import Cell, facing, quad_of, seams, side_px
from vision.tile_map.beside import torn_apart
from vision.tile_map.edition_atlas import EditionAtlas, atlas_of
from vision.tile_map.field_votes import TilesInView
from vision.tile_map.presence import trust
from vision.tile_map.print_matching import light_of, print_costs
from vision.tile_map.survey import MapSurvey, SeekUnseen, survey, survey_closely
from vision.tile_map.terrain import kind_named
from vision.tile_map.touching import lie_apart


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingParameters(Parameters):
    """How tiles on a photograph are named, and when a map is believed."""

    weight: float = parameter(
        18.0,
        "nats",
        "for each unit of mean bounded squared disagreement with a template",
        "docs/findings/finding-a-map.md",
    )
    weight_blurred: float = parameter(
        3.0, "nats", "the same where little detail is left, until the light is known", "docs/findings/finding-a-map.md"
    )
    print_weight: float = parameter(
        16.0, "nats", "for each unit of a print's disagreement", "docs/findings/naming-hard-tiles.md"
    )
    alike_tried: int = parameter(
        8, "templates", "that look most alike in the picture's light, whose prints are compared in any case", CHOSEN
    )
    lies_tried: int = parameter(4, "templates", "the same of what the terrain says", CHOSEN)
    small_px: float = parameter(
        42.0, "px", "of a tile's side below which references tell as little as where it is blurred", CHOSEN
    )
    least_clear: float = parameter(
        0.75, "share", "of clear tiles below which none of them is settled: grain, glare or strange light", CHOSEN
    )
    least_trust: float = parameter(
        0.5,
        "probability",
        "that a tile lies there at all below which none is named",
        "docs/findings/trusting-a-place.md",
    )
    sure_of_the_map: float = parameter(
        0.8,
        "probability",
        "of a map that is not doubtful: a printed one had 0.68, seven played games 0.98",
        "docs/findings/finding-a-map.md",
    )
    sure_of_all: float = parameter(
        0.9,
        "probability",
        "of a refused map's places, in the mean, below which it may have grown over the table: 0.76 on one cloth",
        "docs/findings/where-tiles-lie.md",
    )
    clear: float = parameter(
        0.9, "probability", "from which a tile of a doubtful map is clear", "docs/findings/finding-a-map.md"
    )
    clear_share: float = parameter(
        1 / 3,
        "share",
        "of clear tiles below which a doubtful map is none: 5 of 39 on a print, 17 of 20 in play",
        "docs/findings/finding-a-map.md",
    )
    more_than_a_box: float = parameter(
        1.05,
        "times",
        "the box's tiles, of which more are several games: a few beside a map pass for tiles",
        "docs/findings/finding-a-map.md",
    )
    settled: float = parameter(
        0.98, "probability", "of a tile from which its terrain need not be asked as well", CHOSEN
    )


PARAMETERS = ReadingParameters()
# A doubtful map of which less than a third is clear is none: a printed map of other tiles, read with references, has a
# chance of 0.68 and 5 clear ones of 39 places; seven photographs of played games 0.98 and more, with 17 of 20 clear.


def read_picture(
    image: NDArray[np.uint8],
    edition: Edition,
    stock: Mapping[str, int],
    *,
    profile: Profile | None = None,
    closely: bool = True,
    view: TilesInView | None = None,
    unseen: SeekUnseen | None = None,
) -> CarcassonneObservation:
    """Read a photograph as it comes: no markers, no corners given.

    Args:
        image: BGR uint8 (h, w, 3).
        edition: views of the tiles, letters A to X or JCloisterZone names.
        stock: how many of each kind (letter or name) the box holds; what is not in it is not in the game.
        profile: what was calibrated of the camera: lens and stand say where followers stand, colours whose they are.
        closely, view, unseen: see :func:`vision.tile_map.survey.survey`.

    Returns:
        What was read; where the map was not found, no tiles and the ``trouble``. Raises
        :class:`~vision.tile_map.terrain.UnknownKind`.
    """
    atlas, view = atlas_of(edition), TilesInView(image) if view is None else view
    found = survey(image, atlas, closely=closely, view=view, unseen=unseen)
    seen = nothing_found(image) if found is None else read_map(found, edition, stock, profile)
    if not closely or found is None or found.shares is not None or not grew_astray(seen):
        return seen
    among = survey_closely(image, atlas, view, unseen)
    otherwise = seen if among is None else read_map(among, edition, stock, profile)
    return otherwise if otherwise.tiles else seen


def grew_astray(seen: CarcassonneObservation) -> bool:
    """Whether a map was refused and much of it is no tile: over a patterned cloth one may have grown to a picture's
    rims, and look as if it were torn."""
    return not seen.tiles and seen.lock < PARAMETERS.sure_of_all


def read_map(
    found: MapSurvey, edition: Edition, stock: Mapping[str, int], profile: Profile | None = None
) -> CarcassonneObservation:
    """Read a map where it was found, as :func:`read_picture` does."""
    trusted = trust(found)
    if lie_apart(found.lattice):
        return _refused(found, float(trusted.mean()), "reading.tiles_apart")
    if found.beside or torn_apart(found.lattice, found.judge.layers):
        return _refused(found, float(trusted.mean()), SEVERAL_MAPS)
    if trusted.mean() < PARAMETERS.least_trust:
        return _refused(found, float(trusted.mean()))
    orientations = edition_orientations(edition)
    box = {kind_named(name).key: count for name, count in stock.items()}
    atlas = atlas_of(edition)
    doubtful = trusted < PARAMETERS.least_trust
    foreign = foreign_tiles(found, atlas, orientations, box) & ~doubtful
    own = np.flatnonzero(~foreign & ~doubtful)
    kept, posterior = within_the_box(
        [found.cells[index] for index in own],
        orientations.orientations,
        box,
        lambda which: _named(found, atlas, own[which], orientations, box),
    )
    ours = own[kept]
    if len(ours) > PARAMETERS.more_than_a_box * sum(box.values()):
        return _refused(found, float(trusted.mean()), SEVERAL_MAPS)
    comparison = look_closely(found, edition, ours, posterior, orientations, box, detailed=_shows_detail(found))
    posterior = by_what_is_left(posterior, comparison, orientations.orientations, box)
    unread = (
        *unread_at((found.cells[index] for index in np.flatnonzero(doubtful)), "reading.hardly_a_tile"),
        *unread_at((found.cells[index] for index in np.flatnonzero(foreign)), "reading.not_in_the_box"),
        *unread_at((found.cells[index] for index in np.setdiff1d(own, ours)), "reading.more_than_the_box_holds"),
    )
    tiles = tuple(
        _tile(found, index, chances * trusted[index], orientations, covered)
        for index, chances, covered in zip(ours.tolist(), posterior, comparison.covered, strict=True)
    )
    if _hardly_any_is_clear(found, tiles, float(trusted.mean())):
        return _refused(found, float(trusted.mean()))
    templates = {
        (tile.row, tile.column): shown_template(found, index, (tile.kind, tile.sides), orientations)
        for index, tile in zip(ours.tolist(), tiles, strict=True)
    }
    layers, paints = found.judge.layers, paints_for(profile)
    followers = read_followers(layers, atlas, tiles, templates, found.laid_on, paints, profile)
    return CarcassonneObservation(
        tiles=tiles,
        followers=followers,
        unread=unread,
        broken_seams=broken_seams(tiles),
        lock=float(trusted.mean()),
        lattice=found.lattice,
        size=layers.size,
    )


def _hardly_any_is_clear(found: MapSurvey, tiles: Sequence[SeenTile], chance: float) -> bool:
    """Whether the map is doubtful and so is what is on most of it: then the tiles are others than these, or none."""
    clear = sum(tile.confidence >= PARAMETERS.clear for tile in tiles)
    return chance < PARAMETERS.sure_of_the_map and clear < PARAMETERS.clear_share * len(found.cells)


def _refused(found: MapSurvey, chance: float, why: str = "reading.doubtful_map") -> CarcassonneObservation:
    """Of what was found most is hardly a tile, so the rest is no map either. ``why`` is a message key."""
    return CarcassonneObservation(
        unread=unread_at(found.cells, "reading.not_sure_of_the_map"),
        lock=chance,
        trouble=Phrase.of(why),
        lattice=found.lattice,
        size=found.judge.layers.size,
    )


def unread_at(cells: Iterable[Cell], why: str) -> tuple[UnreadTile, ...]:
    """Places that were not read, each with the same reason, a message key."""
    return tuple(UnreadTile(*cell, Phrase.of(why)) for cell in cells)


def _named(
    found: MapSurvey, atlas: EditionAtlas, ours: NDArray[np.intp], orientations: Orientations, box: Mapping[str, int]
) -> NDArray[np.float64]:
    """(ours, orientations) posterior of the tiles with these indices.

    By the references; where those leave a doubt by the terrain as well, and of small or blurred tiles by terrain and,
    once the light is known, by prints.
    """
    cells = [found.cells[index] for index in ours]
    costs = orientations.best_costs(found.verdicts.doubts[ours]).astype(np.float64)
    if not _shows_detail(found):
        terrain = terrain_evidence(found.judge.layers, _poses(found, ours), orientations.orientations)
        roughly = decode(cells, terrain - PARAMETERS.weight_blurred * costs, orientations.orientations, box)
        light = _light(found, atlas, ours, roughly, orientations)
        return decode(
            cells,
            terrain - PARAMETERS.print_weight * _prints(found, atlas, ours, terrain, orientations, light),
            orientations.orientations,
            box,
        )
    evidence = -PARAMETERS.weight * costs
    posterior = decode(cells, evidence, orientations.orientations, box)
    unclear = found.clear < PARAMETERS.least_clear * len(found.cells)
    doubted = np.flatnonzero((posterior.max(axis=1) < PARAMETERS.settled) | unclear)
    if not len(doubted):
        return posterior
    evidence[doubted] += terrain_evidence(found.judge.layers, _poses(found, ours[doubted]), orientations.orientations)
    return decode(cells, evidence, orientations.orientations, box)


def _shows_detail(found: MapSurvey) -> bool:
    """Whether tiles are seen well enough that references tell more than their terrain does."""
    return not found.judge.blurred and _side_of(found) >= PARAMETERS.small_px


def _light(
    found: MapSurvey,
    atlas: EditionAtlas,
    ours: NDArray[np.intp],
    posterior: NDArray[np.float64],
    orientations: Orientations,
) -> Illumination:
    """The light on the map, as tiles with this posterior (ours, orientations) tell it."""
    believed = posterior.argmax(axis=1)[:, None] == orientations.of_template
    shown = np.where(believed, found.verdicts.costs[ours], np.inf).argmin(axis=1)
    return light_of(found.judge.layers, _poses(found, ours), atlas.prints, shown, posterior.max(axis=1))


def _prints(
    found: MapSurvey,
    atlas: EditionAtlas,
    ours: NDArray[np.intp],
    terrain: NDArray[np.float64],
    orientations: Orientations,
    light: Illumination,
) -> NDArray[np.float64]:
    """(ours, orientations) how much prints disagree with orientations, above all with those that terrain (ours,
    orientations) and the tile as a whole find likeliest."""
    likely = np.argsort(-terrain, axis=1)[:, : PARAMETERS.lies_tried, None] == orientations.of_template
    shown = [np.flatnonzero(each.any(axis=0)) for each in likely]
    alike = np.argsort(found.verdicts.doubts[ours], axis=1)[:, : PARAMETERS.alike_tried]
    tried = [np.union1d(*both) for both in zip(shown, alike, strict=True)]
    costs = print_costs(found.judge.layers, _poses(found, ours), atlas.prints, tried, light)
    return orientations.best_costs(costs).astype(np.float64)


def _poses(found: MapSurvey, chosen: NDArray[np.intp]) -> NDArray[np.float64]:
    """(chosen, 3, 3) where the tiles with these indices lie."""
    return np.stack([found.lattice.cells[found.cells[index]] for index in chosen.tolist()])


def _side_of(found: MapSurvey) -> float:
    """Median side of the tiles on the picture, px."""
    return float(np.median([side_px(pose) for pose in found.lattice.cells.values()]))


def paints_for(profile: Profile | None) -> tuple[Paint, ...]:
    """Every player colour, as it was seen before this camera or else as it usually looks."""
    return paints_of() if profile is None else paints_with(profile.colours)


@lru_cache(maxsize=4)
def edition_orientations(edition: Edition) -> Orientations:
    """The edition's lies, worked out once."""
    return orientations_of(edition)


def _tile(
    found: MapSurvey, index: int, posterior: NDArray[np.float64], orientations: Orientations, covered: NDArray[np.bool_]
) -> SeenTile:
    """A tile from the probabilities (orientations,) that one lies there and so, and which (orientations,) what is
    covered would tell apart."""
    row, column = found.cells[index]
    order = np.argsort(-posterior)[:4]
    best = orientations.orientations[order[0]]
    return SeenTile(
        row=row,
        column=column,
        kind=best.kind.key,
        letter=best.kind.letter,
        sides=best.sides,
        turns=best.turns,
        confidence=float(posterior[order[0]]),
        alternatives=tuple(
            Alternative(
                orientations.orientations[other].kind.key,
                orientations.orientations[other].sides,
                float(posterior[other]),
                bool(covered[order[0]] and covered[other]),
            )
            for other in order[1:]
            if posterior[other] > 1e-4
        ),
        outline=quad_of(found.lattice.cells[(row, column)]).astype(np.float32),
        doubt=doubt_between(order[covered[order]].tolist(), orientations.orientations),
    )


def doubt_between(alike: Sequence[int], orientations: Sequence[Orientation]) -> Phrase | None:
    """Why nobody can see which of some lies it is, likeliest first; None where all can."""
    names = list(dict.fromkeys(short_name(orientations[orientation].kind) for orientation in alike))
    return Phrase.of("reading.covered", one=names[0], others=" / ".join(names[1:])) if len(names) > 1 else None


def shown_template(found: MapSurvey, index: int, wanted: tuple[str, Sides], orientations: Orientations) -> int:
    """The view of the edition that looks most like a tile that was read."""
    fits = np.array(
        [
            (orientations.orientations[orientation].kind.key, orientations.orientations[orientation].sides) == wanted
            for orientation in orientations.of_template
        ]
    )
    return int(np.where(fits, found.verdicts.costs[index], np.inf).argmin())


def broken_seams(tiles: tuple[SeenTile, ...]) -> tuple[BrokenSeam, ...]:
    """Seams between tiles, as they were read, that do not meet."""
    at = {(tile.row, tile.column): tile for tile in tiles}
    return tuple(
        BrokenSeam(one, other, at[one].confidence * at[other].confidence)
        for one, other, side in seams(at)
        if at[one].sides[side] != at[other].sides[facing(side)]
    )
