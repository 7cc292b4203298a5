"""Read the dice of one picture: find, judge, and refuse whatever a careful person would not call out."""

from __future__ import annotations

from dataclasses import replace

from calibration.arrays import Float64Array
from vision.dice.dice_picture import DicePicture
from vision.dice.observation import DiceObservation, SeenDie, UnreadDie
from vision.dice.own_dice import OwnDice
from vision.dice.panels import panels_of
from vision.dice.refusal import NOT_CLEAR, beside_cocked, of_a_cloth, why_not
from vision.dice.seeking import seen_dice
from vision.dice.sighting import DieSighting, face_of
from vision.dice.underside import shines_through
from vision.dice.upper_face import edge_there
from vision.dice.upper_ones import upper_ones
from vision.frames import Picture
from vision.networks.dice.tray import upper_faces


def read_dice(
    picture: Picture,
    table_up: Float64Array | None = None,
    focal_px: float | None = None,
    own: OwnDice | None = None,
) -> DiceObservation:
    """The dice that lie in a BGR picture.

    A number is told where the judge and the figure of the pips agree, the face is whole, and the die lies as level as
    the table and the other dice tell.

    Args:
        picture: of the table, from above or aslant; each die at least 12 px large.
        table_up: (3,) the table's up in the camera's frame (right, down, forward), where a calibration tells it.
        focal_px: of the camera, where it is known.
        own: the dice that were thrown before, where it is the same table and light; what is told is added to them.
    """
    panels = panels_of(picture)
    if len(panels) == 1:
        return _read(DicePicture(picture, table_up, focal_px, own))
    parts = [_moved(_read(DicePicture(panel.picture)), panel.left, panel.top) for panel in panels]
    return DiceObservation(
        tuple(sorted((die for part in parts for die in part.dice), key=lambda die: die.y)),
        tuple(sorted((die for part in parts for die in part.unread), key=lambda die: die.y)),
    )


def _moved(seen: DiceObservation, right: int, down: int) -> DiceObservation:
    return DiceObservation(
        tuple(replace(die, x=die.x + right, y=die.y + down) for die in seen.dice),
        tuple(replace(die, x=die.x + right, y=die.y + down) for die in seen.unread),
    )


def _read(known: DicePicture) -> DiceObservation:
    """The dice of one photograph."""
    known = replace(known, faces=upper_faces(known.picture))
    found = seen_dice(known)
    discs = of_a_cloth(found)
    # What the tray's network sees no upper face in tells nothing of the table, and nor do the discs of a cloth: spots
    # look every way.
    dismissed = [not one.vouched_for or (discs and one.verdict.pips == 1) for one in found]
    seen, sides = upper_ones(known, [one for one, no_die in zip(found, dismissed, strict=True) if not no_die])
    dice, unread = [], [_not_clear(one) for one, no_die in zip(found, dismissed, strict=True) if no_die]
    how, table = known.stances(seen)
    cocked = [min(1.0, 1 - stance.level + side) for stance, side in zip(how, sides, strict=True)]
    edges = [edge_there(face_of(one.verdict), known.size, table) for one in seen]
    beside = beside_cocked(edges, [stance.cocked for stance in how])
    for one, chance, edge, another in zip(seen, cocked, edges, beside, strict=True):
        verdict, why = one.verdict, why_not(one, chance, known.size, beside_cocked=another)
        if why is None and shines_through(known.picture, face_of(verdict), verdict.pips):
            why = NOT_CLEAR
        if why is None:
            dice.append(SeenDie(verdict.pips, verdict.x, verdict.y, verdict.side, one.confidence))
            if known.own is not None:
                known.own.learn(known.picture, one, edge)
        else:
            unread.append(UnreadDie(verdict.x, verdict.y, verdict.side, why))
    return DiceObservation(tuple(dice), tuple(unread))


def _not_clear(one: DieSighting) -> UnreadDie:
    return UnreadDie(one.verdict.x, one.verdict.y, one.verdict.side, NOT_CLEAR)
