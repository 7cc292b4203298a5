"""Weights are found again that examples were drawn by, and places are parted from tiles as the truth has them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tools.training.odds.fit import gathered, in_use, line
from tools.training.odds.gather import keep
from tools.training.odds.regression import OddsExamples, fitted, held_out_score, score_of
from tools.training.odds.truth import TrueTiles
from vision.registration.lattice import quad_of, shifted

TRUE = np.array([-1.0, 2.0, -0.5])


def drawn(count: int, offset: float = 0.0) -> OddsExamples:
    """OddsExamples whose truth is drawn by known weights."""
    rng = np.random.default_rng(4)
    signs = rng.normal([0.5, 3.0], [1.0, 2.0], (count, 2))
    chance = 1 / (1 + np.exp(-(TRUE[0] + signs @ TRUE[1:] + offset)))
    return OddsExamples(signs, rng.random(count) < chance, np.full(count, offset))


@pytest.mark.parametrize("offset", [0.0, -1.5])
def test_the_weights_that_examples_were_drawn_by_are_found_again(offset: float) -> None:
    assert fitted(drawn(20_000, offset)) == pytest.approx(TRUE, abs=0.1)


def test_fitted_weights_foretell_other_pictures_better_than_none() -> None:
    examples = drawn(2_000)
    pictures = [OddsExamples(examples.signs[k::20], examples.right[k::20], examples.offset[k::20]) for k in range(20)]
    others = held_out_score(pictures)
    assert others.nats < score_of(examples, np.zeros(3)).nats
    assert others.calibration < 0.05


def test_examples_that_one_sign_parts_have_finite_weights() -> None:
    signs = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    weights = fitted(OddsExamples(signs, signs[:, 0] > 0, np.zeros(4)))
    assert np.isfinite(weights).all()
    assert weights[1] > 1


def test_a_place_lies_on_a_tile_whichever_side_is_up_and_hardly_seen_tiles_teach_nothing() -> None:
    tile = np.array([[80.0, 0.0, 20.0], [0.0, 80.0, 30.0], [0.0, 0.0, 1.0]])
    beside, hardly_seen = shifted(tile, 1.0, 0.0), shifted(tile, 3.0, 0.0)
    tiles = TrueTiles(np.stack([np.roll(quad_of(tile), 1, axis=0), quad_of(hardly_seen)]), np.array([True, False]))
    right, plain = tiles.lie_at(np.stack([tile, shifted(tile, 0.3, 0.0), beside, hardly_seen]))
    assert right[plain].tolist() == [True, False]
    assert plain.tolist() == [True, False, True, False]


def test_what_was_gathered_is_read_picture_by_picture(tmp_path: Path) -> None:
    some = OddsExamples(drawn(40).signs, drawn(40).right, np.zeros(40))
    for seed in (3, 4):
        keep(tmp_path / f"board-{seed}.npz", {"field_votes": some})
    (name, pictures) = next(iter(gathered(tmp_path).items()))
    assert (name, [len(one) for one in pictures]) == ("field_votes", [40, 40])
    assert line(name, pictures, in_use()[name]).startswith("field_votes")
