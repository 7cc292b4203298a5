"""What the tablet proposes for the first turn is what was played, or it is not."""

from __future__ import annotations

import pytest

from games.carcassonne.rules import CARCASSONNE
from tools.benchmarks.first_evening.tablet_process import is_what_was_played


@pytest.mark.parametrize(
    ("proposed", "played", "right"),
    [
        ("lay BA/RFr 1,0 r0", "lay BA/RFr 1,0 r0, skip", True),  # DONE says that nobody stands there
        ("lay BA/Cccc+ 0,-1 r0", "lay BA/Cccc+ 0,-1 r270", True),  # a city on all sides lies alike however it lies
        ("lay BA/C 0,1 r0", "lay BA/C 0,1 r270", False),
        ("lay BA/C 0,1 r270", "lay BA/C 0,1 r270, follower small City W", False),
        ("lay BA/C 0,1 r270, follower small City W", "lay BA/C 0,1 r270, follower small City W", True),
    ],
)
def test_a_turn_is_told_as_it_was_played(proposed, played, right):
    both = (tuple(map(CARCASSONNE.read, turn.split(", "))) for turn in (proposed, played))
    assert is_what_was_played(*both) is right
