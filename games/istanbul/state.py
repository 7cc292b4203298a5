"""The set-up of a game and its state: immutable values. What nobody can know is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.game import JsonValue, Seat
from games.istanbul.layout import Layout
from games.istanbul.moment import Aim, Piece, Step

POLICE = 12
NOBODY, UNTOLD = -1, -2


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first turn.

    Attributes:
        seats: two to five players in playing order; the first one begins.
        layout: rows of place numbers; an empty one stands for the first layout printed for this game.
        expansions: keys of what is switched on.
        corrections: facts that differ in this box, as (path, JSON text); see :class:`games.istanbul.box.facts.Facts`.
        any_layout: a house rule: a layout that breaks the rules of distance is taken as well.
    """

    seats: tuple[Seat, ...]
    layout: Layout = ()
    expansions: tuple[str, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()
    any_layout: bool = False


class Ask(NamedTuple):
    """Something that has to be told or chosen before play goes on.

    Attributes:
        kind: ``dice``, ``keep`` (the red mosque tile), ``demand``, or what an expansion asks for.
        seat: who answers.
        about: what for, such as ``tea_house`` or ``governor``.
        detail: words that the answer needs.
        dice: how the dice lie, where the red tile may change them.
        settled: the dice count as they fall.
    """

    kind: str
    seat: int
    about: str = ""
    detail: tuple[str, ...] = ()
    dice: tuple[int, int] = (0, 0)
    settled: bool = False


class Player(NamedTuple):
    """What is a player's own.

    Attributes:
        lira: money.
        goods: on the wheelbarrow, ware -> how many.
        extensions: of the wheelbarrow.
        rubies: the points.
        merchant, family: the places where they stand.
        stack: assistants under the merchant.
        out: places where one assistant each waits, sorted.
        aside: assistants that are not in play yet.
        known: bonus cards in hand that everybody saw, sorted.
        unknown: how many more are in hand.
        tiles: colours of mosque tiles.
    """

    lira: int
    goods: Mapping[str, int]
    stack: int
    aside: int
    merchant: int
    family: int = POLICE
    extensions: int = 0
    rubies: int = 0
    out: tuple[int, ...] = ()
    known: tuple[str, ...] = ()
    unknown: int = 0
    tiles: frozenset[str] = frozenset()

    @property
    def hand(self) -> int:
        """How many bonus cards are in hand."""
        return len(self.known) + self.unknown


class State(NamedTuple):
    """A moment of the game.

    Attributes:
        setup: what it was set up with.
        players: by seat.
        seat: whose turn it is.
        step: what is to be done next.
        asks: what has to be told or chosen first, in order.
        piece: who came to act this turn.
        at: where that piece came to, 0 before phase 2.
        errand: the place that the family member was sent to from the Police Station and acts at just now, else 0.
        paused: what goes on once an action that a printed text gives has been taken: step, uses and errand; else None.
        uses: how many times the place's action may still be taken.
        acted: the place whose action was taken last, while nobody has been met since: there it may be taken "once
            more"; else 0.
        reach: how many places the move goes.
        aim: another way to move.
        chased: the seat whose merchant is moved to by a card and need not be paid; else ``NOBODY``, or ``UNTOLD`` where
            an earlier version's record tells it with the move alone.
        any_goods: the next sale at the Small Market takes any goods.
        recalled: the yellow tile was used this turn.
        met: figures used this turn.
        last_round: somebody has the rubies that end the game.
        figures: figure -> place; 0 before it was rolled.
        neutrals: places of the neutral merchants.
        pile, discard: bonus cards face down, and face up with the topmost last.
        mail: indicators in the lower row of the Post Office.
        bought: place 13 or 16 -> rubies taken, which is how far its price has risen.
        rubies: place -> rubies there, 0 for the general supply.
        mosque: colour -> goods that the tiles left ask for, topmost first.
        demand: market -> its tiles from the top, empty where nobody saw it yet.
        bank: lira that the general supply has gained since the start.
        rolled: the dice that were read last and the place that they were about; nothing before the first of them.
        own: what expansions remember, by their key.
        turns: how many turns are over, double moves among them.
        order: how many turns are over in the order of play, where a double move is part of its turn.
    """

    setup: Setup
    players: tuple[Player, ...]
    figures: Mapping[str, int]
    neutrals: tuple[int, ...]
    pile: int
    rubies: Mapping[int, int]
    mosque: Mapping[str, tuple[int, ...]]
    demand: Mapping[int, tuple[str, ...]]
    bought: Mapping[int, int]
    discard: tuple[str, ...] = ()
    seat: int = 0
    step: Step = Step.MOVE
    asks: tuple[Ask, ...] = ()
    piece: Piece = Piece.MERCHANT
    at: int = 0
    errand: int = 0
    paused: tuple[Step, int, int] | None = None
    uses: int = 0
    acted: int = 0
    reach: tuple[int, ...] = (1, 2)
    aim: Aim = Aim.STEPS
    chased: int = NOBODY
    any_goods: bool = False
    recalled: bool = False
    met: tuple[str, ...] = ()
    last_round: bool = False
    mail: int = 0
    bank: int = 0
    rolled: tuple[int, int, int] | None = None
    own: Mapping[str, Any] = {}
    turns: int = 0
    order: int = 0

    @property
    def mover(self) -> Player:
        """Whose turn it is."""
        return self.players[self.seat]

    @property
    def place(self) -> int:
        """Where somebody acts just now: on an errand, else where the piece of this turn came to; 0 before phase 2."""
        return self.errand or self.at

    @property
    def actor(self) -> Piece:
        """Who acts there."""
        return Piece.FAMILY if self.errand else self.piece

    @property
    def moves_freely(self) -> bool:
        """Whether the move has not begun and no card has changed it."""
        return self.step is Step.MOVE and self.aim is Aim.STEPS and self.reach == (1, 2)

    @property
    def may_meet(self) -> bool:
        """Whether encounters may come now: not before phase 3, and never for a family member."""
        return self.step in (Step.ACTION, Step.ENCOUNTERS) and self.actor is not Piece.FAMILY

    def with_player(self, seat: int, player: Player) -> State:
        """The state with another player at a seat."""
        return self._replace(players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_mover(self, player: Player) -> State:
        """The state with this one in place of who moves."""
        return self.with_player(self.seat, player)

    def asking(self, *asks: Ask) -> State:
        """The state that asks these as well, after what it asks already."""
        return self._replace(asks=(*self.asks, *asks))

    def answered(self) -> State:
        """The state without the first thing that it asks."""
        return self._replace(asks=self.asks[1:])

    def with_own(self, key: str, value: object) -> State:
        """The state in which an expansion remembers something else."""
        return self._replace(own={**self.own, key: value})

    @property
    def is_over(self) -> bool:
        """True when nothing more can be done."""
        return self.step is Step.OVER


def state_to_json(state: State, own: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The state as plain data; ``own`` is what each expansion tells about its own part."""
    return {
        "players": [_player_to_json(player) for player in state.players],
        "seat": state.seat,
        "step": state.step.value,
        "asks": [[ask.kind, ask.seat, ask.about, [*ask.detail], [*ask.dice], ask.settled] for ask in state.asks],
        "piece": state.piece.value,
        "at": state.at,
        "errand": state.errand,
        "paused": [*state.paused] if state.paused is not None else None,
        "uses": state.uses,
        "acted": state.acted,
        "reach": [*state.reach],
        "aim": state.aim.value,
        "chased": state.chased,
        "any_goods": state.any_goods,
        "recalled": state.recalled,
        "met": [*state.met],
        "last_round": state.last_round,
        "figures": dict(sorted(state.figures.items())),
        "neutrals": [*state.neutrals],
        "pile": state.pile,
        "discard": [*state.discard],
        "mail": state.mail,
        "bought": {str(place): count for place, count in sorted(state.bought.items())},
        "rubies": {str(place): count for place, count in sorted(state.rubies.items())},
        "mosque": {colour: [*tiles] for colour, tiles in sorted(state.mosque.items())},
        "demand": {str(place): [*tiles] for place, tiles in sorted(state.demand.items())},
        "bank": state.bank,
        "rolled": [*state.rolled] if state.rolled is not None else None,
        "turns": state.turns,
        "own": dict(own),
    }


def _player_to_json(player: Player) -> JsonValue:
    return {
        "lira": player.lira,
        "goods": dict(sorted(player.goods.items())),
        "extensions": player.extensions,
        "rubies": player.rubies,
        "merchant": player.merchant,
        "family": player.family,
        "stack": player.stack,
        "out": [*player.out],
        "aside": player.aside,
        "known": [*player.known],
        "unknown": player.unknown,
        "tiles": [*sorted(player.tiles)],
    }
