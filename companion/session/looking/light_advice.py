"""What people are told of the light on their table: only what has been so for a while, for a sleeve's shadow passes."""

from __future__ import annotations

from games.game import Phrase
from vision.eyes import Attention, Glance

LASTS_MS = 2500.0  # that trouble with the light is there before it is told, and gone before it is taken back


class LightAdvice:
    """Hears glance after glance of one table."""

    def __init__(self) -> None:
        self._shown: Phrase | None = None
        self._otherwise: tuple[Phrase | None, float] | None = None  # what it is now, and since when, ms

    def hear(self, glance: Glance) -> Phrase | None:
        """The sentence to show now; None where the light is well. Pictures in which something moves say nothing."""
        if glance.attention is Attention.WAITING:
            return self._shown
        if glance.light == self._shown:
            self._otherwise = None
        elif self._otherwise is None or self._otherwise[0] != glance.light:
            self._otherwise = glance.light, glance.time_ms
        elif glance.time_ms - self._otherwise[1] >= LASTS_MS:
            self._shown, self._otherwise = glance.light, None
        return self._shown
