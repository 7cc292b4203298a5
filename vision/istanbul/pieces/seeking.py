"""Who must be somewhere and was not seen, and where the camera is as merchants lean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Float64Array
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces import trying
from vision.istanbul.pieces.placed import PlacedPiece
from vision.istanbul.pieces.placing import as_piece, placed_piece
from vision.istanbul.pieces.shapes import FIGURES, players_shapes
from vision.istanbul.pieces.spot_verdict import FigureJudge, log_odds_of
from vision.istanbul.pieces.surroundings import PlaceSurroundings
from vision.istanbul.pieces.templates import template_of
from vision.istanbul.pieces.trying import Kind, Tried, collides, contrast_of, cost, most_there, shapes_of, sweep
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekingParameters(Parameters):
    """Where who was not seen is sought, how faintly he may show, and which way merchants lean."""

    at_home: float = parameter(
        25.0, "log-likelihood", "from which somebody recorded on a place is thought to stand there still", CHOSEN
    )
    as_good: float = parameter(
        0.4, "share", "of what is seen elsewhere: who has moved is seen far better there", CHOSEN
    )
    the_same: float = parameter(
        0.8, "share", "of what is seen elsewhere, where that is the same wood: he stands between the two places", CHOSEN
    )
    most_lost: float = parameter(
        60.0,
        "log-likelihood",
        "by which somebody may have been taken for another of his colour, whom he looks like",
        CHOSEN,
    )
    faint: float = parameter(7.0, "log-likelihood", "from which somebody who must be somewhere is told", CHOSEN)
    roam_of_a_piece: int = parameter(5, "px", "that somebody's foot is off who was taken for another", CHOSEN)
    roam_of_a_place: int = parameter(30, "px", "from its middle to where a foot may be", CHOSEN)
    lacking: float = parameter(
        0.1,
        "nats",
        "for each nat that he lacks of what he would bring: how much less likely it is to overlook somebody",
        CHOSEN,
    )
    faint_below: float = parameter(
        120.0, "log-likelihood", "that leaves doubt where somebody is: every sixth who is there brings no more", CHOSEN
    )
    # Of 53 people who stood somewhere and of 957 places where they did not: what a sighting tells.
    blends_in: float = parameter(
        20.0,
        "log-likelihood",
        "that nobody brings who looks like the print below him: that is no sighting",
        "vision/istanbul/pieces/seeking.py",
    )
    # Nor is a little of who would not bring much: at a live table all 11 such sightings were print, and none of 111
    # people.
    least_share: float = parameter(
        0.08,
        "share",
        "of what he would bring there: less is mostly print, more mostly he",
        "vision/istanbul/pieces/seeking.py",
    )
    firm_share: float = parameter(
        0.2,
        "share",
        "of what he would bring there: less is mostly print, more mostly he",
        "vision/istanbul/pieces/seeking.py",
    )
    printed: float = parameter(-0.2, "log-likelihood", "that print tells", CHOSEN)
    himself: float = parameter(2.4, "log-likelihood", "that he himself tells", CHOSEN)
    own_paint: float = parameter(
        1.3, "squared standard deviations", "mean, of his paint, at which that says nothing", CHOSEN
    )
    paint_slope: float = parameter(
        3.0, "squared standard deviations", "mean, over which that changes from for to against him", CHOSEN
    )
    paint_weight: float = parameter(1.5, "log-likelihood", "that paint says at most", CHOSEN)
    # Of 116 who stood somewhere 89 bring 60 nats and more; at a live table it is none of 1362 places where they did
    # not.
    little: float = parameter(20.0, "log-likelihood", "up to which what somebody brings is little", CHOSEN)
    much: float = parameter(
        60.0, "log-likelihood", "from which it is much: of 116 who stood somewhere 89 bring that", CHOSEN
    )
    much_weight: float = parameter(2.0, "log-likelihood", "that his bringing much tells", CHOSEN)
    # At a live table 3 of 111 who were sighted are hidden by half, and 9 of 18 who stand elsewhere: print beside
    # others.
    half_hidden: float = parameter(
        0.6, "share", "of somebody that is hidden from which he is half hidden", "vision/istanbul/pieces/seeking.py"
    )
    hidden_weight: float = parameter(
        -2.0,
        "log-likelihood",
        "that his being half hidden tells: of 111 who were sighted 3 are, and of 18 who stand elsewhere 9",
        "vision/istanbul/pieces/seeking.py",
    )
    unseen: float = parameter(
        -3.9, "probability", "log of the chance to see nothing of somebody where he shows least", CHOSEN
    )
    unlikeliest: float = parameter(-7.0, "log-probability", "below which nothing elsewhere tells", CHOSEN)
    # At the true place of one such figure 0.998 and 0.996, on 31 other places 0.42 at most.
    figure_for: float = parameter(
        4.0, "log-likelihood", "that the network of many makes tells at most for a figure on a place", CHOSEN
    )
    figure_against: float = parameter(-3.0, "log-likelihood", "and at most against it", CHOSEN)
    most_asked: int = parameter(3, "places", "of the likeliest that the network is asked about", CHOSEN)
    lean_tried: float = parameter(0.04, "lean", "steps in which the camera is tried elsewhere", CHOSEN)
    lean_firm: float = parameter(2.0, "steps", "a nat: how firmly it is held", CHOSEN)


PARAMETERS = SeekingParameters()


def sought(
    mosaic: Mosaic, kind: str, colour: str, found: Sequence[PlacedPiece], only: int | None = None
) -> PlacedPiece | None:
    """The likeliest place for somebody who must stand somewhere and was not seen, or None where even that says
    little; ``only`` is the index of a place, where it is known which."""
    pieces = [as_piece(mosaic, person) for person in found]
    around = PlaceSurroundings.beyond(mosaic, pieces)
    best: tuple[float, Tried] | None = None
    for middle in mosaic.middles if only is None else mosaic.middles[only : only + 1]:
        at = (int(middle[0]), int(middle[1]))
        for shape in shapes_of(colour, {(kind, colour)}, mosaic.make):
            if shape.kind != kind and colour not in FIGURES:
                continue
            gain, piece = around.fitted(colour, template_of(shape, mosaic.lean(*at)), at, PARAMETERS.roam_of_a_place)
            gain += cost(shape)  # that he is somewhere has not to be believed
            if (best is None or gain > best[0]) and not collides(piece, pieces) and around.believable(piece):
                best = gain, piece
    if best is None or best[0] < PARAMETERS.faint:
        return None
    return placed_piece(mosaic, best[1], [*pieces, best[1]], {(kind, colour)})


def at_home(mosaic: Mosaic, found: Sequence[PlacedPiece], homes: Mapping[Kind, int]) -> list[PlacedPiece]:
    """The people, with those at home who are recorded there and were taken for somebody elsewhere.

    Args:
        mosaic: the layout. found: who was seen on it.
        homes: (kind, colour) of each of whom there is but one -> index of the place where the record has it.
    """
    placed = list(found)
    for (kind, colour), home in homes.items():
        same = [person for person in placed if (person.kind, person.colour) == (kind, colour)]
        elsewhere = max((person.gain for person in same if person.cell != home), default=0.0)
        stays = [person for person in same if person.cell == home]
        if stays:
            if stays[0].gain > PARAMETERS.as_good * elsewhere:
                placed = [person for person in placed if person not in same or person is stays[0]]
            continue
        others = [person for person in placed if person not in same]
        # What shows him elsewhere tells for him at home only if he explains it there about as well.
        for beside, share in (
            ((placed, PARAMETERS.as_good), (others, PARAMETERS.the_same)) if same else ((others, 0.0),)
        ):
            seen = sought(mosaic, kind, colour, beside, home)
            if seen is not None and seen.cell == home and seen.gain > max(PARAMETERS.at_home, share * elsewhere):
                placed = [*others, seen]
                break
    return placed


def mistaken(mosaic: Mosaic, kind: str, colour: str, found: Sequence[PlacedPiece]) -> list[PlacedPiece] | None:
    """The people with the one as this kind who loses least by it, or None where that is nobody: small pictures hardly
    tell blocks from figures or discs from turbans, and everybody who plays has one merchant and one family member."""
    pieces = [as_piece(mosaic, person) for person in found]
    best: tuple[float, int, Tried] | None = None
    for index, (person, piece) in enumerate(zip(found, pieces, strict=True)):
        if person.colour != colour or person.kind not in ("assistant", "companion"):
            continue
        around, others = PlaceSurroundings.of(mosaic, piece, pieces), [*pieces[:index], *pieces[index + 1 :]]
        for shape in shapes_of(colour, {(kind, colour)}, mosaic.make):
            template = template_of(shape, mosaic.lean(piece.x, piece.y))
            gain, other = around.fitted(colour, template, (piece.x, piece.y), PARAMETERS.roam_of_a_piece)
            lost = person.gain - gain
            if lost < (PARAMETERS.most_lost if best is None else best[0]) and not collides(other, others):
                best = lost, index, other
    if best is None:
        return None
    _, index, piece = best
    pieces[index] = piece
    return [*found[:index], placed_piece(mosaic, piece, pieces, {(kind, colour)}), *found[index + 1 :]]


def overlooked(mosaic: Mosaic, kind: str, colour: str, found: Sequence[PlacedPiece], place: int) -> float:
    """Log of the chance that somebody stands on a place (its index), anywhere on it, and is not seen: pale on pale that
    is likely, and where he would stand out it is not."""
    rest = PlaceSurroundings.beyond(mosaic, (as_piece(mosaic, person) for person in found)).in_view
    contrast = contrast_of(mosaic)
    at = (int(mosaic.middles[place][0]), int(mosaic.middles[place][1]))
    chances = []
    for shape in shapes_of(colour, {(kind, colour)}, mosaic.make):
        if shape.kind != kind and colour not in FIGURES:
            continue
        template = template_of(shape, mosaic.lean(*at))
        over, (left, top) = sweep(
            lambda name: mosaic.gain(name) - contrast(name), rest, colour, template, at, PARAMETERS.roam_of_a_place
        )
        spots = (slice(top, top + over.shape[0]), slice(left, left + over.shape[1]))
        free = (rest[spots] > 0.5) & (mosaic.cell[spots] == place)
        chances.append(
            float(np.exp(PARAMETERS.lacking * trying.PARAMETERS.independent * np.minimum(over, 0.0))[free].mean())
            if free.any()
            else 1.0
        )
    return float(np.log(np.mean(chances))) if chances else 0.0


def whereabouts(
    mosaic: Mosaic, kind: str, colour: str, found: Sequence[PlacedPiece], cells: Sequence[int]
) -> tuple[dict[int, float], PlacedPiece | None]:
    """Where somebody may stand of whom little is seen, at the most.

    Args:
        mosaic: the layout. kind, colour: whom. found: who else stands there.
        cells: indices of the places that are open to him; he is on one of them.

    Returns:
        For each place the log-likelihood of his standing there, relative to others; and he where he is sighted best, or
        None where he is nowhere.
    """
    sighted: dict[int, tuple[float, PlacedPiece]] = {}
    unseen: dict[int, float] = {}
    for cell in cells:
        person = sought(mosaic, kind, colour, found, cell)
        most = 0.0 if person is None else most_there(mosaic, as_piece(mosaic, person))
        if person is None or person.cell != cell or _is_print(person, most):
            unseen[cell] = overlooked(mosaic, kind, colour, found, cell)
        else:
            sighted[cell] = _log_evidence(person, most), person
    likeliest = max(unseen.values(), default=0.0)
    likely = {
        cell: PARAMETERS.unseen + max(PARAMETERS.unlikeliest, chance - likeliest) for cell, chance in unseen.items()
    }
    best = max(sighted.values(), key=lambda one: one[0], default=None)
    return likely | {cell: said for cell, (said, _) in sighted.items()}, None if best is None else best[1]


def by_the_network(
    likely: Mapping[int, float], judge: FigureJudge, middles: Float64Array, colour: str, changed: Iterable[int]
) -> dict[int, float]:
    """Where a family member of a make that nobody has shown stands, with what the network says who knows many.

    Args:
        likely: log-likelihood for each place (its index). judge: the network. middles: (n, 2) px, of the places.
        colour: of whom is sought. changed: places that look otherwise than before. Those and the likeliest are asked
            about.
    """
    weighed = dict(likely)
    likeliest = sorted(likely, key=lambda cell: -likely[cell])[: PARAMETERS.most_asked]
    for cell in (set(changed) | set(likeliest)) & set(likely):
        chance = judge.figure_on(middles[cell], colour)
        if chance is not None:
            weighed[cell] += float(np.clip(log_odds_of(chance), PARAMETERS.figure_against, PARAMETERS.figure_for))
    return weighed


def _is_print(person: PlacedPiece, most: float) -> bool:
    """Whether a sighting of somebody who would bring ``most`` there tells nothing: he looks like the print."""
    return most < PARAMETERS.blends_in or (most < PARAMETERS.much and person.gain < PARAMETERS.little)


def _log_evidence(person: PlacedPiece, most: float) -> float:
    """Log of how much likelier such a sighting is of somebody who stands there and would bring ``most`` than of a
    place's own print: print is seldom much like the paint."""
    share = (person.gain / most - PARAMETERS.least_share) / (PARAMETERS.firm_share - PARAMETERS.least_share)
    like = PARAMETERS.paint_slope * (PARAMETERS.own_paint - person.like)
    much = (person.gain - PARAMETERS.little) / (PARAMETERS.much - PARAMETERS.little)
    said = (
        PARAMETERS.printed
        + (PARAMETERS.himself - PARAMETERS.printed) * np.clip(share, 0, 1)
        + PARAMETERS.much_weight * np.clip(much, 0, 1)
    )
    said += PARAMETERS.hidden_weight if person.in_view < PARAMETERS.half_hidden else 0.0
    return float(said + np.clip(like, -PARAMETERS.paint_weight, PARAMETERS.paint_weight))


