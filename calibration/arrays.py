"""Arrays by what they hold. Shapes, units and frames are told where one is passed."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Float32Array: TypeAlias = "NDArray[np.float32]"
Float64Array: TypeAlias = "NDArray[np.float64]"
Picture: TypeAlias = "NDArray[np.uint8]"  # BGR (height, width, 3), grey (height, width), or BGRA where that is said
ByteMask: TypeAlias = "NDArray[np.uint8]"  # 0 where it is not, anything else (mostly 255) where it is
BoolMask: TypeAlias = "NDArray[np.bool_]"
