"""What the terrain says of a tile, the better the more tiles of its edition were named."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.references import Reference
from vision.artwork.carcassonne.tiles import tile_picture
from vision.carcassonne.learning.sighted import Sighted
from vision.carcassonne.learning.terrain_witness import TerrainWitness
from vision.carcassonne.poses import as_sides
from vision.imaging.patches import layers_of
from vision.tile_map.terrain import kind_named

BARE, ARMED = "BA/Cc.1", "BA/Cc+"
BOX = {"BA/RCr": 4, BARE: 3, ARMED: 2, "BA/Rr": 9, "BA/C": 5}
HERE = (0, 1)


def sighted(witness: TerrainWitness, log_odds: float) -> Sighted:
    """A corner city for which the network's log-odds of a coat of arms are these."""
    orientations = [(orientation.kind.key, orientation.turns) for orientation in witness.teller.orientations]
    evidence = np.full(len(orientations), -20.0)
    evidence[orientations.index((BARE, 0))], evidence[orientations.index((ARMED, 0))] = 0.0, log_odds
    return Sighted(HERE, np.eye(3), evidence, 5.0)


def arms(witness: TerrainWitness, log_odds: float) -> float:
    value = witness.log_likelihoods(sighted(witness, log_odds).evidence)
    return value[ARMED, 0] - value[BARE, 0]


@pytest.fixture
def witness() -> TerrainWitness:
    return TerrainWitness(BOX)


def test_arms_that_were_overlooked_once_are_not_ruled_out_again(witness: TerrainWitness) -> None:
    before = arms(witness, -1.9)
    witness.recorded({HERE: (ARMED, 0)}, [sighted(witness, -1.9)])
    assert before < arms(witness, -1.9) < 0


def test_what_was_named_wrongly_teaches_nothing_once_it_is_corrected(witness: TerrainWitness) -> None:
    before = arms(witness, -1.9)
    witness.recorded({HERE: (ARMED, 0)}, [sighted(witness, -1.9)])
    witness.recorded({HERE: (BARE, 0)}, [])
    assert arms(witness, -1.9) < before


def test_a_tile_of_which_nobody_knows_whether_it_bears_arms_teaches_nothing_of_them(witness: TerrainWitness) -> None:
    before = arms(witness, -1.9)

    witness.recorded({HERE: (ARMED, 0)}, [sighted(witness, -1.8)], {HERE})

    assert arms(witness, -1.9) == pytest.approx(before)


def test_once_tiles_of_one_pair_differ_it_is_known_which_of_them_bear_arms(witness: TerrainWitness) -> None:
    there = (5, 5)
    tiles = {HERE: (BARE, 0), there: (BARE, 0)}
    witness.recorded(tiles, [sighted(witness, 3.0)], {HERE, there})
    assert witness.known_by_now(tiles, {HERE, there}) == {}

    bare = replace(sighted(witness, -1.6), cell=there)
    witness.recorded(tiles, [bare], {HERE})  # somebody has said of this one that it bears none

    assert witness.known_by_now(tiles, {HERE}) == {HERE: ARMED}


def test_tiles_known_from_other_games_teach_as_well(witness: TerrainWitness) -> None:
    views = [
        Reference(key, as_sides(kind_named(key).sides(0)), tile_picture(key, 96, number))
        for key in (BARE, ARMED)
        for number in range(2)
    ]
    assert arms(TerrainWitness(BOX, views), 0.3) != arms(witness, 0.3)


def test_kinds_that_a_coat_of_arms_alone_tells_apart_are_known(witness: TerrainWitness) -> None:
    assert (witness.twin_of(BARE), witness.twin_of(ARMED)) == (ARMED, BARE)
    assert witness.twin_of("BA/Rr") == "BA/Rr"


