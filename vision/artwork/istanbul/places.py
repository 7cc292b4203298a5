"""Tableside's own Istanbul, drawn from its data: 25 places, each with its number in a badge, an own motif, an own
palette and an own ornament.

The same pictures lie on the simulated table, serve as the references of its edition, and are printed as the
print-and-play set. Nothing in them is taken from a published edition.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np

from games.istanbul.box.facts import Facts
from games.istanbul.expansions.every import every_part, sets_for
from vision.artwork.canvas import Canvas
from vision.artwork.istanbul.icons import place_signs, row, width_of
from vision.artwork.istanbul.landmarks import LANDMARKS
from vision.artwork.istanbul.ornament import background, badge, corner_px, cut_out, frame, ribbon
from vision.artwork.istanbul.style import PALETTES, PLACE_MM, WIDE
from vision.artwork.istanbul.trades import TRADES
from vision.frames import Picture

PLACES = tuple(range(1, 26))
_SIGN, _MOST_WIDE = 0.098, 0.86
_MOTIFS = {**TRADES, **LANDMARKS}


@lru_cache(maxsize=1)
def box_facts() -> Facts:
    """The facts of everything in the box."""
    return Facts(sets_for(tuple(every_part())))


@lru_cache(maxsize=80)
def place_picture(number: int, px_per_mm: float) -> Picture:
    """A place, (h, w, 4) BGRA at this resolution, its long side across. Raises KeyError for a number beyond 25."""
    palette = PALETTES[number]
    c = Canvas(WIDE, 1.0, PLACE_MM[1] * px_per_mm)
    background(c, palette)
    c.shift(0.03, -0.035)
    _MOTIFS[number](c, palette)
    c.shift(-0.03, 0.035)
    signs = place_signs(number, box_facts())
    size = min(_SIGN, _SIGN * _MOST_WIDE / width_of(signs, _SIGN))
    ribbon(c, max(0.24, width_of(signs, size)) + 0.03)
    row(c, signs, 0.0, 0.385, size)
    frame(c)
    badge(c, number)
    c.speckle(np.random.default_rng(zlib.crc32(b"place") + number), 3.0, 0.012)
    picture = cut_out(c.finished(), corner_px(px_per_mm, PLACE_MM[1]))
    picture.flags.writeable = False
    return picture
