"""Which of OpenCV's two wheels is installed. Both bring the same ``cv2``; we ask for the one without windows of its
own, and whoever has the other keeps it."""

from __future__ import annotations

from importlib import metadata

WITHOUT_WINDOWS, WITH_WINDOWS = "opencv-python-headless", "opencv-python"


def opencv_wheel() -> str:
    """Its name; of the one that we ask for where there is none."""
    for name in (WITHOUT_WINDOWS, WITH_WINDOWS):
        try:
            metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
        return name
    return WITHOUT_WINDOWS
