"""Tiles laid apart on a table, photographed once: found, straightened, named, so that people mostly say yes."""

from __future__ import annotations

import numpy as np
import pytest

from games.carcassonne.tiles import stock
from vision.carcassonne.laid_out import drawn_from, missing, read_laid_out, sides_for, within_stock
from vision.simulator.carcassonne.loose import laid_out
from vision.tile_map.terrain import kind_named, placements

BOX = dict(stock(("basic",)))
KEYS = sorted(BOX)[:8]


@pytest.fixture(scope="module")
def seen():
    shown = laid_out(KEYS, 31, "easy")
    (tiles,) = read_laid_out([shown.image], BOX)
    return shown, tiles


def test_every_tile_is_found_where_it_lies(seen):
    shown, tiles = seen
    assert len(tiles) == len(KEYS)
    for truth in shown.tiles:
        middle = truth.corners_px.mean(axis=0)
        off = min(float(np.linalg.norm(tile.outline.mean(axis=0) - middle)) for tile in tiles)
        assert off < 0.1 * np.linalg.norm(truth.corners_px[1] - truth.corners_px[0])


def test_every_tile_is_named_and_no_kind_twice(seen):
    assert sorted(kind_named(tile.kind).key for tile in seen[1]) == KEYS


def test_what_is_still_lacking_is_told(seen):
    assert set(missing(seen[1], BOX)) == set(BOX) - set(KEYS)


def test_a_corrected_name_finds_out_how_the_tile_lies(seen):
    for tile in seen[1]:
        assert sides_for(tile.picture, tile.kind) == tile.sides


def test_a_bare_table_holds_no_tiles():
    bare = np.full((540, 960, 3), (90, 120, 150), np.uint8)
    assert read_laid_out([bare], BOX) == ((),)


def test_two_tiles_that_look_like_the_only_copy_are_not_both_taken_for_it():
    keys = [place.kind.key for place in placements()]
    logs = np.full((2, len(keys)), -9.0)
    only, other = keys.index("BA/Cccc+"), keys.index("BA/Ccc")
    logs[0, only], logs[0, other] = -0.1, -3.0
    logs[1, only], logs[1, other] = -0.3, -1.0
    shares = within_stock(logs, BOX)
    assert shares[0].argmax() == only
    assert shares[:, [column for column, key in enumerate(keys) if key == "BA/Cccc+"]].sum() < 1.05


def test_one_tile_of_each_kind_was_hardly_drawn_from_the_box_and_two_alike_not_from_one_of_each():
    one_of_each = dict.fromkeys(BOX, 1)
    kinds = sorted(BOX)
    assert drawn_from(kinds, one_of_each) > drawn_from(kinds, BOX) + 10
    copies = [kind for kind in kinds if BOX[kind] > 1]
    assert drawn_from(copies + copies, BOX) > drawn_from(copies + copies, one_of_each) + 10


def seen_as(*shares):
    """Log probabilities of tiles that are seen as so likely to be each of some kinds, as they lie."""
    keys = [place.kind.key for place in placements()]
    logs = np.full((len(shares), len(keys)), -20.0)
    for row, share in zip(logs, shares, strict=True):
        for key, chance in share.items():
            row[keys.index(key)] = np.log(chance)
    return logs


def share_of(shares, key):
    return float(sum(share for share, place in zip(shares, placements(), strict=True) if place.kind.key == key))


def test_of_a_box_laid_out_as_a_whole_the_last_tile_is_known_by_what_is_missing():
    box = {"BA/RCr": 4, "BA/Rr": 9, "BA/Ccc": 3, "BA/Ccc+": 1}
    clear = [{"BA/RCr": 1.0}] * 4 + [{"BA/Rr": 1.0}] * 9 + [{"BA/Ccc": 1.0}] * 3
    doubtful = {"BA/Ccc": 0.6, "BA/Ccc+": 0.4}
    shares = within_stock(seen_as(*clear, doubtful), box)
    assert share_of(shares[-1], "BA/Ccc+") > 0.9


def test_of_few_tiles_each_is_what_it_looks_like():
    box = {"BA/RCr": 4, "BA/Rr": 9, "BA/Ccc": 3, "BA/Ccc+": 3}
    shares = within_stock(seen_as({"BA/Ccc": 0.6, "BA/Ccc+": 0.4}), box)
    assert share_of(shares[0], "BA/Ccc") == pytest.approx(0.6, abs=0.05)


def test_a_stray_tile_among_a_whole_box_leaves_the_others_what_they_are():
    box = {"BA/RCr": 2, "BA/Rr": 2}
    shares = within_stock(seen_as(*[{"BA/RCr": 0.99, "BA/Rr": 0.01}] * 3, *[{"BA/Rr": 0.99, "BA/RCr": 0.01}] * 2), box)
    assert share_of(shares[-1], "BA/Rr") > 0.95
