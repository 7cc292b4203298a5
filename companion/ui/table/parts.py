"""The fixed parts of a table screen: the bar above, the rail of scores, the ribbon with its buttons below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.app import App
from kivy.properties import ListProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.locale import say
from companion.session.views import AnyView, Chip, ChipKind
from companion.ui.kit.base import Icon, PanelBox, Tap, look, words
from companion.ui.kit.face import AnyFace
from companion.ui.kit.measured import FONTS, fits, shortened, text_size
from companion.ui.kit.players import Badge, PlayerCard
from companion.ui.kit.unscaled_number import unscaled_number
from companion.ui.screen import load_kv
from companion.ui.table.telling import Telling
from games.game import Seat

_CHIP_ICONS = {
    ChipKind.CAMERA: "camera",
    ChipKind.BUTTONS: "buttons",
    ChipKind.DICE: "dice",
    ChipKind.LIGHT: "light",
    ChipKind.SAVE: "save",
}


MARKED_DP = 16  # words of which one is marked are drawn a little wider than they measure as a whole
_AND_THEN, _BEFORE_COUNT = "  ›  ", "     "


class TableBar(PanelBox):
    """Menu, turn, steps of the turn, and a chip for everything that is not well."""

    _chips: tuple[Chip, ...] = ()
    _shown: tuple[tuple[str, ...], int, str] = ((), -1, "")  # the steps, which one is due, and what is left
    on_menu: Callable[[], object] = staticmethod(lambda: None)  # set by the screen

    def show(self, view: AnyView, face: AnyFace) -> None:
        """The turn and its steps, the one that is due in bold."""
        app = App.get_running_app()
        steps, due = face.steps(view) if not view.over else ((), -1)
        self.ids.turn.text = say(face.counted(view), look().language)
        self._shown = tuple(app.phrase(step) for step in steps), due, app.phrase(face.count(view))
        self.tell_steps()

    def tell_steps(self) -> None:
        """As much as there is room for: the step that is due first, then the others, then what is left in the game."""
        steps, due, count = self._shown
        room, size = self.ids.room.size, look().type_px("body")
        only = steps[due : due + 1] if due >= 0 else ()
        shown, left = steps, count
        for shown, left in ((steps, count), (steps, ""), (only, count), (only, "")):
            plain = _AND_THEN.join(shown) + (_BEFORE_COUNT + left if left else "")
            if text_size(plain, size, "bold")[0] + look().px(MARKED_DP) <= room[0]:
                break
        else:
            shown = only = tuple(shortened(one, size, "bold", room) for one in only)
        strong = "".join(f"{round(255 * part):02X}" for part in look().colour("text")[:3])
        loud = f"[font={FONTS['bold']}][color={strong}]{{}}[/color][/font]"
        marked = [loud.format(one) if one in only else one for one in shown]
        self.ids.steps.text = _AND_THEN.join(marked) + (_BEFORE_COUNT + left if left else "")

    def show_chips(self, chips: tuple[Chip, ...], remedy: Callable[[Chip], None]) -> None:
        """Only what is not well; a tap docks the remedy."""
        the = look()
        if chips == self._chips:
            return
        self._chips = chips
        self.ids.chips.clear_widgets()
        for chip in chips:
            text = "" if the.compact else words(f"app.chip_{'not_saved' if chip.unsaved else chip.kind.value}")
            tap = Tap(icon=_CHIP_ICONS[chip.kind], text=text, radius=8, side=24, size_hint_x=None)
            tap.width = the.px(56 if the.compact else 232 if chip.unsaved else 148)
            tap.rim, tap.rim_width = the.colour("bad" if chip.lost else "warn"), 2
            tap.bind(on_release=lambda _, chip=chip: remedy(chip))
            self.ids.chips.add_widget(tap)


_NARROWER = (0.74, 0.6, 0.5)  # of the ribbon's type, for sentences that need more room
_NARROW_DETAIL = 0.82


class Ribbon(PanelBox):
    """The last thing worth reading, and the buttons.

    A sentence that is too long for one line is set smaller, and in two.
    """

    head = StringProperty("")
    detail = StringProperty("")
    shown_detail = StringProperty("")
    shown_head = StringProperty("")
    factor = unscaled_number(1.0)
    detail_factor = unscaled_number(1.0)
    head_height = unscaled_number(0)
    detail_height = unscaled_number(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("head", "detail", "height"):
            self.fbind(name, self.measure)

    def on_kv_post(self, _: object) -> None:
        """Buttons lie under the hand that plays."""
        if look().left_hand:
            buttons = self.ids.buttons
            self.remove_widget(buttons)
            self.add_widget(buttons, index=len(self.children))

    def measure(self, *_: object) -> None:
        """Find how both sentences fit beside the buttons, as large as can be: each in one line, then in two, and
        smaller; the second gives way only where even that is too much."""
        ids = self.ids
        if "head" not in ids:
            return
        the = look()
        wide, high = ids.head.width, self.height - self.padding[1] - self.padding[3]
        if min(wide, high) < 1:
            self.shown_head = self.head
            return
        sizes = the.type_px("ribbon"), the.type_px("body")
        both = [(head, detail) for head in (1.0, *_NARROWER) for detail in (1.0, _NARROW_DETAIL) if detail <= head]
        for head, detail in both if self.detail else []:
            above = text_size(self.head, head * sizes[0], "bold", wide)[1]
            below = text_size(self.detail, detail * sizes[1], width=wide)[1]
            whole = fits(self.head, head * sizes[0], "bold", (wide, above))
            if whole and fits(self.detail, detail * sizes[1], "regular", (wide, below)) and above + below <= high:
                self.factor, self.detail_factor, self.shown_detail = head, detail, self.detail
                self.shown_head = self.head
                self.head_height, self.detail_height = above, below
                return
        fitting = (one for one in (1.0, *_NARROWER) if fits(self.head, one * sizes[0], "bold", (wide, high)))
        self.factor, self.shown_detail = next(fitting, _NARROWER[-1]), ""
        self.shown_head = shortened(self.head, self.factor * sizes[0], "bold", (wide, high))
        self.head_height, self.detail_height = high, 0

    def tell(self, telling: Telling, seats: Sequence[Seat], letters: Sequence[str]) -> None:
        """Two lines, with a badge or an icon before them."""
        the = look()
        self.head, self.detail = telling.head, telling.detail
        mark = self.ids.mark
        mark.clear_widgets()
        side = the.px(40 if the.compact else 56)
        mark.width = side if telling.seat is not None or telling.icon else 0
        if telling.seat is not None:
            badge = Badge(colour=seats[telling.seat].colour, letter=letters[telling.seat])
            badge.size_hint, badge.size = (None, None), (side, side)
            badge.pos_hint = {"center_y": 0.5}
            mark.add_widget(badge)
        elif telling.icon:
            icon = Icon(name=telling.icon, ink="warn" if telling.warn else "text", side=30 if the.compact else 40)
            icon.pos_hint = {"center_x": 0.5, "center_y": 0.5}
            mark.add_widget(icon)

    def offer(self, buttons: Sequence[Tap]) -> None:
        """These buttons, from left to right."""
        place = self.ids.buttons
        wanted = tuple(reversed(buttons)) if look().left_hand else tuple(buttons)
        if tuple(reversed(place.children)) != wanted:
            place.clear_widgets()
            for button in wanted:
                place.add_widget(button)


class Rail(FloatLayout):
    """Everybody's card, in playing order; the card of whose turn it is is larger."""

    cards = ListProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self.arrange, size=self.arrange)

    def seat(self, seats: Sequence[Seat], letters: Sequence[str], scores: Sequence[int]) -> None:
        """A card for everybody."""
        for number, player in enumerate(seats):
            card = PlayerCard(name=player.name, colour=player.colour, letter=letters[number], score=scores[number])
            card.bar_width, card.size_hint = look().measures.colour_bar, (None, None)
            card.seat = number
            self.add_widget(card)
            self.cards.append(card)
        self.arrange()

    def height_in_portrait(self) -> float:
        """How high all cards are in two columns, px."""
        the = look()
        rows = (len(self.cards) + 1) // 2
        return rows * the.px(the.measures.active_card) + (rows - 1) * the.px(8)

    def arrange(self, *_: object) -> None:
        """Place the cards."""
        the = look()
        if the.portrait:
            self._in_two_columns()
            return
        measures = the.measures
        heights = [the.px(measures.active_card if card.active else measures.other_card) for card in self.cards]
        room = self.height - sum(heights)
        gap = min(the.px(8), room / max(1, len(self.cards) - 1))
        top = self.y + self.height
        for card, height in zip(self.cards, heights, strict=True):
            card.size = (self.width, height)
            card.pos = (self.x, top - height)
            top -= height + gap

    def _in_two_columns(self) -> None:
        gap = look().px(8)
        rows = (len(self.cards) + 1) // 2
        height = (self.height - gap * (rows - 1)) / max(1, rows)
        width = (self.width - gap) / 2
        for number, card in enumerate(self.cards):
            row, column = divmod(number, 2)
            card.size = (width, height)
            top = self.y + self.height - row * (height + gap)
            card.pos = (self.x + column * (width + gap), top - height)


load_kv(__file__)
