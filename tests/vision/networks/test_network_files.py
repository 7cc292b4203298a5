"""Every network that is shipped can be asked, in the oldest OpenCV that is allowed as in the newest: `make oldest`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from vision.networks.figure_field.field import PICTURE_PX, STEP, TILE_PX, figure_network
from vision.networks.loading import load_network

ROOM = Path(str(files("vision.networks")))
NETWORKS = sorted(ROOM.rglob("*.onnx"))


@pytest.mark.parametrize("network", NETWORKS, ids=[str(path.relative_to(ROOM)) for path in NETWORKS])
def test_a_network_is_read(network: Path) -> None:
    assert not load_network(network).empty()


def test_all_networks_are_asked_here() -> None:
    assert {path.parent.name for path in NETWORKS} >= {"dice", "figure_field", "terrain", "tile_field"}


@pytest.mark.parametrize("side", [PICTURE_PX, TILE_PX])
def test_forms_are_asked_of_pictures_of_any_size(side: int) -> None:
    """The file names one size, for OpenCV 4 lays no layers together whose sizes it must guess."""
    lawn = np.full((3, side, side, 3), (60, 140, 70), np.uint8)
    seen = figure_network().look(lawn)
    assert seen.somebody.shape == (3, side // STEP, side // STEP)
    assert (seen.somebody < 0).all()
