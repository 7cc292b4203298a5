"""The table session: keeps the record and the table in step. No kivy, no thread, no clock of its own.

What the eyes see becomes a proposal; a button or tap commits it; each committed action is on the disk before anybody is
told. A close race becomes a question first, and while table and record differ, commits wait.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from calibration.picture_door import PictureError
from companion.session.buttons import Hands
from companion.session.dice_corner import DiceCorner
from companion.session.last_look import LastLook, Outlines
from companion.session.proposing import (
    Press,
    closed,
    done_alone,
    most_telling,
    offered,
    proposed,
    shown_proposal,
    told_by_press,
    view_of,
)
from companion.session.remarks import Remarks
from companion.session.rewriting import (
    Filling,
    Preview,
    before_the_end,
    heeding_holes,
    hole_views,
    is_final,
    preview_of,
    read_from_table,
    rewritten,
)
from companion.session.several_turns import accepted, pressed_for, seats_told, turns_of
from companion.session.sighting import Sighting, Watcher, picture_from_jpeg, shot_of
from companion.session.views import AnyChoice, AnyView, Chip, ChipKind, Choice, News, NewsKind
from companion.store import StoreError
from companion.store.kept_game import KeptGame
from devices.events import DeviceEvent
from devices.hub import monotonic_ms
from games.any_game import AnyAction, AnyRecord
from games.game import AnybodyNext, Event, Phrase, Refusal, RollsDice, ScoreLine
from games.record import Source
from vision.explanation import Explanation
from vision.eyes import Attention
from vision.frames import Picture


class TableSession:
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
        self._stored = stored
        self._watcher = watcher
        self._hands = hands
        self._close_stored = close_stored
        self._dice = DiceCorner(chance or random.SystemRandom(), clock)
        self._news: list[News] = []
        self._chips: dict[ChipKind, Chip] = {}
        self._staged: tuple[AnyAction, ...] = ()
        self._filling: Filling | None = None
        self._look = LastLook()
        self._settled = False  # the still table has been explained for the record as it is now
        self._clock = clock
        self._waiting: Press | None = None  # waits for a clear view, or for a picture taken after it
        self._choice: AnyChoice | None = None
        self._asking: Press | None = None  # the press that led to the question
        self._go_home: tuple[str, ...] = ()
        self._remarks = Remarks()
        self._ribbon: Phrase | None = None
        self._pieces: Phrase | None = None  # whose pieces lie there, as far as it was told
        self._last_lines: tuple[ScoreLine, ...] = ()
        self._view: AnyView | None = None
        self._dice.follow(self._record)
        self._tell_watcher()
        if stored is not None and stored.trouble is not None:
            self.set_chip(Chip(ChipKind.SAVE, True, stored.trouble))

    # What is seen from outside

    @property
    def record(self) -> AnyRecord:
        """The record so far; while a hole is being filled, as far as that turn."""
        return self._record if self._filling is None else self._filling.record

    @property
    def view(self) -> AnyView:
        """The table as it stands, as a value."""
        if self._view is None:
            self._view = self._build_view()
        return self._view

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, in playing order."""
        return tuple(seat.name for seat in self._record.setup.seats)

    @property
    def active(self) -> int | None:
        """Seat index of whose turn it is, or None when the game is over."""
        return self.record.game.player_to_move(self.record.state)

    @property
    def path(self) -> Path | None:
        """Where the game is kept, or is to be; None where it is in memory only."""
        return self._stored.path if self._stored is not None else None

    @property
    def asked(self) -> int | None:
        """The seat that the open question is for; None where nothing is asked, or anybody may answer."""
        if self._choice is None:
            return None
        pressed = self._asking.seat if self._asking is not None else None
        return self.active if pressed is None else pressed

    @property
    def hands(self) -> Hands | None:
        """The buttons, if there are any."""
        return self._hands

    @property
    def watching(self) -> bool:
        """True where a camera looks at the table, or is being opened to."""
        return self._watcher is not None

    @property
    def settled(self) -> bool:
        """True where everything the eyes last saw has been read: a press now answers at once."""
        return self._watcher is None or self._settled

    @property
    def waits(self) -> bool:
        """True while a press waits for a clear view."""
        return self._waiting is not None

    def take_news(self) -> tuple[News, ...]:
        """What happened since the last call, oldest first."""
        news, self._news = tuple(self._news), []
        return news

    def camera_picture(self) -> Picture | None:
        """The last frame at inset size, BGR (270, 480, 3), or None."""
        return self._look.picture

    def camera_overlay(self) -> Outlines:
        """Outlines of what is tracked in the last frame: polylines (n, 2) as shares of its width and height."""
        return self._look.overlay

    def camera_differences(self) -> Outlines:
        """Where the last frame that was read differs from the record: polylines as shares of its width and height."""
        return self._look.differing

    def photo_of(self, index: int) -> Picture | None:
        """The table as it looked when the action at ``index`` was committed, BGR; None where none is whole."""
        kept = self._stored.photo(self._record, index) if self._stored is not None else None
        try:
            return picture_from_jpeg(kept) if kept is not None else None
        except PictureError as error:  # the move is kept all the same
            logging.getLogger(__name__).warning("the picture of action %d: %s", index, error)
            return None

    def close(self) -> None:
        """Let go of the camera, the devices and the store, without waiting for what is stuck."""
        if self._hands is not None:
            self._hands.close()
        if self._watcher is not None:
            self._watcher.close()
        if self._stored is not None:
            self._close_stored(self._stored)

    # What the camera says

    def tick(self, now_ms: float) -> None:
        """Take in everything that camera and buttons have told since the last tick."""
        del now_ms  # every sighting and every press carries its own time
        if self._watcher is not None:
            for sighting in self._watcher.take():
                self.see(sighting)
        if self._hands is not None:
            self._hands.tick(self)

    def see(self, sighting: Sighting) -> None:
        """Take one sighting in."""
        wrong = sighting.trouble or sighting.failing
        was_well = ChipKind.CAMERA not in self._chips
        self.set_chip(Chip(ChipKind.CAMERA, True, wrong) if wrong is not None else None, ChipKind.CAMERA)
        if wrong is not None and sighting.glance is None:
            if sighting.trouble is not None:  # else the last picture stays
                self._look.sighting = sighting
            self._settled = False  # nothing that was read holds
            if was_well and self._waiting is not None:  # else the press was answered so already
                self.notice(Phrase.of("table.cannot_look"))
            return
        before, self._look.sighting = self._look.sighting, sighting
        if sighting.roll is not None:
            self.hear_dice(sighting.roll)
        glance = sighting.glance
        if glance is not None and glance.pieces not in (None, self._pieces):
            self._pieces = glance.pieces
            self.notice(self._pieces)
        if before is None or before.glance != glance:
            self._changed()
        if glance is None or glance.attention is not Attention.STILL:
            self._settled = False
            return
        if sighting.explanation is not None and sighting.record_version == self.record_version:
            self._take_explanation(sighting.explanation)
        elif self._look.explanation is not None and not glance.changed:
            self._settled = True  # a hand came and went, or the light did: the table lies as it was read
            if self._look.bear_out():
                self._changed()
        elif glance.changed:
            self._settled = False  # it looks otherwise now, and nothing was read of that for this record
        if self._settled and self._waiting is not None and not self._look.discrepancies and not sighting.looks_again:
            press, self._waiting = self._waiting, None
            self._take_press(press)

    def set_chip(self, chip: Chip | None, kind: ChipKind | None = None) -> None:
        """Show that something is not well, or (None) that the thing of that kind is well again."""
        kind = chip.kind if chip is not None else kind
        assert kind is not None
        if self._chips.get(kind) == chip:
            return
        if chip is None:
            self._chips.pop(kind, None)
        else:
            self._chips[kind] = chip
            self._tell(NewsKind.DEVICE, chip.phrase)
        self._changed()

    def _take_explanation(self, explanation: Explanation) -> None:
        explanation = heeding_holes(explanation, self._record)
        had = self._look.discrepancies
        self._look.take(explanation)
        fresh = self._look.discrepancies
        self._go_home = explanation.lingering
        self._remarks.take(explanation.remarks)
        self._settled = True
        if fresh and not had:
            self._tell(NewsKind.OUT_OF_STEP, Phrase.of("table.differs"))
        elif had and not fresh:
            self._tell(NewsKind.BACK_IN_STEP, Phrase.of("table.back_in_step"))
        if self._choice is not None:
            self._choice = self._still_asked(self._choice)
        self._changed()

    def _still_asked(self, choice: AnyChoice) -> AnyChoice | None:
        """The open question after another look: gone where the table answered it, else of what may have happened."""
        told = self._look.explanation
        if told is None or told.is_clear() or accepted(self._record, told, None):
            return None
        options = offered(self._record, told)
        if not options or {one.actions for one in options} == {one.actions for one in choice.options}:
            return choice  # nothing moves under a finger
        return replace(choice, options=options)

    # What people say

    def stage(self, actions: tuple[AnyAction, ...]) -> None:
        """Propose actions by touch. Raises :class:`Refusal` where they are not legal; an empty tuple clears."""
        if actions:
            proposed(self.record, actions, source=Source.TOUCH)
        self._staged = actions
        self._changed()

    def commit(self, seat: int | None = None) -> None:
        """DONE, or the button of ``seat``: commit what is proposed (by the eyes: as seen after this), or ask first."""
        self._take_press(Press(seat, self._clock()))

    def _take_press(self, press: Press) -> None:
        seat, active = press.seat, self.active
        if active is None:
            self.notice(before_the_end(hole_views(self._record)) or Phrase.of("table.game_is_over"))
        elif seat is not None and not self.expects(seat):
            self.notice(Phrase.of("table.not_your_turn", name=self._record.setup.seats[active].name))
        elif self._choice is not None:
            self._tell(NewsKind.QUESTION, Phrase.of("table.which_one"))  # a second press never chooses
        elif self._look.discrepancies and self._filling is None:
            self._waiting = press  # the turn is done all the same: it is committed once the table is right again
            self._tell(NewsKind.OUT_OF_STEP, Phrase.of("table.differs"))
        elif self._staged:
            self._accept(closed(self.record, self._staged), Source.TOUCH)
        elif self._filling is not None:  # only what people tap: the table as it lies tells of later turns, too
            self._close_turn_or_say_nothing_seen()
        elif self._watcher is not None and not self._settled:
            self._waiting = press
            self.notice(Phrase.of("table.cannot_look" if ChipKind.CAMERA in self._chips else "table.waiting"))
        elif self._look.looks_again or not self._look.is_after(press.time_ms):
            self._waiting = press  # another look is free, a question is not
        else:
            self._commit_seen(press)

    def expects(self, seat: int) -> bool:
        """Whether a press of this seat would count: it is its turn, anybody may be next, or the table shows that it has
        played, whoever did not press before."""
        if seat == self.active or isinstance(self._record.game, AnybodyNext):
            return True
        if self._staged or self._filling is not None:
            return False
        told = self._look.explanation
        if seat in seats_told(self._record, told):
            return True
        proposal = shown_proposal(self._record, (), told)
        return not self.settled and proposal is not None and self._next_after(proposal.actions) == seat

    def _next_after(self, actions: tuple[AnyAction, ...]) -> int | None:
        """Whose turn it is after what waits for a press."""
        game, state = self._record.game, self._record.state
        for action in actions:
            state, _ = game.apply(state, action)
        return game.player_to_move(state)

    def play(self, action: AnyAction) -> None:
        """Commit one action at once, by touch. Raises :class:`Refusal`."""
        self._accept((action,), Source.TOUCH)

    def choose(self, option: int | None) -> None:
        """Answer the docked question."""
        (choice, self._choice), (press, self._asking) = (self._choice, None), (self._asking, None)
        self._changed()
        if choice is None:
            return
        if option is None:
            self.notice(Phrase.of("table.none_of_these"))
            return
        chosen = choice.options[option].actions
        self._accept_and_go_on(chosen, press, more=chosen != self._told_to(press))

    def undo(self) -> None:
        """Take back what was committed last as a whole; a hole that is being filled stays. Raises :class:`Refusal`."""
        if self._filling is not None:
            self.fill(None)
        else:
            self._rewrite(self._record.undo(time_ms=self._now_ms()), NewsKind.UNDONE)

    def redo(self) -> None:
        """Bring back what was undone last as a whole. Raises :class:`Refusal`."""
        self._rewrite(self._record.redo(time_ms=self._now_ms()), NewsKind.CORRECTED)

    def correct(self, index: int, action: AnyAction) -> None:
        """Replace an earlier action; later ones replay. Raises :class:`Refusal`."""
        self._rewrite(rewritten(self._record, index, action, time_ms=self._now_ms()), NewsKind.CORRECTED)

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
        self._choice = None
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

    def dismiss_remarks(self) -> None:
        """People have read what lies against the rules."""
        self._remarks.dismiss()
        self._changed()

    def disagree(self) -> None:
        """A long press: the open question is dropped, else the last commit is taken back."""
        self._waiting = None
        if self._choice is not None:
            self.choose(None)
        elif self._record.commits:
            self.undo()
        else:
            self.notice(Phrase.of("record.nothing_to_undo"))

    def hear_dice(self, event: DeviceEvent) -> None:
        """Take in what a dice tray tells."""
        self._show_roll(self._dice.hear(event))

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
        counted = self._dice.take_counted()
        game = self.record.game
        if counted is None or not isinstance(game, RollsDice):
            return
        try:
            action = game.dice_told(self.record.state, counted.values)
            self._accept((action,), Source.DEVICE, counted.marks)
        except Refusal as refusal:
            self.notice(refusal.phrase)

    def notice(self, phrase: Phrase) -> None:
        """Say one sentence in the ribbon: a press out of turn, an illegal try, with its remedy."""
        self._ribbon = phrase
        self._tell(NewsKind.NOTICE, phrase)
        self._changed()

    # How it is done

    def _commit_seen(self, press: Press) -> None:
        explanation = told_by_press(self._look.explanation, press.seat, self._record.game)
        if explanation is None or explanation.is_idle():
            self._close_turn_or_say_nothing_seen()
        elif sure := accepted(self._record, explanation, press.seat):
            self._accept_and_go_on(sure, press, more=sure != self._told_to(press))
        else:
            self._ask(explanation, press)

    def _told_to(self, press: Press | None) -> tuple[AnyAction, ...]:
        """All that the eyes tell of what a press is about, clear or not."""
        best = self._look.explanation.best if self._look.explanation is not None else None
        return pressed_for(self._record, best.actions, press.seat) if best is not None and press is not None else ()

    def _accept_and_go_on(self, actions: tuple[AnyAction, ...], press: Press | None, *, more: bool) -> None:
        """Commit; the same press then counts for the turns that it was about, too, and that are looked at anew."""
        before = self.record_version
        self._accept(actions, Source.BUTTON)
        if more and self._watcher is not None and self.record_version != before and self._filling is None:
            self._waiting = press

    def _close_turn_or_say_nothing_seen(self) -> None:
        action = done_alone(self.record)
        if action is not None:
            self._accept((action,), Source.TOUCH)
        else:
            seeing = self._watcher is not None and self._filling is None
            self.notice(Phrase.of("table.nothing_new" if seeing else "table.tap_your_move"))

    def _ask(self, explanation: Explanation, press: Press) -> None:
        if not (options := offered(self._record, explanation)):
            self.notice(Phrase.of("table.cannot_tell"))
            return
        self._choice, self._asking = Choice(options, self._look.close_up), press
        self._tell(NewsKind.QUESTION, Phrase.of("table.which_one"))
        self._changed()

    def _accept(self, actions: tuple[AnyAction, ...], source: Source, marks: tuple[str, ...] = ()) -> None:
        """Commit: the disk first, then the record, then the news."""
        if self._filling is not None:
            self._fill_with(self._filling.tell(actions, time_ms=self._now_ms()))
            return
        last = max((entry.time_ms for entry in self._record.log), default=0)
        time_ms = max(self._now_ms(), last + 1)  # no two commits share a time
        changed, group = self._record, self._record.next_group
        for later, turn in enumerate(turns_of(self._record, actions)):  # each is a commit: one undo takes one back
            changed = changed.play(*turn.actions, source=source, time_ms=time_ms + later, marks=marks)
        if not self._written(changed, self._look.picture):
            return
        fresh = (step for step in changed.line if step.entry.group >= group)
        events = tuple(event for step in fresh for event in step.events)
        player, self._record = self._record.game.player_to_move(self._record.state), changed
        self._last_lines = tuple(event.line for event in events if event.line is not None)
        self._go_home = tuple(place for event in events for place in event.leaves)
        self._ribbon = most_telling(events)
        self._tell(NewsKind.COMMITTED, self._ribbon or Phrase.of("table.committed"), events, player)
        if is_final(changed):
            self._tell(NewsKind.OVER, Phrase.of("table.over"), events)
        elif changed.game.player_to_move(changed.state) is None:
            self._tell_what_waits()
        self._moved_on()

    def _tell_what_waits(self) -> None:
        """The game has ended, but not all of it counts yet."""
        waits = before_the_end(hole_views(self._record))
        if waits is not None:
            self.notice(waits)

    def _fill_with(self, told: AnyRecord | None) -> None:
        if told is not None:
            self._rewrite(told, NewsKind.CORRECTED)
            return
        self._staged = ()  # more of that turn is to come
        self._dice.follow(self.record)
        self._changed()

    def _rewrite(self, changed: AnyRecord, kind: NewsKind) -> None:
        if changed is self._record or not self._written(changed):
            return
        ends = is_final(changed) and not is_final(self._record)
        self._record, self._filling = changed, None
        self._last_lines, self._go_home = (), ()
        self._ribbon = Phrase.of("table.undone" if kind is NewsKind.UNDONE else "table.corrected")
        self._tell(kind, self._ribbon)
        if ends:
            self._tell(NewsKind.OVER, Phrase.of("table.over"))
        self._moved_on()

    def _written(self, changed: AnyRecord, picture: Picture | None = None) -> bool:
        """Put what is new and a picture of the table on the disk; where that fails, nothing happened and it is told."""
        if self._stored is None:
            return True
        shot, without = shot_of(picture)
        try:
            told = self._stored.keep(changed, time_ms=self._now_ms(), jpeg=shot) or without
        except StoreError as error:
            self._refuse_press(Chip(ChipKind.SAVE, True, error.phrase))
            return False
        self.set_chip(Chip(ChipKind.SAVE, False, told) if told is not None else None, ChipKind.SAVE)
        return True

    def _refuse_press(self, chip: Chip) -> None:
        """Every press is answered, also where the same trouble is on show already."""
        if self._chips.get(chip.kind) == chip:
            self.notice(chip.phrase)
        else:
            self._ribbon = chip.phrase
            self.set_chip(chip)

    def _moved_on(self) -> None:
        self.record_version += 1
        self._staged, self._choice, self._asking, self._look.explanation = (), None, None, None
        self._settled, self._waiting = False, None
        self._dice.follow(self._record)
        self._tell_watcher()
        self._changed()

    def _tell_watcher(self) -> None:
        if self._watcher is not None:
            self._watcher.record_moved_on(self._record, self.record_version)

    def _build_view(self) -> AnyView:
        # A ghost is what two still pictures showed: one alone may have been taken between two movements of a hand.
        seen = self._look.explanation if self._filling is None and self._look.borne_out else None
        return replace(
            view_of(self.record),
            proposal=shown_proposal(self.record, self._staged, seen),
            choice=self._choice,
            discrepancies=self._look.discrepancies,
            go_home=self._go_home,
            remarks=self._remarks.shown,
            ribbon=self._ribbon,
            last_lines=self._last_lines,
            holes=hole_views(self._record),
            filling=self._filling.hole if self._filling is not None else None,
            chips=tuple(self._chips.values()),
            attention=self._look.attention,
            hand=self._look.hand,
            roll=self._dice.shown,
            dice_asked=self._dice.asked,
            can_undo=bool(self._record.commits) or self._filling is not None,
            can_redo=bool(self._record.undone) and self._filling is None,
        )

    def _tell(self, kind: NewsKind, phrase: Phrase, events: tuple[Event, ...] = (), player: int | None = None) -> None:
        self._news.append(News(kind, phrase, events, player, self._now_ms()))

    def _changed(self) -> None:
        self.version += 1
        self._view = None
