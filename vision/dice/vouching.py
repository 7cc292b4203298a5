"""Which faces the network that sees the whole tray takes for upper ones, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.networks.dice.judge import Verdict
from vision.networks.dice.poise import between
from vision.networks.dice.tray import FaceThere
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayFaceParameters(Parameters):
    """When two measurements are of one face."""

    apart: float = parameter(0.25, "sides", "between two measurements of one face's middle at the most", CHOSEN)
    larger: float = parameter(0.35, "log", "by which one may be larger than the other", CHOSEN)


PARAMETERS = TrayFaceParameters()


def face_there(verdict: Verdict, faces: Sequence[FaceThere]) -> FaceThere | None:
    """The same face as the tray's network sees it; None where it sees no upper face there."""
    same = [face for face in faces if _of_one_face(verdict, face)]
    return max(same, key=lambda face: face.upper) if same else None


def doubted_by_both(verdict: Verdict, faces: Sequence[FaceThere]) -> Verdict:
    """The same verdict: whether the die is cocked or hidden, two networks say together where both see its face."""
    face = face_there(verdict, faces)
    if face is None:
        return verdict
    return replace(verdict, cocked=between(verdict.cocked, face.cocked), hidden=between(verdict.hidden, face.hidden))


def _of_one_face(verdict: Verdict, face: FaceThere) -> bool:
    apart = float(np.hypot(verdict.x - face.x, verdict.y - face.y)) / min(verdict.side, face.side)
    return apart <= PARAMETERS.apart and abs(float(np.log(verdict.side / face.side))) <= PARAMETERS.larger
