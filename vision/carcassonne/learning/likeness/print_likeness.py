"""How much a new tile is like the pictures that are known of the kinds that may lie there, past what somebody hides.

What a picture costs is a mean over the whole tile in units of how well this table's light is known, and a figure with
his shadow is most of it: in a dim room a straight road and a curve cost the same beneath a farmer. How print and
picture rise and fall together does not depend on the light, and what somebody hides can be left out of it (normalised
cross-correlation under a mask; Padfield, "Masked object registration in the Fourier domain", 2012). It speaks for a
kind, and against others of which there are pictures too: a copy may be drawn in another way than those that are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.references import Reference
from vision.carcassonne.learning.likeness import print_detail
from vision.carcassonne.learning.likeness.print_detail import KnownPrints, PrintDetail, detail_of
from vision.carcassonne.poses import TileAsLaid
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter
from vision.tile_map.terrain import kind_named, lowest_turns, turns_of

FINDING = "docs/findings/learning-while-they-play.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class LikenessParameters(Parameters):
    """Where a picture is sought on a tile, and what it says that both go together."""

    aside: int = parameter(3, "px", "that a picture may lie aside of the tile, either way; each half is tried", CHOSEN)
    hopeless: float = parameter(
        0.35,
        "correlation",
        "behind the likest at first, tried at whole pixels, from which a picture is not tried more closely",
        FINDING,
    )
    turned: float = parameter(2.0, "degrees", "that it may be turned against the tile, either way", CHOSEN)
    least_seen: float = parameter(0.3, "share of a tile", "that both must show", CHOSEN)
    # Of 108 tiles of six evenings of two editions (looked at) the right kind's picture goes with it by 0.85 and more on
    # three quarters, by 0.73 on 95 in 100; the likest of a wrong kind by 0.77 at the most on 95 in 100, by 0.88 on one.
    alike: tuple[float, float] = parameter(
        (0.78, 0.88), "correlation", "between which a picture comes to speak for its kind", FINDING
    )
    says: float = parameter(6.0, "nats", "for that kind from there on, and the most against one that is behind", CHOSEN)
    # The right one was the likest every time, by 0.1 and more 95 in 100 times.
    behind: float = parameter(30.0, "nats", "against a kind for each unit by which its picture is behind", FINDING)
    compared: tuple[float, float] = parameter(
        (0.65, 0.8),
        "correlation",
        "of the likest picture, between which those behind it come to be held against it",
        FINDING,
    )
    # Of those 125 none was less than 0.63, 3 in 100 less than 0.69; of a wrong kind that is the likest half are.
    unlike: tuple[float, float] = parameter(
        (0.55, 0.78), "correlation", "between which a picture is not unlike any more a tile of its kind", FINDING
    )
    ahead: tuple[float, float] = parameter(
        (0.05, 0.12), "correlation", "before all other kinds, between which nothing else is doubted any more", FINDING
    )


PARAMETERS = LikenessParameters()


@dataclass(frozen=True, slots=True)
class PrintLikeness:
    """How print and picture go together.

    Attributes:
        correlations: for each way to lie of which there is a picture that shows enough; -1 to 1.
        one_drawing: how likely a tile shows the same drawing as another of its kind; 0 where nothing is known of that.
    """

    correlations: Mapping[TileAsLaid, float] = field(default_factory=dict)
    one_drawing: float = 0.0

    @property
    def of_a_tile(self) -> float:
        """Log-odds that a tile lies there at all, as far as any picture speaks for its kind; never less than 0."""
        return _speaks(max(self.correlations.values(), default=0.0))

    def says(self, tile: TileAsLaid) -> float:
        """Log-likelihood that it adds for a tile; nothing where there is no picture of its kind."""
        own = self.correlations.get(tile)
        if own is None:
            return 0.0
        best = max(self.correlations.values())
        compared = float(np.interp(best, PARAMETERS.compared, (0.0, 1.0)))
        behind = compared * min(PARAMETERS.behind * (best - own), PARAMETERS.says)
        return _speaks(own) - max(behind, -math.log(self._left(own)))

    def added_to(self, said: Mapping[TileAsLaid, float]) -> dict[TileAsLaid, float]:
        """What others ``said`` of each tile, log-likelihood, with this added, 0 for the likeliest."""
        both = {tile: one + self.says(tile) for tile, one in said.items()}
        most = max(both.values(), default=0.0)
        return {tile: one - most for tile, one in both.items()}

    def leaves(self, key: str) -> float:
        """How much of what speaks for a kind is left by its pictures, 0 to 1: little where they are plainly unlike and
        the edition's copies are alike; all of it where there is none that shows enough."""
        own = [one for (name, _), one in self.correlations.items() if name == key]
        return self._left(max(own)) if own else 1.0

    def leaves_of(self, stock: Mapping[str, int]) -> float:
        """The same of several kinds, of each of which the ``stock`` is as large; 1 where there is none."""
        total = sum(stock.values())
        return sum(count * self.leaves(key) for key, count in stock.items()) / total if total else 1.0

    def settles(self, kinds: Set[str]) -> float:
        """How far it is plain that one of some kinds lies here, 0 to 1: what somebody hides is not doubted then."""
        own, other = self._most(kinds), self._most({key for key, _ in self.correlations} - kinds)
        alike = np.interp(own, PARAMETERS.alike, (0.0, 1.0))
        return float(alike * np.interp(own - max(other, 0.0), PARAMETERS.ahead, (0.0, 1.0)))

    def prefers(self, kinds: Set[str], other: str) -> float:
        """How far it is plain that one of some kinds lies here rather than another one, 0 to 1; 0 where that one has no
        picture that shows enough."""
        own, its = self._most(kinds), self._most({other})
        if not its:
            return 0.0
        compared = np.interp(own, PARAMETERS.compared, (0.0, 1.0))
        return float(max(compared * np.interp(own - its, PARAMETERS.ahead, (0.0, 1.0)), 1 - self.leaves(other)))

    def _left(self, correlation: float) -> float:
        """How much more rarely a kind's own tile goes with its picture so badly than another kind's does."""
        same = float(np.interp(correlation, PARAMETERS.unlike, (0.0, 1.0)))
        return 1 - self.one_drawing * (1 - same)

    def _most(self, kinds: Set[str]) -> float:
        return max((one for (key, _), one in self.correlations.items() if key in kinds), default=0.0)


