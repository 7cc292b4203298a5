"""The eyes of a game over one table, one frame after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.session.looking.last_look import BEARS_OUT_AFTER_MS
from companion.session.looking.near_view import NearViewer, within
from companion.session.looking.sighting import INSET, Sighting
from companion.session.open_twins import actions_left_open
from games.any_game import AnyAction, AnyRecord, AnyState
from games.game import Phrase
from vision.explanation import Explanation
from vision.eyes import AnyEyes, Attention, preview_of, tell_left_open
from vision.frames import Frame, Picture
from vision.imaging.change import small_of
from vision.steady_frames import SteadyFrames

if TYPE_CHECKING:
    from companion.session.hands.camera_dice import TableDice

CLOSE_UP_MARGIN = 0.35  # of the place's size, around what the camera shows in a question


MOST_CUT_SHORT = 1  # previews in a row that something came after, from which on all is read at once


REREADINGS = 3  # times that a still table is read again where the first reading left doubt ...


REREAD_AFTER_MS = 800.0  # ... this long after the last: a lamp, a camera's exposure, a shadow pass in that time


@dataclass(slots=True)
class _Preview:
    """What the eyes said at once of a still table, while the rest is still to be read.

    Attributes:
        still: the frame that is read.
        borne_out: a later frame has shown the same, and people were told.
    """

    still: Frame
    borne_out: bool = False


class Looker:
    """The eyes of a game and the record that they look for: sequential, one frame at a time.

    Args:
        eyes: of the game.
        dice: reads what is thrown on the table; None where no game waits for dice.
    """

    def __init__(self, eyes: AnyEyes, dice: TableDice | None = None) -> None:
        self._eyes = eyes
        self._dice = dice
        self._frames = SteadyFrames()
        self._near = NearViewer()
        self._state: AnyState | None = None
        self._left_open: tuple[AnyAction, ...] = ()
        self._version = -1
        self._explained = -1  # the record version of the last explanation
        self._explained_ms = 0.0
        self._rereadings_left = 0
        self._looked_changed = False  # the last frame did, and the table lay still
        self._previewed: _Preview | None = None  # of a table that is not read to its end yet
        self._cut_short = 0  # previews, one after the other, that something came after before the rest was read

    def record_moved_on(self, state: AnyState, version: int, left_open: tuple[AnyAction, ...] = ()) -> None:
        """Look from now on for what follows ``state``; of pieces that are ``left_open`` it is not known which twin they
        are."""
        self._state, self._version, self._left_open = state, version, left_open
        self._cut_preview_short()
        tell_left_open(self._eyes, left_open)
        self._eyes.committed(state)

    def follow(self, record: AnyRecord, version: int) -> None:
        """Look from now on for what follows where a record stands."""
        self.record_moved_on(record.state, version, actions_left_open(record))

    def read_again(self) -> None:
        """Read the next still picture, whether or not anything in it is new."""
        self._explained, self._rereadings_left, self._previewed = -1, 0, None

    def look_with(self, eyes: AnyEyes) -> None:
        """Look with other eyes from now on, which know the record already."""
        self._eyes = eyes
        tell_left_open(eyes, self._left_open)
        self.read_again()

    @property
    def waits_for_dice(self) -> bool:
        """True while the game waits for dice that this camera reads."""
        return self._dice is not None and self._state is not None and self._dice.waits(self._state)

    @property
    def state(self) -> AnyState | None:
        """Where the record stands, as far as the eyes were told; None before that."""
        return self._state

    def look(self, frame: Frame) -> Sighting:
        """Take one frame in; read the table where it is still and something is new, or the record moved on."""
        steady = self._frames.fit(frame)
        if steady is None:
            height, width = frame.image.shape[:2]
            return Sighting(None, None, trouble=Phrase.of("picture.frame_too_small", value=f"{width} × {height}"))
        sighting = self._look(steady)
        if self._dice is None or self._state is None:
            return sighting
        roll = self._dice.look(steady, self._state)
        return sighting if roll is None else replace(sighting, roll=roll)

    def _look(self, frame: Frame) -> Sighting:
        glance = self._eyes.look(frame)
        small = within(small_of(frame.image, INSET[0]), INSET)
        overlay = self._shares(self._eyes.overlay(), frame)
        near = self._near.of(frame.image, overlay)
        # An explanation from before the record moved on is void, so the table is read again even if it lies as before.
        came = glance.changed and not self._looked_changed
        if came:
            self._cut_preview_short()
        fresh = self._explained != self._version or came or self._previewed is not None
        self._looked_changed = glance.changed and glance.attention is Attention.STILL
        # What looks changed in each frame, however often it is read, is grain or a light that flickers.
        lasting = glance.changed or self._rereadings_left > 0
        again = lasting and frame.time_ms - self._explained_ms >= REREAD_AFTER_MS
        if self._state is None:  # nobody has said yet what to look for: the camera came before the session
            return Sighting(small, glance.with_attention(Attention.WAITING), overlay=overlay, near=near)
        if glance.attention is not Attention.STILL or not (fresh or again) or self._bears_out_preview(frame):
            reread = self._will_read_on
            return Sighting(small, glance, None, self._version, None, overlay, will_be_reread=reread, near=near)
        explanation = self._read(self._state, frame, fresh=fresh)
        places = [self._eyes.outline_of(one.place) for one in explanation.discrepancies]
        outlines = [outline for outline in places if outline is not None]
        outlines += [outline for remark in explanation.remarks for outline in remark.outlines]
        differing = self._shares(tuple(outlines), frame)
        proposed = self._proposed_outlines(explanation)
        close_up = self._close_up(proposed, frame)
        return Sighting(
            small,
            glance,
            explanation,
            self._version,
            close_up,
            overlay,
            differing=differing,
            will_be_reread=self._will_read_on,
            near=near,
            proposed=self._shares(proposed, frame),
        )

    @property
    def _will_read_on(self) -> bool:
        """Whether the table is read further, or once more, if it stays as it is."""
        return self._rereadings_left > 0 or self._previewed is not None

    def _cut_preview_short(self) -> None:
        """What was previewed is of a table, or for a record, that is no more."""
        if self._previewed is not None:
            self._previewed = None
            self._cut_short += 1

    def _bears_out_preview(self, frame: Frame) -> bool:
        """Whether this frame only shows that what was said at once still lies there: people see that before the rest is
        read, which takes longer than a frame."""
        preview = self._previewed
        if preview is None or preview.borne_out:
            return False
        preview.borne_out = frame.time_ms - preview.still.time_ms >= BEARS_OUT_AFTER_MS
        return True

    def _read(self, state: AnyState, frame: Frame, *, fresh: bool) -> Explanation:
        """What the eyes say of a still table: a preview where it is ``fresh`` and they have one, else all of it. Where
        one after the other was cut short all is read at once, or a press would wait for ever."""
        preview, self._previewed = self._previewed, None
        if preview is None and fresh and self._cut_short <= MOST_CUT_SHORT:
            at_once = preview_of(self._eyes, state, frame)
            if at_once is not None:
                self._previewed = _Preview(frame)
                return at_once
        self._cut_short = 0
        explanation = self._eyes.explain(state, frame if preview is None else preview.still)
        self._explained, self._explained_ms = self._version, frame.time_ms
        left = REREADINGS if fresh else max(self._rereadings_left - 1, 0)
        self._rereadings_left = 0 if explanation.is_clear() else left
        return explanation

    def _proposed_outlines(self, explanation: Explanation) -> tuple[NDArray[np.float32], ...]:
        """Outlines, px, of the places that the likeliest candidate is about."""
        places = explanation.candidates[0].places if explanation.candidates else ()
        return tuple(outline for place in places if (outline := self._eyes.outline_of(place)) is not None)

    @staticmethod
    def _close_up(outlines: tuple[NDArray[np.float32], ...], frame: Frame) -> Picture | None:
        if not outlines:
            return None
        corners = np.concatenate(outlines)
        low, high = corners.min(axis=0), corners.max(axis=0)
        margin = CLOSE_UP_MARGIN * float((high - low).max())
        x0, y0 = np.maximum(low - margin, 0).astype(int)
        x1, y1 = (high + margin).astype(int)
        return np.ascontiguousarray(frame.image[y0:y1, x0:x1])

    @staticmethod
    def _shares(overlay: tuple[NDArray[np.float32], ...], frame: Frame) -> tuple[NDArray[np.float32], ...]:
        height, width = frame.image.shape[:2]
        return tuple(np.divide(line, (width, height), dtype=np.float32) for line in overlay)
