"""What one first evening took, as the process of the tablet tells it."""

from __future__ import annotations

import msgspec


class EveningStep(msgspec.Struct, frozen=True):
    """One step of it: seconds by the clock and of a core, and how often the glass was touched."""

    seconds: float
    core_s: float
    taps: int


class EveningRow(msgspec.Struct, frozen=True):
    """All of it.

    Attributes:
        first_turn_was: ``right`` and on record, ``asked``, ``wrong``, or ``nothing`` where it did not come to it.
        taken_for: the edition that the tablet takes the tiles for; what nobody has a picture of has a name of ours.
        trouble: what somebody looked for in vain; empty where nothing was.
        steps: in their order, by name.
    """

    first_turn_was: str
    taken_for: str
    trouble: str
    steps: dict[str, EveningStep]
