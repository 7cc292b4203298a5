"""A board as SVG: pictures of pieces by name, and figures, discs and words over them in the colours of the seats.

World: x right, y down, in units that each board chooses. How things look is the style sheet's
(``companion/onlookers/page/style.css``); here is only what lies where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from companion.ui.kit.pictures.icon_paths import FIGURE
from vision.frames import Picture

Point = tuple[float, float]
PictureMaker = Callable[[], Picture]  # BGR or BGRA


class BoardDrawing:
    """A board while it is drawn.

    Args:
        left, top, right, bottom: what is shown of the world.

    Attributes:
        pictures: what makes the pictures that the drawing names, by name.
        newest: the middle of what was laid last, where the board can tell.
    """

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self._box = (left, top, right - left, bottom - top)
        self._parts: list[tuple[str, str]] = []  # of the SVG; the name of a picture where there is one
        self.pictures: dict[str, PictureMaker] = {}
        self.newest: Point | None = None

    def picture(
        self, name: str, make: PictureMaker, x: float, y: float, wide: float, high: float, turn_deg: float = 0.0
    ) -> None:
        """A picture whose upper left corner is at x, y before it is turned clockwise about its middle."""
        self.pictures[name] = make
        turn = f' transform="rotate({_n(turn_deg)} {_n(x + wide / 2)} {_n(y + high / 2)})"' if turn_deg else ""
        box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}"'
        self._parts.append((f'<image {box}{turn} preserveAspectRatio="none" href="', name))

    def figure(self, x: float, y: float, side: float, colour: str, *, lying: bool = False) -> None:
        """A follower about x, y."""
        points = " ".join(f"{_n(u - 0.5)},{_n(v - 0.5)}" for u, v in _unit(FIGURE))
        turn = " rotate(90)" if lying else ""
        place = f'transform="translate({_n(x)} {_n(y)}) scale({_n(side)}){turn}"'
        self._add(f'<polygon class="piece seat-{colour}" {place} points="{points}"/>')

    def disc(self, x: float, y: float, radius: float, kind: str) -> None:
        """A disc; ``kind`` are classes of the style sheet."""
        self._add(f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"/>')

    def box(self, x: float, y: float, wide: float, high: float, kind: str, corner: float = 0.0) -> None:
        """A box with round corners."""
        place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="{_n(corner)}"'
        self._add(f'<rect class="{kind}" {place}/>')

    def line(self, points: Sequence[Point], kind: str, width: float, *, closed: bool = False) -> None:
        """A line through points, or the outline of what they enclose."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._add(f'<{"polygon" if closed else "polyline"} class="{kind}" points="{path}" stroke-width="{_n(width)}"/>')

    def words(self, text: str, x: float, y: float, high: float, kind: str = "ink", anchor: str = "middle") -> None:
        """Words whose middle (or, with ``anchor`` start, left end) is at x, y."""
        place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(high)}" text-anchor="{anchor}" dominant-baseline="central"'
        self._add(f'<text class="{kind}" {place}>{escape(text)}</text>')

    def badge(self, colour: str, letter: str, x: float, y: float, side: float) -> None:
        """A seat's disc with its letter."""
        self.disc(x, y, side / 2, f"piece seat-{colour}")
        self.words(letter, x, y, side * (0.62 if len(letter) == 1 else 0.46), f"letter on-{colour}")

    def svg(self, folder: str, label: str) -> str:
        """The drawing; ``folder`` is the address of its pictures, ``label`` what it is for who hears it."""
        return self._svg(self._box, folder, label)

    def svg_around(self, x: float, y: float, reach: float, folder: str, label: str) -> str:
        """Only what lies so near to a place."""
        return self._svg((x - reach, y - reach, 2 * reach, 2 * reach), folder, label)

    def _svg(self, shown: tuple[float, float, float, float], folder: str, label: str) -> str:
        box = " ".join(_n(value) for value in shown)
        parts = "".join(f'{part}{folder}{name}"/>' if name else part for part, name in self._parts)
        return f'<svg class="board" viewBox="{box}" role="img" aria-label="{escape(label)}">{parts}</svg>'

    def _add(self, part: str) -> None:
        self._parts.append((part, ""))


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _unit(points: Sequence[Point]) -> list[Point]:
    """The outline as shares of a square that it fills."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    side = max(max(xs) - min(xs), max(ys) - min(ys))
    left, top = (min(xs) + max(xs) - side) / 2, (min(ys) + max(ys) - side) / 2
    return [((x - left) / side, (y - top) / side) for x, y in points]
