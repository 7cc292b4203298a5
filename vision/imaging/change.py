"""Where do two pictures of the same scene differ in *structure*, whatever the light does?

Within a small window the new picture is fitted to the old one by gain and offset (a lamp, a cloud, the camera's own
exposure do just that). What the fit leaves over is change: ``max(var a, var b) * (1 - correlation squared)``, which is
zero under any local change of light and large where something came, went or moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from calibration.arrays import Float32Array
from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneChangeParameters(Parameters):
    """Over how wide a window structure is compared, and how strong the bands are that a flickering lamp draws."""

    window: int = parameter(9, "px of the small picture", "across, in which change of structure is judged", CHOSEN)
    least_bands: float = parameter(
        0.02, "log of sRGB", "by which rows differ from frame to frame in banded light", CHOSEN
    )
    most_bands: float = parameter(0.5, "log of sRGB", "by which no lamp's flicker makes rows differ", CHOSEN)


PARAMETERS = SceneChangeParameters()


def small_of(image: Picture, width: int = 480) -> Picture:
    """The picture area-averaged down by a whole factor to about ``width`` px on its longer side (one that is held
    upright shows as much), which also averages the grain away."""
    factor = max(1, round(max(image.shape[:2]) / width))
    if factor == 1:
        return image
    size = (image.shape[1] // factor, image.shape[0] // factor)
    cropped = image[: size[1] * factor, : size[0] * factor]
    while factor % 2 == 0:  # halving is what OpenCV does quickest by far, and halving twice is averaging over four
        factor //= 2
        half = (size[0] * factor, size[1] * factor)
        cropped = np.asarray(cv2.resize(cropped, half, interpolation=cv2.INTER_AREA), np.uint8)
    return cropped if factor == 1 else np.asarray(cv2.resize(cropped, size, interpolation=cv2.INTER_AREA), np.uint8)


Planes = tuple[Float32Array, Float32Array, Float32Array]  # (h, w) each: blue, green, red


@dataclass(frozen=True)
class PictureStatistics:
    """A small picture with its local mean and variance, kept so that many others can be compared with it.

    Channels lie one after the other: what is worked out on the way is a third as large, and is not asked of the system
    anew each time.
    """

    small: Picture
    mean: Planes
    variance: Planes

    @classmethod
    def of(cls, small: Picture) -> PictureStatistics:
        """Prepare a small BGR picture."""
        mean, variance = [], []
        for channel in range(3):
            values = _plane(small, channel)
            mean.append(_box(values))
            variance.append(np.maximum(_box(values * values) - mean[-1] * mean[-1], 0))
        return cls(small, (mean[0], mean[1], mean[2]), (variance[0], variance[1], variance[2]))

    @cached_property
    def strongest_variance(self) -> Float32Array:
        """(h, w) the largest of the three channels' variances."""
        return _strongest(self.variance)

    @cached_property
    def whole_variance(self) -> Float32Array:
        """(h, w) the variances of the three channels together."""
        return _summed(self.variance)

    def covariance(self, other: PictureStatistics) -> Planes:
        """Local covariance with another picture of the same size, channel by channel."""

        def of(channel: int) -> Float32Array:
            product = _box(_plane(self.small, channel) * _plane(other.small, channel))
            return np.asarray(product - self.mean[channel] * other.mean[channel], np.float32)

        return of(0), of(1), of(2)


def structural_change(
    before: PictureStatistics, after: PictureStatistics, covariance: Planes | None = None
) -> Float32Array:
    """Root of the unexplained variance, in grey levels, (h, w): the largest of the three channels.

    Whoever asks :func:`alike` as well works out their ``covariance`` once for both."""
    covariance = before.covariance(after) if covariance is None else covariance

    def left(channel: int) -> Float32Array:
        old, new = before.variance[channel], after.variance[channel]
        # A negative correlation is no change of light: a dark thing on light ground has become a light one on dark.
        explained = np.maximum(covariance[channel], 0) ** 2 / (old * new + 1e-3)
        return np.asarray(np.maximum(old, new) * np.maximum(1 - explained, 0), np.float32)

    return np.sqrt(_strongest((left(0), left(1), left(2))))


