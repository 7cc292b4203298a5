"""The app itself: one window, one screen at a time, the clock that keeps session, screen and voice together."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import msgspec
from kivy.app import App
from kivy.base import ExceptionManager
from kivy.clock import Clock
from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from calibration.files.system_reason import system_reason
from companion import preferences as kept
from companion.broadcast.health_beside import HealthTeller
from companion.freed_drawings import give_back_drawings
from companion.freed_memory import give_back_tables_left
from companion.locale import say
from companion.onlookers.shared_table import SharedTable
from companion.session.hands.buttons import Hands
from companion.session.shelf import Shelf
from companion.session.views import AnySession, News
from companion.speech.announcer import Announcer
from companion.titles.registry import titles
from companion.titles.title import Calling
from companion.ui.calm_collecting import CalmCollecting
from companion.ui.kit.base import PanelBox, Words, look, words
from companion.ui.kit.theme import AS_SYSTEM, MOTION, PALETTES, REDUCED, DrawingStyle, fitted
from companion.ui.refused_taps import RefusedTaps
from companion.ui.screen import Screen
from companion.ui.seat_keys import SeatKeys
from companion.window import give_back_shader_compiler
from games.game import Phrase, PhraseValue

TICKS_A_SECOND = 30
_AT_TABLE = ("table_check", "table")  # where keys may be buttons
_SCREENS = {
    "home": Calling("companion.ui.screens.home", "HomeScreen"),
    "past_games": Calling("companion.ui.screens.past_games", "PastGamesScreen"),
    "people": Calling("companion.ui.screens.people", "PeopleScreen"),
    "person_picture": Calling("companion.ui.statistics.person_picture", "PersonPictureScreen"),
    "demos": Calling("companion.ui.screens.demos", "DemosScreen"),
    "finished_games": Calling("companion.ui.finished.games", "FinishedGamesScreen"),
    "finished_table": Calling("companion.ui.finished.screen", "FinishedTableScreen"),
    "new_game": Calling("companion.ui.screens.new_game", "NewGameScreen"),
    "table_check": Calling("companion.ui.screens.cameras.table_check", "TableCheckScreen"),
    "table": Calling("companion.ui.table.screen", "TableScreen"),
    "tour": Calling("companion.ui.table.tour_screen", "TourScreen"),
    "final_scoring": Calling("companion.ui.screens.final_scoring", "FinalScoringScreen"),
    "result": Calling("companion.ui.screens.result", "ResultScreen"),
    "onlookers": Calling("companion.ui.screens.onlookers", "OnlookersScreen"),
    "share": Calling("companion.ui.screens.share", "ShareScreen"),
    "settings": Calling("companion.ui.screens.settings", "SettingsScreen"),
    "camera": Calling("companion.ui.screens.cameras.camera", "CameraScreen"),
    "placing": Calling("companion.ui.screens.cameras.placing", "PlacingScreen"),
    "calibrate": Calling("companion.ui.screens.cameras.calibrate", "CalibrateScreen"),
    "boxes": Calling("companion.ui.screens.owned.boxes", "BoxesScreen"),
    "piece_sets": Calling("companion.ui.screens.owned.piece_sets", "PieceSetsScreen"),
    "box_values": Calling("companion.ui.screens.owned.box_values", "BoxValuesScreen"),
}


class TabletApp(App):
    """The tablet beside the board.

    Attributes:
        look: how everything is drawn; screens are built anew when it changes.
        session: the open table, or None.
        shared: lets others look on.
        health: tells beside the games how the table is.
        preferences: what the people here like.
        board_turns: quarter turns clockwise in which maps are shown; the table keeps it as people want it.
        end_asked: whether the system or a terminal wants the program to end.
        keys_used: True after a key was pressed: only then the focus is shown.
    """

    look = ObjectProperty(DrawingStyle())
    keys_used = BooleanProperty(False)

    def __init__(
        self,
        *,
        shelf: Shelf,
        config_folder: Path,
        now_ms: Callable[[], int],
        announcer: Announcer | None,
        rng: random.Random,
        first: tuple[str, dict[str, object]] | None = ("home", {}),
        shared: SharedTable | None = None,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self.shelf = shelf
        self.now_ms = now_ms
        self.rng = rng
        self.announcer = announcer or Announcer(None, None)
        self.less_motion = False  # the system's own wish
        self.system_theme = "dark"  # the machine's own
        self.board_turns = 0
        self.session: AnySession | None = None
        self._ticked_elsewhere = False
        self.shared = shared or SharedTable()
        self.health = HealthTeller(shelf.folder)
        self.screen: Screen | None = None
        self.end_asked: Callable[[], bool] = lambda: False
        self._left_behind = False  # a table was left, and what is left of it was not given back yet
        self._built: dict[str, Screen] = {}  # screens that stay built, in the look as it is
        self.not_kept = ""
        self._config_folder = config_folder
        self._first = first
        self.seat_keys = SeatKeys(self._hands, now_ms)
        self.preferences, self._damage = kept.load_and_tell(config_folder)

    # Starting and stopping

    def build(self) -> FloatLayout:
        """The empty stage with the first screen on it."""
        self.title = "Tableside"
        self.icon = str(files("companion.desktop").joinpath("tableside.png"))
        _register_fonts()
        Window.allow_screensaver = False
        if os.environ.get("SDL_VIDEODRIVER") == "offscreen":
            # Nothing is ever shown, so nothing makes the driver finish a frame: what frames need would pile up, some
            # megabytes each.
            Window.bind(on_flip=_finish_frame)
        give_back_shader_compiler()  # every screen draws with those that came with the window
        Window.bind(size=self._window_changed, on_key_down=self._key_down, on_keyboard=self._keyboard)
        self.seat_keys.listen()
        self._refused_taps = RefusedTaps(self._say)
        ExceptionManager.add_handler(self._refused_taps)
        self.stage = _Stage()
        self.look = self._fitted_look()
        if self._first is not None:
            self.go(self._first[0], **self._first[1])
        self._collecting = CalmCollecting()
        self._ticking = Clock.schedule_interval(self._tick, 1 / TICKS_A_SECOND)
        return self.stage

    def on_stop(self) -> None:
        """Close the table and fall silent."""
        self._ticking.cancel()
        self._collecting.close()
        ExceptionManager.remove_handler(self._refused_taps)
        Window.unbind(size=self._window_changed, on_key_down=self._key_down, on_keyboard=self._keyboard)
        Window.unbind(on_flip=_finish_frame)
        self.seat_keys.close()
        if self.screen is not None:
            self.screen.closed()
        self.leave_table()
        self.shared.stop()
        self.health.close()
        self.shelf.finish()
        self.announcer.stop()

    @property
    def filled(self) -> bool:
        """The screen shows everything that it shows."""
        return self.screen is None or self.screen.filled

    def finish_reading(self) -> None:
        """Wait for what the screen reads beside it (:meth:`companion.ui.screen.Screen.finish_reading`)."""
        if self.screen is not None:
            self.screen.finish_reading()

    def _say(self, phrase: Phrase) -> None:
        """One sentence at the table, where one is open."""
        if self.session is not None:
            self.session.notice(phrase)

    # Words

    def words(self, key: str, **values: PhraseValue) -> str:
        """An app message in the language of the people here."""
        return say(Phrase.of(key, **values), self.look.language)

    def phrase(self, phrase: Phrase | None) -> str:
        """Any phrase in the language of the people here; nothing for None."""
        return say(phrase, self.look.language) if phrase is not None else ""

    # Screens

    def go(self, name: str, **wishes: object) -> Screen:
        """Put a screen on the stage in place of the one there."""
        if self.screen is not None:
            self.screen.closed()
        screen = self.screen = self._screen_for(name, wishes)
        self.stage.show(screen, self.look)
        screen.opened()
        return screen

    def _screen_for(self, name: str, wishes: dict[str, object]) -> Screen:
        screen = self._built.get(name)
        if screen is None:
            screen = _screen_named(name)(wishes=wishes)
            screen.name = name
        else:
            screen.wishes = wishes
        if screen.stays_built:
            self._built[name] = screen
        return screen

    def rebuild(self) -> None:
        """The same screen again, in the look as it is now."""
        if self.screen is not None:
            self.go(self.screen.name, **{**self.screen.wishes, **self.screen.state_to_keep()})

    def patiently(self, do: Callable[[], None]) -> None:
        """Do something that may take a while, with a word about it on the screen first."""
        note = PatienceNote(fill=self.look.colour("raised"), shade=True)
        self.stage.add_widget(note)

        def begin(_: float) -> None:
            self.stage.remove_widget(note)
            do()

        Clock.schedule_once(lambda _: Clock.schedule_once(begin))  # the frame between the two shows the note

    # The table

    def sit_down(self, session: AnySession, *, ticked_elsewhere: bool = False) -> None:
        """Open a table; the one that was open is closed.

        Args:
            ticked_elsewhere: somebody else ticks the session, takes its news, and lets the app :meth:`hear` them.
        """
        self.leave_table()
        self.session, self._ticked_elsewhere = session, ticked_elsewhere
        if not ticked_elsewhere:
            session.take_news()  # what lies behind a resume stays unsaid

    def hear(self, news: tuple[News, ...]) -> None:
        """News of the open table: they are said, and shown on the screen."""
        if not news or self.session is None:
            return
        self.announcer.hear(news, self.session.view, self.preferences)
        if self.screen is not None:
            self.screen.hear(news)

    def leave_table(self) -> None:
        """Close the open table, if any."""
        if self.session is not None:
            self.session.close()
            self._left_behind = True
            self.session = None

    def forget_tables_left(self) -> None:
        """Give back what is left of tables that were left. To be called while nobody waits."""
        if self._left_behind:
            give_back_drawings()
            give_back_tables_left()
            self._left_behind = False

    # Preferences

    def prefer(self, **changes: object) -> None:
        """Change preferences, keep them, and draw again. Where they can't be kept they hold until the app ends, and
        ``not_kept`` says why."""
        self.preferences = msgspec.structs.replace(self.preferences, **changes)
        try:
            kept.save(self._config_folder, self.preferences)
            self.not_kept = ""
        except OSError as error:
            self.not_kept = system_reason(error)
        self._dress()

    def speak(self, language: str) -> None:
        """Speak this language until the app ends; what people chose on the tablet is left as it is kept."""
        self.preferences = msgspec.structs.replace(self.preferences, language=language)
        self._dress()

    def _dress(self) -> None:
        fresh = self._fitted_look()
        self._take(fresh)

    def _take(self, fresh: DrawingStyle) -> None:
        if fresh != self.look:
            self._built.clear()
            self.look = fresh
            self.rebuild()

    def _fitted_look(self) -> DrawingStyle:
        likes = self.preferences
        chosen = replace(
            self.look,
            palette=PALETTES.get(self.system_theme if likes.theme == AS_SYSTEM else likes.theme, self.look.palette),
            language=likes.language,
            left_hand=likes.left_hand,
            text_scale=min(1.3, max(1.0, likes.text_scale)),
            motion=REDUCED if likes.reduced_motion or self.less_motion else MOTION,
            aids=likes.aids,
        )
        return fitted(chosen, *(int(side) for side in Window.size))

    def troubles(self) -> tuple[Phrase, ...]:
        """What is wrong with the folders and files of the people here, each with its remedy. The first time takes some
        tenths of a second: the readers of all those files are imported for it."""
        from companion.kept_troubles import kept_troubles

        troubles = (*self.shelf.troubles(), self._damage, *kept_troubles(self._config_folder))
        return tuple(dict.fromkeys(trouble for trouble in troubles if trouble is not None))

    # What comes from outside

    def _tick(self, _: float) -> None:
        if self.end_asked():  # as if the window were closed
            self.stop()
            for event in Clock.get_events():  # a window that is resized meanwhile lays out once more, and nobody runs
                event.cancel()
            return
        now = self.now_ms()
        self.seat_keys.tick()
        self.shelf.look_after()
        if self.session is not None:
            if not self._ticked_elsewhere:
                self.session.tick(now)
                self.hear(self.session.take_news())
            busy = self.screen is not None and self.screen.people_correct
            self.announcer.tick(now, self.session.view, self.preferences, busy=busy)
        self._collecting.tick(now)
        self.shared.tick(self.session)
        self.health.tick(self.session)
        if self.screen is not None:
            self.screen.tick(now)

    def _hands(self) -> Hands | None:
        """The buttons of the open table, while it is on the screen."""
        at_table = self.screen is not None and self.screen.name in _AT_TABLE
        return self.session.hands if at_table and self.session is not None else None

    def _window_changed(self, *_: object) -> None:
        fresh = self._fitted_look()
        self._take(fresh)

    def _key_down(self, *_: object) -> None:
        self.keys_used = True

    def _keyboard(self, window: object, key: int, *_: object) -> bool:
        if key == 27 and self.screen is not None:  # Escape, and Android's back
            return self.screen.go_back() or True
        return False


class PatienceNote(PanelBox):
    """One moment."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        the = look()
        self.size_hint, self.size = (None, None), (the.px(420), the.px(112))
        self.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        self.add_widget(Words(text=words("app.one_moment"), role="ribbon", weight="bold", halign="center"))


class _Stage(FloatLayout):
    """Where the screen stands; its ground is the window's own colour, which costs nothing to draw."""

    def show(self, screen: Screen, the: DrawingStyle) -> None:
        """Swap the screen."""
        Window.clearcolor = the.colour("bg")
        self.clear_widgets()
        self.add_widget(screen)


def _screen_named(name: str) -> Callable[..., Screen]:
    """A screen of ours, or of one of the games."""
    if name in _SCREENS:
        return _SCREENS[name]
    return next(title.screens[name] for title in titles() if name in title.screens)


def _finish_frame(*_: object) -> None:
    glFinish()


def _register_fonts() -> None:
    folder = files("companion.ui").joinpath("fonts")
    for name, file in (("Lato", "Lato-Regular.ttf"), ("LatoBold", "Lato-Bold.ttf"), ("LatoBlack", "Lato-Black.ttf")):
        LabelBase.register(name, str(folder.joinpath(file)))
