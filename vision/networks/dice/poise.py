"""How a die lies: a second network that knows its face already and measures its lean several times as well.

The judge has to make sense of patches that hold a die somewhere, or none. This one was taught on nothing but dice whose
upper face lies in the middle and is as large as it should be, and gives the same numbers as the judge about them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

import numpy as np

from vision.frames import Picture
from vision.networks.dice.judge import POSITIONS, Verdict, ask
from vision.networks.loading import TaughtNetwork, load_network

_ITERATIONS = 2  # each from where the last one found the face

# Logits: it was taught on dice of which a third were cocked; of those that people throw far fewer are.
_RARER = 1.0


@cache
def _network() -> TaughtNetwork:
    return load_network(files("vision.networks.dice") / "poise.onnx")


def poised(picture: Picture, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The same verdicts: place, lean, its spread, and the chances of cocked and hidden told better."""
    nearer = verdicts
    for _ in range(_ITERATIONS):
        nearer = [_again(picture, verdict) for verdict in nearer]
    return [
        replace(one, hidden=between(glance.hidden, one.hidden)) for glance, one in zip(verdicts, nearer, strict=True)
    ]


def between(one: float, other: float) -> float:
    """The chance whose log-odds lie between those of two chances: two networks' word for the same thing."""
    odds = np.prod([chance / max(1 - chance, 1e-6) for chance in (one, other)]) ** 0.5
    return float(odds / (1 + odds))


def _again(picture: Picture, verdict: Verdict) -> Verdict:
    answers = ask(_network(), picture, [(verdict.x, verdict.y, verdict.side)], POSITIONS)[0]
    back = [square.T for square in POSITIONS]
    face = np.mean([square @ answer[8:10] for square, answer in zip(back, answers, strict=True)], axis=0)
    right, down = np.mean([square @ answer[11:13] for square, answer in zip(back, answers, strict=True)], axis=0)
    cocked, hidden = 1 / (1 + np.exp([_RARER, 0.0] - answers[:, [7, 14]].mean(axis=0)))
    return replace(
        verdict,
        x=verdict.x + verdict.side * float(face[0]),
        y=verdict.y + verdict.side * float(face[1]),
        side=verdict.side * float(np.exp(np.clip(answers[:, 10].mean(), -0.3, 0.3))),
        lean=(float(right), float(down)),
        spread=float(np.exp(answers[:, 13].mean())),
        cocked=float(cocked),
        hidden=float(hidden),
    )
