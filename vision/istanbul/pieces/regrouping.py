"""People who were taken for one another where they stand close: a merchant's parts for people of their own, and a
merchant's turban for that of whoever stands before him."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.istanbul.layout.mosaic import PX_PER_MM, Mosaic
from vision.istanbul.pieces import surroundings, trying
from vision.istanbul.pieces.shapes import FIGURES, NEUTRAL_MERCHANT
from vision.istanbul.pieces.surroundings import PlaceSurroundings
from vision.istanbul.pieces.templates import Template, template_of
from vision.istanbul.pieces.trying import Kind, Tried, collides, shapes_of, sweep
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class RegroupingParameters(Parameters):
    """When several who stand close are one piece, or one is parts of several."""

    plainly_like: float = parameter(
        2.0,
        "squared standard deviations",
        "mean squared standard deviations from its paint of who takes others' place: larger explains more",
        CHOSEN,
    )
    parts_px: int = parameter(
        11, "px", "from one part of a merchant to the others, where they were taken for people", CHOSEN
    )
    apart_px: float = parameter(
        6.0, "px", "between two turbans of which one may be in view only beyond the other", CHOSEN
    )
    beyond_px: int = parameter(
        16, "px", "from a merchant's foot to where it truly is, when his turban was thought to be another's", CHOSEN
    )
    tall: int = parameter(
        2,
        "pieces",
        "assistants below a merchant from which somebody beside him may have been taken for some of them",
        CHOSEN,
    )
    under_px: int = parameter(8, "px", "about the spot where a turban's owner should have his foot", CHOSEN)


PARAMETERS = RegroupingParameters()


def joined(mosaic: Mosaic, pieces: list[Tried], others: list[Tried], allowed: set[Kind]) -> list[Tried]:
    """The pieces with a larger one in the stead of those that its parts were taken for, where it explains more: a
    turban that was put down first looks like somebody pale."""
    regrouped = list(pieces)
    for piece in pieces:
        if piece not in regrouped or not _small(piece):
            continue
        parts = [
            one for one in regrouped if _small(one) and np.hypot(one.x - piece.x, one.y - piece.y) < PARAMETERS.parts_px
        ]
        rest = [one for one in (*regrouped, *others) if one not in parts]
        around = [(one, PlaceSurroundings.of(mosaic, one, [*regrouped, *others])) for one in parts]
        explained = sum(its.explained(one) for one, its in around)
        unlike = max(its.in_view_and_unlike(one)[1] for one, its in around)
        found = _capped(mosaic, piece, rest, allowed, max(unlike, PARAMETERS.plainly_like))
        if found is not None and found[0] > explained:
            regrouped = [*(one for one in regrouped if one not in parts), found[1]]
    return regrouped


def _small(piece: Tried) -> bool:
    return piece.template.shape.kind != "merchant" and piece.colour not in FIGURES


def _capped(
    mosaic: Mosaic, about: Tried, others: list[Tried], allowed: set[Kind], unlike: float
) -> tuple[float, Tried] | None:
    """Who of those with something pale on top explains what is about there best among the others, and how much of it;
    nobody who is farther from his paint than ``unlike``."""
    around, lean = PlaceSurroundings.of(mosaic, about, others), mosaic.lean(about.x, about.y)
    capped = {(kind, colour) for kind, colour in allowed if kind in ("merchant", "companion")}
    best: tuple[float, float, Tried] | None = None
    for colour in sorted({colour for _, colour in capped}):
        for shape in shapes_of(colour, capped, mosaic.make):
            gain, tried = around.fitted(colour, template_of(shape, lean), (about.x, about.y), PARAMETERS.parts_px)
            if gain < trying.PARAMETERS.least or collides(tried, others):
                continue
            in_view, like = around.in_view_and_unlike(tried)
            fits = gain / (1 + like)  # what is larger explains more, be it ever so unlike itself
            if in_view >= surroundings.PARAMETERS.in_view and like <= unlike and (best is None or fits > best[0]):
                best = fits, gain, tried
    return None if best is None else best[1:]


def parted(mosaic: Mosaic, pieces: list[Tried], others: list[Tried], allowed: set[Kind]) -> list[Tried]:
    """The pieces with two in the stead of a merchant where they explain more: his turban may be that of somebody who
    looks over his head, where pale wood below it hides that there are two; and his stack somebody of his own colour
    who stands beside him."""
    regrouped = list(pieces)
    for piece in pieces:
        if piece.template.shape.kind != "merchant":
            continue
        rest = [one for one in (*regrouped, *others) if one is not piece]
        taken = {(one.template.shape.kind, one.colour) for one in (piece, *rest)} - {("assistant", piece.colour)}
        two = _two(mosaic, piece, rest, {one for one in allowed - taken if one[0] == "merchant"} - {NEUTRAL_MERCHANT})
        if two is None and piece.template.shape.under >= PARAMETERS.tall:
            two = _beside(mosaic, piece, rest, {one for one in allowed - taken if one[1] == piece.colour})
        if two is not None:
            regrouped = [*(one for one in regrouped if one is not piece), *two]
    return regrouped


def _beside(mosaic: Mosaic, piece: Tried, others: list[Tried], unseen: set[Kind]) -> tuple[Tried, Tried] | None:
    """The merchant on another stack, and who of his colour may stand beside him, where both are believable and explain
    more."""
    around, lean, at = PlaceSurroundings.of(mosaic, piece, others), mosaic.lean(piece.x, piece.y), (piece.x, piece.y)
    best: tuple[float, Tried, Tried] | None = None
    for kind in sorted(unseen):
        own = [
            around.fitted(piece.colour, template_of(one, lean), at, PARAMETERS.beyond_px)
            for one in shapes_of(kind[1], {kind}, mosaic.make)
        ]
        gain, beside = max(own, key=lambda one: one[0])
        if gain < trying.PARAMETERS.least or collides(beside, others) or not around.believable(beside):
            continue
        front = PlaceSurroundings.of(mosaic, piece, [*others, beside])
        for shape in shapes_of(piece.colour, {("merchant", piece.colour)}, mosaic.make):
            more, merchant = front.fitted(piece.colour, template_of(shape, lean), at, PARAMETERS.beyond_px)
            if collides(merchant, [*others, beside]) or not front.believable(merchant):
                continue
            if best is None or gain + more > best[0]:
                best = gain + more, merchant, beside
    if best is None or best[0] < around.explained(piece) + trying.PARAMETERS.least:
        return None
    return best[1:]


def _two(mosaic: Mosaic, piece: Tried, others: list[Tried], unseen: set[Kind]) -> tuple[Tried, Tried] | None:
    """The merchant with his turban elsewhere, and whoever's it is, where both are believable and explain more."""
    around = PlaceSurroundings.of(mosaic, piece, others)
    front = _with_turban_elsewhere(around, piece)
    if front is None or not around.believable(front) or collides(front, others):
        return None
    needed = around.explained(piece) - around.explained(front) + trying.PARAMETERS.least
    best: tuple[float, Tried] | None = None
    lean, turban = mosaic.lean(piece.x, piece.y), _turban(mosaic, piece)
    for colour in sorted({colour for _, colour in unseen}):
        for shape in shapes_of(colour, unseen, mosaic.make):
            template = template_of(shape, lean)
            foot = (round(turban[0] - _rise(template, lean)[0]), round(turban[1] - _rise(template, lean)[1]))
            beyond = PlaceSurroundings.of(mosaic, Tried(colour, template, *foot), [*others, front])
            gain, owner = beyond.fitted(colour, template, foot, PARAMETERS.under_px)
            if gain < needed or (best is not None and gain <= best[0]) or collides(owner, [*others, front]):
                continue
            if beyond.believable(owner):
                best = gain, owner
    return None if best is None else (front, best[1])


