"""A piece as it is tried on the layout: what it may be, where it fits, and what it would explain there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float32Array
from games.istanbul.standing import NEUTRAL
from vision.istanbul.layout import mosaic as layout_mosaic
from vision.istanbul.layout.mosaic import Mosaic
from vision.istanbul.pieces.makes import Make
from vision.istanbul.pieces.shapes import FIGURES, PieceShape, figures_shapes, lone_merchant, players_shapes
from vision.istanbul.pieces.templates import Template
from vision.parameters import CHOSEN, Parameters, parameter

Kind = tuple[str, str]  # kind, colour


@dataclass(frozen=True, slots=True, kw_only=True)
class TryingParameters(Parameters):
    """How much a piece must explain to be tried further, and how close two may stand."""

    least: float = parameter(22.0, "log-likelihood", "that a piece must bring", CHOSEN)
    independent: float = parameter(
        0.22, "share", "of the pixels that count, since neighbouring ones repeat each other", CHOSEN
    )
    pawn_px: float = parameter(6.0, "px", "that a pawn's foot is wide", CHOSEN)
    apart: float = parameter(
        0.7, "share", "of what two pieces measure, between their feet: the picture may be a few px off", CHOSEN
    )
    pile: float = parameter(
        80.0, "nats", 'assistants of one colour meet below their merchant only, "pick it up"', CHOSEN
    )
    companion: float = parameter(
        10.0, "nats", "its surfaces run into each other, so they look like more than others do", CHOSEN
    )
    merchant_px: float = parameter(8.2, "px", "that a merchant's foot is wide", CHOSEN)
    assistant_px: float = parameter(7.5, "px", "that an assistant's is", CHOSEN)
    family_px: float = parameter(4.5, "px", "that a family member's is", CHOSEN)
    companion_px: float = parameter(5.0, "px", "that a companion's is", CHOSEN)


PARAMETERS = TryingParameters()


@dataclass(eq=False, slots=True)
class Tried:
    """A piece as it is tried: its colour, its stamp, its foot in px."""

    colour: str
    template: Template
    x: int
    y: int

    def become(self, other: Tried) -> None:
        """Be what another is, where that is."""
        self.colour, self.template, self.x, self.y = other.colour, other.template, other.x, other.y


def hide(rest: Float32Array, piece: Tried) -> None:
    """Take what a piece hides off ``rest`` (h, w), the share of each px that nothing explains yet: it is changed."""
    window, part = overlap(rest, piece)
    rest[window] *= 1 - piece.template.cover[part]


def shapes_of(colour: str, allowed: set[Kind], make: Make) -> Sequence[PieceShape]:
    """Every shape of a make that may be painted so."""
    if colour in FIGURES:
        return figures_shapes(make)[colour]
    if colour == NEUTRAL:
        return (lone_merchant(make),)
    return [shape for shape in players_shapes(make) if (shape.kind, colour) in allowed]


def cost(shape: PieceShape) -> float:
    """Nats that it takes to believe in such a piece at all."""
    if shape.kind == "companion":
        return PARAMETERS.companion
    return PARAMETERS.pile * (shape.count - 1) if shape.kind == "assistant" else 0.0


def surface_of(shows: str, colour: str) -> str:
    """The name of a painted surface, as :class:`vision.istanbul.pieces.paints.Paints` has it."""
    if shows == "paint":
        return colour
    return f"{colour} {shows}" if shows in ("side", "rim", "ring", "patch") else shows


def sweep(
    gains: Callable[[str], Float32Array],
    weight: Float32Array,
    colour: str,
    template: Template,
    at: tuple[int, int],
    roam: int,
) -> tuple[Float32Array, tuple[int, int]]:
    """What a stamp explains with its foot on each px within ``roam`` px of a px, and the first of these px.

    Args:
        gains: (h, w) what each surface, by its name, explains px by px. weight: (h, w) how much each px counts.
        at: x, y of the px.
    """
    reach = template.reach + roam
    height, width = weight.shape
    left, top = max(0, at[0] - reach), max(0, at[1] - reach)
    right, bottom = min(width, at[0] + reach + 1), min(height, at[1] + reach + 1)
    window = (slice(top, bottom), slice(left, right))
    around = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)  # beyond the layout nothing speaks for anybody
    inside = around[top - at[1] + reach : bottom - at[1] + reach, left - at[0] + reach : right - at[0] + reach]
    total = np.zeros((2 * roam + 1, 2 * roam + 1), np.float32)
    for shows, mask in zip(template.shows, template.masks, strict=True):
        np.multiply(gains(surface_of(shows, colour))[window], weight[window], out=inside)
        total += cv2.matchTemplate(around, mask, cv2.TM_CCORR)
    first = (max(0, at[0] - roam), max(0, at[1] - roam))  # feet stand on the layout
    inner = total[
        first[1] - at[1] + roam : height - at[1] + roam,
        first[0] - at[0] + roam : width - at[0] + roam,
    ]
    return np.asarray(inner, np.float32), first


def overlap(whole: Float32Array, piece: Tried) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The window of a piece in a picture (h, w), rows and columns, and the part of its stamp that lies in it."""
    reach = piece.template.reach
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
    own = _radius(piece)
    return any(
        np.hypot(piece.x - other.x, piece.y - other.y) < PARAMETERS.apart * (own + _radius(other))
        for other in standing
        if other is not but
    )


def _radius(piece: Tried) -> float:
    shape = piece.template.shape
    wide_px = {
        "merchant": PARAMETERS.merchant_px,
        "assistant": PARAMETERS.assistant_px,
        "family member": PARAMETERS.family_px,
        "companion": PARAMETERS.companion_px,
    }
    return wide_px.get(shape.kind, PARAMETERS.pawn_px) * shape.size


def contrast_of(mosaic: Mosaic) -> Callable[[str], Float32Array]:
    """(h, w) what surfaces gain over the bare place where somebody stands, px by px, as :attr:`Mosaic.gain` has it."""
    return lambda name: np.minimum(mosaic.contrasts[name], layout_mosaic.PARAMETERS.cap)


def most_there(mosaic: Mosaic, piece: Tried) -> float:
    """The log-likelihood that a piece brings where nothing hides it: little on a place that is painted like itself."""
    contrast = contrast_of(mosaic)
    window, part = overlap(mosaic.known, piece)
    total = sum(
        float((mask[part] * contrast(surface_of(shows, piece.colour))[window]).sum())
        for shows, mask in zip(piece.template.shows, piece.template.masks, strict=True)
    )
    return PARAMETERS.independent * total
