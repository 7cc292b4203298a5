"""Editions that people have shown: kept, corrected, renamed, taken along, forgotten."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.kept_editions import KeptEditions
from calibration.references import Reference, ReferencesError, load_edition

SIDES = ("city", "road", "field", "road")


def view(kind="D", shade=90):
    return Reference(kind, SIDES, np.full((64, 64, 3), shade, np.uint8))


@pytest.fixture
def editions(tmp_path):
    editions = KeptEditions(tmp_path / "editions")
    editions.create("Grandma's", [view("D"), view("U", 200)])
    return editions


def test_an_edition_is_there_again(editions):
    assert editions.names() == ("Grandma's",)
    assert editions.load("Grandma's").kinds == ("D", "U")


def test_more_views_are_added(editions):
    editions.add("Grandma's", [view("K")])
    assert [one.kind for one in editions.load("Grandma's").references] == ["D", "U", "K"]


def test_a_wrong_name_is_corrected_and_a_bad_picture_forgotten(editions):
    editions.rename_tile("Grandma's", "002.png", "V", ("field", "field", "road", "road"))
    assert editions.load("Grandma's").references[1].kind == "V"
    editions.drop_tile("Grandma's", "001.png")
    assert editions.load("Grandma's").kinds == ("V",)


def test_what_is_added_after_something_was_forgotten_takes_no_others_place(editions):
    editions.drop_tile("Grandma's", "001.png")
    editions.add("Grandma's", [view("K", 10)])
    assert [one.kind for one in editions.load("Grandma's").references] == ["U", "K"]
    assert editions.load("Grandma's").references[0].image.mean() == 200


def test_a_line_that_nobody_can_use_stays_in_a_copy_of_the_table_when_more_is_learned(editions):
    table = editions.folder / "Grandma's" / "references.csv"
    odd = table.read_text().replace("U,", "U,sea", 1)
    table.write_text(odd, newline="")
    editions.add("Grandma's", [view("K", 10)])
    assert editions.load("Grandma's").kinds == ("D", "K")
    assert table.with_name("references.damaged-1.csv").read_text() == odd


def test_a_view_of_which_somebody_hid_a_part_is_for_those_who_heed_that(editions):
    hidden = ((0.25, 0.5), (0.75, 0.5), (0.5, 1.1))
    editions.add("Grandma's", [replace(view("K"), hidden=hidden)])
    assert editions.load("Grandma's").kinds == ("D", "U")
    assert editions.load("Grandma's", partly=True).references[2].hidden == hidden
    editions.drop_tile("Grandma's", "001.png")
    assert editions.load("Grandma's", partly=True).references[1].hidden == hidden


def test_what_may_be_either_of_two_types_is_for_those_who_heed_that(editions):
    editions.add("Grandma's", [replace(view("P"), twin="O")])
    assert editions.load("Grandma's").kinds == ("D", "U")
    assert editions.load("Grandma's", partly=True).references[2].twin == "O"
    editions.rename_tile("Grandma's", "003.png", "O", SIDES)
    assert editions.load("Grandma's").kinds == ("D", "O", "U")


@pytest.mark.parametrize("outline", ["0.1 0.2;0.3 0.4", "here", "0 0;1 nan;0 1", "0 0;9 0;0 9", "0 0 0;1 1 1;2 2 2"])
def test_what_is_no_outline_is_told_with_its_line(editions, outline):
    table = editions.folder / "Grandma's" / "references.csv"
    header, first, *_ = table.read_text().splitlines()
    table.write_text(f"{header},hidden\n{first},{outline}\n")
    with pytest.raises(ReferencesError) as raised:
        editions.load("Grandma's")
    assert (raised.value.key, raised.value.value) == ("references.hidden", outline)


def test_it_is_renamed_taken_along_and_removed(editions, tmp_path):
    editions.rename("Grandma's", "Ours")
    editions.export("Ours", tmp_path / "stick")
    assert len(load_edition(tmp_path / "stick")) == 2
    editions.remove("Ours")
    assert editions.names() == ()


@pytest.mark.parametrize("name", ["", "a/b", "..", ".hidden", "x" * 61])
def test_what_cannot_be_a_name_is_refused(editions, name):
    with pytest.raises(ReferencesError) as error:
        editions.create(name, [view()])
    assert error.value.key == "edition.bad_name"


def test_nothing_that_is_kept_is_overwritten(editions, tmp_path):
    for taken in (lambda: editions.create("Grandma's", [view()]), lambda: editions.export("Grandma's", tmp_path)):
        with pytest.raises(ReferencesError) as error:
            taken()
        assert error.value.key == "edition.exists"


def test_what_is_not_there_is_named(editions):
    with pytest.raises(ReferencesError) as error:
        editions.load("Nobody's")
    assert error.value.key == "edition.unknown"
    with pytest.raises(ReferencesError) as error:
        editions.drop_tile("Grandma's", "099.png")
    assert error.value.key == "edition.no_picture"


@pytest.mark.parametrize("name", ["../../x", "..", "a/b", "con", "x.", "\x00", "\ud800", "x" * 61])
def test_no_name_leads_out_of_the_folder(editions, tmp_path, name):
    with pytest.raises(ReferencesError):
        editions.rename("Grandma's", name)
    with pytest.raises(ReferencesError):
        editions.create(name, [view()])
    assert [path.name for path in tmp_path.iterdir()] == ["editions"]
    assert [path.name for path in editions.folder.iterdir()] == ["Grandma's"]


@pytest.mark.parametrize(
    "table",
    [
        b"",
        "file,type,north,east,south,west\n001.png,größer,city,city,city,city\n".encode("latin-1"),
        "file,type,north,east,south,west\n".encode("utf-16"),
        b"\x00" * 99,
        b'"' + b"x" * 200_000,
    ],
)
def test_a_damaged_table_is_told_and_never_written_over(editions, table):
    path = editions.folder / "Grandma's" / "references.csv"
    path.write_bytes(table)
    for attempt in (lambda: editions.load("Grandma's"), lambda: editions.add("Grandma's", [view("K")])):
        with pytest.raises(ReferencesError) as raised:
            attempt()
        assert str(path) in raised.value.place
    assert path.read_bytes() == table
