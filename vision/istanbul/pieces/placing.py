"""Who stands on the places: pieces are put onto the layout in thought, the plainest first, as long as that explains the
picture better than bare places do; then each is tried again as anything else that its paint could be, among the others
as they stand before or behind it.

A pixel is explained by the place's own picture (somewhat darker in a shadow, a pixel off), or by a paint in some light.
Both ways of disagreeing are bounded, so that glare and strangers speak for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Float32Array
from games.istanbul.standing import NEUTRAL
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces import trying
from vision.istanbul.pieces.makes import Make
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.regrouping import joined, parted
from vision.istanbul.pieces.shapes import FIGURES, NEUTRAL_MERCHANT, PLAYERS, PieceShape, lone_merchant
from vision.istanbul.pieces.surroundings import PlaceSurroundings
from vision.istanbul.pieces.templates import template_of
from vision.istanbul.pieces.trying import Kind, Tried, collides, hide, most_there, shapes_of
from vision.istanbul.pieces.vouching import chance_of_piece, counted_share, in_question, standing_odds, vouched_for
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacingParameters(Parameters):
    """How much better people must explain a place than bare print, and how far they are shifted to try."""

    share: float = parameter(0.12, "share", "of what a piece could bring there at the most", CHOSEN)
    # Print beside others looks like somebody whom they half hide; who truly is half hidden shows himself.
    half_hidden: float = parameter(0.6, "share", "in view", CHOSEN)
    plain_if_hidden: float = parameter(
        66.0,
        "squared deviations",
        "of evidence for somebody who is half hidden: print beside others looks like that",
        CHOSEN,
    )
    blob: int = parameter(9, "px", "the core of any piece", CHOSEN)
    rounds: int = parameter(3, "rounds", "of putting down and trying again", CHOSEN)
    roam_of_a_blob: int = parameter(12, "px", "from it to the foot of whose core it is", CHOSEN)
    roam: int = parameter(7, "px", "that a piece may move while it is tried again", CHOSEN)
    nearby: int = parameter(3, "px", "that it may move when it is taken for somebody else", CHOSEN)
    most: int = parameter(70, "pieces", "that are put down on a layout", CHOSEN)
    about_as_well: float = parameter(
        0.65, "share", "of what a piece explains, by which it may be somebody else in another paint", CHOSEN
    )
    most_neutral: int = parameter(3, "count", "of merchants of nobody's, with two players", CHOSEN)


PARAMETERS = PlacingParameters()
ONE_OF_EACH = ("merchant", "family member", "companion", *FIGURES)


def is_only_one(kind: str, colour: str) -> bool:
    """Whether there is but one such person: of neutral ones there are several, and of assistants."""
    return kind in ONE_OF_EACH and colour != NEUTRAL


def everybody(colours: Iterable[str] = PLAYERS, figures: Iterable[str] = FIGURES, *, neutral: bool = True) -> set[Kind]:
    """Every (kind, colour) that can stand on places."""
    kinds = ("merchant", "assistant", "family member", "companion")
    found = {(kind, colour) for kind in kinds for colour in colours} | {(one, one) for one in figures}
    return found | {NEUTRAL_MERCHANT} if neutral else found


def pieces_on(
    mosaic: Mosaic, allowed: set[Kind], standing: Iterable[PlacedPiece] = (), nobodys: int | None = None
) -> list[PlacedPiece]:
    """Everybody on the layout, or on the part of it that ``mosaic.known`` leaves.

    Args:
        mosaic: the layout from above.
        allowed: who may stand there.
        standing: who is known to stand about that part, px of this mosaic; they may hide something and are not told.
        nobodys: so many of nobody's merchants may be found.
    """
    nobodys = PARAMETERS.most_neutral if nobodys is None else nobodys
    if not nobodys:
        allowed = allowed - {NEUTRAL_MERCHANT}
    if not allowed:  # only one of nobody's could stand there, and they all stand elsewhere
        return []
    others = [as_piece(mosaic, person) for person in standing]
    pieces = _placed(mosaic, allowed, others)
    for turn in range(PARAMETERS.rounds):
        before = [(piece.colour, piece.template, piece.x, piece.y) for piece in pieces]
        for piece in list(pieces):
            _settle(mosaic, piece, [*pieces, *others], allowed)
        pieces = parted(mosaic, joined(mosaic, pieces, others, allowed), others, allowed)
        pieces = _few_of_nobody(mosaic, _kept(mosaic, pieces, others), others, allowed, nobodys)
        if turn and before == [(piece.colour, piece.template, piece.x, piece.y) for piece in pieces]:
            break
        if (
            turn < PARAMETERS.rounds - 1
        ):  # what was put down too large, or as somebody else, has hidden who stands there
            neutrals = sum(piece.colour == NEUTRAL for piece in pieces)
            rest = allowed - {NEUTRAL_MERCHANT} if neutrals >= nobodys else allowed
            pieces += _placed(mosaic, rest, [*pieces, *others]) if rest else []
    pieces = _one_of_each(mosaic, pieces, others, allowed)
    return [placed_piece(mosaic, piece, [*pieces, *others], allowed) for piece in pieces]


def plainest(mosaic: Mosaic, allowed: set[Kind], most: int) -> float:
    """How much better than bare places so many people explain the layout, the plainest ones, each where it was first
    put down."""
    pieces = _placed(mosaic, allowed, [], most)
    return sum(
        PlaceSurroundings.of(mosaic, piece, pieces).explained(piece) * counted_share(mosaic, piece) for piece in pieces
    )


def once(found: Iterable[PlacedPiece]) -> list[PlacedPiece]:
    """The people without those that stand more clearly elsewhere."""
    best: dict[tuple[str, str], PlacedPiece] = {}
    kept: list[PlacedPiece] = []
    neutrals = 0
    for person in sorted(found, key=lambda one: -one.gain):
        key = (person.kind, person.colour)
        if person.colour == NEUTRAL:
            neutrals += 1
            if neutrals > PARAMETERS.most_neutral:
                continue
        elif person.kind in ONE_OF_EACH and key in best:
            continue
        best[key] = person
        kept.append(person)
    return kept


def as_piece(mosaic: Mosaic, person: PlacedPiece) -> Tried:
    """A person that was seen, as a piece among others that are tried."""
    return Tried(person.colour, template_of(person.shape, mosaic.lean(person.x, person.y)), person.x, person.y)


# Putting pieces down, the plainest first


def _placed(mosaic: Mosaic, allowed: set[Kind], others: list[Tried], most: int | None = None) -> list[Tried]:
    around = PlaceSurroundings.beyond(mosaic, others)
    rest = around.in_view
    colours = sorted({colour for _, colour in allowed})
    strong = {colour: _strength(mosaic, colour) for colour in colours}
    open_ = {colour: np.ones_like(rest) for colour in colours}
    pieces: list[Tried] = []
    blobs = {colour: _blob(strong[colour] * rest) for colour in colours}
    most = PARAMETERS.most if most is None else most
    for _ in range(4 * PARAMETERS.most):
        tops = {colour: float(blobs[colour].max()) for colour in colours}
        colour = max(tops, key=lambda one: tops[one])
        if tops[colour] * trying.PARAMETERS.independent < 0.5 * trying.PARAMETERS.least or len(pieces) >= most:
            break
        y, x = np.unravel_index(int(blobs[colour].argmax()), rest.shape)
        piece = _best(around, colour, (int(x), int(y)), allowed, [*pieces, *others])
        if piece is None:
            _close(open_[colour], int(x), int(y))
            blobs[colour] = _blob(strong[colour] * rest) * open_[colour]
            continue
        pieces.append(piece)
        hide(rest, piece)
        blobs = {one: _blob(strong[one] * rest) * open_[one] for one in colours}
    return pieces


def _strength(mosaic: Mosaic, colour: str) -> Float32Array:
    either = np.maximum(mosaic.gain(f"{colour} side"), mosaic.gain(f"{colour} rim"))
    return np.asarray(np.maximum(either, -3.0), np.float32)


def _blob(strength: Float32Array) -> Float32Array:
    return np.asarray(cv2.boxFilter(strength, -1, (PARAMETERS.blob, PARAMETERS.blob), normalize=False), np.float32)


def _close(open_: Float32Array, x: int, y: int) -> None:
    cv2.circle(open_, (x, y), 4, 0.0, -1)


def _best(
    around: PlaceSurroundings, colour: str, at: tuple[int, int], allowed: set[Kind], standing: list[Tried]
) -> Tried | None:
    """The believable piece of this colour that explains most about a px; or a merchant for nobody's."""
    lean = around.mosaic.lean(*at)
    paints = [(colour, shape) for shape in shapes_of(colour, allowed, around.mosaic.make)]
    if colour == NEUTRAL:  # a turban alone looks like theirs: everybody's merchant wears one
        capped = {one for one in allowed if one[0] == "merchant" and one != NEUTRAL_MERCHANT}
        paints += [(one, shape) for _, one in sorted(capped) for shape in shapes_of(one, capped, around.mosaic.make)]
    tried = [around.fitted(paint, template_of(shape, lean), at, PARAMETERS.roam_of_a_blob) for paint, shape in paints]
    for gain, piece in sorted(tried, key=lambda one: -one[0]):
        if gain < trying.PARAMETERS.least:
            return None
        if collides(piece, standing) or not around.believable(piece) or not vouched_for(around.mosaic, piece):
            continue
        if (
            PlaceSurroundings.of(around.mosaic, piece, standing).explained(piece) > 0
        ):  # who hides others must be worth it
            return piece
    return None


