"""What the live eyes know of a table: where each recorded tile lies and how it looks, who stands where, which paint."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float64Array
from games.carcassonne.board import Board
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.figures import laid_down
from vision.carcassonne.figures.laid_down import PutDownHabits
from vision.carcassonne.live.deck import Deck
from vision.carcassonne.live.drawn import footing, turned_clockwise
from vision.carcassonne.live.earlier.past import Past
from vision.carcassonne.live.followers import stance
from vision.carcassonne.live.followers.farming_habits import USUAL_HABITS, FarmingHabits
from vision.carcassonne.live.followers.figure_evidence import LearnedPaint
from vision.carcassonne.live.followers.stance import CameraStance, Guess, foreshortened_lean
from vision.carcassonne.live.plan import SIZE, usual
from vision.carcassonne.live.tile_evidence import TileSight
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Matrix
from vision.registration.lucas_kanade import middle_px
from vision.registration.tracking import Track


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveMemoryParameters(Parameters):
    """How few tiles tell the lean of a camera, and how far a figure or a tile may reach."""

    few: int = parameter(4, "tiles", "from which their perspective tells the lean", CHOSEN)
    many: int = parameter(8, "tiles", "from which their perspective tells which of their ends is farther off", CHOSEN)
    goes_with: float = parameter(
        0.12, "tile widths", "between the leans by perspective and by foreshortening, up to which they agree", CHOSEN
    )
    half_a_figure: float = parameter(
        0.18, "tile widths", "from its middle to its side, as nearly as its foot is seen", CHOSEN
    )
    may_reach: float = parameter(
        0.15, "probability", "from which a figure is taken to hide something of a tile", CHOSEN
    )
    somewhere: tuple[float, float] = parameter(
        (0.25, 0.75), "tile widths", "between which a foot stands of which nothing is known", CHOSEN
    )


PARAMETERS = LiveMemoryParameters()

Spot = tuple[Cell, str, str]  # the tile, the feature's kind and location: where a follower stands


@dataclass(frozen=True)
class RecordedFollower:
    """A follower that the record knows or knew: whose it is, of which kind, and where its foot was seen (row, column
    in px of the tile's figure map), if it was."""

    colour: str
    kind: str
    foot: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False)
