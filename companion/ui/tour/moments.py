"""Which moments of a game are looked at: one of each step, and the end. No kivy here."""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.session.proposing import view_of
from companion.ui.kit.face import AnyFace
from games.any_game import AnyAction, AnyGame, AnyRecord
from games.game import SEAT_COLOURS, Refusal, Seat
from games.record import Record

# Long ones, one with a letter that Lato draws above the line, two with one initial.
NAMES = ("Annemarie", "Björn", "Bea", "Çağla", "Wilhelmine", "Maximilian")
WHOLE_GAME = 2000  # actions; no game by chance is longer
MIDDLE, LATE = 0.6, 0.93  # of a game: late enough for a board with much on it, and a board that is nearly full


@dataclass(frozen=True, slots=True)
class TourMoment:
    """A moment of a game: what it is called in a file's name, the record there, and what is played next (nothing where
    the game is over)."""

    name: str
    record: AnyRecord
    next_turn: tuple[AnyAction, ...] = ()


def played_by_chance(
    game: AnyGame, face: AnyFace, rng: random.Random, *, players: int, most: int = WHOLE_GAME
) -> list[AnyRecord]:
    """A game as people could play it who decide by chance, or its first actions: the record before each action, and
    after the last."""
    record: AnyRecord = Record.start(game, game.setup_from_json(face.setup(_seats(players), ())))
    records = [record]
    while game.player_to_move(record.state) is not None and len(records) <= most:
        record = record.play(game.sample(record.state, rng), time_ms=60_000 * len(records))
        records.append(record)
    return records


def most_seats(game: AnyGame, face: AnyFace) -> int:
    """How many may play with what is in the box itself."""
    for players in range(len(NAMES), 1, -1):
        try:
            game.new(game.setup_from_json(face.setup(_seats(players), ())))
        except Refusal:
            continue
        return players
    return 1


def _seats(players: int) -> tuple[Seat, ...]:
    return tuple(Seat(name, colour) for name, colour in zip(NAMES[:players], SEAT_COLOURS, strict=False))


def moments_of(records: list[AnyRecord], face: AnyFace) -> tuple[TourMoment, ...]:
    """The first time that each step is due with each kind of action taken in it; the middle; late; the end."""
    found: dict[str, TourMoment] = {}
    for number, record in enumerate(records[:-1]):
        view = view_of(record)
        steps, due = face.steps(view)
        action = records[number + 1].line[-1].action
        step = steps[due].key.rsplit(".", 1)[-1] if 0 <= due < len(steps) else "turn"
        found.setdefault(f"{step}-{type(action).__name__.lower()}", TourMoment("", record, _turn(records, number)))
    named = [TourMoment(name, one.record, one.next_turn) for name, one in found.items()]
    for name, share in (("middle", MIDDLE), ("late", LATE)):
        number = round(share * (len(records) - 2))
        named.append(TourMoment(name, records[number], _turn(records, number)))
    last = (TourMoment("end", records[-1]),) if records[-1].game.player_to_move(records[-1].state) is None else ()
    return (*named, *last)


def crowded(records: list[AnyRecord]) -> TourMoment:
    """The middle of a game of as many players as may play it."""
    number = round(MIDDLE * (len(records) - 2))
    return TourMoment("crowded", records[number], _turn(records, number))


def _turn(records: list[AnyRecord], number: int) -> tuple[AnyAction, ...]:
    """What whoever is to move does from here until somebody else is, or the game is over."""
    game = records[number].game
    mover = game.player_to_move(records[number].state)
    actions = []
    for before, after in zip(records[number:], records[number + 1 :], strict=False):
        if game.player_to_move(before.state) != mover:
            break
        actions.append(after.line[-1].action)
    return tuple(one for one in actions if one is not None)
