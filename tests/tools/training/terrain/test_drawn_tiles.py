"""What the drawn tiles say about themselves must be what the rules say about their kind."""

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tools.training.terrain.painting.art import CITY, CLOISTER, FIELD, ROAD, SHIELD, TILE, paint_tile, set_up_press
from tools.training.terrain.painting.plan import FARTHEST_ASIDE
from tools.training.terrain.painting.style import FAMILIES, invent_style
from tools.training.terrain.photograph import lay
from tools.training.terrain.shards import render_style
from tools.training.terrain.symmetry import mirrored_columns, turned_columns
from vision.tile_map.terrain.kinds import column_of, kinds, placements

MIDDLES = ((0, TILE // 2), (TILE // 2, TILE - 1), (TILE - 1, TILE // 2), (TILE // 2, 0))  # row, column by side
NAMES = {FIELD: "field", CITY: "city", ROAD: "road"}


def sides_of(labels: np.ndarray) -> tuple[str, ...]:
    """What each side shows: a road if one leaves it near its middle, else what lies in its middle."""
    near = round(FARTHEST_ASIDE * TILE)
    strip = slice(TILE // 2 - near, TILE // 2 + near + 1)
    edges = (labels[0, strip], labels[strip, -1], labels[-1, strip], labels[strip, 0])
    return tuple("road" if ROAD in edge else NAMES[int(edge[near])] for edge in edges)


def patches_that_reach_the_edge(labels: np.ndarray, terrain: int) -> int:
    solid = cv2.morphologyEx((labels == terrain).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    _, parts = cv2.connectedComponents(solid, connectivity=4)
    edge = np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]])
    return len({part for part in set(edge[edge > 0]) if (parts == part).sum() > 40})


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), family=st.sampled_from(FAMILIES))
@example(seed=62756, family="painted")  # two bays that meet in the middle of a city
def test_every_kind_is_drawn_with_the_terrain_the_rules_give_it(seed: int, family: str) -> None:
    rng = np.random.default_rng(seed)
    press = set_up_press(invent_style(family, rng), rng)
    for kind in kinds():
        labels = paint_tile(kind, press, rng).labels
        cities = np.where(labels == SHIELD, CITY, labels)
        assert sides_of(cities) == kind.sides(0), kind.key
        assert patches_that_reach_the_edge(cities, CITY) == len(kind.cities), kind.key
        assert bool((labels == CLOISTER).any()) == kind.cloister
        assert bool((labels == SHIELD).any()) == kind.shield


def test_a_turned_tile_shows_its_sides_turned() -> None:
    rng = np.random.default_rng(4)
    press = set_up_press(invent_style("print", rng), rng)
    for place in placements():
        laid = lay(paint_tile(place.kind, press, rng), place.turns, 0)
        assert tuple(NAMES[int(laid.labels[middle])] for middle in MIDDLES) == place.kind.sides(place.turns)


def test_the_same_seed_draws_the_same_pictures() -> None:
    first, again = (render_style("painted", np.random.default_rng(11))[0] for _ in range(2))
    assert np.array_equal(first, again)


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(KeyError):
        invent_style("cubist", np.random.default_rng(0))


def test_four_quarter_turns_bring_every_column_back() -> None:
    once = turned_columns(1)
    assert np.array_equal(once[once[once[once]]], np.arange(len(once)))


def test_in_the_mirror_a_road_to_the_east_runs_to_the_west() -> None:
    mirrored = mirrored_columns()
    assert mirrored[column_of("BA/CRr", 0)] == column_of("BA/RrC", 0)
    assert mirrored[column_of("BA/Rr", 0)] == column_of("BA/Rr", 3)
    known = mirrored >= 0
    assert np.array_equal(mirrored[mirrored[known]], np.flatnonzero(known))
