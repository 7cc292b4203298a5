"""Everything of a game that can be taken home, in one place: Board Game Stats' link and code, files for other
programs, the score sheet, the picture of the result."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.uix.widget import Widget

from companion.exports.bg_stats import bg_stats_link, link_code
from companion.exports.finished_play import finished_play
from companion.exports.saving import Export, save_as
from companion.titles.registry import title_named
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.screen import SideScreen, load_kv
from companion.ui.screens.code_picture import CodePicture, enlarge
from games.game import Refusal


class ShareScreen(SideScreen):
    """The code of the link, and a button for each thing that can be written. ``wishes``: ``picture``, of the result."""

    usual_back = "result"

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
        told = Words(text=text, role=role, ink="text" if role == "body" else "text2", halign="center")
        told.size_hint_y, told.height = None, look().px(56 if not look().compact else 76)
        return told

    def _build_buttons(self) -> None:
        entries: list[tuple[str, str, Callable[[], object]]] = []
        if self.link:
            entries.append(("share", words("share.open_link"), self.open_link))
        entries += [("save", text, partial(self.save, export)) for export, text in self._exports()]
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
            *((ending, f".{ending}") for ending in formats),
        ]

    def save(self, export: str) -> Path | None:
        """Write it beside the user's documents, and say where."""
        picture = (self.wishes or {}).get("picture") if export == Export.PICTURE else None
        now_ms = self.app.now_ms()
        try:
            path = save_as(export, self.session.record, look().language, now_ms=now_ms, picture=picture)
        except (OSError, Refusal) as error:
            why = self.app.phrase(error.phrase) if isinstance(error, Refusal) else (error.strerror or str(error))
            self.ids.said.text = words("app.not_saved", why=why)
            return None
        self.ids.said.text = words("app.saved_at", path=str(path))
        return path

    def open_link(self) -> None:
        """Hand the link to the browser: where the app is on this device, it opens there."""
        self.ids.said.text = words("share.opened" if webbrowser.open(self.link) else "share.not_opened")


load_kv(__file__)
