"""Letters & Seals: letters and their delivery, seals, the companion, the courier, and the double move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, NamedTuple

from games.game import Event, JsonValue, Phrase
from games.istanbul.actions import Action
from games.istanbul.holdings import pay_bank
from games.istanbul.moment import Aim, Piece
from games.istanbul.moment import Step as Phase
from games.istanbul.rulebook import Figure, Item, Outcome, Rulebook, Words, name_of, refused
from games.istanbul.state import Ask, State
from games.istanbul.turn import arrive, begin_turn, not_now

KEY = "letters-and-seals"
GENERAL, PERSONAL = 0, -1  # where a companion waits who is not on the board
DELIVERED = "d"  # the word for a letter that shows its two seals
_RULE = "Letters & Seals, Your turn"


@dataclass(frozen=True, slots=True)
class Letter(Action):
    """Tell the number on the letter that was drawn."""

    number: int
    verb: ClassVar[str] = "letter"


@dataclass(frozen=True, slots=True)
class Escort(Action):
    """At the start of the turn, place the companion next to the merchant."""

    verb: ClassVar[str] = "escort"


@dataclass(frozen=True, slots=True)
class CompanionStep(Action):
    """Move the companion to a place instead of the merchant."""

    place: int
    verb: ClassVar[str] = "step"


@dataclass(frozen=True, slots=True)
class Again(Action):
    """Discard letters for a double move: numbers of letters that are not delivered, ``d`` for delivered ones."""

    letters: tuple[str, ...]
    verb: ClassVar[str] = "again"


class Own(NamedTuple):
    """What is new in front of a player: letters as (number, delivered), and where the companion is."""

    letters: tuple[tuple[int, bool], ...] = ()
    companion: int = GENERAL

    @property
    def seals(self) -> int:
        """Seals that the letters show."""
        return sum(2 if delivered else 1 for _, delivered in self.letters)


class LettersState(NamedTuple):
    """What Letters & Seals remembers.

    Attributes:
        players: by seat.
        pile, discard: letters face down, and the numbers of used ones.
        society: how many times the Secret Society has paid.
        doubled: the seat that is in its double move, or -1.
        kiosk_open: kiosk tiles that lie open.
        kiosk_used: kiosk tiles in the discard pile.
        bid, bidder: the highest bid and whose it is, -1 for nobody's.
        shuffled: used letters have been shuffled into a new pile.
    """

    players: tuple[Own, ...]
    pile: int
    discard: tuple[int, ...] = ()
    society: int = 0
    doubled: int = -1
    kiosk_open: tuple[str, ...] = ()
    kiosk_used: tuple[str, ...] = ()
    bid: int = 0
    bidder: int = -1
    shuffled: bool = False


def own_state(state: State) -> LettersState:
    """What the expansion remembers."""
    own: LettersState = state.own[KEY]
    return own


def with_player(state: State, seat: int, player: Own) -> State:
    """The state with other letters or another companion at a seat."""
    own = own_state(state)
    return state.with_own(KEY, own._replace(players=(*own.players[:seat], player, *own.players[seat + 1 :])))


# Letters


def draw_letters(state: State, seat: int, count: int) -> State:
    """Ask for letters that are drawn, as many as there are."""
    own = own_state(state)
    asked = sum(ask.kind == "letter" for ask in state.asks)
    there = own.pile + len(own.discard) - asked
    return state.asking(*(Ask("letter", seat) for _ in range(min(count, there))))


def possible_numbers(book: Rulebook, state: State) -> tuple[int, ...]:
    """Numbers that the next letter may show; every place where the owner has not counted all the letters."""
    counts = {int(number): int(count) for number, count in book.facts["letter_numbers"].items()}
    if sum(counts.values()) != int(book.facts["letters"]):
        return tuple(book.at)
    own = own_state(state)
    shuffled = own.shuffled or not own.pile
    # Delivered letters lie seal side up: once used letters were shuffled, nobody knows which of those went back.
    out = Counter(number for player in own.players for number, done in player.letters if not (done and shuffled))
    out.update(() if shuffled else own.discard)
    return tuple(number for number, count in counts.items() if count > out[number])


def letter_drawn(book: Rulebook, state: State, action: Letter) -> Outcome:
    """The letter lies before its owner, place number up; used letters are shuffled into an empty pile."""
    if not state.asks or state.asks[0].kind != "letter":
        raise not_now(state, action.notation)
    if action.number not in possible_numbers(book, state):
        phrase = Phrase.of("istanbul.refused_letter_number", number=action.number)
        raise refused(phrase, action.notation, "Letters & Seals, letters", place=action.number)
    seat, own = state.asks[0].seat, own_state(state)
    if not own.pile:
        own = own._replace(pile=len(own.discard), discard=(), shuffled=True)
    state = state.answered().with_own(KEY, own._replace(pile=own.pile - 1))
    player = own.players[seat]
    state = with_player(state, seat, player._replace(letters=tuple(sorted((*player.letters, (action.number, False))))))
    return state, (Event(Phrase.of("istanbul.letter_drawn", place=name_of(action.number)), seat),)


def deliver(state: State) -> Outcome:
    """Turn every letter over whose place a merchant, family member or companion of its owner stands at.

    "You must turn these letters": it happens of itself, at any time, moved or not.
    """
    events = []
    for seat, own in enumerate(own_state(state).players):
        if not own.letters:
            continue
        player = state.players[seat]
        here = (player.merchant, player.family, own.companion)
        due = [number for number, delivered in own.letters if not delivered and number in here]
        if due:
            letters = tuple(sorted((number, done or number in here) for number, done in own.letters))
            state = with_player(state, seat, own._replace(letters=letters))
            events += [Event(Phrase.of("istanbul.letter_delivered", number=n), seat, (str(n),)) for n in due]
    return state, tuple(events)


def discard_letters(state: State, seat: int, words: Words) -> tuple[State, int]:
    """These letters leave; the seals that they showed. Raises :class:`Refusal` where one is not there."""
    seals = 0
    for word in words:
        own = own_state(state)
        player = own.players[seat]
        done = word == DELIVERED
        found = next((one for one in player.letters if one[1] == done and (done or str(one[0]) == word)), None)
        if found is None:
            raise refused(Phrase.of("istanbul.refused_no_letter", letter=word), word, "Letters & Seals, letters")
        letters = list(player.letters)
        letters.remove(found)
        state = with_player(state, seat, player._replace(letters=tuple(letters)))
        state = state.with_own(KEY, own_state(state)._replace(discard=(*own.discard, found[0])))
        seals += 2 if done else 1
    return state, seals


def spend_seals(state: State, seat: int, words: Words, needed: int, rule: str) -> State:
    """Letters for so many seals, none of them for nothing; "overpaid seals are forfeit". Raises :class:`Refusal`."""
    state, shown = discard_letters(state, seat, words)
    least = 1 if any(word != DELIVERED for word in words) else 2
    if shown < needed or shown - least >= needed:
        phrase = Phrase.of("istanbul.refused_seals", needed=needed, shown=shown)
        raise refused(phrase, " ".join(words) or "-", rule)
    return state


def seal_choices(state: State, seat: int, needed: int) -> Iterator[Words]:
    """Every set of letters that pays so many seals with none to spare."""
    letters = [DELIVERED if done else str(number) for number, done in own_state(state).players[seat].letters]
    found: dict[Words, None] = {}
    for count in range(1, min(needed, len(letters)) + 1):
        for words in combinations(sorted(letters), count):
            values = [2 if word == DELIVERED else 1 for word in words]
            if 0 <= sum(values) - needed < min(values):
                found[words] = None
    yield from found


def may_double(book: Rulebook, state: State) -> bool:
    """Whether who moves may add a turn: once a round, with the seals for it."""
    own = own_state(state)
    return own.doubled != state.seat and own.players[state.seat].seals >= int(book.facts["double_move_seals"])


def double_move(book: Rulebook, state: State, action: Again) -> Outcome:
    """Another turn at once, for seals."""
    if state.step is not Phase.AFTER or own_state(state).doubled == state.seat:
        raise refused(Phrase.of("istanbul.refused_again"), action.notation, _RULE)
    needed = int(book.facts["double_move_seals"])
    before = own_state(state).players[state.seat].seals
    state = spend_seals(state, state.seat, action.letters, needed, _RULE)
    spent = before - own_state(state).players[state.seat].seals
    state = state.with_own(KEY, own_state(state)._replace(doubled=state.seat))
    event = Event(Phrase.of("istanbul.double_move", seals=spent), state.seat)
    return begin_turn(state, state.seat), (event,)


# The companion


def escort(book: Rulebook, state: State, action: Escort) -> Outcome:
    """The companion comes to the merchant; it costs nothing whoever stands there."""
    own = own_state(state).players[state.seat]
    if state.step is not Phase.MOVE or own.companion != PERSONAL:
        raise refused(Phrase.of("istanbul.refused_companion"), action.notation, _RULE)
    here = state.mover.merchant
    event = Event(Phrase.of("istanbul.companion_placed", place=name_of(here)), state.seat, (str(here),))
    return with_player(state, state.seat, own._replace(companion=here)), (event,)


def companion_targets(book: Rulebook, state: State) -> tuple[int, ...]:
    """Places that the companion may go to: next to its own, or two away with a card."""
    here = own_state(state).players[state.seat].companion
    if here not in book.at or not (state.moves_freely or (state.step is Phase.MOVE and state.aim is Aim.COMPANION)):
        return ()
    most = 2 if state.aim is Aim.COMPANION else 1
    return tuple(number for number, steps in book.steps_from(here).items() if 1 <= steps <= most)


def step(book: Rulebook, state: State, action: CompanionStep) -> Outcome:
    """The companion moves instead of the merchant; he needs no assistant, but is to pay like him."""
    if state.step is not Phase.MOVE:
        raise not_now(state, action.notation)
    own = own_state(state).players[state.seat]
    if own.companion not in book.at:
        raise refused(Phrase.of("istanbul.refused_companion"), action.notation, _RULE)
    if action.place not in companion_targets(book, state):
        phrase = Phrase.of("istanbul.refused_companion_distance", most=2 if state.aim is Aim.COMPANION else 1)
        raise refused(phrase, action.notation, _RULE, place=action.place)
    state = with_player(state, state.seat, own._replace(companion=action.place))
    return arrive(book, state._replace(at=action.place, piece=Piece.COMPANION))


# Who is met, what is traded


class Courier(Figure):
    """A letter for two lira or a letter."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Pay, or discard one of the letters."""
        if state.mover.lira >= int(book.facts["figure_lira"]):
            yield ("lira",)
        yield from ((word,) for word in LetterItem().words(book, state, state.seat, paid=True))

    def meet(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Pay, then draw."""
        rule = "Letters & Seals, Courier"
        if words == ("lira",):
            state = pay_bank(state, state.seat, int(book.facts["figure_lira"]), "courier lira", rule)
        elif len(words) == 1:
            state, _ = discard_letters(state, state.seat, words)
        else:
            raise refused(Phrase.of("istanbul.bad_words"), " ".join(words) or "courier", rule, invalid=True)
        return draw_letters(state, state.seat, 1), ()


class LetterItem(Item):
    """Letters in a trade."""

    needs_word_to_pay = True

    def words(self, book: Rulebook, state: State, seat: int, *, paid: bool) -> tuple[str, ...]:
        """Each letter once: its number, or ``d`` for delivered ones."""
        letters = own_state(state).players[seat].letters
        return tuple(dict.fromkeys(DELIVERED if done else str(number) for number, done in letters))

    def take(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """Drawn; the number is told next."""
        return draw_letters(state, seat, count), ()

    def pay(self, book: Rulebook, state: State, seat: int, count: int, word: str) -> Outcome:
        """The one that the word names."""
        return discard_letters(state, seat, (word,))[0], ()


def own_to_json(own: LettersState) -> JsonValue:
    """What the expansion remembers, as plain data."""
    return {
        "players": [
            {"letters": [[number, done] for number, done in player.letters], "companion": player.companion}
            for player in own.players
        ],
        "pile": own.pile,
        "discard": [*own.discard],
        "society": own.society,
        "doubled": own.doubled,
        "kiosk_open": [*own.kiosk_open],
        "kiosk_used": [*own.kiosk_used],
        "bid": own.bid,
        "bidder": own.bidder,
        "shuffled": own.shuffled,
    }
