"""The bonus cards of Letters & Seals."""

from __future__ import annotations

from collections.abc import Iterator

from games.game import Event, Phrase
from games.istanbul.box.card_entries import CardEntry, trade_of
from games.istanbul.cards import RULE, bad_card_words, in_time
from games.istanbul.encounters import used
from games.istanbul.expansions.letters import own_state
from games.istanbul.holdings import pay_bank
from games.istanbul.moment import Aim, Piece, Step
from games.istanbul.rulebook import BonusEffect, Outcome, Rulebook, Words, card_name, name_of, refused
from games.istanbul.state import POLICE, UNTOLD, Ask, State
from games.istanbul.trades import trade, trade_words

_KNOWN_BY_THE_MOVE = ("told by the move",)  # nobody can type it: a word of notation has no blanks


class Trade(BonusEffect):
    """Pay and take what the card shows."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """What it leaves to choose, where the price may be there."""
        for words in trade_words(book, state, state.seat, trade_of(card)):
            if "ware" not in card.get("pay", {}) or state.mover.goods[words[0]]:
                yield words

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Trade."""
        return trade(book, state, state.seat, trade_of(card), words)


class DiceReward(BonusEffect):
    """Two dice for a reward from a table that stands on the card alone: what they brought is declared."""

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Ask for the dice."""
        if words:
            raise bad_card_words(words)
        return state.asking(Ask("dice", state.seat, "reward")), ()


def reward_dice(book: Rulebook, state: State, ask: Ask, dice: tuple[int, int]) -> Outcome:
    """Ask what they brought."""
    return state._replace(asks=(Ask("declare", ask.seat, "reward", (str(sum(dice)),)), *state.asks)), ()


class TopCard(BonusEffect):
    """What the topmost card of the discard pile does, where that card might be played now."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """As that card has them."""
        other = self._other(book, state, state.discard[-1:])
        if other is not None:
            yield from book.effects[other["effect"]].choices(book, state, other)

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Do it; the card under the one just played."""
        other = self._other(book, state, state.discard[-2:-1])
        if other is None:
            raise refused(Phrase.of("istanbul.refused_no_top_card"), "card", RULE)
        # Told by its name before it is carried out: that may lay a card on it, or shuffle the discards into the pile.
        event = Event(Phrase.of("istanbul.card_played", card=card_name(state.discard[-2])), state.seat)
        state, events = book.effects[other["effect"]].play(book, state, other, words)
        return state, (event, *events)

    @staticmethod
    def _other(book: Rulebook, state: State, top: tuple[str, ...]) -> CardEntry | None:
        other = book.cards.get(top[0]) if top else None
        if other is None or other["effect"] == "top_card" or not in_time(state, other):
            return None
        return other


class FamilyStep(BonusEffect):
    """Instead of moving: the family member goes one place and takes its action; nobody is met."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """Every next place but the Police Station."""
        here = state.mover.family
        if here != POLICE:
            near = (number for number in book.at if book.steps_between(here, number) == 1 and number != POLICE)
            yield from ((str(number),) for number in near)

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Go there; the turn ends after the action."""
        if len(words) != 1 or words not in set(self.choices(book, state, card)):
            raise refused(Phrase.of("istanbul.refused_family_step"), " ".join(words) or "card", RULE)
        number = int(words[0])
        state = state.with_mover(state.mover._replace(family=number))
        event = Event(Phrase.of("istanbul.family_sent", place=name_of(number)), state.seat, (str(number),))
        return state._replace(step=Step.ACTION, at=number, piece=Piece.FAMILY, uses=1), (event,)


class Chase(BonusEffect):
    """The merchant moves to the merchant of a player of one's choice; only that one need not be paid there."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """The seat of everybody whose merchant stands elsewhere: staying is no move."""
        here = state.mover.merchant
        yield from ((str(seat),) for seat, player in enumerate(state.players) if player.merchant != here)

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """For this move."""
        choices = set(self.choices(book, state, card))
        if words == _KNOWN_BY_THE_MOVE and choices:
            return state._replace(aim=Aim.CHASE, chased=UNTOLD), ()
        if words not in choices:
            raise refused(Phrase.of("istanbul.refused_chase"), " ".join(words) or "card", RULE)
        return state._replace(aim=Aim.CHASE, chased=int(words[0])), ()

    def as_now(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Words | None:
        """Records of an earlier version tell no seat: there the move says whose merchant it is."""
        return None if words else _KNOWN_BY_THE_MOVE


class CompanionReach(BonusEffect):
    """The companion may move two places."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """Where he is on the board."""
        if own_state(state).players[state.seat].companion in book.at:
            yield ()

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """For this move."""
        if words or own_state(state).players[state.seat].companion not in book.at:
            raise refused(Phrase.of("istanbul.refused_companion"), "card", RULE)
        return state._replace(aim=Aim.COMPANION), ()


class Anywhere(BonusEffect):
    """For three lira the merchant moves to any place."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """Where the money lasts."""
        if state.mover.lira >= int(card["lira"]):
            yield ()

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Pay, then move."""
        if words:
            raise bad_card_words(words)
        return pay_bank(state, state.seat, int(card["lira"]), "card", RULE)._replace(aim=Aim.ANYWHERE), ()


class UseFigure(BonusEffect):
    """A figure wherever it stands, at its cost; then it moves on."""

    def choices(self, book: Rulebook, state: State, card: CardEntry) -> Iterator[Words]:
        """Each figure with each way to pay."""
        for key, figure in book.figures.items():
            yield from ((key, *words) for words in figure.choices(book, state))

    def play(self, book: Rulebook, state: State, card: CardEntry, words: Words) -> Outcome:
        """Use it; meeting it later in the turn stays possible."""
        if not words or words[0] not in book.figures:
            raise bad_card_words(words)
        met = state.met
        state, events = used(book, state, words[0], words[1:])
        return state._replace(met=met), events


def letters_effects() -> dict[str, BonusEffect]:
    """Effects by the name that the data has for them."""
    return {
        "trade": Trade(),
        "dice_reward": DiceReward(),
        "top_card": TopCard(),
        "family_step": FamilyStep(),
        "chase": Chase(),
        "companion_reach": CompanionReach(),
        "anywhere": Anywhere(),
        "figure": UseFigure(),
    }
