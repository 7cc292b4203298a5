"""A rehearsal: a whole game on the simulated table, watched by the real eyes, confirmed by a real button box on a real
serial line (a pseudo-terminal), with nothing told to anybody but what they see and feel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import eq
from typing import Any

from companion.rehearsal.button_box import RehearsedButtonBox, wait_for_line
from companion.rehearsal.by_the_truth import are_alike, is_shown, put_right, right_option
from companion.rehearsal.habits import Habits, PeopleWithHabits
from companion.rehearsal.live_table import Gesture, LiveTable, RehearsedPress
from companion.rehearsal.outcome import Outcome, first_difference
from companion.rehearsal.throws import throws_seen
from companion.rehearsal.true_turns import TrueTurns
from companion.rehearsal.twins_on_record import TwinsWatched, actions_since, turn_that_is_over, twin_that_lies_there
from companion.session.hands.buttons import Hands
from companion.session.looking.watchers import InlineWatcher
from companion.session.looking.watching import eyes_for
from companion.session.open_twins import open_twins
from companion.session.table import TableSession
from companion.session.views import News
from companion.store import StoredGame
from games.any_game import AnyAction, AnyRecord, AnyState
from games.game import Refusal, RollsDice
from vision.eyes import AnyEyes
from vision.simulator.players.gestures import Throw, Touch

# A press takes a tenth of a second; where a busy machine starves the line for so long that it counts as lost (5 s), it
# is opened anew within 8 s and the press is sent again.
PRESS_TIMEOUT_S = 30.0
PATIENCE = 60  # frames that a press may wait for a clear view, or people for a proposal, before they give up


class Rehearsal:
    """Plays a game to its end, frame by frame.

    Args:
        table, record: the simulated table, and the game before the first action.
        now_ms: tells the time, milliseconds since the epoch.
        stored: where the game is kept; None keeps it in memory only.
        listen: is told the news, with the session, after every frame that brought any.
        answers: the simulated people tap what they did where they are asked, or where nothing was committed.
        eyes: what makes the eyes, from the state where they are opened; those of the simulated table by default.
        alike: whether two actions leave the same on the table.
        habits: how people treat the tablet; they look up after the last turn, whatever their habits are.
    """

    def __init__(
        self,
        table: LiveTable,
        record: AnyRecord,
        now_ms: Callable[[], int],
        *,
        stored: StoredGame | None = None,
        listen: Callable[[TableSession, tuple[News, ...]], None] | None = None,
        answers: bool = False,
        eyes: Callable[[AnyState], AnyEyes] | None = None,
        alike: Callable[[Any, Any], bool] = eq,
        habits: Habits | None = None,
    ) -> None:
        self._table = table
        self._people = PeopleWithHabits(habits or Habits())
        self._answers = answers
        self._alike = alike
        self._listen = listen
        self.box = RehearsedButtonBox(len(record.setup.seats), dice=2 if isinstance(record.game, RollsDice) else 0)
        self._hands = Hands(self.box.hub, len(record.setup.seats))
        opened = eyes_for(record.game.key, record.state) if eyes is None else eyes(record.state)
        self._watcher = InlineWatcher(table, opened)
        self.session = TableSession(record, now_ms, stored=stored, watcher=self._watcher, hands=self._hands)
        self._pressed = self._asked = self._refused = self._nothing_shown = 0
        self._true = TrueTurns.after(record, table.actions)
        self._done = 0  # actions that were done on the table, whoever told of them
        self._kept_back = 0  # of them with the last one that nobody could tell the tablet of
        self._asks_already = False  # a question that was left standing
        self._asked_about: set[int] = set()  # turns of the truth
        self._audited = 0  # actions that were entered by people, or compared with the truth
        self._silent_errors = self._asked_later = self._left_open = 0
        self._twins = TwinsWatched()

    def run(self) -> Outcome:
        """Play to the end and compare."""
        try:
            while self.step():
                pass
            if self._answers:
                self._say_what_is_open()
        finally:
            self.close()
        return self.outcome()

    def step(self) -> bool:
        """One frame; False after the last one."""
        self._tick()
        gestures = self._table.presses
        while self._pressed < len(gestures):
            self._pressed += 1
            gesture = gestures[self._pressed - 1]
            self._play_goes_on(gesture)
            match gesture:
                case Touch(action):
                    self._touch(action)
                case Throw(_, pips):
                    self._throw(pips)
                case press:
                    self._press(press)
            if self._answers and self._over:
                self._tell_all()
        return not self._watcher.ended

    def _play_goes_on(self, gesture: Gesture) -> None:
        """Something was done on the table; turns pass beside a question that was left open."""
        before = self._true.passed(self._done)
        match gesture:
            case Touch(action):
                self._done = self._true.done_by(action, self._done)
            case Throw():
                self._done += 1
            case press:
                self._done = press.actions
        for _ in range(self._true.passed(self._done) - before):
            self._people.a_turn_passes()

    @property
    def _over(self) -> bool:
        """Whether nothing more is played."""
        return self._done >= len(self._true.actions)

    @property
    def _behind(self) -> bool:
        """Whether something was done before the last action that is not on record."""
        return len(self.session.record.line) < self._done - 1

    @property
    def table_ms(self) -> float:
        """How long the table has been played at by its own clock, milliseconds."""
        return self._watcher.time_ms

    def outcome(self) -> Outcome:
        """The record beside the truth, as far as the game has come."""
        truth = tuple(map(self.session.record.game.write, self._table.actions))
        difference = first_difference(truth, self.session.record.actions, self._alike_as_written)
        return Outcome(
            self.session.record,
            truth,
            self._asked,
            self._refused,
            difference,
            len(self._asked_about),
            self._silent_errors,
            self._asked_later,
            self._left_open,
            self._nothing_shown,
        )

    def close(self) -> None:
        """Let go of everything."""
        self.session.close()
        self.box.close()

    def _press(self, press: RehearsedPress) -> None:
        """Somebody is done: press a button, unless that is forgotten."""
        if not self._people.forget() or self._over:
            self._press_and_see(partial(self._tap, press.seat))

    def _tap(self, seat: int) -> None:
        self.box.tap(seat)
        self._await_line()

    def _press_and_see(self, press: Callable[[], None], *, at_once: bool = False) -> None:
        """Press and hold the table until that has done something; what is asked is answered ``at_once`` or later."""
        before, unshown = self.session.record_version, self._nothing_shown
        self._table.paused = True
        press()
        self._await_what_comes_of_it(before)
        if self._answers and put_right(self.session, self._table.actions[: self._done], self._alike):
            self._ask_about(len(self.session.record.line))
            before = self.session.record_version
            press()  # the first press was about a record that was wrong
            self._await_what_comes_of_it(before)
        asks, recorded = self._asks, self.session.record_version != before
        if asks and not self._asks_already:
            self._asked += 1
            self._ask_about(len(self.session.record.line))
        elif not asks and not recorded and self._nothing_shown == unshown:
            self._refused += 1
        self._asks_already = asks
        if recorded and not asks:
            self._people.settle()
        elif at_once or self._over or self._people.answer():
            self._answer()
        self._audited = len(self.session.record.line)
        if self._answers:
            self._say_which_twin()
            self._say_that_nobody_was_left(self._done, asked=False)
        self._pass_news_on()
        self._table.paused = False

    def _look_up(self) -> None:
        """Who wants to enter something sees what the tablet does not know yet, and tells it first."""
        if self._answers and self._behind:
            self._press_and_see(self._press_done)

    def _press_done(self) -> None:
        """DONE, as soon as anything is shown to press for."""
        version = self.session.record_version
        for _ in range(PATIENCE):
            if is_shown(self.session, self._true.actions):
                self.session.commit()
                return
            if self.session.record_version != version:  # an earlier press was answered
                return
            self._tick()
        self._nothing_shown += 1

    def _tell_all(self) -> None:
        """The game is over: whatever the tablet does not know is told, for as long as that helps."""
        last = -1
        while last < len(self.session.record.line) < self._done:
            last = len(self.session.record.line)
            self._press_and_see(self._press_done, at_once=True)

    @property
    def _asks(self) -> bool:
        """Whether people are asked what was done; which twin a piece is waits."""
        return self.session.view.open_question is not None

    def _say_which_twin(self) -> None:
        """Answer what points hang on."""
        while (choice := self.session.view.choice) is not None and choice.about is not None:
            true = self._table.actions[choice.about]
            right = (n for n, one in enumerate(choice.options) if self._alike(one.actions[0], true))
            self._asked_later += 1
            self._twins.people_said(choice.about)
            self.session.choose(next(right, None))

    def _say_what_is_open(self) -> None:
        """The table is left: what nobody needed to know is told from the truth, so that records can be compared."""
        for one in open_twins(self.session.record):
            self._left_open += 1
            self._twins.people_said(one.index)
            twin = twin_that_lies_there(one, self._table.actions, self._alike)
            if twin is not None:
                self.session.correct(one.index, twin)

    def _await_what_comes_of_it(self, before: int) -> None:
        """Frames go on until something was recorded or people are asked; what else the press is about comes with it."""
        for _ in range(PATIENCE):
            recorded = self.session.record_version != before
            if self._asks or (recorded and self._all_is_recorded):
                break
            self._tick()
        self._audit()

    @property
    def _all_is_recorded(self) -> bool:
        """Whether the record is where the table is, or a press has nothing more to wait for."""
        return len(self.session.record.line) >= self._done or not self.session.waits

    def _answer(self) -> None:
        """Tap what was done wherever that is asked, and enter what was not seen."""
        before = version = self.session.record_version
        while self._asks:
            right = right_option(self.session, self._table.actions, self._alike) if self._answers else None
            self.session.choose(right)
            self._audited = len(self.session.record.line)
            if self.session.record_version == version:
                break
            version = self.session.record_version
            self._await_what_comes_of_it(version)
        self._asks_already = False
        if not self._answers or self.session.record_version != before:
            return
        while self.session.active is not None:
            version = self.session.record_version
            self._enter_what_was_done()
            self._audited = len(self.session.record.line)
            left_standing = self._people.habits != Habits()  # else only the turn that was pressed for can be missing
            recorded = self.session.record_version != version
            if not (left_standing and recorded and len(self.session.record.line) < self._done):
                break

    def _enter_what_was_done(self) -> None:
        """By touch, no more than one turn and no more than was done; a record that has run off refuses it."""
        start = len(self.session.record.line)
        entered = self._true.from_here(start, self._done)
        self.session.choose(None)
        self.session.resolve(table_is_right=False)
        self._say_that_nobody_was_left(self._done - 1)
        try:
            if entered and self._true.is_whole(start, self._done):
                self.session.stage(entered)
                self.session.commit()
            else:
                for action in entered:
                    self.session.play(action)
        except Refusal:
            return

    def _say_that_nobody_was_left(self, done: int, *, asked: bool = True) -> None:
        """What the table does not show of an open move, by the first ``done`` actions: tapped at once by whoever does
        not forget it, or ``asked``, for who enters something sees that the tablet takes the turn before for open."""
        ended = turn_that_is_over(self.session.record, self._table.actions[: max(0, done)], self._alike)
        if ended is None or not self._answers or (not asked and self._people.forget()):
            return
        if asked:
            self._ask_about(ended[0])
        self.session.play(ended[1])
        self._audited = len(self.session.record.line)

    def _tick(self) -> None:
        self.session.tick(0)
        self._audit()
        self._pass_news_on()

    def _audit(self) -> None:
        """Whatever was recorded since people last entered something was recorded without asking: is it right?"""
        record = self.session.record
        start, self._audited = self._audited, len(record.line)
        if start >= self._audited:
            return
        seen = actions_since(record, start, self._table.actions, self._alike)
        if not are_alike(seen, self._table.actions[start : self._audited], self._alike):
            self._silent_errors += 1
        self._silent_errors += self._twins.wrongly_settled(record, self._table.actions, self._alike)

    def _alike_as_written(self, one: str, other: str) -> bool:
        read = self.session.record.game.read
        return one == other or self._alike(read(one), read(other))

    @property
    def turns(self) -> int:
        """How many turns the truth holds."""
        return len(self._true)

    def _ask_about(self, action: int) -> None:
        self._asked_about.update(self._true.numbers[action : action + 1])

    def _touch(self, action: Any) -> None:
        """Enter an action on the tablet; a record that has run off refuses it, and that is counted."""
        self._look_up()
        self._say_that_nobody_was_left(self._done - 1)
        if self._answers and len(self.session.record.line) >= self._done:
            return  # entered with what was missing before it
        if self._answers and self._behind:
            self._tell_early(action)
            return
        try:
            self.session.play(action)
        except Refusal:
            self._refused += 1
        self._audited = len(self.session.record.line)
        self._pass_news_on()

    def _tell_early(self, action: AnyAction) -> None:
        """It is told where the tablet shows what comes before it; else people keep it back until that is entered."""
        shown = self._asks or self.session.keeps_taps or self.session.view.proposal
        if shown and len(self.session.record.line) >= self._kept_back:
            self._press_and_see(partial(self.session.tell, action))
        else:
            self._kept_back = self._done

    def _throw(self, pips: tuple[int, ...]) -> None:
        """Throw the dice and wait until the line or the camera over them has told and the game has used them."""
        self._look_up()
        self._say_that_nobody_was_left(self._done - 1)
        before = self.session.record_version
        if self._table.tray is not None:
            for event in throws_seen(self._table.tray, pips):
                self.session.hear_dice(event)
                if self.session.record_version != before:
                    break
        else:
            self.box.throw(pips)
            if self._answers and self._behind:  # the game does not wait for it yet: it is shown, and told later
                shown = self.session.version
                self._await_line(lambda: self.session.version != shown)
                return
            self._await_line(lambda: self.session.record_version != before)
        self._refused += self.session.record_version == before
        self._audited = len(self.session.record.line)
        self._pass_news_on()

    def _await_line(self, brought: Callable[[], bool] | None = None) -> None:
        """Wait until the line has brought what was done, a press if nothing else; the session hears it at once."""

        def heard() -> bool:
            presses = self._hands.tick(self.session)
            return bool(presses) if brought is None else brought()

        wait_for_line(heard, PRESS_TIMEOUT_S)

    def _pass_news_on(self) -> None:
        news = self.session.take_news()
        if news and self._listen is not None:
            self._listen(self.session, news)
