"""Who stands on the places: pieces are put onto the layout in thought, the plainest first, as long as that explains the
picture better than bare places do; then each is tried again as anything else that its paint could be, among the others
as they stand before or behind it.

A pixel is explained by the place's own picture (somewhat darker in a shadow, a pixel off), or by a paint in some light.
Both ways of disagreeing are bounded, so that glare and strangers speak for nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.istanbul.mosaic import CAP as BARE_CAP
from vision.istanbul.mosaic import Mosaic
from vision.istanbul.paints import CAP as PAINT_CAP
from vision.istanbul.shapes import FIGURES, PLAYERS, Shape
from vision.istanbul.stamps import Stamp, alone, pawns, players_shapes, stamp_of

Floats = NDArray[np.float32]
Kind = tuple[str, str]  # kind, colour

INDEPENDENT = 0.22  # neighbouring pixels repeat each other
LEAST = 22.0  # log-likelihood that a piece must bring
SHARE = 0.12  # of what a piece of its size in view could bring at the most
LIKE = 5.0  # mean squared standard deviations from its paint at which a piece is still believed
IN_VIEW = 0.35  # share of a piece that others must leave in view
MOST = 70  # pieces on a layout
ONE_OF_EACH = ("merchant", "family member", "companion", *FIGURES)
_RADIUS_PX = {"merchant": 8.2, "assistant": 7.5, "family member": 4.5, "companion": 5.0}
_PAWN_PX = 6.0
APART = 0.7  # of what two pieces measure, between their feet: the picture may be a few px off
MOST_NEUTRAL = 3  # merchants of nobody's, with two players
BLOB = 9  # px: the core of any piece
NEAR = 44  # px within which pieces hide one another
PILE = 40.0  # nats: assistants of one colour meet below their merchant only, "pick it up"
COMPANION = 10.0  # nats: its surfaces run into each other, so they look like more than others do
ROUNDS = 3  # of putting down and trying again
ROAM = 7  # px that a piece may move while it is tried again


@dataclass(frozen=True, slots=True)
class Person:
    """A piece that was seen.

    Attributes:
        kind, colour: as :class:`games.istanbul.standing.Standing` has them; a figure's colour is its kind.
        under: assistants below a merchant. count: assistants in a pile of their own.
        cell: index of the place. x, y: its foot, px of the mosaic.
        gain: log-likelihood over its not being there. like: mean squared standard deviations from its paint.
        in_view: share of it that nothing hides. margin: over the best other piece at the same spot.
        shape: how it stands.
        counts: log-likelihood of each number of assistants, relative to the best.
    """

    kind: str
    colour: str
    under: int
    count: int
    cell: int
    x: int
    y: int
    gain: float
    like: float
    in_view: float
    shape: Shape
    margin: float = 0.0
    counts: tuple[float, ...] = ()


@dataclass(eq=False, slots=True)
class Tried:
    """A piece as it is tried: its colour, its stamp, its foot in px."""

    colour: str
    stamp: Stamp
    x: int
    y: int


def everybody(colours: Iterable[str] = PLAYERS, figures: Iterable[str] = FIGURES, *, neutral: bool = True) -> set[Kind]:
    """Every (kind, colour) that can stand on places."""
    kinds = ("merchant", "assistant", "family member", "companion")
    found = {(kind, colour) for kind in kinds for colour in colours} | {(one, one) for one in figures}
    return found | {("merchant", "neutral")} if neutral else found


def people_on(
    mosaic: Mosaic, allowed: set[Kind], standing: Iterable[Person] = (), nobodys: int = MOST_NEUTRAL
) -> list[Person]:
    """Everybody on the layout, or on the part of it that ``mosaic.known`` leaves.

    Args:
        mosaic: the layout from above.
        allowed: who may stand there.
        standing: who is known to stand about that part, px of this mosaic; they may hide something and are not told.
        nobodys: so many of nobody's merchants may be found.
    """
    if not nobodys:
        allowed = allowed - {("merchant", "neutral")}
    others = [as_piece(mosaic, person) for person in standing]
    pieces = _placed(mosaic, allowed, others)
    for turn in range(ROUNDS):
        before = [(piece.colour, piece.stamp, piece.x, piece.y) for piece in pieces]
        for piece in list(pieces):
            _settle(mosaic, piece, [*pieces, *others], allowed)
        pieces = _few_of_nobody(mosaic, _kept(mosaic, pieces, others), others, nobodys)
        if turn and before == [(piece.colour, piece.stamp, piece.x, piece.y) for piece in pieces]:
            break
        if turn < ROUNDS - 1:  # what was put down too large, or as somebody else, has hidden who stands there
            neutrals = sum(piece.colour == "neutral" for piece in pieces)
            rest = allowed - {("merchant", "neutral")} if neutrals >= nobodys else allowed
            pieces += _placed(mosaic, rest, [*pieces, *others])
    pieces = _one_of_each(mosaic, pieces, others, allowed)
    return [told(mosaic, piece, [*pieces, *others], allowed) for piece in pieces]


def once(found: Iterable[Person]) -> list[Person]:
    """The people without those that stand more clearly elsewhere."""
    best: dict[tuple[str, str], Person] = {}
    kept: list[Person] = []
    neutrals = 0
    for person in sorted(found, key=lambda one: -one.gain):
        key = (person.kind, person.colour)
        if person.colour == "neutral":
            neutrals += 1
            if neutrals > MOST_NEUTRAL:
                continue
        elif person.kind in ONE_OF_EACH and key in best:
            continue
        best[key] = person
        kept.append(person)
    return kept


def as_piece(mosaic: Mosaic, person: Person) -> Tried:
    """A person that was seen, as a piece among others that are tried."""
    return Tried(person.colour, stamp_of(person.shape, mosaic.lean(person.x, person.y)), person.x, person.y)


# Putting pieces down, the plainest first


def _placed(mosaic: Mosaic, allowed: set[Kind], others: list[Tried]) -> list[Tried]:
    rest = mosaic.known.copy()
    for one in others:
        hide(rest, one)
    colours = sorted({colour for _, colour in allowed})
    strong = {colour: _strength(mosaic, colour) for colour in colours}
    open_ = {colour: np.ones_like(rest) for colour in colours}
    pieces: list[Tried] = []
    blobs = {colour: _blob(strong[colour] * rest) for colour in colours}
    for _ in range(4 * MOST):
        tops = {colour: float(blobs[colour].max()) for colour in colours}
        colour = max(tops, key=lambda one: tops[one])
        if tops[colour] * INDEPENDENT < 0.5 * LEAST or len(pieces) >= MOST:
            break
        y, x = np.unravel_index(int(blobs[colour].argmax()), rest.shape)
        piece = _best(mosaic, rest, colour, (int(x), int(y)), allowed, [*pieces, *others])
        if piece is None:
            _close(open_[colour], int(x), int(y))
            blobs[colour] = _blob(strong[colour] * rest) * open_[colour]
            continue
        pieces.append(piece)
        hide(rest, piece)
        blobs = {one: _blob(strong[one] * rest) * open_[one] for one in colours}
    return pieces


def hide(rest: Floats, piece: Tried) -> None:
    """Nothing more is seen where a piece stands."""
    window, part = _overlap(rest, piece)
    rest[window] *= 1 - piece.stamp.cover[part]


def _strength(mosaic: Mosaic, colour: str) -> Floats:
    either = np.maximum(mosaic.gain(f"{colour} side"), mosaic.gain(f"{colour} rim"))
    return np.asarray(np.maximum(either, -3.0), np.float32)


def _blob(strength: Floats) -> Floats:
    return np.asarray(cv2.boxFilter(strength, -1, (BLOB, BLOB), normalize=False), np.float32)


def _close(open_: Floats, x: int, y: int) -> None:
    cv2.circle(open_, (x, y), 4, 0.0, -1)


def _best(
    mosaic: Mosaic, rest: Floats, colour: str, at: tuple[int, int], allowed: set[Kind], standing: list[Tried]
) -> Tried | None:
    """The believable piece of this colour that explains most about a px."""
    lean = mosaic.lean(*at)
    tried: list[tuple[float, Tried]] = []
    for shape in shapes_of(colour, allowed):
        stamp = stamp_of(shape, lean)
        gain, foot = swept(mosaic.gain, rest, colour, stamp, at, 12)
        tried.append((INDEPENDENT * gain - _cost(shape), Tried(colour, stamp, *foot)))
    for gain, piece in sorted(tried, key=lambda one: -one[0]):
        if gain < LEAST:
            return None
        if not collides(piece, standing) and believable(mosaic, rest, piece):
            return piece
    return None


def shapes_of(colour: str, allowed: set[Kind]) -> Sequence[Shape]:
    """Every shape that may be painted so."""
    if colour in FIGURES:
        return (pawns()[colour],)
    if colour == "neutral":
        return (alone(),)
    return [shape for shape in players_shapes() if (shape.kind, colour) in allowed]


def _cost(shape: Shape) -> float:
    if shape.kind == "companion":
        return COMPANION
    return PILE * (shape.count - 1) if shape.kind == "assistant" else 0.0


def _surface(shows: str, colour: str) -> str:
    if shows == "paint":
        return colour
    return f"{colour} {shows}" if shows in ("side", "rim", "ring", "patch") else shows


def swept(
    gains: Callable[[str], Floats], weight: Floats, colour: str, stamp: Stamp, at: tuple[int, int], roam: int
) -> tuple[float, tuple[int, int]]:
    """The most that a stamp explains with its foot within ``roam`` px of a px, and where that is."""
    reach = stamp.reach + roam
    height, width = weight.shape
    left, top = max(0, at[0] - reach), max(0, at[1] - reach)
    right, bottom = min(width, at[0] + reach + 1), min(height, at[1] + reach + 1)
    window = (slice(top, bottom), slice(left, right))
    total = np.zeros((bottom - top, right - left), np.float32)
    for shows, mask in zip(stamp.shows, stamp.masks, strict=True):
        gain = gains(_surface(shows, colour))[window] * weight[window]
        total += cv2.filter2D(gain, cv2.CV_32F, mask, borderType=cv2.BORDER_CONSTANT)
    inner = total[
        max(0, at[1] - roam) - top : at[1] + roam + 1 - top, max(0, at[0] - roam) - left : at[0] + roam + 1 - left
    ]
    row, column = np.unravel_index(int(inner.argmax()), inner.shape)
    foot = (int(column) + max(0, at[0] - roam), int(row) + max(0, at[1] - roam))
    return float(inner[row, column]), foot


def _overlap(whole: Floats, piece: Tried) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The window of a piece in a picture, and the part of its stamp that lies in it."""
    reach = piece.stamp.reach
    height, width = whole.shape
    left, top = piece.x - reach, piece.y - reach
    right, bottom = piece.x + reach + 1, piece.y + reach + 1
    window = (_between(top, bottom, height), _between(left, right, width))
    part = (
        slice(window[0].start - top, window[0].stop - top),
        slice(window[1].start - left, window[1].stop - left),
    )
    return window, part


