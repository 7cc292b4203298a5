"""Which edition is played with, and what was learned of it while playing."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.references import Reference
from companion.editions.kept_tiles import (
    CHOICE_NAME,
    OURS,
    SetInPlay,
    choice,
    choose,
    editions_known,
    found_by_looking,
    kept_editions,
    known_of,
    learn,
)

SIDES = ("city", "road", "field", "road")


def view(kind="D"):
    return Reference(kind, SIDES, np.full((64, 64, 3), 90, np.uint8))


def test_where_nobody_chose_it_is_found_out_by_looking(tmp_path):
    assert choice(folder=tmp_path) == SetInPlay(None, learns=True)
    assert choice(folder=tmp_path).name == OURS


def test_what_was_found_by_looking_is_looked_for_anew_the_next_time(tmp_path):
    learn("Grandma's", view(), folder=tmp_path)
    assert found_by_looking("Grandma's", folder=tmp_path) == SetInPlay(None, found="Grandma's")
    assert choice(folder=tmp_path).name == "Grandma's"
    assert found_by_looking(OURS, folder=tmp_path).name == OURS
    assert choice(folder=tmp_path).edition is None


def test_an_edition_that_nobody_has_seen_has_one_name_until_something_is_learned_of_it(tmp_path):
    first = found_by_looking(None, folder=tmp_path).name
    assert found_by_looking(None, folder=tmp_path).name == first
    learn(first, view(), folder=tmp_path)
    assert found_by_looking(None, folder=tmp_path).name not in (OURS, first)


def test_every_edition_that_is_known_can_be_told_by_looking(tmp_path):
    learn("Grandma's", view("D"), folder=tmp_path)
    assert set(editions_known(("D",), folder=tmp_path)) == {OURS, "Grandma's"}


def test_what_was_chosen_is_chosen_the_next_time(tmp_path):
    choose(SetInPlay("Grandma's", learns=False), folder=tmp_path)
    assert choice(folder=tmp_path) == SetInPlay("Grandma's", learns=False)


def test_a_damaged_choice_is_no_choice(tmp_path):
    choose(SetInPlay("Grandma's"), folder=tmp_path)
    (kept_editions(folder=tmp_path).folder / CHOICE_NAME).write_text("{", encoding="utf-8")
    assert choice(folder=tmp_path).edition is None


def test_the_first_tile_that_is_learned_makes_the_edition(tmp_path):
    assert known_of("Grandma's", folder=tmp_path) is None
    learn("Grandma's", view("D"), folder=tmp_path)
    learn("Grandma's", view("U"), folder=tmp_path)
    assert known_of("Grandma's", folder=tmp_path).kinds == ("D", "U")


@pytest.mark.parametrize(("taken", "free"), [((), "Our box"), (("Our box",), "Our box 2")])
def test_a_new_edition_has_a_name_at_once(tmp_path, taken, free):
    for name in taken:
        learn(name, view(), folder=tmp_path)
    assert kept_editions(folder=tmp_path).free_name("Our box") == free
