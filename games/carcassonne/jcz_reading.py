"""A save of JCloisterZone as a record; :mod:`games.carcassonne.jcz` tells what a save is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import takewhile

from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip, normal_location
from games.carcassonne.jcz import ELEMENTS, EXPANSION, EXPANSION_ELEMENTS, OWN, CarcassonneRecord
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import FARMERS, WITHOUT, Setup, State
from games.carcassonne.tiles import INNER, SIDES, FeatureKind, Turned, start_tile, tile_type
from games.game import SEAT_COLOURS, JsonValue, Phrase, PhraseValue, Refusal, RefusalKind, Seat
from games.names import check_seats
from games.plain_json import NotPlainJson, plain_json
from games.record import Record, Source

_SETS = {"basic": "basic", "BASIC": "basic", EXPANSION: EXPANSION, "INNS_AND_CATHEDRALS": EXPANSION}
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
    save = _parsed(text)
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


def _read_setup(save: Mapping[str, JsonValue]) -> Setup:
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
    _check_elements(elements, EXPANSION in sets)
    for number, tile in enumerate(_list(setup.get("start") or [], "setup.start")):
        tile = _object(tile, f"setup.start[{number}]")
        if number or (tile.get("tile"), tile.get("x"), tile.get("y"), tile.get("rotation")) != (start_tile(), 0, 0, 0):
            raise _refused("jcz_not_played", str(tile), f"setup.start[{number}]", name=str(tile.get("tile")))
    tiny = str(_object(setup.get("rules", {}), "setup.rules").get("tiny-city-scoring", "4"))
    if tiny not in ("4", "2"):
        raise _refused("jcz_not_played", tiny, "setup.rules.tiny-city-scoring", name="tiny-city-scoring")
    own = _object(save.get(OWN, {}), OWN)
    seats = _read_seats(save, own)
    options: list[tuple[str, int | str]] = [("tiny-city-scoring", 2)] if tiny == "2" else []
    if elements.get("farmers", True) in _OFF:
        options.append((FARMERS, WITHOUT))
    if len(seats) > 5 and EXPANSION not in sets:
        options.append(("most-seats", 6))  # JCloisterZone seats six around the base game, too
    read = Setup(
        seats=seats,
        sets=("basic",),
        expansions=(EXPANSION,) if EXPANSION in sets else (),
        options=tuple(sorted(options)),
        missing=tuple(str(key) for key in _list(own.get("missing", []), f"{OWN}.missing")),
    )
    CARCASSONNE.new(read)
    return read


def _check_elements(elements: Mapping[str, JsonValue], with_expansion: bool) -> None:
    """Every element that changes the rules has to be as it is played here."""
    expected = {**ELEMENTS, **(EXPANSION_ELEMENTS if with_expansion else {})}
    idle = set() if with_expansion else {"cathedral", "inn"}  # without their tiles they change nothing
    for name, value in elements.items():
        wanted = expected.get(name, False)
        if value != wanted and value not in _OFF and name not in idle:
            raise _refused("jcz_not_played", f"{name} = {value}", f"setup.elements.{name}", name=f"{name} = {value}")
        if wanted and value in _OFF and name not in _MAY_LACK:
            raise _refused("jcz_not_played", f"{name} = {value}", f"setup.elements.{name}", name=f"{name} = {value}")


def _read_seats(save: Mapping[str, JsonValue], own: Mapping[str, JsonValue]) -> tuple[Seat, ...]:
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


def _draw_order(save: Mapping[str, JsonValue]) -> list[str]:
    """What is drawn next, last first; empty where the save does not tell."""
    annotations = _object(save.get("gameAnnotations") or {}, "gameAnnotations")
    older = _object(save.get("annotations") or {}, "annotations")
    params = _object(_object(older.get("tilePack") or {}, "annotations.tilePack").get("params") or {}, "annotations")
    order = _list(annotations.get("drawOrder", params.get("drawOrder", [])), "drawOrder")
    return [_tile_key(str(key)) for key in reversed(order) if not str(key).startswith("#")]


def _actions(state: State, message: Mapping[str, JsonValue], drawn: list[str], place: str) -> Iterator[Action]:
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


def _deploy(state: State, payload: Mapping[str, JsonValue], place: str) -> Deploy:
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


def _feature(turned: Turned, name: JsonValue, edges: str) -> FeatureKind | None:
    if name is not None:
        return _FEATURES.get(str(name).lower())
    # Version 4 and early saves of version 5 name the location alone, which no two features of a tile share.
    kinds = (FeatureKind.MONASTERY, FeatureKind.CITY, FeatureKind.ROAD, FeatureKind.FIELD)
    return next((kind for kind in kinds if turned.index_at(kind, edges) is not None), None)


def _tile_key(name: str) -> str:
    return name if "/" in name else name.replace(".", "/", 1)  # version 4 wrote BA.CC.2


def _position(payload: Mapping[str, JsonValue], place: str) -> tuple[int, int]:
    position = payload.get("position")
    match position:
        case [int(x), int(y)]:
            return x, y
        case {"x": int(x), "y": int(y)}:
            return x, y
    raise _refused("jcz_bad_value", str(position), f"{place}.position")


def _parsed(text: str) -> dict[str, JsonValue]:
    try:
        save = plain_json(text)
    except NotPlainJson as error:
        raise _refused("jcz_no_json", text[:40], "the save") from error
    if not isinstance(save, dict):
        raise _refused("jcz_no_json", text[:40], "the save")
    return save


def _object(value: JsonValue, place: str) -> dict[str, JsonValue]:
    if not isinstance(value, dict):
        raise _refused("jcz_no_save", str(value)[:40], place, why=place)
    return value


def _list(value: JsonValue, place: str) -> list[JsonValue]:
    if not isinstance(value, list):
        raise _refused("jcz_no_save", str(value)[:40], place, why=place)
    return value


def _milliseconds(created: JsonValue) -> int:
    try:
        return round(datetime.fromisoformat(str(created)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return 0  # a save without a date still is a game


def _whole(value: JsonValue, place: str) -> int:
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
