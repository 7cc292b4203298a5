"""Copies of Cronberg that people own: kept, chosen, corrected from the command line; what becomes of damaged ones."""

from __future__ import annotations

import json

import numpy as np
import pytest

from companion.cli import main
from companion.editions.cronberg_sets import (
    OWN,
    edition_in_use,
    kept_cronberg_sets,
    load_set,
    set_in_use,
    set_of,
    write_set,
)
from companion.exports.set_sheet import set_sheet
from games.cronberg.components import Symbol, default_edition
from games.game import Refusal
from vision.artwork.cronberg.drawn_set import drawn_set
from vision.simulator.cronberg.foreign_sets import foreign_set


@pytest.fixture(scope="module")
def foreign():
    return foreign_set(44, side=2)


@pytest.fixture
def kept(foreign):
    copies = kept_cronberg_sets()
    copies.keep(foreign)
    return copies


def test_a_copy_comes_back_as_it_was_kept(tmp_path, foreign):
    write_set(foreign, tmp_path / "mine")
    back = load_set(tmp_path / "mine")
    assert back.edition == foreign.edition
    assert np.array_equal(back.board, foreign.board)
    assert all(np.array_equal(one, other) for one, other in zip(back.rhombi, foreign.rhombi, strict=True))
    assert back.edge_mm == foreign.edge_mm


def test_without_a_choice_our_own_copy_is_played_with(kept):
    assert kept.chosen() == OWN
    assert edition_in_use() is default_edition()
    assert set_in_use() is drawn_set()


def test_a_chosen_copy_is_read_and_played_with(kept, foreign):
    kept.choose(foreign.edition.name)
    assert edition_in_use() == foreign.edition
    assert set_in_use().edition == foreign.edition


def test_a_stored_game_finds_the_pictures_of_its_copy_whatever_is_chosen_now(kept, foreign):
    assert np.array_equal(set_of(foreign.edition).board, foreign.board)
    assert set_of(default_edition()).edition == default_edition()


@pytest.mark.parametrize("name", ["", ".hidden", "a/b", "x" * 61])
def test_a_name_that_is_no_folder_is_refused(foreign, name):
    from dataclasses import replace

    with pytest.raises(Refusal):
        kept_cronberg_sets().keep(replace(foreign, edition=replace(foreign.edition, name=name)))


def test_a_copy_that_is_not_there_can_not_be_chosen():
    with pytest.raises(Refusal) as caught:
        kept_cronberg_sets().choose("nobody's")
    assert caught.value.place == "nobody's"


@pytest.mark.parametrize("file", ["edition.json", "board.png", "rhombi/rhomb-1.png"])
def test_a_damaged_copy_says_which_file(kept, foreign, file, capsys):
    kept.choose(foreign.edition.name)
    path = kept.folder / foreign.edition.name / file
    path.write_bytes(b"torn")
    with pytest.raises(Refusal) as caught:
        load_set(path.parents[file.count("/")])
    assert file.split("/")[-1] in str(caught.value.place)


def test_a_damaged_choice_falls_back_to_our_own(kept):
    (kept.folder / "chosen.json").write_text("{", encoding="utf-8")
    assert kept.chosen() == OWN


def test_numbers_and_symbols_are_corrected_from_the_command_line(kept, foreign, capsys):
    name = foreign.edition.name
    assert (
        main(["enrol", "--game", "cronberg", "--name", name, "--correct", "2=-8/4/-8/4", "1.2=guard", "5=", "--json"])
        == 0
    )
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    prints = load_set(kept.folder / name)
    assert answer["copy"] == name
    assert prints.edition.kinds[1].numbers == (-8, 4, -8, 4)
    assert prints.edition.symbols[prints.lattice.triangle_named["1.2"]] is Symbol.GUARD
    assert len(prints.edition.kinds) == len(foreign.edition.kinds) - 1


@pytest.mark.parametrize("correction", ["2", "2=4/4", "99=1/1/1/1", "9.9=guard", "1.2=castle"])
def test_a_correction_that_means_nothing_says_how_to_write_one(kept, foreign, correction, capsys):
    assert main(["enrol", "--game", "cronberg", "--name", foreign.edition.name, "--correct", correction]) != 0
    assert "7=" in capsys.readouterr().err


def test_pictures_are_asked_for(capsys):
    assert main(["enrol", "--game", "cronberg", "--name", "ours"]) != 0
    assert "--board" in capsys.readouterr().err


def test_the_sheet_shows_everything(foreign):
    sheet = set_sheet(foreign, doubtful_rhombi=[1], doubtful_triangles=[3])
    assert sheet.ndim == 3
    assert sheet.shape[1] > sheet.shape[0]
