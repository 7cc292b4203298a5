"""One line of a record's log, and what it looks like as JSON.

The JSON of an entry is an object; what is not told keeps its default, and keys that are not known are passed over, so
that older and newer files can be read:

=========== ============================================================================================
``kind``     ``action``, ``undo``, ``redo``, ``correct`` or ``remove``
``notation`` ACTION and CORRECT: the action in one line; several lines where a turn is told anew at once
``index``    CORRECT and REMOVE: the place in the line of play, from 0; else -1
``source``   ``touch``, ``button``, ``vision``, ``device`` or ``import``
``time_ms``  milliseconds since the epoch
``marks``    list of words shown to people
``doer``     seat index of who did it, from 0; left out where nobody is known
``group``    number of the commit that it belongs to, from 1; of UNDO and REDO: the commit that goes or comes back.
             Left out by earlier versions: such entries are read by :mod:`games.earlier_log`
=========== ============================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.game import JsonValue, Phrase, Refusal, RefusalKind


class EntryKind(StrEnum):
    """What a log entry does to the line of play."""

    ACTION = "action"  # an action is accepted at the end of the line; what was undone can't be brought back any more
    UNDO = "undo"  # a whole commit is taken back and waits for a redo
    REDO = "redo"  # the commit that was undone last comes back
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
        notation: the action in one line (ACTION and CORRECT), else empty. A CORRECT that tells a turn anew has a line
            an action.
        index: the place in the line of play that CORRECT and REMOVE speak of, from 0; -1 for the others.
        source: where it came from.
        time_ms: milliseconds since the epoch, told by the caller's clock.
        marks: ``"declared"``, ``"rolled on the table"`` and the like, shown to people.
        doer: seat index of who did it; None where it is not told (UNDO, REDO, logs of earlier versions).
        group: the commit that it belongs to, from 1, and what one UNDO takes back; of UNDO and REDO the commit that
            they speak of, so that one that was written twice does nothing more. 0 in logs of earlier versions.
    """

    kind: EntryKind
    notation: str = ""
    index: int = -1
    source: Source = Source.TOUCH
    time_ms: int = 0
    marks: tuple[str, ...] = ()
    doer: int | None = None
    group: int = 0

    @property
    def is_earlier(self) -> bool:
        """True for an entry that an earlier version wrote, which knew no commits."""
        return self.group == 0


def entry_to_json(entry: Entry) -> dict[str, JsonValue]:
    """A log entry as plain data."""
    fields: dict[str, JsonValue] = {
        "kind": entry.kind.value,
        "notation": entry.notation,
        "index": entry.index,
        "source": entry.source.value,
        "time_ms": entry.time_ms,
        "marks": list(entry.marks),
    }
    if entry.doer is not None:
        fields["doer"] = entry.doer
    if entry.group:
        fields["group"] = entry.group
    return fields


def entry_from_json(data: Mapping[str, JsonValue]) -> Entry:
    """A log entry from plain data. Raises :class:`Refusal` of kind invalid where it is not one."""
    if not isinstance(data, Mapping):
        raise bad_entry(data)
    try:
        marks = data.get("marks", [])
        doer = data.get("doer")
        group = int(str(data.get("group", 0)))
        if group < 0 or (doer is not None and int(str(doer)) < 0):
            raise ValueError(f"doer {doer}, group {group}")
        return Entry(
            EntryKind(str(data["kind"])),
            str(data.get("notation", "")),
            int(str(data.get("index", -1))),
            Source(str(data.get("source", "touch"))),
            int(str(data.get("time_ms", 0))),
            tuple(str(mark) for mark in marks) if isinstance(marks, list) else (),
            None if doer is None else int(str(doer)),
            group,
        )
    except (KeyError, ValueError) as error:
        raise bad_entry(data) from error


def bad_entry(data: object) -> Refusal:
    """The refusal of what is no entry of a log."""
    return Refusal(RefusalKind.INVALID, Phrase.of("record.bad_entry", value=str(data)), value=str(data))
