"""How a table session changes its record: the disk first, then the record, then the news."""

from __future__ import annotations

from companion.session.answering import Commits
from companion.session.committing import committed
from companion.session.open_press import OpenPress
from companion.session.proposing import ButtonPress, most_telling
from companion.session.rewriting import (
    before_the_end,
    hole_views,
    is_final,
)
from companion.session.seen_table import SeenTable
from companion.session.views import Chip, ChipKind, NewsKind
from companion.store import StoreError
from games.any_game import AnyRecord
from games.game import Phrase, Refusal
from games.record import Source
from vision.frames import Picture


class RecordingTable(SeenTable):
    """The side of a table that writes. :class:`companion.session.table.TableSession` decides when."""

    record_version: int

    def set_chip(self, chip: Chip | None, kind: ChipKind | None = None) -> None:
        """Show that something is not well, or (None) that the thing of that kind is well again."""
        self._board.set_chip(chip, kind)

    def notice(self, phrase: Phrase) -> None:
        """Say one sentence in the ribbon: a press out of turn, an illegal try, with its remedy."""
        self._board.notice(phrase)

    def _accept(self, done: Commits) -> None:
        """Commit: the disk first, then the record, then the news."""
        if self._filling is not None:
            self._fill_with(self._filling.tell(done.actions, time_ms=self._now_ms()))
            return
        commit = committed(self._record, done, now_ms=self._now_ms())
        changed = self._twins.settle(commit.record, time_ms=self._now_ms())
        if not self._written(changed, self._look.shot):
            return
        self._record, self._last_lines, self._go_home = changed, commit.lines, commit.leaves
        self._early.entered(done.actions)
        self._board.ribbon = most_telling(commit.events)
        phrase = self._board.ribbon or Phrase.of("table.committed")
        self._board.tell(NewsKind.COMMITTED, phrase, commit.events, commit.player)
        if is_final(changed):
            self._board.tell(NewsKind.OVER, Phrase.of("table.over"), commit.events)
        elif changed.game.player_to_move(changed.state) is None:
            waits = before_the_end(hole_views(changed))  # the game has ended, but not all of it counts yet
            if waits is not None:
                self.notice(waits)
        self._moved_on()

    def _take_what_is_due(self) -> None:
        """What people told ahead goes in once all that lay there before is on record; a press that waits goes on
        waiting, unless it was for that. What the rules don't take then is dropped, and said, where nothing else is
        seen."""
        tap, explanation = self._early.first, self._look.explanation
        if tap is None or explanation is None or not self._early.is_due(self._record, explanation):
            return
        own = self._press.waiting == ButtonPress(None, tap.time_ms)
        waiting = None if own else self._press.waiting
        try:
            self._accept(Commits((tap.action,), Source.TOUCH))
        except Refusal as refusal:
            if not explanation.is_idle():
                return
            self._early.take()
            self.notice(refusal.phrase)
        self._press.waiting = waiting

    def _fill_with(self, record: AnyRecord | None) -> None:
        if record is not None:
            self._rewrite(record, NewsKind.CORRECTED)
            return
        self._staged = ()  # more of that turn is to come
        self._dice.follow(self.record)
        self._changed()

    def _rewrite(self, changed: AnyRecord, kind: NewsKind, told: str = "table.corrected") -> None:
        if changed is self._record or not self._written(changed):
            return
        ends = is_final(changed) and not is_final(self._record)
        self._record, self._filling = changed, None
        self._last_lines, self._go_home = (), ()
        self._board.ribbon = phrase = Phrase.of("table.undone" if kind is NewsKind.UNDONE else told)
        self._board.tell(kind, phrase)
        if ends:
            self._board.tell(NewsKind.OVER, Phrase.of("table.over"))
        self._moved_on()

    def _written(self, changed: AnyRecord, picture: Picture | None = None) -> bool:
        """Put what is new and a picture of the table on the disk; where that fails, nothing happened and it is told."""
        try:
            kept = self._kept.keep(changed, picture, time_ms=self._now_ms())
        except StoreError as error:
            self._board.refuse_press(Chip(ChipKind.SAVE, True, error.phrase))
            return False
        self.set_chip(kept, ChipKind.SAVE)
        return True

    def _moved_on(self) -> None:
        self.record_version += 1
        self._twins.follow(self._record)
        self._staged, self._press = (), OpenPress()
        self._look.void()
        self._dice.follow(self._record)
        self._tell_watcher()
        self._changed()

    def _tell_watcher(self) -> None:
        if self._watcher is not None:
            self._watcher.record_moved_on(self._record, self.record_version)

    def _changed(self) -> None:
        self.version += 1
        self._view = None
