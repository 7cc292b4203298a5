"""The course of a turn: four phases with their three early ends, rounds, and the end of the game."""

from __future__ import annotations

from games.game import Event, Phrase, Refusal, RefusalKind, Standing
from games.istanbul.actions import Catch, End, Move, Pay, Recall
from games.istanbul.holdings import bank_pays, draw_hidden, hand_over, pay_bank
from games.istanbul.layout import FOUNTAIN
from games.istanbul.moment import OWN_TURN, Aim, Piece, Step
from games.istanbul.ranking import Holdings, ranking
from games.istanbul.rulebook import Outcome, Rulebook, name_of, refused
from games.istanbul.state import NOBODY, POLICE, UNTOLD, Ask, State

_MOVEMENT = "Istanbul, phase 1: movement"
_PAYMENT = "Istanbul, phase 2: other merchants"
_ENCOUNTERS = "Istanbul, phase 4: encounters"


# Phase 1


def targets(book: Rulebook, state: State) -> tuple[int, ...]:
    """Every place that the merchant may move to now."""
    here = state.mover.merchant
    match state.aim:
        case Aim.STEPS:
            return tuple(number for number, steps in book.steps_from(here).items() if steps in state.reach)
        case Aim.ANYWHERE:
            return tuple(number for number in book.at if number != here)
        case Aim.CHASE if state.chased == UNTOLD:
            return tuple(dict.fromkeys(player.merchant for player in state.players if player.merchant != here))
        case Aim.CHASE:
            return (state.players[state.chased].merchant,)
        case Aim.COMPANION:
            return ()


def plain_targets(book: Rulebook, state: State) -> tuple[int, ...]:
    """Of these places those to which the move alone tells enough: it does not where two merchants stand that an earlier
    version's record may have chased."""
    places = targets(book, state)
    if state.chased != UNTOLD:
        return places
    return tuple(place for place in places if sum(player.merchant == place for player in state.players) == 1)


def move(book: Rulebook, state: State, action: Move) -> Outcome:
    """Move the stack, pick an assistant up or leave one, and find out whom to pay."""
    if may_have_left_out(book, state, action):
        return early_end(book, _without_assistant(state), Phrase.of("istanbul.ends_alone", place=name_of(action.place)))
    if state.step is not Step.MOVE:
        raise not_now(state, action.notation)
    if action.place not in book.at:
        phrase = Phrase.of("istanbul.no_such_place", number=action.place)
        raise refused(phrase, action.notation, _MOVEMENT, invalid=True)
    if action.place not in targets(book, state):
        away = book.steps_between(state.mover.merchant, action.place)
        phrase = Phrase.of("istanbul.refused_distance", away=away, place=name_of(action.place))
        raise refused(phrase, action.notation, _MOVEMENT, place=action.place)
    if action.alone not in ("", "alone"):
        raise refused(Phrase.of("istanbul.bad_words"), action.notation, _MOVEMENT, invalid=True)
    if action.alone and not may_leave_out(state, action.place):
        raise refused(Phrase.of("istanbul.refused_alone"), action.notation, _MOVEMENT, place=action.place)
    if state.chased == UNTOLD:
        state = state._replace(chased=_only_one_at(state, action))
    mover = state.mover._replace(merchant=action.place)
    state = state.with_mover(mover)._replace(at=action.place, piece=Piece.MERCHANT)
    if action.place == FOUNTAIN:
        # "The Fountain needs no assistant."
        return arrive(book, state)
    if action.alone:
        return early_end(book, state, Phrase.of("istanbul.ends_alone", place=name_of(action.place)))
    if action.place in mover.out:
        out = list(mover.out)
        out.remove(action.place)
        mover = mover._replace(out=tuple(out), stack=mover.stack + 1)
    elif mover.stack:
        mover = mover._replace(out=tuple(sorted((*mover.out, action.place))), stack=mover.stack - 1)
    else:
        return early_end(book, state, Phrase.of("istanbul.ends_no_assistant", place=name_of(action.place)))
    return arrive(book, state.with_mover(mover))


