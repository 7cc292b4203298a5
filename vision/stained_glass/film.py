"""Finds glass of any make: as it was shown to us, and as film of it looks on what lies beneath."""

from __future__ import annotations

from dataclasses import dataclass

from vision.frames import Picture
from vision.imaging.patches import lab_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.stained_glass import context
from vision.stained_glass import survey as glass_survey
from vision.stained_glass.context import confidences
from vision.stained_glass.edition import GlassEdition
from vision.stained_glass.grounds import black_ground_of, grounds_of, on_grounds
from vision.stained_glass.judge import GlassJudge, Sightings, likest_grounds, templates_of
from vision.stained_glass.map_plane import map_on_table
from vision.stained_glass.on_black.known_table import survey_beside_map
from vision.stained_glass.plane import squareness
from vision.stained_glass.survey import GlassSurvey, believed_tiles, from_tiles, laid_freely, quads, surer, survey


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmParameters(Parameters):
    """From when glass that was found counts as film."""

    gain: float = parameter(
        0.01,
        "likeness",
        "that the ground beneath adds on the average of what is told, from which it is sought as film, too",
        "docs/findings/stained-glass.md",
    )
    as_many: float = parameter(
        0.8,
        "of the tiles that are told else",
        "as film from which it is film: without the ground's colour other things pass for glass more easily",
        CHOSEN,
    )


PARAMETERS = FilmParameters()


def survey_of_any_make(image: Picture, edition: GlassEdition) -> GlassSurvey | None:
    """All that looks like glass of this edition; film is sought as well where what is found is more alike on the
    colours of what it lies on, or where nothing surely is found; and on a black table last, where it hardly shows."""
    grounds, black = grounds_of(image), black_ground_of(image)
    coloured = on_grounds(edition, grounds) if len(grounds) else edition
    if black is not None:
        return _on_black(image, edition, coloured, on_grounds(edition, grounds, black))
    found = survey(image, edition)
    if found is None or not found.borne_out:
        return surer(found, survey(image, coloured)) if len(grounds) else found
    return _on_colours(image, found, coloured) if len(grounds) else found


def _on_black(image: Picture, edition: GlassEdition, coloured: GlassEdition, film: GlassEdition) -> GlassSurvey | None:
    """All glass on a table that is nearly black: beside the map, if one lies there; else as anywhere, and as film on
    black last."""
    there = map_on_table(image)
    found = None if there is None else survey_beside_map(image, edition, film, there)
    if found is not None and (len(found.certain) or believed_tiles(found)):
        return found
    found = survey(image, edition, film, there)
    if found is None or not found.borne_out or found.judge.templates.edition is film:
        return found
    if coloured is not edition:
        found = _on_colours(image, found, coloured)
    return surer(found, _from_found(image, found, film, found.sightings)) if found.settled else found


def _on_colours(image: Picture, found: GlassSurvey, film: GlassEdition) -> GlassSurvey:
    """What was found, or all film where that is more like film on grounds of these colours."""
    seen, gain = _as_film(found, film)
    if gain < PARAMETERS.gain:
        return found
    other = _from_found(image, found, film, seen)
    if other is None or believed_tiles(other) < PARAMETERS.as_many * believed_tiles(found):
        return found
    return other


def _from_found(image: Picture, found: GlassSurvey, film: GlassEdition, seen: Sightings) -> GlassSurvey | None:
    """All film that what was found helps to find."""
    lab, judge = lab_of(image), GlassJudge(found.judge.layers, templates_of(film))
    sure = seen.at(seen.similarity > glass_survey.PARAMETERS.sure)
    other = from_tiles(lab, judge, sure)
    return laid_freely(lab, other) if other is not None and other.settled else other


def _as_film(found: GlassSurvey, film: GlassEdition) -> tuple[Sightings, float]:
    """What was found, each on the ground on which it is likest; and how much likeness that adds to what is told."""
    seen = found.sightings
    every, gains = likest_grounds(GlassJudge(found.judge.layers, templates_of(film)), seen.poses, seen.views)
    read = confidences(seen, squareness(found.plane, quads(seen.poses))) > context.PARAMETERS.read
    return every, float(gains[read].mean()) if read.any() else 0.0
