"""Pictures of tiles lie on the disk, and in memory only where it takes none."""

from __future__ import annotations

import numpy as np

from companion.ui.carcassonne.tile_pictures import TilePictures, flat_picture

TILE = "BA/L"


def test_where_the_disk_takes_nothing_a_tile_is_painted_all_the_same(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    pictures = TilePictures(blocked / "tiles")
    pictures.picture(TILE)
    pictures.wait()
    assert not np.array_equal(pictures.picture(TILE), flat_picture(TILE))


def test_somebody_empties_the_cache_while_people_play_and_the_tile_is_painted_anew(tmp_path):
    pictures = TilePictures(tmp_path)
    pictures.keep(TILE)
    painted = pictures.picture(TILE)
    (kept,) = tmp_path.iterdir()
    kept.unlink()
    assert np.array_equal(pictures.picture(TILE), flat_picture(TILE))
    pictures.wait()
    assert np.array_equal(pictures.picture(TILE), painted)
