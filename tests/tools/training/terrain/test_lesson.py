"""A lesson learns from several folders by share, at a rate that rises and falls, and ends without hardships."""

from pathlib import Path

import numpy as np
import pytest

from tools.training.terrain.lesson import TerrainLesson
from tools.training.terrain.tile_shards import TileShards


def folder_of(path: Path, column: int, count: int) -> Path:
    """A folder with one shard whose pictures all show the same column."""
    path.mkdir()
    np.save(path / "crops-00001.npy", np.zeros((count, 64, 64, 3), np.uint8))
    np.save(path / "columns-00001.npy", np.full(count, column, np.int16))
    np.save(path / "terrain-00001.npy", np.zeros((count, 32, 32), np.uint8))
    return path


def test_a_batch_holds_each_folders_share_however_many_pictures_it_has(tmp_path: Path) -> None:
    folders = [folder_of(tmp_path / "old", 3, 40), folder_of(tmp_path / "new", 5, 4)]
    rng = np.random.default_rng(8)
    for shares, wanted in ((None, 48), ((3.0, 1.0), 24), ((1.0, 2.0), 64)):
        shards = TileShards(folders, shares)
        _, columns, _ = shards.take(shards.draw(96, rng))
        assert (columns == 5).sum() == wanted
        assert (columns == 3).sum() == 96 - wanted


@pytest.mark.parametrize("shares", [(1.0,), (1.0, 0.0), (2.0, -1.0)])
def test_a_folder_without_a_share_is_refused(tmp_path: Path, shares: tuple[float, ...]) -> None:
    folders = [folder_of(tmp_path / "old", 3, 2), folder_of(tmp_path / "new", 5, 2)]
    with pytest.raises(ValueError, match="shares of 2 folders"):
        TileShards(folders, shares)


def test_the_rate_rises_to_its_height_and_falls_to_next_to_nothing() -> None:
    rates = np.array([TerrainLesson(steps=6000, rate=1e-3).rate_at(step) for step in range(6000)])
    assert rates[0] < 1e-5
    assert 150 < rates.argmax() < 250
    assert rates.max() == pytest.approx(1e-3, rel=0.01)
    assert rates[-1] < 1e-5
    assert (np.diff(rates[250:]) < 0).all()


def test_the_last_sixth_is_shown_without_hardships() -> None:
    lesson = TerrainLesson(steps=600, hardships=0.5, plain_end=1 / 6)
    assert [lesson.is_hard(step) for step in (0, 300, 499, 500, 599)] == [True, True, True, False, False]
    assert not TerrainLesson(steps=600).is_hard(0)
