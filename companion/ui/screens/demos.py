"""Which game the simulated table shall show."""

from __future__ import annotations

from companion.locale import say
from companion.titles.registry import titles
from companion.titles.title import AnyTitle
from companion.ui.kit.base import look
from companion.ui.kit.game_tile import games_to_choose
from companion.ui.screen import SideScreen, load_kv
from games.game import Refusal


class DemosScreen(SideScreen):
    """Every game that can be shown, expansions among them."""

    def opened(self) -> None:
        """Fill in the games."""
        self.ids.body.add_widget(games_to_choose(demo_titles(), self.app.stage.width, self.begin))

    def begin(self, key: str) -> None:
        """The eyes look at the game's pieces first, which may take a while."""
        self.app.patiently(lambda: self._begin(key))

    def _begin(self, key: str) -> None:
        try:
            session = self.app.shelf.demo(key)
        except Refusal as refusal:
            self.ids.said.text = say(refusal.phrase, look().language)
            return
        self.app.sit_down(session)
        self.app.go("tour")


def demo_titles() -> tuple[AnyTitle, ...]:
    """Games that can be played on the simulated table and shown on the tablet."""
    return titles(lambda title: title.rehearsal and title.face)


load_kv(__file__)