def _speaks(correlation: float) -> float:
    return PARAMETERS.says * float(np.interp(correlation, PARAMETERS.alike, (0.0, 1.0)))


def print_likeness(
    crop: Picture,
    hidden: NDArray[np.bool_],
    views: Sequence[Reference],
    tiles: Collection[TileAsLaid],
    twin_of: Callable[[str], str],
    prints: KnownPrints,
) -> PrintLikeness:
    """What the pictures say of a tile that was cut out.

    Args:
        crop: (h, w, 3) BGR, the tile edge to edge to within a twentieth of its width.
        hidden: (h, w) where somebody hides it.
        views: what is known of the edition.
        tiles: those that may lie here.
        twin_of: the kind that arms alone tell from one: they are small, and told elsewhere.
        prints: what was made of these views before.
    """
    wanted = {(name, turns) for key, turns in tiles for name in (key, twin_of(key))}
    ways = [(way, turned, view) for view in views for turned, way in enumerate(as_laid(view)) if way in wanted]
    if not ways:
        return PrintLikeness()
    details = prints.details([view for *_, view in ways], views)
    laid = [detail.turned(turned) for (_, turned, _), detail in zip(ways, details, strict=True)]
    found = _best_correlations(crop, ~hidden, laid)
    best: dict[TileAsLaid, float] = {}
    for ((key, turns), _, _), one in zip(ways, found.tolist(), strict=True):
        if one == 0:  # too little of both is in sight
            continue
        for name in (key, twin_of(key)):
            best[name, turns] = max(one, best.get((name, turns), -1.0))
    return PrintLikeness({tile: one for tile, one in best.items() if tile in set(tiles)})


def as_laid(view: Reference) -> tuple[TileAsLaid, ...]:
    """Which tiles a view shows as it stands and once it is turned clockwise by one, two and three quarters."""
    return _as_laid(view.kind, view.sides)


