"""All film on a black table beside the map that tells how the table lies."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tests.vision.stained_glass.on_black.film_on_black import GLASS, PLANE, SIDE, column, film_on_black, outline
from vision.frames import Picture
from vision.stained_glass.grounds import black_ground_of, grounds_of, on_grounds
from vision.stained_glass.judge import middles
from vision.stained_glass.map_plane import MapOnTable
from vision.stained_glass.on_black.known_table import survey_beside_map
from vision.stained_glass.survey import GlassSurvey

MAP_PLACES = [(660, 60), (720, 60), (780, 60), (720, 120)]
MAP = MapOnTable(PLANE, np.stack([outline(place) for place in MAP_PLACES]), float(SIDE))


def surveyed(picture: Picture) -> GlassSurvey | None:
    film = on_grounds(GLASS, grounds_of(picture), black_ground_of(picture))
    return survey_beside_map(picture, GLASS, film, MAP)


def certain_kinds(found: GlassSurvey | None) -> Counter[str]:
    assert found is not None
    kinds = found.judge.templates.edition.kinds
    return Counter(kinds[view] for view in found.certain.views)


def test_a_window_and_a_tile_apart_are_certain_where_they_lie() -> None:
    glass = column(300, 200, "2a", "2b", "2c") | column(120, 400, "4b")
    found = surveyed(film_on_black(glass))
    assert certain_kinds(found) == Counter(glass.values())
    assert found is not None
    for place in glass:
        middle = outline(place).mean(axis=0)
        assert np.linalg.norm(middles(found.certain.poses) - middle, axis=1).min() < 0.1 * SIDE
    assert found.borne_out


def test_nothing_is_found_on_a_table_without_glass() -> None:
    assert surveyed(film_on_black({})) is None


def test_what_is_certain_is_sure_and_each_by_itself() -> None:
    found = surveyed(film_on_black(column(300, 200, "2a", "2b", "2c")))
    assert found is not None
    assert found.certain_sure.shape == (3,)
    assert (found.certain_sure > 0.85).all()


def test_a_tile_whose_outline_a_card_hides_is_foretold_by_its_window() -> None:
    """A card as large as four tiles lies edge to edge with the last tile, at both of its free sides."""
    glass = column(300, 200, "2a", "2b", "2c")
    picture = film_on_black(glass)
    picture[200 + 2 * SIDE : 200 + 5 * SIDE, 300 + SIDE : 300 + 3 * SIDE] = 160
    picture[200 + 3 * SIDE : 200 + 5 * SIDE, 300 : 300 + SIDE] = 160
    assert certain_kinds(surveyed(picture)) == Counter(glass.values())
