"""The eyes of Carcassonne with Stained Glass: the map's eyes and the glass beside it, told as one turn.

What a turn did to the map and what it did to the glass must be one legal turn together, so each side bears the other
out: whoever laid a cloister took glass, whoever stole placed a thief. Whose glass is whose the rules tell as well:
what is new belongs to whose turn it is, what was there belongs to whoever the record says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.profile import Profile
from calibration.references import Edition
from games.carcassonne.moment import StepKey
from games.carcassonne.rules import CARCASSONNE, Carcassonne
from games.carcassonne.stained_glass.game import CARCASSONNE_STAINED_GLASS
from games.carcassonne.stained_glass.glass import glass_of, without_glass
from games.carcassonne.stained_glass.moment import GlassStepKey
from games.carcassonne.state import State
from games.place_before import PlaceBefore
from vision import attention
from vision.attention import Sight as Beside
from vision.attention import Watch
from vision.carcassonne.live.eyes import CarcassonneEyes
from vision.carcassonne.terrain_teller import TerrainTeller
from vision.explanation import NEVER, Explanation, Scored, explained
from vision.eyes import Attention, Glance, closed
from vision.frames import Frame
from vision.imaging.outlines import filled_outlines
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Matrix, quad_of
from vision.stained_glass.edition import GlassEdition
from vision.stained_glass.forbidden import forbidden_glass
from vision.stained_glass.live.followers import sights_of, takers_of
from vision.stained_glass.live.holdings import GlassOwners, Noticed
from vision.stained_glass.live.tracker import GlassTracker
from vision.stained_glass.live.turns import MapHypothesis, explain_turns
from vision.stained_glass.live.waiting_glass import WaitingGlass


@dataclass(frozen=True, slots=True, kw_only=True)
class StainedGlassEyesParameters(Parameters):
    """How near to known glass a hand is in the way."""

    reach: float = parameter(
        1.35, "times", "a tile's size about its middle: a hand that comes nearer to known glass is in the way", CHOSEN
    )


PARAMETERS = StainedGlassEyesParameters()
MAP_STEPS = (StepKey.LAY, StepKey.FOLLOWER)  # steps in which the map may change next
# Steps in which figures may have been put on a tile that was entered by touch.
FIGURE_STEPS = (GlassStepKey.GLASS, GlassStepKey.THIEVES)


class StainedGlassEyes:
    """Follows one game with glass on one table. See :class:`vision.eyes.Eyes`.

    Args:
        edition: pictures of the tiles that are played with.
        glass: pictures of the glass tiles.
        state: where the record stands when the eyes are opened.
        game: the rules.
        profile: what was calibrated of the camera.
    """

    def __init__(
        self,
        edition: Edition,
        glass: GlassEdition,
        state: State,
        *,
        game: Carcassonne = CARCASSONNE_STAINED_GLASS,
        profile: Profile | None = None,
    ) -> None:
        self._game = game
        bare = without_glass(state)
        teller = TerrainTeller(CARCASSONNE.box(bare.setup))
        self._map = CarcassonneEyes(edition, bare, profile=profile, teller=teller)
        self._watch = Watch()
        self._tracker = GlassTracker(glass)
        self._holdings = GlassOwners()
        self._noticed: Noticed | None = None
        self._waiting = WaitingGlass()
        self._squares: tuple[NDArray[np.float32], ...] = ()
        self._bumped = False
        self._beside: Beside | None = None  # what was last seen beside the map, since the picture went still
        self._judged_ms = 0.0

    def look(self, frame: Frame) -> Glance:
        """See :meth:`vision.eyes.Eyes.look`."""
        glance = self._map.look(frame)
        if glance.attention in (Attention.BUMPED, Attention.LOST):
            self._bumped |= glance.attention is Attention.BUMPED
            return glance
        if glance.attention is not Attention.STILL:
            self._beside = None
            return glance
        if (
            self._beside is None
            or not self._beside.settled
            or frame.time_ms - self._judged_ms > attention.PARAMETERS.judge_again_ms
        ):
            # The map's eyes have seen the whole picture go still; what is new beside the map is looked for once.
            self._watch.look_at(None, None, self._reach(frame))
            self._beside, self._judged_ms = self._watch.look(frame), frame.time_ms
        beside = self._beside.glance
        if not self._beside.settled or (beside.hand and beside.attention is Attention.WAITING):
            return replace(glance, attention=Attention.WAITING, hand=glance.hand or beside.hand, changed=False)
        if self._bumped:
            self._after_bump(frame)
        moved = beside.attention in (Attention.BUMPED, Attention.LOST)
        return replace(glance, changed=glance.changed or beside.changed or moved)

    def _reach(self, frame: Frame) -> NDArray[np.uint8]:
        """Where a hand would be in the way: at the glass that is known. What changes at the edge of the picture
        elsewhere is as often a pile or a supply; glass that a hand still covers is read once the hand has gone."""
        quads = [quad_of(self._tracker.pose(number)) for number in self._tracker.known]
        return filled_outlines(quads, frame.image.shape, 4, PARAMETERS.reach)

    def _after_bump(self, frame: Frame) -> None:
        self._bumped = False
        before, after = self._squares, self._map.overlay()
        if before and len(before) == len(after):
            motion = _motion(before, after)
            if motion is not None:
                self._tracker.knocked(frame.image, motion)
        self._watch.was_read(frame.image)
        self._beside = None

    def explain(self, state: State, still: Frame) -> Explanation:
        """See :meth:`vision.eyes.Eyes.explain`. Raises ``NotFoundYet`` before the first lock."""
        base = explained((Scored((), 0.0),), still.number, otherwise=NEVER)
        sights = [MapHypothesis(None, state, (), 1.0, ())]
        if state.step in MAP_STEPS and not state.is_over:
            base = self._map.explain(without_glass(state), still)
        self._squares = self._map.overlay()
        if not any(glass_of(state).held):
            self._tracker.begin(still.image)
        glass = self._tracker.look(still.image, self._squares)
        self._watch.was_read(still.image)
        self._beside = None
        # Glass for a tile that fitted nowhere: who stands on the last tile was told in an earlier turn.
        if state.step in (*MAP_STEPS, *FIGURE_STEPS) and not (state.is_over or glass_of(state).put_away):
            sights = sights_of(self._game, self._map, state, still, base)
        takers = takers_of(state, sights) or (state.seat,)
        self._noticed = self._holdings.noticed(state, self._tracker, glass, takers, self._waiting)
        self._waiting = self._waiting.seen([one for one in glass if one.number is None], takers)
        explanation = explain_turns(self._game, state, sights, self._noticed, base.unexplained, still.number)
        height, width = still.image.shape[:2]
        return replace(
            explanation,
            discrepancies=(*base.discrepancies, *explanation.discrepancies),
            lingering=base.lingering,
            remarks=forbidden_glass(self._noticed, self._squares, width, height),
        )

    def committed(self, state: State) -> None:
        """See :meth:`vision.eyes.Eyes.committed`."""
        self._map.committed(without_glass(state))
        self._holdings = self._holdings.recording(state, self._tracker, self._noticed)
        self._noticed = None

    def overlay(self) -> tuple[NDArray[np.float32], ...]:
        """See :meth:`vision.eyes.Eyes.overlay`."""
        glass = tuple(closed(quad_of(self._tracker.pose(number))) for number in self._tracker.known)
        return (*self._map.overlay(), *glass)

    def outline_of(self, place: str) -> NDArray[np.float32] | None:
        """The outline (n, 2) px of a place of the map such as ``2,-1``, or of somebody's glass: ``glass 0 1a``."""
        there = PlaceBefore.read(place)
        if there is None:
            return self._map.outline_of(place)
        numbers = self._holdings.numbers(there.seat, there.which)
        return closed(quad_of(self._tracker.pose(numbers[0]))) if numbers else None


def _motion(before: tuple[NDArray[np.float32], ...], after: tuple[NDArray[np.float32], ...]) -> Matrix | None:
    """How the map went on the picture, (3, 3) px to px: a similarity, which few tiles tell as well as many."""
    old, new = (np.concatenate([one[:4] for one in outlines]) for outlines in (before, after))
    affine, _ = cv2.estimateAffinePartial2D(old, new)
    return None if affine is None else np.vstack([affine, [0.0, 0.0, 1.0]])
