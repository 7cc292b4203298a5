"""What may be tapped in Istanbul, as headings and big buttons, each with what it costs and brings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.ui.istanbul.at_table import IstanbulView
from companion.ui.istanbul.declaring import Declared, Picks, beginning, ledger_offers
from companion.ui.istanbul.offer_pictures import picture_of
from companion.ui.istanbul.open_move import is_open, open_move_offers
from companion.ui.istanbul.words import button_of
from companion.ui.kit.offered_touch import Offer
from companion.ui.kit.pictures.die_faces import DieFaces
from games.game import Phrase
from games.istanbul.actions import Action, Move, Recall, Roll, Use
from games.istanbul.expansions.letters import CompanionStep, Escort, own_state
from games.istanbul.expansions.letters_places import Bid, Pass
from games.istanbul.layout import FOUNTAIN
from games.istanbul.ledger import Declare
from games.istanbul.moment import Step as Phase
from games.istanbul.rulebook import Rulebook, name_of
from games.istanbul.rules import playing
from games.istanbul.state import POLICE, Ask, State
from games.istanbul.turn import fees

BID_STEPS = (1, 5)


def question(view: IstanbulView) -> Phrase:
    """What the dock asks."""
    state: State = view.state
    if state.is_over:
        return Phrase.of("istanbul.step_over")
    if state.asks:
        ask = state.asks[0]
        if ask.kind == "auction":
            own, name = own_state(state), view.seats[ask.seat].name
            if own.bidder < 0:
                return Phrase.of("istanbul.ask_first_bid", name=name)
            return Phrase.of("istanbul.ask_bid", name=name, bid=own.bid, highest=view.seats[own.bidder].name)
        if ask.kind == "demand":
            return Phrase.of("istanbul.ask_demand_at", place=name_of(int(ask.about)))
        if ask.kind == "dice":
            return Phrase.of("istanbul.ask_dice_of", name=view.seats[ask.seat].name, what=_rolled_for(ask))
        if ask.kind in ("letter", "tile"):
            return Phrase.of(f"istanbul.ask_{ask.kind}_of", name=view.seats[ask.seat].name)
        return Phrase.of("istanbul.tell", what=Phrase(f"istanbul.ask_{ask.kind}"))
    if is_open(view):
        return Phrase.of("istanbul.do_or_nobody", place=name_of(state.place))
    if state.step in (Phase.PAY, Phase.ACTION):
        return Phrase.of(f"istanbul.do_{state.step}", place=name_of(state.place))
    return Phrase.of(f"istanbul.do_{state.step}")


def _rolled_for(ask: Ask) -> Phrase:
    """What the dice decide."""
    if ask.about == "figure":
        return Phrase(f"istanbul.figure_{ask.detail[0]}")
    if ask.about == "tea_house":
        return Phrase.of("istanbul.dice_tea_house", called=ask.detail[0])
    return Phrase(f"istanbul.dice_{ask.about}")


def istanbul_offers(view: IstanbulView, begun: Declared | None = None, picks: Picks = ()) -> tuple[Offer[Action], ...]:
    """What may be done now.

    Args:
        view: the table.
        begun: what is being put together (see :class:`Begin`), or None.
        picks: the words so far.
    """
    state: State = view.state
    if state.is_over:
        return ()
    game = playing(state.setup)
    book = game.rulebook(state.setup)
    if state.asks and game.declares(state, Declare()):
        begun = Declare()
    if begun is not None:
        return tuple(ledger_offers(view, book, state, begun, picks))
    if state.asks and state.asks[0].kind == "auction":
        return tuple(_bids(state))
    usual = (
        beginning(view, book, action) if game.declares(state, action) else _offer(view, book, state, action)
        for action in game.legal(state)
    )
    return (*open_move_offers(view), *usual)


# One offer for each action


def _offer(view: IstanbulView, book: Rulebook, state: State, action: Action) -> Offer[Action]:
    path, label = button_of(view, book, state, action)
    # A move is no ghost: DONE would end the turn with it, before the place's action was taken.
    return Offer(
        label,
        action,
        path,
        _brings(book, state, action),
        _places(action, state),
        hidden=not _is_seen(action, state),
        picture=picture_of(book, state, action),
        heads=(partial(DieFaces, (action.first,)),) if isinstance(action, Roll) and action.second else (),
    )


def _is_seen(action: Action, state: State) -> bool:
    """Whether the camera sees it: pieces that move from place to place."""
    if isinstance(action, Move):
        return not action.alone
    if isinstance(action, Use):
        return state.place in (POLICE, FOUNTAIN)
    return isinstance(action, CompanionStep | Escort | Recall)


def _places(action: Action, state: State) -> tuple[str, ...]:
    match action:
        case Move(place) | CompanionStep(place) | Recall(place):
            return (str(place),)
        case Use(words) if state.place == POLICE and words:
            return (words[0],)
        case Use():
            return (str(state.place),)
        case _:
            return ()


def _brings(book: Rulebook, state: State, action: Action) -> Phrase | None:
    """What it costs, and what it earns."""
    if isinstance(action, Move | CompanionStep):
        due = fees(book, state, action.place)
        helpless = (
            isinstance(action, Move)
            and action.place != FOUNTAIN
            and not state.mover.stack
            and action.place not in state.mover.out
        )
        if helpless or (isinstance(action, Move) and action.alone):
            return Phrase.of("istanbul.brings_nothing")
        if due > state.mover.lira:
            return Phrase.of("istanbul.brings_too_dear", due=due)
        return Phrase.of("istanbul.brings_fee", due=due) if due else Phrase.of("istanbul.brings_free")
    if isinstance(action, Use) and state.place in (10, 11) and action.words:
        return Phrase.of(
            "istanbul.brings_lira", lira=book.facts["market_reward"][str(state.place)][len(action.words) - 1]
        )
    if isinstance(action, Use) and state.place == 1:
        return Phrase.of("istanbul.brings_fee", due=int(book.facts["extension_price"]))
    if isinstance(action, Use) and state.place == 16:
        ours = book.facts.is_default(f"dealer_first.{book.players}")
        return Phrase.of(f"istanbul.brings_ruby_for{'_default' if ours else ''}", lira=book.price(state, 16))
    if isinstance(action, Recall):
        return Phrase.of("istanbul.brings_fee", due=int(book.facts["yellow_tile_lira"]))
    return None


# Bids


def _bids(state: State) -> Iterator[Offer[Action]]:
    """+1, +5 and what lies between, or no bid."""
    own, seat = own_state(state), state.asks[0].seat
    most = state.players[seat].lira
    yield Offer(Phrase.of("istanbul.do_pass"), Pass(), hidden=True)
    for step in BID_STEPS:
        if own.bid + step <= most:
            label = Phrase.of("istanbul.bid_up", step=step, lira=own.bid + step)
            yield Offer(label, Bid(own.bid + step), hidden=True)
    for lira in range(own.bid + 2, most + 1):
        label = Phrase.of("istanbul.bid_so_much", lira=lira)
        yield Offer(label, Bid(lira), (Phrase.of("istanbul.head_bids"),), hidden=True)
