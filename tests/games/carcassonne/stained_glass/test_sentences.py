"""Stained Glass: every sentence of the known rulebook has a test that names it."""

from __future__ import annotations

from tests.games.carcassonne.stained_glass import test_glass, test_taking_glass, test_thieves, test_turn
from tests.games.carcassonne.stained_glass.rulebook import SENTENCES, said_by


def test_every_sentence_of_the_rulebook_is_named() -> None:
    named = (said_by(tests) for tests in (test_glass, test_taking_glass, test_turn, test_thieves))
    assert set[str]().union(*named) == SENTENCES
