"""What tells two prints apart is looked at closely; what a piece covers says nothing."""

import numpy as np
import pytest

from vision.carcassonne.figures.covered import CloseComparison, N, by_what_is_left, compared, cover_of
from vision.carcassonne.poses import Orientation
from vision.tile_map.terrain import kind_named

SCATTER = np.array([2.0, 2.0, 2.0])
RED, BLUE = (20.0, 45.0, 30.0), (15.0, 10.0, -40.0)  # half-L Lab
WITH_ARMS, BARE, FIELD = "BA/Cc+", "BA/Cc.1", "BA/RFr"


@pytest.fixture(scope="module")
def city():
    """A city's print without and with a coat of arms, eight px wide."""
    bare = np.full((N, N, 3), [35.0, 5.0, 30.0], np.float32)
    bare[: N // 2] += np.float32([0, 3, 4])
    armed = bare.copy()
    armed[40:48, 40:48] = [25.0, 5.0, -30.0]
    return bare, armed


def with_a_piece(tile, middle, radius, paint=RED, shadow=0.0):
    """A round piece with a soft rim on a tile, and its shadow on the right of it."""
    y, x = np.mgrid[:N, :N]
    seen = tile.copy()
    seen[..., 0] *= 1 - shadow / (1 + np.exp(np.hypot(x - middle[0] - 5, y - middle[1]) - radius))
    share = 1 / (1 + np.exp(1.5 * (np.hypot(x - middle[0], y - middle[1]) - radius)))[..., None]
    return np.asarray(seen * (1 - share) + np.array(paint) * share, np.float32)


def test_a_coat_of_arms_in_plain_view_leaves_no_doubt(city):
    for seen, sign in zip(city, (-1, 1), strict=True):
        nats, hidden = compared(seen, np.stack(city), SCATTER)
        assert sign * nats[0] > 5
        assert not hidden[0]


@pytest.mark.parametrize("under", [0, 1], ids=["bare", "with arms"])
@pytest.mark.parametrize("paint", [RED, BLUE], ids=["red", "blue as arms are"])
def test_under_a_piece_both_are_as_likely(city, under, paint):
    seen = with_a_piece(city[under], (44, 44), 11, paint, shadow=0.3)
    nats, hidden = compared(seen, np.stack(city), SCATTER)
    assert hidden[0]
    assert abs(nats[0]) < 1


@pytest.mark.parametrize("under", [0, 1], ids=["bare", "with arms"])
def test_a_piece_elsewhere_hides_nothing(city, under):
    seen = with_a_piece(city[under], (18, 20), 11, shadow=0.3)
    nats, hidden = compared(seen, np.stack(city), SCATTER)
    assert not hidden[0]
    assert (nats[0] > 5) == bool(under)


def test_a_scratch_is_no_piece():
    unexplained = np.zeros((N, N), np.float32)
    unexplained[10:14, 10:18] = 9.0
    assert not cover_of(unexplained).any()


def orientations():
    return [Orientation(kind_named(key), 0, ("field",) * 4) for key in (BARE, WITH_ARMS, FIELD)]


def alike(*tiles):
    """A look at tiles of which each either shows nothing that tells the two apart, or is surely one of them."""
    rows = {"covered": (0.0, 0.0, -np.inf), BARE: (0.0, -8.0, -np.inf), WITH_ARMS: (-8.0, 0.0, -np.inf)}
    nats = np.array([rows[tile] for tile in tiles])
    return CloseComparison(nats, np.isfinite(nats))


def test_what_is_covered_is_as_likely_as_the_box_has_left():
    values = by_what_is_left(
        np.array([[0.96, 0.0, 0.04]]), alike("covered"), orientations(), {BARE: 3, WITH_ARMS: 1, FIELD: 8}
    )
    np.testing.assert_allclose(values[0], [0.72, 0.24, 0.04])


def test_who_has_seen_the_others_knows_what_is_covered():
    posterior = np.array([[0.5, 0.5, 0], [0.01, 0.99, 0]])
    values = by_what_is_left(posterior, alike("covered", WITH_ARMS), orientations(), {BARE: 3, WITH_ARMS: 1, FIELD: 8})
    assert values[0, 0] > 0.95
    assert values[1, 1] > 0.95
