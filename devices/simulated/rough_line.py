"""A line that loses, repeats, mixes up and corrupts what it carries, as its dice decide."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Roughness:
    """How often (0 to 1, each line) what happens."""

    lose: float = 0.0
    repeat: float = 0.0
    reorder: float = 0.0
    corrupt: float = 0.0


class RoughLine:
    """Carries whole lines, roughly. One direction of a cable."""

    def __init__(self, roughness: Roughness, rng: random.Random) -> None:
        self._roughness = roughness
        self._rng = rng
        self._held = b""  # a line that will arrive after the next one

    def carry(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        if not data:
            return b""
        out = b""
        for line in data.splitlines(keepends=True):
            for sent in self._copies(line):
                if self._rng.random() < self._roughness.reorder and not self._held:
                    self._held = sent
                    continue
                out += sent + self._held
                self._held = b""
        return out

    def cut(self) -> None:
        """The cable is pulled: what was under way is gone."""
        self._held = b""

    def _copies(self, line: bytes) -> list[bytes]:
        if self._rng.random() < self._roughness.lose:
            return []
        if self._rng.random() < self._roughness.corrupt:
            line = corrupted(line, self._rng)
        return [line, line] if self._rng.random() < self._roughness.repeat else [line]


def corrupted(line: bytes, rng: random.Random) -> bytes:
    """The line with one to four bytes changed, lost or added; its line feed is as much at risk as the rest."""
    damaged = bytearray(line)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(damaged)) if damaged else 0
        what = rng.random()
        if what < 0.35 and damaged:
            damaged[place] ^= 1 << rng.randrange(8)
        elif what < 0.6 and damaged:
            damaged[place] = rng.randrange(256)
        elif what < 0.8 and damaged:
            del damaged[place]
        else:
            damaged.insert(place, rng.randrange(256))
    return bytes(damaged)
