"""How sure a reading of a photograph must be to be taken without a word."""

from __future__ import annotations

SURE = 0.9  # probability below which people are asked to look: one in ten such readings may be wrong
