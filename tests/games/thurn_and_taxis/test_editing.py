"""Correcting the northern map: what people settle is theirs, what can't be played on is told at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import Refusal
from games.thurn_and_taxis import editing
from games.thurn_and_taxis.actions import Close, Discard, Play, Take, read_action, write_action
from games.thurn_and_taxis.atlas import Atlas, atlas_named, faults

NORTH = atlas_named("power-and-glory")
NAMES = [city.name for city in NORTH.cities]


def said(atlas):
    return [fault.key for fault in faults(atlas)]


def test_two_taps_add_a_road_and_two_more_take_it_away():
    with_road = editing.toggled_road(NORTH, "Lübeck", "Bremen")
    assert frozenset(("Bremen", "Lübeck")) in with_road.roads_known
    assert editing.toggled_road(with_road, "Bremen", "Lübeck").roads == NORTH.roads


def test_a_road_needs_two_cities():
    with pytest.raises(Refusal):
        editing.toggled_road(NORTH, "Berlin", "Berlin")


def test_a_new_name_is_known_to_roads_and_tiles():
    atlas = editing.renamed(NORTH, "Frankfurt", "Francfort")
    assert "Frankfurt" not in {name for road in atlas.roads for name in road}
    assert atlas.stack["free-Frankfurt"].city == "Francfort"
    assert not said(atlas)
    assert len(atlas.neighbours["Francfort"]) == len(NORTH.neighbours["Frankfurt"])


@pytest.mark.parametrize("name", ["", "a_b", "a,b", "Berlin", "x" * 15, "-", "open:x"])
def test_names_that_no_record_can_hold_are_refused(name):
    with pytest.raises(Refusal):
        editing.renamed(NORTH, "Frankfurt", name)


@pytest.mark.parametrize("name", ["Bad Homburg", "Haag 2", "Züri", "Neu-Ulm"])
def test_names_as_they_are_printed_are_kept_in_records(name):
    atlas = editing.renamed(NORTH, "Frankfurt", name)
    assert not said(atlas)
    for action in (Take(name, name), Play(name, "left"), Close("one", (name, "Berlin")), Discard((name,))):
        assert read_action(write_action(action)) == action


def test_a_settled_province_is_no_default_any_more():
    assert "province" in NORTH.city["Magdeburg"].defaults
    atlas = editing.with_province(NORTH, "Magdeburg", "Preussen")
    assert "province" not in atlas.city["Magdeburg"].defaults
    assert editing.default_count(atlas) == editing.default_count(NORTH)  # its name is still one


def test_a_fifth_free_city_is_told():
    assert said(editing.with_province(NORTH, "Minden", None)) == ["thurn.map_free_cities"]


def test_an_emptied_province_is_told():
    assert set(said(editing.with_province(NORTH, "Weimar", "Sachsen"))) == {
        "thurn.map_provinces",
        "thurn.map_stack_province",
    }


def test_a_city_without_roads_is_told():
    atlas = NORTH
    for other in sorted(NORTH.neighbours["Lübeck"]):
        atlas = editing.toggled_road(atlas, "Lübeck", other)
    assert "thurn.map_unconnected" in said(atlas)


def test_a_renamed_province_keeps_its_tiles():
    atlas = editing.renamed_province(NORTH, "Belgien", "Brabant")
    assert not said(atlas)
    assert any("Brabant" in stack.provinces for stack in atlas.stacks)


def test_horses_and_tile_values_become_the_owners():
    atlas = editing.with_values(editing.with_horses(NORTH, "Dresden", (1, 1, 3)), "length-8", (6, 5, 4, 3, 2))
    assert atlas.city["Dresden"].horses == (1, 1, 3)
    assert not atlas.stack["length-8"].is_default
    assert editing.own_count(atlas, NORTH) == 2
    assert Atlas.from_json(atlas.to_json()) == atlas


def test_a_map_that_was_compared_with_the_board_is_the_owners():
    atlas = editing.settled(NORTH)
    assert editing.default_count(NORTH) > 0
    assert editing.default_count(atlas) == 0
    assert atlas.roads == NORTH.roads


@pytest.mark.parametrize("horses", [(), (0,), (4,), (1, 2, 3, 1)])
def test_no_card_shows_such_horses(horses):
    with pytest.raises(Refusal):
        editing.with_horses(NORTH, "Dresden", horses)


def test_tiles_have_values():
    for values in ((), (13,), (-1, 2)):
        with pytest.raises(Refusal):
            editing.with_values(NORTH, "length-8", values)


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=8))
def test_roads_tapped_twice_are_as_they_were(taps):
    taps = [tap for tap in taps if tap[0] != tap[1]]
    atlas = NORTH
    for one, other in [*taps, *reversed(taps)]:
        atlas = editing.toggled_road(atlas, one, other)
    assert atlas.roads == NORTH.roads
