"""The edition as the live eyes use it: which template shows which tile in which turn, as softly as this camera sees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float32Array
from calibration.references import Edition, Outline
from games.carcassonne.tiles import FeatureKind, tile_type
from vision.carcassonne.live import drawn
from vision.carcassonne.live.plan import usual
from vision.imaging.patches import Patches
from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.alignment import AlignmentTarget
from vision.registration.templates import Templates, templates_of, turned


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckParameters(Parameters):
    """At which sizes the prints of the edition are kept for the first and for the exact comparison, and how softly
    cameras see them."""

    coarse: int = parameter(16, "px a side", "at which every way to lie is compared at first", CHOSEN)
    fine: int = parameter(32, "px a side", "at which those that look alike are compared", CHOSEN)
    usual_softness: tuple[float, float, float] = parameter(
        (0.8, 1.2, 1.5),
        "px",
        '"default": px of a fine patch by which cameras soften, where one tile says little',
        CHOSEN,
    )


PARAMETERS = DeckParameters()
Softness = tuple[float, float, float]  # of L, a, b: sigma in px of the fine patch


@dataclass(frozen=True, eq=False)
class Deck:
    """Templates of every kind in every turn.

    Attributes:
        coarse, fine: entry ``4 view + turn`` shows the view turned clockwise.
        views: for each view the tile's key and the turns with which it lies on the view's picture.
        softness: how much the templates are blurred to look as this camera sees tiles.
        crisp: the templates as the edition has them, coarse and fine.
        hidden: of each view what somebody hid when it was learned: there it tells nothing.
    """

    coarse: Templates
    fine: Templates
    views: tuple[tuple[str, int], ...]
    softness: Softness
    crisp: tuple[Templates, Templates]
    hidden: tuple[Outline, ...] = ()
    _entries: dict[tuple[str, int], NDArray[np.intp]] = field(default_factory=dict, repr=False)
    _plans: dict[int, Float32Array] = field(default_factory=dict, repr=False)  # both only keep what was worked out once

    @cached_property
    def coarse_ground(self) -> AlignmentTarget:
        """The coarse templates made ready for laying tiles onto them."""
        return AlignmentTarget.of(self.coarse.patches)

    @cached_property
    def fine_ground(self) -> AlignmentTarget:
        """The same of the fine ones."""
        return AlignmentTarget.of(self.fine.patches)

    @classmethod
    def of(cls, edition: Edition) -> Deck:
        """The deck of an edition."""
        views = tuple(_key_and_turns(reference.kind, reference.sides) for reference in edition.references)
        crisp = templates_of(edition, PARAMETERS.coarse), templates_of(edition, PARAMETERS.fine)
        return cls(*crisp, views, (0.0, 0.0, 0.0), crisp, tuple(reference.hidden for reference in edition.references))

    def shows_all(self, entry: int) -> bool:
        """Whether a template shows all of its tile: nobody was cut out of it."""
        return not self.hidden or not self.hidden[entry // 4]

    @cached_property
    def known(self) -> NDArray[np.bool_] | None:
        """(4 v, fine, fine) where each template shows its tile; None where all of them do all over."""
        if not any(self.hidden):
            return None
        shown = [~filled(outline, PARAMETERS.fine) for outline in self.hidden]
        return np.stack([turned(one, turns) for one in shown for turns in range(4)]).astype(bool)

    @cached_property
    def coarsely_known(self) -> NDArray[np.bool_] | None:
        """The same (4 v, coarse, coarse), where a coarse pixel shows nothing but its tile."""
        if self.known is None:
            return None
        n, step = PARAMETERS.coarse, PARAMETERS.fine // PARAMETERS.coarse
        return np.asarray(self.known.reshape(-1, n, step, n, step).all(axis=(2, 4)))

    def softened_as_usual(self) -> Deck:
        """The deck as a camera sees it of which nothing is known yet."""
        return self.softened(PARAMETERS.usual_softness)

    @property
    def distinct(self) -> float:
        """How many pixels have something of their own to say, as a share of those that have before a usual camera.

        What a Gaussian of sigma blurs is alike over 4 pi sigma² px. Where a camera is sharper than usual it is other
        things that neighbouring pixels have in common: what was printed otherwise, and how exactly a tile was laid on.
        """
        pairs = zip(PARAMETERS.usual_softness, self.softness, strict=True)
        return float(np.mean([(usual / max(usual, soft)) ** 2 for usual, soft in pairs]))

    @property
    def softer(self) -> float:
        """By how much more than usual lightness is blurred: sigma in px of the fine patch."""
        usual, soft = PARAMETERS.usual_softness[0], self.softness[0]
        return float(np.sqrt(max(soft**2 - usual**2, 0.0)))

    def work_ahead(self) -> None:
        """Work out where feet stand on one more view: else that is worked out while people wait for a reading."""
        view = next((view for view in range(len(self.views)) if view not in self._plans), None)
        if view is not None:
            self.footing(4 * view)

    def softened(self, softness: Softness) -> Deck:
        """The deck as a camera sees it whose lens, sensor and compression blur by so much."""
        if softness == self.softness:
            return self
        coarse, fine = self.crisp
        half = (
            softness[0] * PARAMETERS.coarse / PARAMETERS.fine,
            softness[1] * PARAMETERS.coarse / PARAMETERS.fine,
            softness[2] * PARAMETERS.coarse / PARAMETERS.fine,
        )
        return replace(self, coarse=_soft(coarse, half), fine=_soft(fine, softness), softness=softness)

    def entries(self, key: str, turns: int) -> NDArray[np.intp]:
        """Indices of the templates that show this tile lying with these turns; empty for a kind without a view."""
        found = self._entries.get((key, turns))
        if found is None:
            shown = [
                4 * view + (turns - turned_by) % 4 for view, (kind, turned_by) in enumerate(self.views) if kind == key
            ]
            found = self._entries[key, turns] = np.array(shown, np.intp)
        return found

    def tile_of(self, entry: int) -> tuple[str, int]:
        """Key and turns of what a template shows."""
        key, turned_by = self.views[entry // 4]
        return key, (turned_by + entry) % 4

    def footing(self, entry: int) -> Float32Array:
        """(features, SIZE, SIZE) where feet stand on the tile as a template shows it: see :mod:`drawn`."""
        view = entry // 4
        key, turned_by = self.views[view]
        if view not in self._plans:
            # Where somebody stood a road is made up from the grass beside it, and would be told to go around him.
            plan = usual(key) if self._in_part(view) else drawn.labels(key, self.at_rest(view), self.colours)
            self._plans[view] = drawn.footing_as_drawn(key, plan)
        return drawn.turned_clockwise(self._plans[view], (turned_by + entry) % 4)

    def _in_part(self, view: int) -> bool:
        return bool(self.hidden and self.hidden[view])

    def at_rest(self, view: int) -> Patches:
        """(fine, fine, 3) Lab: the tile of a view at no turn, as the edition has it."""
        return np.asarray(self.crisp[1].patches[4 * view + (-self.views[view][1]) % 4], np.float32)

    @cached_property
    def colours(self) -> dict[FeatureKind, drawn.Colours]:
        """What tells this edition's cities and cloisters from what lies beside them."""
        whole = [view for view in range(len(self.views)) if not self._in_part(view)] or range(len(self.views))
        pictures = [(self.views[view][0], self.at_rest(view)) for view in whole]
        return {kind: drawn.Colours.of(pictures, kind) for kind in (FeatureKind.CITY, FeatureKind.MONASTERY)}


