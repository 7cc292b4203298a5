"""How the market of Riga lies on the simulated table."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from games.riga.box.goods import HIDDEN
from vision.artwork.riga.cards import good_back
from vision.simulator.conditions import Conditions
from vision.simulator.riga.table import PX_PER_MM, LaidCards, random_state


def test_a_commodity_that_nobody_has_shown_lies_face_down():
    state = random_state(random.Random(3), players=2)
    hidden_first = ((HIDDEN, *state.rows[0][1:]), *state.rows[1:])
    unworn = replace(Conditions.from_level("easy", np.random.default_rng(3)), wear=0.0)
    cards = LaidCards(unworn, np.random.default_rng(3), 2).market(state._replace(rows=hidden_first))
    assert np.array_equal(cards[0].texture, good_back(PX_PER_MM))
    assert not np.array_equal(cards[1].texture, good_back(PX_PER_MM))
