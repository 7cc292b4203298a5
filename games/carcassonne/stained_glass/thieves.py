"""Where thieves may stand: on roads of the cloister tile just laid.

A road that ends at the cloister takes one if nobody holds it. A road that only passes by takes one if nobody holds it
and it leads to the cloister of another tile, over however many tiles.
"""

from __future__ import annotations

from games.carcassonne.board import Board
from games.carcassonne.tiles import MOST_FEATURES, FeatureKind, Turned


def ends_at_cloister(turned: Turned, index: int) -> bool:
    """True for a road that the tile's cloister ends: it leaves the tile on one side only."""
    feature = turned.features[index]
    return turned.monastery >= 0 and feature.kind is FeatureKind.ROAD and len(feature.edges) == 1


def thief_spots(board: Board) -> tuple[int, ...]:
    """The roads of the tile laid last on which a thief may be placed: indexes of features."""
    number = len(board.laid) - 1
    turned = board.laid[number].turned
    if turned.monastery < 0:
        return ()
    return tuple(
        part % MOST_FEATURES
        for part in board.parts_of(number)
        if board.feature_of(part).kind is FeatureKind.ROAD
        and not board.region_of(part).followers
        and (ends_at_cloister(turned, part % MOST_FEATURES) or _leads_to_another_cloister(board, part))
    )


def _leads_to_another_cloister(board: Board, part: int) -> bool:
    number = part // MOST_FEATURES
    return any(
        other // MOST_FEATURES != number and ends_at_cloister(board.tile_of(other).turned, other % MOST_FEATURES)
        for other in board.region_of(part).parts
    )
