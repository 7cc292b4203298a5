"""The sixteen places of the base game: what each one's action takes and brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from games.game import Event, Phrase
from games.istanbul.holdings import (
    bank_pays,
    capacity,
    discard_card,
    draw_hidden,
    draw_open,
    gain,
    pay_bank,
    possible_cards,
    spend,
    take_ruby,
)
from games.istanbul.moment import Piece
from games.istanbul.rulebook import Outcome, Place, Rulebook, Words, name_of, refused
from games.istanbul.state import POLICE, Ask, State

WAREHOUSES = {2: "red", 3: "green", 4: "yellow"}


def bad_words(number: int, words: Words) -> Exception:
    """The refusal of words that mean nothing at this place."""
    value = " ".join(("use", *words))
    return refused(Phrase.of("istanbul.bad_words"), value, f"Istanbul, place {number}", place=number, invalid=True)


class Wainwright(Place):
    """1: an extension of the wheelbarrow for seven lira; the third one brings a ruby."""

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Buy one."""
        if words:
            raise bad_words(1, words)
        state = pay_bank(state, state.seat, int(book.facts["extension_price"]), "use", "Istanbul, Wainwright")
        return extend(book, state, state.seat)


def extend(book: Rulebook, state: State, seat: int) -> Outcome:
    """One more extension, and the ruby for the last of them. Raises :class:`Refusal` where all are there."""
    rule = "Istanbul, Wainwright"
    player, most = state.players[seat], int(book.facts["max_extensions"])
    if player.extensions >= most:
        raise refused(Phrase.of("istanbul.refused_extension", most=most), "use", rule, place=1)
    state = state.with_player(seat, player._replace(extensions=player.extensions + 1))
    if player.extensions + 1 == most and state.rubies[1]:
        return take_ruby(book, state, seat, 1, rule)
    return state, ()


class Warehouse(Place):
    """2, 3, 4: its good up to capacity; with the green mosque tile one more good of any kind for two lira."""

    def __init__(self, number: int) -> None:
        self.number = number

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Plain, or with the extra good."""
        yield ()
        if "green" in state.mover.tiles:
            yield from ((good,) for good in book.goods)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Fill up, then the extra good."""
        good, rule = WAREHOUSES[self.number], "Istanbul, green mosque tile"
        state = gain(book, state, state.seat, good, capacity(book, state, state.seat, good))
        if not words:
            return state, ()
        if len(words) > 1 or words[0] not in book.goods:
            raise bad_words(self.number, words)
        if "green" not in state.mover.tiles:
            raise refused(Phrase.of("istanbul.refused_green_tile"), words[0], rule, place=self.number)
        state = pay_bank(state, state.seat, int(book.facts["green_tile_lira"]), words[0], rule)
        return gain(book, state, state.seat, words[0]), ()