# Trying each again among the others


def _settle(mosaic: Mosaic, piece: Tried, pieces: list[Tried], allowed: set[Kind]) -> None:
    """The piece becomes what explains most with its paint, near where it stands."""
    around = PlaceSurroundings.of(mosaic, piece, pieces)
    lean, at = mosaic.lean(piece.x, piece.y), (piece.x, piece.y)
    best = -np.inf
    for shape in in_question(mosaic, shapes_of(piece.colour, allowed, mosaic.make), at):
        gain, tried = around.fitted(piece.colour, template_of(shape, lean), at, PARAMETERS.roam)
        if gain > best and not collides(tried, pieces, but=piece):
            best = gain
            piece.become(tried)
    _recolour(around, piece, allowed)


def _recolour(around: PlaceSurroundings, piece: Tried, allowed: set[Kind]) -> None:
    """The piece takes another paint that fits it better: pale ones are alike until the shape is known."""
    own = (around.explained(piece), piece)
    piece.become(max([own, *_repainted(around, piece, allowed)], key=lambda one: one[0])[1])


def _repainted(around: PlaceSurroundings, piece: Tried, allowed: set[Kind]) -> list[tuple[float, Tried]]:
    """The piece in every other paint that its kind may have, where that fits best, and how much each explains: in a
    wrong paint it stands a few px off."""
    kind, at = piece.template.shape.kind, (piece.x, piece.y)
    bare = template_of(lone_merchant(around.mosaic.make), around.mosaic.lean(*at))
    return [
        around.fitted(colour, bare if colour == NEUTRAL else piece.template, at, PARAMETERS.nearby)
        for other, colour in allowed
        if other == kind and colour != piece.colour and kind not in FIGURES
    ]


