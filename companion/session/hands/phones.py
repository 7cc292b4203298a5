"""Players' phones as buttons: a phone stands for the button of its seat, and does what that would do.

What a phone may do is less than a button: it takes back only what its own seat did last, and answers only a question
that is for its seat and still open.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.broadcast.telling import verb_phrase
from companion.locale import LANGUAGES, say
from companion.onlookers.wire import PhonePress, Question, TableForOnlookers
from companion.session.hands.buttons import press
from companion.session.views import AnyChoice, AnyProposal, AnySession
from devices.buttons import ButtonAddress, ButtonOwners
from devices.events import LongPressed, Pressed
from games.any_game import AnyRecord

DEVICE = "phone"


class Phones:
    """The phones of one table.

    Attributes:
        allowed: people allowed phones to press.
    """

    def __init__(self) -> None:
        self.allowed = False
        self._tables = 0
        self._session: AnySession | None = None
        self._question = 0
        self._choice: AnyChoice | None = None
        self._now: tuple[tuple[int, bool], TableForOnlookers] | None = None  # what is told, and of which view

    def table_of(self, session: AnySession | None) -> TableForOnlookers:
        """What the page is told of an open table, or (None) of none."""
        if session is not self._session:
            self._session, self._choice, self._now = session, None, None
            self._tables += 1
        if session is None:
            return TableForOnlookers(table=self._tables)
        stamp = session.version, self.allowed
        if self._now is None or self._now[0] != stamp:  # asked at every frame, and a frame seldom changes anything
            self._now = stamp, self._table_of(session)
        return self._now[1]

    def _table_of(self, session: AnySession) -> TableForOnlookers:
        view = session.view
        if view.open_question is not None and view.open_question is not self._choice:
            self._question += 1
        self._choice = view.open_question
        return TableForOnlookers(
            file=str(session.path or ""),
            table=self._tables,
            phones=len(view.seats) if self.allowed else 0,
            camera=view.attention is not None,
            differs=bool(view.discrepancies),
            troubles={
                language: tuple(say(chip.phrase, language) for chip in view.chips if chip.lost)
                for language in LANGUAGES
            },
            question=self._asked(session, view.open_question) if view.open_question is not None else None,
            undo=last_seat(session.record),
        )

    def take(self, presses: Sequence[PhonePress], session: AnySession | None) -> None:
        """Do what phones pressed, in their order, at the open table."""
        for one in presses:
            now = self.table_of(session)  # what the press before changed counts already
            if self.allowed and session is not None and one.seat < now.phones:
                self._do(one, now, session)

    def _do(self, one: PhonePress, now: TableForOnlookers, session: AnySession) -> None:
        owners = ButtonOwners().give(ButtonAddress(DEVICE, one.seat), one.seat)
        match one.what:
            case "done":
                press(Pressed(DEVICE, one.seat, 0, number=one.number), owners, session)
            case "undo" if now.undo == one.seat and now.question is None:
                press(LongPressed(DEVICE, one.seat, 0, number=one.number), owners, session)
            case "choose":
                asked = now.question
                if asked is not None and asked.number == one.question and asked.seat in (None, one.seat):
                    session.choose(one.option if one.option >= 0 else None)

    def _asked(self, session: AnySession, choice: AnyChoice) -> Question:
        record = session.record
        options = {
            language: tuple(option_in_words(record, option, language) for option in choice.options)
            for language in LANGUAGES
        }
        actions = tuple(tuple(record.game.write(action) for action in option.actions) for option in choice.options)
        return Question(self._question, session.asked, options, actions)


def last_seat(record: AnyRecord) -> int | None:
    """The seat whose press one undo would take back; None where nobody's alone, or there is nothing."""
    if not record.commits:
        return None
    last = record.commits[-1]
    if last.before is not None:
        return None  # a correction, by whoever held the tablet
    seats = {step.doer for step in record.line[last.length :]}
    return seats.pop() if len(seats) == 1 else None


def option_in_words(record: AnyRecord, option: AnyProposal, language: str) -> str:
    """One answer of a question: what was done, in the game's notation beside it, and what it brings."""
    options = []
    for action in option.actions:
        notation = record.game.write(action)
        verb = verb_phrase(record.game.key, notation)
        options.append(f"{say(verb, language)} ({notation.partition(' ')[2]})" if verb is not None else notation)
    gains = [f"+{points}" for points in option.points if points]
    return ", ".join([*options, *gains]).replace(" ()", "")
