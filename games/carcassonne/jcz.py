"""Saves of JCloisterZone (``.jcz``), read and written, so that a game at the table can go on online and the other way.

A save is a JSON object: ``setup`` (sets, elements, rules, start), ``players``, and ``replay``, a list of messages
``{"type", "payload", "player", "clock"}``. A turn is PLACE_TILE, then DEPLOY_MEEPLE or PASS where there is a choice,
then COMMIT. Tiles that fitted nowhere leave no message; ``gameAnnotations.drawOrder`` tells what was drawn, in order.
Reading takes the files of versions 4 and 5; what is not Carcassonne with Inns & Cathedrals is refused by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import TypeAlias

from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import SIDES, FeatureKind, start_tile
from games.game import Phrase, Refusal, RefusalKind
from games.record import Record

CarcassonneRecord: TypeAlias = Record[Setup, State, Action]
OWN = "tableside"  # where a save keeps what JCloisterZone has no word for; it passes over keys it does not know
EXPANSION = "inns-and-cathedrals"
ELEMENTS: Mapping[str, bool | int] = {"small-follower": 7, "farmers": True}
EXPANSION_ELEMENTS: Mapping[str, bool | int] = {"big-follower": 1, "cathedral": True, "inn": True}

APP_VERSION = "5.12.1"  # whose format is written; version 5.7 and later read it


def write_jcz(record: CarcassonneRecord, *, game_id: str, created_ms: int, chance: float = 0.0) -> str:
    """The record as a save; what was undone is not in it.

    Args:
        record: the game; its set-up may have Inns & Cathedrals and nothing else.
        game_id: any text that names the game; JCloisterZone uses 32 hexadecimal digits.
        created_ms: when the save is made, milliseconds since the epoch.
        chance: from 0 to 1, what JCloisterZone draws the remaining tiles with.

    A follower that no longer fits after a correction is told as none. Raises :class:`Refusal` of kind illegal where
    JCloisterZone does not know an expansion that is switched on, or a tile of an earlier turn is missing.
    """
    setup = record.setup
    for index in record.holes:
        if not isinstance(record.action_at(index), Deploy | Skip):
            phrase = Phrase.of("carcassonne.jcz_hole", turn=record.turn_number(index))
            raise Refusal(RefusalKind.ILLEGAL, phrase, value=record.actions[index])
    for name in setup.expansions:
        if name != EXPANSION:
            raise Refusal(RefusalKind.ILLEGAL, Phrase.of("carcassonne.jcz_cannot_tell", name=name), value=name)
    box = CARCASSONNE.box(setup)
    with_expansion = any(key.startswith("IC/") for key in box)
    options = dict(setup.options)
    started_ms = record.line[0].entry.time_ms if record.line else created_ms
    clock = max((created_ms, *(step.entry.time_ms for step in record.line))) - started_ms
    drawn = [step.action.tile for step in record.line if isinstance(step.action, Lay | Discard)]
    save = {
        "appVersion": APP_VERSION,
        "gameId": game_id,
        "name": "",
        "initialRandom": chance,
        "created": datetime.fromtimestamp((started_ms + clock) / 1000, UTC).isoformat(timespec="milliseconds"),
        "clock": clock,
        "setup": {
            "sets": {"basic:1": 1, **({f"{EXPANSION}:1": 1} if with_expansion else {})},
            "elements": {
                **ELEMENTS,
                **(EXPANSION_ELEMENTS if with_expansion else {}),
                "farmers": setup.has_farmers,
            },
            "rules": {"tiny-city-scoring": str(options.get("tiny-city-scoring", 4))},
            "timer": None,
            "start": [{"tile": start_tile(), "x": 0, "y": 0, "rotation": 0}],
            "options": {},
        },
        "players": [{"name": seat.name, "slot": slot} for slot, seat in enumerate(setup.seats)],
        "replay": list(_messages(record, started_ms, chance)),
        "gameAnnotations": {"drawOrder": drawn},
        OWN: {"colours": [seat.colour for seat in setup.seats], "missing": list(setup.missing)},
    }
    return json.dumps(save, ensure_ascii=False, indent=2) + "\n"


def _messages(record: CarcassonneRecord, started_ms: int, chance: float) -> Iterator[dict[str, object]]:
    """The replay. Followers have numbers there, so it is kept which of them are on the board."""
    on_board: dict[int, str] = {}  # part -> the follower's id
    state = record.first
    for step in record.line:
        action, before = step.action, state
        state = step.state
        message = {"player": before.seat, "clock": step.entry.time_ms - started_ms}
        if isinstance(action, Lay):
            payload: dict[str, object] = {
                "tileId": action.tile,
                "rotation": f"R{action.turns * 90}",
                "position": [action.x, action.y],
            }
            yield {"type": "PLACE_TILE", "payload": payload, **message}
        elif isinstance(action, Deploy):
            meeple = _free_id(before.seat, action.kind, on_board)
            tile = before.board.laid[-1]
            part = before.board.parts_of(len(before.board.laid) - 1)[
                tile.turned.index_at(action.feature, action.location) or 0
            ]
            on_board[part] = meeple
            pointer = {
                "position": [tile.x, tile.y],
                "feature": action.feature.value,
                "location": _written(action.feature, action.location),
            }
            yield {"type": "DEPLOY_MEEPLE", "payload": {"pointer": pointer, "meepleId": meeple}, **message}
        elif (isinstance(action, Skip) or _is_left_out(before, state)) and next(CARCASSONNE.deployments(before), None):
            yield {"type": "PASS", "payload": {}, **message}  # where nothing could be placed nobody is asked
        if isinstance(action, Deploy | Skip) or _is_left_out(before, state):
            yield {"type": "COMMIT", "payload": {"random": chance}, **message}
            standing = {follower.part for follower in state.board.followers()}
            on_board = {part: meeple for part, meeple in on_board.items() if part in standing}


def _is_left_out(before: State, after: State) -> bool:
    """True where a follower no longer fitted and the turn went on without: a hole."""
    return before.step is StepKey.FOLLOWER and after.turn > before.turn


def _free_id(seat: int, kind: str, on_board: Mapping[int, str]) -> str:
    number = 1
    while (meeple := f"{seat}.{kind}.{number}") in on_board.values():
        number += 1
    return meeple


def _written(feature: FeatureKind, location: str) -> str:
    # Sides are written in one word, in pairs as below, and all but one as "_W".
    if feature in (FeatureKind.FIELD, FeatureKind.MONASTERY):
        return location
    sides = location.split(".")
    if len(sides) == 3:
        return "_" + next(side for side in SIDES if side not in sides)
    return "SW" if sides == ["S", "W"] else "".join(side for side in "NWSE" if side in sides)
