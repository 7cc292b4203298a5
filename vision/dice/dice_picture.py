"""One picture of dice and all that is known of it: faces are judged, straightened and made sightings of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from vision.dice.level import DiceTable, Lean, Stance, stances
from vision.dice.own_dice import OwnDice
from vision.dice.pattern import UpperFace
from vision.dice.sighting import DieSighting, sighting_of
from vision.dice.vouching import doubted_by_both, face_there
from vision.frames import Picture
from vision.networks.dice.finder import DieProposal
from vision.networks.dice.judge import Verdict, judge, judged_again
from vision.networks.dice.poise import poised
from vision.networks.dice.tray import FaceThere, least_side
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePictureParameters(Parameters):
    """From when something may be a die. Sides are those of a die as it is seen."""

    a_die: float = parameter(0.8, "chance", "from which something may be a die", "docs/findings/dice.md")
    upper: float = parameter(
        0.5, "chance", "by the network that sees the whole tray from which a face is judged", "docs/findings/dice.md"
    )
    there: float = parameter(
        0.3, "sides", "from where the upper face should lie that it is looked for: its sides lie further", CHOSEN
    )
    expected_die: float = parameter(
        0.5, "chance", "by the judge that there is a die where a side of it says so already", CHOSEN
    )


PARAMETERS = DicePictureParameters()


@dataclass(frozen=True, slots=True, eq=False)
class DicePicture:
    """A picture, and what is known of it.

    Attributes:
        picture: BGR. table_up: (3,) in the camera's frame. focal_px: of the camera. own: the owner's dice.
        faces: upper faces that the network sees which looks over the whole tray; None where it was not asked.
    """

    picture: Picture
    table_up: Float64Array | None = None
    focal_px: float | None = None
    own: OwnDice | None = None
    faces: Sequence[FaceThere] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        return self.picture.shape[1], self.picture.shape[0]

    def stances(self, dice: Sequence[DieSighting], above: Sequence[Lean | None] = ()) -> tuple[list[Stance], DiceTable]:
        """How dice stand, and on what table."""
        leans = [one.lean for one in dice]
        return stances(leans, self.size, above=above, table_up=self.table_up, focal_px=self.focal_px)

    def sighting(self, verdict: Verdict, quarrel: float = 0.0) -> DieSighting:
        """What is seen of a verdict's face."""
        ours = 0.0 if self.own is None else self.own.likeness(self.picture, verdict)
        above = None
        if self.faces is not None and verdict.side >= least_side(self.picture):
            face = face_there(verdict, self.faces)
            above = 0.0 if face is None else face.upper
        return replace(sighting_of(self.picture, verdict), ours=ours, quarrel=quarrel, above=above)

    def sightings(self, places: Sequence[DieProposal], refinements: int = 2) -> list[DieSighting]:
        """What may be dice at these places."""
        return [
            self.sighting(one) for one in judge(self.picture, places, refinements) if one.is_die >= PARAMETERS.a_die
        ]

    def measured(self) -> list[DieSighting]:
        """What the tray's network takes for upper faces; it measures them so well that one look from there will do."""
        likely = [face for face in self.faces or () if face.upper >= PARAMETERS.upper]
        return self.sightings([DieProposal(face.x, face.y, face.side, face.upper) for face in likely], refinements=1)

    def poised(self, dice: Sequence[DieSighting]) -> list[DieSighting]:
        """The same dice, each with its lean told better; what their figures explain can only gain by it."""
        nearer = [judged_again(self.picture, one) for one in poised(self.picture, [each.verdict for each in dice])]
        verdicts = [doubted_by_both(verdict, self.faces or ()) for verdict in nearer]
        return [
            _gained(one, self.sighting(verdict, apart(verdict.lean, one.verdict.lean)))
            for one, verdict in zip(dice, verdicts, strict=True)
        ]

    def expected(self, place: UpperFace) -> DieSighting | None:
        """The upper face where it should lie, known by how it leans and by its figure; None where there is none."""
        look = judge(self.picture, [DieProposal(place.x, place.y, place.side, 1.0)], refinements=1)[0]
        verdict = poised(self.picture, [replace(look, x=place.x, y=place.y, side=place.side)])[0]
        beside = np.hypot(verdict.x - place.x, verdict.y - place.y)
        if verdict.is_die < PARAMETERS.expected_die or beside > PARAMETERS.there * place.side:
            return None
        return self.sighting(verdict, apart(verdict.lean, place.lean))


def _gained(one: DieSighting, nearer: DieSighting) -> DieSighting:
    return replace(nearer, figures=tuple(map(max, one.figures, nearer.figures)))


def apart(lean: tuple[float, float], other: tuple[float, float]) -> float:
    """How far two leans lie from each other, in sides."""
    return float(np.hypot(*np.subtract(lean, other)))
