"""A walk through the screens: every place of the app, or every step of a game with all that docks beside it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from kivy.uix.widget import Widget

from companion.session.looking.sighting import Sighting
from companion.session.table import TableSession
from companion.session.views import Chip, ChipKind
from companion.titles.registry import game_keys, game_named, title_named
from companion.ui.docks.correct import PreviewDock
from companion.ui.docks.history import HistoryDock
from companion.ui.docks.standing import StandingDock
from companion.ui.faces import face_of
from companion.ui.kit.base import Tap
from companion.ui.kit.dock import Dock
from companion.ui.table.screen import TableScreen
from companion.ui.tour.moments import NAMES, TourMoment, most_seats, played_by_chance
from companion.ui.tour.photographed import photographed
from games.any_game import AnyAction, AnyRecord
from games.game import SEAT_COLOURS, Phrase, Refusal, Seat
from vision.explanation import Candidate, Explanation
from vision.eyes import Attention, Glance

if TYPE_CHECKING:
    from companion.ui.stage import TabletApp

DEPTH = 3  # so many taps into a dock
_CHANCES = (0.58, 0.31, 0.09)  # of what the eyes take to have happened, in a question
_SMALL = np.full((270, 480, 3), 96, np.uint8)  # stands for the camera's picture
PLACES = (
    "home",
    "demos",
    "people",
    "past_games",
    "settings",
    "camera",
    "placing",
    "calibrate",
    "boxes",
    "finished_games",
)


class ScreenWalk:
    """Puts the app on one screen after another. Each generator yields the name of what is shown, once it has settled.

    Args:
        app: running, off the screen or on it.
        run: lets so many seconds of the app's time go by.
        now_ms: tells the app's time.
    """

    def __init__(self, app: TabletApp, run: Callable[[float], None], now_ms: Callable[[], int]) -> None:
        self._app, self._run, self._now_ms = app, run, now_ms

    def places(self) -> Iterator[str]:
        """Every screen without a table."""
        for name in PLACES:
            self._app.leave_table()
            self._app.go(name)
            self._settle()
            yield name.replace("_", "-")

    def places_in_use(self) -> Iterator[str]:
        """What is told of kept games, once there are some, finished ones too, and of one that is played."""
        seats = tuple(Seat(name, colour) for name, colour in zip(NAMES[:4], SEAT_COLOURS, strict=False))
        if not self._app.shelf.saved():
            for key in ("carcassonne", "istanbul"):
                setup = title_named(key).rules().setup_to_json(title_named(key).rules().setup(seats))
                self._app.shelf.start(key, setup).close()
            for key in ("cronberg", "carcassonne"):
                rng = random.Random(key)
                self._app.shelf.take_in(played_by_chance(game_named(key), face_of(key), rng, players=3)[-1])
        kept: tuple[tuple[str, str, dict[str, object]], ...] = (
            ("home-in-use", "home", {}),
            ("past-games-in-use", "past_games", {}),
            ("past-games-sought", "past_games", {"sought": NAMES[1]}),
            ("people-in-use", "people", {}),
            ("person", "people", {"chosen": NAMES[0]}),
            ("games-played", "people", {"by_game": True}),
            ("person-picture", "person_picture", {"person": NAMES[0]}),
            ("piece-sets", "piece_sets", {}),
        )
        for shown, name, wishes in kept:
            self._app.go(name, **wishes)
            self._settle(1.5)
            yield shown
        path = next(one.path for one in self._app.shelf.saved())
        self._app.sit_down(self._app.shelf.resume(path)[0])
        for name in ("table_check", "onlookers", "share"):
            self._app.go(name)
            self._settle()
            yield name.replace("_", "-")

    def beginning(self, key: str) -> Iterator[str]:
        """A new game: who plays, with what, and the game's own screens."""
        if title_named(key).expands or key not in game_keys():
            return
        self._app.leave_table()
        for step in ("players", "options"):
            self._app.go("new_game", game=key, step=step)
            self._settle()
            yield f"new-game-{step}"
        yield from self._seated(key)
        for name in title_named(key).screens:
            try:
                self._app.go(name, **_wishes_of(name, key))
            except Refusal:
                continue
            self._settle()
            yield name.replace("_", "-")
        face = face_of(key)
        shops = (face.workshop(), *face.reading())
        for shop in dict.fromkeys((one.screen, tuple(one.wishes.items())) for one in shops if one is not None):
            if shop[0] not in title_named(key).screens:
                self._app.go(shop[0], **dict(shop[1]))
                self._settle()
                yield shop[0].replace("_", "-")

    def _seated(self, key: str) -> Iterator[str]:
        """People take their seats: one is named, then all sit."""
        self._app.go("new_game", game=key, step="players")
        screen: Any = self._app.screen
        screen._edit(0)
        self._settle()
        yield "new-game-naming"
        for place, name in enumerate(NAMES[: most_seats(game_named(key), face_of(key))]):
            screen.seating.sit(place, name)
        screen.place = -1
        screen.show()
        self._settle()
        yield "new-game-seated"
        screen._edit(1)
        self._settle()
        yield "new-game-named"

    def photographed(self, key: str) -> Iterator[str]:
        """A finished table that nobody recorded, counted from its photograph."""
        yield from photographed(self._app, key, self._settle)

    def steps(self, moment: TourMoment) -> Iterator[str]:
        """One moment of a game that is played by touch: the table, and the docks that taps lead to."""
        if not moment.next_turn:
            yield from self._end(moment)
            return
        self._sit_down(moment.record)
        yield f"{moment.name}"
        screen = self._table
        screen.touch.open()
        self._settle()
        seen = {screen.touch.dock_key()}
        yield f"{moment.name}-dock"
        for depth in range(DEPTH):
            tap = _first_tap(screen.docks.dock)
            if tap is None:
                break
            before = screen.session.record
            tap.dispatch("on_release")
            self._settle()
            if screen.session.record is not before or screen.touch.dock_key() in seen:
                break
            seen.add(screen.touch.dock_key())
            yield f"{moment.name}-dock-{depth + 1}"
        self._sit_down(moment.record)
        self._table.session.stage(moment.next_turn[:1])
        self._settle()
        yield f"{moment.name}-ghost"

    def docks(self, moment: TourMoment) -> Iterator[str]:
        """What people can open at a table, and what it asks by itself."""
        opened: tuple[tuple[str, Callable[[TableScreen], object]], ...] = (
            ("menu", lambda screen: screen.open_menu()),
            ("why", lambda screen: screen.docks.why(None)),
            ("why-one", lambda screen: screen.docks.why(0)),
            ("history", lambda screen: screen.docks.history()),
            ("rule", lambda screen: screen.docks.rule()),
            ("standing", lambda screen: screen.docks.standing()),
            ("dice", lambda screen: screen.docks.dice()),
            ("dice-thrown", lambda screen: screen.session.throw_dice()),
            ("what-if", lambda screen: screen.toggle_what_if()),
            ("pause", lambda screen: screen.pause.begin()),
            ("correct", self._correct_a_piece),
            ("taken-out", lambda screen: screen.docks._change(len(moment.record.line) // 2, None)),
            ("camera-lost", self._lose_camera),
            ("notice", lambda screen: screen.session.notice(Phrase.of("table.not_your_turn", name="Annemarie"))),
        )
        for name, do in opened:
            self._sit_down(moment.record)
            if self._table.session.view.over and name in ("what-if", "pause"):
                continue  # nobody is offered these any more
            do(self._table)
            self._settle()
            yield name
            dock = self._table.docks.dock
            if isinstance(dock, HistoryDock):
                dock.choose(len(dock.moments) // 3)
                self._settle()
                yield f"{name}-moment"
            elif isinstance(dock, StandingDock):
                for page in tuple(dock.pages)[1:]:
                    dock.show(page)
                    self._settle()
                    yield f"{name}-{page}"
            elif self._table.what_if:
                for action in moment.next_turn:
                    self._table.session.play(action)
                self._settle()
                yield f"{name}-deep"
            elif isinstance(dock, PreviewDock):
                self._table.docks._keep()
                self._settle()
                yield f"{name}-kept"
        yield from self._watched(moment)
        self._sit_down(moment.record)
        self._app.go("tour")
        self._settle()
        yield "tour"
        while self._table.on_the_way:
            self._table.go_on()
        self._settle()
        yield "tour-end"

    def _watched(self, moment: TourMoment) -> Iterator[str]:
        """Beside a camera: waiting, sure, in doubt, and asking."""
        self._sit_down(moment.record)
        self._see(moment, ())
        yield "camera-waits"
        self._see(moment, ((moment.next_turn, 0.96),))
        yield "camera-sure"
        others = _other_turns(moment)
        if len(others) < 2:
            return
        self._sit_down(moment.record)
        self._see(moment, tuple(zip(others, _CHANCES, strict=False)))
        yield "camera-doubts"
        self._table.session.commit()
        self._settle()
        yield "camera-asks"

    def _end(self, moment: TourMoment) -> Iterator[str]:
        self._sit_down(moment.record)
        yield "end"
        for name in ("final_scoring", "result"):
            self._app.go(name)
            self._settle(3.0)
            yield name.replace("_", "-")

    @property
    def _table(self) -> TableScreen:
        """The screen of the table that is open: it is one while a game is walked through."""
        screen = self._app.screen
        assert isinstance(screen, TableScreen)
        return screen

    def _sit_down(self, record: AnyRecord) -> None:
        self._session = TableSession(record, self._now_ms)
        self._app.sit_down(self._session)
        self._app.go("table", over_seen=True)
        self._settle()

    def _settle(self, seconds: float = 0.8) -> None:
        self._run(seconds)
        reading = getattr(self._app.screen, "reading", None)
        if reading is not None:
            reading.join()
            self._run(0.1)
        while not getattr(self._app.screen, "filled", True):  # home reads games beside the screen, in its own time
            self._app.finish_reading()
            self._run(0.1)

    def _see(self, moment: TourMoment, candidates: tuple[tuple[tuple[AnyAction, ...], float], ...]) -> None:
        session = self._session
        found = tuple(Candidate(actions, 0.0, chance, ()) for actions, chance in candidates)
        unexplained = 1 - sum(chance for _, chance in candidates)
        explanation = Explanation(found, unexplained, 1) if found else None
        for _ in range(2):  # a ghost is what two still pictures showed
            glance = Glance(1, 0.0, Attention.STILL)
            session.see(Sighting(_SMALL, glance, explanation, session.record_version, _SMALL[:90, :90]))
        self._settle()

    def _correct_a_piece(self, screen: TableScreen) -> None:
        """Tap the first piece on the board about which something can be corrected."""
        board, record = screen.board, screen.session.record
        left, top, right, bottom = board.extent()
        for x in np.linspace(left, right, 60):
            for y in np.linspace(top, bottom, 60):
                thing = board.thing_at(float(x), float(y))
                if thing is not None and (screen.face.amends(record, thing) or screen.face.removal(record, thing)):
                    screen.docks.correct(thing)
                    return

    def _lose_camera(self, screen: TableScreen) -> None:
        chip = Chip(ChipKind.CAMERA, True, Phrase.of("table.cannot_look"))
        self._session.set_chip(chip)
        screen.docks.remedy(chip)


def _other_turns(moment: TourMoment) -> tuple[tuple[AnyAction, ...], ...]:
    """What is played next, and other first actions of its kind that the eyes might take it for."""
    first = moment.next_turn[0]
    legal = moment.record.game.legal(moment.record.state)
    others = [(one,) for one in legal if one != first and type(one) is type(first)]
    return (moment.next_turn, *others[: len(_CHANCES) - 1])


def _first_tap(dock: Dock | None) -> Tap | None:
    """The first thing to tap below the head of a dock."""
    if dock is None:
        return None
    head = dock.children[-1]
    taps = [one for one in dock.walk() if isinstance(one, Tap) and not one.disabled and head not in _above(one)]
    return taps[0] if taps else None


def _above(widget: Widget) -> list[Widget]:
    found = []
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        found.append(widget)
        if isinstance(widget, Dock):
            break
    return found


def _wishes_of(name: str, key: str) -> dict[str, str]:
    """What a game's own screen is opened with."""
    return {"back": "home", "map": key, "layout_of": key}