class PostOffice(Place):
    """5: what the four columns leave uncovered; then the leftmost indicator of the top row moves down."""

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Take goods and lira."""
        if words:
            raise bad_words(5, words)
        for value in mail_income(book, state):
            if isinstance(value, int):
                state = bank_pays(state, state.seat, value)
            else:
                state = gain(book, state, state.seat, value)
        columns = len(book.facts["post_columns"])
        return state._replace(mail=(state.mail + 1) % (columns + 1)), ()


def mail_income(book: Rulebook, state: State) -> tuple[str | int, ...]:
    """Goods and lira that the Post Office gives now; an indicator in the top row leaves the bottom value open."""
    columns = book.facts["post_columns"]
    return tuple(top if index < state.mail else bottom for index, (top, bottom) in enumerate(columns))


class Caravansary(Place):
    """6: two bonus cards, each from the pile or the open discard; then one from hand is discarded."""

    SOURCES = ("pile", "open")

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Every pair of sources that has a card each, every card that may be in hand then."""
        for sources in product(self.SOURCES, repeat=2):
            after = self._drawn(state, sources)
            if after is not None:
                yield from ((*sources, kind) for kind in possible_cards(book, after, state.seat))

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Draw two, discard one."""
        if len(words) != 3 or any(source not in self.SOURCES for source in words[:2]):
            raise bad_words(6, words)
        after = self._drawn(state, words[:2])
        if after is None:
            raise refused(Phrase.of("istanbul.refused_no_discard"), " ".join(words), "Istanbul, Caravansary", place=6)
        state = discard_card(book, after, state.seat, words[2], " ".join(words))
        coffee = int(book.facts["caravansary_coffee"])
        return (gain(book, state, state.seat, "coffee", coffee) if coffee else state), ()

    @staticmethod
    def _drawn(state: State, sources: Words) -> State | None:
        """The state with a card from each source, one after the other; None where an open card is not there (any
        more): a card from an empty pile takes the whole discard pile with it. A pile with nothing left gives none."""
        for source in sources:
            if source == "pile":
                state = draw_hidden(state, state.seat, 1)
            elif state.discard:
                state = draw_open(state, state.seat)
            else:
                return None
        return state


class Fountain(Place):
    """7: any number of one's own assistants come back."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """All of them, or any of them."""
        yield ()
        yield from some_of(state.mover.out)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Nothing said means all of them."""
        mover = state.mover
        if not words:
            return state.with_mover(mover._replace(out=(), stack=mover.stack + len(mover.out))), ()
        out, called = Counter(map(str, mover.out)), Counter(words)
        if called - out:
            phrase = Phrase.of("istanbul.refused_no_assistant", place=next(iter(called - out)))
            raise refused(phrase, " ".join(words), "Istanbul, Fountain", place=7)
        if called == out:
            raise refused(Phrase.of("istanbul.refused_all_by_name"), " ".join(words), "Istanbul, Fountain", place=7)
        left = tuple(sorted(int(place) for place in (out - called).elements()))
        return state.with_mover(mover._replace(out=left, stack=mover.stack + len(words))), ()

    def as_now(self, book: Rulebook, state: State, words: Words) -> Words | None:
        """All of them by their names."""
        return () if words and Counter(words) == Counter(map(str, state.mover.out)) else None


def some_of(out: tuple[int, ...]) -> Iterator[Words]:
    """Every choice of assistants who come back but all and none, by the places where they wait."""
    for count in range(1, len(out)):
        yield from dict.fromkeys(tuple(map(str, some)) for some in combinations(out, count))


class BlackMarket(Place):
    """8: a red, green or yellow good of choice, then two dice for blue ones."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """The goods to choose from."""
        yield from ((good,) for good in book.facts["black_market_choice"])

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Take the good and ask for the dice."""
        if len(words) != 1 or words[0] not in book.facts["black_market_choice"]:
            raise bad_words(8, words)
        state = gain(book, state, state.seat, words[0])
        return state.asking(Ask("dice", state.seat, "black_market")), ()


def black_market_dice(book: Rulebook, state: State, ask: Ask, dice: tuple[int, int]) -> Outcome:
    """Blue goods by the table that is printed on place 8."""
    blue = max((count for least, count in book.facts["black_market"] if sum(dice) >= least), default=0)
    event = Event(Phrase.of("istanbul.blue_goods", count=blue), ask.seat, ("8",))
    return gain(book, state, ask.seat, "blue", blue), (event,)


