"""What may be tapped in Riga and in its scorer, as headings and big buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kivy.uix.widget import Widget

from companion.ui.kit.base import chance
from companion.ui.kit.offered_touch import HalfMade, Offer
from companion.ui.kit.players import Badge
from companion.ui.kit.theme import badge_letters
from companion.ui.riga.at_table import EitherView, RigaView, ScorerView
from companion.ui.riga.pictures import card_picture, good_picture, persons_picture, tile_picture
from games.game import Phrase
from games.riga.actions import NONE, Action, Build, Discard, Effect, Pay, Reveal, Show, TakeBuilding, TakeRow
from games.riga.box.buildings import Building
from games.riga.box.components import CITIES
from games.riga.box.goods import GOODS, HIDDEN, counts_of, needless, paid
from games.riga.building import buildable, ways_to_pay
from games.riga.casual_player import casual_action
from games.riga.grand_masters import Row, cell_place, draw_row, subject_phrase, tile_phrase
from games.riga.moment import Step
from games.riga.revealing import buildings_due, pending, place_due, revealable
from games.riga.rules import RIGA
from games.riga.scorer import actions as tapped
from games.riga.scorer import rules as scorer
from games.riga.scorer.actions import Cover, Lay
from games.riga.scorer.rules import GRAND_MASTERS
from games.riga.state import State
from games.riga.supply import good_phrase, row_worth
from games.riga.table_place import CardPlace

Heads = tuple[Callable[[], Widget] | None, ...]  # see Offer

MOST_DUCATS = 3  # that an effect is offered to bring at once
FEW_HANDS = 12  # ways to discard that stand without headings
FEW_DUCATS = 20  # of cash that stands without a heading
# Cards of a hand and of a row that nobody looked at: a default of ours, the commonest numbers with the values that ship
# (of 1,200 hands and 2,000 rows dealt by chance from a full pile).
USUAL_HAND, USUAL_ROW = 2, 3


def scorer_offers(view: ScorerView) -> tuple[Offer[tapped.Action], ...]:
    """What may be told to the scorer."""
    state = view.state
    match state.step:
        case Step.ROW:
            return tuple(_row_offers(view, state.row, state.setup.with_riga))
        case Step.PLAY:
            return tuple(_declared_buildings(view, state))
        case Step.CASH:
            return tuple(_cash_offers(view, state))
    return ()


def riga_offers(view: RigaView) -> tuple[Offer[Action], ...]:
    """What may be done in Riga now."""
    state = view.state
    make: dict[Step, Callable[[RigaView, State], Iterator[Offer[Action]]]] = {
        Step.ROW: lambda view, state: _row_offers(view, state.row, state.setup.riga_buildings),
        Step.DEAL: _reveal_offers,
        Step.SPRING: _reveal_offers,
        Step.TAKE: _take_offers,
        Step.BUILD: _build_offers,
        Step.PAY: _pay_offers,
        Step.WINTER: _discard_offers,
        Step.SHOW: _show_offers,
    }
    return tuple(make[state.step](view, state)) if state.step in make else ()


def question(view: EitherView) -> Phrase:
    """What the dock asks."""
    state = view.state
    if isinstance(state, State) and state.step in (Step.DEAL, Step.SPRING) and place_due(state) is not None:
        place = place_due(state) or 0
        if state.step is Step.DEAL:
            buildings = state.setup.market.number("start_buildings")
            return Phrase.of("riga.ask_hand", name=view.seats[place].name, buildings=buildings)
        return Phrase.of("riga.ask_row_due", row=place + 1)
    if state.step is Step.ROW and state.row:
        return Phrase.of("riga.ask_row_next", number=len(state.row) + 1)
    if isinstance(state, State) and buildings_due(state):
        return Phrase.of(
            "riga.ask_building" if next(revealable(state), None) is not None else "riga.ask_spring_nothing"
        )
    if isinstance(state, State) and state.step is Step.PAY and state.owed is not None:
        return Phrase.of("riga.ask_pay", card=state.card(state.owed).phrase, cost=state.card(state.owed).cost)
    if state.step in (Step.CASH, Step.SHOW):
        return Phrase.of("riga.ask_cash", name=view.seats[state.seat].name)
    return Phrase.of(f"riga.ask_{state.step}")


def _row_offers(view: EitherView, row: Row, with_riga: bool) -> Iterator[Offer[Lay]]:
    """The tiles that lie next, one tap each, from left to right; all of them drawn by the tablet."""
    if not row:
        drawn = Lay(draw_row(chance(), with_riga))
        yield Offer(Phrase.of("riga.draw_row"), drawn, brings=Phrase.of("riga.draw_row_detail"))
    for action in scorer.tiles_to_lay(row, with_riga):
        (master,) = action.masters
        yield Offer(tile_phrase(master), action, picture=partial(tile_picture, master, len(view.seats)))


def _cash_offers(view: ScorerView, state: scorer.State) -> Iterator[Offer[tapped.Action]]:
    """What whoever is asked has in ducats, large sums by tens; everybody else's under the name."""
    for action in GRAND_MASTERS.legal(state):
        if isinstance(action, tapped.Cash):
            others = (Phrase.of("riga.seat", name=view.seats[action.seat].name),) if action.seat != state.seat else ()
            tens = action.ducats // 10 * 10
            by_tens = (Phrase.of("riga.ducats_from_to", least=tens, most=tens + 9),) if tens >= FEW_DUCATS else ()
            label = Phrase.of("riga.ducats", ducats=action.ducats)
            heads = (_badge_of(view, action.seat),) if others else ()
            yield Offer(label, action, (*others, *by_tens), hidden=True, heads=heads)


