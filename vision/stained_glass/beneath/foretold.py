"""What windows foretell at places that something covers: read where what shows of it says so, else pointed out.

A window that was begun says which tile belongs beside each of its own. Where the table shows at such a place, none lies
there. Where something covers it, one may: what shows between fingers is compared with all kinds in all four turns, and
where nothing of the kind foretold stands out from these, people are told that they have to look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.carcassonne.stained_glass.windows import cell_of, whole_supply
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.pattern_fitting import Poses
from vision.stained_glass.beneath.covering import FINDINGS, TableFromAbove
from vision.stained_glass.context import joined, predicted_by
from vision.stained_glass.judge import NUDGES, GlassJudge, Sightings, middles
from vision.stained_glass.straight import poses_from
from vision.stained_glass.survey import GlassSurvey, quads


@dataclass(frozen=True, slots=True, kw_only=True)
class ForetoldParameters(Parameters):
    """When a place is covered, and when what shows there tells what lies beneath."""

    covered: float = parameter(
        0.15,
        "of a place",
        "that is no table, from which glass may lie beneath: fingers as brown as a wooden table leave hardly more",
        FINDINGS,
    )
    one_place: float = parameter(0.4, "tile sides", "within which two foretold tiles are one place", CHOSEN)
    beside: float = parameter(1.25, "tile sides", "within which two places lie side by side", CHOSEN)
    lead: float = parameter(
        0.04,
        "of a tile",
        "that shows the kind foretold and no other, from which it is read: 0.02 at the most where it does not lie",
        FINDINGS,
    )
    odds: tuple[float, float] = parameter(
        (1.5, 25.0), "log odds", "that it lies there without any lead, and for each unit of it", FINDINGS
    )
    stands_out: float = parameter(
        0.12,
        "of a tile",
        "that a covered tile which no window foretells is ahead of others, from which it is pointed out: 0.10 at the"
        " most where none lies",
        FINDINGS,
    )
    explained: float = parameter(0.25, "share", "of such a tile that looks as it ought to, at the least", CHOSEN)
    support: float = parameter(0.15, "share", "of such a tile's own pattern that is found, at the least", CHOSEN)
    most: int = parameter(12, "count", "of such tiles that are compared, those of which most is found", CHOSEN)


PARAMETERS = ForetoldParameters()


@dataclass(frozen=True, eq=False, slots=True)
class CoveredPlace:
    """A place that something covers, and where a window foretells a tile.

    Attributes:
        kind: the tile that belongs there.
        outline: (4, 2) px, from the north-west corner of that tile on, clockwise.
        beside: it shares a side with a tile that was read.
    """

    kind: str
    outline: Float64Array
    beside: bool


def covered_places(table: TableFromAbove, judge: GlassJudge, read: Sightings) -> list[CoveredPlace]:
    """Where windows of what was read may go on beneath something: beside their tiles, beside such places, and beyond
    one tile that is missing. A kind of which all lie elsewhere lies nowhere else."""
    kinds = judge.templates.edition.kinds
    held = [kinds[view] for view in read.views]
    left = whole_supply()
    left.subtract(held)
    places = [one for one in _foretold(judge, read) if left[one.kind] > 0]
    places = [one for one in places if table.covered(one.outline) > PARAMETERS.covered]
    reached = [one for one in places if one.beside or _beyond_a_gap(one, read, held)]
    rest = [one for one in places if one not in reached]
    while more := [one for one in rest if any(_side_by_side(one, place) for place in reached)]:
        reached += more
        rest = [one for one in rest if one not in more]
    return reached


def _foretold(judge: GlassJudge, read: Sightings) -> list[CoveredPlace]:
    """Each place where tiles that were read foretell one of a kind, as those tell that are nearest to it."""
    kinds = judge.templates.edition.kinds
    places: list[CoveredPlace] = []
    for beside in (True, False):
        poses, views = predicted_by(judge, read, side_by_side=beside)
        found: list[tuple[str, list[Float64Array]]] = []
        for outline, view in zip(quads(poses), views, strict=True):
            if not beside and any(one.kind == kinds[view] and _near(outline, one.outline) for one in places):
                continue
            same = (all_of for kind, all_of in found if kind == kinds[view] and _near(outline, all_of[0]))
            place = next(same, None)
            if place is None:
                found.append((kinds[view], [outline]))
            else:
                place.append(outline)
        places += [CoveredPlace(kind, np.mean(outlines, axis=0), beside) for kind, outlines in found]
    return places


def _near(one: Float64Array, other: Float64Array) -> bool:
    return _apart(one, other) < PARAMETERS.one_place


def _apart(one: Float64Array, other: Float64Array) -> float:
    """How far two outlines (4, 2) px are from each other, in sides of the first as the picture shows it: they are means
    of several, so none has a pose by which :func:`vision.stained_glass.judge.tiles_away` would tell it on the table."""
    side = float(np.linalg.norm(one - np.roll(one, 1, axis=0), axis=1).mean())
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) / side


def _side_by_side(one: CoveredPlace, other: CoveredPlace) -> bool:
    across, down = np.abs(np.subtract(cell_of(one.kind), cell_of(other.kind)))
    return bool(across + down == 1) and _apart(one.outline, other.outline) < PARAMETERS.beside


def _beyond_a_gap(one: CoveredPlace, read: Sightings, held: Sequence[str]) -> bool:
    """Whether it is the first or the last of a small window of which the middle one is missing."""
    for outline, kind in zip(quads(read.poses), held, strict=True):
        (column, row), (other, far) = cell_of(one.kind), cell_of(kind)
        if column == other and abs(row - far) > 1 and _apart(one.outline, outline) < 1 + PARAMETERS.beside:
            return True
    return False


def read_beneath(
    found: GlassSurvey, read: Sightings, sure: Float64Array
) -> tuple[Sightings, Float64Array, TableFromAbove, list[CoveredPlace]]:
    """The tiles, and those of covered places that show enough of themselves between what covers them; the table with
    these on it, and the places that are left."""
    table = TableFromAbove.of(found, read)
    places = covered_places(table, found.judge, read)
    more, more_sure = _with_foretold(found, places, read, sure)
    if len(more) > len(read):
        table = table.with_glass(more)
        places = covered_places(table, found.judge, more)
    return more, more_sure, table, places


def _with_foretold(
    found: GlassSurvey, places: Sequence[CoveredPlace], read: Sightings, sure: Float64Array
) -> tuple[Sightings, Float64Array]:
    kinds = found.judge.templates.edition.kinds
    poses, views, there_sure = [], [], []
    for place in places:
        view = kinds.index(place.kind)
        pose, lead = leading(found.judge, poses_from(place.outline[None])[0], view)
        if lead > PARAMETERS.lead:
            poses.append(pose)
            views.append(view)
            there_sure.append(1 / (1 + np.exp(-PARAMETERS.odds[0] - PARAMETERS.odds[1] * lead)))
    if not poses:
        return read, sure
    there = found.judge.weigh(np.array(poses), np.array(views, np.intp))
    return joined(read, sure, there, np.array(there_sure), kinds)


def leading(judge: GlassJudge, pose: Float64Array, view: int) -> tuple[Float64Array, float]:
    """The pose (3, 3) near that one at which most of a kind shows, and by how much more of the tile that is than of any
    other kind, and of the same turned otherwise, each where most of it shows.

    What covers a tile looks like none of them, so it speaks for nobody; how much of bare wood or skin looks like some
    tile by chance is told by all those that do not lie there.
    """
    edition = judge.templates.edition
    poses: Poses = pose[None] @ NUDGES
    shown = _shown(judge, poses)
    own = np.zeros(shown.shape[1], bool)
    own[: len(edition.kinds)] = np.array(edition.kinds) == edition.kinds[view]
    mine = shown[:, own].max(axis=1)
    return poses[int(mine.argmax())], float(mine.max() - shown[:, ~own].max())


def _shown(judge: GlassJudge, poses: Poses) -> Float64Array:
    """(n, 4 views) which share of the tile at each pose (n, 3, 3) looks like each view, softly: first as it stands,
    then turned by a quarter, two and three."""
    patches, inside = judge.cut(poses)
    scale = (1.0 / judge.tone.sigma).astype(np.float32)
    toned = judge.tone.apply(patches, middles(poses)) * scale
    known = judge.templates.naming.patches * scale
    known = np.concatenate([np.rot90(known, turns, axes=(1, 2)) for turns in range(4)])
    each = [
        (np.exp(-np.square(one - known).mean(axis=3) / 2) * there).mean(axis=(1, 2))
        for one, there in zip(toned, inside, strict=True)
    ]
    return np.asarray(each, np.float64)


def standing_out(table: TableFromAbove, judge: GlassJudge, seen: Sightings) -> NDArray[np.bool_]:
    """(n,) which of the candidates, a few at the most, lie beneath something and show more of themselves than of any
    other kind."""
    found = np.zeros(len(seen), bool)
    likely = (seen.explained > PARAMETERS.explained) & (seen.support > PARAMETERS.support)
    for index in np.flatnonzero(likely)[np.argsort(-seen.support[likely], kind="stable")][: PARAMETERS.most]:
        if table.covered(quads(seen.poses[index : index + 1])[0]) > PARAMETERS.covered:
            lead = leading(judge, seen.poses[index], int(seen.views[index]))[1]
            found[index] = lead > PARAMETERS.stands_out
    return found
