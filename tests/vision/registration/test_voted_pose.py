from __future__ import annotations

import numpy as np

from vision.registration.voted_pose import voted_pose

TRUE = np.array([[90.0, -30.0, 400.0], [25.0, 88.0, 300.0]])  # a print 90 px wide, turned and a little sheared
HOLD = (0.15, 0.15, 0.3)


def pixels_of(places: np.ndarray) -> np.ndarray:
    return places @ TRUE[:, :2].T + TRUE[:, 2]


def test_votes_that_agree_tell_the_pose_and_one_astray_does_not_pull_it() -> None:
    places = np.array([[x, y] for x in (-0.4, 0.0, 0.4) for y in (-0.4, 0.0, 0.4)])
    pixels = pixels_of(places)
    pixels[4] += 60.0  # somebody else's print
    fit = voted_pose(places, pixels, TRUE + np.array([[4.0, -3.0, 5.0], [2.0, 3.0, -4.0]]), 90.0, HOLD)
    assert np.abs(fit - TRUE)[:, 2].max() < 1.0
    assert np.abs(fit - TRUE)[:, :2].max() < 3.0  # held to what the strongest vote says


def test_a_vote_alone_says_where_the_print_lies_and_leaves_how_to_the_guess() -> None:
    guess = TRUE + np.array([[0.0, 0.0, 2.0], [0.0, 0.0, 2.0]])
    fit = voted_pose(np.zeros((1, 2)), pixels_of(np.zeros((1, 2))), guess, 90.0, HOLD)
    assert np.allclose(fit[:, :2], guess[:, :2])
    assert np.abs(fit - TRUE)[:, 2].max() < 1.0


def test_a_heavier_vote_counts_more() -> None:
    places = np.zeros((2, 2))
    pixels = np.array([[400.0, 300.0], [404.0, 300.0]])
    left, right = (
        voted_pose(places, pixels, TRUE, 90.0, HOLD, np.array(weights))[0, 2] for weights in ((5.0, 1.0), (1.0, 5.0))
    )
    assert 400.0 <= left < right <= 404.0
