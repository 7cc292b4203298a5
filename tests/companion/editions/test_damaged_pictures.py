"""A picture that people entered is damaged: ours stands in for it, home says so, and nothing is written over it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.files.user_folders import data_folder
from calibration.files.whole_file import write_whole
from calibration.files.whole_folder import png
from calibration.references import Reference
from companion.editions import postal_set
from companion.editions.glass_sets import glass_in_use, glass_sets
from companion.editions.kept_tiles import SetInPlay, choose, kept_editions, known_of, learn
from companion.editions.place_sets import place_sets, places_in_use
from companion.editions.riga_cards import enter_card, photograph_of, photograph_path
from companion.kept_troubles import kept_troubles
from companion.locale import say
from games.riga.box.buildings import default_cards
from games.thurn_and_taxis.atlas import atlas_named
from vision.artwork.istanbul.edition import own_places
from vision.artwork.stained_glass.edition import own_glass
from vision.thurn_and_taxis import postal_set as printed_set

GREY = np.full((96, 96, 3), 120, np.uint8)
MAP = atlas_named("base")


def cut_off(path: Path) -> bytes:
    """What a disk leaves of a picture whose end was never written."""
    left = path.read_bytes()[:-40]
    path.write_bytes(left)
    return left


def troubles_of(config: Path) -> str:
    return "\n".join(say(phrase, "en") for phrase in kept_troubles(config))


def board_file() -> Path:
    return data_folder() / "boards" / "base.png"


def card_file(city: str) -> Path:
    return data_folder() / "boards" / "base-cards" / f"{city}.png"


def test_a_damaged_board_of_the_post_is_told_with_what_stands_in_for_it(tmp_path):
    write_whole(board_file(), png(GREY))
    assert troubles_of(tmp_path) == ""
    assert np.array_equal(postal_set.set_in_use(MAP).board, GREY)
    cut_off(board_file())
    assert str(board_file()) in troubles_of(tmp_path)
    assert "Tableside's own drawing stands in for it" in troubles_of(tmp_path)


def test_a_damaged_board_is_kept_under_another_name_when_it_is_enrolled_anew():
    write_whole(board_file(), png(np.full((600, 900, 3), 90, np.uint8)))
    left = cut_off(board_file())
    photograph = np.full((900, 1400, 3), 90, np.uint8)
    corners = np.array([[100, 100], [1300, 100], [1300, 800], [100, 800]], np.float32)
    postal_set.enrol(photograph, corners, "base")
    assert board_file().with_name("base.damaged-1.png").read_bytes() == left
    assert postal_set.set_in_use(MAP).board.shape[1] > 100 * printed_set.PARAMETERS.enrolled_px_per_mm


def test_a_damaged_city_card_is_told(tmp_path):
    write_whole(card_file("Ulm"), png(GREY))
    cut_off(card_file("Ulm"))
    assert str(card_file("Ulm")) in troubles_of(tmp_path)


def test_a_folder_in_the_place_of_a_city_card_is_told(tmp_path):
    card_file("Ulm").mkdir(parents=True)
    assert "is a folder" in troubles_of(tmp_path)


@pytest.mark.expects_log  # whatever is passed over is logged, too
def test_one_damaged_tile_takes_no_other_of_the_edition_with_it(tmp_path):
    choose(SetInPlay("Mine"))
    for kind in ("D", "E"):
        learn("Mine", Reference(kind, ("road", "city", "road", "field"), GREY))
    assert troubles_of(tmp_path) == ""
    cut_off(kept_editions().folder / "Mine" / "001.png")
    assert known_of("Mine").kinds == ("E",)
    assert "001.png" in troubles_of(tmp_path)


@pytest.mark.expects_log
def test_ours_stands_in_for_one_damaged_piece_of_glass(tmp_path):
    glass_sets().keep("Mine", [(kind, GREY) for kind in ("1a", "1b")])
    glass_sets().choose("Mine")
    cut_off(glass_sets().folder / "Mine" / "01-1a.png")
    used = glass_in_use().pictures
    assert np.array_equal(used["1a"], own_glass().pictures["1a"])
    assert np.array_equal(used["1b"], GREY)
    assert "01-1a.png" in troubles_of(tmp_path)


@pytest.mark.expects_log
def test_ours_stands_in_for_one_damaged_place_and_a_new_picture_takes_nothing_away(tmp_path):
    seen = own_places().by_number
    place_sets().keep("Mine", {1: 255 - seen[1], 2: 255 - seen[2]})
    place_sets().choose("Mine")
    file = place_sets().folder / "Mine" / "1.png"
    left = cut_off(file)
    used = places_in_use().by_number
    assert np.abs(used[1].astype(int) - seen[1]).mean() < 3 < np.abs(used[2].astype(int) - seen[2]).mean()
    assert str(file) in troubles_of(tmp_path)
    place_sets().keep("Mine", {1: 255 - seen[1]})
    assert troubles_of(tmp_path) == ""
    assert file.with_name("1.damaged-1.png").read_bytes() == left


def test_a_damaged_picture_of_a_building_is_told_and_the_card_still_counts(tmp_path):
    card = replace(default_cards().cards[0], mark="")
    enter_card(card, GREY)
    assert troubles_of(tmp_path) == ""
    left = cut_off(photograph_path(card.key))
    assert photograph_of(card.key) is None
    assert str(photograph_path(card.key)) in troubles_of(tmp_path)
    enter_card(card, GREY)
    assert photograph_path(card.key).with_name(f"{card.key}.damaged-1.png").read_bytes() == left


def test_a_picture_is_looked_at_once_as_long_as_it_stays_as_it_is(tmp_path):
    write_whole(board_file(), png(GREY))
    assert troubles_of(tmp_path) == ""
    cut_off(board_file())
    assert "cut short" in troubles_of(tmp_path) or "damaged" in troubles_of(tmp_path)
    write_whole(board_file(), png(GREY))
    assert troubles_of(tmp_path) == ""
