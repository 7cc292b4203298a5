"""How much room words need, told before they are drawn: words wrap and are told elsewhere, but never run out of their
place."""

from __future__ import annotations

from functools import lru_cache

from kivy.core.text import Label as CoreLabel

FONTS = {"regular": "Lato", "bold": "LatoBold", "black": "LatoBlack"}
LINE_HEIGHT = 1.08  # of every text here
_ROUNDING_PX = 1.0
_SIZE_STEP_PX = 1.0


class MeasuredText(CoreLabel):
    """A text whose words are measured once for all texts of one type: laying a text out asks for each of its words, and
    a list that is opened anew says the same ones. For texts with neither markup nor a slant or outline of Kivy's."""

    def get_extents(self, text: str) -> tuple[int, int]:
        """Width and height in px of some letters in one line."""
        return _extents(text, self.options["font_name"], self.options["font_size"])


@lru_cache(maxsize=8192)  # some 200 bytes each
def _extents(text: str, font_name: str, size_px: float) -> tuple[int, int]:
    across, down = CoreLabel(font_size=size_px, font_name=font_name).get_extents(text)
    return int(across), int(down)


@lru_cache(maxsize=1024)
def text_size(text: str, size_px: float, weight: str = "regular", width: float | None = None) -> tuple[float, float]:
    """Width and height in px of a text in one of our weights, wrapped within ``width`` px where one is given."""
    label = MeasuredText(
        text=text, font_size=size_px, font_name=FONTS[weight], line_height=LINE_HEIGHT, text_size=(width, None)
    )
    label.resolve_font_name()
    across, down = label.render()
    return float(across), float(down)


def line_width(text: str, font_name: str, size_px: float) -> float:
    """Width in px of a text in one line."""
    return float(_extents(text, font_name, size_px)[0])


def size_for_words(text: str, font_name: str, sizes: tuple[float, float], wide: float) -> float:
    """The largest size in px between two, the least first, in which the longest word stands in a line so wide, px; the
    least where none is small enough. Letters grow by whole px, so that this is tried and not divided."""
    least, size = sizes
    longest = max(text.split(), key=lambda one: line_width(one, font_name, size), default="")
    while size > least and line_width(longest, font_name, size) > wide:
        size = max(least, size - _SIZE_STEP_PX)
    return size


def fits(text: str, size_px: float, weight: str, room: tuple[float, float]) -> bool:
    """Whether a text stands in a room (width and height, px) whole: no word of it is broken, no line of it is lost."""
    if min(room) < 1:
        return False
    longest = max((text_size(word, size_px, weight)[0] for word in text.split()), default=0.0)
    down = text_size(text, size_px, weight, room[0])[1]
    return longest <= room[0] and down <= room[1] + _ROUNDING_PX


def shortened(text: str, size_px: float, weight: str, room: tuple[float, float]) -> str:
    """As many of the words as stand in a room (width and height, px), and dots where some are left out; of a word that
    has no room by itself as many letters."""
    if not text or fits(text, size_px, weight, room):
        return text
    parts = text.split()
    shorter = [" ".join(parts[:many]).rstrip(":,·–") + " …" for many in range(len(parts) - 1, 0, -1)]
    shorter += [parts[0][:many] + "…" for many in range(len(parts[0]) - 1, 0, -1)]
    return next((one for one in shorter if fits(one, size_px, weight, room)), "…")
