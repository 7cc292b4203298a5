"""Of what make an owner's people are, from what the owner has shown."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.piece_set import PieceSet
from vision.istanbul.pieces.form_names import cap_of, cut_of
from vision.istanbul.pieces.makes import Cap, Cut, Make
from vision.istanbul.pieces.shapes import FIGURES, PLAYERS
from vision.istanbul.pieces.trying import Kind
from vision.parameters import CHOSEN, Parameters, parameter

KINDS = ("merchant", "assistant", "family member", "companion", *FIGURES)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMakeParameters(Parameters):
    """How much of their box people have to show before the rest of it is known."""

    # Pieces were measured in mm, and on a table they are seen in places: of 84, 90, 102 and 116 mm.
    places: tuple[float, ...] = parameter(
        (1.0, 0.93, 0.82, 0.725), "times", "as wide as an owner's places that ours may be", CHOSEN
    )
    fewest: int = parameter(3, "colours", "that were shown, from which no others are in the box", CHOSEN)


PARAMETERS = OwnMakeParameters()


def makes_of(pieces: PieceSet) -> tuple[Make, ...]:
    """The make that was shown, on places of every usual width."""
    paints = pieces.paints()
    sizes = tuple((kind, *scale) for kind in KINDS if (scale := pieces.scale(kind)) is not None)
    return tuple(
        Make(
            pieces.name,
            size,
            _cap(pieces),
            _cuts(pieces, ("family member",)),
            _cuts(pieces, tuple(FIGURES)),
            paints=tuple((kind, paints[kind]) for kind in FIGURES if kind in paints),
            woods=tuple((colour, paints[colour]) for colour in PLAYERS if colour in paints),
            sizes=sizes,
        )
        for size in PARAMETERS.places
    )


def shown(pieces: PieceSet | None, allowed: set[Kind]) -> set[Kind]:
    """Whom of those that are allowed an owner has: whoever has shown pieces of several colours has no others."""
    colours = set(PLAYERS) if pieces is None else set(PLAYERS) & set(pieces.colours())
    if len(colours) < PARAMETERS.fewest:
        return allowed
    return {(kind, colour) for kind, colour in allowed if colour not in PLAYERS or colour in colours}


def _cap(pieces: PieceSet) -> Cap:
    form = pieces.form("merchant")
    return cap_of(form) if form is not None else Cap.TURBAN


def _cuts(pieces: PieceSet, kinds: tuple[str, ...]) -> tuple[Cut, ...]:
    """How these are cut; any way where none was shown."""
    forms = [form for kind in kinds if (form := pieces.form(kind)) is not None]
    return tuple(dict.fromkeys(cut_of(form) for form in forms)) or tuple(Cut)
