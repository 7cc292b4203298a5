"""Grand Masters side by side, in light and blur in which one alone would be taken for another."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.riga.edition import drawn_riga
from vision.cards.card_key import CardKind
from vision.cards.finding import find_cards
from vision.cards.judging import CardSighting
from vision.imaging.patches import layers_of
from vision.riga.row import apart_from_the_row, in_a_row, names_of, no_subject_twice, row_of
from vision.riga.row_light import named_in_one_light

ROW = ("max-Visby", "first-Knight", "max-Riga", "first-Tallinn")
SIDE = 34  # px of a tile
CLOTH = (96, 120, 104)


@pytest.fixture(scope="module")
def edition():
    return drawn_riga()


def table(edition, gain=(1.0, 1.0, 1.0), veil=0.0, soft=1.4, aside=0.0):
    """A small table with a row of tiles on it, the last of them ``aside`` (widths), in this light (BGR), behind this
    veil (levels), so blurred (px)."""
    picture = np.full((220, 320, 3), CLOTH, np.float32)
    pictures = {view.key.name: view.image for view in edition.views if view.key.notation.startswith("tile:")}
    for place, key in enumerate(ROW):
        left, top = 60 + round(1.15 * SIDE) * place, 90 + round(aside * SIDE) * (place == 3)
        picture[top : top + SIDE, left : left + SIDE] = cv2.resize(
            pictures[key], (SIDE, SIDE), interpolation=cv2.INTER_AREA
        )
    seen = cv2.GaussianBlur(picture, (0, 0), soft) * gain + veil
    grain = np.random.default_rng(1201).normal(0, 4, seen.shape)
    return np.clip(seen + grain, 0, 255).astype(np.uint8)


def likeliest_row(edition, picture):
    """The likeliest row, and its chance."""
    layers = layers_of(picture, SIDE, 48.0)
    row = row_of(layers, edition, find_cards(picture, edition, small_tiles=True))
    best = names_of(layers, edition, row)[0]
    assert in_a_row(row)
    return tuple(edition.views[view].key.name for view in best.views), best.chance


def test_a_row_is_read_in_the_warm_light_of_a_dim_lamp(edition):
    keys, chance = likeliest_row(edition, table(edition, gain=(0.35, 0.5, 0.62), veil=6.0))
    assert keys == ROW
    assert chance > 0.9


def test_a_lamp_may_be_mirrored_in_some_tiles_of_a_row_more_than_in_others(edition):
    views = [view for view in edition.views if view.key.notation.startswith("tile:")]
    names = [view.key.name for view in views]
    grain = np.random.default_rng(1202)

    def seen(name, lamp):
        small = cv2.resize(views[names.index(name)].image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        tile = cv2.resize(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 2.0), (48, 48))
        lit = (tile + lamp * (255 - tile)) * (0.5, 0.7, 0.8) + 10
        return np.clip(lit + grain.normal(0, 10, lit.shape), 0, 255).astype(np.float32)

    tiles = np.stack([seen(name, lamp) for name, lamp in zip(ROW, (0.0, 0.15, 0.3, 0.05), strict=True)])
    squares = np.stack([cv2.resize(view.image, (48, 48)).astype(np.float32) for view in views])
    best = named_in_one_light(tiles, squares, names)[0]
    assert tuple(names[view] for view in best.views) == ROW
    assert best.chance > 0.9


def test_a_tile_that_lies_half_out_of_the_row_is_of_it(edition):
    assert likeliest_row(edition, table(edition, aside=0.5))[0] == ROW


def test_on_a_bare_table_there_is_no_row(edition):
    bare = np.full((220, 320, 3), CLOTH, np.uint8)
    assert row_of(layers_of(bare, SIDE, 48.0), edition, find_cards(bare, edition, small_tiles=True)) == ()


def named_tile(edition, left, key, probability, *rivals):
    """A tile whose middle lies in the row, named by itself, and what it may be as well with the chances."""
    views = {view.key.name: number for number, view in enumerate(edition.views) if view.key.kind is CardKind.TILE}
    pose = np.array([[SIDE, 0.0, left], [0.0, SIDE, 100.0], [0.0, 0.0, 1.0]])
    others = tuple((views[name], chance) for name, chance in rivals)
    return CardSighting(views[key], pose, 0.8, probability, others)


def test_of_what_shows_one_subject_only_one_lies_on_a_table(edition):
    surely = named_tile(edition, 100, "max-Danzig", 0.99)
    perhaps = named_tile(edition, 140, "first-Danzig", 0.85, ("max-Stockholm", 0.1))
    first, second = no_subject_twice([perhaps, surely], edition)
    assert [edition.views[one.view].key.name for one in (first, second)] == ["max-Danzig", "max-Stockholm"]
    assert first.probability > 0.9
    assert second.probability < 0.7


def test_tiles_of_different_subjects_stay_as_they_were_named(edition):
    named = [named_tile(edition, 40 * place, key, 0.9) for place, key in enumerate(ROW)]
    together = no_subject_twice(named, edition)
    assert [one.view for one in together] == [one.view for one in named]
    assert [one.probability for one in together] == pytest.approx([0.9] * 4)


def test_a_tile_that_lies_far_from_the_row_is_none_of_it(edition):
    row = [named_tile(edition, 40 * place, key, 0.9) for place, key in enumerate(ROW[:3])]
    far = named_tile(edition, 900, ROW[3], 0.9)
    assert apart_from_the_row([*row, far]) == [far]
    assert apart_from_the_row([row[0], far]) == []