def _only_one_at(state: State, action: Move) -> int:
    """The seat whose merchant stands where the move goes. Raises :class:`Refusal` where there are several."""
    there = [seat for seat, player in enumerate(state.players) if player.merchant == action.place]
    if len(there) > 1:
        names = tuple(state.setup.seats[seat].name for seat in there)
        phrase = Phrase.of("istanbul.refused_chase_whom", place=name_of(action.place), names=names)
        raise Refusal(
            RefusalKind.AMBIGUOUS, phrase, value=action.notation, place=str(action.place), rule="Istanbul, bonus cards"
        )
    return there[0]


def may_leave_out(state: State, place: int) -> bool:
    """Whether an assistant would be picked up or left at a place, so that leaving it out is a choice."""
    return place != FOUNTAIN and (place in state.mover.out or state.mover.stack > 0)


def may_have_left_out(book: Rulebook, state: State, action: Move) -> bool:
    """Whether this says of the move just made that no assistant was picked up or left: nothing was paid or done since,
    so that people who see where the merchant went may not know it yet."""
    fresh = state.step is Step.PAY or (
        state.step is Step.ACTION and state.uses == 1 and not state.acted and not fees(book, state, state.place)
    )
    return (
        action.alone == "alone"
        and fresh
        and state.paused is None
        and state.piece is Piece.MERCHANT
        and action.place == state.mover.merchant == state.at != FOUNTAIN
    )


def _without_assistant(state: State) -> State:
    """As if the merchant who has just come had picked nobody up and left nobody."""
    mover, place = state.mover, state.at
    if place in mover.out:  # nobody was there, else he would be gone
        out = list(mover.out)
        out.remove(place)
        return state.with_mover(mover._replace(out=tuple(out), stack=mover.stack + 1))
    return state.with_mover(mover._replace(out=tuple(sorted((*mover.out, place))), stack=mover.stack - 1))


# Phase 2


def payees(book: Rulebook, state: State, place: int) -> tuple[int, ...]:
    """Seats that have to be paid at a place, one entry a piece; nobody at the Fountain."""
    if place == FOUNTAIN:
        return ()
    free = (state.seat, state.chased)
    seats = [seat for seat, player in enumerate(state.players) if seat not in free and player.merchant == place]
    for part in book.parts:
        seats += part.companions_of_others(state, place)
    return tuple(seats)


def fees(book: Rulebook, state: State, place: int) -> int:
    """What it costs to act at a place that others stand at."""
    neutral = 0 if place == FOUNTAIN else state.neutrals.count(place)
    return int(book.facts["merchant_fee"]) * (len(payees(book, state, place)) + neutral)


def arrive(book: Rulebook, state: State) -> Outcome:
    """The acting piece has come to a place: others are to be paid first, if there are any."""
    due = fees(book, state, state.place)
    if not due:
        return state._replace(step=Step.ACTION, uses=1), ()
    if due > state.mover.lira and not state.mover.hand:
        # A card could still bring the money; with an empty hand nothing can.
        return early_end(book, state, Phrase.of("istanbul.ends_cannot_pay", due=due, has=state.mover.lira))
    return state._replace(step=Step.PAY), ()


def pay(book: Rulebook, state: State, action: Pay) -> Outcome:
    """Pay everybody at the place; neutral merchants move on by the dice."""
    if state.step is not Step.PAY:
        raise not_now(state, action.notation)
    due = fees(book, state, state.place)
    if state.mover.lira < due:
        phrase = Phrase.of("istanbul.refused_lira", has=state.mover.lira, needed=due)
        raise refused(phrase, action.notation, _PAYMENT, place=state.place)
    fee = int(book.facts["merchant_fee"])
    events = []
    for seat in payees(book, state, state.place):
        state = hand_over(state, state.seat, seat, fee)
        name = state.setup.seats[seat].name
        events.append(Event(Phrase.of("istanbul.paid", lira=fee, name=name), state.seat, (str(state.place),)))
    neutral = state.neutrals.count(state.place)
    state = pay_bank(state, state.seat, fee * neutral, action.notation, _PAYMENT)
    asks = (Ask("dice", state.seat, "neutral", (str(state.place),)) for _ in range(neutral))
    return state.asking(*asks)._replace(step=Step.ACTION, uses=1), tuple(events)