def _few_of_nobody(
    mosaic: Mosaic, pieces: list[Tried], others: list[Tried], allowed: set[Kind], most: int
) -> list[Tried]:
    """The pieces with those of nobody's merchants that are one too many as what else they could be, those first that
    lose least by it: grey in a poor light, they are somebody's."""
    nobodys = [piece for piece in pieces if piece.colour == NEUTRAL]
    if len(nobodys) <= most:
        return pieces
    together = [*pieces, *others]
    instead = [(piece, *_otherwise(mosaic, piece, together, allowed - {NEUTRAL_MERCHANT})) for piece in nobodys]
    instead.sort(key=lambda one: one[1])
    return _become(pieces, [(piece, other) for piece, _, other in instead[: len(nobodys) - most]])


def _become(pieces: list[Tried], instead: list[tuple[Tried, Tried | None]]) -> list[Tried]:
    """The pieces with each of some as another, or without it."""
    gone = [piece for piece, other in instead if other is None]
    for piece, other in instead:
        if other is not None:
            piece.become(other)
    return [piece for piece in pieces if piece not in gone]


def _one_of_each(mosaic: Mosaic, pieces: list[Tried], others: list[Tried], allowed: set[Kind]) -> list[Tried]:
    """Where two seem to be what there is but one of, the one that could less be anything else stays it."""
    kept = list(pieces)
    ceded: dict[Tried, set[Kind]] = {}  # who has left something to another does not become it again
    for _ in range(3):
        claims: dict[Kind, list[Tried]] = {}
        for piece in kept:
            key = (piece.template.shape.kind, piece.colour)
            if is_only_one(*key):
                claims.setdefault(key, []).append(piece)
        doubled = {key: claim for key, claim in claims.items() if len(claim) > 1}
        if not doubled:
            break
        for key, claim in doubled.items():
            rest = {piece: allowed - {key} - ceded.get(piece, set()) for piece in claim}
            instead = [(piece, *_otherwise(mosaic, piece, [*kept, *others], rest[piece])) for piece in claim]
            firmest = max(instead, key=lambda one: one[1] * np.exp(standing_odds(mosaic, one[0]) / 2))[0]
            for piece in claim:
                ceded.setdefault(piece, set()).update(() if piece is firmest else {key})
            kept = _become(kept, [(piece, other) for piece, _, other in instead if piece is not firmest])
    return kept


