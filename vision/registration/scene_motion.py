"""Did the scene move as a whole? Features of an earlier still picture looked up in a later one.

ORB features (Rublee 2011) matched with a cross check and a ratio to the rest, then a similarity by RANSAC: quick
enough to be asked about every frame in which much has changed. What is found is a first guess for a new lock.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneMotionParameters(Parameters):
    """How many features must have moved alike before the scene counts as moved."""

    features: int = parameter(700, "points", "that are compared between two pictures", CHOSEN)
    least_inliers: int = parameter(12, "points", "that must agree with one motion", CHOSEN)
    within_px: float = parameter(3.0, "px", "within which a point agrees", CHOSEN)


PARAMETERS = SceneMotionParameters()


@dataclass(frozen=True)
class Landmarks:
    """Features of a still picture, in the px of that picture at full size."""

    points: NDArray[np.float32]
    descriptors: NDArray[np.uint8]

    @classmethod
    def of(cls, image: Picture, mask: NDArray[np.uint8] | None = None) -> Landmarks:
        """Find features at half size (an area average, so grain goes); ``mask`` is at the full or any other size."""
        size = (image.shape[1] // 2, image.shape[0] // 2)
        grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        where = None if mask is None else cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST)
        keypoints, descriptors = cv2.ORB.create(PARAMETERS.features, fastThreshold=10).detectAndCompute(grey, where)
        if descriptors is None:
            return cls(np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8))
        points = np.array([point.pt for point in keypoints], np.float32) * 2 + 0.5
        return cls(points, np.asarray(descriptors, np.uint8))


@dataclass(frozen=True)
class SceneMotion:
    """A similarity from earlier to later px (2, 3), how many features agree on it and how many were matched."""

    matrix: NDArray[np.float64]
    inliers: int
    matched: int

    def moved_px(self, points: NDArray[np.float32]) -> float:
        """Median distance in px that these points (n, 2) move."""
        after = points @ self.matrix[:, :2].T + self.matrix[:, 2]
        return float(np.median(np.linalg.norm(after - points, axis=1)))


def motion_between(before: Landmarks, after: Landmarks) -> SceneMotion | None:
    """The similarity that most features agree on, or None where too few do."""
    if min(len(before.points), len(after.points)) < PARAMETERS.least_inliers:
        return None
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(before.descriptors, after.descriptors)
    matches = [match for match in matches if match.distance < 64]
    if len(matches) < PARAMETERS.least_inliers:
        return None
    old = before.points[[match.queryIdx for match in matches]]
    new = after.points[[match.trainIdx for match in matches]]
    matrix, agree = cv2.estimateAffinePartial2D(old, new, method=cv2.RANSAC, ransacReprojThreshold=PARAMETERS.within_px)
    if matrix is None or int(agree.sum()) < PARAMETERS.least_inliers:
        return None
    return SceneMotion(np.asarray(matrix, np.float64), int(agree.sum()), len(matches))
