"""Stained Glass on a photograph: whose, which, and what it brings."""

from __future__ import annotations

import numpy as np
import pytest

from companion.editions.box_values import BoxValues
from companion.readings.finished.stained_glass import FinishedGlass
from companion.readings.finished.table import OfPlayer
from games.game import Phrase
from vision.stained_glass.observation import GlassArea, GlassObservation, SeenGlass, UnreadGlass

GAME = "carcassonne-stained-glass"
BOX = BoxValues(GAME, {"glass-window-3": 6, "glass-window-6": 15, "glass-unfinished-tile": 1})


def tile(kind, x, y, sure=0.99):
    outline = np.array([(x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20)], float)
    return SeenGlass(kind, x, y, 0.0, sure, outline, (float(x), float(y)), 0.0)


@pytest.fixture
def table():
    """Below, a whole window and one tile over, of which one is doubtful; above, one tile; on the right, something."""
    low = GlassArea("bottom", (), (tile("1a", 100, 700), tile("1b", 140, 700), tile("1c", 180, 700, 0.7),
                                   tile("3b", 300, 700)))  # fmt: skip
    top = GlassArea("top", (), (tile("2a", 500, 60),), ("2a",))
    seen = GlassObservation((low, top), (UnreadGlass(980, 400, Phrase.of("glass.covered")),))
    return FinishedGlass(seen, BOX, (800, 1000))


def points(table):
    return {one.key.player: one.points for one in table.sums()}


def test_windows_and_tiles_over_count_by_the_owners_box(table):
    assert points(table) == {"bottom": 7, "top": 1}
    low = next(one for one in table.sums() if one.key == OfPlayer("bottom"))
    assert [line.points for line in low.lines] == [6, 1]


def test_doubts_are_what_was_unsure_what_lies_between_two_and_what_was_not_read(table):
    assert len(table.doubts()) == 3
    unread = next(piece for piece in table.doubts() if piece.confidence is None)
    table.answer(unread.key, "kind", "4c")
    assert points(table)["right"] == 1
    wrong = next(piece for piece in table.doubts() if piece.label == "1c")
    table.answer(wrong.key, "kind", "1b")  # there are two of 1b, so no window
    assert points(table)["bottom"] == 4


def test_a_place_beneath_something_is_tapped_and_entered_and_is_its_windows_owners():
    """Given a window at the side of the picture that goes on beneath a hand, nearer to another side."""
    own = GlassArea("bottom", (), (tile("1a", 100, 420), tile("1b", 100, 460)))
    square = np.array([(80, 480), (120, 480), (120, 520), (80, 520)], float)
    place = UnreadGlass(100, 500, Phrase.of("glass.beneath", kind="1c"), "1c", square)
    table = FinishedGlass(GlassObservation((own,), (place,)), BOX, (800, 1000))
    assert points(table) == {"bottom": 2}
    (doubt,) = table.doubts()
    assert len(doubt.outline) == 4
    key = table.piece_at(85, 515)
    assert key == doubt.key
    which = table.questions(key)[0]
    assert [choice.key for choice in which.choices[:3]] == ["", "1c", "1a"]  # what belongs there is offered first
    table.answer(key, "kind", "1c")
    assert points(table) == {"bottom": 6}
    assert table.doubts() == ()


def test_a_tile_of_somebody_else_changes_hands_and_no_tile_counts_nothing(table):
    between = next(piece for piece in table.doubts() if piece.label == "2a")
    table.answer(between.key, "owner", "left")
    assert points(table) == {"bottom": 7, "left": 1}
    table.answer(between.key, "kind", "")
    assert "left" not in points(table) or points(table)["left"] == 0


def test_a_player_has_a_colour_and_points_beside(table):
    table.answer(OfPlayer("top"), "colour", "blue")
    table.answer(OfPlayer("top"), "beside", 40)
    first = table.sums()[0]
    assert (first.colour, first.points, first.rank) == ("blue", 41, 1)
    table.answer(OfPlayer("bottom"), "colour", "blue")  # it was theirs all along
    assert [one.colour for one in table.sums()].count("blue") == 1


def test_points_of_the_map_that_was_counted_before_come_along_with_the_colour(table):
    table.take_along({"blue": 57, "red": 40})
    table.answer(OfPlayer("bottom"), "colour", "blue")
    assert points(table)["bottom"] == 57 + 7
    table.answer(OfPlayer("top"), "colour", "green")  # whom the map knows nothing of
    assert points(table)["top"] == 1


def test_more_of_a_kind_than_the_box_holds_is_said(table):
    assert not any(note.key == "finished.too_much_glass" for note in table.notes())
    for piece in table.pieces()[:3]:
        table.answer(piece.key, "kind", "4a")
    assert any(note.key == "finished.too_much_glass" for note in table.notes())


def test_a_tap_finds_the_tile(table):
    assert table.piece(table.piece_at(305, 690)).label == "3b"
    assert table.piece_at(700, 300) is None
