"""Just the scorer: a table that plays Riga without the rest of the companion.

Buildings by city and persons are tapped in as they are built, by whoever built them; tiles, claims, transfers and the
final scoring are told with their reasons. See :class:`games.game.Game`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from games.game import Event, JsonValue, Phrase, Refusal, Seat, Standing, ranked
from games.riga.box.components import CITIES, PERSONS, Master, Side, printed, subjects
from games.riga.final_scoring import events_of, money_lines, money_points, tile_lines
from games.riga.grand_masters import Display, Placed, Row, cell_place, claimed, counted, covering, draw_row
from games.riga.moment import Step
from games.riga.refusals import bad_setup, illegal, refuse_impossible_seats
from games.riga.scorer.actions import Action, Build, Cash, Cover, End, Lay, read_action, write_action

RULE_SETUP = "Die Großmeister, Spielvorbereitung"
RULE_PLAY = "Die Großmeister, Spielablauf"
RULE_END = "Die Großmeister, Schlusswertung"
RULE_COVER = "Die Großmeister, Hinweis zu den Vitalienbrüdern"
MOST_PERSONS = 2  # on one building
MOST_CASH = 99  # ducats; far more than hand and buildings ever hold
UNTOLD = -1
_STEPS = (Step.ROW, Step.PLAY, Step.CASH, Step.OVER)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the tiles are laid out.

    Attributes:
        seats: everybody in playing order, two to four.
        with_riga: played with the Riga buildings; without them the tile Riga is out of the game.
        victual_brothers: played with the expansion that covers knights and merchants.
    """

    seats: tuple[Seat, ...]
    with_riga: bool = True
    victual_brothers: bool = False


class State(NamedTuple):
    """A table of the scorer.

    Attributes:
        setup: what is played.
        displays: what is built, by seat.
        row: the tiles, as far as they are laid out.
        step: what is to be done next: row, play, cash or over.
        seat: who built last: whom the screen puts first.
        cash: ducats by seat while they are counted, ``UNTOLD`` for who has not told yet.
        scores: victory points of the final scoring, by seat.
    """

    setup: Setup
    displays: tuple[Display, ...]
    row: Row = ()
    step: Step = Step.ROW
    seat: int = 0
    cash: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def has_money(self) -> bool:
        """True where Money lies in the row."""
        return any(placed.master.is_money for placed in self.row)


