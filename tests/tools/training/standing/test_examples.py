"""Drawn spots with and without pieces of any make."""

import numpy as np

from tools.training.standing.examples import Examples
from tools.training.standing.makes import Stands, any_piece
from vision.networks.standing.network import FOOT_PX, SIDE_PX


def test_the_same_seed_draws_the_same_spots() -> None:
    one, other = Examples(7, prints=2).one(), Examples(7, prints=2).one()
    assert (one.seen == other.seen).all()
    assert one[2:] == other[2:]


def test_what_stands_there_covers_its_foot_and_is_told() -> None:
    examples = Examples(8, prints=3)
    for spot in (examples.one() for _ in range(12)):
        assert spot.seen.shape == spot.printed.shape == (SIDE_PX, SIDE_PX, 3)
        assert (spot.colour >= 0) == (spot.stands != Stands.NOTHING)
        about = (slice(FOOT_PX - 2, FOOT_PX + 1), slice(SIDE_PX // 2 - 1, SIDE_PX // 2 + 2))
        if spot.stands != Stands.NOTHING and (spot.printed[about] == spot.printed[about][0, 0]).all():
            assert np.abs(spot.seen[about].astype(int) - spot.printed[about]).max() > 3


def test_a_stack_is_as_high_as_its_discs() -> None:
    rng = np.random.default_rng(3)
    pieces = [any_piece(rng, 1.0) for _ in range(60)]
    stacks = [one for one in pieces if one.stands == Stands.DISCS and one.breaks]
    assert stacks
    assert all(
        0 < low < high for one in stacks for low, high in zip(one.breaks, [*one.breaks[1:], one.high], strict=True)
    )
    assert {one.stands for one in pieces} == {Stands.DISCS, Stands.TURNED, Stands.SAWN}
