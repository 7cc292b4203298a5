"""What is said of a photographed layout of Istanbul."""

from __future__ import annotations

import numpy as np

from companion.readings.istanbul_reading import as_plain, rule_for
from games.istanbul.layout import faults, mending
from vision.istanbul.observation import IstanbulObservation, SeenPlace


def test_a_broken_rule_is_said_with_the_swap_that_mends_it() -> None:
    layout = ((15, 5, 2, 14), (4, 12, 3, 7), (8, 6, 11, 9), (13, 10, 1, 16))
    spots = [
        SeenPlace(row, column, number, 1.0, np.zeros((4, 2)))
        for row, line in enumerate(layout)
        for column, number in enumerate(line)
    ]
    found = as_plain(IstanbulObservation(4, 4, tuple(spots), ()), "en")
    rule = rule_for(layout)
    assert rule is not None
    assert len(found["faults"]) == len(faults(layout, rule)) == 1
    assert found["mending"] == [list(swap) for swap in mending(layout, rule)]
    assert 7 in found["mending"][0]
