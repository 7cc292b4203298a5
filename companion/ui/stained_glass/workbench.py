"""The window workbench: one player's glass put together in the best way, what is missing, what more would bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.locale import say
from companion.ui.carcassonne.at_table import CarcassonneView
from companion.ui.kit.base import PanelBox, Words, look
from companion.ui.kit.dock import Dock, title_row
from companion.ui.stained_glass.glass_art import WindowPicture
from games.carcassonne.stained_glass.game import has_house_rule, values_of
from games.carcassonne.stained_glass.glass import glass_of
from games.carcassonne.stained_glass.windows import (
    GlassAdvice,
    GlassValues,
    best_windows,
    tiles_of,
    unfinished,
    window_name,
    worth_at_end,
)
from games.game import Phrase

MOST_PARTS = 4  # side by side, so that their pictures stay large
MOST_WISHES = 3


class WorkbenchDock(Dock):
    """Whole windows first, then those begun with their gaps dashed and how many copies are left to be had."""

    height_dp = 304
    lies_flat = True

    def __init__(self, view: CarcassonneView, seat: int, close: Callable[[], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        the = look()
        state = view.state
        glass, values = glass_of(state), values_of(state)
        held = glass.held[seat]
        elsewhere = glass.elsewhere(seat)
        advice = best_windows(held, glass.supply, elsewhere, values)
        title = Phrase.of("app.workbench", name=view.seats[seat].name, points=worth_at_end(held, values))
        word = Phrase.of("app.mark_house_rule" if has_house_rule(state) else "app.mark_printed")
        mark = Words(text=say(word, the.language), role="least", ink="text2", halign="right")
        self.add_widget(title_row(say(title, the.language), close, mark))
        row = BoxLayout(spacing=the.px(16))
        self.parts = [
            *(_whole(window, values, advice) for window in advice.assemblies[0].windows),
            *_begun(held, glass.supply, elsewhere),
        ]
        for part in self.parts[: 2 if the.compact else MOST_PARTS]:
            row.add_widget(part)
        if not self.parts:
            row.add_widget(Words(text=say(Phrase.of("app.no_glass_yet"), the.language), role="body", ink="text2"))
        elif len(self.parts) < 4 and not the.compact and the.aids:
            row.add_widget(_wishes(advice))
        self.add_widget(row)


def _card(picture: Widget, head: Phrase, *details: Phrase) -> PanelBox:
    the = look()
    card = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(10), spacing=the.px(4))
    card.add_widget(picture)
    for phrase in (head, *details):
        role, weight, ink = ("label", "bold", "text") if phrase is head else ("least", "regular", "text2")
        line = Words(text=say(phrase, the.language), role=role, weight=weight, ink=ink, halign="center")
        line.size_hint_y, line.height = None, the.px(26 if phrase is head else 22)
        card.add_widget(line)
    return card


def _tall(picture: Widget, head: Phrase, *details: Phrase) -> PanelBox:
    """A small window, three tiles high: its words stand beside it."""
    the = look()
    card = PanelBox(orientation="horizontal", fill=the.colour("surface"), padding=the.px(12), spacing=the.px(12))
    picture.size_hint_x, picture.width = None, the.px(36 if the.compact else 60)
    card.add_widget(picture)
    words = BoxLayout(orientation="vertical", spacing=the.px(4))
    words.add_widget(Words(text=say(head, the.language), role="label", weight="bold"))
    for phrase in details:
        words.add_widget(Words(text=say(phrase, the.language), role="least", ink="text2"))
    card.add_widget(words)
    return card


def _whole(window: tuple[int, ...], values: GlassValues, advice: GlassAdvice) -> PanelBox:
    picture = WindowPicture(dict.fromkeys(tiles_of(window), 1))
    head = Phrase.of("app.window_points", points=values.of(window), window=window_name(window))
    card = _tall if len(window) == 1 else _card
    grows = next((one for one in advice.growth if one.window == window), None)
    if not look().aids:
        return card(picture, head)
    if grows is None:
        return card(picture, head, Phrase.of("app.count_now"))
    more = values.of(grows.bigger) - values.of(window)
    return card(picture, head, Phrase.of("app.may_grow", missing=" ".join(grows.missing), points=f"+{more}"))


def _begun(held: Mapping[str, int], supply: Mapping[str, int], elsewhere: Mapping[str, int]) -> list[PanelBox]:
    loose = unfinished(held)
    found = []
    for small in sorted({int(kind[:-1]) for kind in loose}):
        have = {kind: loose[kind] for kind in tiles_of((small,)) if loose[kind]}
        missing = {
            kind: supply.get(kind, 0) + elsewhere.get(kind, 0) for kind in tiles_of((small,)) if kind not in have
        }
        left = [
            Phrase.of("app.copies_left", bag=supply.get(kind, 0), glass=kind, others=elsewhere.get(kind, 0))
            for kind in missing
        ]
        head = Phrase.of("app.window_lacks", missing=len(missing), window=str(small))
        found.append((len(missing), _tall(WindowPicture(have, missing=missing), head, *left)))
    return [card for _, card in sorted(found, key=lambda one: one[0])]


def _wishes(advice: GlassAdvice) -> PanelBox:
    """What the next tile would bring: the best kinds that the bag has."""
    the = look()
    card = PanelBox(orientation="vertical", fill=the.colour("surface"), padding=the.px(12), spacing=the.px(4))
    title = Words(text=say(Phrase.of("app.next_tile"), the.language), role="label", weight="bold")
    title.size_hint_y, title.height = None, the.px(28)
    card.add_widget(title)
    for one in [one for one in advice.one_more if one.in_supply][:MOST_WISHES]:
        row = BoxLayout(spacing=the.px(8))
        picture = WindowPicture({one.tile: 1}, size_hint_x=None, width=the.px(52))
        row.add_widget(picture)
        phrase = Phrase.of("app.tile_brings", glass=one.tile, left=one.in_supply, points=f"+{one.gain}")
        row.add_widget(Words(text=say(phrase, the.language), role="least", ink="text2"))
        card.add_widget(row)
    return card
