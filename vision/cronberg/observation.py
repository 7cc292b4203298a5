"""What a picture of a Cronberg table tells, before any rule of play is asked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.game import Phrase
from vision.cronberg.evidence import RhombEvidence
from vision.cronberg.tokens import TokenEvidence
from vision.registration.board_camera import CameraAboveBoard


@dataclass(frozen=True, slots=True, eq=False)
class SeenRhomb:
    """A rhomb that was read.

    Attributes:
        kind: key in the edition. triangles, head: where it lies, in the board's notation.
        confidence: probability that all of it is right.
        outline: (4, 2) head, right, tail, left on the picture, px.
    """

    kind: str
    triangles: tuple[str, str]
    head: str
    confidence: float
    outline: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class SeenToken:
    """A token that was read: its crossing, its colour, the probability of both, and its face's middle (2,) in px."""

    crossing: str
    colour: str
    confidence: float
    middle: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class UnreadTriangles:
    """Free triangles that look neither empty nor like any rhomb, or a rhomb too unsure to be told; and why."""

    triangles: tuple[str, ...]
    why: Phrase


@dataclass(frozen=True, slots=True, eq=False)
class CronbergObservation:
    """One still picture, read.

    Attributes:
        rhombi, tokens: what lies on the board.
        view: where the camera stands; None where the board was not found.
        evidence, token_evidence: what the reading weighed, for explaining with the rules; None without a board.
        unread: what could not be read, with the reason.
        trouble: why nothing was read, for people, or None.
        size: (height, width) of the picture.
    """

    rhombi: tuple[SeenRhomb, ...] = ()
    tokens: tuple[SeenToken, ...] = ()
    view: CameraAboveBoard | None = None
    evidence: RhombEvidence | None = None
    token_evidence: TokenEvidence | None = None
    unread: tuple[UnreadTriangles, ...] = ()
    trouble: Phrase | None = None
    size: tuple[int, int] = (0, 0)
