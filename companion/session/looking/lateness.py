"""Whether the eyes are late: something lies on the table that they have been at for a while, and people wonder."""

from __future__ import annotations

from companion.session.looking.last_look import LastLook
from companion.session.looking.sighting import Sighting
from vision.eyes import Attention

LATE_MS = 4000  # longer than eyes need that keep up, and about as long as people wait before they ask themselves


class Lateness:
    """Told at every tick. While they read a table the eyes tell nothing at all; hands over it and a map that moved are
    nothing to be late with."""

    def __init__(self) -> None:
        self.late = False
        self._since_ms = 0
        self._heard: Sighting | None = None

    def follow(self, look: LastLook, now_ms: int) -> bool:
        """Take in what was told until now; True where they are late now and were not, or the other way."""
        fresh, self._heard = look.sighting is not self._heard, look.sighting
        waits = fresh and look.attention is not Attention.STILL
        if look.glance is None or look.settled or waits:
            self._since_ms = now_ms
        before, self.late = self.late, now_ms - self._since_ms > LATE_MS
        return self.late is not before
