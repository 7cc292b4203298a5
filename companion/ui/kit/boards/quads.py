"""Stretched pictures below all else that a canvas draws: grounds, shades, glows."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import BorderImage, Canvas, Color, InstructionGroup
from kivy.graphics.texture import Texture

Quad = tuple[float, float, float, float]  # left, bottom, width and height, px


class BorderQuad:
    """A border image with a colour of its own; what the canvas held before is drawn over it.

    A widget makes it when it is first seen: instructions cost as much as the widget around them.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._colour, self._image = Color(1, 1, 1, 0), BorderImage(size=(0, 0))
        group = InstructionGroup()  # a picture that is inserted by itself would be drawn before its texture is bound
        group.add(self._colour)
        group.add(self._image)
        canvas.insert(0, group)

    def show(
        self, quad: Quad, border: Sequence[float], texture: Texture, colour: Sequence[float] = (1, 1, 1, 1)
    ) -> None:
        """Draw it there: ``border`` are the parts of the texture that aren't stretched, ``colour`` is RGBA."""
        self._image.texture, self._image.border = texture, border
        self._image.pos, self._image.size = quad[:2], quad[2:]
        self._colour.rgba = colour

    def hide(self) -> None:
        """Draw nothing. A border image of no size still draws its corners: it is transparent as well."""
        self._image.size, self._colour.a = (0, 0), 0
