"""Whose name is told to others, and what stands for the names of those who said no.

A name is taken out of the set-up before the game is replayed, so that it is in no sentence, score line or refusal that
follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.locale import say
from games.any_game import AnyRecord
from games.game import JsonValue, Phrase
from games.record import Record

Withheld = Callable[[str], bool]  # whether the name of a seat is told nowhere


def nobody(name: str) -> bool:
    """No name is withheld."""
    del name
    return False


def everybody(name: str) -> bool:
    """Every name is withheld."""
    del name
    return True


def begun_publicly(record: AnyRecord, withheld: Withheld, language: str) -> AnyRecord:
    """The record without its log, and without the names of those who want none told."""
    game = record.game
    if not any(withheld(seat.name) for seat in record.setup.seats):
        return Record.start(game, record.setup)
    return Record.start(game, game.setup_from_json(_public(game.setup_to_json(record.setup), withheld, language)))


def _public(setup: Mapping[str, JsonValue], withheld: Withheld, language: str) -> Mapping[str, JsonValue]:
    seats = setup["seats"]
    assert isinstance(seats, list)
    public: list[JsonValue] = []
    for seat in seats:
        assert isinstance(seat, dict)
        name, colour = str(seat["name"]), str(seat["colour"])
        public.append({**seat, "name": colour_called(colour, language)} if withheld(name) else seat)
    return {**setup, "seats": public}


def colour_called(colour: str, language: str) -> str:
    """What somebody without a name is called: "Red"."""
    words = say(Phrase.of(f"colour.{colour}"), language)
    return words[:1].upper() + words[1:]
