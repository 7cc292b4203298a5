"""Who stands on new tiles, turn by turn: by paints that were confirmed on this table, else by what the map's print
fails to explain."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.arrays import Float32Array, Float64Array
from calibration.profile import Profile
from calibration.references import Outline
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.figures.followers import usual_footing
from vision.carcassonne.learning import faceless, laid_down
from vision.carcassonne.learning.colour_density import ColourDensity, any_colour
from vision.carcassonne.learning.confirmed_paints import (
    ConfirmedPaints,
    FigureSeen,
    beside,
    figure_seen,
    paint_within,
    print_of,
)
from vision.carcassonne.learning.faceless import Onlooker, about, onlooker_on
from vision.carcassonne.learning.known_ground import KnownGround
from vision.carcassonne.learning.laid_down import FarmersOfTable, body_seen
from vision.carcassonne.learning.table_light import TableLight
from vision.carcassonne.live import doubt
from vision.carcassonne.live.followers import stance
from vision.carcassonne.live.followers.stance import Guess
from vision.carcassonne.live.memory import Memory, Spot, followers_of
from vision.carcassonne.live.plan import SIZE
from vision.carcassonne.live.tile_evidence import TileSight
from vision.carcassonne.reading import paints_for
from vision.imaging.patches import Patches
from vision.registration.lattice import Cell, Matrix


@dataclass(slots=True)
class Onlookers:
    """Of one table.

    Attributes:
        profile: what was calibrated of the camera.
    """

    profile: Profile | None = None
    _paints: ConfirmedPaints = field(default_factory=ConfirmedPaints)
    _light: TableLight = field(default_factory=TableLight)
    _hides: dict[Cell, Outline] = field(default_factory=dict)  # what confirmed followers hide of their tiles
    _ground: KnownGround = field(default_factory=KnownGround)
    _farmers: dict[Cell, float] = field(default_factory=dict)  # who was confirmed as one, and whether he lay
    _seen: dict[tuple[Cell, str], Onlooker] = field(default_factory=dict)  # on new tiles since the last commit

    def seen_on(
        self, cell: Cell, poses: Mapping[Cell, Matrix], sight: TileSight, memory: Memory, colour: str
    ) -> Onlooker:
        """Who of a colour stands on the tile at ``cell`` by the map's colours alone; its tiles lie at ``poses``."""
        patches = self._light.patches(sight.layers, poses, cell)
        print_colours = self._print(patches, memory, cell) if cell in patches and len(patches) > 1 else None
        seen, traced = None, False
        if print_colours is not None and sight.saturated_share(poses[cell]) <= doubt.PARAMETERS.most_burnt:
            seen, traced = self._by_paint(cell, patches[cell], print_colours, memory.leans(poses[cell]), memory, colour)
        if seen is None:
            paints = [paint for paint in paints_for(self.profile) if paint.name in memory.paints]
            ground = self._ground.of(sight.layers, poses, cell)
            colours_on = memory.colours_on()
            leans = _leans_at(poses[cell], memory)
            seen = onlooker_on(cell, poses, sight.layers, paints, colour, self.profile, colours_on, ground, leans)
            seen = replace(seen, traceless=seen.traceless and not traced)
            if (cell, colour) in self._seen:
                seen = seen.after(self._seen[cell, colour])
        # Before his paint is known here, print that looks like it passes for arms and legs of his.
        if seen.hides and print_colours is not None and self._paints.knows(colour):
            close = self._light.closely(sight.layers, poses[cell], patches[cell], laid_down.PARAMETERS.outline_px)
            paint, leans_there = self._paints.paint(colour), memory.leans(poses[cell])
            body = body_seen(close, paint, print_colours, seen.hides, *leans_there)
            farmers = FarmersOfTable(tuple(self._farmers.values()))
            seen = replace(seen, body=None if body is None else replace(body, farmers_lie=farmers.lie))
        self._seen[cell, colour] = seen
        return seen

    def last_seen(self, cell: Cell, colour: str) -> Onlooker | None:
        """What was last told of a new tile since the last commit."""
        return self._seen.get((cell, colour))

    def forget_exemplars(self) -> None:
        """The record moved on, or nothing waits any more."""
        self._seen = {}

    def confirmed(self, fresh: Iterable[Cell], sight: TileSight, memory: Memory, state: State) -> None:
        """People said who stands on the ``fresh`` tiles: how those look is remembered."""
        self._paints.recorded(memory.tiles)
        self._light.recorded(memory.tiles)
        self._hides = {cell: hides for cell, hides in self._hides.items() if cell in memory.tiles}
        self._farmers = {cell: lies for cell, lies in self._farmers.items() if cell in memory.tiles}
        standing = followers_of(state)
        spots = {cell: [spot for spot in standing if spot[0] == cell] for cell in fresh}
        single = [of[0] for of in spots.values() if len(of) == 1]
        if single:
            patches = self._light.patches(sight.layers, memory.track.lattice.cells, None)
            for spot in single:
                if spot[0] in patches:
                    self._remember(spot, standing[spot].colour, patches, memory)

    def _remember(self, spot: Spot, colour: str, patches: Mapping[Cell, Patches], memory: Memory) -> None:
        cell = spot[0]
        seen = self._seen.get((cell, colour))
        hides = seen.hides if seen is not None and seen.confidence >= faceless.PARAMETERS.made_out else ()
        if seen is not None and seen.body is not None and hides and spot[1] == FeatureKind.FIELD.value:
            self._farmers[cell] = seen.body.lies
        if not hides:
            hides = self._overlooked(spot, colour, patches, memory)
        if hides:
            self._hides[cell] = hides
            self._paints.confirmed(cell, memory.tiles[cell], colour, paint_within(patches[cell], hides))

    def _overlooked(self, spot: Spot, colour: str, patches: Mapping[Cell, Patches], memory: Memory) -> Outline:
        """What a follower hides whom only people saw: on what they said he is where his colour usually shows, or else
        where something shows that is no print."""
        cell, where = spot[0], _footing_of(spot, memory)
        leans, print_colours = memory.leans(memory.track.lattice.cells[cell]), self._print(patches, memory, cell)
        tried = (
            figure_seen(patches[cell], *leans, paint, print_colours, where, certain=True)
            for paint in (self._paints.paint(colour), any_colour())
        )
        return next((figure.hides for figure in tried if figure.hides), ())

    def _print(self, patches: Mapping[Cell, Patches], memory: Memory, besides: Cell) -> ColourDensity:
        """The colours of the print of recorded tiles but one: where nobody is, and beside those who are known to be."""
        colours_on, stand = memory.colours_on(), [spot[0] for spot in {**memory.gone_home, **memory.standing}]
        bare = []
        for cell, patch in patches.items():
            if cell == besides or cell not in memory.tiles:
                continue
            if not colours_on.get(cell):
                bare.append(patch.reshape(-1, 3))
            elif cell in self._hides and stand.count(cell) == 1:
                bare.append(beside(patch, self._hides[cell]))
        return print_of(bare or [patch.reshape(-1, 3) for cell, patch in patches.items() if cell != besides])

    def _by_paint(
        self,
        cell: Cell,
        patch: Patches,
        print_colours: ColourDensity,
        leans: tuple[Float64Array, tuple[Guess, ...]],
        memory: Memory,
        colour: str,
    ) -> tuple[Onlooker | None, bool]:
        """By what is known of his paint, which is how it usually looks before anybody of it was confirmed: who stands
        there, None where that is too little to tell; and whether something there shows his paint, though not as one
        who stands does."""

        def of(name: str) -> FigureSeen:
            return figure_seen(patch, *leans, self._paints.paint(name), print_colours)

        his, confirmed = of(colour), self._paints.knows(colour)
        there = his.log_odds > 0
        if not his.sure(confirmed) or (there and his.at_the_rim and colour in memory.colours_on().get(cell, ())):
            # Another of his colour may lean over the tile from beside, or he lies as none of those outlines does.
            return None, not his.surely_nobody
        others = [name for name in memory.paints if name != colour and (self._paints.knows(name) or there)]
        if there and not confirmed and any(of(name).log_odds > his.log_odds for name in others):
            return None, True  # the dark side of somebody else's figure passes for black
        stranger = 0.0 if there else max((_chance(of(name).log_odds) for name in others), default=0.0)
        seen = Onlooker(
            confidence=_chance(his.log_odds),
            foot=his.foot,
            traceless=not there,
            stranger=stranger,
            hides=about(np.array(his.hides)) if his.hides else (),
            feet=None if his.feet is None else his.feet * np.float32(SIZE**2),
        )
        return seen, there


def _footing_of(spot: Spot, memory: Memory) -> Float32Array:
    """(SIZE, SIZE) where the foot of somebody who stands on a recorded tile may be, by what he stands on."""
    cell, kind, location = spot
    key, turns = memory.tiles[cell]
    index = tile_type(key).turned[turns].index_at(FeatureKind(kind), location)
    return np.asarray(usual_footing(key, turns)[index or 0], np.float32)


def _leans_at(pose: Matrix, memory: Memory) -> list[tuple[Float64Array, float]]:
    """The ways in which figures may lean at a tile, tile widths for 1 mm of height, and how likely each is."""
    lean, guesses = memory.leans(pose)
    return [(lean + guess.lean / stance.PARAMETERS.head_mm, math.exp(guess.weight)) for guess in guesses]


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(min(log_odds, 50.0), -50.0)))
