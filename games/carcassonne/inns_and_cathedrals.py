"""Inns & Cathedrals: 18 tiles, a big follower for everybody, inns beside roads and cathedrals in cities.

A road with an inn brings two points a tile when it is finished and nothing when it is not; a city with a cathedral
three points a tile and a pennant, or nothing. The big follower counts as two in a majority and as one
follower elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.carcassonne.board import Board, Region
from games.carcassonne.expansion import Expansion, FollowerKind, Option, Rate, follower_kinds, printed_values
from games.carcassonne.tiles import Feature, FeatureKind
from games.game import Phrase, ScoreItem


class InnsAndCathedrals(Expansion):
    """The first expansion of the game."""

    key: ClassVar[str] = "inns-and-cathedrals"
    sets: ClassVar[tuple[str, ...]] = ("inns-and-cathedrals",)

    def followers(self) -> Mapping[str, FollowerKind]:
        """One big follower each."""
        return follower_kinds(printed_values()[self.key]["followers"])

    def options(self) -> Mapping[str, Option]:
        """A sixth player: the box brings followers in one more colour."""
        printed = printed_values()
        allowed = printed["options"]["most-seats"]["allowed"]
        return {"most-seats": Option(printed[self.key]["most_seats"], allowed)}

    def rate(self, board: Board, region: Region, finished: bool, rate: Rate) -> Rate:
        """An inn beside the road or a cathedral in the city raises the stakes; a second one changes nothing."""
        values = printed_values()[self.key]["finished" if finished else "unfinished"]
        if region.kind is FeatureKind.ROAD and (inns := _places(board, region, "inn")):
            cause = ScoreItem(Phrase.of("carcassonne.item_inn"), 0, inns)
            return Rate(values["inn_road_tile"], rate.pennant, (*rate.causes, cause))
        if region.kind is FeatureKind.CITY and (cathedrals := _places(board, region, "cathedral")):
            cause = ScoreItem(Phrase.of("carcassonne.item_cathedral"), 0, cathedrals)
            return Rate(values["cathedral_city_tile"], values["cathedral_pennant"], (*rate.causes, cause))
        return rate


def _places(board: Board, region: Region, printed: str) -> tuple[str, ...]:
    def has(feature: Feature) -> bool:
        return feature.inn if printed == "inn" else feature.cathedral

    return tuple(board.tile_of(part).place for part in region.parts if has(board.feature_of(part)))
