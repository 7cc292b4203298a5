"""The dice: what lies on show and why it was not used, one tap to use it after all, and dice to throw on the tablet."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.locale import say
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.dock import Dock, DockRow, title_row
from companion.ui.kit.pictures.die_faces import DieFaces
from devices.dice import ObservedRoll

_FACES = "?⚀⚁⚂⚃⚄⚅"  # Lato has no dice; kivy's own DejaVuSans has
_DICE_FONT = "DejaVuSans"
_MOST_PIPS = 6
HIGH_COMPACT_DP = 56  # of a row of faces on a small tablet, with what keeps it apart


class DiceDock(Dock):
    """A roll in big dice, and a button that throws anew. Where the game waits for dice a tap on a die turns it to what
    really lies there, and one more tap uses them.

    Args:
        roll: what lies on show, or None.
        asked: how many dice the game waits for; 0 for none.
        throw: throws so many dice on the tablet.
        accept: uses the dice as they are named.
        close: puts the dice away.
    """

    height_dp = 232

    def __init__(
        self,
        roll: ObservedRoll | None,
        asked: int,
        throw: Callable[[int], None],
        accept: Callable[[tuple[int, ...]], None],
        close: Callable[[], None],
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.add_widget(title_row(words("app.dice"), close))
        if roll is not None:
            self.add_widget(Words(text=say(roll.phrase, the.language), role="label", ink="text2", fit="wrap"))
        row = DockRow(each_dp=None if the.compact else 96, spacing=the.px(16))
        shown = roll is not None
        dice = BoxLayout(size_hint_x=None, spacing=the.px(4))
        self.dice = tuple(
            DieTap(pips, lit=shown) for pips in (roll.values if roll is not None else (6,) * (asked or 2))
        )
        for die in self.dice:
            die.disabled = not (shown and asked)
            dice.add_widget(die)
        dice.width = the.px(128) * len(self.dice)
        row.add_widget(dice)
        if shown and asked == len(self.dice):
            use = Tap(text=words("app.use_roll"), icon="check", kind="primary", size_hint_x=None, width=the.px(200))
            use.bind(on_release=lambda _: accept(tuple(die.pips for die in self.dice)))
            row.add_widget(use)
        kind = "raised" if shown and asked else "primary"
        button = Tap(text=words("app.throw"), icon="dice", kind=kind, size_hint_x=None, width=the.px(200))
        button.bind(on_release=lambda _: throw(asked or 2))
        row.add_widget(button)
        self.add_widget(row)


class DieTap(Tap):
    """One die; a tap turns it to the next number."""

    def __init__(self, pips: int, *, lit: bool, **kwargs: object) -> None:
        self.pips = pips
        super().__init__(kind="plain", **kwargs)
        the = look()
        self._face = Words(
            text=_FACES[pips], font_name=_DICE_FONT, halign="center", tint=the.colour("text" if lit else "line")
        )
        self._face.font_name = _DICE_FONT
        self._face.bind(size=_as_large)
        self.add_widget(self._face)
        self.bind(on_release=self._turn)

    def _turn(self, *_: object) -> None:
        self.pips = self.pips % _MOST_PIPS + 1
        self._face.text = _FACES[self.pips]


def _as_large(face: Words, size: tuple[float, float]) -> None:
    face.font_size = max(1, min(look().px(96), 0.76 * size[1], 0.9 * size[0]))


class FacesDock(Dock):
    """Where a game waits for dice: tap a face for each, and the last of them tells what they show. Who
    has none at hand rolls on the tablet.

    Args:
        asks: for whom is rolled, and what for.
        dice: how many.
        tell: told the faces once there is one for each die.
        throw: throws them on the tablet.
        close: puts the question away; None where it can't be.
    """

    height_dp = 264

    def __init__(
        self,
        asks: str,
        dice: int,
        tell: Callable[[tuple[int, ...]], None],
        throw: Callable[[], None],
        close: Callable[[], None] | None,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.lies_flat = the.compact  # six faces beside each other need the width
        self._tell = tell
        self._entered = [0] * dice
        here = Tap(text=words("app.roll_here"), icon="dice", size_hint_x=None, width=the.px(176), side=26)
        if the.compact:  # the question needs the room
            here.text, here.width = "", the.px(64)
        here.bind(on_release=lambda _: throw())
        self.add_widget(title_row(asks, close, here))
        self.rows = tuple(tuple(FaceTap(die, pips) for pips in range(1, _MOST_PIPS + 1)) for die in range(dice))
        self._grids: list[GridLayout] = []
        # On a small tablet the board is seen above: the dice stand beside each other.
        self._of_dice = BoxLayout(orientation="horizontal" if the.compact else "vertical")
        if the.compact:
            self._of_dice.size_hint_y, self._of_dice.height = None, the.px(HIGH_COMPACT_DP * min(2, dice))
        for row in self.rows:
            grid = GridLayout(cols=_MOST_PIPS, spacing=the.px(8))
            for face in row:
                face.bind(on_release=self._take)
                grid.add_widget(face)
            self._grids.append(grid)
            self._of_dice.add_widget(grid)
        self.add_widget(self._of_dice)

    def stand(self, *, beside: bool) -> None:
        """Six faces of a die beside each other, or three at the side of a board and beside another die, from which they
        stand apart."""
        super().stand(beside=beside)
        self._of_dice.spacing = look().px(24 if beside or look().compact else 12)
        for grid in self._grids:
            halved = beside or (look().compact and len(self._grids) > 1)
            grid.cols = _MOST_PIPS // 2 if halved else _MOST_PIPS

    def _take(self, face: FaceTap) -> None:
        self._entered[face.die] = face.pips
        for other in self.rows[face.die]:
            other.choose(other is face)
        if all(self._entered):
            self._tell(tuple(self._entered))


class FaceTap(Tap):
    """One face of one of the dice: which die, from 0, and its pips."""

    def __init__(self, die: int, pips: int, **kwargs: object) -> None:
        self.die, self.pips = die, pips
        super().__init__(**kwargs)
        self.padding = [look().px(6)] * 4
        self._faces = DieFaces((pips,))
        self.add_widget(self._faces)

    def choose(self, chosen: bool) -> None:
        """Show whether this is what the die shows."""
        self.kind = "chosen" if chosen else "raised"
        self._faces.turn_dark(chosen)
