"""The cameras of an Android tablet, where OpenCV opens none: ``android.hardware.Camera``, through pyjnius.

Pictures come from a thread of Android's as NV21; the newest is kept, and becomes BGR once somebody wants it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import exposure_time, held_settings
from vision.frames import Frame
from vision.held_settings import CameraSetting, SettingsState
from vision.source_error import SourceError

_PERMISSION = "android.permission.CAMERA"
_FOCUS_BY_ITSELF = ("continuous-picture", "auto")


class AndroidCamera:
    """One of the tablet's own. Once it has found exposure and white balance both are locked, where it can.

    Args:
        name: its number.
        size: (width, height) in px that it is asked for; the nearest that it has is taken.
        clock: milliseconds.
        read_timeout_ms: how long a picture may take.

    Raises :class:`SourceError` where people have not allowed it yet (they are being asked), or it does not open.
    """

    live = True

    def __init__(self, name: str, *, size: tuple[int, int], clock: Callable[[], float], read_timeout_ms: float) -> None:
        from android.permissions import check_permission, request_permissions
        from jnius import autoclass

        self._name, self._clock, self._read_timeout_ms = name, clock, read_timeout_ms
        self._number = 0
        self._arrived = threading.Condition()
        self._newest: tuple[bytes, float] | None = None  # NV21, and when it came
        self._first_ms: float | None = None
        self._state: SettingsState | None = None
        if not check_permission(_PERMISSION):
            _ask_once(request_permissions)
            raise SourceError(name, "vision.camera_not_allowed")
        try:
            self._camera: Any = autoclass("android.hardware.Camera").open(int(name))
        except Exception as error:  # Java's RuntimeException, as pyjnius hands it on
            raise SourceError(name, "vision.camera_busy") from error
        how = self._camera.getParameters()
        self._size = _nearest(size, [(one.width, one.height) for one in how.getSupportedPreviewSizes().toArray()])
        how.setPreviewSize(*self._size)
        focus = next((one for one in _FOCUS_BY_ITSELF if how.getSupportedFocusModes().contains(one)), "")
        if focus:
            how.setFocusMode(focus)
        self._camera.setParameters(how)
        unseen = 10  # pictures are made only while they are shown; this is the name of a texture that nobody draws
        self._camera.setPreviewTexture(autoclass("android.graphics.SurfaceTexture")(unseen))
        self._callback = _callback(self._came)  # kept: Java holds no reference that Python knows of
        self._camera.setPreviewCallback(self._callback)
        self._camera.startPreview()

    @property
    def settings(self) -> SettingsState | None:
        """What is held of exposure, white balance and focus; None until the camera has found them."""
        return self._state

    def read(self) -> Frame | None:
        """The next picture. Raises :class:`SourceError` when the camera fell silent."""
        data, arrived_ms = self._next()
        width, height = self._size
        planes: NDArray[np.uint8] = np.frombuffer(data, np.uint8).reshape(height * 3 // 2, width)
        image = np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_NV21), np.uint8)
        image.setflags(write=False)
        self._hold(arrived_ms)
        frame = Frame(image, arrived_ms - exposure_time.PARAMETERS.way_ms, self._number)
        self._number += 1
        return frame

    def pass_by(self) -> None:
        """Wait for the next picture and leave it. Raises :class:`SourceError` as :meth:`read` does."""
        self._next()
        self._number += 1

    def close(self) -> None:
        """Let go of the camera."""
        if self._camera is not None:
            self._camera.setPreviewCallback(None)
            self._camera.stopPreview()
            self._camera.release()
        self._camera = None

    def _came(self, data: bytes) -> None:
        """A picture, in Android's thread."""
        with self._arrived:
            self._newest = data, self._clock()
            self._arrived.notify_all()

    def _next(self) -> tuple[bytes, float]:
        with self._arrived:
            self._newest = None
            if not self._arrived.wait_for(lambda: self._newest is not None, self._read_timeout_ms / 1000):
                self.close()
                raise SourceError(self._name, "vision.camera_lost")
            newest = self._newest
        assert newest is not None
        return newest

    def _hold(self, now_ms: float) -> None:
        """Lock what the camera has found. Android's locks keep what is in force, so no picture need be compared."""
        if self._first_ms is None:
            self._first_ms = now_ms
        if self._state is not None or now_ms - self._first_ms < held_settings.PARAMETERS.finds_ms:
            return
        how, held = self._camera.getParameters(), []
        if how.isAutoExposureLockSupported():
            how.setAutoExposureLock(True)
            held.append(CameraSetting.EXPOSURE)
        if how.isAutoWhiteBalanceLockSupported():
            how.setAutoWhiteBalanceLock(True)
            held.append(CameraSetting.WHITE_BALANCE)
        self._camera.setParameters(how)
        has_focus = how.getFocusMode() in _FOCUS_BY_ITSELF
        by_itself = [one for one in CameraSetting if one not in held and (one is not CameraSetting.FOCUS or has_focus)]
        self._state = SettingsState(tuple(held), tuple(by_itself))


def android_cameras() -> tuple[str, ...]:
    """The numbers of the tablet's cameras."""
    from jnius import autoclass

    return tuple(str(number) for number in range(autoclass("android.hardware.Camera").getNumberOfCameras()))


@cache
def _ask_once(ask: Callable[[list[str]], object]) -> None:
    """Let Android ask people for the camera; who has said no is not asked again each second that the camera is tried,
    but told of Android's settings."""
    ask([_PERMISSION])


def _nearest(size: tuple[int, int], offered: list[tuple[int, int]]) -> tuple[int, int]:
    """The offered size (width, height) with about as many px as the wanted one."""
    return min(offered, key=lambda one: abs(one[0] * one[1] - size[0] * size[1]))


def _callback(came: Callable[[bytes], None]) -> Any:
    """What Android calls with each picture: ``Camera.PreviewCallback``."""
    from jnius import PythonJavaClass, java_method

    class Previewed(PythonJavaClass):  # type: ignore[misc]  # pyjnius has no types
        __javainterfaces__ = ("android.hardware.Camera$PreviewCallback",)

        @java_method("([BLandroid/hardware/Camera;)V")  # type: ignore[untyped-decorator]
        def onPreviewFrame(self, data: Any, camera: Any) -> None:
            came(bytes(data.tostring()))

    return Previewed()