def _with_turban_elsewhere(around: PlaceSurroundings, piece: Tried) -> Tried | None:
    """The merchant as he explains most with his turban ``apart_px`` or more from where it was thought to be."""
    lean, turban = around.mosaic.lean(piece.x, piece.y), _turban(around.mosaic, piece)
    best: tuple[float, Tried] | None = None
    for shape in shapes_of(piece.colour, {("merchant", piece.colour)}, around.mosaic.make):
        template = template_of(shape, lean)
        explained, (left, top) = sweep(
            around.gain, around.in_view, piece.colour, template, (piece.x, piece.y), PARAMETERS.beyond_px
        )
        rows, columns = np.mgrid[: explained.shape[0], : explained.shape[1]]
        across, down = _rise(template, lean)
        away = np.hypot(columns + left + across - turban[0], rows + top + down - turban[1]) >= PARAMETERS.apart_px
        explained = np.where(away, explained, -np.inf)
        row, column = np.unravel_index(int(explained.argmax()), explained.shape)
        gain = float(explained[row, column])
        if best is None or gain > best[0]:
            best = gain, Tried(piece.colour, template, int(column) + left, int(row) + top)
    return None if best is None else best[1]


def _turban(mosaic: Mosaic, piece: Tried) -> tuple[float, float]:
    """Px where a piece's top is seen."""
    across, down = _rise(piece.template, mosaic.lean(piece.x, piece.y))
    return piece.x + across, piece.y + down


def _rise(template: Template, lean: tuple[float, float]) -> tuple[float, float]:
    """Px from a piece's foot to where its top is seen."""
    high = template.shape.bodies[-1].high * PX_PER_MM
    return lean[0] * high, lean[1] * high