def neutral_moves(book: Rulebook, state: State, ask: Ask, dice: tuple[int, int]) -> Outcome:
    """A neutral merchant goes to the place that the dice name."""
    neutrals = list(state.neutrals)
    neutrals[neutrals.index(int(ask.detail[0]))] = sum(dice)
    event = Event(Phrase.of("istanbul.neutral_moves", place=name_of(sum(dice))), None, (str(sum(dice)),))
    return state._replace(neutrals=tuple(neutrals)), (event,)


# After phase 3


def finish_use(book: Rulebook, state: State) -> State:
    """The action of the place is done: on to the encounters, or back from where the family member went."""
    if state.uses or state.step is not Step.ACTION:
        return state
    return leave_action(state)


def leave_action(state: State) -> State:
    """On from phase 3, whether or not the action was taken."""
    if state.paused is not None:
        step, uses, errand = state.paused
        state = state._replace(step=step, uses=uses, errand=errand, paused=None)
        return state if uses or step is not Step.ACTION else leave_action(state)
    if state.piece is Piece.FAMILY:
        return state._replace(step=Step.AFTER, uses=0)
    # A family member on an errand has no encounters; who sent it, at the Police Station, has.
    return state._replace(step=Step.ENCOUNTERS, uses=0, errand=0)


# Phase 4


def caught_here(state: State) -> tuple[int, ...]:
    """Seats whose family members have to be caught; none at the Police Station."""
    if not state.may_meet or state.place == POLICE:
        return ()
    return tuple(
        seat for seat, player in enumerate(state.players) if seat != state.seat and player.family == state.place
    )


def catch(book: Rulebook, state: State, action: Catch) -> Outcome:
    """Send somebody's family member to the Police Station and take the reward."""
    if action.seat not in caught_here(state):
        raise refused(Phrase.of("istanbul.refused_nobody_to_catch"), action.notation, _ENCOUNTERS, place=state.place)
    family = state.players[action.seat]._replace(family=POLICE)
    state = rewarded(book, state.with_player(action.seat, family), action.reward, action.notation)
    event = Event(Phrase.of("istanbul.caught", name=state.setup.seats[action.seat].name), state.seat, (str(POLICE),))
    return state._replace(step=Step.ENCOUNTERS, uses=0, acted=0), (event,)


def rewarded(book: Rulebook, state: State, reward: str, value: str) -> State:
    """The reward for a family member at the Police Station: lira or a bonus card. Raises :class:`Refusal`."""
    if reward == "lira":
        return bank_pays(state, state.seat, int(book.facts["catch_lira"]))
    if reward == "card":
        return draw_hidden(state, state.seat, 1)
    raise refused(Phrase.of("istanbul.refused_reward"), value, _ENCOUNTERS, invalid=True)


def recall(book: Rulebook, state: State, action: Recall) -> Outcome:
    """Yellow mosque tile: once a turn, an assistant comes back for two lira."""
    rule = "Istanbul, yellow mosque tile"
    if "yellow" not in state.mover.tiles or state.recalled or state.step not in OWN_TURN:
        raise refused(Phrase.of("istanbul.refused_recall"), action.notation, rule)
    state = pay_bank(state, state.seat, int(book.facts["yellow_tile_lira"]), action.notation, rule)
    return fetched(state, state.seat, action.place, action.notation, rule)._replace(recalled=True), ()


def fetched(state: State, seat: int, place: int, value: str, rule: str) -> State:
    """One assistant from a place back under the merchant. Raises :class:`Refusal` where none waits there."""
    player = state.players[seat]
    if place not in player.out:
        raise refused(Phrase.of("istanbul.refused_no_assistant", place=name_of(place)), value, rule, place=place)
    out = list(player.out)
    out.remove(place)
    return state.with_player(seat, player._replace(out=tuple(out), stack=player.stack + 1))


