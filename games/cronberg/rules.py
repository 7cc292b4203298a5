"""The rules of Cronberg as a :class:`games.game.Game`: what may be done, and what it brings about."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from games.cronberg import notation, playing, storage
from games.cronberg.components import RhombKind, Symbol, default_edition
from games.cronberg.legal import PASS, can_place, free_places, listed, may_follow, open_crossings, site_of
from games.cronberg.refusals import refuse_impossible_setup, why_not
from games.cronberg.scoring import final_lines, line_for_closed
from games.cronberg.state import LEAVES_OPEN, Action, LayRhomb, Pass, PlaceToken, RhombOnBoard, Setup, State
from games.game import Event, JsonValue, Phrase, Seat, Standing, ranked


class Cronberg:
    """Cronberg, 2 to 4 players. All methods are pure; see :class:`games.game.Game`."""

    key = "cronberg"

    def setup(self, seats: tuple[Seat, ...]) -> Setup:
        """These players before the default copy."""
        return Setup(seats, default_edition())

    def new(self, setup: Setup) -> State:
        """The empty board. Raises :class:`games.game.Refusal` where the set-up is impossible."""
        refuse_impossible_setup(setup)
        return State(
            setup=setup,
            rhombi=(),
            covered=frozenset(),
            tokens=(),
            left=tuple(kind.count for kind in setup.edition.kinds),
            activated=frozenset(),
            scores=setup.start_scores or (0,) * len(setup.seats),
            to_move=0,
        )

    def scores_before(self, setup: Setup) -> tuple[int, ...]:
        """In a series score markers stay where they are; empty for the first game."""
        return setup.start_scores

    def legal(self, state: State) -> Iterator[Action]:
        """Every action that is taken now: tokens first, then every rhomb that may be on top of the stack."""
        return listed(state)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened. Raises :class:`games.game.Refusal`."""
        if not may_follow(state, action):
            raise why_not(state, action)
        assert state.to_move is not None
        match action:
            case PlaceToken():
                after, events = self._place(state, state.to_move, action)
            case LayRhomb():
                after, events = self._lay(state, state.to_move, action)
            case Pass():
                after, events = state, [Event(Phrase.of("cronberg.event.passed"), state.to_move)]
        return _next_turn(after, events)

    def _place(self, state: State, seat: int, action: PlaceToken) -> tuple[State, list[Event]]:
        crossing = state.lattice.crossing_named[action.crossing]
        event = Event(Phrase.of("cronberg.event.token", place=action.crossing), seat, (action.crossing,))
        return replace(state, tokens=tuple(sorted((*state.tokens, (crossing, seat))))), [event]

    def _lay(self, state: State, seat: int, action: LayRhomb) -> tuple[State, list[Event]]:
        laid = site_of(state, action)
        left = list(state.left)
        left[laid.kind] -= 1
        after = replace(
            state,
            rhombi=(*state.rhombi, laid),
            covered=state.covered | set(laid.site.triangles),
            left=tuple(left),
        )
        phrase = Phrase.of("cronberg.event.rhomb", building=state.edition.kinds[laid.kind].phrase)
        events = [Event(phrase, seat, action.triangles)]
        after = _score_closed(after, laid, events)
        return _activate(after, laid, events), events

    def player_to_move(self, state: State) -> int | None:
        """Seat index of who decides next, or None when the game is over."""
        return state.to_move

    def turn(self, state: State) -> int:
        """The number of the turn, from 1."""
        return state.turn

    def skipped(self, state: State) -> tuple[State, tuple[Event, ...]] | None:
        """The next player's turn, or the end where nobody can place anything."""
        return None if state.to_move is None else _next_turn(state, [])

    def put_aside(self, state: State, action: Action, doer: int | None) -> State:
        """A rhomb that was told and does not count is out of the stack all the same, a token out of the hand."""
        if isinstance(action, PlaceToken) and doer is not None and state.tokens_in_hand(doer) > 0:
            return replace(state, tokens_aside=(*state.tokens_aside, doer))
        kind = next((k for k, one in enumerate(state.edition.kinds) if _is_of(action, one) and state.left[k]), None)
        if kind is None:
            return state
        left = tuple(count - (k == kind) for k, count in enumerate(state.left))
        return replace(state, left=left, rhombi_aside=(*state.rhombi_aside, kind))

    def closing(self, state: State) -> Action | None:
        """DONE passes for a player who can place nothing; everybody else must place something first."""
        return None if state.to_move is None or can_place(state) else PASS

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Everybody by score; the rulebook knows no tie-break."""
        return ranked(dict(enumerate(state.scores)))

    def sample(self, state: State, rng: random.Random) -> Action:
        """One legal action: the rhomb is drawn at its true odds, the player decides like a casual one."""
        return playing.casual_action(state, rng, open_crossings(state), free_places(state))

    def write(self, action: Action) -> str:
        """The action in one line."""
        return notation.write(action)

    def read(self, text: str) -> Action:
        """The action that the line tells. Raises :class:`games.game.Refusal` of kind invalid."""
        return notation.read(text)

    def setup_to_json(self, setup: Setup) -> Mapping[str, JsonValue]:
        """The set-up with its whole edition, so that a stored game replays whatever becomes of the edition."""
        return storage.setup_to_json(setup)

    def setup_from_json(self, data: Mapping[str, JsonValue]) -> Setup:
        """The set-up from plain data. Raises :class:`games.game.Refusal` of kind invalid."""
        return storage.setup_from_json(data)

    def state_to_json(self, state: State) -> Mapping[str, JsonValue]:
        """The state as plain data."""
        return storage.state_to_json(state)


def _score_closed(state: State, laid: RhombOnBoard, events: list[Event]) -> State:
    """1. intermediate scoring: tokens whose crossing this rhomb has closed are evaluated and taken back."""
    owners = dict(state.tokens)
    scores = list(state.scores)
    for crossing in sorted(laid.site.corners):
        if crossing in owners and state.is_closed(crossing):
            seat = owners.pop(crossing)
            line = line_for_closed(state, crossing, seat)
            scores[seat] += line.points
            events.append(Event(Phrase.of("cronberg.event.scored"), seat, line.places, line, line.places[:1]))
    return replace(state, tokens=tuple(sorted(owners.items())), scores=tuple(scores))


def _activate(state: State, laid: RhombOnBoard, events: list[Event]) -> State:
    """2. triangle activation: every triangle that this rhomb can have cut off is tested anew."""
    fresh = _cut_off_by(state, laid)
    if not fresh:
        return state
    state = replace(state, activated=state.activated | set(fresh))
    names = state.lattice.triangle_names
    owners = dict(state.tokens)
    for triangle in fresh:
        symbol = state.edition.symbols[triangle]
        phrase = Phrase.of("cronberg.event.activated", symbol=Phrase.of(f"cronberg.symbol.{symbol.value}"))
        events.append(Event(phrase, None, (names[triangle],)))
        if symbol is Symbol.GUARD:
            for crossing in state.lattice.corners_of[triangle]:
                if crossing in owners:
                    places = (state.lattice.crossing_names[crossing], names[triangle])
                    phrase = Phrase.of("cronberg.event.driven")
                    events.append(Event(phrase, owners.pop(crossing), places, leaves=places[:1]))
    return replace(state, tokens=tuple(sorted(owners.items())))


def _cut_off_by(state: State, laid: RhombOnBoard) -> tuple[int, ...]:
    """Free triangles that no rhomb can cover from now on."""
    neighbours = state.lattice.neighbours_of
    beside = {other for triangle in laid.site.triangles for other in neighbours[triangle]}
    return tuple(sorted(cut_off(state, beside) - state.activated))


def cut_off(state: State, suspects: Iterable[int] | None = None) -> frozenset[int]:
    """Free triangles that no rhomb can cover any more, of all or of those that a rhomb may just have cut off. Once the
    stack is empty that is every free one, unless people read it otherwise
    (:attr:`games.cronberg.state.Setup.empty_stack`)."""
    neighbours = state.lattice.neighbours_of
    every = range(len(neighbours))
    if any(state.left) or state.setup.empty_stack == LEAVES_OPEN:
        asked = every if suspects is None else suspects
        found = {triangle for triangle in asked if state.covered.issuperset(neighbours[triangle])}
    else:
        found = set(every)
    return frozenset(found - state.covered)


def _is_of(action: Action, kind: RhombKind) -> bool:
    return isinstance(action, LayRhomb) and action.kind == kind.key


def _next_turn(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Whose turn it is; the game ends as soon as nobody can place a rhomb or a token any more."""
    assert state.to_move is not None
    seats = len(state.setup.seats)
    goes_on = bool(free_places(state)) or (
        any(state.tokens_in_hand(seat) for seat in range(seats)) and bool(open_crossings(state))
    )
    if goes_on:
        return replace(state, to_move=(state.to_move + 1) % seats, turn=state.turn + 1), tuple(events)
    events.append(Event(Phrase.of("cronberg.event.end")))
    scores = list(state.scores)
    for line in final_lines(state):
        scores[line.player] += line.points
        events.append(Event(Phrase.of("cronberg.event.scored"), line.player, line.places, line))
    return replace(state, scores=tuple(scores), to_move=None), tuple(events)


CRONBERG = Cronberg()
