"""What figures on the table hide of the tiles about them."""

import numpy as np
import pytest

from calibration.references import Reference, edition_of
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.memory import Memory, RecordedFollower
from vision.registration.lattice import Lattice
from vision.registration.tracking import Track


@pytest.fixture(scope="module")
def deck():
    start = Reference("D", ("city", "road", "field", "road"), tile_picture("BA/RCr", 64))
    return Deck.of(edition_of("one tile", (start,)))


def hidden_by_a_figure_at(foot, deck, besides=None):
    here = np.diag([50.0, 50.0, 1.0])
    standing = {((0, 0), "road", "N"): RecordedFollower("red", "small", foot)}
    return Memory(deck, {}, standing=standing, track=Track(Lattice({(0, 0): here}))).hidden(besides)


def test_in_the_middle_it_hides_its_own_tile_only(deck):
    assert hidden_by_a_figure_at((16, 16), deck) == {(0, 0)}


def test_at_the_edge_it_hides_something_of_the_neighbour_too(deck):
    assert hidden_by_a_figure_at((16, 31), deck) == {(0, 0), (0, 1)}
    assert hidden_by_a_figure_at((16, 27), deck) == {(0, 0), (0, 1)}
    assert hidden_by_a_figure_at((1, 16), deck) == {(0, 0), (-1, 0)}


def test_one_whose_foot_nobody_saw_hides_its_own_tile(deck):
    assert hidden_by_a_figure_at(None, deck) == {(0, 0)}


def test_what_hides_a_tile_besides_its_own_figure_is_asked(deck):
    assert hidden_by_a_figure_at((16, 31), deck, besides=(0, 0)) == set()
    assert hidden_by_a_figure_at((16, 31), deck, besides=(0, 1)) == {(0, 0), (0, 1)}


def test_one_whose_foot_nobody_saw_may_reach_over_the_side_that_his_city_lies_at(deck):
    here, standing = np.diag([50.0, 50.0, 1.0]), {((0, 0), "City", "E"): RecordedFollower("red", "small")}
    tiles = {(0, 0): ("BA/RCr", 1)}
    memory = Memory(deck, {}, tiles, standing, track=Track(Lattice({(0, 0): here})))
    assert memory.hidden() == {(0, 0), (0, 1)}
