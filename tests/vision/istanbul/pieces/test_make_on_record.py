"""Of what make people are who are known to stand there: a place painted from their own tones."""

from __future__ import annotations

import pytest

from tests.vision.istanbul.pieces.test_placing import place
from vision.istanbul.make_on_record import RecordedPiece, make_on_record
from vision.istanbul.pieces.makes import usual_makes
from vision.istanbul.pieces.shapes import merchant

THERE = (RecordedPiece("merchant", "red", 0, 4), RecordedPiece("merchant", "blue", 0, 3))


@pytest.mark.parametrize("name", ["tableside", "bare discs", "bare discs, small", "stickers, small"])
def test_who_stands_there_is_explained_best_as_what_he_is(name: str) -> None:
    """A bare disc on four others is no stack of assistants: the record says that a merchant stands there."""
    make = next(one for one in usual_makes() if one.name == name)
    table = place((merchant(4, make), "red", 45, 35), (merchant(3, make), "blue", 85, 35), make=make)
    assert make_on_record(table, THERE, usual_makes(), shown=False) == make
