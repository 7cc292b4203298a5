"""What the people at a simulated table do besides moving pieces, for whoever plays their part: presses are in
:class:`vision.simulator.sequence.SimulatedPress`; these are the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Touch:
    """An action that people enter on the tablet, because no camera can see it: a hidden card, a choice."""

    action: Any


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice thrown in the tray by a seat; ``pips`` is what they show."""

    seat: int
    pips: tuple[int, ...]
