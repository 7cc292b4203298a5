"""Saves of JCloisterZone (``.jcz``), read and written, so that a game at the table can go on online and the other way.

A save is a JSON object: ``setup`` (sets, elements, rules, start), ``players``, and ``replay``, a list of messages
``{"type", "payload", "player", "clock"}``. A turn is PLACE_TILE, then DEPLOY_MEEPLE or PASS where there is a choice,
then COMMIT. Tiles that fitted nowhere leave no message; ``gameAnnotations.drawOrder`` tells what was drawn, in order.
Reading takes the files of versions 4 and 5; what is not Carcassonne with Inns & Cathedrals is refused by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any, TypeAlias

from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip, normal_location
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import FARMERS, WITHOUT, Setup, State
from games.carcassonne.tiles import INNER, SIDES, FeatureKind, Turned, start_tile, tile_type
from games.game import SEAT_COLOURS, Phrase, PhraseValue, Refusal, RefusalKind, Seat
from games.names import check_seats
from games.plain_json import NotPlainJson, plain_json
from games.record import Record, Source

CarcassonneRecord: TypeAlias = Record[Setup, State, Action]

APP_VERSION = "5.12.1"  # whose format is written; version 5.7 and later read it
_OWN = "tableside"  # where a save keeps what JCloisterZone has no word for; it passes over keys it does not know

_EXPANSION = "inns-and-cathedrals"
_SETS = {"basic": "basic", "BASIC": "basic", _EXPANSION: _EXPANSION, "INNS_AND_CATHEDRALS": _EXPANSION}
_ELEMENTS: dict[str, bool | int] = {"small-follower": 7, "farmers": True}
_EXPANSION_ELEMENTS: dict[str, bool | int] = {"big-follower": 1, "cathedral": True, "inn": True}
_OFF = ("off", 0, False)
_MAY_LACK = ("big-follower", "farmers")
_FEATURES = {
    "city": FeatureKind.CITY,
    "road": FeatureKind.ROAD,
    "field": FeatureKind.FIELD,
    "farm": FeatureKind.FIELD,
    "monastery": FeatureKind.MONASTERY,
    "cloister": FeatureKind.MONASTERY,
}
_INNER = {INNER, "CLOISTER", "MONASTERY", "INNER_FARM", "INNER_FIELD"}
_SILENT = {"GAME_SETUP", "CREATE_GAME", "GAME_OVER", "TOGGLE_CLOCK"}  # messages that change nothing here


def read_jcz(text: str) -> CarcassonneRecord:
    """The record that a save tells.

    A replay that stops in the middle of a turn gives a record that waits there. Raises :class:`Refusal` of kind invalid
    where the text is no save or needs something that is not played here, with the place (``replay[12]``); of kind
    illegal where a message breaks the rules.
    """
    save = _object(_parsed(text), "the save")
    record: CarcassonneRecord = Record.start(CARCASSONNE, _read_setup(save))
    started = _milliseconds(save.get("created")) - _whole(save.get("clock"), "clock")
    drawn = _draw_order(save)
    for number, message in enumerate(_list(save.get("replay", []), "replay")):
        place = f"replay[{number}]"
        message = _object(message, place)
        time_ms = max(0, started + _whole(message.get("clock"), f"{place}.clock"))
        try:
            for action in _actions(record.state, message, drawn, place):
                record = record.play(action, source=Source.IMPORT, time_ms=time_ms)
        except Refusal as refusal:
            raise _within(refusal, place) from refusal
    for key in _left_over(record.state, drawn):
        record = record.play(Discard(key), source=Source.IMPORT)
    return record


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
        if name != _EXPANSION:
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
            "sets": {"basic:1": 1, **({f"{_EXPANSION}:1": 1} if with_expansion else {})},
            "elements": {
                **_ELEMENTS,
                **(_EXPANSION_ELEMENTS if with_expansion else {}),
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
        _OWN: {"colours": [seat.colour for seat in setup.seats], "missing": list(setup.missing)},
    }
    return json.dumps(save, ensure_ascii=False, indent=2) + "\n"


def parse_location(text: str) -> str:
    """The edges that a save's location names, in the usual order: ``NWSE``, ``_W`` (all but west), ``NL.NR.EL``, ``I``.

    Raises :class:`ValueError` where it names none.
    """
    if text in _INNER:
        return INNER
    if text.startswith("_"):
        return normal_location(".".join(side for side in SIDES if side != text[1:])) if text[1:] in SIDES else _no(text)
    edges = [edge for word in re.split(r"[.\s]+", text.strip()) for edge in re.findall(r"[NESW][LR]?|.", word)]
    return normal_location(".".join(edges))


def _no(text: str) -> str:
    raise ValueError(text)


def _messages(record: CarcassonneRecord, started_ms: int, chance: float) -> Iterator[dict[str, Any]]:
    """The replay. Followers have numbers there, so it is kept which of them are on the board."""
    on_board: dict[int, str] = {}  # part -> the follower's id
    state = record.first
    for step in record.line:
        action, before = step.action, state
        state = step.state
        message = {"player": before.seat, "clock": step.entry.time_ms - started_ms}
        if isinstance(action, Lay):
            payload: dict[str, Any] = {
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


def _read_setup(save: Mapping[str, Any]) -> Setup:
    setup = _object(save.get("setup"), "setup")
    known = _object(setup.get("sets", setup.get("expansions", {"basic": 1})), "setup.sets")
    sets = []
    for name, count in known.items():
        bare = name.split(":")[0]
        if count and (bare not in _SETS or count not in (1, True)):
            raise _refused("jcz_not_played", name, f"setup.sets.{name}", name=name)
        if count:
            sets.append(_SETS[bare])
    elements = _object(setup.get("elements", {}), "setup.elements")
    _check_elements(elements, _EXPANSION in sets)
    for number, tile in enumerate(_list(setup.get("start") or [], "setup.start")):
        tile = _object(tile, f"setup.start[{number}]")
        if number or (tile.get("tile"), tile.get("x"), tile.get("y"), tile.get("rotation")) != (start_tile(), 0, 0, 0):
            raise _refused("jcz_not_played", str(tile), f"setup.start[{number}]", name=str(tile.get("tile")))
    tiny = str(_object(setup.get("rules", {}), "setup.rules").get("tiny-city-scoring", "4"))
    if tiny not in ("4", "2"):
        raise _refused("jcz_not_played", tiny, "setup.rules.tiny-city-scoring", name="tiny-city-scoring")
    own = _object(save.get(_OWN, {}), _OWN)
    seats = _read_seats(save, own)
    options: list[tuple[str, int | str]] = [("tiny-city-scoring", 2)] if tiny == "2" else []
    if elements.get("farmers", True) in _OFF:
        options.append((FARMERS, WITHOUT))
    if len(seats) > 5 and _EXPANSION not in sets:
        options.append(("most-seats", 6))  # JCloisterZone seats six around the base game, too
    read = Setup(
        seats=seats,
        sets=("basic",),
        expansions=(_EXPANSION,) if _EXPANSION in sets else (),
        options=tuple(sorted(options)),
        missing=tuple(str(key) for key in _list(own.get("missing", []), f"{_OWN}.missing")),
    )
    CARCASSONNE.new(read)
    return read


def _check_elements(elements: Mapping[str, Any], with_expansion: bool) -> None:
    """Every element that changes the rules has to be as it is played here."""
    expected = {**_ELEMENTS, **(_EXPANSION_ELEMENTS if with_expansion else {})}
    idle = set() if with_expansion else {"cathedral", "inn"}  # without their tiles they change nothing
    for name, value in elements.items():
        wanted = expected.get(name, False)
        if value != wanted and value not in _OFF and name not in idle:
            raise _refused("jcz_not_played", f"{name} = {value}", f"setup.elements.{name}", name=f"{name} = {value}")
        if wanted and value in _OFF and name not in _MAY_LACK:
            raise _refused("jcz_not_played", f"{name} = {value}", f"setup.elements.{name}", name=f"{name} = {value}")


def _read_seats(save: Mapping[str, Any], own: Mapping[str, Any]) -> tuple[Seat, ...]:
    if "players" in save:
        players = [_object(one, "players") for one in _list(save["players"], "players")]
        names = [str(one.get("name") or f"Player {number}") for number, one in enumerate(players, 1)]
    else:  # version 4: slots in the order in which they were taken
        slots = [_object(one, "slots") for one in _list(save.get("slots", []), "slots")]
        slots.sort(key=lambda slot: _whole(slot.get("serial"), "slots"))
        names = [str(one.get("nickname") or f"Player {number}") for number, one in enumerate(slots, 1)]
    if len(names) > len(SEAT_COLOURS):
        raise _refused("jcz_not_played", str(len(names)), "players", name=f"{len(names)} players")
    colours = own.get("colours")
    if not isinstance(colours, list) or len(colours) != len(names):
        colours = list(SEAT_COLOURS[: len(names)])
    seats = tuple(Seat(name, str(colour)) for name, colour in zip(names, colours, strict=True))
    check_seats(seats)
    return seats


def _draw_order(save: Mapping[str, Any]) -> list[str]:
    """What is drawn next, last first; empty where the save does not tell."""
    annotations = _object(save.get("gameAnnotations") or {}, "gameAnnotations")
    older = _object(save.get("annotations") or {}, "annotations")
    params = _object(_object(older.get("tilePack") or {}, "annotations.tilePack").get("params") or {}, "annotations")
    order = _list(annotations.get("drawOrder", params.get("drawOrder", [])), "drawOrder")
    return [_tile_key(str(key)) for key in reversed(order) if not str(key).startswith("#")]


def _actions(state: State, message: Mapping[str, Any], drawn: list[str], place: str) -> Iterator[Action]:
    kind = str(message.get("type"))
    payload = _object(message.get("payload") or {}, f"{place}.payload")
    match kind:
        case "PLACE_TILE":
            if state.step is StepKey.FOLLOWER:
                yield Skip()
            key = tile_type(_tile_key(str(payload.get("tileId")))).key
            yield from _fitted_nowhere(state, drawn, key)
            x, y = _position(payload, place)
            turns = re.fullmatch(r"R(0|90|180|270)", str(payload.get("rotation")))
            if turns is None:
                raise _refused("jcz_bad_value", str(payload.get("rotation")), f"{place}.payload.rotation")
            yield Lay(key, x, y, int(turns[1]) // 90)
        case "DEPLOY_MEEPLE":
            yield _deploy(state, payload, place)
        case "PASS" | "COMMIT":
            if state.step is StepKey.FOLLOWER:
                yield Skip()
        case _ if kind in _SILENT:
            return
        case _:
            raise _refused("jcz_not_played", kind, place, name=kind)


def _fitted_nowhere(state: State, drawn: list[str], laid: str) -> Iterator[Action]:
    """Tiles that were drawn before this one and put away, as far as the save tells what was drawn."""
    while drawn:
        key = drawn.pop()
        if tile_type(key).key == laid:
            return
        if state.board.has_place_for(tile_type(key)):
            drawn.clear()  # the order does not speak of this game
            return
        yield Discard(tile_type(key).key)


def _left_over(state: State, drawn: list[str]) -> list[str]:
    """Tiles that were put away after the last one that was laid: no message tells of them."""

    def fits(key: str) -> bool:
        return state.board.has_place_for(tile_type(key))

    if state.step is not StepKey.LAY:
        return []
    if not any(fits(key) for key in state.bag):  # then the game is over
        return [key for key, count in state.bag.items() for _ in range(count)]
    known = [tile_type(key).key for key in reversed(drawn)]
    return list(takewhile(lambda key: key in state.bag and not fits(key), known))


def _deploy(state: State, payload: Mapping[str, Any], place: str) -> Deploy:
    pointer = _object(payload.get("pointer"), f"{place}.payload.pointer")
    tile = state.board.laid[-1]
    if _position(pointer, f"{place}.payload.pointer") != (tile.x, tile.y):
        raise _refused("jcz_not_played", str(pointer), f"{place}.payload.pointer", name="a follower on another tile")
    kind = str(payload.get("meepleId")).split(".")
    if len(kind) != 3:
        raise _refused("jcz_bad_value", str(payload.get("meepleId")), f"{place}.payload.meepleId")
    location = str(pointer.get("location"))
    try:
        edges = parse_location(location)
    except ValueError:
        raise _refused("jcz_bad_value", location, f"{place}.payload.pointer.location") from None
    feature = _feature(tile.turned, pointer.get("feature"), edges)
    if feature is None:
        raise _refused("jcz_bad_value", str(pointer.get("feature")), f"{place}.payload.pointer.feature")
    return Deploy(kind[1], feature, edges)


def _feature(turned: Turned, name: Any, edges: str) -> FeatureKind | None:
    if name is not None:
        return _FEATURES.get(str(name).lower())
    # Version 4 and early saves of version 5 name the location alone, which no two features of a tile share.
    kinds = (FeatureKind.MONASTERY, FeatureKind.CITY, FeatureKind.ROAD, FeatureKind.FIELD)
    return next((kind for kind in kinds if turned.index_at(kind, edges) is not None), None)


def _tile_key(name: str) -> str:
    return name if "/" in name else name.replace(".", "/", 1)  # version 4 wrote BA.CC.2


def _position(payload: Mapping[str, Any], place: str) -> tuple[int, int]:
    position = payload.get("position")
    match position:
        case [int(x), int(y)]:
            return x, y
        case {"x": int(x), "y": int(y)}:
            return x, y
    raise _refused("jcz_bad_value", str(position), f"{place}.position")


def _parsed(text: str) -> Any:
    try:
        return plain_json(text)
    except NotPlainJson as error:
        raise _refused("jcz_no_save", text[:40], "the save", why=str(error)) from error


def _object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _refused("jcz_no_save", str(value)[:40], place, why=place)
    return value


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise _refused("jcz_no_save", str(value)[:40], place, why=place)
    return value


def _milliseconds(created: Any) -> int:
    try:
        return round(datetime.fromisoformat(str(created)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return 0  # a save without a date still is a game


def _whole(value: Any, place: str) -> int:
    if value is None:
        return 0
    if isinstance(value, int | float) and abs(value) < 1e15:
        return int(value)
    raise _refused("jcz_bad_value", str(value)[:40], place)


def _within(refusal: Refusal, place: str) -> Refusal:
    if refusal.place is not None and refusal.place.startswith(place):
        return refusal
    phrase = Phrase.of("carcassonne.jcz_message", place=place, why=refusal.phrase)
    return Refusal(refusal.kind, phrase, value=refusal.value, place=place, rule=refusal.rule)


def _refused(key: str, value: str, place: str, **words: PhraseValue) -> Refusal:
    words = words or {"value": value}
    return Refusal(RefusalKind.INVALID, Phrase.of(f"carcassonne.{key}", place=place, **words), value=value, place=place)
