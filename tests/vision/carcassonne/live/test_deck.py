"""Templates of an edition's views."""

import pytest

from calibration.references import Reference, edition_of
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.live.deck import Deck


def test_a_view_of_which_somebody_was_cut_out_does_not_show_all_of_its_tile():
    sides, picture = ("city", "road", "field", "road"), tile_picture("BA/RCr", 64)
    whole = Reference("D", sides, picture)
    in_part = Reference("D", sides, picture, "D#1", hidden=((0.2, 0.2), (0.5, 0.2), (0.5, 0.5)))
    deck = Deck.of(edition_of("two views", (whole, in_part)))
    assert [deck.shows_all(entry) for entry in range(8)] == [True] * 4 + [False] * 4
    assert Deck.of(edition_of("one view", (whole,))).shows_all(0)


def test_what_is_blurred_more_has_fewer_pixels_with_something_of_their_own_to_say():
    """Neighbours within a blur of twice the sigma repeat each other over four times as many pixels."""
    usual = Deck.of(
        edition_of("one view", (Reference("D", ("city", "road", "field", "road"), tile_picture("BA/RCr", 64)),))
    )
    usual = usual.softened_as_usual()
    light, a, b = usual.softness
    assert usual.distinct == pytest.approx(1.0)
    assert usual.softened((2 * light, 2 * a, 2 * b)).distinct == pytest.approx(1 / 4)
    assert usual.softened((light / 2, a / 2, b / 2)).distinct == pytest.approx(1.0)
