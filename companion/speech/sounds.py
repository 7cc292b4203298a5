"""Short sounds of our own, synthesised: a wooden knock for a commit, two notes for points, a rising question, a falling
"lost", and a longer chord for a claim. No recording by anybody."""

from __future__ import annotations

import io
import wave
from enum import StrEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

RATE = 22050  # samples a second, mono, 16 bit


class Sound(StrEnum):
    """What is heard."""

    COMMIT = "commit"
    SCORE = "score"
    QUESTION = "question"
    LOST = "lost"
    CLAIM = "claim"


Samples = NDArray[np.float64]


def samples(sound: Sound) -> Samples:
    """The sound as samples between -1 and 1, at :data:`RATE`."""
    match sound:
        case Sound.COMMIT:
            return _mixed([_knock(0, 392.0), _knock(60, 294.0)], 180)
        case Sound.SCORE:
            return _mixed([_bell(0, 659.3, 300), _bell(110, 880.0, 280)], 400)
        case Sound.QUESTION:
            return _mixed([_bell(0, 523.3, 180), _bell(150, 698.5, 240)], 400)
        case Sound.LOST:
            return _mixed([_bell(0, 440.0, 200), _bell(160, 311.1, 230)], 400)
        case Sound.CLAIM:
            notes = zip((0, 130, 260, 390), (523.3, 659.3, 784.0, 1046.5), strict=True)
            return _mixed([_bell(start, pitch, 800) for start, pitch in notes], 1200)


@cache
def wav(sound: Sound) -> bytes:
    """The sound as a WAV file."""
    data = io.BytesIO()
    with wave.open(data, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((samples(sound) * 32767).astype("<i2").tobytes())
    return data.getvalue()


def _time(length_ms: float) -> Samples:
    return np.arange(int(RATE * length_ms / 1000)) / RATE


def _bell(start_ms: float, pitch_hz: float, length_ms: float) -> tuple[float, Samples]:
    t = _time(length_ms)
    partials = ((1.0, 1.0, 1.0), (2.0, 0.35, 1.6), (3.01, 0.14, 2.6))  # of pitch: ratio, loudness, how fast it fades
    tone = sum(
        loud * np.sin(2 * np.pi * pitch_hz * ratio * t) * np.exp(-t * fade * 4200 / length_ms)
        for ratio, loud, fade in partials
    )
    return start_ms, np.asarray(tone * np.minimum(t / 0.006, 1))


def _knock(start_ms: float, pitch_hz: float) -> tuple[float, Samples]:
    t = _time(110)
    tone = np.sin(2 * np.pi * pitch_hz * t) + 0.5 * np.sin(2 * np.pi * pitch_hz * 2.76 * t)
    return start_ms, np.asarray(tone * np.exp(-t * 55) * np.minimum(t / 0.002, 1))


def _mixed(notes: list[tuple[float, Samples]], length_ms: float) -> Samples:
    mixed = np.zeros(int(RATE * length_ms / 1000))
    for start_ms, note in notes:
        start = int(RATE * start_ms / 1000)
        room = min(len(note), len(mixed) - start)
        mixed[start : start + room] += note[:room]
    fade = int(RATE * 0.02)
    mixed[-fade:] *= np.linspace(1, 0, fade)
    return np.asarray(0.6 * mixed / np.abs(mixed).max())
