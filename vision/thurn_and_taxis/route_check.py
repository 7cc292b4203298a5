"""Compares routes that lie face up before the players with the record, now and then: to look at cards takes seconds.

Cards are told on the tablet, so the eyes only check. What differs is told as a remark, and play goes on: nobody has to
show the camera anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from games.place_before import ROUTE, PlaceBefore
from games.thurn_and_taxis.atlas import Atlas
from games.thurn_and_taxis.moment import Step
from games.thurn_and_taxis.state import State
from vision.cards.edition import CardEdition
from vision.explanation import TableRemark
from vision.eyes import closed
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.thurn_and_taxis.routes import SeenRow, read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteCheckParameters(Parameters):
    """How often routes are looked at, and how surely a card is read then."""

    every_ms: float = parameter(20_000.0, "ms", "routes are looked at no more often than this", CHOSEN)
    card_read: float = parameter(0.9, "chance", "from which a card counts as read", CHOSEN)
    least: int = parameter(
        2, "count", "cards of a route that are compared: a single one may be anything that lies open", CHOSEN
    )


PARAMETERS = RouteCheckParameters()


class RouteCheck:
    """Looks at the routes of one game.

    Args:
        cards: pictures of the city cards. atlas: the map.
    """

    def __init__(self, cards: CardEdition, atlas: Atlas) -> None:
        self._cards, self._atlas = cards, atlas
        self._looked_ms = -1e12
        self._looked_at: tuple[tuple[str, ...], ...] = ()
        self._remarks: tuple[TableRemark, ...] = ()

    def remarks(
        self, image: Picture, time_ms: float, state: State, board_px: NDArray[np.float64] | None
    ) -> tuple[TableRemark, ...]:
        """Routes that differ from the record, as they were seen last; looked at anew between two turns, where routes
        have changed since."""
        routes = tuple(player.route for player in state.players)
        self._remarks = tuple(one for one in self._remarks if _still(one, self._looked_at, routes))
        due = time_ms - self._looked_ms >= PARAMETERS.every_ms and routes != self._looked_at and state.step is Step.TAKE
        if due and any(len(route) >= PARAMETERS.least for route in routes):
            self._looked_ms, self._looked_at = time_ms, routes
            self._remarks = tuple(differing(read_rows(image, self._cards, self._atlas, board_px), routes))
        return self._remarks


def differing(rows: Sequence[SeenRow], routes: Sequence[tuple[str, ...]]) -> Iterator[TableRemark]:
    """Routes on the table that are not as recorded. A row belongs to the route that it shares most cities with; where
    it is part of that route the rest may be hidden, and nothing is told."""
    for row in rows:
        sure = all(card.confidence >= PARAMETERS.card_read for card in row.cards)
        seat = max(range(len(routes)), key=lambda number: _shared(row.cities, routes[number]), default=0)
        recorded = routes[seat]
        if (
            not sure
            or len(row.cards) < PARAMETERS.least
            or 2 * _shared(row.cities, recorded) < max(PARAMETERS.least, len(recorded))
        ):
            continue
        if not _lies_in(row.cities, recorded) and not _lies_in(row.cities[::-1], recorded):
            said = {"recorded": " – ".join(recorded), "seen": " – ".join(row.cities)}
            outlines = tuple(closed(card.outline) for card in row.cards)
            yield TableRemark((PlaceBefore(ROUTE, seat).notation,), Phrase.of("thurn.route_differs", **said), outlines)


def _shared(row: Sequence[str], route: Sequence[str]) -> int:
    return len(set(row) & set(route))


def _lies_in(row: Sequence[str], route: Sequence[str]) -> bool:
    """Whether a route shows these cities one after the other."""
    return any(tuple(route[at : at + len(row)]) == tuple(row) for at in range(len(route) - len(row) + 1))


def _still(one: TableRemark, before: Sequence[tuple[str, ...]], now: Sequence[tuple[str, ...]]) -> bool:
    """A remark stands until that player's route changes on record."""
    route = PlaceBefore.read(one.places[0])
    return route is not None and route.seat < len(before) and before[route.seat] == now[route.seat]
