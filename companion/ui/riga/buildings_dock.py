"""Which building was turned up: all that may have been, in sight at once, so that each is one tap."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui.kit.base import look, words
from companion.ui.kit.dock import Dock, title_row
from companion.ui.kit.grown_tap import GrownTap, grown_grid
from companion.ui.kit.offered_touch import Offer
from companion.ui.kit.scrolled import scrolled
from companion.ui.riga.pictures import TexturePicture, sign_texture
from games.game import Phrase
from games.riga.actions import Action
from games.riga.box.buildings import Building
from games.riga.box.components import CITIES

LEAST_DP, SIGN_DP = 48, 26
WIDE_DP = 140  # six beside each other on a wide tablet: two rows a city
TIGHT_DP = 4  # between two of them


class BuildingsDock(Dock):
    """Every building that may be turned up next, city by city. Nothing is decided by the board meanwhile, so that this
    may take its room.

    Args:
        asks: what is asked.
        buildings: each with the offer that turns it up.
        take: called with the offer that was tapped.
        close: puts it away; None where it stays.
    """

    lies_flat = True
    height_dp = 640  # as high as it may be

    def __init__(
        self,
        asks: str,
        buildings: Sequence[tuple[Building, Offer[Action]]],
        take: Callable[[Offer[Action]], None],
        close: Callable[[], None] | None,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        the = look()
        self.add_widget(title_row(asks, close))
        grid = grown_grid(the.px(WIDE_DP) * the.text_scale)
        grid.spacing = the.px(TIGHT_DP)
        for building, offer in sorted(buildings, key=lambda one: (CITIES.index(one[0].city), one[0].cost)):
            tap = BuildingTap(building, offer)
            tap.bind(on_release=lambda tap: take(tap.offer))
            grid.add_widget(tap)
        self.add_widget(scrolled(grid))

    @property
    def grid(self) -> GridLayout:
        """Where they stand."""
        return next(one for one in self.walk(restrict=True) if isinstance(one, GridLayout))


class BuildingTap(GrownTap):
    """A building: its city's arms, its name, what it costs and counts."""

    def __init__(self, building: Building, offer: Offer[Action], **kwargs: object) -> None:
        the = look()
        super().__init__(least_dp=LEAST_DP, **kwargs)
        self.offer = offer
        self.padding, self.spacing = [the.px(8), the.px(3)], the.px(6)
        sign: Widget = TexturePicture(lambda wide: sign_texture(building.city, wide))
        sign.size_hint_x, sign.width = None, the.px(SIGN_DP)
        self.put_before(sign)
        # The arms tell the city, so that a card of ours says its name alone.
        ours = isinstance(building.phrase, Phrase)
        name = words(f"riga.building_{building.name}") if ours else building.name
        self.say(name, role="least", weight="bold")
        self.say(f"{building.cost} → {building.points}", role="least", ink="text2")  # the head of the dock explains it
