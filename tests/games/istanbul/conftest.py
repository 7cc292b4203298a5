"""Tables of Istanbul in the middle of a game."""

from __future__ import annotations

import pytest

from games.game import Refusal, Seat
from games.istanbul.moment import Step
from games.istanbul.rules import ISTANBUL

NAMES = (("Anna", "red"), ("Ben", "blue"), ("Cleo", "green"), ("Dora", "yellow"), ("Emil", "white"))
FAR_AWAY = {"governor": 2, "smuggler": 2, "courier": 2, "coffee_trader": 2}


class Table:
    """A game and its state; ``do`` takes lines of notation and keeps every event."""

    def __init__(self, game, state):
        self.game, self.state, self.events = game, state, ()

    def do(self, *lines):
        for line in lines:
            self.state, events = self.game.apply(self.state, self.game.read(line))
            self.events += events
        return self

    def refused(self, line):
        with pytest.raises(Refusal) as refusal:
            self.game.apply(self.state, self.game.read(line))
        return refusal.value.phrase.key.removeprefix("istanbul.")

    def legal(self):
        return {action.notation for action in self.game.legal(self.state)}

    def said(self):
        return [event.phrase.key.removeprefix("istanbul.") for event in self.events]

    @property
    def anna(self):
        return self.state.players[0]

    @property
    def ben(self):
        return self.state.players[1]


@pytest.fixture
def table():
    """A function that sets a table up at which Anna is to move: keywords change her, ``state`` and ``others`` the rest.

    Everything that chance tells at the start is told; figures stand at place 2 unless it is said where.
    """

    def build(game=ISTANBUL, *, seats=4, figures=None, state=None, others=None, corrections=(), **anna):
        names = tuple(Seat(name, colour) for name, colour in NAMES[:seats])
        setup = game.setup(names)
        if corrections:
            setup = type(setup)(setup.seats, setup.layout, setup.expansions, corrections)
        now = game.new(setup)
        markets = {10: "1112", 11: "1211"}
        now = now._replace(
            asks=(),
            figures={**{key: FAR_AWAY[key] for key in now.figures}, **(figures or {})},
            demand={market: (tile, *now.demand[market][1:]) for market, tile in markets.items()},
        )
        for seat, changes in {0: anna, **(others or {})}.items():
            player = now.players[seat]
            if "goods" in changes:
                changes = {**changes, "goods": {**player.goods, **changes["goods"]}}
            cards = len(changes.get("known", ())) + changes.get("unknown", player.unknown) - player.hand
            now = now.with_player(seat, player._replace(**changes))._replace(pile=now.pile - cards)
        return Table(game, now._replace(**(state or {})))

    return build


@pytest.fixture
def at(table):
    """A function: Anna's merchant has come to a place and may act there."""

    def build(place, *args, uses=1, state=None, **changes):
        step = {"step": Step.ACTION, "at": place, "uses": uses, **(state or {})}
        return table(*args, state=step, merchant=place, **changes)

    return build
