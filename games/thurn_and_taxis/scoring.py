"""Points as they stand, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Phrase, Standing
from games.thurn_and_taxis.atlas import StackKind
from games.thurn_and_taxis.closing import tile_phrase
from games.thurn_and_taxis.state import Conveyance, Setup, State


def score_of(state: State, seat: int) -> int:
    """Longest carriage + bonus tiles − houses left (Thurn and Taxis, end of the game)."""
    return sum(points for _, points in _parts(state, seat))


def _parts(state: State, seat: int) -> list[tuple[Phrase, int]]:
    player, stack = state.players[seat], state.setup.atlas.stack
    tiles = [(tile_phrase(stack[key]), value) for key, value in player.tiles]
    return final_parts(state.setup, player.carriage, tiles, state.houses_left(seat))


def final_parts(
    setup: Setup, carriage: int, tiles: Sequence[tuple[Phrase, int]], houses_left: int
) -> list[tuple[Phrase, int]]:
    """What a player's points come from, in words, and how many each brings (Thurn and Taxis, end of the game).

    Args:
        carriage: the longest one, 0 for none. tiles: what each bonus tile is for, and its value.
        houses_left: not placed.
    """
    parts = []
    if setup.conveyance is Conveyance.CARRIAGES and carriage:
        parts.append((Phrase.of("thurn.carriage", length=carriage), dict(setup.atlas.carriages)[carriage]))
    parts.extend(tiles)
    if houses_left:
        parts.append((Phrase.of("thurn.houses_left", houses=houses_left), -houses_left))
    return parts


def standings_of(state: State) -> tuple[Standing, ...]:
    """By score; a tie goes to the holder of the game-end tile, else to who sits next clockwise from the holder."""
    count = len(state.players)
    holder = next((seat for seat in range(count) if _holds_end(state, seat)), None)
    scores = {seat: score_of(state, seat) for seat in range(count)}

    def order(seat: int) -> tuple[int, int]:
        return (-scores[seat], (seat - holder) % count if holder is not None else 0)

    ordered = sorted(range(count), key=lambda seat: (*order(seat), seat))
    standings = []
    for seat in ordered:
        tied = sum(scores[other] == scores[seat] for other in scores) > 1
        broken = Phrase.of("thurn.tie_break") if tied and holder is not None else None
        standings.append(Standing(seat, scores[seat], 1 + sum(order(other) < order(seat) for other in scores), broken))
    return tuple(standings)


def _holds_end(state: State, seat: int) -> bool:
    atlas = state.setup.atlas
    return any(atlas.stack[key].kind is StackKind.GAME_END for key, _ in state.players[seat].tiles)
