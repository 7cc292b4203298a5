"""Wooden pieces shown by fingers: looked over, named, kept, played with."""

from __future__ import annotations

import numpy as np
import pytest
from kivy.graphics import Rectangle

from calibration.colours import usual_lab
from calibration.piece_set import PieceStance
from companion.cameras.piece_feed import look_at
from companion.editions.piece_draft import PieceDraft
from companion.editions.piece_sets import piece_sets, pieces_in_use
from companion.ui.screens.owned.piece_sketch import PieceSketch
from tests.vision.pieces.drawn_table import photograph
from vision.carcassonne.figures.own_forms import pieces
from vision.pieces.forms import Fit
from vision.pieces.laid_out import LaidOutPiece
from vision.pieces.naming import Named

FITS = {form.name: Fit(0.9, 1.1, 1.2) for form in pieces().forms}


def seen(colour, confidence=1.0, stance=PieceStance.STANDING):
    """A follower as a photograph showed it."""
    laid = LaidOutPiece(
        picture=np.full((40, 40, 3), 120, np.uint8),
        outline_px=np.array([[0, 0], [20, 0], [20, 20], [0, 20]], np.float32),
        mask=np.ones((20, 20), bool),
        px_per_mm=1.5,
        lean=np.array([0.0, -0.4]),
        middle_mm=np.zeros(2),
        lab=usual_lab(colour),
        pale=0.0,
        unlike=20.0,
    )
    return Named(laid, "follower", stance, colour, FITS, confidence)


@pytest.fixture
def draft():
    """A red and a blue follower, and one that was taken for a blue one and is nearly as likely another."""
    return PieceDraft(pieces(), "Attic", [seen("red"), seen("blue"), seen("blue", 0.5, PieceStance.LYING)])


@pytest.fixture
def screen(tablet, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tablet


def test_your_own_box_leads_to_the_pieces_and_says_how_they_are_laid_out(screen):
    screen.open("boxes")
    screen.tap("Wooden pieces")
    assert screen.reads("Usual pieces")
    screen.tap("Show your own pieces")
    assert screen.reads("Lay a sheet of white paper on the bare table")
    assert screen.reads("One of each colour standing, one lying on its back")


def test_what_was_misread_is_said_by_taps_and_kept(screen, draft):
    screen.open("piece_sets", game="carcassonne", draft=draft)
    assert screen.reads("1 piece is doubtful")
    screen.tap(screen.thing(piece=2))
    screen.tap("green")
    screen.tap("large follower, lying")
    screen.tap("That is right")
    screen.tap("Keep and play with them")
    used = pieces_in_use("carcassonne")
    assert [(one.kind, one.colour) for one in used.pieces] == [
        ("follower", "red"),
        ("follower", "blue"),
        ("large follower", "green"),
    ]
    assert screen.reads("Attic")


def test_what_is_no_piece_is_dropped(screen, draft):
    screen.open("piece_sets", game="carcassonne", draft=draft)
    screen.tap(screen.thing(piece=2))
    screen.tap("This is no piece")
    screen.tap("Keep and play with them")
    assert len(piece_sets("carcassonne").load("Attic").pieces) == 2


def test_two_colours_that_look_alike_are_told_with_what_helps(screen):
    close = seen("red")
    draft = PieceDraft(pieces(), "Attic", [close, close.named_as("follower", PieceStance.STANDING, "pink")])
    screen.open("piece_sets", game="carcassonne", draft=draft)
    assert screen.reads("red and pink look alike in this light. Take the picture in brighter light")


def test_pieces_of_one_colour_alone_are_said_to_be_too_few(screen):
    screen.open("piece_sets", game="carcassonne", draft=PieceDraft(pieces(), "Attic", [seen("red")]))
    assert screen.reads("Show one of each colour that you play with")


def test_a_picture_without_paper_says_what_is_lacking(screen):
    looked = look_at(photograph([], paper=None), None)
    assert looked.picture is None
    assert looked.advice.key == "pieces.enrol.no_paper"


def test_the_sketch_of_the_pieces_stands_in_its_panel_on_an_upright_tablet(make_tablet):
    tablet = make_tablet(size=(800, 1280), text_scale=1.3)
    tablet.open("piece_sets", game="istanbul")
    sketch = next(tablet.widgets(PieceSketch))
    (ground,) = (one for one in sketch.canvas.children if isinstance(one, Rectangle))  # no paper: nothing is laid out
    assert sketch.y <= ground.pos[1]
    assert ground.pos[1] + ground.size[1] <= sketch.top
