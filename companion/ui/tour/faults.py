"""Rules that every screen keeps, told from its widgets alone: no text is cut off, nothing lies on anything else but
what is meant to, targets are large enough, words stand out from their ground, and no two controls beside each other
say the same.

Contrast is WCAG 2.2's, 4.5 for text and 3 for large text (its success criterion 1.4.3); what is switched off is exempt
there and here. 48 dp for targets is that of SCREENS: Material's, stricter than WCAG's 24 px.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.kit.base import Icon, Panelled, Tap, Words, look
from companion.ui.kit.theme import TARGET_LEAST

LEAST_CONTRAST, LEAST_CONTRAST_LARGE = 4.5, 3.0
LARGE_PX, LARGE_BOLD_PX = 24.0, 18.66  # 18 pt and 14 pt bold, WCAG's large text
SLACK_PX = 1.5  # rounding
LEAST_DOUBLED = 4  # letters

Area = tuple[float, float, float, float]  # left, bottom, right, top, px of the window


class Rule(StrEnum):
    """What is looked at."""

    CUT = "cut off"
    OVERLAP = "overlap"
    TARGET = "target"
    CONTRAST = "contrast"
    LABEL = "same label"
    FULL = "overfull"


@dataclass(frozen=True, slots=True)
class ScreenFault:
    """A rule that a screen breaks, and what shows it: the words on it, or its kind of widget."""

    rule: Rule
    what: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.rule.value}: {self.what}" + (f" ({self.detail})" if self.detail else "")


def faults(stage: Widget) -> tuple[ScreenFault, ...]:
    """Every rule that what is on the stage breaks."""
    seen = list(_visible(stage))
    return tuple(
        dict.fromkeys(
            (
                *_cut(seen),
                *_overlapping(seen),
                *_overfull(seen),
                *_small(seen),
                *_faint(seen),
                *_alike(seen),
                *_doubled(seen),
            )
        )
    )


# What is seen


def _visible(stage: Widget) -> Iterator[Widget]:
    """Every widget that is seen, parents before children; what was put beside the window is not."""
    if stage.opacity == 0 or min(stage.size) <= 1:
        return
    if stage.parent is not None and not _meets(area_of(stage), _window(stage)):
        return
    yield stage
    for child in reversed(stage.children):
        yield from _visible(child)


def _window(widget: Widget) -> Area:
    window = widget.get_root_window()
    return (0.0, 0.0, float(window.width), float(window.height))


def area_of(widget: Widget) -> Area:
    """Where a widget lies in the window, px."""
    left, bottom = widget.to_window(*widget.pos)
    return (left, bottom, left + widget.width, bottom + widget.height)


def _meets(one: Area, other: Area, slack: float = 0.0) -> bool:
    return (
        one[0] + slack < other[2]
        and other[0] + slack < one[2]
        and one[1] + slack < other[3]
        and other[1] + slack < one[3]
    )


def _within(one: Area, other: Area) -> bool:
    return (
        one[0] >= other[0] - SLACK_PX
        and one[1] >= other[1] - SLACK_PX
        and one[2] <= other[2] + SLACK_PX
        and one[3] <= other[3] + SLACK_PX
    )


def parents_of(widget: Widget) -> Iterator[Widget]:
    """A widget's parents, nearest first, without the window."""
    parent = widget.parent
    while isinstance(parent, Widget):
        yield parent
        parent = parent.parent if parent.parent is not parent else None


def clip_of(widget: Widget) -> Area:
    """What of the window a widget can be seen in: the scrolled lists that it stands in."""
    area = _window(widget)
    for one in parents_of(widget):
        if isinstance(one, ScrollView):
            other = area_of(one)
            area = (max(area[0], other[0]), max(area[1], other[1]), min(area[2], other[2]), min(area[3], other[3]))
    return area


def name_of(widget: Widget) -> str:
    """What people would call it: its words, those on it, or its kind."""
    texts = [one.text for one in widget.walk(restrict=True) if getattr(one, "text", "")]
    icons = [one.name for one in widget.walk(restrict=True) if isinstance(one, Icon) and one.name]
    text = " / ".join(dict.fromkeys(texts)) or ", ".join(icons)
    return f"{type(widget).__name__} “{text}”" if text else type(widget).__name__


# Nothing is cut off