class TeaHouse(Place):
    """9: announce a number, then roll: that many lira where the dice reach it, else two."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Every number that may be announced."""
        tea = book.facts["tea_house"]
        yield from ((str(call),) for call in range(int(tea["least"]), int(tea["most"]) + 1))

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Announce, and ask for the dice."""
        if len(words) != 1 or words not in set(self.choices(book, state)):
            raise bad_words(9, words)
        return state.asking(Ask("dice", state.seat, "tea_house", words)), ()


def tea_house_dice(book: Rulebook, state: State, ask: Ask, dice: tuple[int, int]) -> Outcome:
    """The number announced, or the consolation."""
    call = int(ask.detail[0])
    lira = call if sum(dice) >= call else int(book.facts["tea_house"]["consolation"])
    event = Event(Phrase.of("istanbul.tea_lira", called=call, lira=lira), ask.seat, ("9",))
    return bank_pays(state, ask.seat, lira), (event,)


class Market(Place):
    """10, 11: sell one to five of the goods on the tile; the tile goes to the bottom of its stack."""

    def __init__(self, number: int) -> None:
        self.number = number

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Every set of goods that may be sold."""
        most = len(book.facts["market_reward"][str(self.number)])
        wanted = self._wanted(book, state)
        ranges = [
            range(min(state.mover.goods[good], wanted[good] if wanted is not None else most) + 1) for good in book.goods
        ]
        for counts in product(*ranges):
            if 1 <= sum(counts) <= most:
                yield tuple(good for good, count in zip(book.goods, counts, strict=True) for _ in range(count))

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Sell, take the lira, and turn the next tile up."""
        rewards = book.facts["market_reward"][str(self.number)]
        if not 1 <= len(words) <= len(rewards) or any(good not in book.goods for good in words):
            raise bad_words(self.number, words)
        rule, wanted = f"Istanbul, place {self.number}", self._wanted(book, state)
        sold, value = Counter(words), " ".join(words)
        if wanted is not None and sold - wanted:
            tile = state.demand[self.number][0]
            phrase = Phrase.of("istanbul.refused_demand", tile=tile)
            raise refused(phrase, value, rule, place=self.number)
        state = bank_pays(spend(state, state.seat, sold, value, rule), state.seat, int(rewards[len(words) - 1]))
        top, *rest = state.demand[self.number]
        state = state._replace(demand={**state.demand, self.number: (*rest, top)})
        if self.number == 11:
            state = state._replace(any_goods=False)
        event = Event(Phrase.of("istanbul.sold", count=len(words), lira=int(rewards[len(words) - 1])), state.seat)
        asks = () if rest and rest[0] else (Ask("demand", state.seat, str(self.number)),)
        return state.asking(*asks), (event,)

    def _wanted(self, book: Rulebook, state: State) -> Counter[str] | None:
        """What the open tile asks for; None where a card lets any goods be sold."""
        if self.number == 11 and state.any_goods:
            return None
        tile = state.demand[self.number][0]
        return Counter({good: int(count) for good, count in zip(book.goods, tile, strict=True)})


class PoliceStation(Place):
    """12: one's own family member goes from here to any place and takes its action; nobody pays, nobody is met."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Every other place."""
        if state.mover.family == POLICE and state.actor is not Piece.FAMILY:
            yield from ((str(number),) for number in book.at if number != POLICE)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Send it; the action of that place may follow."""
        rule = "Istanbul, Police Station"
        if len(words) != 1 or not words[0].isdecimal() or int(words[0]) not in book.at or int(words[0]) == POLICE:
            raise bad_words(POLICE, words)
        if state.mover.family != POLICE or state.actor is Piece.FAMILY:
            raise refused(Phrase.of("istanbul.refused_family_away"), words[0], rule, place=POLICE)
        number = int(words[0])
        state = state.with_mover(state.mover._replace(family=number))
        event = Event(Phrase.of("istanbul.family_sent", place=name_of(number)), state.seat, (str(number),))
        return state._replace(errand=number, uses=1), (event,)


class Palace(Place):
    """13: a ruby for all the goods that its track leaves uncovered, one more each time."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Goods for the spaces that take any."""
        fixed, free = palace_cost(book, state)
        left = {good: state.mover.goods[good] - fixed[good] for good in book.goods}
        if state.rubies[13] and min(left.values()) >= 0 and sum(left.values()) >= free:
            for words in combinations_with_replacement(book.goods, free):
                if all(words.count(good) <= left[good] for good in words):
                    yield words

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Deliver and take the ruby."""
        rule = "Istanbul, Sultan's Palace"
        fixed, free = palace_cost(book, state)
        if len(words) != free or any(good not in book.goods for good in words):
            raise refused(Phrase.of("istanbul.refused_any_goods", count=free), " ".join(words) or "use", rule, place=13)
        price = fixed + Counter(words)
        state = spend(state, state.seat, price, " ".join(words) or "use", rule)
        return take_ruby(book, state, state.seat, 13, rule, working=" + ".join(f"{price[good]}" for good in book.goods))


def palace_cost(book: Rulebook, state: State) -> tuple[Counter[str], int]:
    """Goods that have to be delivered for the next ruby, and how many more of any kind."""
    track = book.facts["palace_track"][: book.price(state, 13)]
    return Counter(good for good in track if good != "any"), track.count("any")


class Mosque(Place):
    """14, 15: a tile for whoever has the goods it shows; one of them is paid. Both of a mosque bring a ruby."""

    def __init__(self, number: int) -> None:
        self.number = number

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Colours whose tile may be taken."""
        for colour in book.facts["mosque_colours"][str(self.number)]:
            tiles = state.mosque[colour]
            if tiles and colour not in state.mover.tiles and state.mover.goods[colour] >= tiles[0]:
                yield (colour,)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Pay one, take the tile."""
        rule, pair = f"Istanbul, place {self.number}", book.facts["mosque_colours"][str(self.number)]
        if len(words) != 1 or words[0] not in pair:
            raise bad_words(self.number, words)
        colour, mover = words[0], state.mover
        if colour in mover.tiles or not state.mosque[colour]:
            raise refused(Phrase.of("istanbul.refused_tile"), colour, rule, place=self.number)
        needed = state.mosque[colour][0]
        if mover.goods[colour] < needed:
            good = Phrase(f"istanbul.ware_{colour}")
            phrase = Phrase.of("istanbul.refused_goods", good=good, has=mover.goods[colour], needed=needed)
            raise refused(phrase, colour, rule, place=self.number)
        state = spend(state, state.seat, Counter([colour]), colour, rule)
        return with_mosque_tile(book, state, state.seat, self.number, colour)


def with_mosque_tile(book: Rulebook, state: State, seat: int, place: int, colour: str) -> Outcome:
    """The topmost tile of that colour is the player's. Raises :class:`Refusal` where there is none, or one at home."""
    rule, player = f"Istanbul, place {place}", state.players[seat]
    if colour in player.tiles or not state.mosque[colour]:
        raise refused(Phrase.of("istanbul.refused_tile"), colour, rule, place=place)
    player = player._replace(tiles=player.tiles | {colour})
    if colour == "blue":
        # "The fifth assistant comes at once."
        player = player._replace(stack=player.stack + player.aside, aside=0)
    state = state.with_player(seat, player)._replace(mosque={**state.mosque, colour: state.mosque[colour][1:]})
    event = Event(Phrase.of("istanbul.tile_taken", colour=Phrase(f"istanbul.tile_{colour}")), seat)
    pair = book.facts["mosque_colours"][str(place)]
    if all(one in player.tiles for one in pair) and state.rubies[place]:
        state, events = take_ruby(book, state, seat, place, rule)
        return state, (event, *events)
    return state, (event,)


class Dealer(Place):
    """16: a ruby for the uncovered price, one lira more each time."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Buy, where the money lasts."""
        if state.rubies[16] and state.mover.lira >= book.price(state, 16):
            yield ()

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Pay and take the ruby."""
        if words:
            raise bad_words(16, words)
        price, rule = book.price(state, 16), "Istanbul, Gemstone Dealer"
        marks = ("default",) if book.facts.is_default(f"dealer_first.{book.players}") else ()
        state = pay_bank(state, state.seat, price, "use", rule)
        paid = Phrase.of("istanbul.lira", lira=price)
        return take_ruby(book, state, state.seat, 16, rule, paid=paid, marks=marks)


def base_places() -> dict[int, Place]:
    """Place number -> what can be done there."""
    return {
        1: Wainwright(),
        **{number: Warehouse(number) for number in WAREHOUSES},
        5: PostOffice(),
        6: Caravansary(),
        7: Fountain(),
        8: BlackMarket(),
        9: TeaHouse(),
        10: Market(10),
        11: Market(11),
        12: PoliceStation(),
        13: Palace(),
        14: Mosque(14),
        15: Mosque(15),
        16: Dealer(),
    }
