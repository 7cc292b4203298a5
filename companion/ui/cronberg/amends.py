"""How an earlier move of Cronberg can be corrected: what stands or lies there instead, likeliest mistakes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.ui.kit.boards.directions import further
from companion.ui.kit.boards.turning import turned
from games.cronberg.lattice import TriangleLattice
from games.cronberg.legal import free_places, open_crossings
from games.cronberg.state import Action, LayRhomb, PlaceToken, Setup, State
from games.game import Phrase
from games.record import Record

CronbergRecord = Record[Setup, State, Action]
_TOO_FAR = 1.2  # edges: a token is seldom taken for one further away


@dataclass(frozen=True, slots=True)
class BoardAmendment:
    """Another action for a place of the line of play."""

    index: int
    action: Action


def placed_at(record: CronbergRecord, place: str) -> int | None:
    """Where in the line of play the token on a crossing, or the rhomb on a triangle, was placed; None for neither."""
    for index in reversed(range(len(record.line))):
        match record.line[index].action:
            case PlaceToken(crossing) if crossing == place:
                standing = dict(record.state.tokens)
                return index if record.state.lattice.crossing_named[place] in standing else None
            case LayRhomb(_, triangles, _) if place in triangles:
                return index
    return None


def amendments(record: CronbergRecord, place: str) -> tuple[BoardAmendment, ...]:
    """Instead of what was placed there: the other way round, places beside it, then other rhombi."""
    index = placed_at(record, place)
    if index is None:
        return ()
    before, action = record.state_before(index), record.line[index].action
    if isinstance(action, PlaceToken):
        return tuple(BoardAmendment(index, other) for other in _crossings_beside(before, action))
    if isinstance(action, LayRhomb):
        others = (*_turned(before, action), *_beside(before, action), *_other_kinds(before, action))
        return tuple(BoardAmendment(index, other) for other in others)
    return ()


def amendment_words(record: CronbergRecord, one: BoardAmendment, turns: int = 0) -> Phrase:
    """What a correction says: "Further left", "Turned round", or the numbers of another rhomb; on a board that is shown
    so many quarter turns clockwise."""
    action, lattice = record.action_at(one.index), record.state.lattice
    if isinstance(action, PlaceToken) and isinstance(one.action, PlaceToken):
        start, end = (lattice.positions[lattice.crossing_named[it.crossing]] for it in (action, one.action))
        return _way(start, end, turns)
    assert isinstance(action, LayRhomb)  # nothing else is offered
    assert isinstance(one.action, LayRhomb)
    if one.action.kind != action.kind:
        edition = record.state.edition
        kind = edition.kind_index(one.action.kind)
        assert kind is not None  # it is in the box
        return Phrase.of("cronberg.amend_rhomb", numbers=edition.kinds[kind].numbers)
    if one.action.triangles == action.triangles:
        return Phrase.of("cronberg.amend_turned")
    return _way(_middle(lattice, action), _middle(lattice, one.action), turns)


def _middle(lattice: TriangleLattice, action: LayRhomb) -> tuple[float, float]:
    (ax, ay), (bx, by) = (lattice.centre(lattice.triangle_named[name]) for name in action.triangles)
    return (ax + bx) / 2, (ay + by) / 2


def _way(start: tuple[float, float], end: tuple[float, float], turns: int) -> Phrase:
    return further(*turned(end[0] - start[0], end[1] - start[1], turns))


def _crossings_beside(state: State, action: PlaceToken) -> Iterator[PlaceToken]:
    positions = state.lattice.positions
    x, y = positions[state.lattice.crossing_named[action.crossing]]
    apart = sorted(
        ((positions[other][0] - x) ** 2 + (positions[other][1] - y) ** 2, other) for other in open_crossings(state)
    )
    for distance, other in apart:
        if 0 < distance < _TOO_FAR**2:
            yield PlaceToken(state.lattice.crossing_names[other])


def _turned(state: State, action: LayRhomb) -> Iterator[LayRhomb]:
    one, other = (state.lattice.triangle_named[name] for name in action.triangles)
    head = state.lattice.crossing_named[action.head]
    site = state.lattice.site_of[one, other, head]
    yield replace(action, head=state.lattice.crossing_names[site.corners[2]])


def _beside(state: State, action: LayRhomb) -> Iterator[LayRhomb]:
    """One of the two triangles is right."""
    names, crossings = state.lattice.triangle_names, state.lattice.crossing_names
    covered = {state.lattice.triangle_named[name] for name in action.triangles}
    for place in free_places(state):
        for site in state.lattice.sites[2 * place : 2 * place + 2]:
            if len(covered & set(site.triangles)) == 1:
                one, other = site.triangles
                yield LayRhomb(action.kind, (names[one], names[other]), crossings[site.head])


def _other_kinds(state: State, action: LayRhomb) -> Iterator[LayRhomb]:
    """Those with the same numbers first."""
    kinds = state.edition.kinds
    mine = state.edition.kind_index(action.kind)
    assert mine is not None
    left = [number for number, count in enumerate(state.left) if count and number != mine]
    for number in sorted(left, key=lambda one: kinds[one].numbers != kinds[mine].numbers):
        yield replace(action, kind=kinds[number].key)
