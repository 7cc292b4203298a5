"""Networks as OpenCV runs them."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import TypeAlias

import cv2
import numpy as np

TaughtNetwork: TypeAlias = cv2.dnn.Net


def load_network(weights: Traversable) -> TaughtNetwork:
    """The network of an ONNX file. It answers one at a time, and keeps what lies between its layers."""
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights.read_bytes(), np.uint8))
