"""Eyes that learn the owner's edition while people play (:class:`vision.eyes.Eyes`).

A tile of a kind of which there is no picture yet is read by its terrain, and people confirm or correct it as they do
anyway. From then on its picture is known: copies are recognised as those of any known edition are. Only what lies
clearly is learned: sharp, uncovered, wholly in view, and as the record says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.profile import Profile
from calibration.references import Edition
from games.carcassonne.actions import Action, Lay
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE, Carcassonne
from games.carcassonne.state import State
from vision.attention import Watch
from vision.carcassonne.learning import faceless, learned_views, witnesses
from vision.carcassonne.learning.bare_exemplars import BareTileExemplars
from vision.carcassonne.learning.faceless import Onlooker
from vision.carcassonne.learning.learned_views import LearnsViews
from vision.carcassonne.learning.likeness.copies_alike import CopiesAlike
from vision.carcassonne.learning.likeness.past_somebody import with_likeness
from vision.carcassonne.learning.likeness.print_detail import KnownPrints
from vision.carcassonne.learning.onlookers import Onlookers
from vision.carcassonne.learning.partly_known import SeenByPictures, doubted, lays_one
from vision.carcassonne.learning.places_by_terrain import PlacesByTerrain, by_its_outline, ends_as_a_tile
from vision.carcassonne.learning.remembered_followers import FollowerMemory, FollowersSeen
from vision.carcassonne.learning.sides.belied_tiles import BesideRecord
from vision.carcassonne.learning.sides.edition_sides import EditionSides
from vision.carcassonne.learning.sides.tiles_around import TilesAround
from vision.carcassonne.learning.sighted import Sighted
from vision.carcassonne.learning.terrain_witness import TerrainWitness
from vision.carcassonne.learning.tile_views import Keep, TileViews
from vision.carcassonne.learning.witnesses import Witnesses, pictures_fit
from vision.carcassonne.live.bare_table import bare_cost
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.live.hypotheses import Hypothesis
from vision.carcassonne.live.known_map import Teach
from vision.carcassonne.live.review import place_named
from vision.carcassonne.poses import TileAsLaid
from vision.carcassonne.recorded_map import FoundMap, find_recorded, tiles_of
from vision.explanation import Discrepancy, Explanation, explained
from vision.eyes import Attention, Glance
from vision.frames import Frame
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell, Matrix
from vision.search_pauses import SearchPauses


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningEyesParameters(Parameters):
    """When a table that was not found is looked at again."""

    try_again_ms: float = parameter(
        700.0, "ms", "after which a map that was not found is looked for again at first", CHOSEN
    )


PARAMETERS = LearningEyesParameters()


class LearningEyes(LearnsViews):
    """Follows one game and learns its tiles.

    Args:
        edition: what is known of them; None where nothing is.
        state: where the record stands when the eyes are opened.
        keep: takes each new view of a tile that stayed as recorded, to be kept for other games.
        figures: remembers those who played with this edition's box; None where nobody does.
        game: the rules.
        profile: what was calibrated of the camera.
    """

    def __init__(
        self,
        edition: Edition | None,
        state: State,
        *,
        keep: Keep | None = None,
        followers: FollowerMemory | None = None,
        game: Carcassonne = CARCASSONNE,
        profile: Profile | None = None,
        teach: Teach | None = None,
    ) -> None:
        self._profile, self._teach = profile, teach
        self._game, self._state = game, state
        self._views = TileViews(edition, keep)
        self._box = game.box(state.setup)
        self._witness = TerrainWitness(self._box, self._views.all)
        self._places_by_terrain = PlacesByTerrain(self._witness)
        self._watch = Watch()
        self._pauses = SearchPauses(PARAMETERS.try_again_ms)
        self._prints = KnownPrints()
        self._eyes: CarcassonneEyes | None = None
        self._sighted: dict[Cell, Sighted] = {}  # what was read by its terrain since the last commit
        self._costs: dict[Cell, dict[TileAsLaid, float]] = {}  # of pictures there, while nobody stood on it
        self._followers = followers
        earlier = FollowersSeen() if followers is None else followers.known()
        self._onlookers = Onlookers(profile, lambda: self._views.all, earlier)
        self._left_open: dict[Cell, Lay] = {}  # recorded tiles of which nobody knows yet whether they bear arms
        self._vague: set[Cell] = set()  # tiles of which nobody knows exactly where they lie: nothing is learned of them
        self._bare_tiles = BareTileExemplars()
        self._copies_alike = CopiesAlike()
        self._sides = EditionSides()
        self._by_pictures: SeenByPictures | None = None  # of a still table of which the rest was not asked yet
        if self._knows_start(state):
            self._open()

    @property
    def edition(self) -> Edition | None:
        """All that is known of the tiles."""
        return self._views.edition if self._views.all else None

    # See vision.eyes.Eyes

    def look(self, frame: Frame) -> Glance:
        """See :meth:`vision.eyes.Eyes.look`."""
        if self._eyes is not None:
            return self._eyes.look(frame)
        glance = Glance(frame.number, frame.time_ms, Attention.LOST)
        if not self._pauses.due_once_settled(self._watch.look(frame).settled, frame.time_ms):
            return glance
        return self._by_terrain(frame, glance) or glance

    def _by_terrain(self, frame: Frame, glance: Glance) -> Glance | None:
        """Nothing is known, or a tile that is known looks so different in this light that it isn't found: the map is
        sought as on a photograph."""
        found = find_recorded(frame.image, self._witness.teller, tiles_of(self._state))
        self._pauses.sought(found=found is not None)
        return None if found is None else self._found_at(frame, found, anew=glance.attention is Attention.LOST)

    def found_at(self, frame: Frame, found: FoundMap) -> Glance:
        """The recorded tiles lie so on a still picture, as somebody else found out."""
        glance = self._found_at(frame, found, anew=self._eyes is None)
        return glance or Glance(frame.number, frame.time_ms, Attention.LOST)

    def _found_at(self, frame: Frame, found: FoundMap, *, anew: bool) -> Glance | None:
        if self._eyes is None or anew:
            self._views.forget()  # what was taken for the table before was not it
            self._take_first_views(frame, found)
            if not self._views.all:
                return None
            self._open()
        assert self._eyes is not None
        return self._eyes.found_at(frame, found)

    def left_open(self, actions: tuple[Action, ...]) -> None:
        """See :class:`vision.eyes.HeedsTwins`."""
        self._left_open = {(one.y, one.x): one for one in actions if isinstance(one, Lay)}

    def explain(self, state: State, still: Frame) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`."""
        if self._eyes is None:
            return explained((), 0, otherwise=0.0)
        explanation = self._explained(self._eyes, state, still)
        self._places_by_terrain.forget()
        return self._with_what_is_known_by_now(explanation)

    def _with_what_is_known_by_now(self, explanation: Explanation) -> Explanation:
        """The same with what is known by now of tiles that may bear arms; that one of those looks like its twin is
        nothing that differs."""
        if not self._left_open:
            return explanation
        differing = tuple(one for one in explanation.discrepancies if not self._only_its_twin(one))
        known = self._witness.known_by_now(tiles_of(self._state), set(self._left_open))
        settled = tuple((lay := self._left_open[cell], replace(lay, tile=key)) for cell, key in known.items())
        return replace(explanation, discrepancies=differing, settled=settled)

    def _only_its_twin(self, differs: Discrepancy) -> bool:
        """Whether it says no more than that the twin of a tile left open lies there."""
        left_open = {lay.notation: lay.tile for lay in self._left_open.values()}
        old, new = differs.correction or ("", "")
        lay = self._game.read(new) if old in left_open and new else None
        return isinstance(lay, Lay) and lay.tile in (left_open[old], self._witness.twin_of(left_open[old]))

    def preview(self, state: State, still: Frame) -> Explanation | None:
        """See :class:`vision.eyes.Previews`: what pictures tell, where they leave no doubt and terrain and colours only
        bear it out."""
        if self._eyes is None:
            return None
        self._by_pictures = seen = self._seen_by_pictures(self._eyes, state, still)
        return self._with_what_is_known_by_now(seen.explanation) if seen.wants_bearing_out else None

    def _seen_by_pictures(self, eyes: CarcassonneEyes, state: State, still: Frame) -> SeenByPictures:
        """What pictures alone tell of a still table."""
        unseen_before = eyes.memory.before is None
        pictured = state.is_over or all(
            self._views.surely_of(key) >= min(learned_views.PARAMETERS.views, self._box[key]) for key in state.bag
        )
        begin = None if pictured or unseen_before else partial(self._places_by_terrain.begin, still)
        explanation = eyes.explain(state, still, begin)
        for cell in self._bare_tiles.left(eyes, over=state.is_over):
            eyes.left(cell)
        if state.is_over and self._learned_from_table():  # everybody goes home, and nothing is committed any more
            self._views.keep_what_stood()
            eyes.learn(self._views.edition)
        known = explanation.is_clear() and all(map(self.views_of, state.bag)) and pictures_fit(self._hypotheses[0])
        return SeenByPictures(still, state, explanation, unseen_before, pictured, known)

    def _explained(self, eyes: CarcassonneEyes, state: State, still: Frame) -> Explanation:
        seen, self._by_pictures = self._by_pictures, None
        if seen is None or not seen.is_of(state, still):
            seen = self._seen_by_pictures(eyes, state, still)
        explanation = seen.explanation
        if seen.suffices or (seen.clear and (seen.several or seen.nobody_new) and self._borne_out(state)):
            return explanation  # every kind is known, and two witnesses agree
        sighted = self._seen_by_terrain(still, first=seen.unseen_before)
        if seen.several and (sighted is None or sighted.another > learned_views.PARAMETERS.tile):
            return doubted(explanation)  # the terrain tells of one tile at a time
        if seen.unseen_before and sighted is not None and sighted.odds > learned_views.PARAMETERS.tile:
            eyes.waits_at(sighted.cell, sighted.pose)
        explanation = replace(explanation, candidates=tuple(filter(lays_one, explanation.candidates)))
        return explanation if sighted is None else self._weighed(explanation, state, sighted)

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        before, self._state = self._state, state
        self._pauses.moved()  # what is looked for is another map now
        if self._eyes is None:
            return
        tiles = tiles_of(state)
        fresh = [cell for cell in tiles if cell not in self._eyes.memory.tiles]
        self._eyes.committed(state)
        for cell in fresh:
            if cell in self._sighted:
                self._eyes.lies_at(cell, self._sighted[cell].pose)
            else:
                self._vague.add(cell)
        seen = [one for cell, one in self._sighted.items() if cell in fresh]
        self._witness.recorded(tiles, seen, set(self._left_open))
        self._sides.recorded(seen)
        contested = self._views.recorded(tiles, set(self._left_open))
        unsure = set(fresh) if self._scored_at_once(before, state) else set()
        for cell, image in self._bare_tiles.recorded(self._eyes, unsure):
            if self._wanted(cell):
                contested |= self._views.take(cell, tiles[cell], image, twin=self._twin_of(cell))
        for cell in set(fresh) - unsure:
            contested |= self._learned_in_part(cell, state)
        if (now := self._eyes.sight()) is not None:
            self._onlookers.confirmed(fresh, now, self._eyes.memory, state)
            if self._followers is not None and (seen_on_them := self._onlookers.to_remember()):
                self._followers.keep(seen_on_them)
        if (self._learned_from_table() or contested) and self._views.all:
            self._eyes.learn(self._views.edition)
        self._sighted, self._costs = {}, {}
        self._onlookers.forget_exemplars()

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`."""
        return () if self._eyes is None else self._eyes.overlay()

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """See :meth:`vision.eyes.Eyes.outline_of`."""
        return None if self._eyes is None else self._eyes.outline_of(place)

    # Finding a table of which no tile is known

    def _knows_start(self, state: State) -> bool:
        return any(self.views_of(tile.turned.key) for tile in state.board.laid)

    def _open(self) -> None:
        edition, state = self._views.edition, self._state
        self._eyes = CarcassonneEyes(
            edition, state, game=self._game, profile=self._profile, teach=self._teach, by_terrain=self._by_terrain
        )
        self._views.recorded(tiles_of(self._state))

    # Reading what there is no picture of

    def _seen_by_terrain(self, still: Frame, *, first: bool) -> Sighted | None:
        """The changed place that looks most like a tile; None where nothing changed. On the ``first`` picture of a
        table nothing is known to have changed: what goes on there as the table does around it is table, whatever the
        network makes of its boards."""
        eyes = self._eyes
        assert eyes is not None
        findings, sight = eyes.findings, eyes.sight()
        if findings is None or sight is None:
            return None
        looked_at = self._places_by_terrain.at(still, sight, eyes.memory, findings.changed, first=first)
        if looked_at is None:
            self._nothing_waits()
            return None
        sighted, change = looked_at.sighted, looked_at.change
        if change.pose is not None:
            as_table = bare_cost(sight, change.pose, change.cell, eyes.memory.tiles)
            if ends_as_a_tile(change, as_table):
                sighted = self._witness.at_outline(still.image, sight.layers, sighted, change.pose)
            sighted = by_its_outline(sighted, change, as_table)
        if (laid := self._laid_on(sighted.cell)) is not None:
            there = self._witness.at_picture(still.image, sight.layers, sighted, laid)
            sighted = replace(there, odds=max(there.odds, sighted.odds))
        sighted = self._witness.apart(still.image, sight.layers, sighted, looked_at.poses)
        if sighted.odds > learned_views.PARAMETERS.tile:
            cell, costs = sighted.cell, self._costs_at(sighted.cell)
            if cell in self._sighted and self._bare_tiles.came(cell, sight) is not None:
                # Bare it was told better than with somebody on it.
                sighted, costs = sighted.as_it_was_bare(self._sighted[cell]), self._costs[cell]
            self._sighted[cell], self._costs[cell] = sighted, costs
            self._bare_tiles.seen(cell, sight, sighted.pose)
        return sighted

    @property
    def _hypotheses(self) -> tuple[Hypothesis, ...]:
        """What pictures tell of the table, likeliest first."""
        assert self._eyes is not None
        assert self._eyes.findings is not None
        return self._eyes.findings.hypotheses

    def _laid_on(self, cell: Cell) -> Matrix | None:
        """Where a picture was laid exactly on what lies at a place, if one fits."""
        tiles = [one.tile for one in self._hypotheses if one.cell == cell and one.tile is not None]
        best = min(tiles, key=lambda tile: tile.cost, default=None)
        return best.pose if best is not None and best.cost < witnesses.PARAMETERS.fits else None

    def _nothing_waits(self) -> None:
        """No place has changed: what was told of one since the last commit was a shadow, or was taken away again."""
        self._sighted, self._costs = {}, {}
        self._onlookers.forget_exemplars()
        self._bare_tiles.nothing_waits()

    def _costs_at(self, cell: Cell) -> dict[TileAsLaid, float]:
        """How badly pictures fit what lies at a place, by what they show."""
        tiles = [one.tile for one in self._hypotheses if one.places == (place_named(cell),)]
        return {(tile.key, tile.turns): tile.cost for tile in tiles if tile is not None}

    def _weighed(self, explanation: Explanation, state: State, sighted: Sighted) -> Explanation:
        """What pictures tell beside what terrain and colours tell of the place that looks most like a new tile."""
        assert self._eyes is not None
        costs = self._costs.get(sighted.cell) or self._costs_at(sighted.cell)
        onlooker = self._onlooker(sighted.cell, state.setup.seats[state.seat].colour)
        sighted = self._beneath(sighted, onlooker)
        sight, memory = self._eyes.sight(), self._eyes.memory
        table = None if sight is None else TilesAround(sight.layers, memory.track.lattice.cells, memory.hidden())
        sighted = self._sides.seen_on(sighted, onlooker.hides, self._views.all, tiles_of(self._state), table)
        twin_of, prints = self._witness.twin_of, self._prints
        one_drawing = self._copies_alike.chance(self._views.all, twin_of)
        sighted = with_likeness(sighted, onlooker.hides, state, self._views.telling, twin_of, prints, one_drawing)
        if sighted.cell in self._sighted:
            self._sighted[sighted.cell] = sighted
        footing, in_part, habits = self._footing, self._views.in_part, memory.habits
        alone = Witnesses(self._game, self.views_of, self._witness, sighted, costs, onlooker, footing, in_part, habits)
        weighed = alone.weighed(explanation, state)
        if sighted.odds <= learned_views.PARAMETERS.tile:
            return weighed
        seen = self._witness.log_likelihoods(sighted.evidence, sighted.arms)
        beside = BesideRecord(sighted.cell, seen, self._witness.said_when_laid, tiles_of(state), state.bag)
        return beside.added_to(weighed)

    def _beneath(self, sighted: Sighted, onlooker: Onlooker) -> Sighted:
        """What the terrain tells of a tile without what somebody on it hides, where he was made out and nobody saw it
        bare."""
        if onlooker.came or not onlooker.hides or onlooker.confidence < faceless.PARAMETERS.made_out:
            return sighted
        return self._witness.beneath(sighted, onlooker.hides)

    def _footing(self, tile: TileAsLaid) -> Float32Array | None:
        """Where feet stand on a tile, by the first of its pictures."""
        assert self._eyes is not None
        deck = self._eyes.memory.deck
        entries = deck.entries(*tile)
        return deck.footing(int(entries[0])) if len(entries) else None

    def _borne_out(self, state: State) -> bool:
        """Whether the colours of the map say as well whether somebody was put on the tile, where its picture leaves no
        doubt: figures of another make that lean over its rim have passed for print and table, and trees that a copy
        lacks for figures."""
        eyes, seats = self._eyes, state.setup.seats
        assert eyes is not None
        sight, seat = eyes.sight(), state.seat if state.step is StepKey.LAY else state.seat + 1
        turns = [turn for turn in self._hypotheses[0].each if turn.cell is not None]
        colours = [seats[(seat + number) % len(seats)].colour for number in range(len(turns))]
        bears_out = self._onlookers.bears_out
        return all(bears_out(turn, colour, sight, eyes.memory) for turn, colour in zip(turns, colours, strict=True))

    def _onlooker(self, cell: Cell, colour: str) -> Onlooker:
        """Who stands on a tile that was read by its terrain."""
        eyes = self._eyes
        assert eyes is not None
        sight, sighted = eyes.sight(), self._sighted.get(cell)
        if sight is None or sighted is None:
            return Onlooker()
        poses = {**eyes.memory.track.lattice.cells, cell: sighted.pose}
        seen = self._onlookers.seen_on(cell, poses, sight, eyes.memory, colour)
        came = self._bare_tiles.came(cell, sight)
        return seen if came is None else seen.with_newcomer(came, eyes.memory.lean(sighted.pose))
