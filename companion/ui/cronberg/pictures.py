"""Small pictures of Cronberg: a rhomb by itself, and the board about an action."""

from __future__ import annotations

from dataclasses import replace

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.session.views import Proposal
from companion.ui.cronberg.art import rhomb_texture
from companion.ui.cronberg.at_table import CronbergView
from companion.ui.cronberg.board import CronbergBoard
from companion.ui.kit.pictures.settled_picture import SettledPicture
from companion.ui.kit.players import draw_badge
from games.cronberg.components import CronbergBox
from games.cronberg.state import Action, LayRhomb, PlaceToken
from games.record import Source

_HIGH = 1.7321  # height of a rhomb that stands on its tip, for a width of 1


class RhombPicture(SettledPicture):
    """One rhomb, head up."""

    def __init__(self, edition: CronbergBox, kind: int, **kwargs: object) -> None:
        self._edition, self._kind = edition, kind
        super().__init__(**kwargs)

    def paint(self) -> None:
        """As large as it fits."""
        width = round(min(self.width, self.height / _HIGH))
        if width < 6:
            return
        height = round(width * _HIGH)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(
                pos=(round(self.x + (self.width - width) / 2), round(self.y + (self.height - height) / 2)),
                size=(width, height),
                texture=rhomb_texture(self._edition, self._kind, width),
            )


class TokenPicture(Widget):
    """A token in a player's colour, its crossing beside it."""

    def __init__(self, colour: str, letter: str, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._colour, self._letter = colour, letter
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        side = round(min(self.size) * 0.7)
        with self.canvas:
            x, y = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
            draw_badge(self._colour, self._letter, x, y, side)


class SpotPicture(CronbergBoard):
    """The board about an action, as if it were done."""

    def __init__(self, view: CronbergView, action: Action, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.interactive = False
        self.framed = True
        self.around = list(places_of(action))
        points = (0,) * len(view.seats)
        ghost = Proposal((action,), (), points, (), 1.0, Source.TOUCH, True)
        self.view = replace(view, proposal=ghost, choice=None, discrepancies=(), go_home=())


def places_of(action: Action) -> tuple[str, ...]:
    """What an action is about: its crossing, or its triangles."""
    match action:
        case PlaceToken(crossing):
            return (crossing,)
        case LayRhomb(_, triangles, _):
            return triangles
    return ()
