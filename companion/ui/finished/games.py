"""Of which game a finished table was photographed."""

from __future__ import annotations

from companion.titles.registry import titles
from companion.titles.title import AnyTitle
from companion.ui.kit.game_tile import games_to_choose
from companion.ui.screen import SideScreen, load_kv

OWN_SCREEN = "photo_score"  # of a game that shows the table on its own board


class FinishedGamesScreen(SideScreen):
    """Every game whose finished table can be counted from a photograph, expansions among them."""

    def opened(self) -> None:
        """Fill in the games."""
        self.ids.body.add_widget(games_to_choose(counted_titles(), self.app.stage.width, self.begin))

    def begin(self, key: str) -> None:
        """On to the photograph."""
        own = next(title for title in counted_titles() if title.key == key).screens.get(OWN_SCREEN)
        if own is not None:
            self.app.go(OWN_SCREEN, back="finished_games")
        else:
            self.app.go("finished_table", game=key, back="finished_games")


def counted_titles() -> tuple[AnyTitle, ...]:
    """Games whose finished table is counted."""
    return titles(lambda title: title.finished or OWN_SCREEN in title.screens)


load_kv(__file__)
