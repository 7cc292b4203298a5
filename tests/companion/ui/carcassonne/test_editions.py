"""Which tiles are played with, chosen by fingers."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.references import Reference
from companion.editions.kept_tiles import OURS, SetInPlay, choice, found_by_looking, kept_editions, learn


def view(kind):
    return Reference(kind, ("city", "field", "field", "field"), np.full((64, 64, 3), 90, np.uint8))


@pytest.fixture
def screen(tablet, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    learn("Grandma's", view("E"))
    tablet.open("new_game", game="carcassonne")
    tablet.tap("Tiles: Found out by looking")
    return tablet


def test_nobody_has_to_choose_and_what_looking_found_is_shown(screen):
    found_by_looking("Grandma's")
    screen.screen.opened()
    screen.wait()
    assert screen.reads("Found last: Grandma's")
    screen.tap("Tableside's own")
    assert choice().edition == OURS
    screen.tap("Found out by looking")
    assert choice() == SetInPlay(None, found="Grandma's")


def test_a_learned_edition_is_chosen_and_a_new_game_says_so(screen):
    assert screen.reads("1 of 24 kinds known")
    screen.tap("Grandma's")
    assert choice() == SetInPlay("Grandma's")
    screen.screen.leave()
    screen.wait()
    assert screen.shown("Tiles: Grandma's")


def test_other_tiles_are_learned_while_playing_and_have_a_name_at_once(screen):
    screen.tap("Other tiles: learn them while we play")
    assert choice() == SetInPlay("Our box", learns=True)
    assert screen.reads("Nothing known yet")


def test_learning_is_switched_off(screen):
    screen.tap("Learn while playing")
    assert not choice().learns


def test_an_edition_is_forgotten_only_when_asked_twice(screen):
    screen.tap("Grandma's")
    screen.tap("Forget")
    assert kept_editions().names() == ("Grandma's",)
    screen.tap("Really forget?")
    assert kept_editions().names() == ()
    assert choice().edition == OURS


def test_an_edition_gets_another_name(screen):
    screen.tap("Grandma's")
    screen.tap("Rename")
    screen.screen._type("Attic")
    screen.tap("Ready")
    assert kept_editions().names() == ("Attic",)
    assert choice().edition == "Attic"