def _declared_buildings(view: ScorerView, state: scorer.State) -> Iterator[Offer[tapped.Action]]:
    cities = CITIES if state.setup.with_riga else CITIES[1:]
    for seat, player in enumerate(view.seats):
        name = Phrase.of("riga.seat", name=player.name)
        for city in cities:
            heading = Phrase.of("riga.city", city=city)
            place = cell_place(seat, city)
            for persons in scorer.persons_of_a_building():
                yield Offer(
                    with_persons(persons),
                    tapped.Build(seat, city, persons),
                    (name, heading),
                    places=(place,),
                    hidden=True,
                    picture=partial(persons_picture, persons) if persons else None,
                    heads=(_badge_of(view, seat), partial(good_picture, city)),
                )
    yield from (_cover_offer(view, action) for action in GRAND_MASTERS.legal(state) if isinstance(action, Cover))
    yield Offer(Phrase.of("riga.score_tiles"), tapped.End(), brings=Phrase.of("riga.score_tiles_detail"), hidden=True)


def _badge_of(view: EitherView, seat: int) -> Callable[[], Widget]:
    """Makes the badge of whoever sits there."""
    letters = badge_letters([one.name for one in view.seats])
    return partial(Badge, colour=view.seats[seat].colour, letter=letters[seat])


def with_persons(persons: tuple[str, ...]) -> Phrase:
    """Whom a building that is told to the scorer shows."""
    if not persons:
        return Phrase.of("riga.no_person")
    if len(persons) == 1:
        return Phrase.of("riga.with_person", person=subject_phrase(persons[0]))
    if persons[0] == persons[1]:
        return Phrase(f"riga.with_two_{persons[0].lower()}")
    return Phrase.of("riga.with_persons", one=subject_phrase(persons[0]), other=subject_phrase(persons[1]))


def _cover_offer(view: EitherView, action: Cover) -> Offer[Cover]:
    label = Phrase.of("riga.cover", person=subject_phrase(action.person))
    name = Phrase.of("riga.seat", name=view.seats[action.seat].name)
    at = (cell_place(action.seat, action.person),)
    return Offer(label, action, (name,), places=at, hidden=True, heads=(_badge_of(view, action.seat),))


@dataclass(frozen=True, slots=True)
class Several(HalfMade):
    """Not an action of the game: several that are told with one tap, and taken back with one undo."""

    actions: tuple[Reveal, ...]