def _between(low: int, high: int, most: int) -> slice:
    start = min(max(0, low), most)
    return slice(start, max(start, min(high, most)))


def collides(piece: Tried, standing: Sequence[Tried], *, but: Tried | None = None) -> bool:
    """Whether a piece would stand inside another."""
    own = _RADIUS_PX.get(piece.stamp.shape.kind, _PAWN_PX)
    return any(
        np.hypot(piece.x - other.x, piece.y - other.y)
        < APART * (own + _RADIUS_PX.get(other.stamp.shape.kind, _PAWN_PX))
        for other in standing
        if other is not but
    )


def believable(mosaic: Mosaic, rest: Floats, piece: Tried) -> bool:
    """Whether enough of a piece is in view, and that looks like its paint."""
    seen, like = _look(mosaic, rest, piece)
    return seen >= IN_VIEW and like <= LIKE


def _look(mosaic: Mosaic, weight: Floats, piece: Tried) -> tuple[float, float]:
    """Share of a piece that is in view, and how far what is in view is from its paint."""
    window, part = _overlap(weight, piece)
    total, off = 0.0, 0.0
    for shows, mask in zip(piece.stamp.shows, piece.stamp.masks, strict=True):
        share = mask[part] * weight[window]
        total += float(share.sum())
        off += float((share * mosaic.paints[_surface(shows, piece.colour)][window]).sum())
    # What leans over the layout's edge is not known to be hidden.
    beyond = float((piece.stamp.cover[part] * (1 - mosaic.known[window])).sum())
    return (total + 0.7 * beyond) / piece.stamp.area, off / total if total > 1 else PAINT_CAP


