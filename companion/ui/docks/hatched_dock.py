"""A dock that says something of the table and shows where: hatched on the live picture beside its words."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.views import LiveView
from companion.ui.kit.base import look
from companion.ui.kit.dock import Dock
from companion.ui.kit.pictures.live_picture import StillPicture

WIDE_DP, HIGH_DP = 320, 180  # of the picture


class HatchedDock(Dock):
    """What it ``says`` with buttons, and the ``live`` picture where there is room for it."""

    height_dp = 232

    def __init__(self, says: Widget, live: LiveView | None, **kwargs: object) -> None:
        super().__init__(orientation="horizontal", **kwargs)
        self._picture: StillPicture | None = None
        self.add_widget(says)
        if live is not None and not look().compact:
            wide = look().px(WIDE_DP)
            self._picture = StillPicture(picture=live.picture, hatched=live.differing, size_hint_x=None, width=wide)
            self.add_widget(self._picture)

    def stand(self, *, beside: bool) -> None:
        """At the side of the board the picture is no higher than it needs to be, and words have the rest."""
        super().stand(beside=beside)
        if self._picture is not None:
            self._picture.size_hint_y, self._picture.height = (None, look().px(HIGH_DP)) if beside else (1, self.height)
