"""Why an action is not taken, for people. Whether it is, :mod:`games.riga.legal` alone decides."""

from __future__ import annotations

from games.game import Phrase, Refusal
from games.riga.actions import (
    NONE,
    Action,
    Build,
    Deal,
    Discard,
    Effect,
    Goods,
    Pay,
    Reveal,
    Show,
    Spring,
    TakeBuilding,
    TakeRow,
    write_action,
)
from games.riga.box.buildings import RIGA
from games.riga.box.goods import GOODS, HIDDEN, counts_of, needless, paid
from games.riga.building import affordable
from games.riga.declaring import RULE_EFFECT
from games.riga.ending import RULE_END
from games.riga.grand_masters import cell_place
from games.riga.legal import EFFECT_STEPS
from games.riga.moment import Step
from games.riga.refusals import illegal
from games.riga.revealing import buildings_due, refuse_unless_whole
from games.riga.scorer.actions import Cover, Lay
from games.riga.scorer.rules import RULE_COVER, why_no_row
from games.riga.state import State
from games.riga.supply import RULE_PAY, RULE_SPRING, draw_goods, good_phrase, parts_with, shown
from games.riga.year import RULE_WINTER

RULE_TURN = "Riga, Spielzug"
_DUE: dict[type, tuple[Step, ...]] = {
    Lay: (Step.ROW,),
    Deal: (Step.DEAL,),
    Spring: (Step.SPRING,),
    Reveal: (Step.DEAL, Step.SPRING),
    TakeRow: (Step.TAKE,),
    TakeBuilding: (Step.TAKE,),
    Build: (Step.BUILD,),
    Pay: (Step.PAY,),
    Discard: (Step.WINTER,),
    Show: (Step.SHOW,),
    Effect: EFFECT_STEPS,
}


def why_not(before: State, whole_action: Action, state: State) -> Refusal:
    """The refusal of an action.

    Args:
        before: where it was told.
        whole_action: as it was told.
        state: where the first action of what it stands for is not listed.
    """
    value = write_action(whole_action)
    if before.step is Step.OVER:
        return illegal("over", value, RULE_TURN)
    if isinstance(whole_action, Cover):
        return _not_covered(before, whole_action, value)
    if before.step not in _DUE.get(type(whole_action), ()):
        return illegal("not_now", value, RULE_TURN, due=Phrase.of(f"riga.step_{before.step}"))
    try:
        _refuse(before, whole_action, state, value)
    except Refusal as refusal:
        return refusal
    return illegal("not_now", value, RULE_TURN, due=Phrase.of(f"riga.step_{before.step}"))


def _refuse(before: State, whole_action: Action, state: State, value: str) -> None:
    """Raise the refusal."""
    match whole_action:
        case Lay(masters):
            raise why_no_row(before.row, masters, before.setup.riga_buildings, value)
        case Deal() | Spring():
            refuse_unless_whole(before, whole_action)
        case Reveal():
            _refuse_reveal(state, whole_action, value)
        case TakeRow(row):
            raise illegal("no_such_row", value, RULE_TURN, row=row)
        case TakeBuilding(key):
            raise illegal("not_on_offer", value, RULE_TURN, card=key)
        case Build(key):
            _refuse_build(before, key, value)
        case Pay():
            _refuse_payment(before, whole_action, value)
        case Discard(goods):
            too_many = before.mover.hand - before.hand_limit(before.seat)
            _refuse_cards(before, goods, too_many, value, RULE_WINTER)
        case Show(goods):
            _refuse_cards(before, goods, before.mover.hidden_goods, value, RULE_END)
            held = tuple(good for good, count in zip(GOODS, before.mover.goods, strict=True) for _ in range(count))
            shown(before, before.seat, (*held, *goods), value, RULE_END)
        case Effect():
            _refuse_effect(before, whole_action, value)


