"""Tiles with somebody on them: what he hides is told, and what he does not hide tells the tile."""

from pathlib import Path

import numpy as np
import pytest

from tools.training.terrain.photograph import SCENE, stand_follower
from tools.training.terrain.somebody import render, render_style
from vision.carcassonne.learning.terrain_witness import flattened
from vision.tile_map.terrain import TerrainReader, placements


@pytest.fixture(scope="module")
def photographed() -> tuple[np.ndarray, ...]:
    return render_style("painted", np.random.default_rng(10**7 + 301), crops=24, nobody=0.0)


def test_a_follower_is_outlined_where_he_stands_and_hides_no_more_than_he_may(photographed) -> None:
    crops, columns, _, hidden = photographed
    share = (hidden > 0).mean(axis=(1, 2))
    assert len(columns) == len(crops) == 24
    assert share.min() > 0.03
    assert share.max() < 0.5


def test_where_nobody_stands_nothing_is_hidden() -> None:
    *_, hidden = render_style("painted", np.random.default_rng(7), crops=3, nobody=1.0)
    assert not hidden.any()


def test_a_low_lamp_casts_shadows_farther_than_their_figures_are_large() -> None:
    def farthest_shade(low_lamp: float, seed: int) -> float:
        """How far from his outline a follower on white paper darkens it, px."""
        scene = np.full((SCENE, SCENE, 3), 255, np.uint8)
        outline = stand_follower(scene, np.random.default_rng(seed), low_lamp)
        dark = np.argwhere(scene.max(axis=2) < 235)[:, ::-1]
        return float(np.linalg.norm(dark[:, None] - outline[None], axis=2).min(axis=1).max())

    high, low = (np.median([farthest_shade(lamp, seed) for seed in range(20)]) for lamp in (0.0, 1.0))
    assert low > 1.5 * high


def test_a_shard_holds_the_families_that_were_asked_for(tmp_path: Path) -> None:
    assert render(tmp_path, styles=1, seed=41, families=("roadside",)) == 72
    pictures, columns, terrain, hidden = render_style("roadside", np.random.default_rng(41))
    written = {path.name.split("-")[0]: np.load(path) for path in tmp_path.iterdir()}
    assert written.keys() == {"crops", "columns", "terrain", "hidden"}
    for name, drawn in (("crops", pictures), ("columns", columns), ("terrain", terrain), ("hidden", hidden)):
        assert np.array_equal(written[name], drawn)


def test_what_stands_on_a_tile_tells_less_of_it_where_it_is_known_to_stand_there(photographed) -> None:
    """Given two tiles, then what hides a part of the one, put over the same part of the other, changes what is told of
    it less where that part is known to be hidden."""
    crops, columns, _, hidden = photographed
    reader = TerrainReader()
    covered = np.where(hidden[..., None] > 0, np.roll(crops, 1, axis=0), crops)
    looked, beneath = reader.look_in_turn, reader.look_beneath

    def changed(before: tuple[np.ndarray, np.ndarray], after: tuple[np.ndarray, np.ndarray]) -> float:
        rows = np.arange(len(columns))
        return float(np.abs(np.exp(before[0][rows, columns]) - np.exp(after[0][rows, columns])).mean())

    unknown = changed(looked(flattened(crops)), looked(flattened(covered)))
    known = changed(beneath(flattened(crops), hidden), beneath(flattened(covered), hidden))
    assert known < 0.8 * unknown


def test_the_answer_beneath_somebody_is_a_posterior(photographed) -> None:
    crops, _, _, hidden = photographed
    logs, ground = TerrainReader().look_beneath(flattened(crops[:5]), hidden[:5])
    assert logs.shape == (5, len(placements()) + 1)
    assert np.allclose(np.exp(logs).sum(axis=1), 1, atol=1e-4)
    assert np.allclose(ground.sum(axis=1), 1, atol=1e-4)