def test_the_place_that_shows_a_tile_is_told_and_where_it_lies_exactly(witness: TerrainWitness) -> None:
    picture = np.full((300, 500, 3), (96, 118, 140), np.uint8)
    picture[100:164, 300:364] = cv2.resize(tile_picture("BA/Rr", 160, 0), (64, 64), interpolation=cv2.INTER_AREA)
    places = {(0, x): np.array([[64.0, 0, left], [0, 64, 97], [0, 0, 1]]) for x, left in ((0, 90), (1, 303))}
    seen = witness.look(picture, layers_of(picture, 64.0), places)
    assert seen.cell == (0, 1)
    assert seen.pose[:2, 2] == pytest.approx((299.5, 99.5), abs=1.5)
    likeliest = witness.log_likelihoods(seen.evidence)
    assert max(likeliest, key=likeliest.__getitem__) == ("BA/Rr", 0)


def test_a_place_that_may_as_well_be_the_table_is_hardly_another_tile(witness: TerrainWitness) -> None:
    """Given two places that look like tiles to the network, then what else speaks against the one makes it doubtful,
    and leaves the other as it is."""
    picture = np.full((300, 500, 3), (96, 118, 140), np.uint8)
    face = cv2.resize(tile_picture("BA/Rr", 160, 0), (64, 64), interpolation=cv2.INTER_AREA)
    for left in (90, 300):
        picture[100:164, left : left + 64] = face
    places = {(0, x): np.array([[64.0, 0, left], [0, 64, 100], [0, 0, 1]]) for x, left in ((0, 90), (1, 300))}
    both = witness.look(picture, layers_of(picture, 64.0), places)
    one = witness.look(picture, layers_of(picture, 64.0), places, {(0, 0): 30.0})
    assert one.cell == (0, 1)
    assert one.another < both.another - 20
    assert one.odds > 0


def test_a_tile_that_lies_elsewhere_than_the_map_predicts_is_looked_at_where_the_picture_changed(
    witness: TerrainWitness,
) -> None:
    """Given a map of few tiles that predicts the next one too small and aside, then it is told where its square is."""
    picture = np.full((300, 500, 3), (96, 118, 140), np.uint8)
    picture[100:164, 300:364] = cv2.resize(tile_picture("BA/Rr", 160, 0), (64, 64), interpolation=cv2.INTER_AREA)
    square = np.array([[64.0, 0, 300], [0, 64, 100], [0, 0, 1]])
    layers = layers_of(picture, 64.0)
    predicted = witness.look(picture, layers, {HERE: np.array([[46.0, 0, 334], [0, 46, 124], [0, 0, 1]])})
    assert predicted.odds < 0
    found = witness.at_outline(picture, layers, predicted, square)
    assert found.odds > 5
    assert found.pose[:2, 2] == pytest.approx((300, 100), abs=1)
    assert witness.at_outline(picture, layers, found, predicted.pose) == found


def test_where_a_picture_that_fits_was_laid_exactly_the_tile_is_looked_at_again(witness: TerrainWitness) -> None:
    """Given a tile that the network takes for one, a tenth of its width aside."""
    picture, places = crossing_with_somebody((332, 132))
    layers, exactly = layers_of(picture, 64.0), places[HERE]
    aside = replace(witness.look(picture, layers, places), pose=np.array([[64.0, 0, 306], [0, 64, 94], [0, 0, 1]]))
    found = witness.at_picture(picture, layers, aside, exactly)
    assert found.pose[:2, 2] == pytest.approx((300, 100), abs=1)
    assert witness.at_picture(picture, layers, found, exactly) is found
    table = np.array([[64.0, 0, 60], [0, 64, 200], [0, 0, 1]])
    assert witness.at_picture(picture, layers, aside, table) is aside


def crossing_with_somebody(centre: tuple[int, int]) -> tuple[np.ndarray, dict[tuple[int, int], np.ndarray]]:
    """A crossing on a plain table, a red figure on it, and the one place that is looked at."""
    picture = np.full((300, 500, 3), (96, 118, 140), np.uint8)
    picture[100:164, 300:364] = cv2.resize(tile_picture("BA/RRR", 160, 0), (64, 64), interpolation=cv2.INTER_AREA)
    cv2.circle(picture, centre, 9, (30, 30, 190), -1)
    return picture, {HERE: np.array([[64.0, 0, 300], [0, 64, 100], [0, 0, 1]])}


