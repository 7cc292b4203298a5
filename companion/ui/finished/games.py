"""Of which game a finished table was photographed."""

from __future__ import annotations

from kivy.uix.gridlayout import GridLayout

from companion.titles.registry import titles
from companion.titles.title import Title
from companion.ui.kit.base import look
from companion.ui.kit.game_tile import GameTile
from companion.ui.kit.scrolled import scrolled
from companion.ui.screen import SideScreen, load_kv

OWN_SCREEN = "photo_score"  # of a game that shows the table on its own board


class FinishedGamesScreen(SideScreen):
    """Every game whose finished table can be counted from a photograph, expansions among them."""

    def opened(self) -> None:
        """Fill in the games."""
        the = look()
        wide = 232 if not the.compact else 160
        across = max(1, int((self.app.stage.width - the.px(48)) / the.px(wide + 14)))
        grid = GridLayout(cols=across, spacing=the.px(14), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for title in counted_titles():
            tile = GameTile(game=title.key)
            tile.build(known=True)
            tile.bind(on_release=lambda tile: self.begin(tile.game))
            grid.add_widget(tile)
        self.ids.body.add_widget(scrolled(grid))

    def begin(self, key: str) -> None:
        """On to the photograph."""
        own = next(title for title in counted_titles() if title.key == key).screens.get(OWN_SCREEN)
        if own is not None:
            self.app.go(OWN_SCREEN, back="finished_games")
        else:
            self.app.go("finished_table", game=key, back="finished_games")


def counted_titles() -> tuple[Title, ...]:
    """Games whose finished table is counted."""
    return titles(lambda title: title.finished or OWN_SCREEN in title.screens)


load_kv(__file__)
