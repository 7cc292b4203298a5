"""Android's own cameras, USB ports and voice, as far as a machine without Android can tell: what Java and usbserial4a
answer stands in for them, everything of ours runs."""

from __future__ import annotations

import itertools
import sys
import threading
from types import ModuleType, SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.cameras.listing import found_cameras
from companion.speech.voices import TunedSpeech, found_voice
from devices.android_ports import AndroidPorts
from devices.hub import DeviceHub
from devices.port import PortGone, PortProblem, PortRefused, Welcome
from vision import held_settings
from vision.frame_sources import open_source
from vision.held_settings import CameraSetting, SettingsState
from vision.source_error import SourceError

SIZE = (64, 48)


def module(monkeypatch, name, **holds):
    made = ModuleType(name)
    vars(made).update(holds)
    monkeypatch.setitem(sys.modules, name, made)
    return made


class JavaList(list):
    def toArray(self):
        return list(self)

    def contains(self, one):
        return one in self


class Parameters(dict):
    """``Camera.Parameters``: what is set is kept by the name of its setter."""

    def __getattr__(self, name):
        if name == "getSupportedPreviewSizes":
            return lambda: JavaList([SimpleNamespace(width=w, height=h) for w, h in ((16, 12), SIZE, (640, 480))])
        if name == "getSupportedFocusModes":
            return lambda: JavaList(["auto", "continuous-picture"])
        if name == "getFocusMode":
            return lambda: self["setFocusMode"][0]
        if name in ("isAutoExposureLockSupported", "isAutoWhiteBalanceLockSupported"):
            return lambda: True
        return lambda *values: self.__setitem__(name, values)


