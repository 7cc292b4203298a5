"""The sides of an edition's tiles, as its pictures and the tiles that lie on this table show them.

Networks tell roads of editions that they never saw by what roads have in common. On one map all roads are of one paint
and about one width: a hut's fence beside a bend is none, which anybody sees who has looked at the other tiles. The
record tells of each tile which of its sides roads cross, so that is learned while people play, turn by turn. A city is
of one colour all over a map; what that is hangs on the lamp, and is seen beside the tiles that lie about a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.arrays import BoolMask
from calibration.references import Outline, Reference
from vision.carcassonne.learning.sides import side_profiles as profiling
from vision.carcassonne.learning.sides.side_discriminant import SideDiscriminant
from vision.carcassonne.learning.sides.side_profiles import SideProfiles, side_profiles
from vision.carcassonne.learning.sides.terrain_at_sides import KnownSides, SidesOfTile, cities_of, roads_of
from vision.carcassonne.learning.sides.tiles_around import TilesAround
from vision.carcassonne.learning.sighted import Sighted
from vision.carcassonne.live.deck import filled
from vision.carcassonne.poses import TileAsLaid
from vision.registration.lattice import Cell
from vision.tile_map.terrain import kind_named

Of = tuple[tuple[Reference, ...], dict[Cell, TileAsLaid]]  # what something was learned of


@dataclass(slots=True)
class EditionSides:
    """What is known of them."""

    _of_views: dict[Reference, SideProfiles] = field(default_factory=dict)
    _said: dict[Cell, SideProfiles] = field(default_factory=dict)  # of what was laid on this table
    _learned: tuple[Of, tuple[SideDiscriminant, ...]] | None = None  # looks at one place follow each other

    def recorded(self, seen: Iterable[Sighted]) -> None:
        """People have said what these are, which were seen before they did."""
        self._said |= {one.cell: one.sides.profiles for one in seen if one.sides is not None}
        self._learned = None

    def seen_on(
        self,
        sighted: Sighted,
        hides: Outline,
        views: Sequence[Reference],
        tiles: Mapping[Cell, TileAsLaid],
        table: TilesAround | None = None,
    ) -> Sighted:
        """A place with what its sides say, past what somebody on it ``hides`` (tile units) and his shadow; of ``tiles``
        the record tells what they are, of ``views`` their sides, and ``table`` is what of them is in view."""
        past = sighted.past(hides)
        if past is None:
            return sighted
        profiles = side_profiles(*past)
        if sighted.sides is not None:
            profiles = profiles.where_hidden(sighted.sides.profiles)  # as it lay there while nobody stood on it
        about = {} if table is None else table.about(sighted.cell, self._said)
        known = KnownSides(self._roads((tuple(views), dict(tiles))), cities_of(_as_recorded(about, tiles)))
        return replace(sighted, sides=known.weighed(profiles))

    def _roads(self, of: Of) -> tuple[SideDiscriminant, ...]:
        if self._learned is None or self._learned[0] != of:
            views, tiles = of
            self._learned = of, roads_of([*self._pictured(views), *_as_recorded(self._said, tiles)])
        return self._learned[1]

    def _pictured(self, views: Iterable[Reference]) -> list[SidesOfTile]:
        self._of_views = {view: self._of_views.get(view) or side_profiles(view.image, _hidden(view)) for view in views}
        return [(profiles, view.sides) for view, profiles in self._of_views.items()]


def _as_recorded(profiles: Mapping[Cell, SideProfiles], tiles: Mapping[Cell, TileAsLaid]) -> list[SidesOfTile]:
    return [(one, kind_named(tiles[cell][0]).sides(tiles[cell][1])) for cell, one in profiles.items() if cell in tiles]


def _hidden(view: Reference) -> BoolMask:
    return filled(view.hidden, profiling.PARAMETERS.px)
