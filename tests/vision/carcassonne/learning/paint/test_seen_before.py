"""Whoever leans over a place from beside was seen there before a tile was laid: he was not put on that tile."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.carcassonne.learning.paint.test_confirmed_paints import (
    DUSK,
    FROM_ABOVE,
    GUESSES,
    PRINT,
    paints,
    patch,
)
from vision.carcassonne.learning.paint.confirmed_paints import TileShown, figure_seen
from vision.carcassonne.live.followers.silhouettes import SPAN

__all__ = ["paints"]
LEANS_OVER = (0.5, 0.97)
WOOD = np.array([18.0, 4.0, 8.0], np.float32)  # half-L Lab of a table


def place_before(paint=None, at=LEANS_OVER):
    """The bare table where a tile will lie, and somebody who leans over it from beside if there is a ``paint``."""
    bare = np.broadcast_to(WOOD, (SPAN, SPAN, 3)).astype(np.float32)
    if paint is None:
        return bare
    with_him, without = patch("BA/RRR", paint, at), patch("BA/RRR")
    him = np.abs(with_him - without).max(axis=-1, keepdims=True) > 3.0
    return np.where(him, with_him, bare)


def seen(paints, tile, before):
    return figure_seen(TileShown(tile, PRINT, before=before), FROM_ABOVE, GUESSES, paints.paint("red"))


def test_who_leant_over_the_place_before_is_not_on_the_tile_that_was_laid_there(paints):
    tile = patch("BA/RRR", DUSK, LEANS_OVER)
    assert not seen(paints, tile, None).piece.like_nobody
    figure = seen(paints, tile, place_before(DUSK))
    assert figure.piece.like_nobody
    assert figure.sure(confirmed=True)
    assert figure.log_odds < 0


def test_who_was_put_on_the_tile_is_there_whoever_leans_over_it(paints):
    tile = patch("BA/RRR", DUSK, (0.3, 0.4))
    tile = np.where(
        np.abs(place_before(DUSK) - place_before()).max(axis=-1, keepdims=True) > 0, place_before(DUSK), tile
    )
    figure = seen(paints, tile, place_before(DUSK))
    assert figure.log_odds > 0
    assert figure.foot == pytest.approx((0.3, 0.4), abs=0.06)


def test_somebody_as_red_as_the_cloth_is_seen_on_a_tile_all_the_same(paints):
    red = patch("BA/RRR", DUSK, (0.4, 0.5))
    cloth = np.broadcast_to(red[round(0.5 * SPAN), round(0.4 * SPAN)], red.shape).astype(np.float32)
    assert seen(paints, red, cloth).log_odds == pytest.approx(seen(paints, red, None).log_odds)


def test_a_red_cloth_beside_a_tile_that_lies_a_little_aside_is_nobody(paints):
    tile = patch("BA/RRR")
    red = patch("BA/RRR", DUSK, (0.4, 0.5))[round(0.5 * SPAN), round(0.4 * SPAN)]
    tile[:, -2:] = red
    assert seen(paints, tile, np.broadcast_to(red, tile.shape).astype(np.float32)).piece.like_nobody


def test_somebody_on_a_tile_that_lay_there_unnoticed_on_the_earlier_picture_is_seen(paints):
    tile = patch("BA/L", DUSK, (0.5, 0.5))
    assert seen(paints, tile, tile).log_odds == pytest.approx(seen(paints, tile, None).log_odds)
