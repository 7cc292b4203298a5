"""Which views of tiles are taken from a table while it is watched."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.carcassonne.actions import Lay, Skip
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import Carcassonne
from games.carcassonne.state import State
from games.game import Refusal
from vision.carcassonne.learning import faceless, tile_views
from vision.carcassonne.learning.bare_exemplars import BareTileExemplars
from vision.carcassonne.learning.onlookers import Onlookers
from vision.carcassonne.learning.terrain_witness import TerrainWitness
from vision.carcassonne.learning.tile_views import TileViews, straightened
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.live.memory import followers_of
from vision.carcassonne.recorded_map import FoundMap, tiles_of
from vision.frames import Frame
from vision.imaging.patches import layers_of
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, side_px


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedViewsParameters(Parameters):
    """How sure a tile has to be before its picture is kept, and how many are."""

    views: int = parameter(3, "count", "of a kind that are enough", CHOSEN)
    surely: float = parameter(
        -1.0, "log-probability", "of its terrain from which a tile is what the record says", CHOSEN
    )
    tile: float = parameter(0.0, "log-odds", "from which something that changed is a tile", CHOSEN)


PARAMETERS = LearnedViewsParameters()


class LearnsViews:
    """The side of the eyes that learns the tiles; :class:`~vision.carcassonne.learning.eyes.LearningEyes` says when."""

    _eyes: CarcassonneEyes | None
    _game: Carcassonne
    _state: State
    _views: TileViews
    _witness: TerrainWitness
    _onlookers: Onlookers
    _bare_tiles: BareTileExemplars
    _left_open: dict[Cell, Lay]  # recorded tiles of which nobody knows yet whether they bear arms
    _vague: set[Cell]  # tiles of which nobody knows exactly where they lie: nothing is learned of them

    def views_of(self, key: str) -> int:
        """How many views of a kind are known."""
        return self._views.of(key)

    def _take_first_views(self, frame: Frame, found: FoundMap) -> None:
        """Pictures of the recorded tiles where they lie: of those that surely are what the record says and bare; of
        the likeliest alone where none is sure."""
        layers = layers_of(frame.image, float(np.median([side_px(pose) for pose in found.poses.values()])))
        tiles, standing = tiles_of(self._state), {cell for cell, _, _ in followers_of(self._state)}
        bare = sorted((cell for cell in found.poses if cell not in standing), key=lambda cell: -found.similarity[cell])
        sure = [
            cell for cell in bare if found.similarity[cell] > PARAMETERS.surely and found.odds[cell] > PARAMETERS.tile
        ]
        for cell in sure or bare[:1]:
            if cell not in self._left_open and self._wanted_of(tiles[cell][0]):
                self._views.take(
                    cell,
                    tiles[cell],
                    straightened(layers.cut(found.poses[cell][None], tile_views.PARAMETERS.view_px)[0][0]),
                )

    def _wanted_of(self, key: str) -> bool:
        return self._views.surely_of(key) < PARAMETERS.views

    def _wanted(self, cell: Cell) -> bool:
        """Whether a view of a recorded tile would teach something, and may be taken."""
        assert self._eyes is not None
        key, _ = self._eyes.memory.tiles[cell]
        if cell in self._views or cell in self._vague:
            return False
        if twin := self._twin_of(cell):
            return not self.views_of(key) or not self.views_of(twin) or self._views.in_part(key)
        return self._views.surely_of(key) < PARAMETERS.views

    def _twin_of(self, cell: Cell) -> str:
        """What a recorded tile may be as well, told from it by a coat of arms alone; empty where that is known."""
        return self._witness.twin_of(self._left_open[cell].tile) if cell in self._left_open else ""

    def _learned_from_table(self) -> bool:
        """Take views of the tiles that lie clearly; True where there were any."""
        eyes = self._eyes
        assert eyes is not None
        sight = eyes.sight()
        if sight is None:
            return False
        covered = eyes.memory.hidden() | self._bare_tiles.covered
        if self._state.step is StepKey.FOLLOWER:  # somebody may be put there before the record tells
            last = self._state.board.laid[-1]
            covered.add((last.y, last.x))
        learned = False
        for cell, tile in eyes.memory.tiles.items():
            pose = eyes.memory.track.lattice.cells.get(cell)
            if cell in covered or pose is None or not self._wanted(cell):
                continue
            patches, inside = sight.toned(pose[None], tile_views.PARAMETERS.view_px)
            if inside.all():
                learned |= self._views.take(cell, tile, straightened(patches[0]), twin=self._twin_of(cell))
        return learned

    def _learned_in_part(self, cell: Cell, state: State) -> bool:
        """Take a view of a new tile with somebody on it, who is cut out, where it tells something; True where it did.

        Whoever plays well stands on nearly every tile that he lays: most kinds would never be learned of him."""
        eyes = self._eyes
        assert eyes is not None
        sight, pose = eyes.sight(), eyes.memory.track.lattice.cells.get(cell)
        colours = [who.colour for spot, who in followers_of(state).items() if spot[0] == cell]
        seen = self._onlookers.last_seen(cell, colours[0]) if len(colours) == 1 else None
        if (
            sight is None
            or pose is None
            or seen is None
            or seen.confidence < faceless.PARAMETERS.made_out
            or not seen.hides
        ):
            return False
        if cell in self._vague or cell in eyes.memory.hidden(besides=cell):
            return False
        key, _ = eyes.memory.tiles[cell]
        patches, inside = sight.toned(pose[None], tile_views.PARAMETERS.view_px)
        if not inside.all() or not self._views.lacks_whole(key):
            return False
        tile, image = eyes.memory.tiles[cell], straightened(patches[0])
        return self._views.take(cell, tile, image, seen.hides, self._twin_of(cell))

    def _scored_at_once(self, before: State, state: State) -> bool:
        """Whether somebody may have been put on a tile and have scored in the same turn: he stands there still, and no
        record says so."""
        if before.scores == state.scores:
            return False
        lay = next((tile for tile in state.board.laid if tile not in before.board.laid), None)
        try:
            if lay is not None and before.step is StepKey.LAY:
                before, _ = self._game.apply(before, Lay(lay.turned.key, lay.x, lay.y, lay.turned.turns))
            skipped, _ = self._game.apply(before, Skip())
        except Refusal:
            return True
        return skipped.scores != state.scores
