"""What the picture of now tells, with what earlier looks told of the same tile."""

from __future__ import annotations

import numpy as np
import pytest

from games.carcassonne.actions import Lay, Skip
from vision.carcassonne.live.doubt import WhatElse, explained_hypotheses
from vision.carcassonne.live.earlier.as_before import with_earlier
from vision.carcassonne.live.earlier.waiting_tiles import WaitingTiles
from vision.carcassonne.live.hypotheses import ExplainedHypotheses, Hypothesis
from vision.carcassonne.live.tile_evidence import TileMatch
from vision.carcassonne.poses import TileAsLaid

NORTH = (-1, 0)
CITY, ROAD = ("BA/RCr", 2), ("BA/RFr", 0)


def laid(kind: TileAsLaid, score: float) -> Hypothesis:
    key, turns = kind
    match = TileMatch(key, turns, np.eye(3), 0, 2.0, 0.0, np.ones((4, 4), np.float32))
    return Hypothesis((Lay(key, 0, -1, turns), Skip()), score, ("0,-1",), match)


def after(scores: dict[TileAsLaid, float], waiting: WaitingTiles) -> ExplainedHypotheses:
    """What is told of a picture by which the kinds have these log-likelihoods."""
    hypotheses = [laid(kind, score) for kind, score in scores.items()]
    return explained_hypotheses(*with_earlier(hypotheses, WhatElse(), {NORTH: scores}, waiting), 1)


BLURRED = {ROAD: 43.0, CITY: 40.0}


def test_by_itself_the_last_picture_is_believed() -> None:
    assert after(BLURRED, WaitingTiles()).explanation.is_clear()


def test_the_last_picture_does_not_outvote_those_before_it() -> None:
    """Given a city that two looks saw, 8 nats ahead of a road; when a blurred one has the road 3 nats ahead, then
    people are asked."""
    waiting = WaitingTiles()
    for _ in range(2):
        waiting = waiting.seen([NORTH], {}, {NORTH: {CITY: 58.0, ROAD: 50.0}})
    found = after(BLURRED, waiting)
    assert not found.explanation.is_clear()
    assert found.hypotheses[0].tile is not None
    assert found.hypotheses[0].tile.key == "BA/RCr"


def test_nobody_turns_a_tile_after_which_another_was_laid() -> None:
    """Given a city that two looks saw plainly; when a third tells a road plainly, then the tile was turned, but not
    where the next tile lay there already."""
    plainly, now = {CITY: 70.0, ROAD: 40.0}, {ROAD: 70.0, CITY: 40.0}
    waiting = WaitingTiles()
    for _ in range(2):
        waiting = waiting.seen([NORTH], {}, {NORTH: plainly})
    turned = after(now, waiting).hypotheses[0].tile
    assert turned is not None
    assert turned.key == "BA/RFr"
    followed = waiting.seen([NORTH, (0, 1)], {}, {NORTH: plainly})
    assert followed.turn_is_over(NORTH)
    assert not followed.turn_is_over((0, 1))
    assert not after(now, followed).explanation.is_clear()


def test_where_no_hypothesis_lays_what_earlier_looks_saw_nothing_is_clear() -> None:
    waiting = WaitingTiles().seen([NORTH], {}, {NORTH: {CITY: 58.0, ROAD: 50.0}})
    hypotheses, doubt = with_earlier([laid(ROAD, BLURRED[ROAD])], WhatElse(), {NORTH: BLURRED}, waiting)
    assert not explained_hypotheses(hypotheses, doubt, 1).explanation.is_clear()


def test_what_the_record_knows_by_now_is_no_longer_asked() -> None:
    waiting = WaitingTiles().seen([NORTH], {}, {NORTH: {CITY: 58.0, ROAD: 50.0}}).without([NORTH])
    assert after(BLURRED, waiting).hypotheses[0].score == pytest.approx(43.0)
