"""Places on drawn maps of tiles, as the reader of photographs asks for them, and whether a tile lies there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import cv2
import numpy as np

from calibration.arrays import Float64Array
from calibration.references import Edition
from tools.training.odds.regression import OddsExamples
from tools.training.odds.truth import TrueTiles
from vision.artwork.carcassonne.edition import own_edition
from vision.frames import Picture
from vision.imaging.patches import Layers, layers_of
from vision.photometry.tone import Tone
from vision.registration.lattice import UNIT_CORNERS, Lattice, moved_about_middle, project, shifted, sides_px
from vision.registration.templates import Templates
from vision.simulator.carcassonne.still import StillBoard
from vision.tile_map import field_votes, growth, survey
from vision.tile_map.edition_atlas import EditionAtlas, atlas_of
from vision.tile_map.field_votes import TilesInView, vote_signs
from vision.tile_map.presence import presence_signs, shown_signs
from vision.tile_map.presence_gate import edition_log_odds, edition_signs, tile_log_odds
from vision.tile_map.residuals import Judge, Verdicts, judge_all
from vision.tile_map.surroundings.print_and_table import PrintAndTable
from vision.tile_map.survey import MapSurvey, survey_among, survey_at_once, surveyed
from vision.tile_map.unknown_edition import Unseen, find_unseen

IN_VIEW = 0.45  # share of a tile in the picture from which a reader is asked for it
OFF = (0.06, 0.06, 0.03, 0.03, 0.03, 0.03)  # that a predicted place is off a tile: shift, stretch and shear, sides
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # columns and rows from a place to those beside it


def examples_of(board: StillBoard, rng: np.random.Generator) -> dict[str, OddsExamples]:
    """What the reader of photographs asks about one board, regression by regression."""
    tiles = TrueTiles(
        np.stack([tile.corners_px for tile in board.truth.tiles]),
        np.array([tile.in_view >= IN_VIEW for tile in board.truth.tiles]),
    )
    atlas, view = atlas_of(own_edition()), TilesInView(board.picture)
    found = _votes(board, tiles, view, rng)
    with _gate_examples(tiles) as asked, _maps_surveyed() as maps:
        survey_at_once(board.picture, atlas, view, however_small=True)
        grown_astray_too = tuple(maps)  # without the network, all maps that are believed are right ones
        with _places_reviewed(tiles) as reviewed:
            there = find_unseen(board.picture, view)
        among = None if there is None else survey_among(there, atlas)
    if asked:
        found["presence_gate"] = OddsExamples.together(asked)
    if grown_astray_too:
        found["presence"] = OddsExamples.together([_presence(one, tiles) for one in grown_astray_too])
    if reviewed:  # what is asked later was decided by the weights in use
        found["print_and_table"] = reviewed[0]
    if among is not None:
        found |= _seen_presence(among, tiles)
    return found


def places_of(picture: Picture, tiles: TrueTiles, edition: Edition | None) -> dict[str, OddsExamples]:
    """What is asked about the places of a map, by its own print and the table around it; with references of its
    edition also whether its tiles lie there."""
    with _places_reviewed(tiles) as reviewed:
        there = find_unseen(picture)
    found = {"print_and_table": reviewed[0]} if reviewed else {}
    among = None if there is None or edition is None else survey_among(there, atlas_of(edition))
    return found if among is None else found | _seen_presence(among, tiles)


@contextmanager
def _gate_examples(tiles: TrueTiles) -> Iterator[list[OddsExamples]]:
    """Every place at which the edition's look is asked for while a map grows, and whether a tile lies there."""
    asked: list[OddsExamples] = []
    judged: list[tuple[Float64Array, Verdicts]] = []

    def judge(layers: Layers, tone: Tone, soft: Templates, poses: Float64Array) -> Verdicts:
        judged.append((poses, judge_all(layers, tone, soft, poses)))
        return judged[-1][1]

    def said(verdict: Verdicts, cost: Float64Array, similarity: Float64Array) -> Float64Array:
        poses = next(poses for poses, one in reversed(judged) if one is verdict)
        asked.append(_labelled(edition_signs(verdict, cost, similarity), poses, tiles))
        judged.clear()
        return edition_log_odds(verdict, cost, similarity)

    with patch.object(growth, "judge_all", judge), patch.object(growth, "edition_log_odds", said):
        yield asked


