"""How long, how fast and under which hardships a network is taught."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

WARM_UP = 200  # batches in which the rate rises; in short lessons a twelfth of them
LAST_RATE = 0.005  # of the highest, at the end


@dataclass(frozen=True, slots=True)
class TerrainLesson:
    """One run of teaching.

    Attributes:
        steps: batches in all.
        batch: pictures in each.
        rate: highest learning rate.
        width: of the network, see :func:`tools.training.terrain.network.shapes`.
        seed: of the order of pictures and of everything else that is drawn.
        hardships: factor on the chance of each hardship, 0 for none.
        plain_end: share of the batches, at the end, that are shown as they were drawn: what is measured of pictures
            while it learns (normalisation) is then measured of such pictures as it will see.
    """

    steps: int = 8000
    batch: int = 128
    rate: float = 3e-3
    width: int = 44
    seed: int = 1
    hardships: float = 0.0
    plain_end: float = 0.17

    def rate_at(self, step: int) -> float:
        """The rate of batch number ``step``: up in a line, then down along a cosine."""
        rise = min(1.0, (step + 1) / max(min(WARM_UP, self.steps // 12), 1))
        fall = LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * step / self.steps))
        return float(self.rate * rise * fall)

    def is_hard(self, step: int) -> bool:
        """Whether hardships are put on batch number ``step``."""
        return self.hardships > 0 and step < (1 - self.plain_end) * self.steps
