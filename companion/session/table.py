"""The table session: keeps the record and the table in step. No kivy, no thread, no clock of its own.

What the eyes see becomes a proposal; a button or tap commits it; each committed action is on the disk before anybody is
told. A close race becomes a question first, and while table and record differ, commits wait.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.session.answering import Asks, Commits, Says, Waits, answer_to, expected, explained_actions
from companion.session.hands.buttons import Hands
from companion.session.hands.dice_corner import DiceCorner
from companion.session.hands.early_taps import EarlyTaps
from companion.session.looking.last_look import LastLook
from companion.session.looking.lateness import Lateness
from companion.session.looking.light_advice import LightAdvice
from companion.session.looking.sighting import Sighting, Watcher
from companion.session.noticeboard import Noticeboard
from companion.session.open_press import OpenPress
from companion.session.open_twins import TwinQuestions
from companion.session.pausing import Pausing
from companion.session.proposing import ButtonPress, otherwise, proposed
from companion.session.recording_table import RecordingTable
from companion.session.remarks import Remarks
from companion.session.rewriting import Filling, Preview, heeding_holes, preview_of, read_from_table, rewritten
from companion.session.safekeeping import Safekeeping
from companion.session.views import AnyView, Chip, ChipKind, NewsKind
from companion.store.kept_game import KeptGame
from devices.events import DeviceEvent
from devices.hub import monotonic_ms
from games.any_game import AnyAction, AnyRecord
from games.game import Phrase, Refusal, ScoreLine
from games.record import Source
from vision.explanation import Explanation
from vision.eyes import Attention, Glance


class TableSession(RecordingTable):
    """One game at one table.

    Args:
        record: the game as it stands.
        now_ms: tells the time, milliseconds since the epoch.
        stored: where accepted actions are kept; None keeps them in memory only.
        watcher: what looks at the table; None for a game by touch alone.
        hands: the buttons; None without any.
        close_stored: closes what is kept, at once by default.
        chance: what dice on the tablet show; the system's own generator by default.
        clock: the clock of the devices' events and of live pictures, milliseconds.
    """

    def __init__(
        self,
        record: AnyRecord,
        now_ms: Callable[[], int],
        *,
        stored: KeptGame | None = None,
        watcher: Watcher | None = None,
        hands: Hands | None = None,
        close_stored: Callable[[KeptGame], None] = lambda stored: stored.close(),
        chance: random.Random | None = None,
        clock: Callable[[], int] = monotonic_ms,
    ) -> None:
        self.version = 0
        self.record_version = 0  # counts changes of the record: an explanation of an older one is void
        self._record = record
        self._now_ms = now_ms
        self._kept = Safekeeping(stored, close_stored)
        self._watcher = watcher
        self._hands = hands
        self._dice = DiceCorner(chance or random.SystemRandom(), clock)
        self._board = Noticeboard(now_ms, self._changed)
        self._staged: tuple[AnyAction, ...] = ()
        self._filling: Filling | None = None
        self._look = LastLook()
        self._lateness = Lateness()
        self._clock = clock
        self._press = OpenPress()
        self._early = EarlyTaps()
        self._twins = TwinQuestions()
        self._go_home: tuple[str, ...] = ()
        self._remarks = Remarks()
        self._pausing = Pausing(self._kept.path, now_ms, self.set_chip)
        self._light = LightAdvice()
        self._pieces: Phrase | None = None  # whose pieces lie there, as far as it was told
        self._last_lines: tuple[ScoreLine, ...] = ()
        self._view: AnyView | None = None
        self._dice.follow(self._record)
        self._tell_watcher()
        if self._kept.trouble is not None:
            self.set_chip(self._kept.trouble)

    def close(self) -> None:
        """Let go of the camera, the devices and the store, without waiting for what is stuck."""
        if self._hands is not None:
            self._hands.close()
        if self._watcher is not None:
            self._watcher.close()
        self._kept.close()

    # What the camera says

    def tick(self, now_ms: float) -> None:
        """Take in everything that camera and buttons have told since the last tick. In a pause the eyes' last words
        wait, and presses are answered."""
        del now_ms  # every sighting and every press carries its own time
        if self._watcher is not None and self._pausing.since_ms is None:
            for sighting in self._watcher.take():
                self.see(sighting)
            if self._lateness.follow(self._look, self._now_ms()):
                self._changed()
        if self._hands is not None:
            self._hands.tick(self)

    def see(self, sighting: Sighting) -> None:
        """Take one sighting in."""
        wrong = sighting.trouble or sighting.failing
        was_well = not self._board.shows(ChipKind.CAMERA)
        self.set_chip(Chip(ChipKind.CAMERA, True, wrong) if wrong is not None else None, ChipKind.CAMERA)
        if wrong is not None and sighting.glance is None:
            self._look.miss(sighting)
            if was_well and self.waits:  # else the press was answered so already
                self.notice(Phrase.of("table.cannot_look"))
            return
        otherwise = self._look.see(sighting)
        if sighting.roll is not None:
            self.hear_dice(sighting.roll)
        glance = sighting.glance
        if glance is not None:
            self._take_glance(glance)
        if otherwise:
            self._changed()
        if glance is None or glance.attention is not Attention.STILL:
            return
        fresh = sighting.explanation if sighting.record_version == self.record_version else None
        if fresh is not None:
            self._take_explanation(fresh)
        if self._look.settle(fresh=fresh is not None):
            self._changed()
        look = self._look
        if look.settled and not (look.discrepancies or sighting.will_be_reread or look.hides_in_the_dark):
            self._go_on_with_early_taps()
            if look.settled and self._press.waiting is not None:
                press = self._press.take_waiting(look.explanation)
                if press is not None:
                    self._take_press(press)
                else:
                    self.notice(Phrase.of("table.press_again"))

    def _take_glance(self, glance: Glance) -> None:
        """Say what a glance tells of the light and of whose pieces lie there."""
        light = self._light.hear(glance)
        self.set_chip(Chip(ChipKind.LIGHT, False, light) if light is not None else None, ChipKind.LIGHT)
        if glance.pieces not in (None, self._pieces):
            self._pieces = glance.pieces
            self.notice(self._pieces)

    def _take_explanation(self, explanation: Explanation) -> None:
        explanation = self._press.heeding_doubt(self._record, heeding_holes(explanation, self._record))
        had = self._look.discrepancies
        self._look.take(explanation)
        fresh = self._look.discrepancies
        self._go_home = explanation.lingering
        self._remarks.take(explanation.remarks)
        self._twins.hear(explanation)
        if fresh and not had:
            self._board.tell(NewsKind.OUT_OF_STEP, Phrase.of("table.differs"))
        elif had and not fresh:
            self._board.tell(NewsKind.BACK_IN_STEP, Phrase.of("table.back_in_step"))
        self._press.look_again(self._record, self._look.explanation)
        self._changed()

    # What people say

    def stage(self, actions: tuple[AnyAction, ...]) -> None:
        """Propose actions by touch. Raises :class:`Refusal` where they are not legal; an empty tuple clears."""
        if actions:
            proposed(self.record, actions, source=Source.TOUCH)
        self._staged = actions
        self._changed()

    def commit(self, seat: int | None = None) -> None:
        """DONE, or the button of ``seat``: commit what is proposed (by the eyes: as seen after this), or ask first."""
        self._take_press(ButtonPress(seat, self._clock()))

    def _take_press(self, press: ButtonPress) -> None:
        if self._pausing.since_ms is not None:
            self.notice(Phrase.of("table.paused"))
            return
        answer = answer_to(press, self._standing)
        match answer:
            case Commits():
                self._accept_and_go_on(answer, press)
            case Asks(options):
                self._press.ask(options, self._look.close_up, press, self._look.read_for(self._record))
                self._board.tell(NewsKind.QUESTION, Phrase.of("table.which_one"))
                self._changed()
            case Says(phrase, kind, waits):
                if waits:
                    self._press.wait(press, self._look.explanation)
                if kind is NewsKind.NOTICE:
                    self.notice(phrase)
                else:
                    self._board.tell(kind, phrase)
            case Waits():
                self._press.waiting = press

    def expects(self, seat: int) -> bool:
        """Whether a press of this seat would count: it is its turn, anybody may be next, or the table shows that it has
        played, whoever did not press before."""
        return expected(seat, self._standing)

    def play(self, action: AnyAction) -> None:
        """Commit one action at once, by touch. Raises :class:`Refusal`."""
        self._accept(Commits((action,), Source.TOUCH))

    def tell(self, action: AnyAction) -> None:
        """Somebody did this just now, where nobody sees it: it comes after all that was seen by then. Where that is
        not all on record it is kept until it is, and pressed for. Raises :class:`Refusal` where nothing waits."""
        look, explanation = self._look, self._look.explanation
        waits = explanation is not None and not explanation.is_idle()
        watched = self._watcher is not None and self._filling is None
        if not watched or not (waits or self._press.is_open or self._early.first):
            try:
                self.play(action)
                return
            except Refusal:
                if not watched or look.settled:
                    raise  # else what makes it legal may lie there already
        tap, self._staged = ButtonPress(None, self._clock()), ()
        self._early.keep(action, tap.time_ms)
        self.notice(Phrase.of("table.tap_kept"))
        self._early.place_last(self._record, explanation, self._press.done_before(self._record))
        if not self._press.is_open:
            self._take_press(tap)

    def _go_on_with_early_taps(self) -> None:
        """The table was looked at: is what people told ahead due?"""
        if self._look.explanation is not None and self._filling is None:
            self._early.looked(self._record, self._look.explanation, self._look.is_after)
            self._take_what_is_due()

    def choose(self, option: int | None) -> None:
        """Answer the docked question."""
        if self._press.choice is None and self._twins.choice is not None:
            self._rewrite(self._twins.answered(option, self._record, time_ms=self._now_ms()), NewsKind.CORRECTED)
        choice, press = self._press.answered()
        self._changed()
        if choice is None:
            return
        if option is None:
            self.notice(Phrase.of("table.none_of_these"))
            return
        chosen = choice.options[option].actions
        self._accept_and_go_on(
            Commits(chosen, Source.BUTTON, chosen != explained_actions(press, self._standing)), press
        )

    def doubt(self) -> None:
        """What is proposed is not what happened, say people: ask what it was."""
        explanation = self._look.explanation
        if explanation is None or self._press.choice is not None or self._filling is not None:
            return
        options = () if self._look.discrepancies else otherwise(self._record, explanation)
        if options:
            self._press.doubt(options, self._look.close_up)
            self._board.tell(NewsKind.QUESTION, Phrase.of("table.which_one"))
            self._changed()

    def undo(self) -> None:
        """Take back what was told ahead, else what was committed last as a whole; a hole that is being filled stays.
        Raises :class:`Refusal`."""
        if self._filling is not None:
            self.fill(None)
        elif self._early.forget():
            self.notice(Phrase.of("table.tap_dropped"))
        else:
            self._rewrite(self._record.undo(time_ms=self._now_ms()), NewsKind.UNDONE)

    def redo(self) -> None:
        """Bring back what was undone last as a whole. Raises :class:`Refusal`."""
        self._rewrite(self._record.redo(time_ms=self._now_ms()), NewsKind.CORRECTED, "table.redone")

    def correct(self, index: int, action: AnyAction, *then: AnyAction) -> None:
        """Replace an earlier action, ``then`` by more of its turn, or say that it was just that; later ones replay.
        Raises :class:`Refusal`."""
        said = "table.corrected" if then or self._record.line[index].action != action else "table.committed"
        self._rewrite(rewritten(self._record, index, action, *then, time_ms=self._now_ms()), NewsKind.CORRECTED, said)

    def remove(self, index: int) -> None:
        """Take an earlier action out; later ones replay. Raises :class:`Refusal`."""
        self._rewrite(rewritten(self._record, index, None, time_ms=self._now_ms()), NewsKind.CORRECTED)

    def preview(self, index: int, action: AnyAction | None) -> Preview:
        """What correcting an earlier action (None: taking it out) would change. Raises :class:`Refusal`."""
        return preview_of(self._record, rewritten(self._record, index, action))

    def back_to(self, length: int) -> None:
        """Play on from an earlier moment; one undo brings everything back."""
        self._rewrite(self._record.back_to(length, time_ms=self._now_ms()), NewsKind.UNDONE)

    def fill(self, index: int | None) -> None:
        """Tell the hole at this place again, or (None) leave it. Raises :class:`Refusal`."""
        self._filling = Filling(self._record, index) if index is not None else None
        self._press.drop_question()
        self._fill_with(None)

    def resolve(self, table_is_right: bool) -> None:
        """Answer "table and record differ": read the table into the record, or keep the record and stop asking."""
        if table_is_right:
            changed, unresolved = read_from_table(self._record, self._look.discrepancies, time_ms=self._now_ms())
            self._rewrite(changed, NewsKind.CORRECTED)
            if unresolved:
                self.notice(Phrase.of("table.tap_to_correct"))
        else:
            self._look.dismiss()
            self._changed()

    def look_anew(self) -> None:
        """Read the whole table anew against the record: people have moved things, or the eyes have got something wrong.
        What they tell then is proposed as ever; nothing is committed by it."""
        if self._watcher is None:
            return
        self._press.waiting = None
        self._press.drop_question()
        self._look.forget()
        self._watcher.look_anew()
        self.notice(Phrase.of("table.looks_anew"))

    def dismiss_remarks(self) -> None:
        """People have read what lies against the rules."""
        self._remarks.dismiss()
        self._changed()

    def disagree(self) -> None:
        """A long press: the open question is dropped, else the last commit is taken back."""
        self._press.waiting = None
        if self._press.choice is not None:
            self.choose(None)
        elif self._record.commits:
            self.undo()
        else:
            self.notice(Phrase.of("record.nothing_to_undo"))

    def hear_dice(self, event: DeviceEvent) -> None:
        """Take in what a dice tray tells; what falls there in a pause counts for nothing."""
        if self._pausing.since_ms is None:
            self._show_roll(self._dice.hear(event))

    def pause(self) -> None:
        """Stop everybody's clock, and what the eyes propose, until somebody goes on. It outlives a restart."""
        self._press.waiting = None
        self._pausing.begin()
        self._changed()

    def go_on(self) -> None:
        """The pause is over."""
        self._pausing.end()
        self._changed()

    def throw_dice(self, dice: int = 2) -> None:
        """Throw dice on the tablet; what nothing asked for is shown and not used."""
        self._show_roll(self._dice.throw(dice))

    def dismiss_roll(self) -> None:
        """Put the roll on show away."""
        self._dice.dismiss()
        self._changed()

    def accept_roll(self, values: tuple[int, ...] | None = None) -> None:
        """The roll on show counts after all, as it lies or as people say. Raises :class:`Refusal`."""
        self._dice.accept(values)
        self._use_roll()

    def _show_roll(self, phrase: Phrase | None) -> None:
        if phrase is not None:
            self.notice(phrase)
        self._use_roll()

    def _use_roll(self) -> None:
        """What the game waited for has been rolled: that is committed at once, nobody can choose another roll."""
        try:
            commits = self._dice.take_counted(self.record)
            if commits is not None:
                self._accept(commits)
        except Refusal as refusal:
            self.notice(refusal.phrase)

    def _accept_and_go_on(self, done: Commits, press: ButtonPress | None) -> None:
        """Commit; the same press then counts for the turns that it was about, too, and that are looked at anew."""
        before = self.record_version
        self._accept(done)
        if done.more and self._watcher is not None and self.record_version != before and self._filling is None:
            self._press.waiting = press