def _cut(seen: list[Widget]) -> Iterator[ScreenFault]:
    for one in seen:
        if not isinstance(one, Words) or not one.text.strip():
            continue
        width, height = natural_size(one)
        broken = one.fit in ("box", "wrap") and width > one.width  # a letter of a word stands in a line of its own
        too_wide, too_high = broken or width > one.width + SLACK_PX, height > one.height + SLACK_PX
        if one.fit != "free" and (too_wide or (too_high and one.fit != "wrap")):
            size = f"{width:.0f} x {height:.0f} in {one.width:.0f} x {one.height:.0f} px"
            yield ScreenFault(Rule.CUT, f"“{one.text}”", size)
            continue
        holder = next((parent for parent in parents_of(one) if isinstance(parent, Tap | Panelled | ScrollView)), None)
        if any(isinstance(parent, ScrollView) for parent in parents_of(one)) and not isinstance(holder, Tap):
            continue  # what scrolls shows all of it in time
        if holder is not None and not _within(text_area(one), area_of(holder)) and min(holder.size) > 1:
            yield ScreenFault(Rule.CUT, f"“{one.text}”", f"runs out of {name_of(holder)[:60]}")
        elif holder is None and not _within(text_area(one), _window(one)):
            yield ScreenFault(Rule.CUT, f"“{one.text}”", "runs out of the window")


def natural_size(one: Words) -> tuple[float, float]:
    """How wide and high its text needs to be, px, wrapped within its width where it may wrap."""
    wraps = one.fit != "line"
    kind = MarkupLabel if one.markup else CoreLabel
    label = kind(
        text=one.text, font_size=one.drawn_size, font_name=one.font_name, line_height=one.line_height,
        text_size=(one.width if wraps else None, None),
    )  # fmt: skip
    label.resolve_font_name()
    if one.markup:
        label.refresh()
        width, height = label.texture_size if hasattr(label, "texture_size") else label.size
    else:
        width, height = label.render()
    if wraps:
        plain = CoreLabel(font_size=one.drawn_size, font_name=one.font_name)
        width = max((plain.get_extents(word)[0] for word in one.text.split()), default=0) if not one.markup else width
    if one.max_lines and wraps:
        height = max(height, 0)
    return float(width), float(height)


def text_area(one: Words) -> Area:
    """Where its letters stand, not its whole box."""
    left, bottom, right, top = area_of(one)
    width, height = (min(float(a), b) for a, b in zip(_drawn_size(one), one.size, strict=True))
    x = {"left": left, "right": right - width}.get(one.halign, (left + right - width) / 2)
    y = {"bottom": bottom, "top": top - height}.get(one.valign, (bottom + top - height) / 2)
    return (x, y, x + width, y + height)


def _drawn_size(one: Words) -> tuple[float, float]:
    if one.fit in ("wrap", "free"):
        return one.texture_size
    width, height = natural_size(one)
    if one.fit == "box" and not one.markup:
        plain = CoreLabel(font_size=one.drawn_size, font_name=one.font_name)
        width = min(one.width, plain.get_extents(one.text)[0])
    return width, height


# Nothing lies on anything else


def _overlapping(seen: list[Widget]) -> Iterator[ScreenFault]:
    order = {id(one): number for number, one in enumerate(seen)}
    taps = [one for one in seen if isinstance(one, Tap)]
    texts = [one for one in seen if isinstance(one, Words) and one.text.strip() and not _on_tap(one)]
    grounds = [one for one in seen if isinstance(one, Panelled) and one.fill[3] > 0.9]
    shown = [(one, _seen_part(area_of(one), clip_of(one))) for one in taps]
    shown += [(one, _seen_part(text_area(one), clip_of(one))) for one in texts]
    for (one, first), (other, second) in combinations(shown, 2):
        if not _meets(first, second, SLACK_PX) or _related(one, other):
            continue
        if _hidden(one, first, grounds, order) or _hidden(other, second, grounds, order):
            continue  # what covers all of it is told about the ground instead
        lower, upper = sorted((one, other), key=lambda widget: order[id(widget)])
        if _layer(lower) is not _layer(upper):
            continue
        yield ScreenFault(Rule.OVERLAP, name_of(lower)[:60], f"under {name_of(upper)[:60]}")


def _overfull(seen: list[Widget]) -> Iterator[ScreenFault]:
    """Rows and columns that what is in them doesn't fit into: it sticks out and lies on what stands next to them."""
    for one in seen:
        if not isinstance(one, BoxLayout):
            continue
        upright = one.orientation == "vertical"
        hint, side = ("size_hint_y", "height") if upright else ("size_hint_x", "width")
        first, last = (one.padding[1], one.padding[3]) if upright else (one.padding[0], one.padding[2])
        fixed = sum(getattr(child, side) for child in one.children if getattr(child, hint) is None)
        needs = fixed + first + last + one.spacing * max(0, len(one.children) - 1)
        room = getattr(one, side)
        if needs > room + SLACK_PX and one.children:
            yield ScreenFault(Rule.FULL, name_of(one)[:60], f"{needs - room:.0f} px too much in {room:.0f}")


