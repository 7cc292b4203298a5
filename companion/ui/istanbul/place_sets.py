"""Which places of Istanbul are played with: Tableside's own, or those that their owner photographs here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.editions.place_draft import PlaceDraft
from companion.editions.place_sets import PlaceSets, place_sets
from companion.ui.istanbul.pictures import forget_places
from companion.ui.kit.base import Tap, Words, look
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.screens.owned.kept_sets import KeptSetsScreen, button
from games.game import Phrase
from vision.artwork.istanbul.edition import own_places
from vision.frames import Picture
from vision.istanbul.layout.laid_out import EVERY

COLUMNS = 5
SHOWN = 15  # of our own, as an example
ROW_SHARE = 0.45  # of the stage's height at most, so that a number stays near its picture


class PlaceSetsScreen(KeptSetsScreen[PlaceDraft, int]):
    """The chosen set's places; one of a new set gets the number that is tapped after it."""

    speaks = "istanbul.enrol"

    def sets(self) -> PlaceSets:
        """The sets that are kept."""
        return place_sets()

    def new_draft(self, name: str) -> PlaceDraft:
        """A set that nobody has seen yet."""
        return PlaceDraft(name)

    def pieces_in_use(self) -> Widget:
        """The places that are played with."""
        return _shown(place_sets().in_use().by_number)

    def example(self) -> Widget:
        """Places apart from each other."""
        own = own_places().by_number
        grid = _shown({number: own[number] for number in range(1, SHOWN + 1)}, gap_dp=22)
        grid.opacity = 0.55
        return grid

    def pieces_of(self, draft: PlaceDraft) -> Widget:
        """The places as they were seen, each with its number."""
        the = look()
        rows = -(-len(draft.places) // COLUMNS)
        grid = GridLayout(cols=COLUMNS, spacing=the.px(6), size_hint_y=min(1.0, ROW_SHARE * rows))
        for index, place in enumerate(draft.places):
            tap = Tap(kind="chosen" if index == self._held else "plain", radius=8, padding=[the.px(4)] * 4)
            tap.place = index
            column = BoxLayout(orientation="vertical")
            column.add_widget(StillPicture(picture=place.picture))
            ink = "on_primary" if index == self._held else "text" if place.number else "warn"
            text = str(place.number or "?")
            column.add_widget(Words(text=text, role="label", weight="bold", ink=ink, halign="center", size_hint_y=0.24))
            tap.add_widget(column)
            tap.bind(on_release=lambda tap: self.tapped(tap.place))
            grid.add_widget(tap)
        sheet = AnchorLayout()
        sheet.add_widget(grid)
        return sheet

    def show_mending(self, draft: PlaceDraft, side: BoxLayout) -> None:
        """Numbers for the place that was tapped, else what to look for."""
        if self._held is None:
            side.add_widget(self.hint("look_over" if not draft.unread else "unread", count=draft.unread))
            side.add_widget(button("glass.enrol.rename", self.rename, "pen"))
            return
        the = look()
        numbers = GridLayout(cols=COLUMNS, spacing=the.px(4))
        for number in EVERY:
            kind = "chosen" if number == draft.places[self.held].number else "raised"
            tap = Tap(text=str(number), kind=kind, role="body")
            tap.bind(on_release=partial(self._number, number))
            numbers.add_widget(tap)
        side.add_widget(numbers)
        side.add_widget(button("istanbul.enrol.turn", self.turn, "rotate"))
        side.add_widget(button("istanbul.enrol.drop", self.drop, "cross"))

    def trouble(self, draft: PlaceDraft) -> Phrase:
        """No place was seen, or too many."""
        return Phrase.of("istanbul.enrol_many" if draft.found else "istanbul.enrol.none_seen", found=draft.found)

    def save(self, draft: PlaceDraft) -> None:
        """Keep what has a number."""
        place_sets().keep(draft.name, draft.pictures())

    def changed(self) -> None:
        """Draw the places anew."""
        forget_places()

    def tapped(self, index: int) -> None:
        """Take a place up, or put it down again."""
        self._held = None if self._held == index else index
        self.show()

    def _number(self, number: int, _: Tap) -> None:
        self.draft.number(self.held, number)
        self.put_down()

    def turn(self) -> None:
        """It lay upside down."""
        self.draft.turn(self.held)
        self.show()

    def drop(self) -> None:
        """It is no place."""
        self.draft.drop(self.held)
        self.put_down()

    def put_down(self) -> None:
        """Nothing is held any more."""
        self._held = None
        self.show()


def _shown(pictures: Mapping[int, Picture], *, gap_dp: float = 4) -> GridLayout:
    grid = GridLayout(cols=COLUMNS, spacing=look().px(gap_dp))
    for number in sorted(pictures):
        grid.add_widget(StillPicture(picture=pictures[number]))
    return grid
