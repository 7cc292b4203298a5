"""What figures on the table hide of the tiles about them."""

import numpy as np
import pytest

from calibration.lens import Lens
from calibration.references import Reference, edition_of
from calibration.table_plane import TablePlane
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.followers import stance
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


def test_a_slant_that_perspective_tells_of_tiles_that_are_square_is_not_believed(deck):
    """Four small tiles, seen from straight above: what is a pixel off at one of them tells of a steep camera."""
    tiles = {(0, column): np.array([[65.0, 0, 600 + 65 * column], [0, 65, 400], [0, 0, 1]]) for column in range(4)}
    steep = TablePlane(np.array([[1.4, 0, 600], [0, 1.4, 400], [0, 16e-4, 1]]), Lens.nominal(1920, 1080))
    seen = dict.fromkeys(tiles, np.zeros((24, 24, 3), np.float32))
    memory = Memory(deck, {}, track=Track(Lattice(tiles), seen, plane=steep, levelled_with=4))
    _, guesses = memory.leans(tiles[0, 1])
    assert np.hypot(*(memory.lean(tiles[0, 1]) * stance.PARAMETERS.head_mm)) > 0.3
    assert max(float(np.hypot(*guess.lean)) for guess in guesses) < 0.2
