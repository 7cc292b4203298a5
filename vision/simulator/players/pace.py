"""How fast simulated people play."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """How many frames things take: reaching in or out, pushing a piece into place, resting before and after a press,
    between turns, and after a tap on the tablet."""

    reach: int = 4
    push: int = 3
    rest: int = 7
    after: int = 2
    idle: int = 2
    tap: int = 2


USUAL = Pace()
