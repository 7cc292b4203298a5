"""The set-up of a game and its state: immutable values. What nobody can know is counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from games.game import JsonValue, Seat
from games.thurn_and_taxis.atlas import Atlas, atlas_named
from games.thurn_and_taxis.moment import Official, Step


class Conveyance(StrEnum):
    """What a route needs to be closed, and what it brings."""

    CARRIAGES = "carriages"  # the base game: the next carriage, the cartwright
    HORSES = "horses"  # Power & Glory: as many horses as cities


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first turn.

    Attributes:
        seats: everybody in playing order, two to four; the first one begins.
        atlas: the map, the owner's or one that ships.
        conveyance: horses, or carriages (also "the game using the basic game rules" on the northern map).
        all_provinces_has_baiern: the later edition's tile asks for Baiern too; the first one leaves it out.
    """

    seats: tuple[Seat, ...]
    atlas: Atlas = field(default_factory=lambda: atlas_named("base"))
    conveyance: Conveyance = Conveyance.CARRIAGES
    all_provinces_has_baiern: bool = False


@dataclass(frozen=True, slots=True)
class Train:
    """A card played horse side up: its horses, and its city where somebody saw it."""

    horses: int
    city: str | None


class Player(NamedTuple):
    """What lies in front of a player.

    Attributes:
        known: cards in hand that everybody saw, sorted.
        unknown: how many more cards are in hand.
        route: cities from left to right.
        trains: horse cards before the carriage.
        houses: cities with a house of this player.
        carriage: the longest carriage taken, 0 for none.
        tiles: bonus tiles as (stack key, value).
    """

    known: tuple[str, ...] = ()
    unknown: int = 0
    route: tuple[str, ...] = ()
    trains: tuple[Train, ...] = ()
    houses: frozenset[str] = frozenset()
    carriage: int = 0
    tiles: tuple[tuple[str, int], ...] = ()

    @property
    def hand(self) -> int:
        """How many cards are in hand."""
        return len(self.known) + self.unknown

    def gains(self, city: str | None) -> Player:
        """With one more card in hand: this city's, or one that nobody saw."""
        if city is None:
            return self._replace(unknown=self.unknown + 1)
        return self._replace(known=tuple(sorted((*self.known, city))))

    def loses(self, city: str) -> Player:
        """Without a card of this city: a known one where there is one, else it was among the unknown."""
        if city in self.known:
            known = list(self.known)
            known.remove(city)
            return self._replace(known=tuple(known))
        return self._replace(unknown=self.unknown - 1)


class State(NamedTuple):
    """A moment of the game.

    Attributes:
        players: by seat.
        display: the open cards.
        pile: how many cards are in the pile.
        discarded: the cards on the discard pile whose face was seen, sorted.
        discarded_unseen: how many more lie there: horse cards whose front nobody saw.
        stacks: tiles left, stack key -> values from the top down.
        seat: whose turn it is.
        step: what is to be done next.
        taken, played: cards taken and played this turn.
        official: whose help was used this turn, or None.
        abandoned: the route was given up this turn, so a new one must be begun.
        last_round: somebody brought about the end.
        turn: which turn this is, from 1.
    """

    setup: Setup
    players: tuple[Player, ...]
    display: tuple[str, ...]
    pile: int
    discarded: tuple[str, ...]
    stacks: tuple[tuple[str, tuple[int, ...]], ...]
    seat: int = 0
    step: Step = Step.DEAL
    taken: int = 0
    played: int = 0
    official: Official | None = None
    abandoned: bool = False
    last_round: bool = False
    turn: int = 1
    discarded_unseen: int = 0

    @property
    def discard_pile(self) -> int:
        """How many cards lie on the discard pile, seen or not."""
        return len(self.discarded) + self.discarded_unseen

    @property
    def drawable(self) -> int:
        """How many cards can still be turned up: the pile, and the discard pile that is shuffled into it."""
        return self.pile + self.discard_pile

    @property
    def mover(self) -> Player:
        """Whose turn it is."""
        return self.players[self.seat]

    def with_mover(self, player: Player) -> State:
        """The state with this one in place of who moves."""
        players = list(self.players)
        players[self.seat] = player
        return self._replace(players=tuple(players))

    def number(self, name: str) -> int:
        """A number of the map's data, such as ``least_route``."""
        return self.setup.atlas.numbers[name]

    def left_in(self, stack: str) -> tuple[int, ...]:
        """The values left in a stack, from the top down."""
        return dict(self.stacks).get(stack, ())

    def houses_left(self, seat: int) -> int:
        """Houses still in front of a player."""
        return self.number("houses") - len(self.players[seat].houses)

    def seen(self) -> Counter[str]:
        """Every card whose face is known and that is not in the pile, by city."""
        faces = [*self.display, *self.discarded]
        for player in self.players:
            faces += player.known
            faces += player.route
            faces += [train.city for train in player.trains if train.city is not None]
        return Counter(faces)

    def unseen(self, city: str) -> int:
        """How many cards of this city may be in the pile or in hands."""
        return self.number("copies") - self.seen()[city]


def state_to_json(state: State) -> dict[str, JsonValue]:
    """The state as plain data."""
    stacks: dict[str, JsonValue] = {key: list(values) for key, values in state.stacks}
    return {
        "display": [*state.display],
        "pile": state.pile,
        "discarded": [*state.discarded],
        "discarded_unseen": state.discarded_unseen,
        "stacks": stacks,
        "seat": state.seat,
        "step": state.step.value,
        "taken": state.taken,
        "played": state.played,
        "official": state.official.value if state.official is not None else None,
        "abandoned": state.abandoned,
        "last_round": state.last_round,
        "players": [_player_to_json(player) for player in state.players],
    }


def _player_to_json(player: Player) -> JsonValue:
    return {
        "known": [*player.known],
        "unknown": player.unknown,
        "route": [*player.route],
        "trains": [[train.horses, train.city] for train in player.trains],
        "houses": [*sorted(player.houses)],
        "carriage": player.carriage,
        "tiles": [[key, value] for key, value in player.tiles],
    }
