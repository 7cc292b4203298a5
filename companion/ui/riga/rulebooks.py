"""Where the German and the English rulebook of the Grand Masters differ: both as printed, and how it is played here."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui.kit.base import PanelBox, Words, look, words
from companion.ui.screen import SideScreen, load_kv
from games.riga.box.components import LanguageDifference, language_differences


class RulebooksScreen(SideScreen):
    """``wishes``: ``back`` and ``with``, where to go afterwards."""

    def opened(self) -> None:
        """A panel for each difference."""
        for one in language_differences():
            self.ids.rows.add_widget(_panel(one))


def _panel(one: LanguageDifference) -> Widget:
    the = look()
    panel = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(16), spacing=the.px(12))
    panel.size_hint_y = None
    panel.bind(minimum_height=panel.setter("height"))
    panel.add_widget(Words(text=one.played[the.language], role="body", weight="bold", fit="wrap"))
    texts = BoxLayout(
        orientation="vertical" if the.portrait or the.compact else "horizontal", spacing=the.px(24), size_hint_y=None
    )
    texts.bind(minimum_height=texts.setter("height"))
    for heading, printed in (("riga.rulebook_de", f"„{one.german}“"), ("riga.rulebook_en", f"“{one.english}”")):
        column = BoxLayout(orientation="vertical", spacing=the.px(4), size_hint_y=None, pos_hint={"top": 1})
        column.bind(minimum_height=column.setter("height"))
        column.add_widget(Words(text=words(heading), role="least", weight="bold", ink="text2", fit="wrap"))
        column.add_widget(Words(text=printed, role="label", ink="text2", fit="wrap"))
        texts.add_widget(column)
    panel.add_widget(texts)
    return panel


load_kv(__file__)