@contextmanager
def _maps_surveyed() -> Iterator[list[MapSurvey]]:
    """Every map that grows, also where it is not believed in the end."""
    maps: list[MapSurvey] = []

    def witnessed(lattice: Lattice, judge: Judge, atlas: EditionAtlas, there: Unseen | None = None) -> MapSurvey | None:
        found = surveyed(lattice, judge, atlas, there)
        maps.extend(() if found is None else (found,))
        return found

    with patch.object(survey, "surveyed", witnessed):
        yield maps


@contextmanager
def _places_reviewed(tiles: TrueTiles) -> Iterator[list[OddsExamples]]:
    """The places of a map and beside it each time that its print and the table are asked about them."""
    reviewed, asked = list[OddsExamples](), PrintAndTable.place_signs

    def witnessed(
        known: PrintAndTable, layers: Layers, poses: Float64Array, eyes: Float64Array, shares: Float64Array
    ) -> Float64Array:
        signs = asked(known, layers, poses, eyes, shares, however_plain=True)
        reviewed.append(_labelled(signs, poses, tiles))
        return signs

    with patch.object(PrintAndTable, "place_signs", witnessed):
        yield reviewed


def _seen_presence(found: MapSurvey, tiles: TrueTiles) -> dict[str, OddsExamples]:
    """The places of a map that a dense network was asked about, without what print and table say of it and with it,
    where something of the table is in view."""
    signs = presence_signs(found)
    shown = shown_signs(found, signs, however_plain=True)
    asked = {"presence_seen": _labelled(signs, _poses_of(found), tiles)}
    if shown is not None:
        asked["presence_seen_shown"] = _labelled(np.column_stack([signs, shown]), _poses_of(found), tiles)
    return asked


def _poses_of(found: MapSurvey) -> Float64Array:
    return np.stack([found.lattice.cells[cell] for cell in found.cells])


def _presence(found: MapSurvey, tiles: TrueTiles) -> OddsExamples:
    return _labelled(presence_signs(found), _poses_of(found), tiles)


def _votes(board: StillBoard, tiles: TrueTiles, view: TilesInView, rng: np.random.Generator) -> dict[str, OddsExamples]:
    """What the dense network shares and a closer look say at each tile and at the four places beside each."""
    on = np.stack([_pose_of(corners) for corners in tiles.corners])
    off = moved_about_middle(rng.normal(0, OFF, (len(on), 6)))
    beside = np.stack([shifted(pose, *step) for pose in on for step in STEPS])
    height, width = board.picture.shape[:2]
    poses = _in_picture(np.concatenate([on @ off, beside]), width, height)
    layers = layers_of(board.picture, float(np.median(sides_px(on))))
    eyes = tile_log_odds(layers, poses)
    found = {"field_votes": _labelled(vote_signs(eyes, view.share(poses)), poses, tiles)}
    if np.median(sides_px(on)) > field_votes.PARAMETERS.large_px:
        found["field_votes_alone"] = _labelled(eyes[:, None], poses, tiles)
    return found


def _pose_of(corners: Float64Array) -> Float64Array:
    """(3, 3) unit square to px."""
    square, outline = UNIT_CORNERS.astype(np.float32), corners.astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, outline), np.float64)


def _in_picture(poses: Float64Array, width: int, height: int) -> Float64Array:
    middles = project(poses, np.full((len(poses), 1, 2), 0.5))[:, 0]
    inside = ((middles > 0) & (middles < [width, height])).all(axis=1) & (sides_px(poses) > 0)
    return np.asarray(poses[inside], np.float64)


def _labelled(signs: Float64Array, poses: Float64Array, tiles: TrueTiles) -> OddsExamples:
    right, plain = tiles.lie_at(poses)
    return OddsExamples(signs[plain], right[plain], np.zeros(int(plain.sum())))