def filled(outline: Outline, n: int) -> NDArray[np.bool_]:
    """(n, n) what of a tile lies within an outline; nothing where that is empty."""
    found = np.zeros((n, n), np.uint8)
    if outline:
        cv2.fillConvexPoly(found, np.rint((np.array(outline) * n - 0.5) * 16).astype(np.int32), 1, shift=4)
    return found > 0


def _soft(templates: Templates, sigmas: Softness) -> Templates:
    blurred = np.empty_like(templates.patches)
    for channel, sigma in enumerate(sigmas):
        for patch, soft in zip(templates.patches, blurred, strict=True):
            soft[..., channel] = blurred_channel(patch[..., channel], sigma)
    return Templates(blurred)


def blurred_channel(values: Float32Array, sigma: float) -> Float32Array:
    """One channel (n, n) of a patch, blurred; beyond its rim it goes on as at the rim."""
    if sigma < 0.2:  # px: below that a Gaussian's kernel is a single one
        return values
    return np.asarray(cv2.GaussianBlur(values, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE), np.float32)


def _key_and_turns(kind: str, sides: Iterable[str]) -> tuple[str, int]:
    """The tile's key and with how many turns it lies where its sides are these (the fewest, where several would do)."""
    tile = tile_type(kind)
    wanted = tuple(sides)
    for turns in range(4):
        if tile.turned[turns].sides == wanted:
            return tile.key, turns
    raise ValueError(f"no turn of {kind} has the sides {wanted}")
