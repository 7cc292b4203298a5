"""Who was put on a tile of which there is no picture to compare it with, as the colours of its map tell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.colours import Paint
from calibration.profile import Profile
from calibration.references import Outline
from games.carcassonne.actions import Deploy, Lay
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.figures import followers, laid_down
from vision.carcassonne.figures.feet import foot_density, scores_where
from vision.carcassonne.figures.followers import foot_of, plane_of, usual_footing
from vision.carcassonne.figures.laid_down import BodySeen
from vision.carcassonne.figures.seen_by_form import FigureByForm
from vision.carcassonne.learning import tile_views
from vision.carcassonne.live.followers import figures
from vision.carcassonne.live.followers.farming_habits import USUAL_HABITS, FarmingHabits
from vision.imaging.patches import Layers
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.figures import find_figures, trace_of
from vision.pieces.figures_without_prints import scene_without_faces
from vision.registration.lattice import Cell, Lattice, Matrix, project

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class FacelessParameters(Parameters):
    """Which trace of paint speaks for a follower on a tile without a picture, and how sure that may become."""

    # Of 102 figures of seven colours and 182 bare tiles on 54 small maps of drawn styles: all figures left a patch of
    # what may be their paint, of more than this area of a tile, and 16 of them were overlooked all the same; of the
    # bare tiles 36 showed such a patch of whoever's turn it was.
    least_trace: float = parameter(
        0.02,
        "share of a tile",
        "patch of what may be paint, below which nobody stands there",
        "vision/carcassonne/learning/faceless.py",
    )
    surest: float = parameter(
        0.99,
        "probability",
        "beyond which nothing that they see is believed: of 76 figures that they saw on those maps all stood there",
        "vision/carcassonne/learning/faceless.py",
    )
    surest_by_look: float = parameter(
        0.997, "probability", "the same of who looks like a figure beyond doubt: of 395 such all were", FINDING
    )
    # Of 216 figures whom paint made out on 16 evenings the least like one had 0.04, of 162 on 12 others 1.2; of what
    # was none the dark half of a city in a dim room had -1.7, the shadow of who stands on the next tile 0.2.
    unlike: tuple[tuple[float, ...], tuple[float, ...]] = parameter(
        ((-2.0, 0.0, 1.0), (0.3, 0.5, 0.99)),
        "log-odds of a figure by its look, and confidence",
        "at the most of what paint makes out there, between some; nothing more from the last on",
        FINDING,
    )
    made_out: float = parameter(0.5, "confidence", "from which paint tells where somebody stands", CHOSEN)
    # Of 242 figures that were made out on 17 evenings (looked at) one is none, at 0.53, though it looks like one.
    plainly: float = parameter(
        0.9, "confidence", "from which paint makes out somebody beyond doubt who looks like a figure", FINDING
    )
    overlooked: float = parameter(
        16 / 102,
        "share",
        "of figures with a patch of paint that nobody made out",
        "vision/carcassonne/learning/faceless.py",
    )
    like_paint: float = parameter(
        36 / 182, "share", "of bare tiles that show a patch like paint", "vision/carcassonne/learning/faceless.py"
    )
    traceless: float = parameter(
        0.5 / 103, "share", "of figures that leave not even a patch", "vision/carcassonne/learning/faceless.py"
    )
    # Of 28 turns of two evenings 26 were told better, and none worse, the more the more this was believed; a figure's
    # foot is not seen exactly, and roads don't run exactly where they usually do.
    where_says: float = parameter(
        0.5,
        "times",
        "of what it says for a kind that a foot is seen just where people would stand somebody on it",
        FINDING,
    )
    where_at_most: float = parameter(3.0, "nats", "that this says before it is halved", CHOSEN)
    # Of 374 figures on composed photographs, as on a first turn, 23 left no trace of paint, 22 of them on hard tables;
    # of 818 bare tiles 799. Forms saw most of those 23.
    against_form: float = parameter(
        -3.0, "log-odds", "of somebody that paint says at the least where his form speaks for him", FINDING
    )


PARAMETERS = FacelessParameters()


@dataclass(frozen=True)
class Onlooker:
    """Whether somebody of one colour stands on a tile.

    Attributes:
        confidence: probability that what was seen is a follower; 0 where nothing was.
        foot: in tile units as the picture stands.
        came: whether he was seen to be put there.
        traceless: nothing on the tile could be of his colour.
        stranger: probability that somebody stands there whose turn it is not.
        hides: what of the tile he hides; empty where he was not made out.
        feet: (SIZE, SIZE) density over the tile of where he may stand, as far as is known how this camera sees
            figures lean; None where he stands at ``foot`` or about it.
        body: his outline, by which he lies or stands; None where too little of it is seen.
        no_form: log-likelihood ratio of what forms say against him where ``confidence`` is 0 already; 0 at the most.
    """

    confidence: float = 0.0
    foot: tuple[float, float] = (0.5, 0.5)
    came: bool = False
    traceless: bool = False
    stranger: float = 0.0
    hides: Outline = ()
    feet: Float32Array | None = field(default=None, compare=False)
    body: BodySeen | None = field(default=None, compare=False)
    no_form: float = 0.0

    @property
    def odds(self) -> float:
        """Log-likelihood ratio of what is seen: that he stands there, against a bare tile."""
        sure = self._sure
        like_paint = PARAMETERS.like_paint
        overlooked = PARAMETERS.traceless if self.traceless else PARAMETERS.overlooked
        bare = 1 - like_paint if self.traceless else like_paint
        return math.log(sure + (1 - sure) * overlooked) - math.log((1 - sure) * bare) + self.no_form

    @property
    def plainly_there(self) -> bool:
        """Whether paint and look both make out a figure beyond doubt."""
        return self.body is not None and self.body.plainly_somebody and self.confidence >= PARAMETERS.plainly

    @property
    def _sure(self) -> float:
        plainly = self.body is not None and self.body.plainly_somebody
        return min(self.confidence, PARAMETERS.surest_by_look if plainly else PARAMETERS.surest)

    def put_down(self, body: BodySeen | None) -> Onlooker:
        """The same with how he was put down; what looks like no figure is somebody the less surely."""
        sure, ends = self.confidence, PARAMETERS.unlike
        if body is not None and body.somebody is not None and body.somebody < ends[0][-1]:
            sure = min(sure, float(np.interp(body.somebody, *ends)))
        return replace(self, body=body, confidence=sure)

    def with_form(self, form: FigureByForm, leans: Sequence[tuple[NDArray[np.float64], float]] = ()) -> Onlooker:
        """The same once his form was asked as well: who shows by it stands there where paint doesn't tell.

        Args:
            form: of him on the tile.
            leans: the ways in which figures may lean there: see :func:`onlooker_on`.
        """
        seen, unseen = self, replace(self, confidence=0.0, traceless=False)
        if form.hides and form.says > 0 and self.confidence < PARAMETERS.made_out:
            middle = np.array(form.middle)
            u, v = np.clip(middle - usual_lean_of(leans) * followers.PARAMETERS.middle_mm, 0.0, 1.0).tolist()
            hides, feet = about(np.array(form.hides)), feet_of(middle, leans)
            seen = replace(self, foot=(u, v), hides=hides, feet=feet)
        least = replace(unseen, traceless=True).odds
        by_paint = self.odds if form.says < 0 else max(self.odds, PARAMETERS.against_form)
        odds = max(by_paint + form.says, min(self.odds, least))
        there = math.exp(odds) * PARAMETERS.like_paint - PARAMETERS.overlooked  # as odds are told of a confidence
        if there <= 0:
            return replace(seen, confidence=0.0, traceless=False, no_form=odds - unseen.odds)
        return replace(seen, confidence=there / (1 + there), traceless=False)

    def after(self, earlier: Onlooker) -> Onlooker:
        """The same once an earlier look at the tile saw more of him: grain alone makes people come and go."""
        if earlier.confidence <= self.confidence:
            return self
        seen = self if self.confidence >= PARAMETERS.made_out else earlier
        sure = (self.confidence + earlier.confidence) / 2
        return replace(self, confidence=sure, foot=seen.foot, feet=seen.feet, traceless=False, body=seen.body)

    def with_newcomer(self, middle: tuple[float, float], lean: NDArray[np.float64]) -> Onlooker:
        """The same once somebody was seen to be put there: his paint tells best where he stands, if it was made out.

        Args:
            middle: of what changed on the tile, tile units.
            lean: (2,) tile widths by which 1 mm of height is seen aside there.
        """
        if self.confidence >= PARAMETERS.made_out:
            return replace(self, confidence=PARAMETERS.surest, came=True, traceless=False)
        x, y = np.clip(np.array(middle) - lean * followers.PARAMETERS.middle_mm, 0.0, 1.0)
        return Onlooker(PARAMETERS.surest, (float(x), float(y)), came=True)

    def log_likelihoods(
        self,
        lay: Lay,
        options: Sequence[Deploy],
        drawn: Float32Array | None = None,
        habits: FarmingHabits = USUAL_HABITS,
    ) -> tuple[float, list[float]]:
        """Of what is seen and how often people do so: nobody put down, and each option; ``drawn`` and ``habits`` as of
        :meth:`near`."""
        bare = math.log(1 - figures.PARAMETERS.follower_share) if options else 0.0
        if not options:
            return bare, []
        sure = self._sure
        # Where what was seen is no follower, he stands elsewhere and was overlooked, which few are.
        overlooked = (1 - sure) * (PARAMETERS.traceless if self.traceless else PARAMETERS.overlooked)
        scores = self._chosen_here(lay, options, drawn, habits)
        each = (sure * scores / scores.sum() + overlooked * habits.shares(options)) / (sure + overlooked)
        somebody = math.log(figures.PARAMETERS.follower_share) + self.odds
        if self.confidence >= PARAMETERS.made_out:  # feet stand on the lines of roads, and in the middle of cloisters
            # Where he stands on a kind is told by how he was seen as well, but not which kind it is: the sharper a foot
            # is seen, the more a road would gain by it, and a monk's is as near to one as a thief's.
            unseen = self.body is None
            by_outline = scores if unseen else self._chosen_here(lay, options, drawn, habits, outline_alone=True)
            most = PARAMETERS.where_at_most
            somebody += PARAMETERS.where_says * min(max(math.log(by_outline.sum()), -most), most)
        return bare, (somebody + np.log(each)).tolist()

    def near(
        self,
        lay: Lay,
        options: Sequence[Deploy],
        drawn: Float32Array | None = None,
        habits: FarmingHabits = USUAL_HABITS,
    ) -> NDArray[np.float64]:
        """(options,) how well where the foot is seen and what people choose goes with each, as shares.

        Args:
            lay: how the tile lies.
            options: what people may have stood somebody on.
            drawn: (features, n, n) where feet stand on it, as its picture or what is painted there shows; None where
                neither tells.
            habits: what those who play put their followers on.
        """
        scores = self._chosen_here(lay, options, drawn, habits)
        return np.asarray(scores / scores.sum())

    def _chosen_here(
        self,
        lay: Lay,
        options: Sequence[Deploy],
        drawn: Float32Array | None,
        habits: FarmingHabits,
        *,
        outline_alone: bool = False,
    ) -> NDArray[np.float64]:
        """(options,) how likely people choose each and stand him where his foot is seen, against anywhere on the
        tile."""
        turned = tile_type(lay.tile).turned[lay.turns]
        densities = usual_footing(turned.key, turned.turns % 4) if drawn is None else drawn
        at = [turned.index_at(option.feature, option.location) for option in options]

        def scores(feet: NDArray[np.floating]) -> NDArray[np.float64]:
            each = scores_where(densities, feet)
            return np.array([each[index] if index is not None else 0.0 for index in at]) + 1e-6

        feet = foot_density(*self.foot) if self.feet is None else self.feet
        chosen = scores(feet if self.body is None or outline_alone else self.body.standing(feet))
        if self.body is not None:
            farmer = np.array([option.feature is FeatureKind.FIELD for option in options])
            beneath = scores(foot_density(*self.body.middle, laid_down.PARAMETERS.about_middle))
            chosen = self.body.goes_with(farmer, chosen, beneath)
        return np.asarray(chosen * habits.shares(options))


def usual_lean_of(leans: Sequence[tuple[NDArray[np.float64], float]]) -> NDArray[np.float64]:
    """(2,) tile widths by which what is 1 mm high is seen aside in the mean of all ``leans`` (see
    :func:`onlooker_on`)."""
    if not leans:
        return np.zeros(2)
    return np.asarray(np.average([lean for lean, _ in leans], axis=0, weights=[share for _, share in leans]))


def feet_of(middle: NDArray[np.float64], leans: Sequence[tuple[NDArray[np.float64], float]]) -> Float32Array | None:
    """(SIZE, SIZE) density of where somebody may stand whose middle is seen at a point (2,) of a tile; None where
    nothing is known of how figures lean there."""
    if not leans:
        return None
    at = [(middle - lean * followers.PARAMETERS.middle_mm, share) for lean, share in leans]
    return np.asarray(sum(share * foot_density(float(u), float(v)) for (u, v), share in at), np.float32)


def about(outline: NDArray[np.float64]) -> Outline:
    """What a figure hides, a little more than its paint (n, 2), tile units."""
    hull = cv2.convexHull(outline.astype(np.float32))[:, 0].astype(np.float64)
    away = hull - hull.mean(axis=0)
    hull += tile_views.PARAMETERS.margin * away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    return tuple((float(x), float(y)) for x, y in hull)


def onlooker_on(
    cell: Cell,
    poses: Mapping[Cell, Matrix],
    layers: Layers,
    paints: Sequence[Paint],
    colour: str,
    profile: Profile | None,
    colours_on: Mapping[Cell, Set[str]],
    ground: Float32Array | None = None,
    leans: Sequence[tuple[NDArray[np.float64], float]] = (),
) -> Onlooker:
    """Who of a colour stands on the tile at ``cell``, as the tiles at ``poses`` (itself among them) let one see.

    Args:
        paints: of all who play, for nobody else's figures are on the map.
        colours_on: of these colours they show on other tiles.
        ground: which terrain shows where on the tiles; None where it is not known yet.
        leans: the ways in which figures may lean there, (2,) tile widths for 1 mm of height, and how likely each is;
            empty where the tiles alone tell.
    """
    lattice = Lattice(dict(poses))
    shown = [colours_on.get(other, set()) | ({colour} if other == cell else set()) for other in poses]
    scene = scene_without_faces(layers, np.stack(list(poses.values())), shown, ground)
    plane = plane_of(lattice, layers.size, profile)
    back = np.linalg.inv(poses[cell])
    his = next(paint for paint in paints if paint.name == colour)
    best = Onlooker(traceless=trace_of(scene, list(poses).index(cell), his) < PARAMETERS.least_trace)
    for figure in find_figures(scene, paints):
        u, v = project(back, foot_of(figure, plane)[None])[0]
        if not (0 <= u <= 1 and 0 <= v <= 1):
            continue
        if figure.colour == colour and figure.confidence > best.confidence:
            hides = about(project(back, figure.outline.astype(np.float64)))
            feet = feet_of(project(back, figure.centre[None])[0], leans)
            best = replace(best, confidence=figure.confidence, foot=(float(u), float(v)), hides=hides, feet=feet)
        elif figure.colour != colour:
            best = replace(best, stranger=max(best.stranger, figure.confidence))
    return replace(best, traceless=best.traceless and best.confidence < PARAMETERS.made_out)
