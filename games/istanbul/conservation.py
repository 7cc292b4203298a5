"""What no action may change: every piece is somewhere, and no stock leaves its limits. For tests and doctors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from games.istanbul.holdings import capacity
from games.istanbul.rulebook import Rulebook
from games.istanbul.rules import rulebook
from games.istanbul.state import State


def broken_laws(book: Rulebook, state: State) -> tuple[str, ...]:
    """Names of the laws that this state breaks; none in any state that play can reach."""
    return tuple(name for name, holds in _laws(book, state) if not holds)


def broken_laws_of(state: State) -> tuple[str, ...]:
    """The same by the rules of the state's own set-up, as is asked of every game."""
    return broken_laws(rulebook(state.setup), state)


class _Totals(NamedTuple):
    """What there is in all, which no action changes."""

    lira: int
    assistants: int
    extensions: int
    tiles: int
    demand: Mapping[int, int]
    scarce: Mapping[str, int]
    places: frozenset[int]


@lru_cache(maxsize=64)
def _box(book: Rulebook) -> _Totals:
    facts = book.facts
    return _Totals(
        lira=sum(int(lira) for lira in facts["start_lira"][: book.players]),
        assistants=sum(int(count) for count in facts["assistants"].values()),
        extensions=int(facts["max_extensions"]),
        tiles=len(facts.for_players("mosque_tiles", book.players)),
        demand={int(market): len(tiles) for market, tiles in facts["demand_tiles"].items()},
        scarce={ware: int(facts[ware]) for ware in book.wares[len(book.goods) :]},
        places=frozenset((0, *book.at)),
    )


def _laws(book: Rulebook, state: State) -> Iterator[tuple[str, bool]]:
    players, box = state.players, _box(book)
    yield "cards", state.pile + len(state.discard) + sum(player.hand for player in players) == book.deck
    seen: dict[str, int] = {}
    for kind in (*state.discard, *(kind for player in players for kind in player.known)):
        seen[kind] = seen.get(kind, 0) + 1
    yield "kinds of cards", all(count <= int(book.cards[kind]["count"]) for kind, count in seen.items())
    hidden = state.pile + sum(player.unknown for player in players)
    yield "hidden cards", state.pile >= 0 and hidden == book.deck - sum(seen.values())
    rubies = sum(state.rubies.values()) + sum(player.rubies for player in players)
    yield "rubies", rubies == book.rubies and min(state.rubies.values()) >= 0
    yield "lira", sum(player.lira for player in players) + state.bank == box.lira
    tiles: dict[str, int] = {}
    for seat, player in enumerate(players):
        yield "debts", player.lira >= 0
        yield "assistants", player.stack + len(player.out) + player.aside == box.assistants and player.stack >= 0
        yield "extensions", 0 <= player.extensions <= box.extensions
        room = capacity(book, state, seat, book.goods[0])
        for name, count in player.goods.items():
            yield "goods", 0 <= count <= (capacity(book, state, seat, name) if name in box.scarce else room)
        for colour in player.tiles:
            tiles[colour] = tiles.get(colour, 0) + 1
    for ware, most in box.scarce.items():
        yield ware, sum(player.goods[ware] for player in players) <= most
    for colour, left in state.mosque.items():
        yield "mosque tiles", tiles.get(colour, 0) + len(left) == box.tiles
    where = (*(p.merchant for p in players), *(p.family for p in players), *state.neutrals, *state.figures.values())
    yield "places", box.places.issuperset(where)
    for market, order in state.demand.items():
        known = [tile for tile in order if tile]
        yield "demand tiles", len(order) == box.demand[market] and len(set(known)) == len(known)
    for part in book.parts:
        yield from part.laws(book, state)
