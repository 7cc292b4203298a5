"""A record as one JSON file, to be kept, sent or put into a bug report; and back."""

from __future__ import annotations

import json
from typing import Any

from games.catalogue import game_named
from games.game import Phrase, Refusal, RefusalKind
from games.record import Record, entry_from_json, entry_to_json

FORMAT = {"tableside": "record", "format": 1}


def record_text(record: Record[Any, Any, Any]) -> str:
    """The record as JSON: its game, its set-up and its whole log."""
    data = {
        **FORMAT,
        "game": record.game.key,
        "setup": record.game.setup_to_json(record.setup),
        "log": [entry_to_json(entry) for entry in record.log],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def record_from_text(text: str) -> Record[Any, Any, Any]:
    """The record that the JSON tells. Raises :class:`Refusal` of kind invalid where it is none."""
    try:
        data = json.loads(text)
        if data["tableside"] != "record":
            raise ValueError(data["tableside"])
        game = game_named(data["game"])
        return Record.replay(game, game.setup_from_json(data["setup"]), map(entry_from_json, data["log"]))
    except (ValueError, KeyError, TypeError) as error:
        phrase = Phrase.of("record.bad_file", why=str(error))
        raise Refusal(RefusalKind.INVALID, phrase, value=text[:80]) from error
