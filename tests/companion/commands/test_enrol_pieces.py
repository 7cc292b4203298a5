"""``tableside enrol --pieces``: the owner's wooden pieces are learned, kept, corrected, chosen and read with."""

from __future__ import annotations

import json

import cv2
import pytest

from calibration.colours import usual_lab
from calibration.piece_set import LearnedPiece, PieceSet, PieceStance
from calibration.profile import Profile
from companion.box_archive import packed_boxes, unpack_boxes
from companion.box_parts import faults_of, files_of
from companion.cli import main
from companion.editions.piece_sets import PieceSetLessons, piece_sets, pieces_in_use, with_own_colours
from companion.kept_troubles import kept_troubles
from companion.session.looking.watching import watch
from games.game import Seat
from games.istanbul.rules import ISTANBUL
from tests.companion.read_once import ReadOnce
from tests.vision.pieces.drawn_table import in_rows, photograph
from vision.carcassonne.figures.own_forms import pieces as follower_pieces

SMALL = tuple(form for form in follower_pieces().forms if form.kind == "follower")
COLOURS = ("red", "yellow", "green")


@pytest.fixture(scope="module")
def read_before():
    return ReadOnce()


@pytest.fixture(autouse=True)
def each_photograph_is_read_once(read_before, monkeypatch):
    read_before.of(monkeypatch, "companion.editions.piece_draft", "read_laid_out_pieces")
    read_before.of(monkeypatch, "companion.editions.piece_draft", "name_pieces")


@pytest.fixture(scope="module")
def followers():
    """A photograph of followers of three colours, standing and lying."""
    return photograph(in_rows(SMALL, COLOURS))


@pytest.fixture
def shot(own_home, followers):
    path = own_home / "pieces.png"
    cv2.imwrite(str(path), followers)
    return str(path)


@pytest.fixture
def attic(own_home):
    """A set that is played with, without looking at a photograph."""
    learned = tuple(
        LearnedPiece("follower", stance, colour, usual_lab(colour), f"follower {stance.value}", 1.0)
        for colour in COLOURS
        for stance in PieceStance
    )
    sets = piece_sets("carcassonne")
    sets.keep(PieceSet("Attic", learned), [])
    sets.choose("Attic")
    return sets


def enrol(*typed):
    return main(["enrol", "--pieces", "--game", "carcassonne", *typed])


def test_a_photograph_becomes_the_set_that_is_played_with(shot, capsys):
    assert enrol(shot, "--name", "Attic", "--json") == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert {(one["kind"], one["stance"], one["colour"]) for one in answer["pieces"]} == {
        ("follower", stance.value, colour) for stance in PieceStance for colour in COLOURS
    }
    assert len(list(piece_sets("carcassonne").folder.glob("Attic/[0-9]*.png"))) == 2 * len(COLOURS)
    used = pieces_in_use("carcassonne")
    assert (used.name, set(used.colours())) == ("Attic", set(COLOURS))
    assert enrol("--name", "tableside") == 0
    assert pieces_in_use("carcassonne") is None
    assert enrol("--name", "Attic") == 0
    assert pieces_in_use("carcassonne") == used


def test_what_was_misread_is_corrected_as_it_is_typed(shot, capsys):
    enrol(shot, "--name", "Attic", "--correct", "1=large follower/lying/black", "2=", "--json")
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])["pieces"]
    assert len(answer) == 2 * len(COLOURS) - 1
    assert (answer[0]["kind"], answer[0]["stance"], answer[0]["colour"]) == ("large follower", "lying", "black")


@pytest.mark.parametrize("wrong", ["99=red", "1=purple"])
def test_a_correction_of_nothing_is_refused_with_an_example(shot, capsys, wrong):
    assert enrol(shot, "--name", "Attic", "--correct", wrong) != 0
    assert "such as 7=follower/lying/red" in capsys.readouterr().err
    assert piece_sets("carcassonne").names() == ()


def test_a_table_without_paper_is_told_with_the_remedy_in_german(own_home, capsys):
    path = own_home / "bare.png"
    cv2.imwrite(str(path), photograph(in_rows(SMALL, COLOURS), paper=None))
    assert main(["--language", "de", "enrol", "--pieces", "--game", "carcassonne", str(path)]) != 0
    assert "Kein weißes Blatt Papier zu sehen. Legt ein ganzes" in capsys.readouterr().err


def test_a_game_without_pieces_says_which_games_have_some(own_home, capsys):
    assert main(["enrol", "--pieces", "--game", "riga", "x.png"]) != 0
    assert "Games that have: carcassonne" in capsys.readouterr().err


def test_pieces_go_with_the_box_to_another_tablet(attic, own_home, monkeypatch):
    assert "pieces/carcassonne/Attic/pieces.json" in files_of("carcassonne")
    archive = own_home / "boxes.zip"
    archive.write_bytes(packed_boxes(("carcassonne",)))
    used = pieces_in_use("carcassonne")
    monkeypatch.setenv("XDG_DATA_HOME", str(own_home / "other"))
    unpack_boxes(archive)
    assert piece_sets("carcassonne").load("Attic") == used
    assert pieces_in_use("carcassonne") is None  # which are played with is the other table's business


@pytest.mark.expects_log
def test_a_damaged_set_is_told_and_usual_pieces_are_played_with(attic, own_home, caplog):
    table = piece_sets("carcassonne").folder / "Attic" / "pieces.json"
    table.write_text('{"format": 1, "pieces": [7]}')
    assert pieces_in_use("carcassonne") is None
    assert "not used" in caplog.text
    assert any(str(table) in str(phrase.values) for phrase in kept_troubles(own_home / "config"))
    assert [fault.file for fault in faults_of("carcassonne", own_home / "data" / "tableside")] == [
        "pieces/carcassonne/Attic"
    ]


def test_what_is_confirmed_in_play_teaches_the_set(attic):
    before = pieces_in_use("carcassonne").colours()["red"]
    PieceSetLessons(piece_sets("carcassonne"), "Attic")("red", (before[0] + 9.0, before[1], before[2]))
    after = pieces_in_use("carcassonne").colours()["red"]
    assert before[0] < after[0] < before[0] + 9.0


def test_own_colours_take_the_place_of_those_that_a_camera_measured(attic):
    used = pieces_in_use("carcassonne")
    known = with_own_colours(Profile("cam", colours={"red": (1.0, 2.0, 3.0), "black": (4.0, 5.0, 6.0)}), used)
    assert known.colours["red"] == used.colours()["red"]
    assert known.colours["black"] == (4.0, 5.0, 6.0)


def test_a_real_table_of_istanbul_is_watched_with_the_pieces_that_were_shown(own_home):
    from vision.istanbul.pieces.own_forms import pieces

    forms = [form for form in pieces().forms if form.name in ("merchant bare", "assistant")]
    path = own_home / "people.png"
    cv2.imwrite(str(path), photograph(in_rows(forms, ("red", "blue"))))
    assert main(["enrol", "--pieces", "--game", "great-bazaar", str(path), "--name", "Ours"]) == 0
    state = ISTANBUL.new(ISTANBUL.setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
    watcher = watch(ISTANBUL.key, state, str(own_home / "no-camera.mp4"))
    try:
        assert watcher._looker._eyes._pieces.name == "Ours"
    finally:
        watcher.close()