def _none_looked_at(state: State) -> Iterator[Offer[Action]]:
    """Every commodity that is still to be turned up lies there unseen, as many as there mostly are."""
    reveals: list[Reveal] = []
    while (place := place_due(state)) is not None:
        has = len(state.rows[place]) if state.step is Step.SPRING else 0
        usual = (USUAL_ROW if state.step is Step.SPRING else USUAL_HAND) - has
        unseen = [Reveal(HIDDEN)] * max(1, usual - len(pending(state)[place] if pending(state) else ()))
        for one in (*unseen, Reveal(NONE)):
            if place_due(state) == place and one in revealable(state):
                reveals.append(one)
                state = state._replace(revealed=(*state.revealed, one.card))
        if place_due(state) == place:  # there are no more cards
            return
    if len(reveals) > 1:
        cards = USUAL_ROW if state.step is Step.SPRING else USUAL_HAND
        label = Phrase.of("riga.none_looked_at")
        detail = Phrase.of(f"riga.none_looked_at_{state.step}", cards=cards)
        yield Offer(label, Several(tuple(reveals)), brings=detail, hidden=True)


def _reveal_offers(_: RigaView, state: State) -> Iterator[Offer[Action]]:
    for action in revealable(state):
        card = action.card
        if card in GOODS:
            picture = partial(good_picture, card)
            yield Offer(good_phrase(card), action, hidden=True, picture=picture)
        elif card == HIDDEN:
            yield Offer(Phrase.of("riga.not_looked_at"), action, hidden=True)
        elif card == NONE:
            yield Offer(Phrase.of("riga.row_ends"), action, hidden=True)
        else:
            building = state.card(card)
            heading = Phrase.of("riga.city", city=building.city)
            yield _card_offer(state, card, Reveal(card), (heading,), heads=(partial(good_picture, building.city),))
    if not buildings_due(state):
        yield from _none_looked_at(state)
    if not state.revealed:
        whole = casual_action(state, chance())
        yield Offer(Phrase.of("riga.shuffle"), whole, brings=Phrase.of("riga.shuffle_detail"), hidden=True)


def _take_offers(view: RigaView, state: State) -> Iterator[Offer[Action]]:
    for number, row in enumerate(state.rows, 1):
        if row:
            worth = row_worth(state, row)
            cards = tuple(
                Phrase.of("riga.so_many", count=count, what=good_phrase(good))
                for good, count in zip(GOODS, counts_of(row), strict=True)
                if count
            )
            hidden = (Phrase.of("riga.so_many_hidden", count=row.count(HIDDEN)),) if HIDDEN in row else ()
            label = Phrase.of("riga.row", row=number, worth=worth if worth is not None else "?")
            yield Offer(
                label, TakeRow(number), brings=Phrase.of("riga.list", what=(*cards, *hidden)),
                places=(f"row:{number}",), hidden=True,
            )  # fmt: skip
    for key, _springs in state.offer:
        yield _card_offer(state, key, TakeBuilding(key), (Phrase.of("riga.take_building"),), (CardPlace(key).notation,))
    yield from _extras(view, state)


def _build_offers(view: RigaView, state: State) -> Iterator[Offer[Action]]:
    hidden = set(state.unseen_cards()) if state.mover.hidden_cards else set()
    for action in buildable(state):
        key = action.building
        city = state.card(key).city
        path: tuple[Phrase, ...] = ()
        heads: Heads = ()
        arms = partial(good_picture, city)
        if key in hidden:
            path, heads = (Phrase.of("riga.hidden_card"), Phrase.of("riga.city", city=city)), (None, arms)
        elif city == "Riga":
            path, heads = (Phrase.of("riga.own_riga"),), (arms,)
        yield _card_offer(state, key, Build(key), path, (cell_place(state.seat, city),), seen=True, heads=heads)
    yield from _extras(view, state)


def _card_offer(
    state: State,
    key: str,
    action: Action,
    path: tuple[Phrase, ...] = (),
    places: tuple[str, ...] = (),
    *,
    seen: bool = False,
    heads: Heads = (),
) -> Offer[Action]:
    card = state.card(key)
    brings = Phrase.of("riga.cost_and_points", cost=card.cost, points=card.points)
    label = Phrase.of("riga.plain", what=card.phrase)
    return Offer(
        label,
        action,
        path,
        brings,
        places,
        hidden=not seen,
        picture=partial(card_picture, card, state.setup.market.tariff),
        read=True,
        heads=heads,
    )