def test_what_somebody_hides_is_hidden_however_exactly_each_look_lies(witness: TerrainWitness) -> None:
    picture, places = crossing_with_somebody((340, 124))
    seen = witness.look(picture, layers_of(picture, 64.0), places)
    assert seen.crops is not None
    outline = ((0.48, 0.23), (0.77, 0.23), (0.77, 0.52), (0.48, 0.52))
    for mask in seen.crops.hidden(outline, places[HERE]):
        rows, columns = np.nonzero(mask)
        assert (columns.mean(), rows.mean()) == pytest.approx((40, 24), abs=2.5)
        assert mask[:, :16].max() == 0


def test_beneath_somebody_a_tile_is_told_by_the_rest_of_it_as_well(witness: TerrainWitness) -> None:
    picture, places = crossing_with_somebody((332, 132))
    seen = witness.look(picture, layers_of(picture, 64.0), places)
    beneath = witness.beneath(seen, ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7)))
    assert (beneath.cell, beneath.odds) == (seen.cell, seen.odds)
    assert not np.allclose(beneath.evidence, seen.evidence)
    assert witness.beneath(sighted(witness, 1.0), ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7))).crops is None


def test_the_long_shadow_of_a_thief_is_no_fourth_road() -> None:
    """Given a junction with a thief beneath a low lamp, whose shadow crosses the side that no road leaves by: of three
    junctions to one crossing it may well be one."""
    junctions, crossings = ("BA/RRR", 2), ("BA/RRRR", 0)
    face = cv2.resize(tile_picture("BA/RRR", 160, 0), (64, 64), interpolation=cv2.INTER_AREA)
    face = np.ascontiguousarray(np.rot90(face, 2))
    shadow = face[36:, 30:42]
    shadow[:] = ((shadow / 255) ** 2.2 * 0.3) ** (1 / 2.2) * 255
    face[22:36, 29:43] = (30, 200, 230)
    picture = np.full((300, 500, 3), (96, 118, 140), np.uint8)
    picture[100:164, 300:364] = cv2.GaussianBlur(face, (0, 0), 0.7)
    square = np.array([[64.0, 0, 300], [0, 64, 100], [0, 0, 1]])

    witness = TerrainWitness({"BA/RCr": 4, junctions[0]: 3, crossings[0]: 1, "BA/Rr": 9, "BA/C": 5})
    seen = witness.look(picture, layers_of(picture, 64.0), {HERE: square})
    beneath = witness.beneath(seen, ((0.42, 0.3), (0.7, 0.3), (0.7, 0.6), (0.42, 0.6)))
    says = witness.log_likelihoods(beneath.evidence)
    assert says[junctions] + np.log(3) > says[crossings] + np.log(1)


@pytest.mark.parametrize("another_lies_there", [False, True])
def test_a_part_of_a_tile_is_no_second_one(witness: TerrainWitness, another_lies_there: bool) -> None:
    """Given a map that predicts the next place a third of a tile short, so that the one after it shows a part of the
    new tile, then a second tile is one only where it lies beside the first."""
    picture = np.full((300, 500, 3), (96, 118, 140), np.uint8)
    face = cv2.resize(tile_picture("BA/Rr", 160, 0), (64, 64), interpolation=cv2.INTER_AREA)
    picture[100:164, 200:264] = face
    if another_lies_there:
        picture[100:164, 264:328] = face
    layers, square = layers_of(picture, 64.0), np.array([[64.0, 0, 200], [0, 64, 100], [0, 0, 1]])
    places = {(0, x): np.array([[64.0, 0, left], [0, 64, 100], [0, 0, 1]]) for x, left in ((1, 190), (2, 228))}
    seen = replace(witness.look(picture, layers, {(0, 1): square}), others={(0, 2): 3.1})

    beside = witness.apart(picture, layers, seen, places)

    assert (beside.another > 0) == another_lies_there
    assert beside.odds == seen.odds
