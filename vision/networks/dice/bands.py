"""A network over a large picture, band by band: at once it would need 80 bytes a px for what lies between layers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.networks.loading import TaughtNetwork


def answered_in_bands(
    network: TaughtNetwork, picture: Picture, *, multiple: int, band_px: int, around: int, step: int
) -> NDArray[np.float32]:
    """(channels, rows / step, columns / step): what a network says of a picture, filled up with black below and beside.

    Args:
        multiple: px that sides of what it is shown are multiples of.
        band_px: of the picture that it is shown at once.
        around: rows beyond a band that it is shown as well: more than it sees around a place, so that it says the same.
        step: px of the picture for each place that it answers for, both ways.
    """
    below, beside = (-length % multiple for length in picture.shape[:2])
    padded = np.asarray(cv2.copyMakeBorder(picture, 0, below, 0, beside, cv2.BORDER_CONSTANT), np.uint8)
    rows, columns = padded.shape[:2]
    band = max(multiple, band_px // columns // multiple * multiple)
    answers = []
    for top in range(0, rows, band):
        first, last = max(0, top - around), min(rows, top + band + around)
        network.setInput(cv2.dnn.blobFromImage(padded[first:last]))
        answer = np.asarray(network.forward(), np.float32)[0]
        answers.append(answer[:, (top - first) // step : (min(rows, top + band) - first) // step].copy())
    return np.concatenate(answers, axis=1)
