"""An owner's tiles learned from photographs on the tablet: put right, kept, played with, put right later."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.editions.kept_tiles import choice, kept_editions
from companion.editions.tile_draft import DraftTile, TileDraft, kept_draft
from companion.locale import LANGUAGES
from companion.ui.carcassonne.face import TilePicture
from vision.artwork.carcassonne.edition import own_edition
from vision.simulator.carcassonne.loose import laid_out
from vision.tile_map.terrain import kind_named

STOCK = {"BA/L": 2, "BA/C": 5, "BA/Cccc+": 1, "BA/RCr": 3}


@pytest.fixture
def draft():
    """Four tiles as photographs showed them; the third was misread, and nobody is sure of it."""
    views = {view.kind: view for view in own_edition(("BA/L", "BA/C", "BA/RCr")).references}
    tiles = [
        DraftTile(view.image, kind_named(view.kind).letter or view.kind, view.sides, 0.99) for view in views.values()
    ]
    wrong = next(view for view in views.values() if kind_named(view.kind).key == "BA/RCr")
    tiles.append(DraftTile(wrong.image, "E", ("field", "city", "field", "field"), 0.5, ("I",)))
    return TileDraft("Unsere Schachtel Ä 7", STOCK, tiles)


@pytest.fixture
def screen(tablet, draft):
    tablet.open("enrol_tiles", draft=draft, back="editions")
    return tablet


def key(tile):
    return kind_named(tile.kind).key


def test_the_way_leads_from_home_to_the_first_photograph_without_typing(tablet):
    tablet.open("home")
    tablet.tap("Your own box?")
    tablet.tap("Tiles: Found out by looking")
    tablet.tap("Our own tiles: from photographs")
    assert tablet.reads("Lay your tiles a finger's width apart")
    assert not tablet.shown("Choose picture").disabled


def test_doubts_and_what_is_missing_are_told(screen):
    assert screen.reads("4 tiles seen")
    assert screen.reads("Look at the one marked with ?")
    assert screen.reads("Of one kind there is no picture yet")
    assert screen.reads("no picture yet")
    faint = [one.key for one in screen.widgets(TilePicture) if one.opacity < 1]
    assert faint == ["BA/Cccc+"]


def test_a_misread_tile_is_named_with_two_taps_and_turned_until_it_lies_right(screen, draft):
    screen.tap(screen.thing(place=3))
    screen.tap(screen.thing(tile_kind="BA/RCr"))
    assert key(draft.tiles[3]) == "BA/RCr"
    before = draft.tiles[3].sides
    screen.tap("Turn")
    assert draft.tiles[3].sides != before
    assert sorted(draft.tiles[3].sides) == sorted(before)
    screen.tap("It is right")
    assert draft.doubtful == 0


@pytest.fixture
def photographed(draft):
    """The same four tiles, all on one photograph."""
    draft.tiles[:] = [replace(tile, photograph=1) for tile in draft.tiles]
    return draft


def test_a_name_given_more_often_than_the_box_holds_is_asked_about_until_one_is_put_right(screen, photographed):
    one = next(place for place, tile in enumerate(photographed.tiles) if key(tile) == "BA/RCr")
    photographed.stock = {**STOCK, "BA/RCr": 1}
    photographed.tiles[3] = replace(photographed.tiles[3], others=("BA/RCr",))
    screen.tap(screen.thing(place=3))
    assert screen.reads("0 left")
    screen.tap(screen.thing(tile_kind="BA/RCr"))
    assert screen.reads("than your box holds (1)")
    screen.tap("It is right")
    assert photographed.doubted == (one, 3)
    assert screen.screen._held == one
    assert screen.reads("than your box holds (1)")
    screen.tap(screen.thing(tile_kind="BA/L"))
    screen.tap("It is right")
    assert photographed.doubtful == 0


def test_the_same_tile_on_a_further_photograph_is_told_but_is_no_doubled_name(screen, photographed):
    photographed.stock = {**STOCK, "BA/RCr": 1}
    photographed.tiles[3] = replace(photographed.tiles[3], photograph=2)
    photographed.name_tile(3, "BA/RCr")
    assert photographed.doubtful == 0
    assert photographed.crowded == {"BA/RCr"}
    screen.screen.show()
    assert screen.reads("you photographed a tile twice, which is fine")


def test_what_is_no_tile_is_taken_out(screen, draft):
    screen.tap(screen.thing(place=3))
    screen.tap("Take it out")
    assert len(draft.tiles) == 3
    assert screen.reads("3 tiles seen")


def test_the_tiles_are_kept_under_any_name_and_played_with(screen, draft):
    screen.tap("Keep and play with it")
    assert screen.screen.name == "editions"
    assert choice().edition == "Unsere Schachtel Ä 7"
    (name,) = kept_editions().names()
    assert len(kept_editions().load(name)) == 4


def test_a_kept_edition_is_put_right_on_the_tablet(screen, draft):
    screen.tap("Keep and play with it")
    screen.tap("Put right")
    screen.tap(screen.thing(place=3))
    screen.tap(screen.thing(tile_kind="BA/RCr"))
    screen.tap("It is right")
    screen.tap(screen.thing(place=0))
    screen.tap("Take it out")
    screen.tap("Rename")
    screen.screen._type("Attic")
    screen.tap("Ready")
    screen.tap("Keep and play with it")
    assert choice().edition == "Attic"
    assert [key(tile) for tile in kept_draft("Attic", STOCK).tiles] == [key(tile) for tile in draft.tiles[1:3]] + [
        "BA/RCr"
    ]


def test_a_name_that_is_taken_is_refused_and_nothing_is_lost(screen, draft):
    screen.tap("Keep and play with it")
    screen.open("enrol_tiles", draft=TileDraft(draft.name, STOCK, list(draft.tiles)), back="editions")
    screen.tap("Keep and play with it")
    assert screen.screen.name == "enrol_tiles"
    assert screen.reads("Unsere Schachtel Ä 7")
    assert len(kept_editions().load(draft.name)) == 4


def test_a_photograph_without_tiles_says_so(tablet):
    draft = TileDraft("Our box", STOCK)
    bare = laid_out(["BA/L"], 3, "easy").image
    bare[:] = (90, 120, 150)
    assert not draft.see(bare)
    tablet.open("enrol_tiles", draft=draft)
    tablet.screen._said = tablet.screen.trouble(draft)
    tablet.screen.show()
    assert tablet.reads("tile")


def test_of_several_photographs_it_is_told_which_one_shows_no_tiles(tablet, draft, monkeypatch):
    monkeypatch.setattr(TileDraft, "see", lambda _, picture: bool(picture.any()))
    tablet.open("enrol_tiles", draft=draft)
    bare, covered = np.zeros((8, 8, 3), np.uint8), np.ones((8, 8, 3), np.uint8)
    tablet.screen.use([covered, covered, bare])
    tablet.screen._job.join()
    tablet.wait(0.2)
    assert tablet.reads("Photograph 3 of 3: No tiles are found.")


def test_tiles_of_a_photograph_are_seen_doubtful_ones_first():
    draft = TileDraft("Our box", {"BA/L": 2, "BA/C": 5, "BA/Cccc+": 1})
    assert draft.see(laid_out(["BA/L", "BA/Cccc+"], 31, "easy").image)
    assert sorted(map(key, draft.tiles)) == ["BA/Cccc+", "BA/L"]
    assert draft.lacking == ("E",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(800, 480), (800, 1280)])
def test_it_fits_any_tablet(make_tablet, draft, size, language):
    tablet = make_tablet(size=size, language=language, text_scale=1.3)
    tablet.open("enrol_tiles", draft=draft)
    tablet.wait(0.5)
    for place in range(2):
        card = tablet.thing(place=place)
        assert card.height >= 60
        assert card.right <= size[0]
    tablet.screen.take_up(0)
    tablet.wait(0.5)
    for tap in tablet.widgets():
        if getattr(tap, "icon", "") in ("redo", "trash", "check"):
            assert tap.y >= 0
            assert tap.height >= 44
