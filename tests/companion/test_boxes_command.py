"""Boxes shared as one file: what one table entered, another plays with; nothing odd comes in, nothing is lost."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from companion import box_archive
from companion.box_archive import MANIFEST, BadBoxes, packed_boxes, unpack_boxes
from companion.box_parts import boxed, faults_of, files_of, game_of
from companion.cli import main
from companion.editions.box_values import keep_values, own_values
from companion.editions.cronberg_sets import kept_cronberg_sets
from companion.editions.postal_map import keep_map, own_map
from companion.locale import LANGUAGES, say
from games.thurn_and_taxis.atlas import atlas_named
from vision.artwork.cronberg.drawn_set import drawn_set

HANDS = {"hand_limit": 12, "prices.Visby.cloth": 7}
NUMBERS = ("riga", "power-and-glory")


@pytest.fixture(scope="module")
def entered(tmp_path_factory):
    """A data folder in which Riga's numbers, the northern map and a copy of Cronberg were entered, once for all."""
    folder = tmp_path_factory.mktemp("entered") / "ours"
    box = own_values("riga", folder=folder)
    for key, value in HANDS.items():
        box = box.having(key, value)
    keep_values(box, folder=folder)
    atlas = atlas_named("power-and-glory")
    keep_map(replace(atlas, numbers={**atlas.numbers, "houses": 21}), folder=folder)
    prints = drawn_set()
    kept_cronberg_sets(folder).keep(
        replace(prints, edition=replace(prints.edition, name="Unsere Schachtel Ä1", marks=()))
    )
    return folder


@pytest.fixture
def ours(entered, tmp_path):
    return Path(shutil.copytree(entered, tmp_path / "ours"))


@pytest.fixture
def theirs(tmp_path):
    return tmp_path / "theirs"


@pytest.fixture(scope="module")
def packed(entered):
    """The archive of everything that was entered, and of what is no picture, as bytes."""
    return {games: packed_boxes(games, entered) for games in (boxed(), NUMBERS)}


@pytest.fixture
def archive(packed, tmp_path):
    """Everything that was entered."""
    path = tmp_path / "boxes.zip"
    path.write_bytes(packed[boxed()])
    return path


@pytest.fixture
def numbers(packed, tmp_path):
    """Riga's numbers and the northern map: small, for examples that change a line or a byte of it."""
    path = tmp_path / "boxes.zip"
    path.write_bytes(packed[NUMBERS])
    return path


