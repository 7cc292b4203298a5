"""What a benchmark of live games counts: claims that held, and what a question was about."""

from __future__ import annotations

import pytest

from games.carcassonne.rules import CARCASSONNE
from tools.benchmarks.live import cause_of
from tools.benchmarks.witnessed_eyes import WitnessedClaim, reliability
from vision.explanation import Candidate, Explanation

EAST, FARMER = "lay BA/RFr 1,0 r0", "follower small Field NL.NR.EL.WR"
WEST = "lay BA/RFr -1,0 r0"


def read(*lines: str):
    return tuple(CARCASSONNE.read(line) for line in lines)


@pytest.mark.parametrize(
    ("claimed", "true", "cause"),
    [
        ((), (EAST, "skip"), "nothing"),
        ((EAST, "skip"), (WEST, "skip"), "tile"),
        ((EAST, "skip"), (EAST, FARMER), "who stands there"),
        ((EAST, FARMER), (EAST, FARMER), "doubt"),
        ((EAST, "skip", WEST, "skip"), (WEST, "skip", EAST, "skip"), "order"),
    ],
)
def test_what_a_question_was_about(claimed: tuple[str, ...], true: tuple[str, ...], cause: str) -> None:
    explanation = Explanation((Candidate(read(*claimed), 0.0, 0.6),), 0.4, 1)
    assert cause_of(explanation, read(*true)) == cause


def test_claims_are_counted_by_how_probable_they_called_themselves() -> None:
    claims = [
        WitnessedClaim(0.95, True),
        WitnessedClaim(0.99, True),
        WitnessedClaim(1.0, False),
        WitnessedClaim(0.55, False),
    ]
    sixth, tenth = reliability(claims)
    assert (sixth["from"], sixth["count"], sixth["n"]) == (0.5, 0, 1)
    assert (tenth["from"], tenth["count"], tenth["n"]) == (0.9, 2, 3)
    assert tenth["wilson_95"][0] < 2 / 3 < tenth["wilson_95"][1]