def _pay_offers(view: RigaView, state: State) -> Iterator[Offer[Action]]:
    assert state.owed is not None
    card, market = state.card(state.owed), state.setup.market
    cost = card.cost - state.ducats

    def worth(way: Pay) -> int:
        return paid(market.prices[card.city], counts_of(way.goods), [state.card(key).purse for key in way.purses])

    ways = sorted(ways_to_pay(state), key=lambda way: (worth(way), market.worth(counts_of(way.goods))))
    alike = Counter(state.card(key).purse for key in {key for way in ways for key in way.purses})
    for way in ways:
        goods = tuple(
            Phrase.of("riga.so_many", count=count, what=good_phrase(good))
            for good, count in zip(GOODS, counts_of(way.goods), strict=True)
            if count
        )
        purses = tuple(_purse(state.card(key), named=alike[state.card(key).purse] > 1) for key in way.purses)
        lost = worth(way) - cost
        brings = Phrase.of("riga.pays_lost", ducats=worth(way), lost=lost) if lost else Phrase.of("riga.pays_even")
        opened = [state.card(key).purse for key in way.purses]
        spare = needless(cost, market.prices[card.city], counts_of(way.goods), opened)
        path = (Phrase("riga.more_than_needed"),) if spare else ()
        yield Offer(Phrase.of("riga.list", what=(*goods, *purses)), way, path, brings=brings, hidden=True)
    yield from _extras(view, state)


def _purse(card: Building, *, named: bool) -> Phrase:
    """What a building pays; which one it is where others hold as much."""
    if named:
        return Phrase.of("riga.purse_of_card", ducats=card.purse, card=card.phrase)
    return Phrase.of("riga.purse_of", ducats=card.purse)


def _discard_offers(_: RigaView, state: State) -> Iterator[Offer[Action]]:
    yield from _hands([action for action in RIGA.legal(state) if isinstance(action, Discard)])


def _show_offers(_: RigaView, state: State) -> Iterator[Offer[Action]]:
    yield from _hands([action for action in RIGA.legal(state) if isinstance(action, Show)])


def _hands(actions: Sequence[Discard | Show]) -> Iterator[Offer[Action]]:
    """Commodities of a hand: a tap each where there are few ways, else one kind after another."""
    for action in actions:
        kinds = _kinds(action.goods)
        path = kinds[:-1] if len(actions) > FEW_HANDS else ()
        yield Offer(Phrase.of("riga.list", what=kinds), action, path, hidden=True)


def _kinds(goods: tuple[str, ...]) -> tuple[Phrase, ...]:
    """How many of each kind: "2 grain", "1 wine"."""
    return tuple(
        Phrase.of("riga.so_many", count=count, what=good_phrase(good))
        for good, count in zip(GOODS, counts_of(goods), strict=True)
        if count
    )


def _extras(view: RigaView, state: State) -> Iterator[Offer[Action]]:
    """What a printed effect brings, one thing a tap, and persons that are covered; of who moves first."""
    for action in sorted(
        (one for one in RIGA.legal(state) if isinstance(one, Effect)), key=lambda one: one.seat != state.seat
    ):
        others = (Phrase.of("riga.seat", name=view.seats[action.seat].name),) if action.seat != state.seat else ()
        good = next(iter((*action.gains, *action.loses)), None)
        picture = partial(good_picture, good) if good in GOODS else None
        path, heads = (Phrase.of("riga.effects"), *others), (None, _badge_of(view, action.seat)) if others else ()
        yield Offer(_effect_phrase(action), action, path, picture=picture, hidden=True, heads=heads)
    for ducats in range(2, MOST_DUCATS + 1):
        label = Phrase.of("riga.effect_ducats", ducats=ducats)
        yield Offer(label, Effect(state.seat, ducats=ducats), (Phrase.of("riga.effects"),), hidden=True)
    yield from (_cover_offer(view, action) for action in RIGA.legal(state) if isinstance(action, Cover))


def _effect_phrase(action: Effect) -> Phrase:
    """One thing that an effect brings: "+ Grain", "− Grain", "+1 point"."""
    if action.gains:
        (good,) = action.gains
        what = good_phrase(good) if good in GOODS else Phrase.of("riga.card_unseen")
        return Phrase.of("riga.effect_gain", what=what)
    if action.loses:
        return Phrase.of("riga.effect_loss", what=good_phrase(action.loses[0]))
    if action.ducats:
        return Phrase.of("riga.effect_ducats", ducats=action.ducats)
    return Phrase.of("riga.effect_point" if action.points > 0 else "riga.effect_point_less")
