"""Of what make the wooden people are: boxes, printings and what owners put in their stead differ in how large people
are for the places, in what a merchant wears on top, and in how figures are cut.

What lies on a table is of one make. Where nobody has shown theirs, the one of these is taken by which people explain
most of what a picture shows. All of them are defaults of ours: none was measured on a published box.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vision.imaging.values import Colour
from vision.parameters import CHOSEN, Parameters, parameter


class Cap(StrEnum):
    """What a merchant wears on top."""

    TURBAN = "turban"  # cream over a dark band, raised
    STICKER = "sticker"  # a pale round sticker with something dark in it, flat
    BARE = "bare"  # nothing: a larger disc on smaller ones


class Cut(StrEnum):
    """How a figure is made."""

    FLAT = "flat"  # sawn out of a board, standing
    TURNED = "turned"  # on a lathe: a foot, a waist, a head


@dataclass(frozen=True, slots=True)
class Make:
    """One make of people.

    Attributes:
        name: for people who look into it.
        size: of every piece, for places that are ``place_wide_mm`` wide, as a share of
            ours.
        cap: what merchants wear.
        family: how family members are cut, any of these.
        figures: how the figures are that nobody owns.
        paints: of these figures, (kind, BGR) where they differ from ours.
        woods: of players, (colour, BGR) where they were shown.
        sizes: (kind, times as wide, times as high) as ours, where that was shown; ``size`` comes on top.
    """

    name: str
    size: float = 1.0
    cap: Cap = Cap.TURBAN
    family: tuple[Cut, ...] = (Cut.FLAT,)
    figures: tuple[Cut, ...] = (Cut.TURNED,)
    paints: tuple[tuple[str, Colour], ...] = ()
    woods: tuple[tuple[str, Colour], ...] = ()
    sizes: tuple[tuple[str, float, float], ...] = ()

    def scale(self, kind: str) -> tuple[float, float]:
        """How many times as wide and as high as ours a kind is."""
        wide, high = next(((wide, high) for name, wide, high in self.sizes if name == kind), (1.0, 1.0))
        return wide * self.size, high * self.size


OURS = Make("tableside")
_BOTH = (Cut.FLAT, Cut.TURNED)
_BLACK_SMUGGLER = (("smuggler", (44.0, 42.0, 40.0)),)


@dataclass(frozen=True, slots=True, kw_only=True)
class MakesParameters(Parameters):
    """How large the people of other boxes are."""

    small: float = parameter(
        0.82, "share", "of ours, on places as wide as ours: places of 10 cm instead of 8 with people as large", CHOSEN
    )


PARAMETERS = MakesParameters()


def usual_makes() -> tuple[Make, ...]:
    """Those that are tried where an owner has shown none."""
    small = PARAMETERS.small
    return (
        OURS,
        Make("turbans, small", small, Cap.TURBAN, _BOTH, _BOTH),
        Make("stickers", 1.0, Cap.STICKER, _BOTH, _BOTH, _BLACK_SMUGGLER),
        Make("stickers, small", small, Cap.STICKER, _BOTH, _BOTH, _BLACK_SMUGGLER),
        Make("bare discs", 1.0, Cap.BARE, _BOTH, _BOTH, _BLACK_SMUGGLER),
        Make("bare discs, small", small, Cap.BARE, _BOTH, _BOTH, _BLACK_SMUGGLER),
    )
