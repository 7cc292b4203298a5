"""How a casual player might move, for rehearsals and playouts. Dice keep their true odds; hidden cards turn out to be
what nobody has seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from games.game import Refusal
from games.istanbul.actions import Action, Card, Catch, Demand, End, Keep, Meet, Move, Pay, Recall, Reroll, Roll, Use
from games.istanbul.base_game import unseen_tiles, use
from games.istanbul.cards import in_time, play_card
from games.istanbul.dice import ONE_DIE
from games.istanbul.holdings import capacity, unseen
from games.istanbul.moment import Piece, Step
from games.istanbul.places import Market, palace_cost
from games.istanbul.rulebook import Rulebook, Words
from games.istanbul.state import POLICE, State
from games.istanbul.turn import caught_here, fees, targets

RUBY = 25.0  # what a ruby is worth to a casual player, in lira
FAR = 0.6  # what a place within reach of the next move counts
PLAYS_A_CARD = 0.25


def casual_action(
    book: Rulebook, state: State, rng: random.Random, legal: Callable[[State], Iterator[Action]]
) -> Action:
    """One legal action of whoever is to move."""
    if state.asks:
        return _answer(book, state, rng, legal)
    if state.step is not Step.WINDOW and state.mover.hand and rng.random() < PLAYS_A_CARD:
        card = _card(book, state, rng)
        if card is not None:
            return card
    match state.step:
        case Step.MOVE:
            return _move(book, state, rng)
        case Step.PAY:
            return Pay() if state.mover.lira >= fees(book, state, state.place) else End()
        case Step.ACTION:
            words = _use(book, state, rng)
            if words is not None:
                return Use(words)
    if state.step is Step.AFTER:
        action = _of_the_parts(book, state, rng)
        if action is not None:
            return action
    caught = caught_here(state)
    if caught:
        return Catch(caught[0], rng.choice(("lira", "card")))
    if state.step in (Step.ACTION, Step.ENCOUNTERS):
        return _meeting(book, state, rng) or End()
    if state.step is Step.WINDOW and rng.random() < 0.5:
        return _card(book, state, rng) or End()
    return End()


def _answer(book: Rulebook, state: State, rng: random.Random, legal: Callable[[State], Iterator[Action]]) -> Action:
    ask = state.asks[0]
    match ask.kind:
        case "dice":
            return Roll(rng.randint(1, 6), 0 if ask.about in ONE_DIE else rng.randint(1, 6))
        case "keep":
            return Keep() if sum(ask.dice) >= 7 else Reroll()
        case "demand":
            return Demand(rng.choice(unseen_tiles(book, state, int(ask.about))))
    for part in book.parts:
        action = part.casual_answer(book, state, ask, rng)
        if action is not None:
            return action
    return rng.choice(list(legal(state)))


def _move(book: Rulebook, state: State, rng: random.Random) -> Action:
    may_recall = "yellow" in state.mover.tiles and not state.recalled and state.mover.out
    if may_recall and not state.mover.stack and state.mover.lira >= int(book.facts["yellow_tile_lira"]) + 4:
        return Recall(state.mover.out[0])
    action = _of_the_parts(book, state, rng)
    if action is not None:
        return action
    worth = worths(book, state)
    best, chosen = -1e9, None
    for place in targets(book, state):
        usable = place == 7 or place in state.mover.out or state.mover.stack > 0
        due = fees(book, state, place)
        value = worth.get(place, 0.0) - due if usable and due <= state.mover.lira else -8.0
        nearby = (worth[other] for other in worth if 1 <= book.steps_between(place, other) <= 2)
        value += FAR * max(nearby, default=0.0) + rng.random() * 3
        if value > best:
            best, chosen = value, place
    if chosen is None:
        raise LookupError("a merchant has nowhere to go")
    return Move(chosen)


def _of_the_parts(book: Rulebook, state: State, rng: random.Random) -> Action | None:
    actions = (part.casual_move(book, state, rng) for part in book.parts)
    return next((action for action in actions if action is not None), None)


def worths(book: Rulebook, state: State) -> dict[int, float]:
    """What each place seems to be worth to whose turn it is, in lira or so."""
    me, seat = state.mover, state.seat
    worth = {5: 5.0, 6: 2.0, 8: 5.0, 9: 5.0, 7: 2.0 * len(me.out) + (6.0 if not me.stack else 0.0)}
    for place, good in ((2, "red"), (3, "green"), (4, "yellow")):
        worth[place] = 2.0 * (capacity(book, state, seat, good) - me.goods[good])
    if me.lira >= int(book.facts["extension_price"]) and me.extensions < int(book.facts["max_extensions"]):
        worth[1] = 9.0 + (RUBY if me.extensions + 1 == int(book.facts["max_extensions"]) else 0.0)
    for place in (10, 11):
        count = min(5, sum(min(me.goods[g], int(n)) for g, n in zip(book.goods, state.demand[place][0], strict=True)))
        worth[place] = float(book.facts["market_reward"][str(place)][count - 1]) if count else 0.0
    if me.family == POLICE:
        worth[12] = 5.0
    for place in (13, 14, 15, 16):
        if next(book.places[place].choices(book, state), None) is not None:
            worth[place] = RUBY if place in (13, 16) else RUBY / 2
    for part in book.parts:
        worth.update(part.casual(book, state))
    return {place: value for place, value in worth.items() if place in book.at}


def _use(book: Rulebook, state: State, rng: random.Random) -> Words | None:
    place = book.places[state.place]
    if state.place == 1 and (
        state.mover.extensions >= int(book.facts["max_extensions"])
        or state.mover.lira < int(book.facts["extension_price"])
    ):
        return None
    if state.place == 9:
        return (str(rng.choice((6, 7, 7, 8))),)
    if state.place == 7:
        return ()
    if state.place == 6:
        return _caravansary(book, state, rng)
    if state.place == POLICE and state.mover.family == POLICE:
        worth = worths(book, state)
        here = max((n for n in worth if n != POLICE), key=lambda n: worth[n] + rng.random() * 3)
        return (str(here),)
    for part in book.parts:
        action = part.casual_use(book, state, rng)
        if action is not None:
            return action
    # What a text offers may be more than there is, or an action within an action, which only the rules can tell.
    choices = [words for words in place.choices(book, state) if _may_use(book, state, words)]
    if isinstance(place, Market):
        return max(choices, key=len, default=None)
    if state.place == 13:
        return choices[0] if choices and palace_cost(book, state) else None
    if state.place in (2, 3, 4) and state.mover.lira < int(book.facts["green_tile_lira"]):
        return ()
    return rng.choice(choices) if choices else None


def _may_use(book: Rulebook, state: State, words: Words) -> bool:
    try:
        use(book, state, Use(words))
    except Refusal:
        return False
    return True


def _caravansary(book: Rulebook, state: State, rng: random.Random) -> Words | None:
    if state.pile + len(state.discard) < 2:
        return None
    if state.discard and state.pile and rng.random() < 0.3:
        return "open", "pile", state.discard[-1]
    if state.pile < 2:
        return None
    kind = state.mover.known[0] if state.mover.known else unseen_card(book, state, rng)
    return "pile", "pile", kind


def _meeting(book: Rulebook, state: State, rng: random.Random) -> Action | None:
    if state.actor is Piece.FAMILY or rng.random() < 0.3:
        return None
    for key, place in state.figures.items():
        if place == state.place and key not in state.met:
            if key == "governor":
                if state.mover.lira >= int(book.facts["figure_lira"]):
                    return Meet("governor", ("lira",))
                continue
            choices = list(book.figures[key].choices(book, state))
            if choices:
                return Meet(key, rng.choice(choices))
    return None


def _card(book: Rulebook, state: State, rng: random.Random) -> Card | None:
    """A card from hand: a known one, or what a hidden one turns out to be."""
    me = state.mover
    if not me.hand:
        return None
    kind = rng.choice(me.known) if me.known else unseen_card(book, state, rng)
    card = book.cards[kind]
    if not in_time(state, card):
        return None
    choices = list(book.effects[card["effect"]].choices(book, state, card))
    if not choices:
        return None
    chosen = Card(kind, rng.choice(choices))
    try:
        play_card(book, state, chosen)
    except Refusal:
        return None  # what it would need may just have been the card itself
    return chosen


def unseen_card(book: Rulebook, state: State, rng: random.Random) -> str:
    """What a hidden card turns out to be, at the odds of what nobody has seen."""
    kinds = list(book.cards)
    return rng.choices(kinds, [unseen(book, state, kind) for kind in kinds])[0]