# Trying each again among the others


def _settle(mosaic: Mosaic, piece: Tried, pieces: list[Tried], allowed: set[Kind]) -> None:
    """The piece becomes what explains most with its paint, near where it stands."""
    weight, behind = among(mosaic, piece, pieces)
    gains = less(mosaic, behind)
    lean = mosaic.lean(piece.x, piece.y)
    best, chosen, foot = -np.inf, piece.stamp, (piece.x, piece.y)
    for shape in shapes_of(piece.colour, allowed):
        stamp = stamp_of(shape, lean)
        gain, at = swept(gains, weight, piece.colour, stamp, (piece.x, piece.y), ROAM)
        gain = INDEPENDENT * gain - _cost(shape)
        if gain > best and not collides(Tried(piece.colour, stamp, *at), pieces, but=piece):
            best, chosen, foot = gain, stamp, at
    piece.stamp, (piece.x, piece.y) = chosen, foot
    _recolour(mosaic, piece, weight, behind, allowed)


def _recolour(mosaic: Mosaic, piece: Tried, weight: Floats, behind: Floats, allowed: set[Kind]) -> None:
    """The piece takes another paint that fits it better: pale ones are alike until the shape is known."""
    kind = piece.stamp.shape.kind
    if kind in FIGURES:
        return
    bare = stamp_of(alone(), mosaic.lean(piece.x, piece.y))
    tried = [(_gain(mosaic, piece, weight, behind), piece)]
    for other, colour in allowed:
        if other == kind and colour != piece.colour:
            stamp = bare if colour == "neutral" else piece.stamp
            painted = Tried(colour, stamp, piece.x, piece.y)
            tried.append((_gain(mosaic, painted, weight, behind), painted))
    best = max(tried, key=lambda one: one[0])[1]
    piece.colour, piece.stamp = best.colour, best.stamp


