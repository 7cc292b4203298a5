"""The pieces of Istanbul as their owner lays them out: the forms of every make, and the make that was shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from calibration.piece_set import PieceStance
from vision.istanbul.pieces.form_names import capped_form, cut_form
from vision.istanbul.pieces.makes import OURS, Cap, Cut, Make
from vision.istanbul.pieces.shapes import (
    FIGURES,
    PieceShape,
    assistants,
    companion,
    family,
    flat_figure,
    merchant,
    pawn,
    turned_family,
)
from vision.parameters import CHOSEN, Parameters, parameter
from vision.pieces.forms import Form, UprightBody
from vision.pieces.naming import GamePieces

COLOURS = ("red", "yellow", "green", "blue", "white")  # of the boxes' players; default
OF_EXPANSIONS = ("companion", "courier", "coffee trader")
TINTS = {"governor": (32.0, 30.0, -28.0), "smuggler": (18.0, 0.0, 0.0), "courier": (60.0, -30.0, -12.0),
         "coffee trader": (28.0, 14.0, 18.0)}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class IstanbulFormsParameters(Parameters):
    """How much of a merchant shows another colour than its paint, and what speaks against pieces of expansions."""

    turban: float = parameter(
        0.45, "share", "of a merchant in a colour that is not pale that its turban covers", CHOSEN
    )
    sticker: float = parameter(0.6, "share", "of a merchant that a sticker covers", CHOSEN)
    bare: float = parameter(0.05, "share", "of a bare disc that shows another colour", CHOSEN)
    companion: float = parameter(0.25, "share", "of a companion that shows another colour", CHOSEN)
    rare: float = parameter(2.0, "half squared deviations", "against a piece of an expansion", CHOSEN)


PARAMETERS = IstanbulFormsParameters()


def pieces() -> GamePieces:
    """Every form of every kind, in the colours of the boxes."""
    return _pieces(PARAMETERS)


@cache
def _pieces(how: IstanbulFormsParameters) -> GamePieces:
    return GamePieces(_forms(how), COLOURS)


def _forms(how: IstanbulFormsParameters) -> tuple[Form, ...]:
    pale = {Cap.TURBAN: how.turban, Cap.STICKER: how.sticker, Cap.BARE: how.bare}
    found = [
        _form(capped_form(cap), "merchant", merchant(0, Make("", cap=cap)), pale=pale[cap], round_=True) for cap in Cap
    ]
    found += [
        _form("assistant", "assistant", assistants(1, OURS), round_=True),
        _form(cut_form("family", Cut.FLAT), "family member", family(0.0, OURS)),
        _form(cut_form("family", Cut.TURNED), "family member", turned_family(OURS), round_=True),
        _form("companion", "companion", companion(0.0, OURS), pale=how.companion),
    ]
    for kind in FIGURES:
        found += [
            _form(cut_form(kind, Cut.TURNED), kind, pawn(kind, OURS), round_=True, owned=False),
            _form(cut_form(kind, Cut.FLAT), kind, flat_figure(kind, 0.0, OURS), owned=False),
        ]
    return tuple(found)


def _form(
    name: str, kind: str, shape: PieceShape, *, pale: float = 0.0, round_: bool = False, owned: bool = True
) -> Form:
    blocks = tuple(UprightBody(body.outline, body.low, body.high, body.top) for body in shape.bodies)
    return Form(
        name,
        kind,
        PieceStance.STANDING,
        blocks,
        owned=owned,
        pale=pale,
        round=round_,
        tint=TINTS.get(kind),
        rare=PARAMETERS.rare if kind in OF_EXPANSIONS else 0.0,
    )
