"""Somebody among others: what those before him leave in view, and what those behind him explain there already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.arrays import Float32Array
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces import paints, trying
from vision.istanbul.pieces.templates import Template
from vision.istanbul.pieces.trying import Tried, cost, hide, overlap, surface_of, sweep
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SurroundingsParameters(Parameters):
    """How much of somebody is left in view by others, and what they explain of him."""

    like: float = parameter(
        5.0,
        "squared standard deviations",
        "mean squared standard deviations from its paint at which a piece is still believed",
        CHOSEN,
    )
    in_view: float = parameter(0.35, "share", "of a piece that others must leave in view", CHOSEN)
    near: int = parameter(44, "px", "within which pieces hide one another", CHOSEN)


PARAMETERS = SurroundingsParameters()


@dataclass(frozen=True, eq=False, slots=True)
class PlaceSurroundings:
    """What is left to explain where somebody is tried.

    Attributes:
        mosaic: the layout.
        in_view: (h, w) share of each px that nobody hides.
        behind: (h, w) log-likelihood that others bring who stand behind, None where nobody does.
    """

    mosaic: Mosaic
    in_view: Float32Array
    behind: Float32Array | None = None
    _gains: dict[str, Float32Array] = field(default_factory=dict)

    @classmethod
    def beyond(cls, mosaic: Mosaic, pieces: Iterable[Tried]) -> PlaceSurroundings:
        """Of somebody whom all of these stand before."""
        rest = mosaic.known.copy()
        for one in pieces:
            hide(rest, one)
        return cls(mosaic, rest)

    @classmethod
    def of(cls, mosaic: Mosaic, piece: Tried, pieces: Sequence[Tried]) -> PlaceSurroundings:
        """Of a piece among these: who is nearer to the camera's foot stands before it."""
        near = [
            one
            for one in pieces
            if one is not piece and abs(one.x - piece.x) < PARAMETERS.near and abs(one.y - piece.y) < PARAMETERS.near
        ]
        own = _far(mosaic, piece)
        near.sort(key=lambda one: _far(mosaic, one))
        before = cls.beyond(mosaic, (one for one in near if _far(mosaic, one) <= own))
        after = [one for one in near if _far(mosaic, one) > own]
        if not after:
            return before
        behind, free = np.zeros_like(mosaic.known), np.ones_like(mosaic.known)
        for one in after:
            window, part = overlap(free, one)
            for shows, mask in zip(one.template.shows, one.template.masks, strict=True):
                behind[window] += mask[part] * free[window] * mosaic.gain(surface_of(shows, one.colour))[window]
            hide(free, one)
        return cls(mosaic, before.in_view, behind)

    def gain(self, surface: str) -> Float32Array:
        """(h, w) by how much better than what is behind it, or the bare place, a painted surface explains each px."""
        if self.behind is None:
            return self.mosaic.gain(surface)
        if surface not in self._gains:
            self._gains[surface] = self.mosaic.gain(surface) - self.behind
        return self._gains[surface]

    def explained(self, piece: Tried) -> float:
        """Log-likelihood of a piece over its not being there."""
        window, part = overlap(self.in_view, piece)
        total = 0.0
        for shows, mask in zip(piece.template.shows, piece.template.masks, strict=True):
            gain = self.mosaic.gain(surface_of(shows, piece.colour))[window]
            if self.behind is not None:
                gain = gain - self.behind[window]
            total += float((mask[part] * self.in_view[window] * gain).sum())
        return trying.PARAMETERS.independent * total - cost(piece.template.shape)

    def fitted(self, colour: str, template: Template, at: tuple[int, int], roam: int) -> tuple[float, Tried]:
        """The most that such a piece explains with its foot within ``roam`` px of a px, and the piece there."""
        explained, (left, top) = sweep(self.gain, self.in_view, colour, template, at, roam)
        row, column = np.unravel_index(int(explained.argmax()), explained.shape)
        piece = Tried(colour, template, int(column) + left, int(row) + top)
        return trying.PARAMETERS.independent * float(explained[row, column]) - cost(template.shape), piece

    def in_view_and_unlike(self, piece: Tried) -> tuple[float, float]:
        """Share of a piece that is in view, and how far what is in view is from its paint."""
        window, part = overlap(self.in_view, piece)
        total, off = 0.0, 0.0
        for shows, mask in zip(piece.template.shows, piece.template.masks, strict=True):
            share = mask[part] * self.in_view[window]
            total += float(share.sum())
            off += float((share * self.mosaic.paints[surface_of(shows, piece.colour)][window]).sum())
        # What leans over the layout's edge is not known to be hidden.
        beyond = float((piece.template.cover[part] * (1 - self.mosaic.known[window])).sum())
        return (total + 0.7 * beyond) / piece.template.area, off / total if total > 1 else paints.PARAMETERS.cap

    def believable(self, piece: Tried) -> bool:
        """Whether enough of a piece is in view, and that looks like its paint."""
        seen, like = self.in_view_and_unlike(piece)
        return seen >= PARAMETERS.in_view and like <= PARAMETERS.like


def _far(mosaic: Mosaic, piece: Tried) -> float:
    return float(np.hypot(piece.x - mosaic.eye_px[0], piece.y - mosaic.eye_px[1]))
