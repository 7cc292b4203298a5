"""What printed art and real tables do to a crop beyond the drawn styles, put on while the network learns.

Drawn styles are plainer than print: flatter, cleaner, with fewer small things on them. Each hardship is drawn for every
picture of a batch on its own, so that a shard never shows the same picture twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

SIDE = 64  # px of a crop
FIELDS = 192  # sheets of noise that are kept, each shown turned and shifted


@dataclass(frozen=True, slots=True)
class Hardships:
    """Chances (0 to 1) and strengths of each; values of pictures run from about -2 to 2.

    Attributes:
        contrast: chance; the contrast about the picture's mean is multiplied by 0.6 to 1.9.
        colour: chance; saturation times 0.1 to 2 and hues turned by up to 40 degrees.
        gamma: chance; exponents 0.55 to 1.8.
        detail: chance; fine detail is softened or sharpened, by -0.8 to 1.6.
        print_: chance; the fine detail of another picture is laid over, at 0.2 to 0.9 of its strength.
        texture: chance; cloudy and grainy sheets of any colour, up to 0.5 strong.
        figure: chance that something of one colour, about as large as a figure, hides a part.
        edge: chance that a strip along one side shows another picture.
    """

    contrast: float = 0.5
    colour: float = 0.4
    gamma: float = 0.3
    detail: float = 0.4
    print_: float = 0.2
    texture: float = 0.25
    figure: float = 0.2
    edge: float = 0.1

    def eased(self, factor: float) -> Hardships:
        """The same, each with its chance multiplied."""
        return Hardships(*(factor * getattr(self, name) for name in self.__dataclass_fields__))


class HardTable:
    """Puts hardships on batches (n, 3, 64, 64); the sheets of noise are drawn once."""

    def __init__(self, hardships: Hardships | None = None) -> None:
        self.hardships = hardships or Hardships()
        self.sheets = torch.cat([_sheets(cells, FIELDS // 4) for cells in (4, 8, 20, 48)])

    def __call__(self, crops: Tensor) -> Tensor:
        """The batch with its hardships; what the pictures show stays."""
        h = self.hardships
        crops = crops.clone()
        others = crops.roll(1, 0).flip(2)
        hardships: tuple[tuple[float, Callable[[Tensor, Tensor], Tensor]], ...] = (
            (h.print_, lambda some, picked: self._printed(some, others[picked])),
            (h.colour, lambda some, _: _coloured(some)),
            (h.detail, lambda some, _: _detailed(some)),
            (h.contrast, lambda some, _: _contrasted(some)),
            (h.gamma, lambda some, _: _brightened(some)),
            (h.texture, lambda some, _: some + _uniform(len(some), 0.05, 0.5) * self._sheet(len(some)) * _tone(some)),
            (h.figure, lambda some, _: _hidden(some)),
            (h.edge, lambda some, picked: _bordered(some, others[picked])),
        )
        for chance, hardship in hardships:
            picked = torch.rand(len(crops)) < chance
            crops[picked] = hardship(crops[picked], picked)
        return crops

    def _printed(self, crops: Tensor, others: Tensor) -> Tensor:
        """The fine detail of other pictures in places, as houses, trees and strokes where none were drawn."""
        fine = others - functional.interpolate(functional.avg_pool2d(others, 8), scale_factor=8.0, mode="bilinear")
        mask = (self._sheet(len(crops)) > _uniform(len(crops), -1.0, 1.0)).float()
        return crops + _uniform(len(crops), 0.2, 0.9) * mask * fine

    def _sheet(self, count: int) -> Tensor:
        """(count, 1, 64, 64) noise, deviation about 1."""
        picked = self.sheets[torch.randint(len(self.sheets), (count,))]
        shift = torch.randint(SIDE, (2,)).tolist()
        return torch.rot90(picked.roll(shift, (2, 3)), int(torch.randint(4, ())), (2, 3))


def _sheets(cells: int, count: int) -> Tensor:
    noise = functional.interpolate(torch.randn(count, 1, cells, cells), size=(SIDE, SIDE), mode="bicubic")
    return noise / noise.std((2, 3), keepdim=True)


def _uniform(count: int, low: float, high: float) -> Tensor:
    return low + (high - low) * torch.rand(count, 1, 1, 1)


def _tone(crops: Tensor) -> Tensor:
    """A colour for each, mostly grey."""
    return 0.6 + 0.4 * torch.randn(len(crops), 3, 1, 1)


def _coloured(crops: Tensor) -> Tensor:
    """Other saturation, hues turned about grey."""
    count = len(crops)
    grey = crops.mean(1, keepdim=True)
    angle = _uniform(count, -0.7, 0.7)
    colour = (crops - grey) * _uniform(count, 0.1, 2.0)
    b, g, r = colour.unbind(1)
    across = torch.stack([g - r, r - b, b - g], 1) / 3**0.5
    return grey + colour * angle.cos() + across * angle.sin()


def _detailed(crops: Tensor) -> Tensor:
    fine = crops - functional.avg_pool2d(crops, 3, 1, 1, count_include_pad=False)
    return crops + _uniform(len(crops), -0.8, 1.6) * fine


def _contrasted(crops: Tensor) -> Tensor:
    mean = crops.mean((1, 2, 3), keepdim=True)
    return mean + (crops - mean) * _uniform(len(crops), 0.6, 1.9)


def _brightened(crops: Tensor) -> Tensor:
    bright = ((crops + 2) / 4).clamp(1e-3, 1)
    return bright ** _uniform(len(crops), 0.55, 1.8) * 4 - 2


def _hidden(crops: Tensor) -> Tensor:
    """An oval of one colour over a part, darker towards one end, with a soft shadow."""
    count = len(crops)
    axis = torch.linspace(-0.5, 0.5, SIDE)
    x = axis.view(1, 1, 1, SIDE) - _uniform(count, -0.42, 0.42)
    y = axis.view(1, 1, SIDE, 1) - _uniform(count, -0.42, 0.42)
    angle = _uniform(count, 0, 3.1416)
    along, across = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
    long = _uniform(count, 0.09, 0.2)
    reach = (along / long) ** 2 + (across / (long * _uniform(count, 0.4, 1.0))) ** 2
    shadow = ((2.2 - reach) / 1.2).clamp(0, 1) * _uniform(count, 0.0, 0.8)
    body = ((1.15 - reach) * 4).clamp(0, 1)
    colour = torch.rand(count, 3, 1, 1) * 4 - 2 + along * _uniform(count, -4.0, 4.0)
    crops = crops - shadow * (crops + 2) * 0.7
    return crops * (1 - body) + colour * body


def _bordered(crops: Tensor, others: Tensor) -> Tensor:
    """A strip along the upper side, up to 4 px wide, of another picture; batches are turned, so any side is met."""
    strip = (torch.arange(SIDE).view(1, 1, SIDE, 1) < _uniform(len(crops), 1, 5)).float()
    return crops * (1 - strip) + others * strip
