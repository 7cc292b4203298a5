"""Tables with Grand Masters in the middle of a game, told in counts."""

from __future__ import annotations

import pytest

from games.game import Seat
from games.riga.box.components import CITIES, PERSONS, Master
from games.riga.grand_masters import Display, Placed
from games.riga.moment import Step
from games.riga.rules import RIGA
from games.riga.scorer.rules import GRAND_MASTERS, Setup

SEATS = tuple(
    Seat(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green"), ("Dora", "yellow"))
)


def display(covered=None, **counts):
    """What is built: cities and persons by name, ``covered`` persons by name."""
    covered = covered or {}
    return Display(
        tuple(counts.get(city, 0) for city in CITIES),
        tuple(counts.get(person, 0) for person in PERSONS),
        tuple(covered.get(person, 0) for person in PERSONS),
    )


@pytest.fixture
def table():
    """A function that sets the scorer's table up: the tiles (with owners), and what everybody has built."""

    def build(tiles, *displays, owners=None, players=None, with_riga=True, victual_brothers=False, returned=()):
        displays = list(displays) or [display()] * (players or 2)
        setup = Setup(SEATS[: len(displays)], with_riga, victual_brothers)
        row = tuple(Placed(Master.named(key), (owners or {}).get(key), key in returned) for key in tiles.split())
        return GRAND_MASTERS.new(setup)._replace(row=row, displays=tuple(displays), step=Step.PLAY)

    return build


@pytest.fixture
def riga():
    """A function that sets Riga up with Anna to take: rows and offer as they lie, keywords for what Anna has."""

    def build(*, players=2, rows=(), offer=(), step=Step.TAKE, setup=None, tiles="", goods_pile=None, **mover):
        state = RIGA.new(setup or RIGA.setup(SEATS[:players]))
        rows = (*rows, *(() for _ in range(len(state.rows) - len(rows))))
        row = tuple(Placed(Master.named(key)) for key in tiles.split())
        state = state._replace(
            step=step,
            rows=tuple(rows),
            offer=tuple((key, 0) for key in offer),
            row=row,
        ).with_mover(state.mover._replace(**mover))
        gone = sum(len(cards) for cards in rows) + state.mover.hand
        shown = [key for key in (*state.mover.cards, *state.mover.built) if not key.startswith("Riga-")]
        return state._replace(
            goods_pile=state.goods_pile - gone if goods_pile is None else goods_pile,
            cards_pile=state.cards_pile - len(offer) - len(shown),
        )

    return build
