"""As what somebody was put down on a tile whose print is known: farmers lie, everybody else stands."""

from __future__ import annotations

import math

import numpy as np
import pytest

from games.carcassonne.actions import Deploy
from games.carcassonne.tiles import FeatureKind
from tests.vision.carcassonne.live.test_figures import HERE, reader_and_match
from tests.vision.pieces.three_tiles import table_with
from vision.carcassonne.figures.laid_down import BodySeen
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.carcassonne.live.followers.figures import evidence
from vision.carcassonne.live.followers.put_down import put_down_as
from vision.carcassonne.live.followers.silhouettes import SPAN

THIEF = Deploy("small", FeatureKind.ROAD, "E.W")
NORTH_FARMER = Deploy("small", FeatureKind.FIELD, "NL.NR.EL.WR")
SOUTH_FARMER = Deploy("small", FeatureKind.FIELD, "ER.SL.SR.WL")


def square(top: int, bottom: int) -> np.ndarray:
    """Where a foot may stand: a strip across a tile."""
    where = np.zeros((SPAN, SPAN), np.float32)
    where[top:bottom] = 1.0 / (SPAN * (bottom - top))
    return where


WHERE = {NORTH_FARMER: square(0, 13), THIEF: square(13, 19), SOUTH_FARMER: square(19, 32)}


def foot_at(row: int, nats: float = 20.0) -> dict[str, np.ndarray]:
    """A standing figure's foot is seen there, 2.5 px off either way."""
    down, right = np.mgrid[0:SPAN, 0:SPAN]
    off = ((down - row) ** 2 + (right - 16) ** 2) / 2.5**2
    return {"small": np.asarray(np.maximum(nats - 0.5 * off, -30.0), np.float32)}


def test_who_lies_beside_the_road_is_a_farmer_wherever_his_foot_would_be() -> None:
    """Given a figure that lies below the road, when a standing one with that outline would have its foot on it, then he
    is the farmer there; had he been seen to stand, he would be the thief."""
    lies = put_down_as(BodySeen(4.0, (0.5, 0.75)), foot_at(16), WHERE)
    stands = put_down_as(BodySeen(-4.0, (0.5, 0.75)), foot_at(16), WHERE)
    assert max(lies, key=lies.__getitem__) == SOUTH_FARMER
    assert max(stands, key=stands.__getitem__) == THIEF


def test_of_which_nothing_is_known_whether_he_lies_is_where_his_foot_is() -> None:
    scores = put_down_as(BodySeen(0.0, (0.5, 0.5)), foot_at(25), WHERE)
    assert max(scores, key=scores.__getitem__) == SOUTH_FARMER


@pytest.mark.parametrize("lies", [-4.0, -1.0, 0.0, 1.0, 4.0])
def test_how_he_was_put_down_makes_nobody_likelier_to_be_there(lies: float) -> None:
    """Given any figure, then no reading of it gains more than a foot that is seen exactly may gain it."""
    scores = put_down_as(BodySeen(lies, (0.5, 0.75)), foot_at(16), WHERE)
    somebody = float(np.logaddexp.reduce(foot_at(16)["small"], axis=None)) - math.log(SPAN**2)
    narrowest = max(float(where.max()) for where in WHERE.values()) * SPAN**2
    assert max(scores.values()) <= somebody + math.log(narrowest) + 1e-6


def test_on_a_picture_it_costs_who_stands_among_farmers_more_than_who_lies() -> None:
    def gained(*, lies: bool) -> float:
        """Nats that farmers gain on thieves by how he was put down."""
        reader, match = reader_and_match(table_with(("blue", -45.0, lies)), "blue")
        options = [THIEF, SOUTH_FARMER]
        where, seen = reader.where(match, options), reader.seen(match, options, "blue", HERE)
        odds = reader.closely(match, HERE).log_odds(LearnedPaint.of("blue"))
        outline = {one: evidence(odds, where[one])[0] for one in options}
        return (seen[SOUTH_FARMER][0] - seen[THIEF][0]) - (outline[SOUTH_FARMER] - outline[THIEF])

    assert gained(lies=True) > gained(lies=False) + 0.5
