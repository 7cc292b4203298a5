"""What players did with their glass between two looks, told as actions of the rules.

:func:`glass_changes` compares two looks: what is new came out of the bag, what changed its owner was stolen, what is
gone was counted. Which of it is legal, and in which order, only the rules can say: :func:`turn_endings` finds every way
in which the turn can have gone on so that it ends with the glass, and the followers, that are seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.carcassonne.actions import Action, Deploy, Lay, Skip
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import Carcassonne
from games.carcassonne.stained_glass.actions import CountWindow, PlaceThief, Steal, TakeGlass
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.stained_glass.windows import tiles_of
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind

Held: TypeAlias = "Mapping[str, int]"  # kind -> how many
Follower: TypeAlias = "tuple[str, FeatureKind, str]"  # kind, what it stands on, location


@dataclass(frozen=True, slots=True)
class LaterTurn:
    """The tile of a turn that somebody played before the turn ahead of it was recorded, and who was put on it."""

    lay: Lay
    followers: tuple[Follower, ...] = ()


@dataclass(frozen=True, slots=True)
class GlassChanges:
    """What differs between two looks; players as the areas are called.

    Attributes:
        taken: (player, kind) that came out of the bag.
        stolen: (kind, from whom, to whom).
        returned: (player, kinds) that are gone.
    """

    taken: tuple[tuple[str, str], ...] = ()
    stolen: tuple[tuple[str, str, str], ...] = ()
    returned: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.taken or self.stolen or self.returned)


def glass_changes(before: Mapping[str, Held], after: Mapping[str, Held]) -> GlassChanges:
    """The least that must have happened between two looks at everybody's glass."""
    players = sorted({*before, *after})
    gained = {player: Counter(after.get(player, {})) - Counter(before.get(player, {})) for player in players}
    lost = {player: Counter(before.get(player, {})) - Counter(after.get(player, {})) for player in players}
    stolen = []
    for thief in players:
        for kind in sorted(gained[thief].elements()):
            victim = next((other for other in players if lost[other][kind] > 0), None)
            if victim is not None:
                stolen.append((kind, victim, thief))
                lost[victim][kind] -= 1
                gained[thief][kind] -= 1
    return GlassChanges(
        tuple((player, kind) for player in players for kind in sorted(gained[player].elements())),
        tuple(stolen),
        tuple((player, tuple(sorted(lost[player].elements()))) for player in players if +lost[player]),
    )


def turn_endings(
    game: Carcassonne,
    state: State,
    held: Sequence[Held],
    followers: Sequence[Follower] = (),
    later: Sequence[LaterTurn] = (),
) -> Iterator[tuple[Action, ...]]:
    """Every legal way to go on with this turn, after its tile was laid, that leads to what is seen.

    A follower on a road that ends at the tile's cloister may be the usual one or a thief: they look the same, and only
    what was stolen tells them apart, so both are offered where both are legal.

    Args:
        state: anywhere in the turn after its tile was laid; its seat is the one whose turn it is.
        held: by seat, the glass that each has at the end of the turn.
        followers: what was put on the tile laid last and is not in ``state`` yet, each exactly once.
        later: turns that were played after this one, in their order; ``held`` is what each has after the last.
    """
    yield from _ways(game, state, state.turn, [Counter(one) for one in held], list(followers), later, ())


def outcomes(
    game: Carcassonne,
    state: State,
    held: Sequence[Held],
    followers: Sequence[Follower] = (),
    later: Sequence[LaterTurn] = (),
) -> dict[tuple[int, ...], tuple[Action, ...]]:
    """By the scores that they lead to, the ways of :func:`turn_endings`, each as people tell it.

    Ways that look the same and score the same come to the same: what has no order is told in the order of its
    notation, and a follower alone on a road who stole nothing is told as the usual one.
    """
    found: dict[tuple[int, ...], tuple[Action, ...]] = {}
    for way in turn_endings(game, state, held, followers, later):
        after = state
        for action in way:
            after, _ = game.apply(after, action)
        if after.scores not in found or _plainness(way) < _plainness(found[after.scores]):
            found[after.scores] = way
    return found


def _plainness(way: tuple[Action, ...]) -> tuple[int, int, tuple[str, ...]]:
    thieves = sum(isinstance(action, PlaceThief) for action in way)
    thefts = sum(isinstance(action, Steal) for action in way)
    return max(0, thieves - thefts), len(way), tuple(action.notation for action in way)


def _ways(
    game: Carcassonne,
    state: State,
    turn: int,
    held: list[Counter[str]],
    followers: list[Follower],
    later: Sequence[LaterTurn],
    so_far: tuple[Action, ...],
) -> Iterator[tuple[Action, ...]]:
    if state.turn != turn or state.is_over or state.step is StepKey.LAY:
        if followers:
            return
        if later and not state.is_over:
            lay = later[0].lay
            laid, _ = game.apply(state, lay)
            yield from _ways(game, laid, state.turn, held, list(later[0].followers), later[1:], (*so_far, lay))
        elif not later and _held_is(state, held):
            yield so_far
        return
    for action in game.legal(state):
        left = _left(action, followers)
        if left is None or not _may_lead(state, action, held):
            continue
        after, _ = game.apply(state, action)
        yield from _ways(game, after, turn, held, left, later, (*so_far, action))


def _left(action: Action, followers: list[Follower]) -> list[Follower] | None:
    """The followers that are still to be placed after an action, or None where it places one that is not seen."""
    if isinstance(action, Deploy):
        placed = (action.kind, action.feature, action.location)
    elif isinstance(action, PlaceThief):
        placed = (action.kind, FeatureKind.ROAD, action.location)
    else:
        return followers
    if placed not in followers:
        return None
    left = list(followers)
    left.remove(placed)
    return left


def _may_lead(state: State, action: Action, held: list[Counter[str]]) -> bool:
    """Whether this action can be part of a way to what is seen; cheap, so that wrong ways end early."""
    glass, seat = glass_of(state), state.seat
    if isinstance(action, Steal):
        return glass.held[action.victim].get(action.tile, 0) > held[action.victim][action.tile]
    if isinstance(action, TakeGlass):
        return _is_wanted(action.tile, glass.held[seat].get(action.tile, 0), held[seat], glass.held[seat])
    if isinstance(action, CountWindow):
        return all(glass.held[seat].get(tile, 0) > held[seat][tile] for tile in tiles_of(action.window))
    if isinstance(action, Skip) and state.step is GlassStepKey.STEAL:
        return all(
            glass.held[other].get(tile, 0) <= count
            for other, seen in enumerate(held)
            if other != seat
            for tile, count in {**dict.fromkeys(glass.held[other], 0), **seen}.items()
        )
    return True


def _is_wanted(tile: str, has: int, seen: Counter[str], holds: Held) -> bool:
    """A tile out of the bag is seen afterwards, or went back into it with the rest of its window."""
    if has < seen[tile]:
        return True
    gone = [kind for kind in tiles_of((int(tile[:-1]),)) if kind != tile]
    # Another tile of its window may have come in the same turn, out of the bag or by theft.
    return sum(holds.get(kind, 0) > seen[kind] for kind in gone) >= len(gone) - 1


def _held_is(state: State, held: list[Counter[str]]) -> bool:
    return all(Counter(own) == seen for own, seen in zip(glass_of(state).held, held, strict=True))