def _otherwise(mosaic: Mosaic, piece: Tried, pieces: list[Tried], allowed: set[Kind]) -> tuple[float, Tried | None]:
    """What is lost when a piece is something else of its colour, or somebody else who explains about as much; and
    that."""
    around = PlaceSurroundings.of(mosaic, piece, pieces)
    now = around.explained(piece)
    if piece.colour in FIGURES:
        return now, None
    lean, at = mosaic.lean(piece.x, piece.y), (piece.x, piece.y)
    strangers = [
        around.fitted(colour, template_of(shape, lean), at, PARAMETERS.nearby)
        for colour in sorted({colour for _, colour in allowed} - {piece.colour})
        for shape in shapes_of(colour, allowed, mosaic.make)
    ]
    tried = [(gain, one) for gain, one in strangers if gain > PARAMETERS.about_as_well * now]
    if shapes_of(piece.colour, allowed, mosaic.make):
        other = Tried(piece.colour, piece.template, piece.x, piece.y)
        _settle(mosaic, other, [*(one for one in pieces if one is not piece), other], allowed)
        if other.template.shape.kind != piece.template.shape.kind:
            tried.append((around.explained(other), other))
    gain, best = max(tried, key=lambda one: one[0], default=(0.0, piece))
    if gain < trying.PARAMETERS.least or not around.believable(best):
        return now, None
    return now - gain, best


def _kept(mosaic: Mosaic, pieces: list[Tried], others: list[Tried]) -> list[Tried]:
    """Those that still explain something among the others, weakest tried first."""
    kept = [*pieces, *others]
    strength = {id(piece): PlaceSurroundings.of(mosaic, piece, kept).explained(piece) for piece in pieces}
    for piece in sorted(pieces, key=lambda one: strength[id(one)]):
        around = PlaceSurroundings.of(mosaic, piece, kept)
        in_view, _ = around.in_view_and_unlike(piece)
        least = trying.PARAMETERS.least if in_view > PARAMETERS.half_hidden else PARAMETERS.plain_if_hidden
        too_little = around.explained(piece) < max(least, PARAMETERS.share * most_there(mosaic, piece))
        if too_little or not around.believable(piece) or not vouched_for(mosaic, piece):
            kept.remove(piece)
    return kept[: len(kept) - len(others)]


# What is told


def placed_piece(mosaic: Mosaic, piece: Tried, pieces: list[Tried], allowed: set[Kind]) -> PlacedPiece:
    """A piece as a person, with what else could stand there."""
    around = PlaceSurroundings.of(mosaic, piece, pieces)
    gain = around.explained(piece) * counted_share(mosaic, piece)
    in_view, like = around.in_view_and_unlike(piece)
    shape = piece.template.shape
    person = PlacedPiece(
        shape.kind if piece.colour not in FIGURES else piece.colour,
        piece.colour,
        shape.under,
        shape.count,
        int(mosaic.cell[min(piece.y, mosaic.cell.shape[0] - 1), min(piece.x, mosaic.cell.shape[1] - 1)]),
        piece.x,
        piece.y,
        gain,
        like,
        in_view,
        shape,
        vouched=chance_of_piece(mosaic, piece, gain),
    )
    lean, at = mosaic.lean(piece.x, piece.y), (piece.x, piece.y)
    rivals: list[float] = []
    counts: dict[int, float] = {}
    for colour in sorted({colour for _, colour in allowed}):
        for other in (
            shapes_of(colour, allowed, mosaic.make)
            if colour == piece.colour
            else _same(shape, colour, allowed, mosaic.make)
        ):
            most, _ = around.fitted(colour, template_of(other, lean), at, PARAMETERS.nearby)
            if colour == piece.colour and other.kind == shape.kind:
                number = other.under if other.kind == "merchant" else other.count
                counts[number] = max(counts.get(number, -np.inf), most)
            else:
                rivals.append(most)
    best = max(counts.values())
    log_odds = tuple(float(counts.get(number, -np.inf) - best) for number in range(max(counts) + 1))
    return replace(person, margin=gain - max([*rivals, 0.0]), counts=log_odds)


def _same(shape: PieceShape, colour: str, allowed: set[Kind], make: Make) -> Iterable[PieceShape]:
    """The like of a shape in another colour."""
    if colour in FIGURES or colour == NEUTRAL:
        return shapes_of(colour, allowed, make)
    return (shape,) if (shape.kind, colour) in allowed else ()
