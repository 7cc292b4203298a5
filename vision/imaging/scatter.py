"""How far values stray, told by medians, which a few wild ones do not move."""

from __future__ import annotations

# Standard deviations of a normal distribution in its median absolute deviation.
OF_MEDIAN = 1.4826
