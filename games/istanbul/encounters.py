"""Governor and Smuggler: used in phase 4 where a merchant meets them, then moved on by two dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.game import Event, Phrase
from games.istanbul.actions import Meet
from games.istanbul.holdings import (
    discard_card,
    draw_hidden,
    gain,
    pay_bank,
    possible_cards,
    spend,
)
from games.istanbul.moment import Step
from games.istanbul.rulebook import Figure, Outcome, Rulebook, Words, name_of, refused
from games.istanbul.state import Ask, State

_RULE = "Istanbul, phase 4: encounters"


def meet(book: Rulebook, state: State, action: Meet) -> Outcome:
    """Use the figure that is here. Raises :class:`Refusal`."""
    if not state.may_meet or state.figures.get(action.figure) != state.place or action.figure in state.met:
        phrase = Phrase.of("istanbul.refused_not_here", figure=figure_name(book, action))
        raise refused(phrase, action.notation, _RULE, place=state.place)
    return used(book, state._replace(step=Step.ENCOUNTERS, uses=0, acted=0), action.figure, action.words)


def used(book: Rulebook, state: State, figure: str, words: Words) -> Outcome:
    """Take, pay, and ask for the dice that move the figure on. Raises :class:`Refusal`."""
    state, events = book.figures[figure].meet(book, state, words)
    state = state._replace(met=(*state.met, figure)).asking(Ask("dice", state.seat, "figure", (figure,)))
    event = Event(Phrase.of("istanbul.met", figure=Phrase(f"istanbul.figure_{figure}")), state.seat)
    return state, (event, *events)


def figure_name(book: Rulebook, action: Meet) -> Phrase:
    """The figure in words. Raises :class:`Refusal` of kind invalid where there is no such figure in the game."""
    if action.figure not in book.figures:
        phrase = Phrase.of("istanbul.no_such_figure", known=tuple(book.figures), name=action.figure)
        raise refused(phrase, action.notation, _RULE, invalid=True)
    return Phrase(f"istanbul.figure_{action.figure}")


def figure_moves(book: Rulebook, state: State, ask: Ask, dice: tuple[int, int]) -> Outcome:
    """The figure goes to the place that the dice name."""
    figure, place = ask.detail[0], sum(dice)
    state = state._replace(figures={**state.figures, figure: place})
    phrase = Phrase.of("istanbul.figure_moves", figure=Phrase(f"istanbul.figure_{figure}"), place=name_of(place))
    return state, (Event(phrase, None, (str(place),)),)


class Governor(Figure):
    """A bonus card for two lira or a bonus card; the one just drawn will do."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Pay, or discard any card that may be in hand then."""
        if state.mover.lira >= int(book.facts["figure_lira"]):
            yield ("lira",)
        for kind in possible_cards(book, draw_hidden(state, state.seat, 1), state.seat):
            yield "discard", kind

    def meet(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Draw, then pay or discard."""
        value = " ".join(("governor", *words))
        state = draw_hidden(state, state.seat, 1)
        match words:
            case ("lira",):
                return pay_bank(state, state.seat, int(book.facts["figure_lira"]), value, _RULE), ()
            case ("discard", kind):
                return discard_card(book, state, state.seat, kind, value), ()
        raise refused(Phrase.of("istanbul.bad_words"), value, _RULE, invalid=True)


class Smuggler(Figure):
    """A good of choice for two lira or a good; it may be the same one."""

    def choices(self, book: Rulebook, state: State) -> Iterator[Words]:
        """Every good, paid with lira or with every good that is there then."""
        for good in book.goods:
            if state.mover.lira >= int(book.facts["figure_lira"]):
                yield good, "lira"
            for other in book.goods:
                if state.mover.goods[other] or other == good:
                    yield good, other

    def meet(self, book: Rulebook, state: State, words: Words) -> Outcome:
        """Take the good, then pay."""
        value = " ".join(("smuggler", *words))
        if len(words) != 2 or words[0] not in book.goods or words[1] not in (*book.goods, "lira"):
            raise refused(Phrase.of("istanbul.bad_words"), value, _RULE, invalid=True)
        state = gain(book, state, state.seat, words[0])
        if words[1] == "lira":
            return pay_bank(state, state.seat, int(book.facts["figure_lira"]), value, _RULE), ()
        return spend(state, state.seat, Counter([words[1]]), value, _RULE), ()
