"""What the tablet and the process that serves its page tell each other: a line of JSON each, over the pipes between.

The process reads the game from the disk; what is not there comes from the tablet: how the table is just now, and who
may press. From the process come its address and codes, and presses of phones.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Serving(msgspec.Struct, frozen=True, tag="serving"):
    """The page is served.

    Attributes:
        address: of the page. code: of the next device that looks on.
        seat_codes: of the next phone of each seat; empty where phones may not press.
        onlookers: devices that look on now. wrong: wrong codes so far.
    """

    address: str
    code: str
    seat_codes: tuple[str, ...] = ()
    onlookers: int = 0
    wrong: int = 0


class NotServing(msgspec.Struct, frozen=True, tag="not_serving"):
    """The page can't be served: where, and the system's own words why."""

    address: str
    why: str


class PhonePress(msgspec.Struct, frozen=True, tag="press"):
    """A press of a phone, told once.

    Attributes:
        seat: whose phone it is.
        what: ``done``, ``undo`` or ``choose``.
        number: counts all presses of all phones, from 1.
        question: ``choose``: the number of the question that is answered.
        option: ``choose``: which of its answers, from 0; -1 for none of them.
    """

    seat: int
    what: str
    number: int
    question: int = 0
    option: int = -1


FromServer: TypeAlias = Serving | NotServing | PhonePress


class Question(msgspec.Struct, frozen=True):
    """The open question, "which one was it?".

    Attributes:
        number: which question. seat: that is asked; null for anybody.
        options: the answers in words, by language.
        actions: the actions of each answer, in the game's notation.
    """

    number: int
    seat: int | None
    options: dict[str, tuple[str, ...]]
    actions: tuple[tuple[str, ...], ...] = ()


class TableForOnlookers(msgspec.Struct, frozen=True, tag="table"):
    """How the table is just now.

    Attributes:
        file: where the game of the open table is kept; empty where no table is open or its game is not kept.
        table: counts up with every table that is opened: whoever pressed at another presses no more.
        phones: how many seats may press from a phone; 0 where that is not allowed.
        camera, differs: a camera looks; table and record differ.
        troubles: what is not well, in words by language.
        question: what is asked, or null.
        undo: the seat whose last press can be taken back; null for nobody.
    """

    file: str = ""
    table: int = 0
    phones: int = 0
    camera: bool = False
    differs: bool = False
    troubles: dict[str, tuple[str, ...]] = {}
    question: Question | None = None
    undo: int | None = None


def line_of(message: FromServer | TableForOnlookers) -> bytes:
    """A line with its end."""
    return msgspec.json.encode(message) + b"\n"


_FROM_SERVER: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)
_TABLE = msgspec.json.Decoder(TableForOnlookers)


def from_server(line: bytes) -> FromServer:
    """What the process tells. Raises :class:`msgspec.DecodeError`."""
    return _FROM_SERVER.decode(line)


def from_tablet(line: bytes) -> TableForOnlookers:
    """What the tablet tells. Raises :class:`msgspec.DecodeError`."""
    return _TABLE.decode(line)
