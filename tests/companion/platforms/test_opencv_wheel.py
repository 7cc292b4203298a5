"""Which of OpenCV's wheels is named, where people may have either."""

from importlib import metadata

import pytest

from companion.desktop.opencv_wheel import opencv_wheel


@pytest.mark.parametrize(
    ("installed", "named"),
    [
        ({"opencv-python-headless"}, "opencv-python-headless"),
        ({"opencv-python"}, "opencv-python"),
        ({"opencv-python", "opencv-python-headless"}, "opencv-python-headless"),
        (set(), "opencv-python-headless"),
    ],
)
def test_the_wheel_that_is_there_is_named(installed, named, monkeypatch):
    def version(name):
        if name not in installed:
            raise metadata.PackageNotFoundError(name)
        return "5.0.0"

    monkeypatch.setattr(metadata, "version", version)
    assert opencv_wheel() == named
