"""Somebody who plays by touch and knows only what is on the glass: no rules, no state, no list of legal actions.

Each tap is drawn at random from what can be tapped: answers in the dock, places that the board offers, and DONE. What
people would be stuck at is told as it happens: a tap that nothing answers, a place that no finger finds, a button that
can't be scrolled into sight, and a turn that does not go on however much is tapped.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.session.views import AnySession
from companion.ui.kit.base import look
from companion.ui.tour.finger import Finger
from companion.ui.tour.glass import BoardInSight, OnGlass, buttons, places, point_on, scroll_of
from games.any_game import AnyRecord

if TYPE_CHECKING:
    from companion.ui.stage import TabletApp

FRAME_S = 0.1
MOST_TAPS_WITHOUT_MOVE = 60  # after so many people would call for help
MOST_DRAGS = 24
MOST_GONE = 3  # times that one button may be built anew while a finger is on its way to it
LEAST_DRAG_DP = 72
LOUD_DONE = 0.6  # how often DONE is tapped where it is loud
STEP_BACK = 0.06  # how often a cross is
MEANS_OUT_OF_SIGHT = 0.2  # how often somebody who is zoomed in means a place out of sight


class PlayStuck(Exception):
    """Play does not go on: what was tapped last, and what is on the glass."""

    def __init__(self, why: str, last: Sequence[str], seen: Sequence[str]) -> None:
        super().__init__(f"{why}; tapped last: {' > '.join(last[-8:])}; on the glass: {', '.join(seen)[:600]}")
        self.why = why


@dataclass(slots=True)
class Played:
    """What came of it.

    Attributes:
        taps: fingers put on the glass, drags not counted.
        moves: entries of the record that were made by them.
        silent: taps that nothing answered, as (what was asked, what was tapped).
        hidden: places that the board offered and no finger found, after what was asked.
    """

    taps: int = 0
    moves: int = 0
    silent: Counter[tuple[str, str]] = field(default_factory=Counter)
    hidden: Counter[str] = field(default_factory=Counter)


class TouchPlayer:
    """Plays what is on the screen.

    Args:
        app: running; a table is on its screen.
        run: lets so many seconds of the app's time go by.
        rng: draws what is tapped.
    """

    def __init__(self, app: TabletApp, run: Callable[[float], None], rng: random.Random) -> None:
        self._app, self._run, self._rng = app, run, rng
        self.played = Played()
        self._tapped: list[str] = []  # since the last move
        self._gone: Counter[str] = Counter()  # what was built anew while it was scrolled to
        self._version: AnyRecord | None = None

    def play(self, *, until: Callable[[AnySession], bool], most_taps: int) -> Played:
        """Tap until the table is as wished, or the game is over, or there were so many taps.

        Raises :class:`PlayStuck`.
        """
        most = self.played.taps + most_taps
        while self.at_table and not self._session.view.over and not until(self._session):
            if self.played.taps >= most:
                raise PlayStuck(f"no end in {most_taps} taps", self._tapped, self._seen())
            self.tap_once()
        return self.played

    @property
    def at_table(self) -> bool:
        """Whether the table is on the screen."""
        return self._app.screen is not None and self._app.screen.name == "table"

    def tap_once(self) -> None:
        """One tap that is drawn."""
        record = self._session.record
        if record is not self._version:
            self.played.moves += self._version is not None
            self._version, self._tapped = record, []
        if len(self._tapped) >= MOST_TAPS_WITHOUT_MOVE:
            raise PlayStuck("no move comes of it", self._tapped, self._seen())
        self.tap(self._drawn())

    def tap(self, what: OnGlass) -> None:
        """Put a finger on it, scrolling first where it has to be.

        Raises :class:`PlayStuck` where it can't be reached.
        """
        at = self._where(what)
        if at is None and what.widget is not None:
            self._tapped.append(what.text)
            return
        if at is None and self._screen.board.by_hand:  # zoomed in on: back to all of the board, as people would
            what = next(one for one in buttons(self._screen.board_place) if one.widget is self._screen.buttons.fit)
            at = self._where(what)
        if at is None:
            self.played.hidden[f"{self._asked()}: {what.text}"] += 1
            self._tapped.append(what.text)
            return
        before, asked = self._shown(), self._asked()
        finger = Finger(*at)
        finger.down()
        self._run(FRAME_S)
        finger.up()
        self._run(2 * FRAME_S)
        self.played.taps += 1
        self._tapped.append(what.text)
        if self.at_table and self._shown() == before and getattr(what.widget, "kind", "") != "chosen":
            self.played.silent[asked, what.text] += 1

    # What there is

    @property
    def _screen(self) -> Any:
        return self._app.screen

    @property
    def _session(self) -> AnySession:
        session: AnySession = self._screen.session
        return session

    def _drawn(self) -> OnGlass:
        screen = self._screen
        dock = list(buttons(screen.docks.dock)) if screen.docks.dock is not None else []
        back = [one for one in dock if one.text == "cross"]
        answers = [one for one in dock if one.text != "cross"]
        offered = self._in_sight(list(places(screen.board)))
        done = [one for one in buttons(screen.ribbon) if one.widget is screen.buttons.done]
        if done and screen.buttons.done.kind == "primary" and self._rng.random() < LOUD_DONE:
            return done[0]
        if back and self._rng.random() < STEP_BACK:
            return back[0]
        if screen.docks.dock is None:  # it was put away: the button beside the board brings it back
            answers += [one for one in buttons(screen.board_place) if one.widget is screen.buttons.lay]
        groups = [group for group in (self._fresh(answers), self._fresh(offered)) if group]
        if groups:
            return self._rng.choice(self._rng.choice(groups))
        if back or done:
            return (back or done)[0]
        raise PlayStuck("nothing to tap", self._tapped, self._seen())

    def _in_sight(self, offered: list[OnGlass]) -> list[OnGlass]:
        """Where the board is zoomed in on, people tap what they see; now and then they go back to all of it."""
        board = self._screen.board
        if not board.by_hand or self._rng.random() < MEANS_OUT_OF_SIGHT:
            return offered
        seen = BoardInSight(board, self._rng)
        return [one for one in offered if seen.point_of(one.thing) is not None] or offered

    def _fresh(self, found: list[OnGlass]) -> list[OnGlass]:
        """Those that were tapped least since the last move."""
        count = Counter(self._tapped)
        least = min((count[one.text] for one in found), default=0)
        return [one for one in found if count[one.text] == least]

    def _where(self, what: OnGlass) -> tuple[float, float] | None:
        if what.widget is None:
            return BoardInSight(self._screen.board, self._rng).point_of(what.thing)
        return what.at if what.at is not None else self._scrolled_to(what)

    def _scrolled_to(self, what: OnGlass) -> tuple[float, float] | None:
        """Where it is once it was dragged into sight; None where it is not there any more."""
        widget = what.widget
        holder = scroll_of(widget) if widget is not None else None
        assert widget is not None
        assert holder is not None
        for _ in range(MOST_DRAGS):
            if widget.get_root_window() is None:  # the dock was built anew: people look once more
                self._gone[what.text] += 1
                if self._gone[what.text] > MOST_GONE:
                    raise PlayStuck(
                        f"“{what.text}” goes away under the finger again and again", self._tapped, self._seen()
                    )
                return None
            at = point_on(widget)
            if at is not None:
                return at
            self._drag(holder, widget)
        raise PlayStuck(f"“{what.text}” can't be scrolled into sight", self._tapped, self._seen())

    def _drag(self, holder: ScrollView, widget: Widget) -> None:
        """A finger that drags a list towards where a button of it is, and rests before it is lifted."""
        x, y = holder.to_window(holder.x + holder.width / 2, holder.y + holder.height / 2)
        at_x, at_y = widget.to_window(widget.x + widget.width / 2, widget.y + widget.height / 2)
        by_x = _dragged(x - at_x, holder.width) if holder.do_scroll_x else 0.0
        by_y = _dragged(y - at_y, holder.height) if holder.do_scroll_y else 0.0
        finger = Finger(x - by_x / 2, y - by_y / 2)
        finger.down()
        for share in (0.4, 0.6, 0.8, 1.0):
            finger.to(x + (share - 0.5) * by_x, y + (share - 0.5) * by_y)
            self._run(FRAME_S / 2)
        self._run(FRAME_S)
        finger.up()
        before: tuple[float, float] | None = None
        while before != (holder.scroll_x, holder.scroll_y):  # until it rests, also where it was dragged too far
            before = holder.scroll_x, holder.scroll_y
            self._run(2 * FRAME_S)

    def _shown(self) -> tuple[object, ...]:
        """What the glass shows, as far as a tap can change it."""
        screen = self._screen
        if not self.at_table:
            return (screen,)
        board, dock = screen.board, screen.docks.dock
        kinds = tuple(getattr(one, "kind", "") for one in dock.walk()) if dock is not None else ()
        return (
            self._session.version, dock, kinds, screen._notice,
            board.cell, board.origin, tuple(map(str, board.on_offer())), screen.buttons.done.text,
        )  # fmt: skip

    def _asked(self) -> str:
        """What the dock asks, or the ribbon."""
        if not self.at_table:
            return ""
        dock = self._screen.docks.dock
        texts = [one.text for one in (dock.walk() if dock is not None else ()) if getattr(one, "text", "")]
        head = next((one for one in self._screen.ribbon.walk() if getattr(one, "text", "")), None)
        return texts[0] if texts else head.text if head is not None else ""

    def _seen(self) -> list[str]:
        """Everything that can be tapped, for the message."""
        if not self.at_table:
            return [f"screen {self._screen.name}"]
        dock = self._screen.docks.dock
        lines = [f"asks “{self._asked()}”", f"DONE “{self._screen.buttons.done.text}”"]
        lines += [one.text for one in buttons(dock)] if dock is not None else []
        return lines + [one.text for one in places(self._screen.board)]


def _dragged(away: float, room: float) -> float:
    """How far a finger drags towards something, px: within the list, and far enough to be no tap."""
    if abs(away) < 1:
        return 0.0
    least = min(look().px(LEAST_DRAG_DP), 0.8 * room)
    return math.copysign(min(0.8 * room, max(least, abs(away))), away)
