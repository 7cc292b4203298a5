"""The map editor by fingers alone: roads, a city, tiles, undo, and what is kept is what new games are played on."""

from __future__ import annotations

import pytest

from companion.editions.postal_map import own_map
from games.thurn_and_taxis.atlas import atlas_named

NORTH = atlas_named("power-and-glory")


@pytest.fixture
def editor(tablet):
    """The northern map in the editor; what is kept goes into the tablet's own folder."""
    tablet.open("map_editor", map="power-and-glory", folder=tablet.folder)
    return tablet


def tap_city(tablet, *names):
    board = tablet.screen.board
    for name in names:
        tablet.tap_at(*board.to_px(*board.city_at(name)))


def atlas_of(tablet):
    return tablet.screen.draft.atlas


def test_two_cities_tapped_are_a_road(editor):
    tap_city(editor, "Bremen", "Lübeck")
    assert frozenset(("Bremen", "Lübeck")) in atlas_of(editor).roads
    editor.tap("Undo")
    assert atlas_of(editor).roads == NORTH.roads


def test_a_city_cut_off_is_told_and_can_not_be_kept(editor):
    for other in sorted(NORTH.neighbours["Lübeck"]):
        tap_city(editor, "Lübeck", other)
    assert editor.reads("No road leads to Lübeck")
    assert editor.shown("Keep").disabled


def test_a_city_is_renamed_with_letters(editor):
    editor.tap("City")
    tap_city(editor, "Minden")
    editor.tap("Minden ?")
    for _ in "Minden":
        editor.tap(editor.thing(icon="erase"))
    for letter in "CELLE":
        editor.tap(letter)
    editor.tap("Ready")
    assert "Celle" in atlas_of(editor).city
    assert "Minden" not in {name for road in atlas_of(editor).roads for name in road}


def test_province_and_horses_are_one_tap_each(editor):
    editor.tap("City")
    tap_city(editor, "Minden")
    editor.tap("3 horses")
    editor.tap("Hannover")
    city = atlas_of(editor).city["Minden"]
    assert (city.horses, city.province, city.defaults) == ((3,), "Hannover", ("name",))


def test_copies_of_a_city_may_show_different_horses(editor):
    editor.tap("City")
    tap_city(editor, "Minden")
    editor.tap("3 horses")
    editor.tap("1 horse")
    assert atlas_of(editor).city["Minden"].horses == (1, 3)
    editor.tap("3 horses")
    editor.tap("1 horse")  # the last one stays
    assert atlas_of(editor).city["Minden"].horses == (1,)
    assert editor.reads("A city's cards show 1 to 3 horses. Choose at least one number.")


def test_a_fifth_free_city_is_told(editor):
    editor.tap("City")
    tap_city(editor, "Minden")
    editor.tap("free city")
    assert editor.reads("The map has 5 free cities, the game has 4.")


def test_a_city_is_moved_where_the_board_has_it(editor):
    editor.tap("City")
    tap_city(editor, "Lübeck")
    editor.tap("Move")
    editor.tap_at(*editor.screen.board.to_px(6.5, 0.9))
    city = atlas_of(editor).city["Lübeck"]
    assert (city.x_mm, city.y_mm) == (pytest.approx(390, abs=1), pytest.approx(54, abs=1))


def test_tiles_have_other_values(editor):
    editor.tap("Tiles")
    editor.tap("5")
    editor.tap("+")
    assert atlas_of(editor).stack["length-8"].values == (6, 4, 3, 2, 1)


def test_what_is_kept_is_what_new_games_are_played_on(editor):
    tap_city(editor, "Bremen", "Lübeck")
    editor.tap("Keep")
    assert editor.reads("Kept. New games are played on this map.")
    assert frozenset(("Bremen", "Lübeck")) in own_map("power-and-glory", folder=editor.folder).roads
    editor.tap("Back to Tableside's map")
    editor.tap("Keep")
    assert own_map("power-and-glory", folder=editor.folder) == NORTH


def test_it_is_opened_from_a_new_game_and_leads_back_there(tablet):
    tablet.open("new_game", game="thurn-and-taxis", step="options")
    tablet.tap("Map editor")
    assert tablet.screen.name == "map_editor"
    assert tablet.reads("Map editor: southern map")
    tablet.screen.leave()
    tablet.wait()
    assert tablet.screen.name == "new_game"
    assert tablet.screen.step == "options"


@pytest.mark.parametrize("size", [(1280, 800), (960, 540), (800, 1280)])
def test_it_fits_any_tablet(make_tablet, size):
    tablet = make_tablet(size=size, language="de")
    tablet.open("map_editor", map="power-and-glory", folder=tablet.folder)
    board = tablet.screen.board
    for city in NORTH.cities:
        x, y = board.to_px(*board.city_at(city.name))
        assert board.x < x < board.right
        assert board.y < y < board.top
    assert tablet.reads("Karteneditor: nördliche Karte")
