"""Coats of arms that nobody has named, told from all the tiles of an evening together."""

import pytest

from vision.carcassonne.learning.pennants.open_pennants import PairedTile, chances_of_arms


def tiles(*rows):
    """Each (pair, odds) or (pair, odds, armed); as many with arms as without in the box."""
    return [PairedTile(pair, odds, 0.0, *rest) for pair, odds, *rest in rows]


def test_what_people_said_stands():
    assert chances_of_arms(tiles((0, 4.0, False), (0, -2.0, True))) == [0.0, 1.0]


def test_one_tile_alone_says_little():
    (chance,) = chances_of_arms(tiles((0, 1.5)))

    assert 0.2 < chance < 0.8


def test_two_tiles_of_one_pair_that_differ_much_tell_which_is_which():
    bare, armed = chances_of_arms(tiles((0, -1.0), (0, 4.0)))

    assert bare < 0.1
    assert armed > 0.9


def test_named_tiles_tell_where_the_groups_lie():
    alone, *_ = chances_of_arms(tiles((0, 1.6)))
    beside, *_ = chances_of_arms(tiles((0, 1.6), (0, 1.5, False), (1, 1.4, False), (1, 4.6, True), (2, 4.4, True)))

    assert beside < 0.2 < alone


def test_a_pair_whose_named_tile_without_arms_looks_armed_is_not_believed():
    others = ((1, -1.0, False), (1, 2.5, True), (2, -0.9, False), (2, 2.6, True))
    usual, *_ = chances_of_arms(tiles((0, 2.5), *others))
    fooled, *_ = chances_of_arms(tiles((0, 2.5), (0, 2.6, False), *others))

    assert usual > 0.9
    assert fooled < 0.9


@pytest.mark.parametrize("prior", [-1.1, 0.0, 1.1])
def test_where_nothing_is_seen_what_the_box_holds_decides(prior):
    (chance,) = chances_of_arms([PairedTile(0, 0.7, prior)])

    assert (chance > 0.5) == (prior > 0) or prior == 0.0
