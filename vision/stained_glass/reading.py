"""Reads a still picture on which Stained Glass lies: which tiles, whose, and what windows they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float64Array
from games.game import Phrase
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass import context
from vision.stained_glass.areas import Areas
from vision.stained_glass.beneath.foretold import CoveredPlace, read_beneath, standing_out
from vision.stained_glass.context import (
    against_the_box,
    borne_out,
    chance_support,
    confidences,
    distinct,
    joined,
    part_confidences,
    with_predicted,
)
from vision.stained_glass.edition import GlassEdition
from vision.stained_glass.film import survey_of_any_make
from vision.stained_glass.judge import Sightings, middles, sides
from vision.stained_glass.observation import GlassArea, GlassObservation, SeenGlass, SeenWindow, UnreadGlass
from vision.stained_glass.parts import clear_of, half_hidden
from vision.stained_glass.plane import squareness
from vision.stained_glass.survey import GlassSurvey, quads
from vision.stained_glass.windows import windows_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StainedGlassReadingParameters(Parameters):
    """From when glass counts as doubtful, out of view or covered."""

    doubtful: float = parameter(
        0.15, "probability", "from which a place counts as glass that could not be read", CHOSEN
    )
    in_view: float = parameter(
        0.85, "share of a tile", "in the picture below which its edge is why it can't be read", CHOSEN
    )
    covered: float = parameter(0.6, "share", "explained below which something covers it", CHOSEN)


PARAMETERS = StainedGlassReadingParameters()


def read_glass(image: Picture, edition: GlassEdition, areas: Areas | None = None) -> GlassObservation:
    """Read a photograph as it comes: no markers, no corners given.

    Args:
        image: BGR uint8 (h, w, 3).
        edition: views of the twelve kinds.
        areas: where people keep their glass; the four sides of the picture unless told.
    """
    found = survey_of_any_make(image, edition)
    if found is None:
        return GlassObservation(trouble=Phrase.of("glass.none_found"))
    seen, kinds = found.sightings, found.judge.templates.edition.kinds
    sure = confidences(seen, squareness(found.plane, quads(seen.poses)))
    chosen = distinct(seen, sure)
    seen = seen.at(chosen)
    sure = against_the_box(seen, sure[chosen], kinds)
    clear = clear_of(seen, found.certain)
    seen, sure = seen.at(clear), sure[clear]
    if not found.borne_out:
        return _nothing_but(_unread(seen.at(sure > PARAMETERS.doubtful), seen.at(np.zeros(len(seen), bool))))
    good = sure > context.PARAMETERS.read
    whole = found.certain.with_more(seen.at(good))
    whole_sure = np.concatenate([found.certain_sure, sure[good]])
    hidden = half_hidden(found, whole)
    chance = chance_support(hidden)
    hidden_sure = part_confidences(hidden, borne_out(found.judge, whole, hidden), chance)
    read, read_sure = joined(whole, whole_sure, hidden, hidden_sure, kinds)
    read, read_sure = with_predicted(found.judge, read, read_sure, chance)
    read, read_sure, table, places = read_beneath(found, read, read_sure)
    tiles = glass_of(found, read, read_sure)
    doubtful, doubtful_sure = seen.with_more(hidden), np.concatenate([sure, hidden_sure])
    unsure = doubtful_sure <= context.PARAMETERS.read
    doubtful, doubtful_sure = doubtful.at(unsure), doubtful_sure[unsure]
    unsure = (doubtful_sure > PARAMETERS.doubtful) | standing_out(table, found.judge, doubtful)
    doubtful, doubtful_sure = doubtful.at(unsure), doubtful_sure[unsure]
    unread = _with_places(_unread(doubtful.at(distinct(doubtful, doubtful_sure)), read), places)
    if not tiles:
        return _nothing_but(unread)
    height, width = image.shape[:2]
    return GlassObservation(in_areas(tiles, areas or Areas.at_sides(), width, height), unread)


def _nothing_but(unread: tuple[UnreadGlass, ...]) -> GlassObservation:
    """No glass was read."""
    return GlassObservation((), unread, None if unread else Phrase.of("glass.none_found"))


def glass_of(found: GlassSurvey, seen: Sightings, sure: Float64Array) -> list[SeenGlass]:
    """Sightings, each so sure (n,), as tiles, on the picture and on the table."""
    kinds = found.judge.templates.edition.kinds
    tiles = []
    for quad, view, chance in zip(quads(seen.poses), seen.views, sure, strict=True):
        middle = quad.mean(axis=0)
        flat = found.plane.to_table(quad)
        on_table = flat.mean(axis=0)
        tiles.append(
            SeenGlass(
                kinds[view],
                float(middle[0]),
                float(middle[1]),
                turn_of(quad),
                float(chance),
                quad,
                (float(on_table[0]), float(on_table[1])),
                turn_of(flat),
            )
        )
    return tiles


def in_areas(tiles: list[SeenGlass], areas: Areas, width: int, height: int) -> tuple[GlassArea, ...]:
    """Windows first, then their owners: a window belongs to one player."""
    windows, loose = windows_of(tiles)
    own_windows: dict[str, list[SeenWindow]] = {}
    own_loose: dict[str, list[SeenGlass]] = {}
    unsure: dict[str, list[str]] = {}
    groups: list[SeenWindow | SeenGlass] = [*windows, *loose]
    for group in groups:
        parts = group.tiles if isinstance(group, SeenWindow) else (group,)
        spot = np.mean([(tile.x, tile.y) for tile in parts], axis=0)
        player, clear = areas.owner(spot, width, height)
        if not clear:
            unsure.setdefault(player, []).extend(tile.kind for tile in parts)
        if isinstance(group, SeenWindow):
            own_windows.setdefault(player, []).append(group)
        else:
            own_loose.setdefault(player, []).append(group)
    return tuple(
        GlassArea(
            player,
            tuple(own_windows.get(player, ())),
            tuple(own_loose.get(player, ())),
            tuple(unsure.get(player, ())),
        )
        for player in areas.players
        if player in own_windows or player in own_loose
    )


def _unread(doubtful: Sightings, read: Sightings) -> tuple[UnreadGlass, ...]:
    spots, taken, size = middles(doubtful.poses), middles(read.poses), sides(read.poses)
    places = []
    for index, spot in enumerate(spots):
        if (np.hypot(*(taken - spot).T) < 0.8 * size).any():
            continue
        if doubtful.seen[index] < PARAMETERS.in_view:
            key = "glass.cut_off"
        elif doubtful.explained[index] < PARAMETERS.covered:
            key = "glass.covered"
        else:
            key = "glass.unclear"
        places.append(UnreadGlass(float(spot[0]), float(spot[1]), Phrase.of(key)))
    return tuple(places)


def _with_places(unread: tuple[UnreadGlass, ...], places: Sequence[CoveredPlace]) -> tuple[UnreadGlass, ...]:
    """What could not be read, each place once: where a window foretells what lies there, that is said."""
    foretold: list[UnreadGlass] = []
    spots = np.empty((0, 2))
    for place in places:
        spot, side = place.outline.mean(axis=0), np.linalg.norm(place.outline[0] - place.outline[1])
        if (np.hypot(*(spots - spot).T) > context.PARAMETERS.overlap * side).all():
            spots = np.vstack([spots, spot])
            why = Phrase.of("glass.beneath", kind=place.kind)
            foretold.append(UnreadGlass(float(spot[0]), float(spot[1]), why, place.kind, place.outline))
            unread = tuple(one for one in unread if np.hypot(one.x - spot[0], one.y - spot[1]) > side / 2)
    return (*foretold, *unread)


def turn_of(quad: Float64Array) -> float:
    """Where the up of an outline (4, 2) points, degrees clockwise from straight up, 0 to 360."""
    up = quad[0] + quad[1] - quad[2] - quad[3]
    return float(np.degrees(np.arctan2(up[0], -up[1])) % 360.0)
