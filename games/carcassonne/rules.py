"""Carcassonne as a game: the value :data:`CARCASSONNE`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from games.carcassonne.actions import Action, Deploy, Discard, Lay, Skip, read_action
from games.carcassonne.board import Board
from games.carcassonne.expansion import Flow, Outcome, Rulebook, assemble
from games.carcassonne.expansions import known_expansions, known_verbs
from games.carcassonne.map_place import PlaceOnMap
from games.carcassonne.moment import StepKey
from games.carcassonne.scoring import score_final
from games.carcassonne.state import Setup, State, state_to_json
from games.carcassonne.tiles import start_tile, stock, tile_type
from games.carcassonne.turn import BASE_STEPS, deployments, deployments_at, laying, taken_out
from games.carcassonne.twins import twins_of
from games.game import (
    SEAT_COLOURS,
    Event,
    JsonValue,
    Phrase,
    Refusal,
    RefusalKind,
    Seat,
    Standing,
    ranked,
)

FORMAT = 2  # of the set-up as plain data


class Carcassonne:
    """The game, with or without expansions. See :class:`games.game.Game` for what each method promises.

    Args:
        key: the name under which the game is offered.
        always: expansions that are part of this offer and need no switching on.
    """

    def __init__(self, key: str = "carcassonne", always: tuple[str, ...] = ()) -> None:
        self._key = key
        self._always = always

    @property
    def key(self) -> str:
        """The name used on the command line and in stored records."""
        return self._key

    def setup(
        self,
        seats: tuple[Seat, ...],
        *,
        expansions: tuple[str, ...] = (),
        options: tuple[tuple[str, int | str], ...] = (),
        missing: tuple[str, ...] = (),
        printed: tuple[str, ...] = (),
    ) -> Setup:
        """A set-up with what belongs to this offer switched on."""
        every = tuple(dict.fromkeys((*self._always, *expansions)))
        return Setup(seats, expansions=every, options=options, missing=missing, printed=printed)

    def box(self, setup: Setup) -> dict[str, int]:
        """How many tiles of each kind the table has for this set-up, the start tile among them."""
        return _box(rulebook(setup))

    def new(self, setup: Setup) -> State:
        """The start tile lies, nobody has placed a follower. Raises :class:`Refusal` of kind invalid."""
        lacking = tuple(name for name in self._always if name not in setup.expansions)
        if lacking:
            setup = replace(setup, expansions=(*lacking, *setup.expansions))
        book = rulebook(setup)
        _check_seats(setup, int(book.options["most-seats"]))
        bag = _box(book)
        bag[start_tile()] -= 1
        supply = {kind: follower.each for kind, follower in book.followers.items()}
        return State(
            setup=setup,
            board=Board.start(start_tile()),
            bag={key: count for key, count in bag.items() if count},
            discarded=(),
            scores=(0,) * len(setup.seats),
            supply=(supply,) * len(setup.seats),
            step=book.steps[0].key,
            expansions={expansion.key: expansion.start(book) for expansion in book.expansions},
        )

    def legal(self, state: State) -> Iterator[Action]:
        """Every action that :meth:`apply` takes; in the first step over every kind of tile that is left."""
        if not state.is_over:
            book = rulebook(state.setup)
            yield from book.step_named(state.step)[1].legal(book, state)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened; with the last action of the game, the final scoring."""
        if state.is_over:
            raise Refusal(RefusalKind.ILLEGAL, Phrase.of("carcassonne.game_is_over"), value=action.notation)
        book = rulebook(state.setup)
        place, step = book.step_named(state.step)
        return self._gone_on(book, place, step.apply(book, state, action))

    def _gone_on(self, book: Rulebook, place: int, outcome: Outcome) -> tuple[State, tuple[Event, ...]]:
        """From one step to the next decision, or to the end of the game."""
        state, events, flow = outcome
        if flow is Flow.PUT_AWAY:
            state, more, flow = self._put_away(book, state)
            events += more
        while flow in (Flow.NEXT, Flow.AGAIN):
            place = 0 if flow is Flow.AGAIN else place + 1
            if place == len(book.steps):
                place = 0
                state = replace(state, seat=(state.seat + 1) % len(state.setup.seats), turn=state.turn + 1)
            state = replace(state, step=book.steps[place].key)
            state, more, flow = book.steps[place].enter(book, state)
            events += more
        if flow is Flow.END:
            state, more = self.finish(state)
            events += more
        return state, events

    def _put_away(self, book: Rulebook, state: State) -> Outcome:
        """What a tile that fitted nowhere brings; then another one is drawn."""
        events: tuple[Event, ...] = ()
        for step in book.steps:
            state, more, flow = step.put_away(book, state)
            events += more
            if flow is Flow.WAIT:
                return replace(state, step=step.key), events, flow
        return state, events, Flow.AGAIN

    def turn(self, state: State) -> int:
        """The number of the turn, from 1."""
        return state.turn

    def skipped(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """Without the tile the next player's turn, or the end where none is left. Else without what this step asks
        for."""
        book = rulebook(state.setup)
        place, step = book.step_named(state.step)
        if place == 0:
            return self._gone_on(book, len(book.steps) - 1, (state, (), Flow.NEXT))
        return self._gone_on(book, place, step.skipped(book, state))

    def put_aside(self, state: State, action: Action, doer: int | None) -> State:
        """A tile that was told and does not count is out of the bag all the same: it lies with those put away."""
        if not isinstance(action, Lay | Discard) or action.tile not in state.bag:
            return state
        return replace(state, bag=taken_out(state, action.tile), discarded=(*state.discarded, action.tile))

    def finish(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """The state after the final scoring, as if the game ended here; unchanged where it is over already."""
        if state.is_over:
            return state, ()
        return score_final(rulebook(state.setup), replace(state, step=StepKey.OVER))

    def placements(self, state: State, tile: str) -> Iterator[Lay]:
        """Every way to lay a tile of this kind now, whether or not the bag has one. Fast."""
        kind = tile_type(tile)
        for x, y, turns in state.board.placements(kind):
            yield laying(kind.key, x, y, turns)

    def deployments(self, state: State, lay: Lay | None = None) -> Iterator[Deploy]:
        """Every follower that can go onto the tile laid last or, where ``lay`` is given, onto that tile once it lies
        there (it has to fit); nothing is laid for that. Fast."""
        yield from deployments(state) if lay is None else deployments_at(state, lay)

    def twins(self, setup: Setup, action: Action) -> tuple[Action, ...]:
        """See :class:`games.game.HasTwins`: tiles that a coat of arms alone tells apart."""
        return twins_of(action, self.box(setup)) if isinstance(action, Lay) else ()

    def twin_in_words(self, action: Action) -> Phrase:
        """See :class:`games.game.HasTwins`."""
        armed = isinstance(action, Lay) and any(feature.pennants for feature in tile_type(action.tile).features)
        return Phrase.of("carcassonne.with_arms" if armed else "carcassonne.without_arms")

    def twin_place(self, action: Action) -> str:
        """See :class:`games.game.HasTwins`."""
        return PlaceOnMap(action.x, action.y).notation if isinstance(action, Lay) else ""

    def left_like(self, state: State, action: Action) -> int:
        """See :class:`games.game.CountsTwins`."""
        return state.bag.get(action.tile, 0) if isinstance(action, Lay) else 0

    def closing(self, state: State) -> Action | None:
        """DONE after laying a tile means that no follower is placed."""
        skip = Skip()
        return skip if state.step is not StepKey.LAY and any(action == skip for action in self.legal(state)) else None

    def player_to_move(self, state: State) -> int | None:
        """Seat index of whose turn it is, or None."""
        return None if state.is_over else state.seat

    def standings(self, state: State) -> tuple[Standing, ...]:
        """By score; the rules know no tie-break."""
        return ranked(dict(enumerate(state.scores)))

    def sample(self, state: State, rng: random.Random) -> Action:
        """One legal action: tiles at the bag's odds, choices as a casual player makes them."""
        book = rulebook(state.setup)
        return book.step_named(state.step)[1].sample(book, state, rng)

    def write(self, action: Action) -> str:
        """The action in one line."""
        return action.notation

    def read(self, text: str) -> Action:
        """The action that the line tells. Raises :class:`Refusal` of kind invalid."""
        return read_action(text, known_verbs())

    def setup_to_json(self, setup: Setup) -> Mapping[str, JsonValue]:
        """The set-up as plain data."""
        return {
            "game": self._key,
            "format": FORMAT,
            "seats": [seat.to_json() for seat in setup.seats],
            "sets": list(setup.sets),
            "expansions": list(setup.expansions),
            "options": dict(setup.options),
            "missing": list(setup.missing),
            **({"printed": list(setup.printed)} if setup.printed else {}),
        }

    def setup_from_json(self, data: Mapping[str, JsonValue]) -> Setup:
        """The set-up from plain data. Raises :class:`Refusal` of kind invalid."""
        try:
            if data["game"] != self._key or data["format"] not in (1, FORMAT):
                raise ValueError(f"{data['game']}, format {data['format']}")
            setup = Setup(
                seats=tuple(Seat(_text(seat["name"]), _text(seat["colour"])) for seat in _objects(data["seats"])),
                sets=_texts(data.get("sets", ["basic"])),
                expansions=_texts(data.get("expansions", [])),
                options=_options(data.get("options", {})),
                missing=_texts(data.get("missing", [])),
                printed=_texts(data.get("printed", [])),
            )
            setup = _as_it_was_played(setup, int(data["format"]))
        except (KeyError, TypeError, ValueError) as error:
            raise Refusal(
                RefusalKind.INVALID, Phrase.of("carcassonne.bad_setup", why=str(error)), value=str(dict(data))
            ) from error
        self.new(setup)
        return setup

    def state_to_json(self, state: State) -> Mapping[str, JsonValue]:
        """The state as plain data."""
        own = {
            expansion.key: expansion.own_to_json(state.expansions[expansion.key])
            for expansion in rulebook(state.setup).expansions
        }
        return state_to_json(state, {key: own_value for key, own_value in own.items() if own_value is not None})


@lru_cache(maxsize=64)
def rulebook(setup: Setup) -> Rulebook:
    """The rules for a set-up. Raises :class:`Refusal` of kind invalid."""
    return assemble(setup, BASE_STEPS, known_expansions())


def _as_it_was_played(setup: Setup, written_format: int) -> Setup:
    """The set-up with the defaults of the format that it was written in: its record replays as it was played."""
    if written_format == FORMAT:
        return setup
    options = dict(setup.options)
    book = rulebook(setup)
    if len(setup.seats) > int(book.options["most-seats"]):
        options = {"most-seats": len(setup.seats), **options}  # six could sit down without the followers of a sixth
    for expansion in book.expansions:
        options = {**expansion.earlier_defaults(written_format), **options}
    return replace(setup, options=tuple(sorted(options.items())))


def _box(book: Rulebook) -> dict[str, int]:
    box = stock(book.tile_sets())
    for key in book.setup.missing:
        kind = tile_type(key)
        if not box[kind.key]:
            raise Refusal(
                RefusalKind.INVALID, Phrase.of("carcassonne.none_to_miss", tile=kind.name), value=key, place="box"
            )
        box[kind.key] -= 1
    if not box[start_tile()]:
        raise Refusal(
            RefusalKind.INVALID,
            Phrase.of("carcassonne.no_start_tile", tile=tile_type(start_tile()).name),
            value=start_tile(),
        )
    return dict(box)


def _check_seats(setup: Setup, most: int) -> None:
    if not 1 <= len(setup.seats) <= most:
        raise Refusal(
            RefusalKind.INVALID,
            Phrase.of("carcassonne.how_many_seats", most=most, seats=len(setup.seats)),
            value=str(len(setup.seats)),
        )
    colours = [seat.colour for seat in setup.seats]
    for colour in colours:
        if colour not in SEAT_COLOURS:
            raise Refusal(RefusalKind.INVALID, Phrase.of("carcassonne.no_such_colour", colour=colour), value=colour)
        if colours.count(colour) > 1:
            raise Refusal(RefusalKind.INVALID, Phrase.of("carcassonne.same_colour", colour=colour), value=colour)


def _text(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value


def _texts(value: JsonValue) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return tuple(_text(one) for one in value)


def _objects(value: JsonValue) -> list[dict[str, JsonValue]]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    objects = [one for one in value if isinstance(one, dict)]
    if len(objects) != len(value):
        raise TypeError(f"{value!r} is not a list of objects")
    return objects


def _options(value: JsonValue) -> tuple[tuple[str, int | str], ...]:
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is not an object")
    settled: list[tuple[str, int | str]] = []
    for key, chosen in sorted(value.items()):
        if isinstance(chosen, bool) or not isinstance(chosen, int | str):
            raise TypeError(f"{key} = {chosen!r} is neither a number nor text")
        settled.append((key, chosen))
    return tuple(settled)


CARCASSONNE = Carcassonne()
