"""A table whose game nobody recorded: what lies there as a state, so that the rules can count it.

Who photographs a finished game shows tiles and followers, not the order in which they came. What has scored during
play lies on the score track; what is left to count is told by the table alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.carcassonne.board import Board, Follower, Place
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE, rulebook
from games.carcassonne.scoring import score_final
from games.carcassonne.state import Setup, State
from games.carcassonne.tiles import MOST_FEATURES, OFFSETS, FeatureKind, Turned
from games.game import Event, Phrase, Refusal, RefusalKind

Tiles = Mapping[Place, Turned]


@dataclass(frozen=True, slots=True, order=True)
class Seam:
    """Two neighbouring places whose touching sides differ; ``first`` lies west or north of ``second``."""

    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class FoundFollower:
    """A follower on a photographed table: its seat, its kind, its tile's place and which of the tile's features."""

    seat: int
    kind: str
    place: Place
    feature: int


def broken_seams(tiles: Tiles) -> tuple[Seam, ...]:
    """Every seam where terrain meets other terrain: a tile was misread, or laid against the rules."""
    found = []
    for (x, y), turned in tiles.items():
        for side in (1, 2):
            dx, dy = OFFSETS[side]
            other = tiles.get((x + dx, y + dy))
            if other is not None and turned.sides[side] != other.sides[(side + 2) % 4]:
                found.append(Seam((x, y), (x + dx, y + dy)))
    return tuple(sorted(found))


def laid_out(tiles: Tiles) -> Board:
    """These tiles as a board, in reading order. A seam that does not match joins nothing, so that what ends there
    stays open; tiles need not hang together, since one that was not read may lie between."""
    board = Board((), {}, {}, (), {})
    for place in sorted(tiles, key=lambda place: (place[1], place[0])):
        board = replace(board, frontier={**board.frontier, place: 0})
        board = board.lay(_parted(tiles, place), *place)
    return board


def position(setup: Setup, tiles: Tiles, followers: Sequence[FoundFollower], points: Sequence[int]) -> State:
    """The state after the last turn, before the final scoring.

    Args:
        setup: who plays, with which tiles and options.
        tiles: what lies where, as it lies.
        followers: everybody on the tiles.
        points: what each seat has on the score track, by seat index.

    Raises:
        Refusal: invalid for a place or feature that there is not, and for two on one feature of a tile.
    """
    board = laid_out(tiles)
    book = rulebook(setup)
    supply = [{kind: one.each for kind, one in book.followers.items()} for _ in setup.seats]
    for one in followers:
        board = board.deploy(_follower(board, one))
        if one.kind in supply[one.seat]:
            supply[one.seat][one.kind] = max(0, supply[one.seat][one.kind] - 1)
    lying = Counter(turned.key for turned in tiles.values())
    bag = {key: left for key, count in CARCASSONNE.box(setup).items() if (left := count - lying[key]) > 0}
    return State(
        setup=setup,
        board=board,
        bag=bag,
        discarded=(),
        scores=tuple(points),
        supply=tuple(supply),
        turn=max(1, len(tiles)),
        expansions={expansion.key: expansion.start(book) for expansion in book.expansions},
    )


def left_standing(board: Board) -> tuple[Follower, ...]:
    """Followers on features that are finished: they were scored when these were, and should have gone home with
    the points."""
    return tuple(
        follower
        for region in board.regions.values()
        if region.kind is not FeatureKind.FIELD and not region.open
        for follower in region.followers
    )


def final_count(state: State) -> tuple[State, tuple[Event, ...]]:
    """The final scoring of a position, without those that were left standing: they have been counted already."""
    board = state.board
    for root in {board.roots[one.part] for one in left_standing(board)}:
        board = board.clear(root)
    counted, events = score_final(rulebook(state.setup), replace(state, board=board, step=StepKey.OVER))
    return replace(counted, board=state.board), events


def too_many(tiles: Tiles, setup: Setup) -> dict[str, int]:
    """Kinds of which more lie there than the box holds, and by how many: some of them were misread."""
    box = CARCASSONNE.box(setup)
    lying = Counter(turned.key for turned in tiles.values())
    return {key: count - box.get(key, 0) for key, count in lying.items() if count > box.get(key, 0)}


def _parted(tiles: Tiles, place: Place) -> Turned:
    """The tile without what would meet other terrain at the neighbours that lie already (west and north of it)."""
    turned = tiles[place]
    x, y = place
    ports = list(turned.ports)
    for side in (0, 3):
        dx, dy = OFFSETS[side]
        other = tiles.get((x + dx, y + dy))
        if other is not None and turned.sides[side] != other.sides[(side + 2) % 4]:
            ports[3 * side : 3 * side + 3] = (-1, -1, -1)
    return turned if tuple(ports) == turned.ports else replace(turned, ports=tuple(ports))


def _follower(board: Board, one: FoundFollower) -> Follower:
    where = f"{one.place[0]},{one.place[1]}"
    number = board.at.get(one.place)
    if number is None or not 0 <= one.feature < len(board.laid[number].turned.features):
        raise _refused("carcassonne.nothing_to_stand_on", where)
    part = number * MOST_FEATURES + one.feature
    if any(other.part == part for other in board.region_of(part).followers):
        raise _refused("carcassonne.two_on_one", where)
    return Follower(one.seat, one.kind, part)


def _refused(key: str, place: str) -> Refusal:
    return Refusal(RefusalKind.INVALID, Phrase.of(key, place=place), value=place, place=place)