def _on_tap(one: Widget) -> bool:
    return any(isinstance(parent, Tap) for parent in parents_of(one))


def _seen_part(area: Area, clip: Area) -> Area:
    return (max(area[0], clip[0]), max(area[1], clip[1]), min(area[2], clip[2]), min(area[3], clip[3]))


def _related(one: Widget, other: Widget) -> bool:
    return one in parents_of(other) or other in parents_of(one)


def _hidden(widget: Widget, area: Area, grounds: list[Widget], order: dict[int, int]) -> bool:
    """True where something opaque that is drawn later covers it whole."""
    later = order[id(widget)]
    return any(
        order[id(ground)] > later and _within(area, area_of(ground)) and not _related(ground, widget)
        for ground in grounds
    )


def _layer(widget: Widget) -> Widget | None:
    """The nearest thing above that is meant to lie on others: it casts a shadow."""
    for one in (widget, *parents_of(widget)):
        if isinstance(one, Panelled) and one.shade:
            return one
    return None


# Targets


def _small(seen: list[Widget]) -> Iterator[ScreenFault]:
    least = look().px(TARGET_LEAST) - SLACK_PX
    for one in seen:
        if isinstance(one, Tap) and not one.disabled and min(one.size) < least:
            yield ScreenFault(Rule.TARGET, name_of(one), f"{one.width:.0f} x {one.height:.0f} px, least {least:.0f}")


# Contrast


def _faint(seen: list[Widget]) -> Iterator[ScreenFault]:
    for one in seen:
        if not isinstance(one, Words) or not one.text.strip():
            continue
        if any(_off(parent) for parent in (one, *parents_of(one))):
            continue
        ground = _ground_of(one)
        if ground is None:
            continue
        ratio = contrast(_over(one.colour, ground), ground)
        large = one.drawn_size >= look().px(LARGE_PX if one.weight == "regular" else LARGE_BOLD_PX)
        least = LEAST_CONTRAST_LARGE if large else LEAST_CONTRAST
        if ratio < least:
            yield ScreenFault(Rule.CONTRAST, f"“{one.text}”", f"{ratio:.1f}, least {least}")


def _off(widget: Widget) -> bool:
    return isinstance(widget, Tap) and bool(widget.disabled)


def _ground_of(one: Widget) -> tuple[float, ...] | None:
    """The colour below a text: that of the panels that it stands on, on the window's own."""
    colour = tuple(look().colour("bg"))
    for parent in reversed(list(parents_of(one))):
        if isinstance(parent, Panelled) and parent.fill[3] > 0:
            colour = _over(tuple(parent.fill), colour)
    return colour


def _over(upper: tuple[float, ...], lower: tuple[float, ...]) -> tuple[float, ...]:
    alpha = upper[3] if len(upper) > 3 else 1.0
    return (*(alpha * a + (1 - alpha) * b for a, b in zip(upper[:3], lower[:3], strict=True)), 1.0)


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """WCAG's contrast ratio of two colours (RGB, 0 to 1), 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: tuple[float, ...]) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


# Labels


def _alike(seen: list[Widget]) -> Iterator[ScreenFault]:
    """Controls beside each other that read the same and show no picture that tells them apart. Only words count: seats
    round a table are told apart by where they are, and so are dice."""
    reported: set[tuple[int, str, tuple[str, ...]]] = set()
    for one in seen:
        if not isinstance(one, Tap) or one.parent is None:
            continue
        inside = [child for child in one.walk(restrict=True) if child is not one]
        label = " / ".join(child.text for child in inside if isinstance(child, Words) and child.text)
        if not any(letter.isalnum() for letter in label) or not all(_is_plain(child) for child in inside):
            continue
        icons = tuple(child.name for child in inside if isinstance(child, Icon))
        key = (id(one.parent), label, icons)
        if key in reported:
            yield ScreenFault(Rule.LABEL, name_of(one))
        reported.add(key)


def _doubled(seen: list[Widget]) -> Iterator[ScreenFault]:
    """Words that stand twice on one control; numbers may, and so may a letter."""
    for one in seen:
        if not isinstance(one, Tap):
            continue
        texts = [child.text.strip() for child in one.walk(restrict=True) if isinstance(child, Words)]
        for text in dict.fromkeys(texts):
            if texts.count(text) > 1 and sum(letter.isalpha() for letter in text) >= LEAST_DOUBLED:
                yield ScreenFault(Rule.LABEL, name_of(one), f"says “{text}” twice")


def _is_plain(widget: Widget) -> bool:
    """True for words, icons, and the rows that they stand in: anything else is a picture."""
    return isinstance(widget, Words | Icon) or bool(widget.children) or type(widget) is Widget
