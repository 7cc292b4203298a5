"""How sure a share is that was counted."""

from __future__ import annotations

import math


def wilson(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson, "Probable inference", JASA 22, 1927); all of it where nothing was
    counted."""
    if not count:
        return 0.0, 1.0
    share = right / count
    middle = share + z * z / (2 * count)
    reach = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    least, most = (middle - reach) / (1 + z * z / count), (middle + reach) / (1 + z * z / count)
    return max(0.0, least), min(1.0, most)  # rounding leaves a hair outside where none or all are right
