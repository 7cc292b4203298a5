"""A set of glass enrolled by fingers: photographed, put right, named, kept and played with."""

from __future__ import annotations

import numpy as np
import pytest

from companion.editions.glass_draft import GlassDraft
from companion.editions.glass_sets import OWN, glass_in_use, glass_sets
from vision.artwork.stained_glass.edition import own_glass


@pytest.fixture
def draft():
    """A set as it was photographed: its first two tiles lay in each other's place."""
    glass = own_glass()
    view = {kind: 255 - image for kind, image in zip(glass.kinds, glass.images, strict=True)}
    view["1a"], view["1b"] = view["1b"], view["1a"]
    return GlassDraft("Our glass", [view])


@pytest.fixture
def screen(tablet, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tablet


def test_the_options_of_the_game_lead_to_the_glass(screen):
    screen.open("new_game", game="carcassonne", chosen={"carcassonne-stained-glass"}, step="options")
    screen.tap("Stained glass")
    assert screen.reads("Tableside's own")
    screen.tap("Show your own set")
    assert screen.reads("Lay your twelve tiles a finger's width apart")


def test_two_tiles_are_exchanged_with_two_taps_and_the_set_is_played_with(screen, draft):
    screen.open("glass_sets", draft=draft)
    screen.tap(screen.thing(glass="1a"))
    screen.tap(screen.thing(glass="1b"))
    screen.tap("Keep and play with it")
    assert glass_sets().chosen() == "Our glass"
    glass = glass_in_use()
    first = dict(zip(glass.kinds, glass.images, strict=True))["1a"]
    ours = dict(zip(own_glass().kinds, own_glass().images, strict=True))["1a"]
    assert np.corrcoef(first.ravel(), 255.0 - ours.ravel())[0, 1] > 0.99


def test_the_same_tile_tapped_twice_is_turned(screen, draft):
    screen.open("glass_sets", draft=draft)
    before = draft.shown["2c"].copy()
    screen.tap(screen.thing(glass="2c"))
    screen.tap(screen.thing(glass="2c"))
    assert np.array_equal(draft.shown["2c"], np.rot90(before, -1))


def test_our_own_set_is_taken_again_with_a_tap(screen, draft):
    screen.open("glass_sets", draft=draft)
    screen.tap("Keep and play with it")
    screen.tap("Tableside's own")
    assert glass_sets().chosen() == OWN


def test_a_photograph_without_twelve_tiles_says_how_many_it_shows(screen):
    screen.open("glass_sets", draft=GlassDraft("Our glass"))
    screen.screen.use([np.full((300, 400, 3), 200, np.uint8)])
    screen.screen._job.join()
    screen.wait()
    assert screen.reads("0 squares found")


def test_a_set_gets_the_name_that_is_typed(screen, draft):
    screen.open("glass_sets", draft=draft)
    screen.tap("Another name")
    screen.screen._type("Grandma's")
    screen.tap("Ready")
    assert screen.reads("Grandma's")
