"""Which glass is played with: Tableside's own, or a set that its owner photographs here and puts right by touch."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.editions.glass_draft import GlassDraft
from companion.editions.glass_sets import GlassSets, glass_sets
from companion.ui.kit.base import Tap, look
from companion.ui.kit.pictures.live_picture import StillPicture
from companion.ui.screens.owned.kept_sets import KeptSetsScreen, button
from companion.ui.stained_glass.glass_art import COLUMNS, forget_glass
from games.carcassonne.stained_glass.windows import glass_kinds
from games.game import Phrase
from vision.artwork.stained_glass.edition import own_glass
from vision.frames import Picture

BY_ROWS = tuple(sorted(glass_kinds(), key=lambda kind: (kind[1], kind[0])))  # as the whole window shows them


class GlassSetsScreen(KeptSetsScreen[GlassDraft, str]):
    """The chosen set's window; two tiles of a new one are exchanged with two taps."""

    speaks = "glass.enrol"

    def sets(self) -> GlassSets:
        """The sets that are kept."""
        return glass_sets()

    def new_draft(self, name: str) -> GlassDraft:
        """A set that nobody has seen yet."""
        return GlassDraft(name)

    def pieces_in_use(self) -> Widget:
        """The window that is played with."""
        return _window(glass_sets().in_use().pictures)

    def example(self) -> Widget:
        """Where each tile goes."""
        return _window(own_glass().pictures, gap_dp=18, faint=True)

    def pieces_of(self, draft: GlassDraft) -> Widget:
        """The window as it was seen."""
        return _window(draft.shown, tapped=self.tapped, held=self._held)

    def show_mending(self, draft: GlassDraft, side: BoxLayout) -> None:
        """How tiles are exchanged and turned."""
        side.add_widget(self.hint("look_over"))
        side.add_widget(button("glass.enrol.turn_round", self.turn_round, "undo"))
        side.add_widget(button("glass.enrol.rename", self.rename, "pen"))
        side.add_widget(self.hint("views", views=len(draft.views)))

    def trouble(self, draft: GlassDraft) -> Phrase:
        """Other than twelve tiles were seen."""
        if draft.pale:
            return Phrase.of("glass.enrol.pale")
        return Phrase.of("glass.enrol.not_laid_out", found=draft.found)

    def save(self, draft: GlassDraft) -> None:
        """Keep every view."""
        glass_sets().keep(draft.name, draft.pictures())

    def changed(self) -> None:
        """Draw the glass anew."""
        forget_glass()

    def tapped(self, kind: str) -> None:
        """The first tap takes a tile up, the second exchanges it; on the same tile it turns it."""
        if self._held is None:
            self._held = kind
        elif self._held == kind:
            self.draft.turn(kind)
            self._held = None
        else:
            self.draft.exchange(self._held, kind)
            self._held = None
        self.show()

    def turn_round(self) -> None:
        """It was photographed from the other side."""
        self.draft.turn_round()
        self._held = None
        self.show()


def _window(
    pictures: dict[str, Picture],
    *,
    tapped: Callable[[str], None] | None = None,
    held: str | None = None,
    gap_dp: float = 4,
    faint: bool = False,
) -> Widget:
    """The twelve tiles as they stand in the whole window."""
    the = look()
    grid = GridLayout(cols=COLUMNS, spacing=the.px(gap_dp))
    for kind in BY_ROWS:
        picture = StillPicture(picture=pictures[kind])
        if tapped is None:
            picture.opacity = 0.55 if faint else 1.0
            grid.add_widget(picture)
            continue
        tap = Tap(kind="chosen" if kind == held else "plain", radius=8)
        tap.glass, tap.padding = kind, [the.px(4)] * 4
        tap.add_widget(picture)
        tap.bind(on_release=lambda _, kind=kind: tapped(kind))
        grid.add_widget(tap)
    return grid
