"""Glass on a black table, beside the map that tells how the table lies: first by its outlines, then what is alike.

On black hardly anything of film is so like itself that it could tell a table, and what does tell one there is often no
glass. The map's tiles are opaque and well seen, so the table is never in doubt where one lies; what is sure is told by
the light of each place (:mod:`vision.stained_glass.on_black.in_light`), the same for film on wood and on print.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from calibration.table_plane import TablePlane
from vision.frames import Picture
from vision.imaging.patches import lab_of, layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.pattern_fitting import Poses, Views
from vision.stained_glass import context
from vision.stained_glass import survey as glass_survey
from vision.stained_glass.bank import Lab
from vision.stained_glass.context import distinct, predicted_by
from vision.stained_glass.edition import GlassEdition
from vision.stained_glass.judge import GlassJudge, Sightings, likest_grounds, templates_of
from vision.stained_glass.map_plane import MapOnTable
from vision.stained_glass.on_black import by_outline
from vision.stained_glass.on_black.by_outline import glass_by_outline
from vision.stained_glass.on_black.in_light import (
    LightPatterns,
    evidence,
    lead_of,
    light_of,
    light_patterns,
    without_any_part,
)
from vision.stained_glass.parts import clear_of
from vision.stained_glass.plane import squareness
from vision.stained_glass.survey import GlassSurvey, alike_on_table, learnt, on_table, quads, surest


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTableParameters(Parameters):
    """How often a table that is known is searched, and what it takes to stay."""

    certain: float = parameter(
        25.0,
        "log-likelihood",
        "that what is alike leads all other kinds and turns by, from which it is certain",
        "docs/findings/stained-glass.md",
    )
    sure: float = parameter(
        13.0, "log-likelihood", "from which it tells light and table", "docs/findings/stained-glass.md"
    )
    alike: float = parameter(0.7, "likeness", "that what is certain has as well", "docs/findings/stained-glass.md")
    likest: float = parameter(
        4.0,
        "log-likelihood",
        "that glass leads all other kinds and turns by at the least, however alike it is",
        "docs/findings/stained-glass.md",
    )
    foretold: float = parameter(
        7.0,
        "log-likelihood",
        "that glass leads all other kinds and turns by where its window foretells it: 4.5 and less where none lies",
        "docs/findings/stained-glass.md",
    )
    over_others: float = parameter(
        0.03, "share of a tile", "that lies over another or the map, from which nothing is certain", CHOSEN
    )
    rounds: int = parameter(2, "rounds", "of searching, each in the light that the one before told", CHOSEN)
    gain: float = parameter(
        0.01,
        "likeness",
        "that the ground beneath adds on the average of what is sure, from which it is sought as film, too",
        "docs/findings/stained-glass.md",
    )


PARAMETERS = KnownTableParameters()


@dataclass(frozen=True, eq=False, slots=True)
class _GlassLight:
    """The light of a picture, and what an edition lets through of it."""

    light: NDArray[np.float32]
    size: tuple[int, int]
    edition: GlassEdition
    patterns: LightPatterns

    def leads(self, poses: Poses, views: Views) -> NDArray[np.float64]:
        """(n,) how far each leads all other kinds and turns at its place; views are of any ground."""
        said = evidence(self.light, self.size, quads(poses), self.patterns)
        return lead_of(said, views % len(self.edition.kinds), self.edition.kinds)

    def without_any_part(self, seen: Sightings) -> NDArray[np.float64]:
        """(n,) log-likelihood of each, without that quarter of it that speaks most for it."""
        views = seen.views % len(self.edition.kinds)
        return without_any_part(self.light, self.size, quads(seen.poses), self.patterns[views, 0], self.patterns)

    def surely(self, seen: Sightings) -> Sightings:
        """Those that are glass beyond doubt."""
        return seen.at(self.leads(seen.poses, seen.views) > PARAMETERS.sure)


def survey_beside_map(
    image: Picture, edition: GlassEdition, film: GlassEdition, there: MapOnTable
) -> GlassSurvey | None:
    """All glass on a black table on which a map lies; None where nothing surely is any.

    Args:
        film: the same edition as it was shown and on all grounds, the black one last.
    """
    lab, size = lab_of(image), (image.shape[0], image.shape[1])
    light = _GlassLight(light_of(image, there.tile_px), size, edition, light_patterns(edition))
    outlined = glass_by_outline(light.light, size, edition, there)
    judge = GlassJudge(layers_of(image, there.tile_px, glass_survey.PARAMETERS.working_px), templates_of(film))
    poses, views = outlined.poses, outlined.views
    if not len(outlined):
        alike = light.surely(alike_on_table(lab, there.plane, judge))
        poses, views = alike.poses, alike.views % len(edition.kinds)
    if not len(views):
        return None
    sure, gains = likest_grounds(judge, poses, views)
    if gains.mean() < PARAMETERS.gain:
        judge = replace(judge, templates=templates_of(edition))
        sure = judge.weigh(poses, views)
    known = sure if len(outlined) else Sightings.none()
    found, plane, judge = _searched(lab, judge, light, known, sure, there)
    leads = light.leads(found.poses, found.views)
    sure_ones = _beside(found, leads, light, there, quads(known.poses))
    certain = judge.weigh(known.poses, known.views).with_more(found.at(sure_ones))
    certain_sure = np.concatenate([outlined.sure, by_outline.chance_of(leads[sure_ones] - PARAMETERS.certain)])
    certain, more_sure = _with_foretold(certain, judge, light, there)
    found = found.at(leads > PARAMETERS.likest)
    return GlassSurvey(found, plane, judge, True, certain, np.concatenate([certain_sure, more_sure]))


def _with_foretold(
    certain: Sightings, judge: GlassJudge, light: _GlassLight, there: MapOnTable
) -> tuple[Sightings, NDArray[np.float64]]:
    """What is certain and what its windows foretell beside it, as far as the light there says the same; and how sure
    each of those more is (m,)."""
    more_sure = np.zeros(0)
    shown = len(light.edition.kinds)
    for _ in range(context.PARAMETERS.rounds):
        poses, views = predicted_by(judge, certain, side_by_side=True)
        poses, views = poses[views < shown], views[views < shown]
        free = _covered(quads(poses), there.outlines) < PARAMETERS.over_others if len(views) else np.zeros(0, bool)
        poses, views = poses[free], views[free]
        leads = light.leads(poses, views)
        good = np.flatnonzero(leads > PARAMETERS.foretold)
        if not len(good):
            break
        seen, leads = likest_grounds(judge, poses[good], views[good])[0], leads[good]
        left = light.without_any_part(seen) > by_outline.PARAMETERS.all_over * leads
        seen, leads = seen.at(left), leads[left]
        kept = distinct(seen, leads)
        if not len(kept):
            break
        certain = certain.with_more(seen.at(kept))
        more_sure = np.concatenate([more_sure, by_outline.chance_of(leads[kept] - PARAMETERS.foretold)])
    return certain, more_sure


def _beside(
    found: Sightings, leads: NDArray[np.float64], light: _GlassLight, there: MapOnTable, taken: Float64Array
) -> NDArray[np.intp]:
    """Which are certain, the surest first: far ahead of all else in light, also without their strongest part, alike,
    and not over the map or what is ``taken`` (m, 4, 2) px: an edge of either is much like a tile of two panes."""
    good = np.flatnonzero((leads > PARAMETERS.certain) & (found.similarity > PARAMETERS.alike))
    good = good[_covered(quads(found.poses[good]), np.concatenate([there.outlines, taken])) < PARAMETERS.over_others]
    left = light.without_any_part(found.at(good))
    good = good[left > by_outline.PARAMETERS.all_over * leads[good]]
    return good[distinct(found.at(good), leads[good])]


def _covered(outlines: Float64Array, others: Float64Array) -> NDArray[np.float64]:
    """(n,) how much of each outline (n, 4, 2) px one of the others (m, 4, 2) covers, as a share of it."""
    most = np.zeros(len(outlines))
    for number, outline in enumerate(outlines.astype(np.float32)):
        areas = [cv2.intersectConvexConvex(outline, other)[0] for other in others.astype(np.float32)]
        most[number] = max(areas, default=0.0) / max(cv2.contourArea(outline), 1e-6)
    return most


def _searched(
    lab: Lab, judge: GlassJudge, light: _GlassLight, known: Sightings, sure: Sightings, there: MapOnTable
) -> tuple[Sightings, TablePlane, GlassJudge]:
    """All that looks like glass, how the table lies and how the light is, each round from what was sure in the one
    before and what is ``known``."""
    plane, judge = learnt(judge, sure, there.outlines)
    found = Sightings.none()
    for _ in range(PARAMETERS.rounds):
        found = surest(on_table(lab, plane, judge).with_more(judge.weigh(found.poses, found.views)), plane)
        found = found.at(clear_of(found, known))
        before, sure = len(sure), known.with_more(light.surely(found))
        if not len(sure):
            break
        plane, judge = learnt(judge, sure, there.outlines)
        if len(sure) <= before:
            break
    again = judge.weigh(found.poses, found.views)
    square = squareness(plane, quads(again.poses)) < glass_survey.PARAMETERS.square_mm
    return surest(again.at(square), plane), plane, judge
