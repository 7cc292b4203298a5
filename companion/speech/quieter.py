"""Makes raw speech quieter on its way to the player: ``python -m companion.speech.quieter PERCENT`` copies 16-bit
samples from its input to its output. Piper itself knows no loudness that all its versions share."""

from __future__ import annotations

import sys
from typing import BinaryIO

import numpy as np

_CHUNK = 4096  # bytes


def quieter(source: BinaryIO, target: BinaryIO, percent: int) -> None:
    """Copy little-endian 16-bit samples, each this share of its loudness."""
    while chunk := source.read(_CHUNK):
        samples = np.frombuffer(chunk[: len(chunk) // 2 * 2], "<i2")
        target.write((samples * (percent / 100)).astype("<i2").tobytes())
        target.flush()


if __name__ == "__main__":
    quieter(sys.stdin.buffer, sys.stdout.buffer, int(sys.argv[1]))
