"""What drawn and seen things are told in: colours, and arrays of points or of anything else."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Colour: TypeAlias = tuple[float, float, float]  # blue, green, red, 0 to 255
Floats: TypeAlias = "NDArray[np.float64]"
