"""What a camera in any lamp's light makes of a spot, and what is left of that once the light was taken off again.

Light multiplies linear colours; a sensor clips and adds grain, its maker bends the curve and sharpens, a file loses
colour. Bringing all that back to the references' light by one gain and one addition for each colour, as the reader does
it, leaves clipped tops pale, dim colours grainy and middle tones off.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.arrays import Float32Array

GAMMA = 2.2  # of displays, roughly
COARSEST, FINEST = 0.5, 2.4  # px of a picture for each mm
_DARKEST = 6.0  # grey levels


def photographed(
    rng: np.random.Generator, picture: Float32Array, bare: Float32Array, px_mm: float, lean: float
) -> Float32Array:
    """A spot as a hard picture shows it.

    Args:
        rng: of chance. picture: (h, w, 3) BGR 0 to 255 in the references' light, what is high leaning up.
        bare: (h, w, 3) the same without anybody. px_mm: px of both for each mm.
        lean: mm for each mm of height: pictures taken aslant show what lies along it shorter.

    Returns:
        (h, w, 3) BGR 0 to 255 in the references' light, as well as a reader brings it there.
    """
    sensor = _Sensor(rng)
    high, wide = picture.shape[:2]
    fineness = math.exp(rng.uniform(math.log(COARSEST), math.log(FINEST))) / px_mm
    small = (max(8, round(wide * fineness)), max(8, round(high * fineness / math.hypot(1.0, lean))))
    soft = _blurred(rng, _linear(picture), 1 / fineness)
    linear = np.asarray(cv2.resize(soft, small, interpolation=cv2.INTER_AREA), np.float32)
    shown = _kept(rng, sensor.developed(sensor.grained(sensor.lit(linear))))
    back = np.asarray(cv2.resize(shown, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)
    printed = sensor.developed(sensor.lit(_linear(bare)))
    return _in_the_references_light(rng, back, np.clip(printed, 0, 255), bare)


def _linear(shown: Float32Array) -> Float32Array:
    return np.asarray((np.clip(shown, 0, 255) / 255) ** GAMMA, np.float32)


class _Sensor:
    """A camera and the lamp that it was not told of."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        warm = rng.normal(0.15, 0.35)  # most lamps are yellower than what the camera is set to
        tint = np.array([-warm, rng.normal(0, 0.08), 0.7 * warm])
        self._gain = np.exp(tint + rng.normal(0.0, 0.45))
        self._veil = rng.uniform(0.0, 0.12) * np.exp(tint) if rng.random() < 0.4 else np.zeros(3)
        self._shot, self._read = rng.uniform(0.0, 0.05), rng.uniform(0.0, 0.012)
        self._contrast = rng.uniform(-0.25, 0.6)
        self._sharpened = rng.uniform(0.0, 1.2) if rng.random() < 0.5 else 0.0

    def lit(self, linear: Float32Array) -> Float32Array:
        """Colours (h, w, 3) 0 to 1 in that light; what it mirrors is added."""
        return np.asarray(linear * self._gain + self._veil, np.float32)

    def grained(self, linear: Float32Array) -> Float32Array:
        """The same with the sensor's grain."""
        spread = np.sqrt(self._shot**2 * np.maximum(linear, 0) + self._read**2)
        return np.asarray(linear + self._rng.normal(0, 1, linear.shape) * spread, np.float32)

    def developed(self, linear: Float32Array) -> Float32Array:
        """Linear colours as the camera writes them, 0 to 255 and beyond."""
        shown = np.clip(linear, 0, 1) ** (1 / GAMMA)
        curved = shown * shown * (3 - 2 * shown)
        shown = shown + self._contrast * (curved - shown)
        if self._sharpened:
            shown = shown + self._sharpened * (shown - cv2.GaussianBlur(shown, (0, 0), 1.0))
        return np.asarray(255 * shown, np.float32)


def _blurred(rng: np.random.Generator, linear: Float32Array, px: float) -> Float32Array:
    """Out of focus and shaken, by so many px for each of the photograph's."""
    soft = cv2.GaussianBlur(linear.astype(np.float32), (0, 0), float(px * rng.uniform(0.4, 1.7)))
    if rng.random() < 0.5:
        long, turn = px * rng.uniform(0.5, 2.8), rng.uniform(0, math.pi)
        reach = math.ceil(long)
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        for step in np.linspace(-long / 2, long / 2, 15):
            kernel[round(reach + step * math.sin(turn)), round(reach + step * math.cos(turn))] += 1 / 15
        soft = cv2.filter2D(soft, -1, kernel, borderType=cv2.BORDER_REFLECT)
    return np.asarray(soft, np.float32)


def _kept(rng: np.random.Generator, shown: Float32Array) -> np.ndarray:
    """As a file keeps it."""
    clipped = np.asarray(np.clip(shown, 0, 255), np.uint8)
    done, data = cv2.imencode(".jpg", clipped, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(48, 93))])
    read = cv2.imdecode(data, cv2.IMREAD_COLOR) if done else None
    return clipped if read is None else np.asarray(read, np.uint8)


def _in_the_references_light(
    rng: np.random.Generator, seen: Float32Array, printed: Float32Array, bare: Float32Array
) -> Float32Array:
    """Gain and addition of each colour as bare print tells them; a little off."""
    lit = np.empty_like(seen)
    for channel in range(3):
        have, wanted = printed[..., channel].ravel(), bare[..., channel].ravel()
        spread = float(have.var()) + 150.0  # an even print tells a gain only
        plain = (float(wanted.mean()) + _DARKEST) / (float(have.mean()) + _DARKEST)
        slope = (float(((have - have.mean()) * (wanted - wanted.mean())).mean()) + 150.0 * plain) / spread
        slope = float(np.clip(slope, 0.6 * plain, 1.7 * plain)) * math.exp(rng.normal(0, 0.05))
        lit[..., channel] = wanted.mean() + slope * (seen[..., channel] - have.mean())
    return np.asarray(np.clip(lit * math.exp(rng.normal(0, 0.06)) + rng.normal(0, 4), 0, 255), np.float32)
