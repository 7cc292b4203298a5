"""The Great Bazaar: both expansions on 25 places, the Catacombs among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.game import Event, Phrase
from games.istanbul.box.facts import Facts
from games.istanbul.holdings import gain
from games.istanbul.moment import Piece, Step
from games.istanbul.rulebook import Outcome, Part, Place, Rulebook, Words, name_of, refused
from games.istanbul.state import State


class Catacombs(Place):
    """25: a good or coffee, then the merchant's stack goes to any place, without its action or encounters."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Every ware with every place."""
        yield from ((name, str(number)) for name in book.wares for number in book.at)

    def use(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Take it and go."""
        rule = "Letters & Seals, Catacombs"
        known = len(words) == 2 and words[0] in book.wares and words[1].isdecimal() and int(words[1]) in book.at
        if not known:
            raise refused(Phrase.of("istanbul.bad_words"), " ".join(words) or "use", rule, place=25, invalid=True)
        number = int(words[1])
        state = gain(book, state, state.seat, words[0])
        state = state.with_mover(state.mover._replace(merchant=number))
        event = Event(Phrase.of("istanbul.merchant_sent", place=name_of(number)), state.seat, (words[1],))
        if state.piece is not Piece.MERCHANT:
            return state, (event,)  # the companion has not moved away and still meets whoever is where he stands
        return state._replace(at=number, errand=0, step=Step.AFTER, uses=0), (event,)


class GreatBazaar(Part):
    """The variant with both expansions: 25 places, the Catacombs among them."""

    key: ClassVar[str] = "great-bazaar"
    sets: ClassVar[tuple[str, ...]] = ("great_bazaar",)

    def places(self, facts: Facts) -> Mapping[int, Place]:
        """25."""
        return {25: Catacombs()}

    def casual(self, book: Rulebook, state: State) -> Mapping[int, float]:
        """A good and a way out."""
        return {25: 3.0}
