"""Whether the light at a place is the light at the tiles around it.

One light falls on a map and it changes slowly across it, so what looks like a tile's print in a light of its own is a
table's pattern: stripes, checks and flowers pass for cities and fields once their colours may be anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.parameters import CHOSEN, Parameters, parameter
from vision.registration.lattice import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalLightParameters(Parameters):
    """How many tiles around tell a place's light, and how strange it may be."""

    nearest: int = parameter(7, "tiles", "from which the light at a place is foretold", CHOSEN)
    most_strange: float = parameter(
        5.0, "standard deviations", "that a light may be off what is foretold to count", CHOSEN
    )
    # Log-odds of a tile: at once, for each unit of its print's correlation, for each squared deviation of strange
    # light.
    print_says: float = parameter(3.5, "log-odds", "of a tile at once", CHOSEN)
    print_alike: float = parameter(3.0, "log-odds", "of a tile for each unit of its print's correlation", CHOSEN)
    print_strange: float = parameter(-0.55, "log-odds", "of a tile for each squared deviation of strange light", CHOSEN)
    most_for: float = parameter(2.0, "log-odds", "that light may say for a tile", CHOSEN)
    beside: float = parameter(1.5, "places", "from a plain tile within which a light is witnessed", CHOSEN)
    no_witness: float = parameter(
        -5.0, "log-odds", "of a place that is not plain itself and lies beside none that is", CHOSEN
    )
    plain: float = parameter(0.4, "correlation", "with its print from which a place is no pattern of a table", CHOSEN)
    usual: tuple[float, ...] = parameter(
        (0.12, 0.15, 0.12), "spreads", "standard deviations of a place's light from what is foretold", CHOSEN
    )


PARAMETERS = LocalLightParameters()


@dataclass(eq=False)
class LightSoFar:
    """The light (3,) at the tiles that are known, as ``light_on`` tells it, and how alike their prints are."""

    at: dict[Cell, NDArray[np.float64]] = field(default_factory=dict)
    alike: dict[Cell, float] = field(default_factory=dict)

    def keep(self, cell: Cell, light: NDArray[np.float64], alike: float) -> None:
        """A tile that was found: its light (3,), and how alike its print is, a correlation."""
        self.at[cell], self.alike[cell] = light, alike

    def drop(self, cell: Cell) -> None:
        """A tile that turned out to be none."""
        self.at.pop(cell, None)
        self.alike.pop(cell, None)

    def is_plain(self, cell: Cell) -> bool:
        """Whether a tile plainly shows its print."""
        return self.alike.get(cell, 0.0) > PARAMETERS.plain

    def odds(self, cell: Cell, light: NDArray[np.float64], alike: float) -> float:
        """Log-odds that a tile lies there: only a print that is plainly shown speaks for it, strange light and
        prints that show nowhere around speak against it."""
        others = [other for other in self.at if other != cell]
        plain = [other for other in others if self.is_plain(other)]
        if not others:
            return min(PARAMETERS.print_says + PARAMETERS.print_alike * alike, PARAMETERS.most_for)
        known = plain or others
        away = np.hypot(*(np.array(known) - np.array(cell)).T)
        near = [known[index] for index in np.argsort(away, kind="stable")[: PARAMETERS.nearest]]
        predicted = np.median([self.at[other] for other in near], axis=0)
        strange = min(float(np.linalg.norm((light - predicted) / np.array(PARAMETERS.usual))), PARAMETERS.most_strange)
        witnessed = alike > PARAMETERS.plain or (bool(plain) and float(away.min()) < PARAMETERS.beside)
        alone = 0.0 if witnessed else PARAMETERS.no_witness
        says = PARAMETERS.print_says + PARAMETERS.print_alike * alike + PARAMETERS.print_strange * strange**2
        return min(says, PARAMETERS.most_for if alike > PARAMETERS.plain else 0.0) + alone
