"""A press that is not answered yet: it waits for a clear view of the table, or has led to a question."""

from __future__ import annotations

from dataclasses import replace

from companion.session.proposing import ButtonPress, done_alone, offered, otherwise
from companion.session.several_turns import accepted, heeding_doubt
from companion.session.views import AnyChoice, AnyProposal, CloseRace
from games.any_game import AnyAction, AnyRecord, actions_explained
from vision.explanation import Explanation
from vision.frames import Picture

Actions = tuple[AnyAction, ...]


class OpenPress:
    """The press that waits, and the question that is asked, of one table."""

    def __init__(self) -> None:
        self.waiting: ButtonPress | None = None  # for a clear view, or for a picture taken after it
        self.choice: AnyChoice | None = None
        self._asking: ButtonPress | None = None  # the press that led to the question
        self._doubted = False  # people have led to it, who said that it was otherwise
        self._asked_of: tuple[AnyRecord, Explanation] | None = None  # what was asked last, and nobody has answered
        self._pressed_at: tuple[Actions, ...] = ()  # what may have lain there when the press began to wait

    def asked(self, active: int | None) -> int | None:
        """The seat that the open question is for; None where nothing is asked, or anybody may answer."""
        if self.choice is None:
            return None
        pressed = self._asking.seat if self._asking is not None else None
        return active if pressed is None else pressed

    def wait(self, press: ButtonPress, explanation: Explanation | None) -> None:
        """The press waits. Where table and record differ, it is about what may lie there now, and not about what comes
        while people put that right."""
        differs = explanation is not None and explanation.discrepancies
        shown = explanation.candidates if differs and explanation is not None else ()
        self.waiting, self._pressed_at = press, tuple(actions_explained(one.actions) for one in shown if one.actions)

    def take_waiting(self, explanation: Explanation | None) -> ButtonPress | None:
        """The press that waited, which then waits no more; None where it was about something else."""
        press, self.waiting = self.waiting, None
        best = explanation.best if explanation is not None else None
        if best is None or not best.actions or not self._pressed_at:
            return press
        goes_on = any(one[: len(best.actions)] == best.actions[: len(one)] for one in self._pressed_at)
        return press if goes_on else None

    @property
    def is_open(self) -> bool:
        """Whether a press waits, or has led to a question that is open."""
        return self.waiting is not None or self.choice is not None

    def done_before(self, record: AnyRecord) -> AnyAction | None:
        """What the press that waits, or is asked about, will do where nothing was seen; None where there is none, or it
        was not for whoever is to move."""
        press = self.waiting or self._asking
        active = record.game.player_to_move(record.state)
        return done_alone(record) if press is not None and press.seat in (None, active) else None

    def ask(
        self,
        options: tuple[AnyProposal, ...],
        close_up: Picture | None,
        press: ButtonPress | None,
        asked_of: tuple[AnyRecord, Explanation] | None = None,
    ) -> None:
        """Ask which of these happened, beside a picture of the place, BGR; ``asked_of`` is the record, and what the
        eyes told then."""
        self.choice, self._asking, self._doubted = CloseRace(options, close_up), press, False
        self._asked_of = asked_of

    def heeding_doubt(self, record: AnyRecord, explanation: Explanation) -> Explanation:
        """What the eyes tell now of this record, beside what people were asked about it before and have not answered:
        see :func:`companion.session.several_turns.heeding_doubt`."""
        if self._asked_of is None or self._asked_of[0] is not record:
            return explanation
        return heeding_doubt(record, explanation, self._asked_of[1])

    def doubt(self, options: tuple[AnyProposal, ...], close_up: Picture | None) -> None:
        """Ask which of these happened because people say that it was not what was proposed."""
        self.ask(options, close_up, None)
        self._doubted = True

    def answered(self) -> tuple[AnyChoice | None, ButtonPress | None]:
        """The question and its press, which then are open no more."""
        choice, press = self.choice, self._asking
        self.drop_question()
        return choice, press

    def drop_question(self) -> None:
        """Ask no more."""
        self.choice, self._asking, self._doubted, self._asked_of = None, None, False, None

    def look_again(self, record: AnyRecord, explanation: Explanation | None) -> None:
        """The table was looked at once more: the question goes where that answered it, else asks what may have
        happened."""
        if self.choice is None:
            return
        if explanation is None:
            self.choice = None
            return
        if not self._doubted and (explanation.is_clear() or accepted(record, explanation, None)):
            self.choice = None
            return
        options = otherwise(record, explanation) if self._doubted else offered(record, explanation)
        if options and _actions(options) != _actions(self.choice.options):  # else nothing moves under a finger
            self.choice = replace(self.choice, options=options)


def _actions(options: tuple[AnyProposal, ...]) -> set[tuple[AnyAction, ...]]:
    return {one.actions for one in options}
