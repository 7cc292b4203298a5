"""Tiles of editions that the reader has never seen: drawn here, in styles from seeds that no training used."""

from importlib.resources import files

import numpy as np
import pytest

from tools.training.terrain.painting.art import paint_tile, set_up_press
from tools.training.terrain.painting.style import FAMILIES, invent_style
from tools.training.terrain.photograph import LaidSquare, Pool, build_scene, lay, look_at, set_table
from vision.tile_map.terrain import (
    TerrainReader,
    among,
    by_kind,
    column_of,
    feature_map,
    kinds,
    placements,
)
from vision.tile_map.terrain.reader import TERRAINS

BASE = {kind.key: 1 for kind in kinds() if kind.in_base_game}
SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * 128.0 + 40


@pytest.fixture(scope="module")
def reader() -> TerrainReader:
    return TerrainReader()


def edition(seed: int, family: str, *, every: int = 1) -> list[LaidSquare]:
    """Tiles of the base game in a new style, each turned another way."""
    rng = np.random.default_rng(10**7 + seed)
    press = set_up_press(invent_style(family, rng), rng)
    base = [place for place in placements() if place.kind.in_base_game]
    return [
        lay(paint_tile(one.kind, press, rng), one.turns, column_of(one.kind.key, one.turns))
        for one in base[seed % every :: every]
    ]


def photographed(laid: list[LaidSquare], seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    pool, table = Pool(laid), set_table(rng)
    crops = []
    for one in laid:
        scene, labels = build_scene(one, pool, table, rng)
        crops.append(look_at(scene, labels, SQUARE + rng.normal(0, 3, (4, 2)), rng)[0])
    return np.stack(crops)


def test_seven_editions_never_seen_are_read(reader: TerrainReader) -> None:
    first = three = count = 0
    for seed, family in enumerate(FAMILIES):
        laid = edition(seed, family, every=3)  # another third in each family
        ranked = np.argsort(-among(reader.read(photographed(laid, seed)), BASE), axis=1)
        truth = np.array([one.column for one in laid])
        first += int((ranked[:, 0] == truth).sum())
        three += int((ranked[:, :3] == truth[:, None]).any(axis=1).sum())
        count += len(laid)
    assert first >= 0.85 * count, f"{first} of {count} named right first"
    assert three >= 0.97 * count, f"{three} of {count} among the first three"


def test_a_turned_crop_gives_the_turned_answer(reader: TerrainReader) -> None:
    crops = photographed(edition(50, "print")[:6], 50)
    upright, turned = reader.read(crops), reader.read(np.rot90(crops, -1, (1, 2)))
    for column, place in enumerate(placements()):
        beyond = column_of(place.kind.key, place.turns + 1)
        assert np.allclose(upright[:, column], turned[:, beyond], atol=1e-3)


def test_four_looks_at_one_tile_from_a_side_each_tell_what_one_from_all_sides_does(reader: TerrainReader) -> None:
    for crop in photographed(edition(61, "painted", every=8), 61):
        (kind,), (ground,) = reader.look(crop[None])
        logs, grounds = reader.look_in_turn(np.repeat(crop[None], 4, axis=0))
        assert logs.mean(axis=0).argmax() == kind.argmax()
        assert (grounds.mean(axis=0).argmax(axis=0) == ground.argmax(axis=0)).mean() > 0.95


def test_the_answer_is_a_posterior(reader: TerrainReader) -> None:
    crops = photographed(edition(51, "painted")[:5], 51)
    answer = reader.read(crops)
    assert answer.shape == (5, len(placements()) + 1)
    assert np.allclose(np.exp(answer).sum(axis=1), 1, atol=1e-4)


def test_a_bare_table_is_not_a_tile(reader: TerrainReader) -> None:
    bare = np.stack([set_table(np.random.default_rng(seed)).sheet[:128, :128] for seed in range(70, 82)])
    nothing = np.exp(reader.read(bare)[:, -1])
    assert (nothing > 0.5).mean() >= 0.8


def test_kinds_out_of_the_box_are_ruled_out(reader: TerrainReader) -> None:
    crops = photographed(edition(52, "flat")[:8], 52)
    only_roads = among(reader.read(crops), {"BA/RFr": 8, "BA/Rr": 9})
    for column, place in enumerate(placements()):
        if place.kind.key not in {"BA/RFr", "BA/Rr"}:
            assert np.isneginf(only_roads[:, column]).all()


def test_the_answer_by_kind_repeats_turns_that_look_alike(reader: TerrainReader) -> None:
    answer = by_kind(reader.read(photographed(edition(53, "print")[:3], 53)), ["BA/RFr", "BA/RCr"])
    assert answer.shape == (3, 2, 4)
    assert np.array_equal(answer[:, 0, 0], answer[:, 0, 2])
    assert not np.array_equal(answer[:, 1, 0], answer[:, 1, 2])


def test_the_feature_map_finds_city_and_field(reader: TerrainReader) -> None:
    laid = edition(54, "painted")
    crops = np.stack([one.image for one in laid])
    seen = feature_map(reader.look(crops)[1])
    truth = np.stack([one.labels[::2, ::2] for one in laid])
    assert seen.shape == (len(laid), 64, 64)
    assert (seen == truth).mean() > 0.85
    assert TERRAINS[int(seen[[one.column for one in laid].index(column_of("BA/Cccc+", 0)), 32, 5])] == "city"


def test_crops_of_any_size_are_taken_and_other_shapes_refused(reader: TerrainReader) -> None:
    assert len(reader.read(np.zeros((2, 150, 150, 3), np.uint8))) == 2
    assert reader.read(np.zeros((0, 64, 64, 3), np.uint8)).shape[0] == 0
    with pytest.raises(ValueError, match="crops of shape"):
        reader.read(np.zeros((64, 64, 3), np.uint8))


def test_the_weights_stay_under_two_megabytes() -> None:
    assert len(files("vision.networks.terrain").joinpath("weights.onnx").read_bytes()) < 2_000_000
