"""Bonus cards of the base game. When a kind may be played, and with which numbers, stands in the data."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Event, Phrase
from games.istanbul.actions import Card
from games.istanbul.box.card_entries import CardEntry
from games.istanbul.holdings import bank_pays, can_hold, discard_card, gain
from games.istanbul.moment import OWN_TURN, Piece, Step
from games.istanbul.rulebook import BonusEffect, Outcome, Rulebook, Words, card_name, refused
from games.istanbul.state import POLICE, State
from games.istanbul.turn import fetched, not_now, rewarded

RULE = "Istanbul, bonus cards"


def play_card(book: Rulebook, state: State, action: Card) -> Outcome:
    """A card leaves the hand and does what it says. Raises :class:`Refusal`."""
    seat = state.seat
    shown = discard_card(book, state, seat, action.kind, action.notation)
    card = book.cards[action.kind]
    if not in_time(state, card):
        raise not_now(state, action.notation)
    event = Event(Phrase.of("istanbul.card_played", card=card_name(action.kind)), seat)
    state, events = book.effects[card["effect"]].play(book, shown, card, action.words)
    return state, (event, *events)


def in_time(state: State, card: CardEntry) -> bool:
    """Whether cards of this kind may be played in this step."""
    if state.step is Step.WINDOW:
        return bool(card.get("last_window", False))
    match card["when"]:
        case "move":
            return state.moves_freely
        case "action":
            return state.step in (Step.ACTION, Step.ENCOUNTERS, Step.AFTER)
        case _:
            return state.step in OWN_TURN


def playable(book: Rulebook, state: State) -> Iterator[Card]:
    """Every card that may be in hand and may be played now, with every way to do so."""
    if not state.mover.hand:
        return
    for kind, card in book.cards.items():
        if in_time(state, card) and can_hold(book, state, state.seat, kind):
            for words in book.effects[card["effect"]].choices(book, state, card):
                yield Card(kind, words)


def bad_card_words(words: Words) -> Exception:
    """The refusal of words that mean nothing for this card."""
    return refused(Phrase.of("istanbul.bad_words"), " ".join(words) or "card", RULE, invalid=True)


class GainGood(BonusEffect):
    """One good of choice."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """Every good."""
        yield from ((good,) for good in book.goods)

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Take it."""
        if len(words) != 1 or words[0] not in book.goods:
            raise bad_card_words(words)
        return gain(book, state, state.seat, words[0]), ()


class TakeLira(BonusEffect):
    """Lira from the supply."""

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Take them."""
        if words:
            raise bad_card_words(words)
        return bank_pays(state, state.seat, int(card["lira"])), ()


class OnceMore(BonusEffect):
    """The action of the place once more, at once, whoever of one's own took it; never after an encounter."""

    @staticmethod
    def _where(state: State, card: CardEntry) -> int | None:
        """The place whose action the card repeats: the one where somebody still acts, else the one just acted at."""
        if state.step is Step.ACTION and state.uses:
            return state.place if state.place in card["places"] and not state.met else None
        return state.acted if state.acted in card["places"] else None

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """Only there, and before anybody is met."""
        if self._where(state, card) is not None:
            yield ()

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """One more use, by the piece that was there: a family member goes on with its errand."""
        if words:
            raise bad_card_words(words)
        place = self._where(state, card)
        if place is None:
            phrase = Phrase.of("istanbul.refused_card_elsewhere", places=tuple(card["places"]))
            raise refused(phrase, "card", RULE, place=state.place)
        errand = place if place != state.at else 0
        return state._replace(uses=state.uses + 1, step=Step.ACTION, errand=errand), ()


class FamilyHome(BonusEffect):
    """One's own family member goes to the Police Station, for the reward of a catch."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """Lira or a card, where the family member is away and not acting."""
        if state.mover.family != POLICE and state.actor is not Piece.FAMILY:
            yield from (("lira",), ("card",))

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Send it home."""
        if state.mover.family == POLICE or state.actor is Piece.FAMILY:
            raise refused(Phrase.of("istanbul.refused_family_home"), "card", RULE, place=POLICE)
        state = rewarded(book, state, words[0] if len(words) == 1 else "", " ".join(words) or "card")
        return state.with_mover(state.mover._replace(family=POLICE)), ()


class Reach(BonusEffect):
    """The merchant moves another number of places than one or two."""

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """For this move."""
        if words:
            raise bad_card_words(words)
        distances = tuple(int(steps) for steps in card["distances"])
        if not any(book.steps_between(state.mover.merchant, number) in distances for number in book.at):
            raise refused(Phrase.of("istanbul.refused_nowhere"), "card", RULE)
        return state._replace(reach=distances), ()


class FetchAssistant(BonusEffect):
    """One assistant comes back under the merchant."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """Each one that is out."""
        yield from ((str(place),) for place in state.mover.out)

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """From the place said."""
        if len(words) != 1 or not words[0].isdecimal():
            raise bad_card_words(words)
        return fetched(state, state.seat, int(words[0]), words[0], RULE), ()


class SellAnything(BonusEffect):
    """Any goods at the Small Market."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """There, before selling."""
        if state.place == 11 and state.step is Step.ACTION and not state.any_goods:
            yield ()

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """For the next sale."""
        if words:
            raise bad_card_words(words)
        if state.place != 11 or state.step is not Step.ACTION or state.any_goods:
            raise refused(Phrase.of("istanbul.refused_card_elsewhere", places=(11,)), "card", RULE, place=state.place)
        return state._replace(any_goods=True), ()


def base_effects() -> dict[str, BonusEffect]:
    """Effects by the name that the data has for them."""
    return {
        "good": GainGood(),
        "lira": TakeLira(),
        "again": OnceMore(),
        "family_home": FamilyHome(),
        "reach": Reach(),
        "assistant": FetchAssistant(),
        "any_goods": SellAnything(),
    }
