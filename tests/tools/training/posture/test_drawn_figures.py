"""Drawn figures, lying and standing, of many makes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tools.training.posture.bodies import any_body
from tools.training.posture.examples import SCALE, FigureExample, FigureLamp, put_down
from tools.training.posture.examples import one as one_example
from vision.networks.posture.network import SIDE_PX

MEADOW = np.full((208, 208, 3), (60, 140, 90), np.uint8)
AT = np.array([36.0, 36.0])  # mm


def drawn(seed: int, *, lies: bool, lean: tuple[float, float]) -> np.ndarray:
    """Where somebody hides a meadow, px of it."""
    rng = np.random.default_rng(seed)
    body = next(one for _ in range(20) if (one := any_body(rng, AT, lies=lies)).lies is not None)
    hides = put_down(MEADOW.copy(), body, (40, 40, 200), np.array(lean), [FigureLamp(rng)], rng)
    return cv2.findNonZero(hides).reshape(-1, 2) / SCALE


def examples(seed: int, count: int) -> list[FigureExample]:
    rng = np.random.default_rng(seed)
    return [example for _ in range(count) if (example := one_example(MEADOW, rng)) is not None]


def test_the_same_seed_draws_the_same_figures() -> None:
    for first, second in zip(examples(5, 4), examples(5, 4), strict=True):
        assert (first.crop == second.crop).all()
        assert (first.truth == second.truth).all()


@pytest.mark.parametrize("seed", range(4))
def test_seen_from_above_who_stands_is_about_his_foot_and_aslant_his_head_is_aside(seed: int) -> None:
    above, aslant = (drawn(seed, lies=False, lean=(lean, 0.0)) for lean in (0.0, 0.6))
    assert above.mean(axis=0) == pytest.approx(AT, abs=1.5)
    assert aslant[:, 0].max() > above[:, 0].max() + 4
    assert aslant[:, 0].min() > above[:, 0].min() - 0.5, "nothing of him is seen on the other side"


@pytest.mark.parametrize("seed", range(4))
def test_seen_from_above_who_lies_is_about_his_middle(seed: int) -> None:
    above = drawn(seed, lies=True, lean=(0.0, 0.0))
    assert (above.min(axis=0) + above.max(axis=0)) / 2 == pytest.approx(AT, abs=2.5)


def test_an_example_tells_where_its_figure_is() -> None:
    somebody = [example for example in examples(6, 60) if example.truth[0]]
    assert somebody
    for example in somebody:
        assert example.crop.shape == (SIDE_PX, SIDE_PX, 3)
        assert np.abs(example.truth[2:]).max() <= 0.5
    near = [np.hypot(*example.truth[2:]) for example in somebody]
    assert np.median(near) < 0.2, "crops are about their figures"
    assert {float(example.truth[1]) for example in somebody} == {0.0, 0.5, 1.0}, "a disc shows neither"