class Memory:
    """All that is known between two looks.

    Attributes:
        deck: the edition, with what was learned of it.
        paints: colour -> how it looks here.
        tiles: cell -> (key, turns) as recorded, or as seen to lie with other turns that are the same to the rules.
        standing: who stands where, as recorded.
        gone_home: followers that scored: they should leave the table.
        track: where the recorded tiles lie on the picture.
        before: the last picture of the table as the record tells it, but for tiles that waited for a press.
        stance: how figures stand before this camera.
        habits: what the people at this table put their followers on.
        put_down: whether they lay them down there.
        recorded: cell -> (key, turns) as recorded.
    """

    deck: Deck
    paints: Mapping[str, LearnedPaint]
    tiles: Mapping[Cell, tuple[str, int]] = field(default_factory=dict)
    standing: Mapping[Spot, RecordedFollower] = field(default_factory=dict)
    gone_home: Mapping[Spot, RecordedFollower] = field(default_factory=dict)
    track: Track = field(default_factory=Track)
    before: Past | None = None
    stance: CameraStance = field(default_factory=CameraStance)
    habits: FarmingHabits = USUAL_HABITS
    put_down: PutDownHabits = laid_down.USUAL_HABITS
    recorded: Mapping[Cell, tuple[str, int]] = field(default_factory=dict)

    def with_turned(self, tiles: Mapping[Cell, tuple[str, int]]) -> Memory:
        """With tiles that are seen to lie turned otherwise than recorded, which is the same to the rules."""
        return replace(self, tiles={**self.tiles, **tiles}) if tiles else self

    def with_laid(self, poses: Mapping[Cell, Matrix]) -> Memory:
        """With tiles where they lie that are not on record yet: what lies beside them is foretold from there."""
        track, before = self.track, self.before
        if before is not None:
            then = {cell: before.pose_then(cell, pose, track) for cell, pose in poses.items()}
            before = replace(before, track=before.track.with_poses(then))
        return replace(self, track=track.with_poses(poses), before=before)

    def lit_as(self, sight: TileSight, waiting: Collection[Cell] = ()) -> Memory:
        """With the earlier picture in the light of this one, on which tiles lie that are ``waiting`` for a press."""
        if self.before is None:
            return self
        return replace(self, before=self.before.in_light_of(sight.layers, sight.tone, self.track, waiting))

    def recording(self, state: State) -> Memory:
        """The memory of a table that the record now says to be at ``state``."""
        recorded = {(tile.y, tile.x): (tile.turned.key, tile.turned.turns) for tile in state.board.laid}
        before = {**self.tiles, **self.recorded}
        tiles = {cell: self.tiles[cell] if before.get(cell) == tile else tile for cell, tile in recorded.items()}
        standing = followers_of(state)
        standing = {spot: self.standing.get(spot, who) for spot, who in standing.items()}
        left = {spot: who for spot, who in self.standing.items() if spot not in standing}
        gone_home = {
            spot: who for spot, who in {**self.gone_home, **left}.items() if spot[0] in tiles and spot not in standing
        }
        lost = [cell for cell, tile in before.items() if recorded.get(cell) != tile]
        return replace(
            self, tiles=tiles, recorded=recorded, standing=standing, gone_home=gone_home, track=self.track.without(lost)
        )

    def hidden(self, besides: Cell | None = None) -> set[Cell]:
        """Tiles of which a figure hides something: those on which one stands, and those over which it leans; figures
        on the tile ``besides`` are not asked."""
        reached = (cells for spot, cells in self._reached.items() if spot[0] != besides)
        return set[Cell]().union(*reached)

    @cached_property
    def _reached(self) -> dict[Spot, set[Cell]]:
        """For each figure the tiles of which it hides something: of one look they are asked for many times."""
        return {spot: self._reached_by(spot, who) for spot, who in {**self.gone_home, **self.standing}.items()}

    def _reached_by(self, spot: Spot, who: RecordedFollower) -> set[Cell]:
        (y, x), kind, location = spot
        found, pose = {(y, x)}, self.track.lattice.cells.get((y, x))
        if pose is None:
            return found
        feet, chances = self._feet((y, x), kind, location, who)
        tips = feet + self.lean(pose) * stance.PARAMETERS.head_mm
        low, high = (
            np.minimum(feet, tips) - PARAMETERS.half_a_figure,
            np.maximum(feet, tips) + PARAMETERS.half_a_figure,
        )
        for down, over in product((-1, 0, 1), repeat=2):
            reaches = (low < [over + 1, down + 1]).all(axis=1) & (high > [over, down]).all(axis=1)
            if chances[reaches].sum() > PARAMETERS.may_reach:
                found.add((y + down, x + over))
        return found

    def colours_on(self) -> dict[Cell, set[str]]:
        """The colours of those who may show on each tile: who stands there, and who may lean over it from beside."""
        everybody = {**self.gone_home, **self.standing}
        leant_over = self.hidden() - {cell for cell, _, _ in everybody}
        found: dict[Cell, set[str]] = {}
        for ((y, x), _, _), who in everybody.items():
            around = {(y + down, x + over) for down, over in product((-1, 0, 1), repeat=2)}
            for cell in {(y, x)} | (around & leant_over):
                found.setdefault(cell, set()).add(who.colour)
        return found

    def _feet(self, cell: Cell, kind: str, location: str, who: RecordedFollower) -> tuple[Float64Array, Float64Array]:
        """(n, 2) tile units where a figure may stand, x and y, and (n,) how likely."""
        if who.foot is not None:
            return (np.array([who.foot[::-1]]) + 0.5) / SIZE, np.ones(1)
        if cell not in self.tiles:
            return np.repeat(PARAMETERS.somewhere, 2).reshape(2, 2), np.full(2, 0.5)
        return _footing(*self.tiles[cell], kind, location)

    def leans(self, pose: Matrix) -> tuple[NDArray[np.float64], tuple[Guess, ...]]:
        """How figures may lean at a tile: (2,) tile widths for 1 mm of height beside what all tiles have in common,
        and the guesses about that."""
        return self.lean(pose) - self._usual_lean / stance.PARAMETERS.head_mm, self._likely

    def asked(self) -> tuple[Guess, ...]:
        """What a confirmed figure should be asked about the stance."""
        return self.stance.asked(self._usual_leans(), self.track.levelled_with)

    @cached_property
    def _likely(self) -> tuple[Guess, ...]:
        """The guesses about how figures stand: of one look they are asked for at every tile."""
        return self.stance.likely(self._usual_leans(), self.track.levelled_with)

    @cached_property
    def _usual_lean(self) -> NDArray[np.float64]:
        """(2,) tile widths by which a head leans in the middle of the map, as the tiles' own perspective tells it."""
        poses = list(self.track.lattice.cells.values())
        if self.track.plane is None or not poses:
            return np.zeros(2)
        middle = np.mean([middle_px(pose[None])[0] for pose in poses], axis=0)
        return (
            self.lean(min(poses, key=lambda pose: float(np.hypot(*(middle_px(pose[None])[0] - middle)))))
            * stance.PARAMETERS.head_mm
        )

    def _usual_leans(self) -> tuple[NDArray[np.float64], ...]:
        """The same, or the two of which one is right: few tiles hardly tell which of their ends is farther off, but
        they tell well how much they are foreshortened. What they tell of the one is believed where it goes with the
        other: four small tiles once told of 0.47 tile widths where hardly anything was foreshortened."""
        plane, usual = self.track.plane, self._usual_lean
        if plane is None or self.track.known is not None:
            return (usual,)
        lean = foreshortened_lean(self._middle_pose(), plane.lens, self.track.side_mm)
        nearest = lean if float(usual @ lean) >= 0 else -lean
        if len(self.track) < PARAMETERS.few:
            return lean, -lean
        if float(np.hypot(*(usual - nearest))) < PARAMETERS.goes_with:
            return (usual,)
        return (nearest,) if len(self.track) >= PARAMETERS.many else (lean, -lean)

    def _middle_pose(self) -> Matrix:
        """A tile in the middle of the map, as all tiles together tell that it would be seen."""
        cells = list(self.track.lattice.cells)
        if len(cells) == 1:
            return self.track.lattice.cells[cells[0]]
        down, right = np.mean(cells, axis=0)
        return np.asarray(self.track.lattice.common() @ np.array([[1, 0, right], [0, 1, down], [0, 0, 1]]))

    def lean(self, pose: Matrix) -> NDArray[np.float64]:
        """(2,) how far in the tile's own frame, tile widths, something 1 mm high is seen from its foot."""
        plane = self.track.plane
        if plane is None:
            return np.zeros(2)
        middle = pose @ np.array([0.5, 0.5, 1.0])
        middle = middle[:2] / middle[2]
        at = plane.to_table(middle[None])[0]
        tip = np.append(middle + plane.upright((float(at[0]), float(at[1]))), 1.0)
        there = np.linalg.inv(pose) @ tip
        return np.asarray(there[:2] / there[2] - 0.5)


@cache
def _footing(key: str, turns: int, kind: str, location: str) -> tuple[Float64Array, Float64Array]:
    """(n, 2) points of a tile, x and y, and (n,) how likely the foot of a follower on a feature stands there."""
    index = tile_type(key).turned[turns].index_at(FeatureKind(kind), location)
    where = turned_clockwise(footing(key, usual(key)), turns)[index or 0]
    rows, columns = np.nonzero(where)
    return (np.stack([columns, rows], axis=1) + 0.5) / SIZE, where[rows, columns].astype(np.float64)


def followers_of(state: State) -> dict[Spot, RecordedFollower]:
    """Who stands where by the record."""
    board: Board = state.board
    found = {}
    for follower in board.followers():
        tile, feature = board.tile_of(follower.part), board.feature_of(follower.part)
        spot = ((tile.y, tile.x), feature.kind.value, feature.location)
        found[spot] = RecordedFollower(state.setup.seats[follower.seat].colour, follower.kind)
    return found