# The end of a turn, a round, a game


def end(book: Rulebook, state: State, action: End) -> Outcome:
    """End the turn; in phase 2 without paying, in the last window for good."""
    match state.step:
        case Step.PAY:
            return early_end(book, state, Phrase.of("istanbul.ends_declined", place=name_of(state.place)))
        case Step.ACTION | Step.ENCOUNTERS:
            if caught_here(state):
                name = state.setup.seats[caught_here(state)[0]].name
                phrase = Phrase.of("istanbul.refused_must_catch", name=name)
                raise refused(phrase, action.notation, _ENCOUNTERS, place=state.place)
            if state.step is Step.ACTION and state.actor is Piece.FAMILY:
                return leave_action(state), ()
            return end_turn(book, state)
        case Step.AFTER:
            return next_turn(book, state)
        case Step.WINDOW:
            return next_window(book, state, state.seat + 1)
    raise not_now(state, action.notation)


def early_end(book: Rulebook, state: State, why: Phrase) -> Outcome:
    """The turn ends now: no action and no encounters."""
    event = Event(why, state.seat, (str(state.place),))
    state, events = end_turn(book, state)
    return state, (event, *events)


def end_turn(book: Rulebook, state: State) -> Outcome:
    """The turn is done, but for what an expansion lets follow."""
    if any(part.waits_after_turn(book, state) for part in book.parts):
        return state._replace(step=Step.AFTER, uses=0, acted=0), ()
    return next_turn(book, state)


def begin_turn(state: State, seat: int) -> State:
    """The state in which a seat may move."""
    return state._replace(
        turns=state.turns + 1,
        seat=seat,
        step=Step.MOVE,
        piece=Piece.MERCHANT,
        at=0,
        errand=0,
        paused=None,
        uses=0,
        acted=0,
        reach=(1, 2),
        aim=Aim.STEPS,
        chased=NOBODY,
        any_goods=False,
        recalled=False,
        met=(),
    )


def next_turn(book: Rulebook, state: State) -> Outcome:
    """The next player's turn, or after the last round everybody's last chance to play bonus cards."""
    state = state._replace(order=state.order + 1)
    following = (state.seat + 1) % len(state.players)
    if state.last_round and following == 0:
        return next_window(book, begin_turn(state, 0), 0)
    return begin_turn(state, following), ()


def next_window(book: Rulebook, state: State, seat: int) -> Outcome:
    """The last chance of the next seat that has cards in hand; after the last one the game is over."""
    while seat < len(state.players) and not state.players[seat].hand:
        seat += 1
    if seat < len(state.players):
        return state._replace(seat=seat, step=Step.WINDOW), ()
    return state._replace(seat=0, step=Step.OVER), (Event(Phrase.of("istanbul.over")),)


def watch_target(book: Rulebook, state: State) -> Outcome:
    """Whoever has the rubies makes this round the last one."""
    if state.last_round or max(player.rubies for player in state.players) < book.target:
        return state, ()
    winner = next(seat for seat, player in enumerate(state.players) if player.rubies >= book.target)
    name = state.setup.seats[winner].name
    return state._replace(last_round=True), (Event(Phrase.of("istanbul.last_round", name=name), winner),)


def standings(state: State) -> tuple[Standing, ...]:
    """Most rubies; ties go to lira, then goods, then bonus cards, else they are shared."""
    return ranking(
        [Holdings(player.rubies, player.lira, sum(player.goods.values()), player.hand) for player in state.players]
    )


def not_now(state: State, value: str) -> Exception:
    """The refusal of an action that this step does not take."""
    phrase = Phrase.of("istanbul.refused_not_now", step=Phrase(f"istanbul.step_{state.step}"))
    return refused(phrase, value, "Istanbul, a turn")
