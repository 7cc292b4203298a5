"""Eyes that learn the owner's edition while people play (:class:`vision.eyes.Eyes`).

A tile of a kind of which there is no picture yet is read by its terrain, and people confirm or correct it as they do
anyway. From then on its picture is known: copies are recognised as those of any known edition are. Only what lies
clearly is learned: sharp, uncovered, wholly in view, and as the record says.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from calibration.references import Edition, Reference, edition_of
from games.carcassonne.actions import Lay, Skip
from games.carcassonne.rules import CARCASSONNE, Carcassonne
from games.carcassonne.state import State
from games.carcassonne.tiles import tile_type
from vision.attention import Watch
from vision.carcassonne.faceless import Onlooker, onlooker_on
from vision.carcassonne.laying import laying_of
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.observation import SeenTile
from vision.carcassonne.partly_known import Likeness, ranked
from vision.carcassonne.poses import as_sides
from vision.carcassonne.reading import paints_for
from vision.carcassonne.terrain_witness import MOST_UNLIKE, Look, Sighted, TerrainWitness
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance
from vision.frames import Frame
from vision.lattice import Cell, quad_of, side_px
from vision.lattice_growth import turned_pose
from vision.lattice_patches import LAB_SCALE, layers_of
from vision.terrain import kind_named, lowest_turns

VIEWS = 3  # of a kind that are enough
VIEW_PX = 96  # px a side of a view: more than a camera over a table sees
FITS, FITS_SURELY = 2.2, 6.0  # cost at which a picture may as well fit by chance; log-odds for each unit below
TILE = 0.0  # log-odds from which something that changed is a tile
SHARP = 0.45  # of the sharpest view's detail: a view with less is blurred
MOST_PLACES = 3  # changed places that are read by their terrain
STANDS = 2  # times that the record must move on with a tile before its view is kept: people correct what is wrong
TRY_AGAIN_MS = 700.0

Keep = Callable[[Reference], None]


@dataclass(slots=True)
class Taught:
    """A view that was taken: of what the record said, how often it was confirmed since, whether it was kept."""

    view: Reference
    tile: tuple[str, int]
    confirmed: int = 0
    kept: bool = False


class LearningEyes:
    """Follows one game and learns its tiles.

    Args:
        edition: what is known of them; None where nothing is.
        state: where the record stands when the eyes are opened.
        keep: takes each new view of a tile that stayed as recorded, to be kept for other games.
        game: the rules.
        profile: what was calibrated of the camera.
    """

    def __init__(
        self,
        edition: Edition | None,
        state: State,
        *,
        keep: Keep | None = None,
        game: Carcassonne = CARCASSONNE,
        profile: Profile | None = None,
    ) -> None:
        self._profile = profile
        self._game, self._state = game, state
        self._keep = keep
        self._views: list[Reference] = [] if edition is None else list(edition.references)
        self._box = game.box(state.setup)
        self._witness = TerrainWitness(self._box, self._views)
        self._watch = Watch()
        self._tried_ms = -1e12
        self._eyes: CarcassonneEyes | None = None
        self._sighted: dict[Cell, Sighted] = {}  # what was read by its terrain since the last commit
        self._vague: set[Cell] = set()  # tiles of which nobody knows exactly where they lie: nothing is learned of them
        self._taught: dict[Cell, Taught] = {}  # views that were taken of this table
        if self._knows_start(state):
            self._open()

    @property
    def edition(self) -> Edition | None:
        """All that is known of the tiles."""
        return edition_of("learned", self._views) if self._views else None

    def views_of(self, key: str) -> int:
        """How many views of a kind are known."""
        return Counter(kind_named(view.kind).key for view in self._views)[key]

    # See vision.eyes.Eyes

    def look(self, frame: Frame) -> Glance:
        """See :meth:`vision.eyes.Eyes.look`."""
        lost = Glance(frame.number, frame.time_ms, Attention.LOST)
        if self._eyes is not None:
            lost = self._eyes.look(frame)
            if lost.attention is not Attention.LOST:
                return lost
        # Nothing is known, or a tile that is known looks so different in this light that it isn't found.
        sight = self._watch.look(frame)
        if not sight.settled or frame.time_ms - self._tried_ms < TRY_AGAIN_MS:
            return lost
        self._tried_ms = frame.time_ms
        views = dict(self._first_views(frame))
        if not views:
            return lost
        self._forget(self._taught)  # what was taken for the table before was not it
        for cell, view in views.items():
            self._learn(view, cell)
        self._open()
        assert self._eyes is not None
        return self._eyes.look(frame)

    def explain(self, state: State) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`."""
        if self._eyes is None:
            return Explanation((), 1.0, 0)
        told = self._eyes.explain(state)
        if all(self.views_of(key) >= min(VIEWS, self._box[key]) for key in state.bag):
            return told
        sighted = self._told_by_terrain()
        return told if sighted is None else self._weighed(told, state, sighted)

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        scored = state.scores != self._state.scores
        self._state = state
        if self._eyes is None:
            return
        covered: set[Cell] = set()
        fresh = [(tile.y, tile.x) for tile in state.board.laid if (tile.y, tile.x) not in self._eyes.memory.tiles]
        if scored:  # who was put down and scored at once stands there still, and no record says so
            covered.update(fresh)
        self._eyes.committed(state)
        for cell in fresh:
            if cell in self._sighted:
                self._eyes.lies_at(cell, self._sighted[cell].pose)
            elif not self.views_of(self._eyes.memory.tiles[cell][0]):
                self._vague.add(cell)
        self._witness.recorded(
            self._eyes.memory.tiles, [self._sighted[cell] for cell in fresh if cell in self._sighted]
        )
        contested = self._reconsidered()
        if self._learned_from_table(covered) or contested:
            self._eyes.learn(edition_of("learned", self._views))
        self._sighted = {}

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`."""
        return () if self._eyes is None else self._eyes.overlay()

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """See :meth:`vision.eyes.Eyes.outline_of`."""
        return None if self._eyes is None else self._eyes.outline_of(place)

    # Finding a table of which no tile is known

    def _knows_start(self, state: State) -> bool:
        return bool(self._views) and any(self.views_of(tile.turned.key) for tile in state.board.laid)

    def _open(self) -> None:
        edition = edition_of("learned", self._views)
        self._eyes = CarcassonneEyes(edition, self._state, game=self._game, profile=self._profile)

    def _first_views(self, frame: Frame) -> Iterable[tuple[Cell, Reference]]:
        """The recorded tiles as they lie on a picture, told by their terrain."""
        lattice = self._witness.teller.find(frame.image)
        if lattice is None:
            return
        layers = layers_of(frame.image, float(np.median([side_px(pose) for pose in lattice.cells.values()])))
        cells = sorted(lattice.cells)
        told = self._witness.teller.look(frame.image, layers, ()).tell(
            np.stack([lattice.cells[cell] for cell in cells])
        )
        seen = {}
        for index, cell in enumerate(cells):
            lie = self._witness.teller.lies[int(told.evidence[index].argmax())]
            outline = quad_of(told.poses[index]).astype(np.float32)
            seen[cell] = SeenTile(*cell, lie.kind.key, lie.kind.letter, lie.sides, lie.turns, 1.0, (), outline)
        laying = laying_of(seen.values(), self._recorded())
        if laying is None:
            return
        laid = {(tile.y, tile.x): tile.turned.key for tile in self._state.board.laid}
        for index, cell in enumerate(cells):
            at = laying.cell(*cell)
            if at in laid and seen[cell].kind == laid[at] and told.odds[index] > TILE:
                pose = turned_pose(told.poses[index], -laying.turns)
                image = _straightened(layers.cut(pose[None], VIEW_PX)[0][0])
                yield at, self._view(at, image)

    def _recorded(self) -> dict[Cell, SeenTile]:
        nowhere = np.zeros((4, 2), np.float32)
        return {
            (tile.y, tile.x): SeenTile(
                tile.y,
                tile.x,
                tile.turned.key,
                "",
                as_sides(tile.turned.sides),
                lowest_turns(kind_named(tile.turned.key), tile.turned.turns),
                1.0,
                (),
                nowhere,
            )
            for tile in self._state.board.laid
        }

    # Reading what there is no picture of

    def _told_by_terrain(self) -> Sighted | None:
        """The changed place that looks most like a tile; None where nothing changed."""
        eyes = self._eyes
        assert eyes is not None
        findings, still, sight = eyes.findings, eyes.still, eyes.sight()
        if findings is None or still is None or sight is None:
            return None
        changed = [cell for cell in findings.changed if cell not in eyes.memory.tiles][:MOST_PLACES]
        if not changed:
            return None
        poses = dict(zip(changed, eyes.memory.track.poses(changed), strict=True))
        sighted = self._witness.look(still.image, sight.layers, poses)
        if sighted.odds > TILE:
            self._sighted[sighted.cell] = sighted
        return sighted

    def _weighed(self, told: Explanation, state: State, sighted: Sighted) -> Explanation:
        """What pictures tell of the kinds that are known beside what the terrain tells of those that are not.

        A kind that has a picture is believed as far as the picture fits better than one of a wrong kind would.
        """
        assert self._eyes is not None
        assert self._eyes.findings is not None
        cell, terrain = sighted.cell, self._witness.log_likelihoods(sighted.evidence)
        stories = [
            one
            for one in self._eyes.findings.stories
            if one.tile is not None and one.places == (f"{cell[1]},{cell[0]}",)
        ]
        costs = {(one.tile.key, one.tile.turns): one.tile.cost for one in stories if one.tile is not None}
        pictures = Likeness(costs)
        after = state if state.step == "lay" else self._game.apply(state, Skip())[0]
        total = sum(after.bag.values())

        def score(lay: Lay) -> float:
            like = terrain.get(_look(lay), MOST_UNLIKE)
            shown = pictures.log_odds((lay.tile, lay.turns), has_picture=bool(self.views_of(lay.tile)))
            return like + shown + math.log(after.bag[lay.tile] / total)

        weights: list[tuple[Candidate, float]] = []
        groups: dict[Lay, list[Candidate]] = {}
        for one in told.candidates:
            lay = next((action for action in one.actions if isinstance(action, Lay)), None)
            if lay is not None and (lay.y, lay.x) == cell:
                groups.setdefault(lay, []).append(one)
        # Of turns that the rules can't tell apart, the one that looks most like a picture stands for all.
        seen = {_look(lay): lay for lay in sorted(groups, key=lambda lay: -costs.get((lay.tile, lay.turns), math.inf))}
        for lay, group in ((lay, groups[lay]) for lay in seen.values()):
            shared = sum(one.probability for one in group)
            weights += [(one, score(lay) + math.log(max(one.probability / shared, 1e-9))) for one in group]
        onlooker = self._onlooker(cell, state.setup.seats[state.seat].colour)
        others = self._not_laid_on(after, cell, seen, onlooker)
        weights += [(one, one.log_likelihood + score(lay)) for lay, one in others]
        # A tile of which there is a picture may be one although the terrain's network does not think so.
        fits = FITS_SURELY * (FITS - pictures.best)
        return ranked(told, weights, 1 / (1 + math.exp(-max(sighted.odds, fits))))

    def _onlooker(self, cell: Cell, colour: str) -> Onlooker:
        """Who stands on a tile that was read by its terrain."""
        eyes = self._eyes
        assert eyes is not None
        sight, sighted = eyes.sight(), self._sighted.get(cell)
        if sight is None or sighted is None:
            return Onlooker()
        poses = {**eyes.memory.track.lattice.cells, cell: sighted.pose}
        return onlooker_on(cell, poses, sight.layers, paints_for(self._profile), colour, self._profile)

    def _not_laid_on(
        self, after: State, cell: Cell, laid_on: Mapping[Look, Lay], onlooker: Onlooker
    ) -> Iterable[tuple[Lay, Candidate]]:
        """Legal ways to have laid a tile of which no picture was laid on, and to have put a follower on it."""
        y, x = cell
        demand = after.board.frontier.get((x, y))
        if demand is None or after.is_over:
            return
        lays = [Lay(key, x, y, turns) for key in after.bag for turns in tile_type(key).fits.get(demand, ())]
        for look, lay in {_look(lay): lay for lay in reversed(lays)}.items():
            if look not in laid_on:
                options = list(self._game.deployments(after, lay))
                bare, each = onlooker.log_likelihoods(lay, options)
                yield lay, Candidate((lay, Skip()), bare, 0.0, (f"{x},{y}",))
                for option, likelihood in zip(options, each, strict=True):
                    yield lay, Candidate((lay, option), likelihood, 0.0, (f"{x},{y}",))

    # Learning

    def _reconsidered(self) -> bool:
        """Keep what has stood for a while; forget views of tiles that turned out to be others. True where any was."""
        assert self._eyes is not None
        tiles = self._eyes.memory.tiles
        contested = [cell for cell, taught in self._taught.items() if tiles.get(cell) != taught.tile]
        self._forget(contested)
        for taught in self._taught.values():
            taught.confirmed += 1
            if taught.confirmed >= STANDS and not taught.kept and self._keep is not None:
                taught.kept = True
                self._keep(taught.view)
        return bool(contested and self._views)

    def _forget(self, cells: Iterable[Cell]) -> None:
        for cell in list(cells):
            view = self._taught.pop(cell).view
            self._views = [other for other in self._views if other is not view]

    def _learned_from_table(self, covered: Set[Cell]) -> bool:
        """Take views of the tiles that lie clearly, ``covered`` ones aside; True where there were any."""
        eyes = self._eyes
        assert eyes is not None
        sight = eyes.sight()
        if sight is None:
            return False
        covered = covered | eyes.memory.hidden()
        learned = False
        for cell, (key, _) in eyes.memory.tiles.items():
            pose = eyes.memory.track.lattice.cells.get(cell)
            if (
                cell in self._taught
                or cell in self._vague
                or cell in covered
                or pose is None
                or self.views_of(key) >= VIEWS
            ):
                continue
            patches, inside = sight.toned(pose[None], VIEW_PX)
            if not inside.all():
                continue
            view = self._view(cell, _straightened(patches[0]))
            if self._is_sharp(view):
                self._learn(view, cell)
                learned = True
        return learned

    def _view(self, cell: Cell, image: NDArray[np.uint8]) -> Reference:
        tile = next(tile for tile in self._state.board.laid if (tile.y, tile.x) == cell)
        kind, sides = kind_named(tile.turned.key), as_sides(tile.turned.sides)
        # Sides don't tell how a tile lies that has the same ones turned: a view of it is shown with the fewest turns.
        fewest = next(turns for turns in range(4) if tile_type(kind.key).turned[turns].sides == tile.turned.sides)
        upright = np.rot90(image, tile.turned.turns - fewest)
        return Reference(kind.letter or kind.key, sides, np.ascontiguousarray(upright))

    def _learn(self, view: Reference, cell: Cell) -> None:
        tile = next(tile for tile in self._state.board.laid if (tile.y, tile.x) == cell)
        self._views.append(view)
        self._taught[cell] = Taught(view, (tile.turned.key, tile.turned.turns))

    def _is_sharp(self, view: Reference) -> bool:
        """Whether a view has as much detail as others of its edition: a shaken or foggy one has less."""
        usual = np.median([detail(other.image) for other in self._views]) if self._views else 0.0
        return detail(view.image) >= SHARP * float(usual)


def _look(lay: Lay) -> Look:
    return lay.tile, lowest_turns(kind_named(lay.tile), lay.turns)


def detail(image: NDArray[np.uint8]) -> float:
    """How much changes from pixel to pixel, grey levels, against how much there is to see at all."""
    small = cv2.resize(image, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), 2.0)
    return float(fine.std() / (grey.std() + 1.0))


def _straightened(lab: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A patch (n, n, 3) of half-L Lab as a BGR picture."""
    bgr = cv2.cvtColor(np.ascontiguousarray(lab / LAB_SCALE, dtype=np.float32), cv2.COLOR_LAB2BGR)
    return np.asarray(np.clip(np.rint(bgr * 255), 0, 255), np.uint8)
