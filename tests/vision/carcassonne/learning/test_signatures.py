"""What the network says of a named tile is said again of the next copy."""

import numpy as np
import pytest

from vision.carcassonne.learning.signatures import Signatures
from vision.carcassonne.pennants import twins_among
from vision.carcassonne.terrain_teller import TerrainTeller

BOX = {"BA/RrC": 3, "BA/CRRR": 3, "BA/RFr": 8, "BA/Cc.1": 3, "BA/Cc+": 2}
TELLER = TerrainTeller(BOX)
ORIENTATIONS = [(orientation.kind.key, orientation.turns) for orientation in TELLER.orientations]


def seen(**likely):
    """Log-likelihoods of these kinds (``RrC1``: with one quarter turn), far below them all others."""
    found = np.full(len(ORIENTATIONS), -12.0)
    for name, value in likely.items():
        key, turns = name[:-1].replace("_plain", ".1").replace("_arms", "+"), int(name[-1])
        found[ORIENTATIONS.index((f"BA/{key}", turns))] = value
    return found


@pytest.fixture
def nothing():
    return Signatures.nothing(TELLER.orientations, twins_among(TELLER.orientations, BOX))


def said(known, evidence, key, turns):
    return known.says(evidence)[ORIENTATIONS.index((f"BA/{key}", turns))]


def test_before_anything_is_named_nothing_is_said(nothing):
    assert not nothing.says(seen(RrC0=0.0, CRRR0=-0.2)).any()


def test_the_next_copy_is_told_however_it_lies_and_what_it_was_mistaken_for_is_not_it(nothing):
    known = nothing.with_tile(seen(RrC1=0.0, CRRR1=-0.1), ORIENTATIONS.index(("BA/CRRR", 1)))
    known = known.with_tile(seen(RrC0=0.0), ORIENTATIONS.index(("BA/RrC", 0)))
    again = seen(RrC3=0.0, CRRR3=-0.4)

    assert said(known, again, "CRRR", 3) > 2
    assert said(known, again, "RrC", 3) < -1.5
    assert said(known, again, "CRRR", 1) < -1.5  # so turned it would be answered to otherwise
    assert said(known, again, "RFr", 0) == 0


def test_a_kind_that_lies_the_same_after_a_half_turn_is_told_either_way_round(nothing):
    first = seen(RFr0=0.0, RrC0=-0.5)
    known = nothing.with_tile(first, ORIENTATIONS.index(("BA/RFr", 0)))

    assert said(known, seen(RFr0=0.0, RrC2=-0.5), "RFr", 0) > 2


def test_arms_are_told_elsewhere(nothing):
    known = nothing.with_tile(seen(Cc_plain0=0.0, Cc_arms0=-3.0), ORIENTATIONS.index(("BA/Cc.1", 0)))
    armed = seen(Cc_plain2=-3.0, Cc_arms2=0.0)

    assert said(known, armed, "Cc.1", 2) == said(known, armed, "Cc+", 2) > 2
