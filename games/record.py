"""The record of a game: its set-up and an append-only log. The state is always a fold over it.

Nothing is ever taken out of the log. Undo, redo and corrections are entries of their own, so that a game can be
replayed exactly as it went, including what people took back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic

from games.game import ActionT, Event, Game, JsonValue, Phrase, Refusal, RefusalKind, SetupT, StateT


class EntryKind(StrEnum):
    """What a log entry does to the line of play."""

    ACTION = "action"  # an action is accepted at the end of the line; what was undone is dropped from the line
    UNDO = "undo"  # the last action leaves the line and waits for a redo
    REDO = "redo"  # the action that was undone last comes back
    CORRECT = "correct"  # the action at a place in the line becomes another; what follows is replayed
    REMOVE = "remove"  # the action at a place in the line is taken out; what follows is replayed


class Source(StrEnum):
    """Where an accepted action came from."""

    TOUCH = "touch"
    BUTTON = "button"  # proposed by vision, confirmed with a button
    VISION = "vision"  # accepted without a person (only in `follow` and `demo`)
    DEVICE = "device"  # dice on the wire
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log.

    Attributes:
        kind: what it does.
        notation: the action in one line (ACTION and CORRECT), else empty.
        index: the place in the line of play that CORRECT and REMOVE speak of, from 0; -1 for the others.
        source: where it came from.
        time_ms: milliseconds since the epoch, told by the caller's clock.
        marks: ``"declared"``, ``"rolled on the table"`` and the like, shown to people.
    """

    kind: EntryKind
    notation: str = ""
    index: int = -1
    source: Source = Source.TOUCH
    time_ms: int = 0
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Misfit:
    """A later action that no longer fits after a correction: nothing is lost, it is listed."""

    notation: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT, ActionT]):
    """One action of the line of play, what it brought about, and the state after it."""

    action: ActionT
    entry: Entry
    events: tuple[Event, ...]
    state: StateT


@dataclass(frozen=True)
class Record(Generic[SetupT, StateT, ActionT]):
    """A game as it was played so far: a value, so keeping an old one costs nothing.

    Build one with :meth:`start` or :meth:`replay`; every change returns a new record.
    """

    game: Game[SetupT, StateT, ActionT]
    setup: SetupT
    first: StateT
    log: tuple[Entry, ...] = ()
    line: tuple[Step[StateT, ActionT], ...] = ()
    undone: tuple[Entry, ...] = ()
    misfits: tuple[Misfit, ...] = ()

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

    @property
    def state(self) -> StateT:
        """The state now."""
        return self.line[-1].state if self.line else self.first

    @property
    def actions(self) -> tuple[str, ...]:
        """The line of play in notation."""
        return tuple(step.entry.notation for step in self.line)

    def state_before(self, index: int) -> StateT:
        """The state before the action at ``index`` of the line of play (0 is the first)."""
        return self.line[index - 1].state if index > 0 else self.first

    def play(
        self, action: ActionT, *, source: Source = Source.TOUCH, time_ms: int = 0, marks: tuple[str, ...] = ()
    ) -> Record[SetupT, StateT, ActionT]:
        """Accept an action. Raises :class:`Refusal`; the record is then as it was."""
        return self.append(
            Entry(EntryKind.ACTION, self.game.write(action), source=source, time_ms=time_ms, marks=marks)
        )

    def undo(self, *, time_ms: int = 0) -> Record[SetupT, StateT, ActionT]:
        """Take the last action back. Raises :class:`Refusal` where there is none."""
        return self.append(Entry(EntryKind.UNDO, time_ms=time_ms))

    def redo(self, *, time_ms: int = 0) -> Record[SetupT, StateT, ActionT]:
        """Bring back what was undone last. Raises :class:`Refusal` where there is nothing."""
        return self.append(Entry(EntryKind.REDO, time_ms=time_ms))

    def correct(self, index: int, action: ActionT, *, time_ms: int = 0) -> Record[SetupT, StateT, ActionT]:
        """Replace the action at ``index``; later ones replay, what no longer fits goes to ``misfits``."""
        return self.append(Entry(EntryKind.CORRECT, self.game.write(action), index=index, time_ms=time_ms))

    def remove(self, index: int, *, time_ms: int = 0) -> Record[SetupT, StateT, ActionT]:
        """Take the action at ``index`` out; later ones replay, what no longer fits goes to ``misfits``."""
        return self.append(Entry(EntryKind.REMOVE, index=index, time_ms=time_ms))

    def append(self, entry: Entry) -> Record[SetupT, StateT, ActionT]:
        """The record with one more log entry. Raises :class:`Refusal`; the record is then as it was."""
        match entry.kind:
            case EntryKind.ACTION:
                changed = replace(self, line=(*self.line, self._step(self.state, entry)), undone=(), misfits=())
            case EntryKind.UNDO:
                if not self.line:
                    raise _nothing("undo")
                changed = replace(self, line=self.line[:-1], undone=(*self.undone, self.line[-1].entry), misfits=())
            case EntryKind.REDO:
                if not self.undone:
                    raise _nothing("redo")
                line = (*self.line, self._step(self.state, self.undone[-1]))
                changed = replace(self, line=line, undone=self.undone[:-1], misfits=())
            case EntryKind.CORRECT | EntryKind.REMOVE:
                changed = self._rewritten(entry)
        return replace(changed, log=(*self.log, entry))

    def _step(self, state: StateT, entry: Entry) -> Step[StateT, ActionT]:
        action = self.game.read(entry.notation)
        after, events = self.game.apply(state, action)
        return Step(action, entry, events, after)

    def _rewritten(self, entry: Entry) -> Record[SetupT, StateT, ActionT]:
        if not 0 <= entry.index < len(self.line):
            raise Refusal(
                RefusalKind.INVALID, Phrase.of("record.no_such_action", index=entry.index), value=str(entry.index)
            )
        line = list(self.line[: entry.index])
        if entry.kind is EntryKind.CORRECT:
            line.append(self._step(self.state_before(entry.index), entry))
        misfits = []
        for later in self.line[entry.index + 1 :]:
            try:
                line.append(self._step(line[-1].state if line else self.first, later.entry))
            except Refusal as refusal:
                misfits.append(Misfit(later.entry.notation, refusal))
        return replace(self, line=tuple(line), undone=(), misfits=tuple(misfits))


def _nothing(what: str) -> Refusal:
    return Refusal(RefusalKind.ILLEGAL, Phrase.of(f"record.nothing_to_{what}"), value=what)


def entry_to_json(entry: Entry) -> dict[str, JsonValue]:
    """A log entry as plain data."""
    return {
        "kind": entry.kind.value,
        "notation": entry.notation,
        "index": entry.index,
        "source": entry.source.value,
        "time_ms": entry.time_ms,
        "marks": list(entry.marks),
    }


def entry_from_json(data: Mapping[str, JsonValue]) -> Entry:
    """A log entry from plain data. Raises :class:`Refusal` of kind invalid where it is not one."""
    if not isinstance(data, Mapping):
        raise _bad_entry(data)
    try:
        marks = data.get("marks", [])
        return Entry(
            EntryKind(str(data["kind"])),
            str(data.get("notation", "")),
            int(str(data.get("index", -1))),
            Source(str(data.get("source", "touch"))),
            int(str(data.get("time_ms", 0))),
            tuple(str(mark) for mark in marks) if isinstance(marks, list) else (),
        )
    except (KeyError, ValueError) as error:
        raise _bad_entry(data) from error


def _bad_entry(data: object) -> Refusal:
    return Refusal(RefusalKind.INVALID, Phrase.of("record.bad_entry", value=str(data)), value=str(data))
