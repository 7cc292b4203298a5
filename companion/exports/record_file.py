"""A record as one JSON file, to be kept, sent or put into a bug report; and back."""

from __future__ import annotations

import json
from typing import Any

from companion.titles.registry import game_named
from games.any_game import AnyGame, AnyRecord
from games.game import Phrase, Refusal, RefusalKind
from games.names import check_seats
from games.plain_json import NotPlainJson, plain_json
from games.record import Entry, Record, entry_from_json, entry_to_json

FORMAT_NOW = 2  # since then entries know their doer and commit; see :mod:`games.log_entry`
FORMAT = {"tableside": "record", "format": FORMAT_NOW}


def record_text(record: AnyRecord) -> str:
    """The record as JSON: its game, its set-up and its whole log."""
    data = {
        **FORMAT,
        "game": record.game.key,
        "setup": record.game.setup_to_json(record.setup),
        "log": [entry_to_json(entry) for entry in record.log],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def record_from_text(text: str) -> AnyRecord:
    """The record that the JSON tells. Raises :class:`Refusal` of kind invalid where it is none."""
    return Record.replay(*_read(text))


def grown(record: AnyRecord, text: str) -> AnyRecord:
    """:func:`record_from_text` where an earlier state of the same game is known: only what is new is played."""
    game, setup, log = _read(text)
    known = len(record.log)
    if (game.key, setup, log[:known]) != (record.game.key, record.setup, record.log):
        return Record.replay(game, setup, log)
    for entry in log[known:]:
        record = record.append(entry)
    return record


def _read(text: str) -> tuple[AnyGame, Any, tuple[Entry, ...]]:
    try:
        data = plain_json(text)
    except NotPlainJson as error:
        raise _no_record(str(error)) from error
    match data:
        case {"tableside": "record", "format": 1 | 2, "game": str(key), "setup": dict(setup), "log": list(log)}:
            game = game_named(key)
            read = game.setup_from_json(setup)
            check_seats(read.seats)
            return game, read, tuple(map(entry_from_json, log))
        case {"tableside": "record", "format": int(later)} if later > FORMAT_NOW:
            raise Refusal(RefusalKind.INVALID, Phrase.of("record.later_format", format=later), value=str(later))
    raise _no_record("tableside, format, game, setup, log")


def _no_record(why: str) -> Refusal:
    return Refusal(RefusalKind.INVALID, Phrase.of("record.bad_file", why=why), value=why)
