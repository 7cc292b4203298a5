"""Some of the places read anew, while everybody else is known to stand where he stood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from games.istanbul.standing import NEUTRAL
from vision.istanbul.hypotheses import Lawful
from vision.istanbul.layout.mosaic import PX_PER_MM, Mosaic
from vision.istanbul.pieces import shapes
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.placing import is_only_one, pieces_on
from vision.istanbul.pieces.trying import Kind
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class RereadingParameters(Parameters):
    """Where places are read once more, and how lawful the other reading has to be."""

    as_lawful: float = parameter(
        0.75, "share", "of what people explain on a place, where that is against the rules", CHOSEN
    )
    reach_px: int = parameter(34, "px", "about a place: what may lean into it", CHOSEN)
    beside: float = parameter(1.3, "places", "between middles of any that touch by a side or a corner", CHOSEN)


PARAMETERS = RereadingParameters()


def read_places(
    mosaic: Mosaic, placed: Sequence[PlacedPiece], group: set[int], allowed: set[Kind], nobodys: int
) -> tuple[PlacedPiece, ...]:
    """The people with those on some places read anew.

    Args:
        mosaic: the whole layout. placed: who was seen on it.
        group: indices of the places. allowed: who may be found there.
        nobodys: so many of nobody's merchants may be on the layout.
    """
    here = np.isin(mosaic.cell, list(group))
    rows, columns = np.flatnonzero(here.any(axis=1)), np.flatnonzero(here.any(axis=0))
    left, top = max(0, int(columns[0]) - PARAMETERS.reach_px), max(0, int(rows[0]) - PARAMETERS.reach_px)
    right, bottom = int(columns[-1]) + PARAMETERS.reach_px, int(rows[-1]) + PARAMETERS.reach_px
    part = mosaic.part(left, top, right, bottom)
    part = replace(part, known=np.asarray(part.known * here[top:bottom, left:right], np.float32))
    others = [person for person in placed if person.cell not in group]
    near = [person for person in others if left <= person.x < right and top <= person.y < bottom]
    moved = [replace(person, x=person.x - left, y=person.y - top) for person in near]
    elsewhere = sum(person.colour == NEUTRAL for person in others)
    found = pieces_on(part, allowed, moved, max(0, nobodys - elsewhere))
    back = (replace(person, x=person.x + left, y=person.y + top) for person in found if person.cell in group)
    return (*others, *back)


def lawfully(
    mosaic: Mosaic, found: Sequence[PlacedPiece], numbers: Sequence[int], may: Lawful, allowed: set[Kind], nobodys: int
) -> tuple[PlacedPiece, ...]:
    """The people with whoever is seen where the rules let nobody put him as somebody who may stand there, where that
    explains about as much.

    Args:
        mosaic, found, allowed, nobodys: as for :func:`read_places`.
        numbers: of the places, by their indices.
        may: where everybody may stand by the rules; who is not in it may stand anywhere.
    """
    placed = tuple(found)
    for person in found:
        place = numbers[person.cell]
        if place in may.get(recorded(person.kind, person.colour), (place,)) or person not in placed:
            continue
        beside = {(one.kind, one.colour) for one in placed if one.cell == person.cell and one is not person}
        if person.kind == "assistant" and ("merchant", person.colour) in beside:
            continue  # part of his stack
        elsewhere = _of_whom_there_is_one(one for one in placed if one.cell != person.cell)
        lawful = {one for one in allowed if place in may.get(recorded(*one), ())} - elsewhere
        kinds = (lawful | beside) - {(person.kind, person.colour)}
        if not kinds:
            continue
        instead = read_places(mosaic, placed, {person.cell}, kinds, nobodys)
        before, after = (sum(one.gain for one in some if one.cell == person.cell) for some in (placed, instead))
        if after > PARAMETERS.as_lawful * before:
            placed = instead
    return placed


def _of_whom_there_is_one(pieces: Iterable[PlacedPiece]) -> set[Kind]:
    return {(one.kind, one.colour) for one in pieces if is_only_one(one.kind, one.colour)}


def recorded(kind: str, colour: str) -> tuple[str, str]:
    """A piece's kind and colour as the record has them: figures that nobody owns have no colour."""
    return kind, "" if kind == colour else colour


def groups_of(changed: set[int], middles: Float64Array) -> list[set[int]]:
    """Places that lie side by side are read together."""
    beside = PARAMETERS.beside * shapes.PARAMETERS.place_wide_mm * PX_PER_MM
    groups: list[set[int]] = []
    for index in sorted(changed):
        near = [group for group in groups if any(np.abs(middles[index] - middles[one]).max() < beside for one in group)]
        merged = {index}.union(*near)
        groups = [group for group in groups if group not in near] + [merged]
    return groups


def doubled_cells(placed: Sequence[PlacedPiece]) -> set[int]:
    """Places (their indices) with somebody of whom there is but one, and who was seen on another as well."""
    cells: dict[Kind, set[int]] = {}
    for person in placed:
        if is_only_one(person.kind, person.colour):
            cells.setdefault((person.kind, person.colour), set()).add(person.cell)
    return set().union(*(some for some in cells.values() if len(some) > 1))
