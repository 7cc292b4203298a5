"""What the eyes told last about one table: the sighting, what was read of it, and what people have waved through."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.session.looking.sighting import Sighting
from companion.session.views import LiveView
from games.any_game import AnyRecord
from vision.explanation import Discrepancy, Explanation
from vision.eyes import Attention, Glance
from vision.frames import Picture

Outlines = tuple[NDArray[np.float32], ...]

BEARS_OUT_AFTER_MS = 80.0  # after the picture that was read: a hand may pause for as long as a picture takes


class LastLook:
    """The last sighting and the last explanation. Places where people said that the record is right stay quiet."""

    def __init__(self) -> None:
        self.sighting: Sighting | None = None
        self.explanation: Explanation | None = None
        self.close_up: Picture | None = None
        self.differing: Outlines = ()
        self.proposed: Outlines = ()
        self.borne_out = False  # a second still picture showed what was read of the first
        self.settled = False  # the still table has been explained for the record as it is now
        self._read_ms = 0.0  # when the picture that was read was taken, by the clock of the source
        self._dismissed: set[tuple[str, str]] = set()
        self._live: tuple[tuple[object, ...], LiveView] | None = None  # as it was asked for last, and of what

    @property
    def glance(self) -> Glance | None:
        """What the last frame told before reading."""
        return self.sighting.glance if self.sighting is not None else None

    @property
    def attention(self) -> Attention | None:
        """What the eyes are doing, or None where they saw nothing yet."""
        return self.glance.attention if self.glance is not None else None

    @property
    def hand(self) -> bool:
        """True where a hand is over the table."""
        return self.glance is not None and self.glance.hand

    @property
    def picture(self) -> Picture | None:
        """The last frame at inset size, BGR (270, 480, 3), or None."""
        return self.sighting.small if self.sighting is not None else None

    @property
    def shot(self) -> Picture | None:
        """The last frame as it is kept with a move, BGR: near where the game lies, where that is known."""
        near = self.sighting.near if self.sighting is not None else None
        return near.picture if near is not None else self.picture

    def live(self, *, circles: bool) -> LiveView | None:
        """The last frame as people watch it: where the game lies, with what is tracked and what differs; what was told
        of it where that ``circles``. None where there is no frame."""
        seen, outlines = self.sighting, self.proposed if circles else ()
        if seen is None or seen.small is None:
            return None
        of = seen, self.differing, outlines  # asked at every tick of the screen, and new only now and then
        if self._live is None or any(one is not other for one, other in zip(self._live[0], of, strict=True)):
            self._live = of, self._live_view(seen.small, seen, outlines)
        return self._live[1]

    def _live_view(self, small: Picture, seen: Sighting, outlines: Outlines) -> LiveView:
        near = seen.near
        if near is None or not near.shows((*self.differing, *outlines)):
            return LiveView(small, seen.overlay, self.differing, outlines)
        return LiveView(near.picture, *map(near.within, (seen.overlay, self.differing, outlines)))

    @property
    def overlay(self) -> Outlines:
        """Outlines of what is tracked in the last frame: polylines (n, 2) as shares of its width and height."""
        return self.sighting.overlay if self.sighting is not None else ()

    @property
    def frame(self) -> tuple[int, int]:
        """Width and height of what the camera showed last, px; (0, 0) where nothing is known of it."""
        return self.sighting.frame if self.sighting is not None else (0, 0)

    @property
    def will_be_reread(self) -> bool:
        """True where what was read left doubt and another look is under way."""
        return self.sighting is not None and self.sighting.will_be_reread

    def is_after(self, time_ms: float) -> bool:
        """Whether the last frame was taken after this, ms on the machine's steady clock; of a source that is not live
        every frame is of now."""
        taken_ms = self.sighting.taken_ms if self.sighting is not None else None
        return taken_ms is None or taken_ms >= time_ms

    @property
    def waits_to_be_borne_out(self) -> bool:
        """True where the next picture of a live camera may still show that what was read was a hand that paused."""
        live = self.sighting is not None and self.sighting.taken_ms is not None
        best = self.explanation.best if self.explanation is not None else None
        return live and best is not None and bool(best.actions) and not self.borne_out

    @property
    def hides_in_the_dark(self) -> bool:
        """True where nothing new was told, and it is so dark that something may lie there all the same."""
        nothing = self.explanation is None or self.explanation.is_idle()
        return nothing and self.glance is not None and self.glance.too_dark

    @property
    def discrepancies(self) -> tuple[Discrepancy, ...]:
        """Where table and record differ, but for what was dismissed."""
        return self.explanation.discrepancies if self.explanation is not None else ()

    def see(self, sighting: Sighting) -> bool:
        """Take in what a frame told before reading; True where people are told otherwise for it than for the frame
        before. Most frames tell nothing new but their number, and a table that is shown anew for each of them costs
        whoever reads it the time."""
        before, self.sighting = (self.attention, self.hand), sighting
        if sighting.glance is None or sighting.glance.attention is not Attention.STILL:
            self.settled = False
        return before != (self.attention, self.hand)

    def miss(self, sighting: Sighting) -> None:
        """The eyes can't look; where they were only late, the last picture stays. Nothing that was read holds."""
        if sighting.trouble is not None:
            self.sighting = sighting
        self.settled = False

    def settle(self, *, fresh: bool) -> bool:
        """The last frame is still: has it been read for the record as it is now? ``fresh``: that was read just now.
        True where it bears out what was read of the one before, and that was not known."""
        glance = self.glance
        if fresh or glance is None:
            self.settled = fresh
        elif self.explanation is not None and not glance.changed:
            self.settled = True  # a hand came and went, or the light did: the table lies as it was read
            before = self.borne_out
            self.borne_out = before or glance.time_ms - self._read_ms >= BEARS_OUT_AFTER_MS
            return self.borne_out is not before
        elif glance.changed:
            self.settled = False  # it looks otherwise now, and nothing was read of that for this record
        return False

    def take(self, explanation: Explanation) -> None:
        """Keep what was read of the last sighting, and how it looked."""
        fresh = tuple(one for one in explanation.discrepancies if (one.place, one.seen) not in self._dismissed)
        before = self.explanation.best if self.explanation is not None else None
        best = explanation.best
        self.borne_out = before is not None and best is not None and before.actions == best.actions
        self.explanation = replace(explanation, discrepancies=fresh)
        if self.sighting is not None:
            self._read_ms = self.glance.time_ms if self.glance is not None else 0.0
            self.close_up, self.differing = self.sighting.close_up, self.sighting.differing
            self.proposed = self.sighting.proposed

    def read_for(self, record: AnyRecord) -> tuple[AnyRecord, Explanation] | None:
        """The record with what was read for it; None where nothing was."""
        return None if self.explanation is None else (record, self.explanation)

    def void(self) -> None:
        """The record moved on: what was read was read for another."""
        self.explanation, self.settled = None, False

    def forget(self) -> None:
        """The table is read anew: nothing that people have waved through stays so."""
        self.void()
        self._dismissed.clear()

    def dismiss(self) -> None:
        """People say that the record is right wherever it differs now."""
        self._dismissed.update((one.place, one.seen) for one in self.discrepancies)
        if self.explanation is not None:
            self.explanation = replace(self.explanation, discrepancies=())
