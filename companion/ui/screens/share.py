"""Everything of a game that can be taken home, in one place: Board Game Stats' link and code, files for other
programs, the score sheet, the picture of the result, the evening as a film and as a strip."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

from kivy.clock import Clock, ClockEvent
from kivy.uix.widget import Widget

from calibration.files.system_reason import system_reason
from calibration.files.user_folders import path_from_home
from calibration.files.whole_folder import png
from companion.exports.bg_stats import bg_stats_link, link_code
from companion.exports.film import film_strip, picked_moments, writing_film
from companion.exports.finished_play import finished_play
from companion.exports.new_file import write_new
from companion.exports.saving import Export, fresh_path, save_as
from companion.titles.registry import title_named
from companion.ui.docks.history import moments_of
from companion.ui.evening import film_moments, lettered, scores_of_moments
from companion.ui.faces import face_of
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.face import AnyFace
from companion.ui.kit.theme import badge_letters
from companion.ui.screen import SideScreen, load_kv
from companion.ui.screens.code_picture import CodePicture, enlarge
from games.any_game import AnyRecord
from games.game import Refusal

Drawn = tuple[int, int]  # pictures that are drawn, and that there are


class ShareScreen(SideScreen):
    """The code of the link, and a button for each thing that can be written. ``wishes``: ``picture``, of the result."""

    usual_back = "result"

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._frames: ClockEvent | None = None  # while something is drawn
        self._steps: Generator[Drawn, None, None] = _nothing_drawn()

    def opened(self) -> None:
        """Fill in; the link and its code only for a game that is over."""
        self.link = ""
        try:
            self.link = bg_stats_link(finished_play(self.session.record))
        except Refusal as refusal:
            self.ids.code.add_widget(self._text(self.app.phrase(refusal.phrase)))
        else:
            self._show_code()
        self._build_buttons()

    def _show_code(self) -> None:
        modules = link_code(self.link)
        self.ids.code.add_widget(self._text(words("share.bg_stats"), role="body"))
        if modules is None:
            self.ids.code.add_widget(self._text(words("share.too_long")))
        else:
            code = CodePicture(modules=modules)
            code.bind(on_release=lambda _: enlarge(self, modules))
            self.ids.code.add_widget(code)
        self.ids.code.add_widget(self._text(words("share.untried")))

    def _text(self, text: str, role: str = "label") -> Widget:
        return Words(text=text, role=role, ink="text" if role == "body" else "text2", halign="center", fit="wrap")

    def _build_buttons(self) -> None:
        entries: list[tuple[str, str, Callable[[], object]]] = []
        if self.link:
            entries.append(("share", words("share.open_link"), self.open_link))
        entries += [("save", text, partial(self.save, export)) for export, text in self._exports()]
        if self.session.record.line:
            entries += [("play", words("share.film"), self.film), ("history", words("share.strip"), self.strip)]
        for icon, text, do in entries:
            button = Tap(icon=icon, text=text, side=24)
            button.bind(on_release=lambda _, do=do: do())
            self.ids.buttons.add_widget(button)

    def _exports(self) -> list[tuple[str, str]]:
        over = [(Export.BG_STATS, words("share.save_link")), (Export.PLAYS, words("share.plays"))] if self.link else []
        formats = title_named(self.session.view.game_key).formats
        return [
            *over,
            (Export.CSV, words("share.scores")),
            (Export.RECORD, words("app.record")),
            (Export.PICTURE, words("app.picture")),
            *((ending, words(f"share.{ending}")) for ending in formats),
        ]

    def save(self, export: str) -> Path | None:
        """Write it beside the user's documents, and say where."""
        picture = (self.wishes or {}).get("picture") if export == Export.PICTURE else None
        now_ms = self.app.now_ms()
        try:
            path = save_as(export, self.session.record, look().language, now_ms=now_ms, picture=picture)
        except (OSError, Refusal) as error:
            why = self.app.phrase(error.phrase) if isinstance(error, Refusal) else system_reason(error)
            self.ids.said.text = words("app.not_saved", why=why)
            return None
        self.ids.said.text = words("app.saved_at", path=path_from_home(path))
        return path

    def film(self) -> None:
        """The evening as a film."""
        self._draw("mp4", self._film_steps)

    def strip(self) -> None:
        """The evening on one sheet."""
        self._draw("strip.png", self._strip_steps)

    def closed(self) -> None:
        """What is not finished leaves nothing."""
        self._stop_drawing()

    def _draw(self, ending: str, steps: Callable[[Path], Generator[Drawn, None, None]]) -> None:
        """Draw a picture a frame and say how many there are: a long game has hundreds. What was begun before is given
        up."""
        self._stop_drawing()
        path = fresh_path(self.session.record.game.key, ending, self.app.now_ms())
        self._steps = steps(path)
        self.ids.said.text = words("share.drawing")
        self._frames = Clock.schedule_interval(lambda _: self._draw_one(path), 0)

    def _draw_one(self, path: Path) -> None:
        try:
            done, many = next(self._steps)
        except StopIteration:
            self.ids.said.text = words("app.saved_at", path=path_from_home(path))
        except OSError as error:
            self.ids.said.text = words("app.not_saved", why=system_reason(error))
        else:
            self.ids.said.text = words("share.drawn_so_far", done=done, many=many)
            return
        self._stop_drawing()

    def _stop_drawing(self) -> None:
        if self._frames is not None:
            self._frames.cancel()
            self._frames = None
        self._steps.close()

    def _film_steps(self, path: Path) -> Generator[Drawn, None, None]:
        record, face, letters = self._evening()
        many = len(moments_of(record, face))
        path.parent.mkdir(parents=True, exist_ok=True)
        moments = film_moments(self.session, face, letters)
        for done in writing_film(path, record.setup.seats, moments, many, lettered):
            yield done, many

    def _strip_steps(self, path: Path) -> Generator[Drawn, None, None]:
        record, face, letters = self._evening()
        picked, moments = picked_moments(scores_of_moments(record, face)), []
        path.parent.mkdir(parents=True, exist_ok=True)
        for moment in film_moments(self.session, face, letters, picked):
            moments.append(moment)
            yield len(moments), len(picked)
        write_new(path, png(film_strip(moments, record.setup.seats, lettered)))

    def _evening(self) -> tuple[AnyRecord, AnyFace, tuple[str, ...]]:
        record = self.session.record
        letters = badge_letters([seat.name for seat in record.setup.seats])
        return record, face_of(self.session.view.game_key), letters

    def open_link(self) -> None:
        """Hand the link to the browser: where the app is on this device, it opens there."""
        self.ids.said.text = words("share.opened" if webbrowser.open(self.link) else "share.not_opened")


def _nothing_drawn() -> Generator[Drawn, None, None]:
    yield from ()


load_kv(__file__)
