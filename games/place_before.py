"""Places before a player, as events, remarks and discrepancies name them: ``glass 1 4a``, ``route 0``."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NOTATION = re.compile(r"(glass|route) (\d+)(?: (\S+))?")
GLASS, ROUTE = "glass", "route"


@dataclass(frozen=True, slots=True)
class PlaceBefore:
    """Somebody's own: ``what`` it is (:data:`GLASS`, :data:`ROUTE`), the index of the seat, and which of it, if any."""

    what: str
    seat: int
    which: str = ""

    @property
    def notation(self) -> str:
        """As it is written."""
        return f"{self.what} {self.seat} {self.which}".rstrip()

    @classmethod
    def read(cls, notation: str) -> PlaceBefore | None:
        """The place that is written so; None where it is another kind of place."""
        found = _NOTATION.fullmatch(notation)
        return None if found is None else cls(found[1], int(found[2]), found[3] or "")
