"""Tables of Thurn and Taxis in the middle of a game."""

from __future__ import annotations

import pytest

from games.game import Seat
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.rules import THURN_AND_TAXIS
from games.thurn_and_taxis.state import Train

SEATS = tuple(Seat(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green")))


@pytest.fixture
def table():
    """A function that sets a table up at which Anna moves: keywords say what lies in front of her."""

    def build(game=THURN_AND_TAXIS, *, step=Step.CLOSE, display=(), stacks=None, seats=2, **mover):
        state = game.new(game.setup(SEATS[:seats]))
        if "trains" in mover:
            mover["trains"] = tuple(Train(horses, city) for horses, city in mover["trains"])
        left = dict(state.stacks) | (stacks or {})
        player = state.mover._replace(**mover)
        cards = player.hand + len(player.route) + len(player.trains) + len(display)
        return state.with_mover(player)._replace(
            step=step,
            display=display,
            pile=state.pile - cards,
            stacks=tuple(left.items()),
            taken=0 if step in ("deal", "take") else 1,
            played=1 if step == "close" else 0,
        )

    return build
