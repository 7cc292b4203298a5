"""A set of glass while it is enrolled: what a photograph showed, put right by hand."""

from __future__ import annotations

import numpy as np
import pytest

from companion.editions.glass_draft import GlassDraft
from games.carcassonne.stained_glass.windows import glass_kinds
from vision.artwork.stained_glass.edition import own_glass

SIDE, GAP = 150, 45


def photograph(*, upside_down: bool = False) -> np.ndarray:
    """Our own twelve tiles as they stand in the whole window, a finger's width apart on a pale cloth."""
    glass = own_glass()
    picture = np.full((4 * (SIDE + GAP), 5 * (SIDE + GAP), 3), (196, 205, 208), np.uint8)
    for kind, image in zip(glass.kinds, glass.images, strict=True):
        x = GAP + (int(kind[0]) - 1) * (SIDE + GAP)
        y = GAP + "abc".index(kind[1]) * (SIDE + GAP)
        scale = image.shape[0] / SIDE
        rows = (np.arange(SIDE) * scale).astype(int)
        picture[y : y + SIDE, x : x + SIDE] = image[rows][:, rows]
    return np.ascontiguousarray(np.rot90(picture, 2)) if upside_down else picture


@pytest.fixture(scope="module")
def tiles() -> dict[str, np.ndarray]:
    draft = GlassDraft("Ours")
    assert draft.see(photograph())
    return draft.shown


@pytest.fixture
def draft(tiles) -> GlassDraft:
    return GlassDraft("Ours", [dict(tiles)])


def test_a_photograph_tells_the_twelve_tiles(draft):
    assert tuple(draft.shown) == glass_kinds()
    assert {kind for kind, _ in draft.pictures()} == set(glass_kinds())


def test_what_is_no_window_is_refused_with_what_was_found():
    draft = GlassDraft("Ours")
    assert not draft.see(photograph()[: 2 * (SIDE + GAP)])
    assert draft.found == 8
    assert draft.shown == {}


def test_two_tiles_that_lay_in_each_others_place_are_exchanged(draft):
    one, other = draft.shown["1a"], draft.shown["4c"]
    draft.exchange("1a", "4c")
    assert draft.shown["1a"] is other
    assert draft.shown["4c"] is one


def test_four_quarter_turns_change_nothing(draft):
    before = draft.shown["2b"].copy()
    draft.turn("2b")
    assert not np.array_equal(draft.shown["2b"], before)
    for _ in range(3):
        draft.turn("2b")
    assert np.array_equal(draft.shown["2b"], before)


def test_a_photograph_from_the_other_side_is_turned_round(tiles):
    draft = GlassDraft("Ours")
    assert draft.see(photograph(upside_down=True))
    draft.turn_round()
    for kind in glass_kinds():
        alike = {other: np.corrcoef(draft.shown[kind].ravel(), tiles[other].ravel())[0, 1] for other in glass_kinds()}
        assert max(alike, key=lambda other: alike[other]) == kind
