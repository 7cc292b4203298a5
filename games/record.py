"""The record of a game: its set-up and an append-only log. The state is always a fold over it.

Nothing is ever taken out of the log. Undo, redo and corrections are entries of their own, so that a game can be
replayed exactly as it went, including what people took back. What was done at once is one *commit*: the actions of a
turn, a correction, a removal, going back in the history. Each is taken back by one undo, which restores the line as it
was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic

from games import earlier_log
from games.game import ActionT, AnybodyNext, Game, Phrase, Refusal, RefusalKind, SetupT, StateT
from games.line_of_play import Hole as Hole
from games.line_of_play import HoleKind as HoleKind
from games.line_of_play import LineStep as LineStep
from games.line_of_play import doer_of, refolded, stepped, turn_of
from games.log_entry import Entry as Entry
from games.log_entry import EntryKind as EntryKind
from games.log_entry import Source as Source
from games.log_entry import bad_entry
from games.log_entry import entry_from_json as entry_from_json
from games.log_entry import entry_to_json as entry_to_json

HOLE_MARK = "? "  # before the notation of what does not count


@dataclass(frozen=True, slots=True)
class Commit(Generic[StateT, ActionT]):
    """What one undo takes back.

    Attributes:
        group: its number, from 1 in the order in which they were made.
        length: how many places the line had before it.
        before: the line before it, where the commit changed more than its end; else None.
    """

    group: int
    length: int
    before: tuple[LineStep[StateT, ActionT], ...] | None = None


@dataclass(frozen=True, slots=True)
class Undone(Generic[StateT, ActionT]):
    """A commit that was taken back, and the line after it."""

    commit: Commit[StateT, ActionT]
    after: tuple[LineStep[StateT, ActionT], ...]


@dataclass(frozen=True)
class Record(Generic[SetupT, StateT, ActionT]):
    """A game as it was played so far: a value, so keeping an old one costs nothing.

    Build one with :meth:`start` or :meth:`replay`; every change returns a new record.

    Attributes:
        log: every entry ever made.
        line: what counts now, with its holes.
        commits: what can be taken back, newest last.
        undone: what can be brought back, newest last.
        groups: how many commits were ever made.
    """

    game: Game[SetupT, StateT, ActionT]
    setup: SetupT
    first: StateT
    log: tuple[Entry, ...] = ()
    line: tuple[LineStep[StateT, ActionT], ...] = ()
    commits: tuple[Commit[StateT, ActionT], ...] = ()
    undone: tuple[Undone[StateT, ActionT], ...] = ()
    groups: int = 0

    @classmethod
    def start(cls, game: Game[SetupT, StateT, ActionT], setup: SetupT) -> Record[SetupT, StateT, ActionT]:
        """A record with an empty log. Raises :class:`Refusal` where the set-up is impossible."""
        return cls(game, setup, game.new(setup))

    @classmethod
    def replay(
        cls, game: Game[SetupT, StateT, ActionT], setup: SetupT, log: Iterable[Entry]
    ) -> Record[SetupT, StateT, ActionT]:
        """The record that this log leads to. Raises :class:`Refusal` at the first entry that does not fit."""
        record = cls.start(game, setup)
        for entry in log:
            record = record.append(entry)
        return record

    # What it tells

    @property
    def state(self) -> StateT:
        """The state now."""
        return self.line[-1].state if self.line else self.first

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat as they stand."""
        return self.scores_of(self.state)

    def scores_of(self, state: StateT) -> tuple[int, ...]:
        """Points by seat as they stood in a state of this game."""
        points = {standing.player: standing.score for standing in self.game.standings(state)}
        return tuple(points[seat] for seat in range(len(self.setup.seats)))

    @property
    def actions(self) -> tuple[str, ...]:
        """The line of play in notation; what does not count has a question mark before it."""
        return tuple(HOLE_MARK + step.entry.notation if step.hole else step.entry.notation for step in self.line)

    @property
    def holes(self) -> tuple[int, ...]:
        """Places of the line at which nothing counts, from 0."""
        return tuple(place for place, step in enumerate(self.line) if step.hole is not None)

    def state_before(self, index: int) -> StateT:
        """The state before the action at ``index`` of the line of play (0 is the first)."""
        return self.line[index - 1].state if index > 0 else self.first

    def action_at(self, index: int) -> ActionT | None:
        """What was told at a place, whether or not it counts; None for a hole about which nothing was told."""
        step = self.line[index]
        if step.action is not None or not step.entry.notation:
            return step.action
        return self.game.read(step.entry.notation)

    def turn_number(self, index: int) -> int:
        """Which turn of the line a place belongs to, from 1, as people count; where nobody's turns are told apart,
        which action it is."""
        if isinstance(self.game, AnybodyNext):
            return index + 1
        return len({step.turn for step in self.line[: index + 1]})

    @property
    def waits_at(self) -> int | None:
        """The hole that the next action fills: the line stops there. None where play goes on at its end."""
        end = len(self.line)
        while end and self.line[end - 1].hole is not None:
            end -= 1
        if end == len(self.line):
            return None
        holes = range(end, len(self.line))
        held = any(_is_hole(self.line[place], HoleKind.HELD) for place in holes)
        if isinstance(self.game, AnybodyNext) and not held:
            return None
        now = turn_of(self.game, self.state)
        due = (
            place for place in holes if not _is_hole(self.line[place], HoleKind.HELD) and self.line[place].turn == now
        )
        return next(due, None)

    @property
    def next_group(self) -> int:
        """The number of the next commit."""
        return self.groups + 1

    # What people do

    def play(
        self,
        *actions: ActionT,
        source: Source = Source.TOUCH,
        time_ms: int = 0,
        marks: tuple[str, ...] = (),
    ) -> Record[SetupT, StateT, ActionT]:
        """Accept actions as one commit. Raises :class:`Refusal`; the record is then as it was."""
        record, group = self, self.next_group
        for action in actions:
            doer = doer_of(self.game, record.state, action)
            notation = self.game.write(action)
            record = record.append(Entry(EntryKind.ACTION, notation, -1, source, time_ms, marks, doer, group))
        return record

    def undo(self, *, time_ms: int = 0) -> Record[SetupT, StateT, ActionT]:
        """Take the last commit back, whatever it was. Raises :class:`Refusal` where there is none."""
        if not self.commits:
            raise _nothing("undo")
        return self.append(Entry(EntryKind.UNDO, time_ms=time_ms, group=self.commits[-1].group))

    def redo(self, *, time_ms: int = 0) -> Record[SetupT, StateT, ActionT]:
        """Bring back the commit that was undone last. Raises :class:`Refusal` where there is nothing."""
        if not self.undone:
            raise _nothing("redo")
        return self.append(Entry(EntryKind.REDO, time_ms=time_ms, group=self.undone[-1].commit.group))

    def correct(
        self, index: int, *actions: ActionT, time_ms: int = 0, group: int = 0, marks: tuple[str, ...] = ()
    ) -> Record[SetupT, StateT, ActionT]:
        """Replace the action at ``index``, or fill the hole there; later ones replay, what does not fit leaves a hole.

        Several actions tell a turn anew: they stand for the hole and for those of the same turn that follow it.
        ``group`` adds the correction to a commit just made. Raises :class:`Refusal`; the record is then as it was.
        """
        notation = "\n".join(self.game.write(action) for action in actions)
        return self._rewrite(Entry(EntryKind.CORRECT, notation, index, time_ms=time_ms, marks=marks), group)

    def remove(self, index: int, *, time_ms: int = 0, group: int = 0) -> Record[SetupT, StateT, ActionT]:
        """Take the action at ``index`` out; its place stays as a hole where anything follows it."""
        return self._rewrite(Entry(EntryKind.REMOVE, index=index, time_ms=time_ms), group)

    def back_to(self, length: int, *, time_ms: int = 0) -> Record[SetupT, StateT, ActionT]:
        """Play on from an earlier moment: the line keeps its first ``length`` places. One commit."""
        record = self
        while len(record.line) > length:
            record = record.remove(len(record.line) - 1, time_ms=time_ms, group=self.next_group)
        return record

    def _rewrite(self, entry: Entry, group: int) -> Record[SetupT, StateT, ActionT]:
        doer = self.line[entry.index].doer if 0 <= entry.index < len(self.line) else None
        return self.append(replace(entry, doer=doer, group=group or self.next_group))

    # How the log is folded

    def append(self, entry: Entry) -> Record[SetupT, StateT, ActionT]:
        """The record with one more log entry. Raises :class:`Refusal`; the record is then as it was."""
        if entry.doer is not None and not 0 <= entry.doer < len(self.setup.seats):
            raise bad_entry(entry_to_json(entry))
        match entry.kind:
            case EntryKind.ACTION:
                changed = self._played(entry)
            case EntryKind.UNDO:
                changed = self._undone_action() if entry.is_earlier else self._undone_commit(entry)
            case EntryKind.REDO:
                changed = self._redone_action() if entry.is_earlier else self._redone_commit(entry)
            case EntryKind.CORRECT | EntryKind.REMOVE:
                changed = self._rewritten(entry)
        return replace(changed, log=(*self.log, entry))

    def _played(self, entry: Entry) -> Record[SetupT, StateT, ActionT]:
        place = None if entry.is_earlier else self.waits_at
        if place is None:
            return self._committed(entry, (*self.line, stepped(self.game, self.state, entry)), rewrites=False)
        step = stepped(self.game, self.state, entry)
        line = refolded(self.game, self.first, (*self.line[:place], step), self.line[place + 1 :])
        return self._committed(entry, line, rewrites=True)

    def _rewritten(self, entry: Entry) -> Record[SetupT, StateT, ActionT]:
        if not 0 <= entry.index < len(self.line):
            phrase = Phrase.of("record.no_such_action", index=entry.index)
            raise Refusal(RefusalKind.INVALID, phrase, value=str(entry.index))
        if entry.is_earlier:
            line = earlier_log.rewritten(self.game, self.first, self.line, entry)
            starts = earlier_log.commits_by_time(line)
            commits: tuple[Commit[StateT, ActionT], ...]
            commits = tuple(Commit(self.groups + number, start) for number, start in enumerate(starts, 1))
            return replace(self, line=line, commits=commits, undone=(), groups=self.groups + len(commits))
        kept, later = self.line[: entry.index], self.line[entry.index + 1 :]
        old = self.line[entry.index]
        if entry.kind is EntryKind.REMOVE:
            # Of what no longer fits the piece stays on the table; taken out once more that never happened, either.
            aside = old.hole is not None and old.hole.kind is HoleKind.MISFIT
            out = replace(old, action=None, events=(), hole=Hole(HoleKind.REMOVED, aside=aside))
            return self._committed(entry, refolded(self.game, self.first, kept, (out, *later)), rewrites=True)
        lines = entry.notation.split("\n")
        for notation in lines:
            kept = (*kept, self._step_anew(replace(entry, notation=notation), kept, old))
        if len(lines) > 1:
            while later and later[0].hole is not None and later[0].turn == old.turn:
                later = later[1:]
        return self._committed(entry, refolded(self.game, self.first, kept, later), rewrites=True)

    def _step_anew(
        self, entry: Entry, kept: tuple[LineStep[StateT, ActionT], ...], old: LineStep[StateT, ActionT]
    ) -> LineStep[StateT, ActionT]:
        """What stands there now, in the same turn and by whoever did what stood there; a step of a turn that somebody
        else answers is theirs."""
        state = kept[-1].state if kept else self.first
        if turn_of(self.game, state) != old.turn and not isinstance(self.game, AnybodyNext):
            key = "record.fill_first" if turn_of(self.game, state) < old.turn else "record.turn_is_over"
            raise Refusal(RefusalKind.ILLEGAL, Phrase.of(key), value=entry.notation)
        doer = old.doer if len(kept) == entry.index else None
        step = stepped(self.game, state, replace(entry, doer=doer))
        return replace(step, entry=replace(entry, doer=step.doer))

    def _committed(
        self, entry: Entry, line: tuple[LineStep[StateT, ActionT], ...], *, rewrites: bool
    ) -> Record[SetupT, StateT, ActionT]:
        """The record with this line, its change added to the commit that the entry belongs to."""
        group, joins = self._group_of(entry)
        before = self.line if rewrites else None
        commits = self.commits
        if not joins:
            commits = (*commits, Commit(group, len(self.line), before))
        elif rewrites and commits[-1].before is None:
            commits = (*commits[:-1], replace(commits[-1], before=self.line[: commits[-1].length]))
        return replace(self, line=line, commits=commits, undone=(), groups=max(self.groups, group))

    def _group_of(self, entry: Entry) -> tuple[int, bool]:
        """The commit of an entry, and whether it is the one that the entry before it began."""
        last = self.log[-1] if self.log else None
        if entry.is_earlier:
            joins = bool(self.commits) and earlier_log.belongs_together(entry, last)
            return (self.commits[-1].group if joins else self.next_group), joins
        open_now = bool(self.commits) and last is not None and last.group == self.commits[-1].group == entry.group
        if open_now and last is not None and last.kind not in (EntryKind.UNDO, EntryKind.REDO):
            return entry.group, True
        if entry.group != self.next_group:
            raise Refusal(RefusalKind.INVALID, Phrase.of("record.bad_group", group=entry.group), value=str(entry.group))
        return entry.group, False

    def _undone_commit(self, entry: Entry) -> Record[SetupT, StateT, ActionT]:
        if self.undone and self.undone[-1].commit.group == entry.group and not self._is_partly_undone(entry.group):
            return self  # told twice, done once
        if not self.commits or self.commits[-1].group != entry.group:
            raise _nothing("undo")
        commit, after = self.commits[-1], self.line
        undone = self.undone
        if self._is_partly_undone(entry.group):
            after, undone = undone[-1].after, undone[:-1]
        line = self.line[: commit.length] if commit.before is None else commit.before
        return replace(self, line=line, commits=self.commits[:-1], undone=(*undone, Undone(commit, after)))

    def _redone_commit(self, entry: Entry) -> Record[SetupT, StateT, ActionT]:
        last = self.commits[-1].group if self.commits else 0
        if last == entry.group and not self._is_partly_undone(entry.group):
            return self  # told twice, done once
        if not self.undone or self.undone[-1].commit.group != entry.group:
            raise _nothing("redo")
        back = self.undone[-1]
        commits = self.commits if self._is_partly_undone(entry.group) else (*self.commits, back.commit)
        return replace(self, line=back.after, commits=commits, undone=self.undone[:-1])

    # One action at a time, as earlier versions did it

    def _is_partly_undone(self, group: int) -> bool:
        return bool(self.commits and self.undone and self.commits[-1].group == group == self.undone[-1].commit.group)

    def _undone_action(self) -> Record[SetupT, StateT, ActionT]:
        if not self.line:
            raise _nothing("undo")
        commit, after, undone = self.commits[-1], self.line, self.undone
        if self._is_partly_undone(commit.group):
            after, undone = undone[-1].after, undone[:-1]
        commits = self.commits[:-1] if commit.length >= len(self.line) - 1 else self.commits
        return replace(self, line=self.line[:-1], commits=commits, undone=(*undone, Undone(commit, after)))

    def _redone_action(self) -> Record[SetupT, StateT, ActionT]:
        if not self.undone:
            raise _nothing("redo")
        back = self.undone[-1]
        commits = self.commits if self._is_partly_undone(back.commit.group) else (*self.commits, back.commit)
        line = back.after[: len(self.line) + 1]
        undone = self.undone[:-1] if len(line) == len(back.after) else self.undone
        return replace(self, line=line, commits=commits, undone=undone)


def _is_hole(step: LineStep[StateT, ActionT], kind: HoleKind) -> bool:
    return step.hole is not None and step.hole.kind is kind


def _nothing(what: str) -> Refusal:
    return Refusal(RefusalKind.ILLEGAL, Phrase.of(f"record.nothing_to_{what}"), value=what)
