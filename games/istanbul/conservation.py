"""What no action may change: every piece is somewhere, and no stock leaves its limits. For tests and doctors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

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


def _laws(book: Rulebook, state: State) -> Iterator[tuple[str, bool]]:
    players, facts = state.players, book.facts
    yield "cards", state.pile + len(state.discard) + sum(player.hand for player in players) == book.deck
    seen = Counter(state.discard)
    for player in players:
        seen.update(player.known)
    yield "kinds of cards", all(seen[kind] <= int(book.cards[kind]["count"]) for kind in seen)
    hidden = state.pile + sum(player.unknown for player in players)
    yield "hidden cards", state.pile >= 0 and hidden == book.deck - sum(seen.values())
    rubies = sum(state.rubies.values()) + sum(player.rubies for player in players)
    yield "rubies", rubies == book.rubies and min(state.rubies.values()) >= 0
    start = sum(int(lira) for lira in facts["start_lira"][: len(players)])
    yield "lira", sum(player.lira for player in players) + state.bank == start
    yield "debts", all(player.lira >= 0 for player in players)
    every = sum(int(count) for count in facts["assistants"].values())
    yield "assistants", all(p.stack + len(p.out) + p.aside == every and p.stack >= 0 for p in players)
    yield "extensions", all(0 <= player.extensions <= int(facts["max_extensions"]) for player in players)
    for seat, player in enumerate(players):
        room = {name: capacity(book, state, seat, name) for name in (book.goods[0], *book.wares[len(book.goods) :])}
        goods = player.goods.items()
        yield "goods", all(0 <= count <= room.get(name, room[book.goods[0]]) for name, count in goods)
    for ware in book.wares[len(book.goods) :]:
        yield ware, sum(player.goods[ware] for player in players) <= int(facts[ware])
    tiles = Counter(colour for player in players for colour in player.tiles)
    for colour, left in state.mosque.items():
        yield "mosque tiles", tiles[colour] + len(left) == len(facts.for_players("mosque_tiles", len(players)))
    places = {0, *book.at}
    where = (*(p.merchant for p in players), *(p.family for p in players), *state.neutrals, *state.figures.values())
    yield "places", places.issuperset(where)
    for market, order in state.demand.items():
        known = [tile for tile in order if tile]
        yield "demand tiles", len(order) == len(facts["demand_tiles"][str(market)]) and len(set(known)) == len(known)
    for part in book.parts:
        yield from part.laws(book, state)