def forged(path, change=lambda contents: contents, *, listed=None, entry=None):
    """The archive with other contents and a manifest that fits them."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(contents.pop(MANIFEST))
    contents = change(contents)
    manifest["files"] = [
        {"path": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in contents.items()
    ]
    manifest["games"] = sorted({game_of(name) for name in contents} - {None})
    manifest.update(listed or {})
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps(manifest))
        for name, content in contents.items():
            archive.writestr(entry(name) if entry else name, content)
    path.write_bytes(packed.getvalue())
    return path


def refused(path, folder, **how):
    with pytest.raises(BadBoxes) as error:
        unpack_boxes(path, folder, **how)
    return error.value.phrase


def changed(name, old, new):
    return lambda contents: {**contents, name: contents[name].replace(old, new)}


def test_another_table_plays_with_what_was_entered_here(ours, archive, theirs):
    arrived = unpack_boxes(archive, theirs)
    assert arrived.games == ("cronberg", "power-and-glory", "riga")
    assert own_values("riga", folder=theirs).entered_values == HANDS
    assert own_map("power-and-glory", folder=theirs).numbers["houses"] == 21
    assert kept_cronberg_sets(theirs).load("Unsere Schachtel Ä1").edition.kinds == drawn_set().edition.kinds
    for game in boxed():
        assert files_of(game, theirs) == files_of(game, ours)
        assert list(faults_of(game, theirs)) == []


def test_equal_boxes_are_equal_files_and_taking_them_twice_changes_nothing(archive, theirs):
    first = unpack_boxes(archive, theirs)
    assert packed_boxes(boxed(), theirs) == archive.read_bytes()
    second = unpack_boxes(archive, theirs)
    assert (second.fresh, second.same) == ((), first.fresh)


def test_nothing_is_replaced_silently(archive, theirs):
    """Given another hand limit at the other table, theirs stays until they say so, and lies beside it then."""
    keep_values(own_values("riga", folder=theirs).having("hand_limit", 3), folder=theirs)
    assert refused(archive, theirs).key == "boxes.would_replace"
    assert own_values("riga", folder=theirs).entered_values == {"hand_limit": 3}
    assert not kept_cronberg_sets(theirs).names()  # and nothing else came in
    arrived = unpack_boxes(archive, theirs, replace=True)
    assert own_values("riga", folder=theirs).entered_values == HANDS
    (kept,) = arrived.kept
    assert json.loads(kept.read_text()) == {"hand_limit": 3}


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("maps/power-and-glory.json", b'"horses": 3', b'"horses": 7', "7"),
        ("maps/power-and-glory.json", b'"houses": 21', b'"houses": 0', "0"),
        ("boxes/riga.json", b": 12", b': "many"', "many"),
        ("boxes/riga.json", b"hand_limit", b"hand_size", "hand_size"),
        ("boxes/riga.json", b": 12", b": 12]", "line 2"),
    ],
)
def test_what_no_box_prints_is_refused_with_file_and_line(numbers, theirs, tmp_path, name, old, new, says):
    path = forged(numbers, changed(name, old, new))
    with zipfile.ZipFile(path) as archive:
        lines = archive.read(name).decode().splitlines()
    phrase = refused(path, theirs)
    found = dict(phrase.values)
    assert (phrase.key, found["file"]) == ("boxes.bad_line", name)
    assert says in say(phrase, "en")
    if name.startswith("boxes") or b"houses" in old:
        assert new.decode().strip('": 0]}') in lines[found["line"] - 1]
    assert str(tmp_path) not in say(phrase, "en")
    assert all(say(phrase, language) for language in LANGUAGES)
    assert not theirs.exists()


def test_an_empty_stack_is_refused(numbers, theirs):
    def without_tiles(contents):
        answer = json.loads(contents["maps/power-and-glory.json"])
        answer["stacks"][0]["values"] = []
        return {**contents, "maps/power-and-glory.json": json.dumps(answer, indent=1).encode()}

    phrase = refused(forged(numbers, without_tiles), theirs)
    assert dict(phrase.values)["file"] == "maps/power-and-glory.json"


@pytest.mark.parametrize(
    "name",
    [
        "../outside.json",
        "riga/../../outside.json",
        "/etc/cards.json",
        "riga\\cards.json",
        "riga/CON.png",
        "games/anna.tableside",
        "riga/.hidden.json",
        "riga/run.sh",
        "editions/cronberg/chosen.json",
    ],
)
def test_names_that_are_no_box_s_are_refused(numbers, theirs, tmp_path, name):
    path = forged(numbers, lambda contents: {**contents, name: b"[]"})
    assert refused(path, theirs).key in {"boxes.odd_name", "boxes.bad_manifest"}
    assert not theirs.exists()
    assert not (tmp_path / "outside.json").exists()


def test_a_link_is_refused(numbers, theirs):
    def link(name):
        entry = zipfile.ZipInfo(name)
        entry.external_attr = 0o120777 << 16
        return entry

    assert refused(forged(numbers, entry=link), theirs).key == "boxes.odd_name"


def test_a_zip_bomb_is_refused_before_it_is_unpacked(numbers, theirs, monkeypatch):
    """A megabyte of zeros is a kilobyte packed; the limits are lowered so that the test stays small."""
    path = forged(numbers, lambda contents: {**contents, "riga/big.json": b"0" * 2**20})
    monkeypatch.setattr(box_archive, "MOST_FILE_BYTES", 2**19)
    assert refused(path, theirs).key == "boxes.file_too_large"
    monkeypatch.undo()
    monkeypatch.setattr(box_archive, "MOST_FILES", 2)
    assert refused(path, theirs).key == "boxes.too_many"
    monkeypatch.undo()
    monkeypatch.setattr(box_archive, "MOST_PACKED_BYTES", 100)
    assert refused(path, theirs).key == "boxes.too_large"


@pytest.mark.parametrize("most", [0, 1, 10, 1000])
def test_an_archive_that_is_cut_off_is_refused(archive, theirs, most):
    archive.write_bytes(archive.read_bytes()[:most])
    assert refused(archive, theirs).key == "boxes.no_archive"
    assert not theirs.exists()


def test_a_flipped_byte_is_noticed_wherever_it_is(numbers, theirs):
    whole = numbers.read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        numbers.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            unpack_boxes(numbers, theirs)
        except BadBoxes:
            assert not theirs.exists()
        else:  # a date or an attribute of the archive, which nobody reads
            assert own_values("riga", folder=theirs).entered_values == HANDS
            for game in boxed():
                for name in files_of(game, theirs):
                    (theirs / name).unlink()
            for path_left in sorted(theirs.rglob("*"), reverse=True):
                path_left.rmdir()
            theirs.rmdir()


@pytest.mark.parametrize(
    "listed", [{"format": 2}, {"tableside": "photos"}, {"games": ["chess"]}, {"files": []}, {"files": "none"}]
)
def test_a_manifest_that_does_not_fit_is_refused(numbers, theirs, listed):
    assert refused(forged(numbers, listed=listed), theirs).key == "boxes.bad_manifest"


def test_a_damaged_box_is_not_given_away(ours):
    (ours / "boxes" / "riga.json").write_text('{"hand_limit": "many"}')
    with pytest.raises(BadBoxes) as error:
        packed_boxes(("riga",), ours)
    assert error.value.phrase.key == "boxes.bad_line"
    with pytest.raises(BadBoxes):
        packed_boxes(("istanbul",), ours)  # nothing was entered


def test_the_command_lists_shows_exports_and_imports(tmp_path, monkeypatch, capsys, ours):
    monkeypatch.setattr("companion.box_parts.data_folder", lambda: ours)
    monkeypatch.setattr("companion.box_archive.data_folder", lambda: ours)
    monkeypatch.setattr("companion.editions.box_values.data_folder", lambda: ours)
    monkeypatch.setattr("companion.commands.boxes_command.data_folder", lambda: ours)

    def printed(*typed):
        assert main(["--language", "en", "boxes", *typed]) == 0
        return capsys.readouterr().out

    assert "Riga: one file, 2 values entered" in printed("list")
    assert "Hand limit in winter: 12" in printed("show", "riga")
    file = tmp_path / "riga.zip"
    assert "written to" in printed("export", str(file), "--game", "riga")
    assert main(["boxes", "export", str(file)]) == 1  # it is there already
    assert "0 files taken in, 1 already there" in printed("import", str(file))
    assert main(["--language", "en", "boxes", "import", str(tmp_path / "nowhere.zip")]) == 1
    assert "nowhere.zip" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_in_place_of_an_archive_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "boxes.zip")
    with pytest.raises(BadBoxes) as refused:
        unpack_boxes(tmp_path / "boxes.zip", tmp_path / "ours")
    assert refused.value.phrase.key == "file.no_file"