class Device:
    """``android.hardware.Camera``: it shows a red table from when the preview starts until it is let go."""

    def __init__(self):
        self.how, self.callback, self.released = Parameters(), None, False

    def getParameters(self):
        return self.how

    def setParameters(self, how):
        self.how = how

    def setPreviewTexture(self, texture):
        self.texture = texture

    def setPreviewCallback(self, callback):
        self.callback = callback

    def startPreview(self):
        threading.Thread(target=self._show).start()

    def stopPreview(self):
        self.callback = None

    def release(self):
        self.released = True

    def _show(self):
        table = np.full((SIZE[1], SIZE[0], 3), (30, 40, 200), np.uint8)
        planar = cv2.cvtColor(table, cv2.COLOR_BGR2YUV_I420).ravel()
        grey = SIZE[0] * SIZE[1]
        u, v = planar[grey : grey * 5 // 4], planar[grey * 5 // 4 :]
        nv21 = np.concatenate([planar[:grey], np.stack([v, u], axis=1).ravel()])
        pause = threading.Event()
        while (callback := self.callback) is not None and not pause.wait(0.001):
            callback.onPreviewFrame(SimpleNamespace(tostring=nv21.tobytes), self)  # pyjnius' ByteArray


@pytest.fixture
def android(monkeypatch):
    """A tablet with two cameras, which people have allowed."""
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/user/0/org.tableside.tableside/files/app")
    tablet = SimpleNamespace(allowed=True, asked=[], device=Device(), said=[], talking=False)

    def opened(number):
        if number > 1:
            raise RuntimeError("Fail to connect to camera service")
        return tablet.device

    class Engine:
        QUEUE_FLUSH = 0

        def __init__(self, activity, listener):
            assert activity == "the activity"

        def setLanguage(self, locale):
            self.locale = locale

        def speak(self, text, queue, how, name):
            tablet.said.append((text, self.locale, queue, how.volume))
            tablet.talking = True

        def isSpeaking(self):
            return tablet.talking

        def stop(self):
            tablet.talking = False

    class Bundle:
        def putFloat(self, key, value):
            setattr(self, key, value)

    java = {
        "android.hardware.Camera": SimpleNamespace(open=opened, getNumberOfCameras=lambda: 2),
        "android.graphics.SurfaceTexture": lambda number: number,
        "org.kivy.android.PythonActivity": SimpleNamespace(mActivity="the activity"),
        "android.speech.tts.TextToSpeech": Engine,
        "android.os.Bundle": Bundle,
        "java.util.Locale": lambda language: language,
        "java.lang.String": lambda text: text,
    }
    module(
        monkeypatch,
        "jnius",
        autoclass=java.__getitem__,
        cast=lambda kind, what: what,
        PythonJavaClass=object,
        java_method=lambda signature: lambda method: method,
    )
    module(monkeypatch, "android")
    permissions = {"check_permission": lambda name: tablet.allowed, "request_permissions": tablet.asked.extend}
    module(monkeypatch, "android.permissions", **permissions)
    return tablet


def test_the_tablets_cameras_are_listed(android):
    assert found_cameras() == ("0", "1")


def test_a_picture_of_the_tablets_camera_is_the_table(android):
    now_ms = itertools.count(0, 100)
    camera = open_source("0", size=SIZE, clock=lambda: next(now_ms))
    frame = camera.read()
    assert frame.image.shape == (SIZE[1], SIZE[0], 3)
    assert np.abs(frame.image.astype(int) - (30, 40, 200)).max() <= 6  # YUV keeps half of the colours
    assert android.device.how["setPreviewSize"] == SIZE
    for _ in range(round(held_settings.PARAMETERS.finds_ms / 100) + 1):
        camera.read()
    assert camera.settings == SettingsState(
        (CameraSetting.EXPOSURE, CameraSetting.WHITE_BALANCE), (CameraSetting.FOCUS,)
    )
    assert android.device.how["setAutoExposureLock"] == (True,)
    camera.pass_by()
    camera.close()
    camera.close()
    assert android.device.released


def test_people_are_asked_for_the_camera_first_and_once(android):
    """However often it is tried while they have not allowed it."""
    android.allowed = False
    for _ in range(3):
        with pytest.raises(SourceError) as refused:
            open_source("0")
        assert refused.value.key == "vision.camera_not_allowed"
    assert android.asked == ["android.permission.CAMERA"]


def test_a_camera_that_another_app_uses_says_so(android):
    with pytest.raises(SourceError) as refused:
        open_source("2")
    assert refused.value.key == "vision.camera_busy"


def test_the_tablet_speaks_with_its_own_voice(android):
    voice = found_voice()
    assert isinstance(voice, TunedSpeech)
    voice.tune(0.5, "")
    voice.say("Anna bekommt acht Punkte", "de")
    assert android.said == [("Anna bekommt acht Punkte", "de", 0, 0.5)]
    assert voice.busy()
    voice.stop()
    assert not voice.busy()


class Board:
    """A board on the tablet's USB, and pyserial's side of it as usbserial4a has it."""

    def __init__(self, allowed=True):
        self.allowed, self.there, self.arrived, self.sent = allowed, True, b"", b""
        self.is_open = False

    def getDeviceName(self):
        return "/dev/bus/usb/001/002"

    def getVendorId(self):
        return 0x2E8A

    def getProductId(self):
        return 0x0005

    def getSerialNumber(self):
        assert self.allowed, "Android raises SecurityException"
        return "e660"

    def getProductName(self):
        return "Board in FS mode"

    def read(self, size):
        data, self.arrived = self.arrived[:size], self.arrived[size:]
        return data

    def write(self, data):
        self.sent += data
        return len(data)

    def close(self):
        self.is_open = False


@pytest.fixture
def plugged(monkeypatch):
    """A board that is plugged in; Android lets it be used once people have said yes."""
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/user/0/org.tableside.tableside/files/app")
    board = Board()

    def port_of(name, baud, *, timeout, write_timeout):
        assert (name, timeout) == (board.getDeviceName(), 0)
        board.is_open = board.allowed
        return board

    usb = SimpleNamespace(
        get_usb_device_list=lambda: [board] if board.there else [],
        get_usb_device=lambda name: board if board.there else None,
        has_usb_permission=lambda device: device.allowed,
    )
    module(monkeypatch, "usb4a", usb=usb)
    module(monkeypatch, "usbserial4a", serial4a=SimpleNamespace(get_serial_port=port_of))
    return board


def test_a_board_on_the_tablets_usb_is_known_by_its_identity(plugged):
    (info,) = AndroidPorts().present()
    assert (info.welcome, info.identity, info.description) == (Welcome.OURS, "2e8a:0005:e660", "Board in FS mode")
    port = AndroidPorts().open(info)
    plugged.arrived = b'{"t":"press"}\n'
    assert (port.read(), port.read()) == (b'{"t":"press"}\n', b"")
    assert port.write(b"ack\n") == 4
    assert plugged.sent == b"ack\n"
    plugged.there = False
    with pytest.raises(PortGone):
        port.read()
    port.close()


def test_until_people_allow_a_device_it_is_refused_and_asked_for_again(plugged):
    plugged.allowed = False
    (info,) = AndroidPorts().present()
    assert info.identity == "2e8a:0005:"  # who it is exactly is told once it may be used
    with pytest.raises(PortRefused) as refused:
        AndroidPorts().open(info)
    assert refused.value.problem is PortProblem.DENIED
    plugged.allowed = True
    assert AndroidPorts().open(info).fileno() is None


def test_the_hub_asks_the_boards_on_the_tablets_usb(plugged):
    with DeviceHub() as hub:
        for _ in range(200):
            if plugged.sent:
                break
            threading.Event().wait(0.01)
    assert plugged.sent.startswith(b"{"), hub  # who are you? in our own protocol