def _few_of_nobody(mosaic: Mosaic, pieces: list[Tried], others: list[Tried], most: int) -> list[Tried]:
    """The pieces without those of nobody's merchants that are one too many, the faintest first: grey in a poor light,
    they are somebody's."""
    nobodys = [piece for piece in pieces if piece.colour == "neutral"]
    if len(nobodys) <= most:
        return pieces
    together = [*pieces, *others]
    nobodys.sort(key=lambda one: -_gain(mosaic, one, *among(mosaic, one, together)))
    gone = nobodys[most:]
    return [piece for piece in pieces if piece not in gone]


def _one_of_each(mosaic: Mosaic, pieces: list[Tried], others: list[Tried], allowed: set[Kind]) -> list[Tried]:
    """Where two seem to be what there is but one of, the one that could less be anything else stays it."""
    kept = list(pieces)
    for _ in range(3):
        claims: dict[Kind, list[Tried]] = {}
        for piece in kept:
            key = (piece.stamp.shape.kind, piece.colour)
            if key[0] in ONE_OF_EACH and piece.colour != "neutral":
                claims.setdefault(key, []).append(piece)
        doubled = {key: claim for key, claim in claims.items() if len(claim) > 1}
        if not doubled:
            break
        for key, claim in doubled.items():
            instead = [(piece, *_otherwise(mosaic, piece, [*kept, *others], allowed - {key})) for piece in claim]
            firmest = max(instead, key=lambda one: one[1])
            for piece, _, other in instead:
                if piece is firmest[0]:
                    continue
                if other is None:
                    kept.remove(piece)
                else:
                    piece.stamp, piece.x, piece.y = other.stamp, other.x, other.y
    return kept


def _otherwise(mosaic: Mosaic, piece: Tried, pieces: list[Tried], allowed: set[Kind]) -> tuple[float, Tried | None]:
    """What is lost when a piece is something else of its colour, and that."""
    weight, behind = among(mosaic, piece, pieces)
    now = _gain(mosaic, piece, weight, behind)
    other = Tried(piece.colour, piece.stamp, piece.x, piece.y)
    if piece.colour in FIGURES or not shapes_of(piece.colour, allowed):
        return now, None
    instead = [one for one in pieces if one is not piece]
    _settle(mosaic, other, [*instead, other], allowed)
    gain = _gain(mosaic, other, weight, behind)
    changed = other.stamp.shape.kind != piece.stamp.shape.kind
    if not changed or gain < LEAST or not believable(mosaic, weight, other):
        return now, None
    return now - gain, other