@lru_cache(maxsize=512)  # all kinds in all four ways: asked for at each way to lay a tile
def _as_laid(name: str, sides: tuple[str, str, str, str]) -> tuple[TileAsLaid, ...]:
    kind = kind_named(name)
    turns = turns_of(kind, sides)
    return tuple((kind.key, lowest_turns(kind, turns + turned)) for turned in range(4))


def _best_correlations(crop: Picture, seen: NDArray[np.bool_], laid: Sequence[PrintDetail]) -> Float32Array:
    """(p,) how prints go together with a tile, wherever and however turned about where it was cut out they do so best;
    those that are far behind at first are tried no more closely."""
    kept = print_detail.PARAMETERS
    n = kept.px
    shows = np.asarray(cv2.resize(seen.astype(np.float32), (n, n), interpolation=cv2.INTER_AREA), np.float32)
    detail = detail_of(crop, (shows > 0.99).astype(np.float32), kept.about, kept.soft)
    prints, shown = np.stack([one.image for one in laid]), np.stack([one.shown for one in laid])
    found: Float32Array = _correlations(*_moved(detail, shows, 0.0, (0.0,)), prints, shown).max(axis=0)
    close = found > found.max() - PARAMETERS.hopeless
    for degrees in (-PARAMETERS.turned, 0.0, PARAMETERS.turned):  # one after the other: all at once are 20 MB
        closely = _correlations(*_moved(detail, shows, degrees, (0.0, 0.5)), prints[close], shown[close])
        found[close] = np.maximum(found[close], closely.max(axis=0))
    return found


def _moved(
    detail: Float32Array, shows: Float32Array, degrees: float, between: Sequence[float]
) -> tuple[Float32Array, Float32Array]:
    """(m, 3, n, n) a tile's detail (n, n, 3) turned by degrees and moved all ways, by whole pixels and what lies
    ``between`` them, and (m, n, n) where it is seen, of which ``shows`` (n, n) tells."""
    n, aside = print_detail.PARAMETERS.px, PARAMETERS.aside
    images, masks, size = [], [], (n + 2 * aside,) * 2
    turn = cv2.getRotationMatrix2D(((n - 1) / 2, (n - 1) / 2), degrees, 1.0)
    for down in between:
        for right in between:
            move = turn + np.array([[0.0, 0.0, aside + right], [0.0, 0.0, aside + down]])
            # What is cut out of the middle lies where it was; a pixel to the right of it, a pixel to the left.
            cuts = np.s_[int(down > 0) :, int(right > 0) :]
            image = sliding_window_view(cv2.warpAffine(detail, move, size), (n, n), axis=(0, 1))[cuts]
            images.append(image.reshape(-1, 3, n, n))
            mask = sliding_window_view(cv2.warpAffine(shows, move, size) > 0.99, (n, n))[cuts]
            masks.append(mask.reshape(-1, n, n))
    return np.concatenate(images), np.concatenate(masks).astype(np.float32)


def _correlations(
    images: Float32Array, seen: Float32Array, prints: Float32Array, shown: NDArray[np.bool_]
) -> Float32Array:
    """(m, p) how images (m, 3, n, n) and prints (p, n, n, 3) go together where both (m, n, n) and (p, n, n) show
    something, each channel about its own mean; 0 where that is too little."""
    masks, known = seen.reshape(len(seen), -1), shown.reshape(len(shown), -1).astype(np.float32)
    both = masks @ known.T
    count, together = np.maximum(both, 1.0), np.zeros_like(both)
    of_image, of_print = np.zeros_like(both), np.zeros_like(both)
    for channel in range(3):
        image = images[:, channel].reshape(len(images), -1) * masks
        print_ = prints[..., channel].reshape(len(prints), -1) * known
        image_sum, print_sum = image @ known.T, masks @ print_.T
        together += image @ print_.T - image_sum * print_sum / count
        of_image += np.square(image) @ known.T - np.square(image_sum) / count
        of_print += masks @ np.square(print_).T - np.square(print_sum) / count
    strength = np.sqrt(np.maximum(of_image, 1.0) * np.maximum(of_print, 1.0))
    enough = both >= PARAMETERS.least_seen * masks.shape[1]
    return np.asarray(np.where(enough, together / strength, 0.0), np.float32)