def _not_covered(state: State, action: Cover, value: str) -> Refusal:
    if not state.setup.victual_brothers:
        return illegal("no_victual_brothers", value, RULE_COVER)
    if state.step not in EFFECT_STEPS or not 0 <= action.seat < len(state.players):
        return illegal("not_now", value, RULE_COVER, due=Phrase.of(f"riga.step_{state.step}"))
    return illegal("nobody_to_cover", value, RULE_COVER, cell_place(action.seat, action.person))


def _refuse_reveal(state: State, action: Reveal, value: str) -> None:
    kind = "building" if buildings_due(state) else "good"
    given = "good" if action.card in (*GOODS, HIDDEN, NONE) else "building"
    if given != kind:
        raise illegal(f"reveal_{kind}", value, RULE_SPRING)
    if action.card == NONE:
        raise illegal("reveal_end", value, RULE_SPRING)
    if kind == "building":
        raise illegal("not_in_pile", value, RULE_SPRING, action.card, card=action.card)
    good = good_phrase(action.card) if action.card in GOODS else HIDDEN
    raise illegal("good_not_in_pile", value, RULE_SPRING, action.card, good=good)


def _refuse_build(state: State, key: str, value: str) -> None:
    player = state.mover
    if key not in state.setup.cards.by_key:
        raise illegal("no_such_card", value, RULE_PAY, card=key)
    card = state.card(key)
    if card.city == RIGA and key not in state.riga_left(state.seat):
        raise illegal("riga_once", value, RULE_PAY, card=card.phrase)
    hidden = player.hidden_cards > 0 and key in state.unseen_cards()
    if card.city != RIGA and key not in player.cards and not hidden:
        raise illegal("card_not_in_hand", value, RULE_PAY, card=card.phrase)
    most = state.setup.market.number("builds_a_turn")
    if state.raised >= most:
        raise illegal("three_buildings", value, RULE_PAY, most=most)
    assert not affordable(state, card)
    raise illegal("cannot_pay", value, RULE_PAY, card=card.phrase, cost=card.cost)


def _refuse_payment(state: State, action: Pay, value: str) -> None:
    assert state.owed is not None
    card = state.card(state.owed)
    cost = card.cost - state.ducats
    for place, key in enumerate(action.purses):
        if key not in state.purses(state.seat) or key in action.purses[:place]:
            raise illegal("purse_spent", value, RULE_PAY, card=key)
    if HIDDEN in action.goods:
        raise illegal("show_the_card", value, RULE_PAY)
    prices, purses = state.setup.market.prices[card.city], [state.card(key).purse for key in action.purses]
    worthless = next(
        (good for good, price in zip(GOODS, prices, strict=True) if good in action.goods and not price), ""
    )
    if worthless:
        raise illegal("city_refuses", value, RULE_PAY, card.city, good=good_phrase(worthless), city=card.city)
    worth = paid(prices, counts_of(action.goods), purses)
    if worth < cost:
        raise illegal("too_little", value, RULE_PAY, paid=worth, cost=cost)
    if not state.setup.market.takes_needless and needless(cost, prices, counts_of(action.goods), purses):
        raise illegal("needless_card", value, RULE_PAY, paid=worth, cost=cost)
    parts_with(state, state.seat, action.goods, value)


def _refuse_cards(state: State, goods: Goods, wanted: int, value: str, rule: str) -> None:
    """Cards of a hand that are laid down or shown: another number of them, or one that can't be there."""
    if len(goods) != wanted:
        raise illegal("wrong_number", value, rule, wanted=wanted)
    parts_with(state, state.seat, goods, value, rule)


def _refuse_effect(state: State, action: Effect, value: str) -> None:
    if not 0 <= action.seat < len(state.players):
        raise illegal("no_such_seat", value, RULE_EFFECT, players=len(state.players))
    if not (action.gains or action.loses or action.points or action.ducats):
        raise illegal("effect_empty", value, RULE_EFFECT)
    if action.ducats < 0 or (action.ducats and action.seat != state.seat):
        raise illegal("ducats_now", value, RULE_EFFECT)
    state = parts_with(state, action.seat, action.loses, value, RULE_EFFECT)
    draw_goods(state, action.gains, value)
