"""Parts of the screen that counts a photographed table: what each colour gets, its points on the track, one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.graphics import Color, Line, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.readings.photographed_map import KINDS, Count, PhotographedMap, TileOption
from companion.ui.carcassonne.tile_art import corners, tile_texture
from companion.ui.finished.parts import colour_name
from companion.ui.kit.base import Tap, Words, look, words
from companion.ui.kit.players import Badge
from companion.ui.kit.scrolled import column
from games.carcassonne.board import Place
from games.carcassonne.tiles import Feature, FeatureKind
from games.game import SEAT_COLOURS


class ColourCard(BoxLayout):
    """What a colour gets: its points on the track, what the final scoring brings by kind, and the sum."""

    def __init__(
        self, seat: int, count: Count, *, enter: Callable[[], None], why: Callable[[], None], **kwargs: object
    ) -> None:
        the = look()
        super().__init__(orientation="vertical", size_hint_y=None, height=the.px(132), spacing=the.px(4), **kwargs)
        colour = count.state.setup.seats[seat].colour
        final = sum(line.points for line in count.lines if line.player == seat)
        head = BoxLayout(size_hint_y=None, height=the.px(64), spacing=the.px(8))
        head.add_widget(Badge(colour=colour, size_hint_x=None, width=the.px(36)))
        head.add_widget(
            Words(text=colour_name(colour), role="body" if not the.compact else "label", weight="bold", fit="line")
        )
        track = Tap(text=words("photo.on_track", points=count.state.scores[seat] - final), size_hint_x=None)
        track.width = the.px(150 if not the.compact else 96)
        track.colour_key = colour
        track.bind(on_release=lambda _: enter())
        head.add_widget(track)
        total = Words(text=str(count.state.scores[seat]), role="title", weight="black", halign="right")
        total.size_hint_x, total.width = None, the.px(84 if not the.compact else 56)
        head.add_widget(total)
        self.add_widget(head)
        parts = Tap(text=words("photo.by_kind", **points_by_kind(count, seat)), kind="raised", role="least")
        parts.why_of = colour
        parts.bind(on_release=lambda _: why())
        self.add_widget(parts)


def points_by_kind(count: Count, seat: int) -> dict[str, int]:
    """Points of the final scoring by the kind of feature."""
    return {kind.lower(): count.points_of(seat, kind) for kind in KINDS}


class PhotoOptionTap(Tap):
    """What may lie at a place, as a picture, with how likely that is."""

    def __init__(self, option: TileOption, *, chosen: bool, **kwargs: object) -> None:
        self.option, self.chosen = option, chosen
        super().__init__(**kwargs)
        self.bind(pos=self.redraw, size=self.redraw)
        self.redraw()

    def dress(self, *_: object) -> None:
        """Drawn in :meth:`redraw`."""

    def redraw(self, *_: object) -> None:
        """The tile as far as its picture is painted."""
        the = look()
        side = round(min(self.size))
        if side < 8:
            return
        self.canvas.clear()
        x, y = round(self.x + (self.width - side) / 2), round(self.y + (self.height - side) / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            texture = tile_texture(self.option.kind, side)
            Rectangle(pos=(x, y), size=(side, side), texture=texture, tex_coords=corners(self.option.turns))
            if self.chosen:
                Color(*the.colour("text"))
                Line(rectangle=(x, y, side, side), width=the.px(3))


def option_row(
    options: Sequence[TileOption], lying: TileOption | None, pick: Callable[[TileOption], None]
) -> GridLayout:
    """What may lie there, side by side, each with how likely it is."""
    the = look()
    side = the.px(88 if not the.compact else 64)
    row = GridLayout(cols=4, spacing=the.px(8), size_hint_y=None, height=side + the.px(28))
    for option in options[:4]:
        cell = BoxLayout(orientation="vertical")
        same = lying is not None and (option.kind, option.turns) == (lying.kind, lying.turns)
        tap = PhotoOptionTap(option, chosen=same, size_hint_y=None, height=side)
        tap.bind(on_release=lambda tap: pick(tap.option))
        cell.add_widget(tap)
        cell.add_widget(Words(text=words("photo.percent", percent=round(100 * option.confidence)), role="least",
                              ink="text2", halign="center"))  # fmt: skip
        row.add_widget(cell)
    return row


def standing_rows(table: PhotographedMap, place: Place, stand: Callable[[int, str | None], None]) -> BoxLayout:
    """Who stands on each feature of a tile: a row of colours for each, and nobody."""
    the = look()
    rows = column()
    for index, feature in enumerate(table.tiles[place].features):
        now = table.followers.get((place, index))
        rows.add_widget(Words(text=_feature_name(feature), role="least", ink="text2", fit="wrap"))
        across = 4 if the.compact else 8
        row = GridLayout(
            cols=across, spacing=the.px(4), size_hint_y=None, row_default_height=the.px(50), row_force_default=True
        )
        row.height = -(-(len(SEAT_COLOURS) + 1) // across) * the.px(54)
        for colour in (None, *SEAT_COLOURS):
            tap = Tap(icon="cross" if colour is None else "", kind="chosen" if colour == now else "raised", side=20)
            tap.padding = [the.px(4)] * 4
            if colour is not None:
                tap.add_widget(Badge(colour=colour))
            tap.feature, tap.colour = index, colour
            tap.bind(on_release=lambda tap: stand(tap.feature, tap.colour))
            row.add_widget(tap)
        rows.add_widget(row)
    return rows


def _feature_name(feature: Feature) -> str:
    """Such as "City, north and east"."""
    sides = dict.fromkeys(edge[0] for edge in feature.edges if edge != "I")
    kind = words(f"photo.kind_{feature.kind.lower()}")
    if not sides or feature.kind is FeatureKind.MONASTERY:
        return kind
    return f"{kind}: " + ", ".join(words(f"photo.side_{side.lower()}") for side in sides)
