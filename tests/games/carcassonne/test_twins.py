"""Tiles that a coat of arms alone tells apart."""

from games.carcassonne.actions import Lay, Skip
from games.carcassonne.rules import CARCASSONNE
from games.game import HasTwins, Seat

SETUP = CARCASSONNE.setup((Seat("Anna", "red"), Seat("Ben", "blue")))


def test_the_five_pairs_of_the_box_are_each_others_twins_and_nothing_else_has_one():
    pairs = {
        frozenset((key, *(twin.tile for twin in CARCASSONNE.twins(SETUP, Lay(key, 0, 1, 0)))))
        for key in CARCASSONNE.box(SETUP)
    }

    assert {pair for pair in pairs if len(pair) > 1} == {
        frozenset(("BA/Cc.1", "BA/Cc+")),
        frozenset(("BA/CcRr", "BA/CcRr+")),
        frozenset(("BA/Ccc", "BA/Ccc+")),
        frozenset(("BA/CccR", "BA/CccR+")),
        frozenset(("BA/CFc.1", "BA/CFc+")),
    }


def test_a_twin_lies_at_the_same_place_and_turned_alike():
    assert CARCASSONNE.twins(SETUP, Lay("BA/CcRr", 2, -1, 3)) == (Lay("BA/CcRr+", 2, -1, 3),)


def test_only_tiles_have_twins():
    assert CARCASSONNE.twins(SETUP, Skip()) == ()


def test_the_game_says_that_it_has_twins():
    assert isinstance(CARCASSONNE, HasTwins)