def less(mosaic: Mosaic, behind: Floats) -> Callable[[str], Floats]:
    """What surfaces gain over the bare place and over what stands behind."""
    if not behind.any():
        return mosaic.gain
    return lru_cache(maxsize=None)(lambda name: mosaic.gain(name) - behind)


def among(mosaic: Mosaic, piece: Tried, pieces: list[Tried]) -> tuple[Floats, Floats]:
    """(h, w) what of a piece those in front of it leave in view, and what those behind it explain there."""
    weight = mosaic.known.copy()
    behind = np.zeros_like(weight)
    own = _far(mosaic, piece)
    near = [one for one in pieces if one is not piece and abs(one.x - piece.x) < NEAR and abs(one.y - piece.y) < NEAR]
    free = np.ones_like(weight) if near else weight
    for one in sorted(near, key=lambda other: _far(mosaic, other)):
        window, part = _overlap(weight, one)
        if _far(mosaic, one) <= own:
            weight[window] *= 1 - one.stamp.cover[part]
            continue
        for shows, mask in zip(one.stamp.shows, one.stamp.masks, strict=True):
            behind[window] += mask[part] * free[window] * mosaic.gain(_surface(shows, one.colour))[window]
        free[window] *= 1 - one.stamp.cover[part]
    return weight, behind


def _far(mosaic: Mosaic, piece: Tried) -> float:
    return float(np.hypot(piece.x - mosaic.eye_px[0], piece.y - mosaic.eye_px[1]))


def _gain(mosaic: Mosaic, piece: Tried, weight: Floats, behind: Floats) -> float:
    window, part = _overlap(weight, piece)
    total = 0.0
    for shows, mask in zip(piece.stamp.shows, piece.stamp.masks, strict=True):
        gain = mosaic.gain(_surface(shows, piece.colour))[window] - behind[window]
        total += float((mask[part] * weight[window] * gain).sum())
    return INDEPENDENT * total - _cost(piece.stamp.shape)


def _kept(mosaic: Mosaic, pieces: list[Tried], others: list[Tried]) -> list[Tried]:
    """Those that still explain something among the others, weakest tried first."""
    kept = [*pieces, *others]
    strength = {id(piece): _gain(mosaic, piece, *among(mosaic, piece, kept)) for piece in pieces}
    for piece in sorted(pieces, key=lambda one: strength[id(one)]):
        weight, behind = among(mosaic, piece, kept)
        gain = _gain(mosaic, piece, weight, behind)
        least = max(LEAST, SHARE * INDEPENDENT * BARE_CAP * piece.stamp.area)
        if gain < least or not believable(mosaic, weight, piece):
            kept.remove(piece)
    return kept[: len(kept) - len(others)]


# What is told


def told(mosaic: Mosaic, piece: Tried, pieces: list[Tried], allowed: set[Kind]) -> Person:
    """A piece as a person, with what else could stand there."""
    weight, behind = among(mosaic, piece, pieces)
    gain = _gain(mosaic, piece, weight, behind)
    in_view, like = _look(mosaic, weight, piece)
    shape = piece.stamp.shape
    person = Person(
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
    )
    lean, at = mosaic.lean(piece.x, piece.y), (piece.x, piece.y)
    gains = less(mosaic, behind)
    rivals: list[float] = []
    counts: dict[int, float] = {}
    for colour in sorted({colour for _, colour in allowed}):
        for other in shapes_of(colour, allowed) if colour == piece.colour else _same(shape, colour, allowed):
            most, _ = swept(gains, weight, colour, stamp_of(other, lean), at, 3)
            most = INDEPENDENT * most - _cost(other)
            if colour == piece.colour and other.kind == shape.kind:
                number = other.under if other.kind == "merchant" else other.count
                counts[number] = max(counts.get(number, -np.inf), most)
            else:
                rivals.append(most)
    best = max(counts.values())
    told = tuple(float(counts.get(number, -np.inf) - best) for number in range(max(counts) + 1))
    return replace(person, margin=gain - max([*rivals, 0.0]), counts=told)


def _same(shape: Shape, colour: str, allowed: set[Kind]) -> Iterable[Shape]:
    """The like of a shape in another colour."""
    if colour in FIGURES or colour == "neutral":
        return shapes_of(colour, allowed)
    return (shape,) if (shape.kind, colour) in allowed else ()
