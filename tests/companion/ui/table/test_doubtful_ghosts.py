"""A ghost that a press would ask about bears a question mark on every game's board, not only in the ribbon."""

import importlib
import random
from dataclasses import replace

import pytest

from companion.session.proposing import proposed, view_of
from companion.session.views import Source
from companion.titles.registry import game_named
from companion.ui.faces import face_of
from games.cronberg.state import LayRhomb, PlaceToken
from games.game import Seat
from games.istanbul.actions import Move
from games.record import Record
from games.riga.scorer.actions import Build
from games.thurn_and_taxis.actions import Close

SEATS = (Seat("Anna", "red"), Seat("Ben", "blue"))


def due(key, kind):
    """A game by chance in which such an action is legal, and that action."""
    game, rng = game_named(key), random.Random(3)
    record = Record.start(game, game.setup(SEATS))
    while True:
        for action in game.legal(record.state):
            if isinstance(action, kind):
                return record, action
        record = record.play(game.sample(record.state, rng))


@pytest.mark.parametrize(
    ("key", "kind", "module"),
    [
        ("cronberg", PlaceToken, "cronberg.strokes"),
        ("cronberg", LayRhomb, "cronberg.strokes"),
        ("istanbul", Move, "istanbul.board"),
        ("thurn-and-taxis", Close, "thurn_and_taxis.board"),
        ("grand-masters", Build, "riga.board"),
    ],
)
def test_what_a_press_would_ask_about_bears_a_question_mark(tablet, monkeypatch, key, kind, module):
    asked = []
    drawing = importlib.import_module(f"companion.ui.{module}")
    monkeypatch.setattr(drawing, "draw_question", lambda *where: asked.append(where))
    record, action = due(key, kind)
    board = face_of(key).board()
    board.size = (600, 400)
    sure = proposed(record, (action,), probability=0.97, source=Source.BUTTON)
    board.view = replace(view_of(record), proposal=sure)
    board.redraw()
    assert asked == []
    board.view = replace(board.view, proposal=replace(sure, open_from=0))
    board.redraw()
    assert asked
