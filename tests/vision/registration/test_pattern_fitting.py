"""Known patterns laid onto a picture: fine ones, which a step in the wrong direction soon leads astray."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.arrays import Float64Array
from vision.artwork.stained_glass.edition import own_glass
from vision.imaging.patches import layers_of
from vision.registration.lattice import UNIT_CORNERS, project
from vision.registration.pattern_fitting import laid
from vision.stained_glass import judge
from vision.stained_glass.judge import templates_of

KINDS = list(own_glass().kinds)


def table_with(kind: str, pose: Float64Array) -> np.ndarray:
    """A grained lawn with a tile of glass at this pose, unit square to px."""
    image = own_glass().images[KINDS.index(kind)]
    n = image.shape[0]
    corners = project(pose[None], UNIT_CORNERS[None])[0].astype(np.float32)
    onto = cv2.getPerspectiveTransform((UNIT_CORNERS * n).astype(np.float32), corners)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    soft = cv2.GaussianBlur(image, (0, 0), 0.35 * n / side)
    table = np.random.default_rng(8).normal((90, 160, 120), 3.0, (120, 160, 3))
    there = cv2.warpPerspective(np.ones((n, n), np.float32), onto, (160, 120))[..., None]
    shown = table * (1 - there) + cv2.warpPerspective(soft, onto, (160, 120)) * there
    return np.clip(shown, 0, 255).astype(np.uint8)


def pose_at(side: float, degrees: float) -> Float64Array:
    """A tile in the middle of the picture, turned clockwise."""
    turn = np.radians(degrees)
    spin = side * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    pose = np.eye(3)
    pose[:2, :2] = spin
    pose[:2, 2] = np.array([80.0, 60.0]) - spin @ [0.5, 0.5]
    return pose


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [40.0, 60.0])
def test_what_lies_where_it_should_is_not_led_away(kind: str, side: float) -> None:
    pose = pose_at(side, 20.0)
    layers = layers_of(table_with(kind, pose), side, side)
    view, rough = np.array([KINDS.index(kind)]), templates_of(own_glass()).rough
    found = laid(layers, pose[None], rough, view, judge.PARAMETERS.wide, steps=8)
    off = np.linalg.norm(project(found, UNIT_CORNERS[None])[0] - project(pose[None], UNIT_CORNERS[None])[0], axis=1)
    assert off.max() < 0.12 * side