def leaning(
    mosaic: Mosaic, found: Sequence[PlacedPiece], lawful: Mapping[str, Mapping[int, float]], weight_of_seen: float
) -> Mosaic:
    """The mosaic with the camera where merchants on a lawful number of assistants lean as they do: a layout alone tells
    little of where the camera is.

    Args:
        mosaic: the layout. found: who stands on it.
        lawful: colour -> so many assistants may be below the merchant, with the log of how often they are.
        weight_of_seen: what a nat of the picture counts.
    """
    pieces = [as_piece(mosaic, person) for person in found]
    merchants = [piece for piece in pieces if piece.template.shape.kind == "merchant" and piece.colour in lawful]
    if not merchants:
        return mosaic
    seen = [(piece, PlaceSurroundings.of(mosaic, piece, pieces)) for piece in merchants]
    shapes = {shape.under: shape for shape in players_shapes(mosaic.make) if shape.kind == "merchant"}
    steps = [(x, y) for x in range(-2, 3) for y in range(-2, 3)]
    fits = []
    for x, y in steps:
        total = -0.5 * (x * x + y * y) / PARAMETERS.lean_firm
        for piece, around in seen:
            lean = mosaic.lean(piece.x, piece.y)
            moved = (lean[0] + x * PARAMETERS.lean_tried, lean[1] + y * PARAMETERS.lean_tried)
            at = (piece.x, piece.y)
            total += max(
                prior + weight_of_seen * around.fitted(piece.colour, template_of(shapes[under], moved), at, 4)[0]
                for under, prior in lawful[piece.colour].items()
            )
        fits.append(total)
    x, y = steps[int(np.argmax(fits))]
    shift = np.array([x, y, 0.0]) * PARAMETERS.lean_tried * mosaic.eye_px[2]
    return replace(mosaic, eye_px=mosaic.eye_px - shift)


def counted(mosaic: Mosaic, found: Sequence[PlacedPiece]) -> list[PlacedPiece]:
    """The same people with the likelihoods of their assistants reckoned anew."""
    pieces = [as_piece(mosaic, person) for person in found]
    anew: list[PlacedPiece] = []
    for person, piece in zip(found, pieces, strict=True):
        if person.kind == "merchant":
            allowed = {("merchant", person.colour)}
            anew.append(replace(person, counts=placed_piece(mosaic, piece, pieces, allowed).counts))
        else:
            anew.append(person)
    return anew
