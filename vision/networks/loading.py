"""Networks as OpenCV runs them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from threading import Lock
from typing import TypeAlias

import cv2
import numpy as np

from calibration.arrays import Float32Array

TaughtNetwork: TypeAlias = cv2.dnn.Net


def load_network(weights: Traversable) -> TaughtNetwork:
    """The network of an ONNX file. It answers one at a time, and keeps what lies between its layers."""
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights.read_bytes(), np.uint8))


class CropNetwork:
    """The network of an ONNX file that is asked for many crops by whichever thread.

    Args:
        at_once: crops that it is asked for at once; what lies between its layers stays as large as for so many.
    """

    def __init__(self, weights: Traversable, at_once: int) -> None:
        self._network, self._at_once = load_network(weights), at_once
        self._one_at_a_time = Lock()

    def answers(self, inputs: Float32Array, outputs: Sequence[str]) -> tuple[Float32Array, ...]:
        """(n, ...) each of the ``outputs`` for inputs (n, channels, h, w), of which there is at least one."""
        parts = []
        for first in range(0, len(inputs), self._at_once):
            with self._one_at_a_time:
                self._network.setInput(inputs[first : first + self._at_once])
                answer = self._network.forward(list(outputs))
                parts.append([np.array(one, np.float32) for one in answer])  # copies: the next answer is written there
        return tuple(np.concatenate(each) for each in zip(*parts, strict=True))
