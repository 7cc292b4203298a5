"""Who stands on new tiles, turn by turn: by paints that were confirmed on this table, else by what the map's print
fails to explain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.arrays import BoolMask, Float32Array, Float64Array
from calibration.profile import Profile
from calibration.references import Outline, Reference
from games.carcassonne.actions import Deploy
from games.carcassonne.state import State
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.figures import followers
from vision.carcassonne.figures.followers import usual_footing
from vision.carcassonne.figures.laid_down import BodySeen, PutDownHabits, SeemsHidden, bodies_seen, usual_leans
from vision.carcassonne.figures.seen_by_form import figure_by_form
from vision.carcassonne.learning import faceless
from vision.carcassonne.learning.faceless import Onlooker, about, feet_of, onlooker_on, usual_lean_of
from vision.carcassonne.learning.known_ground import KnownGround
from vision.carcassonne.learning.paint.colour_density import any_colour
from vision.carcassonne.learning.paint.confirmed_paints import (
    ConfirmedPaints,
    FigureSeen,
    TileShown,
    beside,
    chance_of,
    figure_seen,
    paint_within,
)
from vision.carcassonne.learning.paint.painted_piece import PaintedPiece
from vision.carcassonne.learning.paint.print_colours import PrintColours
from vision.carcassonne.learning.paint.remembered_paints import table_light_of
from vision.carcassonne.learning.remembered_followers import FollowersSeen
from vision.carcassonne.learning.table_light import TableLight
from vision.carcassonne.live import doubt
from vision.carcassonne.live.followers import stance
from vision.carcassonne.live.followers.silhouettes import SPAN
from vision.carcassonne.live.hypotheses import Hypothesis
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
        views: asked for all that is known of the edition by picture.
        earlier: what is remembered of earlier evenings with this edition.
        paints: of those who play, with those.
    """

    profile: Profile | None = None
    views: Callable[[], Iterable[Reference]] = tuple
    earlier: FollowersSeen = field(default_factory=FollowersSeen)
    paints: ConfirmedPaints = field(init=False)
    _light: TableLight = field(default_factory=TableLight)
    _hides: dict[Cell, Outline] = field(default_factory=dict)  # what confirmed followers hide of their tiles
    _ground: KnownGround = field(default_factory=KnownGround)
    _farmers: dict[Cell, float] = field(default_factory=dict)  # who was confirmed as one, and whether he lay
    _others: dict[Cell, float] = field(default_factory=dict)  # the same of everybody else
    _seen: dict[tuple[Cell, str], Onlooker] = field(default_factory=dict)  # on new tiles since the last commit
    _by_colour: dict[tuple[Cell, str], Onlooker] = field(default_factory=dict)  # the same before forms were asked

    def __post_init__(self) -> None:
        self.paints = ConfirmedPaints(self.earlier.figures)

    def seen_on(
        self, cell: Cell, poses: Mapping[Cell, Matrix], sight: TileSight, memory: Memory, colour: str
    ) -> Onlooker:
        """Who of a colour stands on the tile at ``cell`` by the map's colours and his form; its tiles lie at
        ``poses``."""
        patches = self._light.patches(sight.layers, poses, cell)
        if self.paints.remembered.light is None:
            self._see_light(patches, memory)
        ground = self._ground.of(sight.layers, poses, cell)
        tile = self._shown(cell, patches, ground, memory) if cell in patches and len(patches) > 1 else None
        seen, piece, most, looked = None, None, 1.0, False
        if tile is not None and sight.saturated_share(poses[cell]) <= doubt.PARAMETERS.most_burnt:
            tile, looked = replace(tile, before=self._place_before(cell, poses[cell], memory)), True
            seen, piece, most = self._by_paint(cell, tile, poses[cell], memory, colour)
        if seen is None:
            seen = self._by_map(cell, poses, ground, sight, memory, colour)
            seen = replace(seen, traceless=seen.traceless and not looked, confidence=min(seen.confidence, most))
            if piece is not None and piece.like_somebody and seen.confidence < faceless.PARAMETERS.made_out:
                seen = by_piece(piece, _leans_at(poses[cell], memory))
            if (cell, colour) in self._by_colour:
                seen = seen.after(self._by_colour[cell, colour])
        by_colour, leans = seen, _leans_at(poses[cell], memory)
        his_beside, lean = colour in memory.colours_on().get(cell, ()), usual_lean_of(leans)
        form = figure_by_form(sight.layers, poses[cell], colour, lean, his_beside=his_beside)
        if form is not None:
            seen = seen.with_form(form, leans)
        if seen.hides:
            seen = seen.put_down(self._body(poses[cell], sight, memory, seen.hides))
        self._by_colour[cell, colour] = by_colour.put_down(seen.body) if by_colour.hides else by_colour
        self._seen[cell, colour] = seen
        return seen

    def _by_map(
        self,
        cell: Cell,
        poses: Mapping[Cell, Matrix],
        ground: Mapping[Cell, Float32Array],
        sight: TileSight,
        memory: Memory,
        colour: str,
    ) -> Onlooker:
        """By what the print of the whole map fails to explain."""
        paints = [paint for paint in paints_for(self.profile) if paint.name in memory.paints]
        shown, colours_on = np.stack([ground[other] for other in poses]), memory.colours_on()
        leans = _leans_at(poses[cell], memory)
        return onlooker_on(cell, poses, sight.layers, paints, colour, self.profile, colours_on, shown, leans)

    def bears_out(self, turn: Hypothesis, colour: str, sight: TileSight | None, memory: Memory) -> bool:
        """Whether the colours of the map say as well whether somebody of a colour was put on the tile of a turn."""
        if sight is None or turn.tile is None or turn.cell is None:
            return False
        poses = {**memory.track.lattice.cells, turn.cell: turn.tile.pose}
        seen = self.seen_on(turn.cell, poses, sight, memory, colour)
        return (seen.confidence >= faceless.PARAMETERS.made_out) == any(
            isinstance(action, Deploy) for action in turn.actions
        )

    def last_seen(self, cell: Cell, colour: str) -> Onlooker | None:
        """What was last told of a new tile since the last commit."""
        return self._seen.get((cell, colour))

    def forget_exemplars(self) -> None:
        """The record moved on, or nothing waits any more."""
        self._seen, self._by_colour = {}, {}

    def confirmed(self, fresh: Iterable[Cell], sight: TileSight, memory: Memory, state: State) -> None:
        """People said who stands on the ``fresh`` tiles: how those look is remembered."""
        self.paints.recorded(memory.tiles)
        self._light.recorded(memory.tiles)
        self._hides = {cell: hides for cell, hides in self._hides.items() if cell in memory.tiles}
        self._farmers = {cell: lies for cell, lies in self._farmers.items() if cell in memory.tiles}
        self._others = {cell: lies for cell, lies in self._others.items() if cell in memory.tiles}
        standing = followers_of(state)
        spots = {cell: [spot for spot in standing if spot[0] == cell] for cell in fresh}
        single = [of[0] for of in spots.values() if len(of) == 1]
        if single:
            patches = self._light.patches(sight.layers, memory.track.lattice.cells, None)
            for spot in single:
                if spot[0] in patches:
                    self._remember(spot, standing[spot].colour, patches, sight, memory)
            self._see_light(patches, memory)

    def to_remember(self) -> FollowersSeen | None:
        """For other evenings with this edition; None while that can't be told: see
        :meth:`ConfirmedPaints.to_remember`."""
        figures = self.paints.to_remember()
        return None if figures is None else FollowersSeen(figures, self._put_down.to_remember)

    @property
    def _put_down(self) -> PutDownHabits:
        return PutDownHabits(tuple(self._farmers.values()), tuple(self.earlier.farmers), tuple(self._others.values()))

    def _see_light(self, patches: Mapping[Cell, Patches], memory: Memory) -> None:
        """Find out how much brighter this table's light is than the edition's pictures."""
        occupied = memory.colours_on()
        bare = [
            (memory.tiles[cell][0], patch)
            for cell, patch in patches.items()
            if cell in memory.tiles and not occupied.get(cell)
        ]
        self.paints.remembered.seen_in(table_light_of(bare, self.views()))

    def _remember(
        self, spot: Spot, colour: str, patches: Mapping[Cell, Patches], sight: TileSight, memory: Memory
    ) -> None:
        cell = spot[0]
        seen = self._seen.get((cell, colour))
        hides = seen.hides if seen is not None and seen.confidence >= faceless.PARAMETERS.made_out else ()
        if seen is not None and seen.body is not None and hides:
            kind = self._farmers if spot[1] == FeatureKind.FIELD.value else self._others
            kind[cell] = seen.body.lies
        if not hides:
            hides = self._overlooked(spot, colour, patches, sight, memory)
        if hides:
            self._hides[cell] = hides
            his, beside_him = paint_within(patches[cell], hides), patches[cell][beside(hides)]
            self.paints.confirmed(cell, memory.tiles[cell], colour, his, beside_him)

    def _overlooked(
        self, spot: Spot, colour: str, patches: Mapping[Cell, Patches], sight: TileSight, memory: Memory
    ) -> Outline:
        """What a follower hides whom only people saw: on what they said he is where his colour usually shows, or else
        where something shows that is no print."""
        poses, where = memory.track.lattice.cells, _footing_of(spot, memory)
        tile = self._shown(spot[0], patches, self._ground.of(sight.layers, poses), memory)
        leans = memory.leans(poses[spot[0]])
        tried = (
            figure_seen(tile, *leans, paint, where, certain=True) for paint in (self.paints.paint(colour), any_colour())
        )
        return next((figure.hides for figure in tried if figure.hides), ())

    def _shown(
        self, cell: Cell, patches: Mapping[Cell, Patches], ground: Mapping[Cell, Float32Array], memory: Memory
    ) -> TileShown:
        """The tile at ``cell`` beside the print of recorded ones: where nobody is, and beside those who are known to
        be."""
        colours_on, stand = memory.colours_on(), [spot[0] for spot in {**memory.gone_home, **memory.standing}]
        bare, everywhere = dict[Cell, BoolMask](), np.ones((SPAN, SPAN), np.bool_)
        for other in patches.keys() & memory.tiles.keys() - {cell}:
            if not colours_on.get(other):
                bare[other] = everywhere
            elif other in self._hides and stand.count(other) == 1:
                bare[other] = beside(self._hides[other])
        if not bare:
            bare = dict.fromkeys(patches.keys() - {cell}, everywhere)
        print_colours = PrintColours.of(
            [patches[other][where] for other, where in bare.items()],
            [ground[other][:, where].T for other, where in bare.items()],
        )
        return TileShown(patches[cell], print_colours, ground[cell])

    def _place_before(self, cell: Cell, pose: Matrix, memory: Memory) -> Patches | None:
        """(SPAN, SPAN, 3) half-L Lab of what the place of a new tile at ``pose`` showed before it was laid, in the
        table's light; None where no picture tells."""
        before = memory.before
        if before is None or cell in before.waiting:
            return None
        poses = {**before.track.lattice.cells, cell: before.pose_then(cell, pose, memory.track)}
        return self._light.patches(before.layers, poses, cell).get(cell)

    def _body(self, pose: Matrix, sight: TileSight, memory: Memory, hides: Outline) -> BodySeen:
        """How somebody was put down on a tile at ``pose``, among people who lay farmers down as these do."""
        (body,) = bodies_seen(
            sight.layers, [SeemsHidden(pose, hides, usual_leans(*memory.leans(pose)))], self._put_down
        )
        return body

    def _by_paint(
        self, cell: Cell, tile: TileShown, pose: Matrix, memory: Memory, colour: str
    ) -> tuple[Onlooker | None, PaintedPiece | None, float]:
        """By what is known of his paint, which is how it usually looks before anybody of it was confirmed: who stands
        there, None where his outline is too little to tell; the largest piece of his paint, None where it may be
        somebody else's; and how surely the map may tell of him where neither does."""
        leans = memory.leans(pose)

        def of(name: str) -> FigureSeen:
            return figure_seen(tile, *leans, self.paints.paint(name))

        his, confirmed = of(colour), self.paints.knows(colour)
        there = his.log_odds > 0
        if there and his.may_lean_over(tile.before) and colour in memory.colours_on().get(cell, ()):
            return None, None, 1.0  # another of his colour may lean over the tile from beside
        others = [name for name in memory.paints if name != colour and (self.paints.knows(name) or there)]
        if there and not confirmed and any(of(name).log_odds > his.log_odds for name in others):
            return None, None, 1.0  # the dark side of somebody else's figure passes for black
        if there and his.piece.like_nobody:
            # Print of which this map showed little before passes for his paint: neither is believed in full.
            return Onlooker(chance_of(his.piece.believed(his.log_odds)), his.foot), None, 1.0
        if not his.sure(confirmed):
            # He lies or stands as none of those outlines does, or is of another make.
            nobody = self._nobody(map(of, others)) if his.piece.like_nobody else None
            return nobody, his.piece, his.most_by_map(confirmed)
        if not there:
            return self._nobody(map(of, others)), his.piece, 1.0
        seen = Onlooker(
            confidence=chance_of(his.log_odds),
            foot=his.foot,
            hides=about(np.array(his.hides)) if his.hides else (),
            feet=None if his.feet is None else his.feet * np.float32(SIZE**2),
        )
        return seen, his.piece, 1.0

    @staticmethod
    def _nobody(others: Iterable[FigureSeen]) -> Onlooker:
        """Nobody of his colour; whether somebody of the ``others`` stands there is told beside it."""
        strangers = (chance_of(one.log_odds) for one in others if one.piece.like_somebody)
        return Onlooker(traceless=True, stranger=max(strangers, default=0.0))


def by_piece(piece: PaintedPiece, leans: Sequence[tuple[Float64Array, float]]) -> Onlooker:
    """Somebody by a piece of his paint alone, who may ``lean`` so (see :func:`_leans_at`)."""
    middle = np.array(piece.middle)
    u, v = np.clip(middle - usual_lean_of(leans) * followers.PARAMETERS.middle_mm, 0.0, 1.0).tolist()
    return Onlooker(piece.alone, (u, v), hides=about(np.array(piece.hides)), feet=feet_of(middle, leans))


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