def alike(before: PictureStatistics, after: PictureStatistics, covariance: Planes | None = None) -> Float32Array:
    """How much of the structure in each window is the same, whatever the light does: the squared correlation of all
    three channels together, (h, w), 0 to 1; 0 where either shows nothing."""
    together = _summed(before.covariance(after) if covariance is None else covariance)
    product = before.whole_variance * after.whole_variance
    return np.asarray(np.maximum(together, 0) ** 2 / (product + 1e-3), np.float32)


def level_change(before: PictureStatistics, after: PictureStatistics) -> Float32Array:
    """(h, w) how far the local brightness is from what the scene's overall change of light explains, as a log ratio."""

    def of(channel: int) -> Float32Array:
        ratio = np.log((after.mean[channel] + 8) / (before.mean[channel] + 8))
        return np.asarray(np.abs(ratio - np.float32(np.median(ratio[::4, ::4]))), np.float32)

    return _strongest((of(0), of(1), of(2)))


def movement(before: Picture, after: Picture) -> Float32Array:
    """Grey levels by which two small pictures taken shortly after each other differ, (h, w), grain averaged away."""
    probe = (slice(None, None, 8), slice(None, None, 8))
    old, new = before[probe].reshape(-1, 3), after[probe].reshape(-1, 3)
    gain = (np.median(new, axis=0) + 4) / (np.median(old, axis=0) + 4)
    if np.all(np.abs(gain - 1) < 0.01):
        difference = cv2.absdiff(after, before)
    else:  # the camera's exposure or the light moves: no reason to call the table moving
        adjusted = cv2.transform(before, np.diag(gain))
        difference = cv2.absdiff(after, adjusted)
    return np.asarray(cv2.blur(cv2.max(cv2.max(*cv2.split(difference)[:2]), difference[..., 2]), (3, 3)), np.float32)


def banded_as(before: Picture, after: Picture) -> Picture | None:
    """The first of two small BGR pictures with each row as bright as in the second: a shutter that is shorter than the
    flicker of a lamp draws bands, which roll from frame to frame. None where the rows differ by no light of that kind.

    What most of a row shows tells how bright it is, so whatever moves within it still does.
    """
    old, new = (picture[:, ::4].astype(np.float32) + 4 for picture in (before, after))
    gain = np.median(np.log(new / old), axis=(1, 2))
    smooth = cv2.blur(np.asarray(gain, np.float32).reshape(-1, 1), (1, PARAMETERS.window))
    light = smooth - np.median(smooth)
    bands = float(np.percentile(light, 90) - np.percentile(light, 10))
    if not PARAMETERS.least_bands <= bands <= PARAMETERS.most_bands:
        return None
    return np.asarray(np.clip((before + 4.0) * np.exp(smooth)[:, :, None] - 4, 0, 255), np.uint8)


def strongest(values: Float32Array) -> Float32Array:
    """(h, w) the largest of the three channels of (h, w, 3): several times faster than numpy's own along an axis."""
    blue, green, red = cv2.split(values)
    return _strongest((np.asarray(blue, np.float32), np.asarray(green, np.float32), np.asarray(red, np.float32)))


def _strongest(planes: Planes) -> Float32Array:
    blue, green, red = planes
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _summed(planes: Planes) -> Float32Array:
    """(h, w) the three channels together, added in their order as numpy does."""
    blue, green, red = planes
    return np.asarray(blue + green + red, np.float32)


def _plane(small: Picture, channel: int) -> Float32Array:
    return np.asarray(small[..., channel], np.float32)


def _box(values: Float32Array) -> Float32Array:
    return np.asarray(
        cv2.boxFilter(values, -1, (PARAMETERS.window, PARAMETERS.window), borderType=cv2.BORDER_REPLICATE), np.float32
    )