class GrandMasters:
    """The scorer. All methods are pure."""

    key = "grand-masters"

    def setup(self, seats: tuple[Seat, ...]) -> Setup:
        """The usual set-up: with the Riga buildings, without the Victual Brothers."""
        return Setup(seats)

    def new(self, setup: Setup) -> State:
        """Nothing built, no tile laid out yet. Raises :class:`Refusal` where the set-up is impossible."""
        refuse_impossible_seats(setup.seats)
        return State(setup, (Display(),) * len(setup.seats), scores=(0,) * len(setup.seats))

    def player_to_move(self, state: State) -> int | None:
        """Who built last, for anybody may be next: the order of play is the table's own."""
        return None if state.step is Step.OVER else state.seat

    def turn(self, state: State) -> int:
        """The step of the game, from 1: the order of play is the table's own."""
        return _STEPS.index(state.step) + 1

    def skipped(self, state: State) -> tuple[State, tuple[Event, ...]] | None:
        """Nobody waits for a building of somebody else; without the row, the end or cash it can't go on."""
        return (state, ()) if state.step is Step.PLAY else None

    def closing(self, state: State) -> Action | None:
        """DONE means nothing here: every building is tapped in, and the end is said."""
        return None

    def legal(self, state: State) -> Iterator[Action]:
        """Every tile that may lie next, every building of everybody, every covering, and what anybody's cash may be."""
        for of_a_kind in _KINDS.values():
            yield from of_a_kind(state)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened. Raises :class:`Refusal`."""
        after = state
        events: tuple[Event, ...] = ()
        for part in self.spelled_out(state, action):
            if part not in _KINDS[type(part)](after):
                raise _why_not(state, action)
            after, more = _DONE[type(part)](after, part)
            events += more
        return after, events

    def spelled_out(self, state: State, action: Action) -> tuple[Action, ...]:
        """A row of tiles one by one; persons in the order of ``PERSONS``."""
        match action:
            case Lay(masters) if len(masters) > 1:
                return tuple(Lay((master,)) for master in masters)
            case Build(seat, city, persons):
                return (Build(seat, city, tuple(sorted(persons, key=PERSONS.index))),)
        return (action,)

    def standings(self, state: State) -> tuple[Standing, ...]:
        """By what the Grand Masters bring; nothing before the end."""
        return ranked(dict(enumerate(state.scores)))

    def sample(self, state: State, rng: random.Random) -> Action:
        """Tiles by the rulebook's shuffle, buildings as people tend to build them, an end after about ten each."""
        if state.step is Step.ROW:
            return rng.choice(list(self.legal(state))) if state.row else Lay(draw_row(rng, state.setup.with_riga))
        if state.step is Step.CASH:
            return Cash(state.cash.index(UNTOLD), rng.choice((0, 1, 2, 2, 3, 4, 5, 7)))
        built = sum(sum(display.buildings) for display in state.displays)
        if built >= 8 * len(state.displays) and rng.random() < 0.2:
            return End()
        if state.setup.victual_brothers and rng.random() < 0.15:
            coverable = [action for action in self.legal(state) if isinstance(action, Cover)]
            if coverable:
                return rng.choice(coverable)
        persons: tuple[str, ...] = (rng.choice(PERSONS),) if rng.random() < 0.6 else ()
        return Build((state.seat + 1) % len(state.displays), rng.choice(_cities(state.setup)), persons)

    def doer(self, action: Action) -> int | None:
        """Who built, or whose knight or merchant was covered; None for what is everybody's."""
        return action.seat if isinstance(action, Build | Cover | Cash) else None

    def write(self, action: Action) -> str:
        """The action in one line."""
        return write_action(action)

    def read(self, text: str) -> Action:
        """The action that a line tells."""
        return read_action(text)

    def setup_to_json(self, setup: Setup) -> Mapping[str, JsonValue]:
        """The set-up as plain data."""
        return {
            "game": self.key,
            "format": 1,
            "seats": [seat.to_json() for seat in setup.seats],
            "with_riga": setup.with_riga,
            "victual_brothers": setup.victual_brothers,
        }

    def setup_from_json(self, data: Mapping[str, Any]) -> Setup:
        """The set-up from plain data. Raises :class:`Refusal` of kind invalid."""
        try:
            return Setup(
                tuple(Seat.from_json(seat) for seat in data["seats"]),
                bool(data.get("with_riga", True)),
                bool(data.get("victual_brothers", False)),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise bad_setup(data, error) from error

    def state_to_json(self, state: State) -> Mapping[str, JsonValue]:
        """The state as plain data."""
        return {
            "step": state.step.value,
            "seat": state.seat,
            "row": row_to_json(state.row),
            "displays": [display_to_json(display) for display in state.displays],
            "cash": [*state.cash],
            "scores": [*state.scores],
        }


def row_to_json(row: Row) -> list[JsonValue]:
    """The tiles as plain data."""
    return [{"tile": one.master.key, "owner": one.owner, "returned": one.returned} for one in row]


def display_to_json(display: Display) -> dict[str, JsonValue]:
    """A display as plain data: lists in the order of ``CITIES`` and ``PERSONS``."""
    return {
        "buildings": [*display.buildings],
        "persons": [*display.persons],
        "covered": [*display.covered],
    }


def with_tiles(row: Row, masters: tuple[Master, ...]) -> Row:
    """The row with these tiles laid on from left to right."""
    return (*row, *(Placed(master) for master in masters))


def why_no_row(row: Row, masters: tuple[Master, ...], with_riga: bool, value: str) -> Refusal:
    """The refusal of tiles that can't lie there; a row is whole with four."""
    names = [master.subject for master in (*(placed.master for placed in row), *masters)]
    if not masters or len(names) > printed().row:
        return illegal("row_length", value, RULE_SETUP, wanted=printed().row)
    if len(set(names)) < len(names):
        return illegal("tile_twice", value, RULE_SETUP)
    return illegal("riga_removed", value, RULE_SETUP)


def is_whole(row: Row) -> bool:
    """True once as many tiles lie there as are played with."""
    return len(row) == printed().row


def tiles_to_lay(row: Row, with_riga: bool) -> Iterator[Lay]:
    """Every tile that may lie next, on each side."""
    there = {placed.master.subject for placed in row}
    for name in subjects(with_riga):
        if name not in there:
            sides = (Side.NONE,) if name == "Money" else (Side.MAX, Side.FIRST)
            yield from (Lay((Master(name, side),)) for side in sides)


# What may be told, and what it brings about; only what is listed comes to the latter.


def _tiles(state: State) -> Iterator[Lay]:
    if state.step is Step.ROW:
        yield from tiles_to_lay(state.row, state.setup.with_riga)


def _ends(state: State) -> Iterator[End]:
    if state.step is Step.PLAY:
        yield End()


def _buildings(state: State) -> Iterator[Build]:
    if state.step is Step.PLAY:
        for seat in range(len(state.displays)):
            for city in _cities(state.setup):
                yield from (Build(seat, city, persons) for persons in persons_of_a_building())


def _coverings(state: State) -> Iterator[Cover]:
    if state.step is Step.PLAY and state.setup.victual_brothers:
        for seat, display in enumerate(state.displays):
            yield from (Cover(seat, person) for person in PERSONS if display.count(person))


def _cash(state: State) -> Iterator[Cash]:
    if state.step is Step.CASH:
        for seat, amount in enumerate(state.cash):
            if amount == UNTOLD:
                yield from (Cash(seat, ducats) for ducats in range(MOST_CASH + 1))


_KINDS: Mapping[type[Action], Callable[[State], Iterator[Action]]] = {
    Lay: _tiles,
    End: _ends,
    Build: _buildings,
    Cover: _coverings,
    Cash: _cash,
}


def _lay(state: State, action: Lay) -> tuple[State, tuple[Event, ...]]:
    row = with_tiles(state.row, action.masters)
    return state._replace(row=row, step=Step.PLAY if is_whole(row) else Step.ROW), ()


def _build(state: State, action: Build) -> tuple[State, tuple[Event, ...]]:
    display = state.displays[action.seat].with_building(action.city, action.persons)
    displays = _with(state.displays, action.seat, display)
    row, events = claimed(state.row, displays, action.seat)
    built = Event(
        counted(action.city, display.count(action.city)), action.seat, (cell_place(action.seat, action.city),)
    )
    return state._replace(displays=displays, row=row, seat=action.seat), (*events, built)


def _cover(state: State, action: Cover) -> tuple[State, tuple[Event, ...]]:
    display = state.displays[action.seat].with_covered(action.person)
    displays = _with(state.displays, action.seat, display)
    row, events = covering(state.row, displays, action.person)
    phrase = Phrase.of(f"riga.{action.person.lower()}_covered", left=display.count(action.person))
    covered = Event(phrase, action.seat, (cell_place(action.seat, action.person),))
    return state._replace(displays=displays, row=row), (*events, covered)


def _end(state: State, action: End) -> tuple[State, tuple[Event, ...]]:
    if state.has_money:
        return state._replace(step=Step.CASH, cash=(UNTOLD,) * len(state.displays), seat=0), (
            Event(Phrase.of("riga.count_your_cash")),
        )
    return _scored(state)


def _cash_declared(state: State, action: Cash) -> tuple[State, tuple[Event, ...]]:
    cash = (*state.cash[: action.seat], action.ducats, *state.cash[action.seat + 1 :])
    state = state._replace(cash=cash, seat=cash.index(UNTOLD) if UNTOLD in cash else state.seat)
    return (state, ()) if UNTOLD in cash else _scored(state)


_DONE: Mapping[type[Action], Callable[[State, Any], tuple[State, tuple[Event, ...]]]] = {
    Lay: _lay,
    End: _end,
    Build: _build,
    Cover: _cover,
    Cash: _cash_declared,
}
_DUE: Mapping[type[Action], tuple[Step, str]] = {
    Lay: (Step.ROW, RULE_SETUP),
    Build: (Step.PLAY, RULE_PLAY),
    Cover: (Step.PLAY, RULE_PLAY),
    End: (Step.PLAY, RULE_END),
    Cash: (Step.CASH, RULE_END),
}


def _why_not(state: State, action: Action) -> Refusal:
    """Why an action is not taken, for people."""
    value, (due, rule) = write_action(action), _DUE[type(action)]
    if state.step is Step.OVER:
        return illegal("over", value, RULE_END)
    if isinstance(action, Build | Cover) and state.step is Step.ROW:
        return illegal("row_first", value, RULE_PLAY)
    if state.step is not due:
        return illegal("not_now", value, rule, due=Phrase.of(f"riga.step_{state.step}"))
    if isinstance(action, Build | Cover) and not 0 <= action.seat < len(state.displays):
        return illegal("no_such_seat", value, RULE_PLAY, players=len(state.displays))
    match action:
        case Lay(masters):
            return why_no_row(state.row, masters, state.setup.with_riga, value)
        case Build(_, city) if city not in _cities(state.setup):
            return illegal("no_riga_buildings", value, RULE_SETUP, city)
        case Build():
            return illegal("too_many_persons", value, RULE_PLAY, most=MOST_PERSONS)
        case Cover() if not state.setup.victual_brothers:
            return illegal("no_victual_brothers", value, RULE_COVER)
        case Cover(seat, person):
            return illegal("nobody_to_cover", value, RULE_COVER, cell_place(seat, person))
        case Cash(seat, ducats) if 0 <= seat < len(state.displays) and 0 <= ducats <= MOST_CASH:
            return illegal("cash_told", value, RULE_END, name=state.setup.seats[seat].name)
    return illegal("bad_cash", value, RULE_END, players=len(state.displays), most=MOST_CASH)


def _scored(state: State) -> tuple[State, tuple[Event, ...]]:
    lines = [*tile_lines(state.row, state.displays)]
    if state.has_money:
        lines += money_lines(state.cash, marks=("declared",))
        assert sum(line.points for line in lines if "declared" in line.marks) == sum(money_points(state.cash))
    scores = tuple(sum(line.points for line in lines if line.player == seat) for seat in range(len(state.displays)))
    return state._replace(step=Step.OVER, scores=scores), events_of(lines)


def _cities(setup: Setup) -> tuple[str, ...]:
    return CITIES if setup.with_riga else CITIES[1:]


def _with(displays: tuple[Display, ...], seat: int, display: Display) -> tuple[Display, ...]:
    return (*displays[:seat], display, *displays[seat + 1 :])


def persons_of_a_building() -> Iterator[tuple[str, ...]]:
    """Every way in which a building shows persons: none, one, or two."""
    for count in range(MOST_PERSONS + 1):
        yield from combinations_with_replacement(PERSONS, count)


GRAND_MASTERS = GrandMasters()
