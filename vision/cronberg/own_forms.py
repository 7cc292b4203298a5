"""The tokens of Cronberg as their owner lays them out."""

from __future__ import annotations

from dataclasses import replace

from calibration.piece_set import PieceSet, PieceStance
from games.cronberg.components import BOX_COLOURS
from vision.cronberg.cronberg_set import CronbergSet
from vision.pieces.forms import Form, UprightBody, disc_outline
from vision.pieces.naming import GamePieces

COLOURS = BOX_COLOURS
TOKEN = "token"


def _forms() -> tuple[Form, ...]:
    """A token lies flat, one way or the other."""
    radius, high = CronbergSet.token_radius_mm, CronbergSet.token_high_mm
    return (Form(TOKEN, TOKEN, PieceStance.STANDING, (UprightBody(disc_outline(radius), 0.0, high),), round=True),)


def with_tokens(prints: CronbergSet, pieces: PieceSet | None) -> CronbergSet:
    """A copy with the tokens that its owner has shown."""
    if pieces is None:
        return prints
    wide, high = pieces.scale(TOKEN) or (1.0, 1.0)
    return replace(
        prints,
        token_radius_mm=CronbergSet.token_radius_mm * wide,
        token_high_mm=CronbergSet.token_high_mm * high,
        woods={**prints.woods, **pieces.paints()},
    )


PIECES = GamePieces(_forms(), COLOURS)
