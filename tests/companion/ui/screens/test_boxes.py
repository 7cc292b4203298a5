"""The door to the owners' own boxes: what was entered of every game, its editors, and all of it as one file."""

from __future__ import annotations

import zipfile

import pytest

from companion.box_archive import packed_boxes
from companion.box_parts import boxed
from companion.editions.box_values import keep_values, own_values, values_file
from companion.exports.saving import export_folder
from companion.ui.screens.owned.boxes import editors_of


@pytest.fixture
def boxes(tablet, monkeypatch, tmp_path):
    """Nothing was entered, and what is saved goes to a folder of its own."""
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path))
    tablet.open("boxes")
    return tablet


def done(tablet):
    """Wait until what goes on beside the screen is done."""
    while tablet.screen.busy:
        tablet.wait(0.2)


def test_home_has_the_door(tablet):
    tablet.open("home")
    tablet.tap("Your boxes")
    assert tablet.screen.name == "boxes"
    tablet.screen.leave()
    tablet.wait()
    assert tablet.screen.name == "home"


def test_every_editor_of_every_game_opens_and_leads_back(boxes):
    for shop in [shop for game in boxed() for shop in editors_of(game)]:
        boxes.open(shop.screen, back="boxes", **{"with": {}}, **shop.wishes)
        boxes.screen.leave()
        boxes.wait()
        assert boxes.screen.name == "boxes"


def test_what_was_entered_is_counted_by_game(boxes):
    keep_values(own_values("riga").having("hand_limit", 12))
    boxes.screen.show()
    boxes.wait()
    ours = own_values("riga").ours
    assert boxes.reads(f"one value entered, {ours} still ours")


def test_boxes_are_saved_as_one_file_and_taken_in_at_another_table(boxes):
    keep_values(own_values("riga").having("hand_limit", 12))
    boxes.tap("Save as one file")
    done(boxes)
    (path,) = (export_folder()).glob("*.zip")
    assert zipfile.is_zipfile(path)
    values_file("riga").unlink()  # the other table
    boxes.tap("Take in a file")
    boxes.tap(path.name)
    done(boxes)
    assert own_values("riga").entered_values == {"hand_limit": 12}
    assert boxes.reads("One file taken in")


def test_what_differs_here_is_asked_about_and_never_lost(boxes):
    keep_values(own_values("riga").having("hand_limit", 12))
    export_folder().mkdir(parents=True)
    path = export_folder() / "anna.zip"
    path.write_bytes(packed_boxes(("riga",)))
    keep_values(own_values("riga").having("hand_limit", 5))
    boxes.tap("Take in a file")
    boxes.tap("anna.zip")
    done(boxes)
    assert own_values("riga").entered_values == {"hand_limit": 5}
    boxes.tap("Take theirs")
    done(boxes)
    assert own_values("riga").entered_values == {"hand_limit": 12}
    assert list(values_file("riga").parent.glob("riga.damaged-*.json"))


def test_a_damaged_box_is_refused_with_its_line(boxes):
    values_file("riga").parent.mkdir(parents=True)
    values_file("riga").write_text('{\n "years.2": 7,\n "hand_limit": "many"\n}')
    boxes.tap("Save as one file")
    done(boxes)
    assert any("boxes/riga.json, line 3" in text and "many" in text for text in boxes.texts())
    assert not list(export_folder().glob("*.zip"))


@pytest.mark.parametrize("size", [(800, 480), (600, 1024)])
def test_it_fits_any_tablet(make_tablet, size):
    """The buttons are within reach, and as large as a finger."""
    tablet = make_tablet(size=size, language="de")
    tablet.open("boxes")
    for words in ("Als Datei sichern", "Datei übernehmen"):
        button = tablet.shown(words)
        assert 0 <= button.x < button.right <= size[0]
        assert 0 <= button.y < button.top <= size[1]
        assert button.height >= 44
