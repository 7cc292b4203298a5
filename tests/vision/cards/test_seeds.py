"""First guesses where cards lie: a cloth of many flowers must not be all that is looked at."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from vision.artwork.riga.edition import drawn_riga
from vision.cards import seeds
from vision.cards.pose import spot_of
from vision.cards.seeds import find_seeds
from vision.registration.feature_seeds import keypoints

FLOWERS = 400


def test_a_card_is_voted_for_though_a_cloth_shows_a_flower_more_often_than_anything_is_looked_at(monkeypatch):
    edition = drawn_riga()
    card = cv2.resize(edition.views[40].image, (68, 105), interpolation=cv2.INTER_AREA)
    picture = np.full((600, 800), 128, np.uint8)
    picture[300:405, 400:468] = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
    rng = np.random.default_rng(3)

    def with_flowers(grey, contrast, most):
        """The keypoints of the card after stronger ones, all alike."""
        points, descriptors = keypoints(grey, contrast, 0)
        flowers = np.column_stack([rng.uniform(0, (800, 600, 4, 6), (FLOWERS, 4))]).astype(np.float32) + 1.0
        petals = np.repeat(rng.dirichlet(np.ones(128)).astype(np.float32)[None] ** 0.5, FLOWERS, axis=0)
        return np.concatenate([flowers, points])[:most], np.concatenate([petals, descriptors])[:most]

    assert len(keypoints(picture, 0.012, 0)[0]) < FLOWERS
    seeds.bank_of(edition)
    monkeypatch.setattr(seeds, "keypoints", with_flowers)
    monkeypatch.setattr(seeds, "PARAMETERS", replace(seeds.PARAMETERS, most_keypoints=FLOWERS))
    voted = [spot_of(seed.pose) for seed in find_seeds(picture, edition, on_a_pattern=True)]
    assert any(math.dist(spot, (434, 352)) < 8 for spot in voted)
    assert all(math.dist(spot_of(seed.pose), (434, 352)) > 30 for seed in find_seeds(picture, edition))
