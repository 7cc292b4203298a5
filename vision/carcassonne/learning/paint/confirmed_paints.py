"""Who stands on a new tile, by how followers of his colour looked that people confirmed on this very table.

What a paint looks like under this lamp and before this camera is told best by the first follower of it that was
confirmed. From then on every pixel of a tile is as likely that paint, or print of this map, as its colour is often seen
in the one and in the other; and a figure stands where its whole outline tells so
(:mod:`vision.carcassonne.live.followers.silhouettes`). It needs neither a picture of the tile nor a search all over
the map.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import BoolMask, Float32Array
from calibration.references import Outline
from vision.carcassonne.learning.paint import remembered_paints
from vision.carcassonne.learning.paint.colour_density import ColourDensity, any_colour, usual_paint
from vision.carcassonne.learning.paint.painted_piece import NO_PIECE, PaintedPiece, largest_piece, outline_about
from vision.carcassonne.learning.paint.print_colours import PrintColours
from vision.carcassonne.learning.paint.remembered_paints import (
    FiguresSeen,
    RememberedPaints,
    in_light,
    some_of,
    with_earlier,
)
from vision.carcassonne.learning.paint.seen_before import same_as_before, without_who_was_there
from vision.carcassonne.live.deck import filled
from vision.carcassonne.live.followers.figure_evidence import FigureEvidence
from vision.carcassonne.live.followers.silhouettes import EVERY_FOOT, SILHOUETTE_REACH, SPAN, WIDE_PX
from vision.carcassonne.live.followers.stance import Guess
from vision.carcassonne.poses import TileAsLaid
from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedPaintsParameters(Parameters):
    """How surely a follower is told by what paints and prints showed on this table, and what of him is learned."""

    stray_paint: float = parameter(0.05, "share", "of a figure's colours that none of its colour showed before", CHOSEN)
    # As before with the four that are kept; after one that stood in the dark the next of his colour, in the light, was
    # told as nobody at 0.97.
    usual: float = parameter(
        0.5, "figures", "that what a paint usually looks like is worth beside those that were confirmed", CHOSEN
    )
    paint_spread: tuple[float, float, float] = parameter(
        (1.5, 1.2, 1.2),
        "cells of a density",
        "by which a colour of a figure is spread, whose other sides are lit otherwise, standard deviations",
        CHOSEN,
    )
    cap: float = parameter(4.0, "nats", "that one pixel says at the most", CHOSEN)
    rim: int = parameter(3, "px of the figure map", "of a tile where no foot is looked for", CHOSEN)
    # On 19 evenings of four editions (looked at), against the print of the terrain that shows: 152 figures of whoever's
    # turn it was, of a colour that had been confirmed, scored 3.5 and more, all but one 9.7; 69 tiles on which he had
    # put nobody -3.2 at the most; others' colours on 188 of those 4.8, but for one of 49.
    even: float = parameter(
        7.5,
        "nats",
        "of a figure's outline with which it is as likely print",
        "docs/findings/learning-while-they-play.md",
    )
    believed: float = parameter(
        0.8, "times", "of what pixels say beyond or below that", "docs/findings/learning-while-they-play.md"
    )
    leant_over: float = parameter(0.2, "tile sides", "from the edge up to which somebody beside may lean", CHOSEN)
    named: float = parameter(
        -6.0, "nats", "of the outline of somebody whom people named, from which what shows there is him", CHOSEN
    )
    ways: int = parameter(6, "count", "in which he may lean that are asked about, drawn from all", CHOSEN)
    # A thief seen aslant by 28 degrees before the camera's side was known: his outline spoke for heads that point the
    # other way, so surely that he was told as a farmer at 0.94.
    leans_so: float = parameter(
        0.2,
        "times",
        "what a figure's outline says of the way in which he leans: figures of other makes have other outlines",
        CHOSEN,
    )
    own_foot: float = parameter(1.0, "px of the figure map", "by which a single foot is misjudged", CHOSEN)
    surely: float = parameter(2.2, "log-odds", "from which this alone tells that somebody stands there", CHOSEN)
    # Between both lie those who stand or lie otherwise than figures usually do: see the finding.
    surely_nobody: float = parameter(
        -9.0,
        "log-odds",
        "from which this alone tells that nobody stands there",
        "docs/findings/learning-while-they-play.md",
    )
    surely_by_usual_paint: float = parameter(
        3.0,
        "log-odds",
        "the same as ``surely`` before anybody of the colour was confirmed",
        "docs/findings/learning-while-they-play.md",
    )
    other_make: int = parameter(5, "px of the figure map", "beyond an outline that a figure may reach", CHOSEN)
    shade: int = parameter(
        2, "px of the figure map", "about what somebody hides that tell nothing of print: his shade", CHOSEN
    )
    map_alone: float = parameter(
        0.7,
        "confidence",
        "of somebody whom the map's print tells and his known paint does not, but might: he is asked about",
        "docs/findings/learning-while-they-play.md",
    )
    kept: int = parameter(4, "followers", "of a colour that are remembered", CHOSEN)
    # Of 203 figures (looked at) half shared 0.14, nineteen in twenty less than 0.34; one of 0.66 was half a city's
    # roofs, and what shared 0.51 was nobody.
    as_beside: float = parameter(
        0.4,
        "share",
        "of what is thought to be somebody that shows beside him as well, from which it tells nothing of his paint",
        "docs/findings/learning-while-they-play.md",
    )
    body: float = parameter(
        0.75, "share", "of what a figure hides, about its middle, that shows its paint alone", CHOSEN
    )
    least_body: int = parameter(10, "px of the figure map", "of a figure that tell of its paint", CHOSEN)


PARAMETERS = ConfirmedPaintsParameters()
TILE = slice(SILHOUETTE_REACH, SILHOUETTE_REACH + SPAN)


@dataclass(frozen=True)
class FigureSeen:
    """Whether somebody of one colour stands on a tile.

    Attributes:
        log_odds: that he does.
        foot: where he would, tile units as the picture stands.
        hides: what of the tile he hides; empty where it is likelier that nobody is there.
        feet: (SPAN, SPAN) the share of each place in where he would stand, by all the ways in which he may lean; None
            where it is likelier that nobody is there.
        piece: the largest piece of the tile that shows his paint.
    """

    log_odds: float
    foot: tuple[float, float]
    hides: Outline
    feet: Float32Array | None = None
    piece: PaintedPiece = NO_PIECE

    def sure(self, confirmed: bool) -> bool:
        """Whether that alone tells; ``confirmed``: somebody of his colour was confirmed on this table."""
        there = PARAMETERS.surely if confirmed else PARAMETERS.surely_by_usual_paint
        return self.log_odds >= there or self.surely_nobody

    @property
    def surely_nobody(self) -> bool:
        """Whether that alone tells that nobody stands there. A red thief who leant otherwise by 0.1 of a tile than was
        thought was told as nobody: his outline spoke against every way to stand. So was a yellow one in the light
        after one in the dark, of whom only a part had the paint that was known: what is no figure's piece but stands
        out was on 6 of 150 bare tiles."""
        return self.log_odds <= PARAMETERS.surely_nobody and self.piece.like_nobody

    def most_by_map(self, confirmed: bool) -> float:
        """Confidence beyond which the print of the map isn't believed that he stands there, where this alone doesn't
        tell. A bare meadow that the print explained badly was somebody green for sure; his known paint was as good as
        even."""
        if not confirmed or self.piece.like_somebody:
            return 1.0
        return max(PARAMETERS.map_alone, chance_of(self.log_odds))

    def may_lean_over(self, before: Patches | None) -> bool:
        """Whether he stands so near the tile's edge that it may be somebody who leans over it from beside. Who was seen
        there ``before`` the tile was laid (None: no picture tells) is none of what the tile shows."""
        at_the_rim = min(*self.foot, *(1 - at for at in self.foot)) < PARAMETERS.leant_over
        return at_the_rim and before is None


@dataclass(frozen=True, eq=False)
class TileShown:
    """What one tile shows, and what its print would.

    Attributes:
        patch: (SPAN, SPAN, 3) half-L Lab of it in the table's light.
        print_colours: of the map's other tiles.
        ground: (terrains, SPAN, SPAN) how likely each spot of it shows which terrain; None where that isn't known.
        before: the patch of the place before the tile was laid; None where no picture tells.
    """

    patch: Patches
    print_colours: PrintColours
    ground: Float32Array | None = None
    before: Patches | None = None

    @cached_property
    def print_logs(self) -> Float32Array:
        """(SPAN, SPAN) logarithms of how often print would show what the tile does; every colour is held against it."""
        return self.print_colours.logs_on(self.patch, self.ground)

    def says(self, paint: ColourDensity) -> Float32Array:
        """(SPAN, SPAN) nats of each px for somebody of a paint on the tile, against print."""
        says = paint.logs_at(self.patch) - self.print_logs
        if self.before is None:
            return says
        other = np.maximum(self.print_colours.whole.logs_at(self.before), any_colour().logs_at(self.before))
        said_before = paint.logs_at(self.before) - other
        return without_who_was_there(says, said_before, same_as_before(self.patch, self.before))


@dataclass(frozen=True, eq=False)
class ConfirmedFigure:
    """A follower whom people confirmed.

    Attributes:
        tile: on which he stands.
        density: how often he shows which colour, in the table's light.
        pixels: (n, 3) half-L Lab, some of his px in that light.
    """

    tile: TileAsLaid
    density: ColourDensity
    pixels: Float32Array


class ConfirmedPaints:
    """How the colours of those who play look on one table.

    Args:
        earlier: figures of earlier evenings.
    """

    def __init__(self, earlier: FiguresSeen | None = None) -> None:
        self._seen: dict[str, dict[Cell, ConfirmedFigure]] = {}
        self.remembered = RememberedPaints(earlier or {}, PARAMETERS.paint_spread)

    def knows(self, colour: str) -> bool:
        """Whether a follower of a colour was confirmed, on this table or on an earlier evening."""
        return bool(self._seen.get(colour)) or self.remembered.density(colour) is not None

    def confirmed(
        self, cell: Cell, tile: TileAsLaid, colour: str, pixels: Float32Array, beside_him: Float32Array
    ) -> None:
        """People said that a follower stands on a tile.

        Args:
            pixels: (n, 3) half-L Lab of him in the table's light.
            beside_him: (m, 3) the same of the tile beside him. Where he was thought to be much of a city, its roofs
                would be learned as his paint, and the next city be him.
        """
        if len(pixels) < PARAMETERS.least_body:
            return
        his = ColourDensity.of(pixels, PARAMETERS.paint_spread)
        if len(beside_him):
            print_there = ColourDensity.of(beside_him, PARAMETERS.paint_spread)
            if his.shared_with(print_there) > PARAMETERS.as_beside:
                return
        seen = self._seen.setdefault(colour, {})
        seen.pop(cell, None)
        seen[cell] = ConfirmedFigure(tile, his, some_of(pixels))
        for oldest in list(seen)[: -PARAMETERS.kept]:
            del seen[oldest]

    def recorded(self, tiles: Mapping[Cell, TileAsLaid]) -> None:
        """Forget those who stood on tiles that people took back since."""
        for seen in self._seen.values():
            for cell in [cell for cell, figure in seen.items() if tiles.get(cell) != figure.tile]:
                del seen[cell]

    def to_remember(self) -> FiguresSeen | None:
        """Figures of this evening and of earlier ones, in the colours of the edition's pictures; None while nobody
        knows how those look in this light."""
        light = self.remembered.light
        if light is None:
            return None
        now = {
            colour: tuple(in_light(figure.pixels, np.reciprocal(light)) for figure in reversed(seen.values()))
            for colour, seen in self._seen.items()
        }
        return with_earlier(now, self.remembered.figures)

    def paint(self, colour: str) -> ColourDensity:
        """What is known of a colour."""
        seen = [(1.0, figure.density) for figure in self._seen.get(colour, {}).values()]
        if not seen and (earlier := self.remembered.density(colour)) is not None:
            seen = [(remembered_paints.PARAMETERS.worth, earlier)]
        worth = [(PARAMETERS.usual, usual_paint(colour)), *seen]
        own = (1 - PARAMETERS.stray_paint) / sum(figures for figures, _ in worth)
        return ColourDensity.mixed(
            [(PARAMETERS.stray_paint, any_colour()), *((own * figures, density) for figures, density in worth)]
        )


def chance_of(log_odds: float) -> float:
    """The probability that these log-odds are."""
    return 1 / (1 + math.exp(-max(min(log_odds, 50.0), -50.0)))


def beside(hides: Outline) -> BoolMask:
    """(SPAN, SPAN) where a tile shows itself beside somebody who hides so much of it, and his shade."""
    kernel = np.ones((2 * PARAMETERS.shade + 1,) * 2, np.uint8)
    return np.asarray(cv2.dilate(filled(hides, SPAN).astype(np.uint8), kernel) == 0)


def figure_seen(
    tile: TileShown,
    lean: NDArray[np.float64],
    guesses: Sequence[Guess],
    paint: ColourDensity,
    where: Float32Array | None = None,
    *,
    certain: bool = False,
) -> FigureSeen:
    """Whether somebody of a paint stands on a tile, and where he most likely would.

    Args:
        lean, guesses: how figures may stand there: see :meth:`vision.carcassonne.live.memory.Memory.leans`.
        where: (SPAN, SPAN) how likely he stands where, if he does; None where that is not known.
        certain: people said that he does.
    """
    votes = np.zeros((WIDE_PX, WIDE_PX), np.float32)
    votes[TILE, TILE] = np.clip(tile.says(paint), -PARAMETERS.cap, PARAMETERS.cap)
    piece = largest_piece(votes[TILE, TILE])
    evidence = FigureEvidence(votes, lean, tuple(guesses))
    anywhere = np.log(_anywhere() if where is None else where + 1e-7)
    ways = list(guesses)[:: -(-len(guesses) // PARAMETERS.ways)]
    each = [evidence.under(way).log_odds_at(EVERY_FOOT).reshape(SPAN, SPAN) + anywhere for way in ways]
    shares = np.array([way.weight for way in ways])
    odds = np.logaddexp.reduce(each + (shares - np.logaddexp.reduce(shares))[:, None, None])
    feet = _feet(each, shares)
    at = np.arange(SPAN) + 0.5
    foot = float(feet.sum(axis=0) @ at) / SPAN, float(feet.sum(axis=1) @ at) / SPAN
    score = PARAMETERS.believed * (float(np.logaddexp.reduce(odds, axis=None)) - (0.0 if certain else PARAMETERS.even))
    if score <= (PARAMETERS.named if certain else 0.0):
        return FigureSeen(score, foot, (), piece=piece)
    best = int(np.argmax([one.max() for one in each]))
    row, column = (int(at) for at in np.unravel_index(int(each[best].argmax()), odds.shape))
    covered = (votes != evidence.under(ways[best]).without((row, column)).votes)[TILE, TILE]
    about = cv2.GaussianBlur(np.asarray(feet, np.float32), (0, 0), PARAMETERS.own_foot)
    return FigureSeen(score, foot, _hull(_grown(covered, votes[TILE, TILE] > 0)), np.asarray(about, np.float32), piece)


def _feet(each: Sequence[Float32Array], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """(SPAN, SPAN) the share of each place in where he would stand: log-odds of each place for ``each`` way in which he
    may lean, which are so likely (their logarithms) before anything is seen of him."""
    of_way = np.array([np.logaddexp.reduce(one, axis=None) for one in each])
    weights = shares + PARAMETERS.leans_so * of_way
    weights = np.exp(weights - np.logaddexp.reduce(weights))
    return np.asarray(
        sum(weight * np.exp(one - whole) for weight, one, whole in zip(weights, each, of_way, strict=True)), np.float64
    )


def paint_within(patch: Patches, hides: Outline) -> Float32Array:
    """(n, 3) what shows the paint of a figure on a tile's patch (SPAN, SPAN, 3) who hides so much of it."""
    outline = np.array(hides)
    middle = outline.mean(axis=0)
    body = middle + (outline - middle) * PARAMETERS.body
    return np.asarray(patch[filled(tuple((float(x), float(y)) for x, y in body), SPAN)], np.float32)


def _anywhere() -> Float32Array:
    """(SPAN, SPAN) where a foot may stand of which nothing is known."""
    where = np.full((SPAN, SPAN), 1e-7, np.float32)
    inside = slice(PARAMETERS.rim, SPAN - PARAMETERS.rim)
    where[inside, inside] = 1 / (SPAN - 2 * PARAMETERS.rim) ** 2
    return where


def _grown(covered: NDArray[np.bool_], painted: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(SPAN, SPAN) what an outline covers and all that looks ``painted`` and hangs together with it nearby: figures of
    other makes are larger, and stand otherwise."""
    near = cv2.dilate(covered.astype(np.uint8), np.ones((2 * PARAMETERS.other_make + 1,) * 2, np.uint8)) > 0
    together = ((painted | covered) & near).astype(np.uint8)
    _, labels = cv2.connectedComponents(together, connectivity=8)
    return np.isin(labels, np.setdiff1d(labels[covered], [0]))


def _hull(covered: NDArray[np.bool_]) -> Outline:
    """About what is covered (SPAN, SPAN), tile units; empty where that is too little to be somebody."""
    return outline_about(covered) if np.count_nonzero(covered) >= PARAMETERS.least_body else ()
