"""A window that nobody sees is said to be none, with what helps."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys

import pytest

from companion.window import (
    NoWindow,
    check_window,
    give_back_shader_compiler,
    hangs_over,
    has_screen,
    window_within,
)


@pytest.mark.parametrize(
    ("environment", "driver", "why"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0"}, "offscreen", "command.no_window_wayland"),
        ({"DISPLAY": ":9", "WAYLAND_DISPLAY": "wayland-0"}, "offscreen", "command.no_window_display"),
        ({}, "offscreen", "command.no_window_console"),
        ({}, None, "command.no_window_console"),
        ({"SDL_VIDEODRIVER": "offscreen"}, None, "command.no_window_console"),
    ],
)
def test_a_window_off_the_screen_that_nobody_wanted_is_an_error_with_its_remedy(environment, driver, why):
    with pytest.raises(NoWindow) as raised:
        check_window(environment, driver)
    assert raised.value.phrase.key == why


@pytest.mark.parametrize(
    ("environment", "driver"),
    [({"DISPLAY": ":0"}, "x11"), ({}, "KMSDRM"), ({}, ""), ({"SDL_VIDEODRIVER": "offscreen"}, "offscreen")],
)
def test_a_window_that_is_seen_or_was_wanted_off_the_screen_is_well(environment, driver):
    check_window(environment, driver)


def test_a_pipe_on_a_machine_with_a_graphics_card_is_no_console(tmp_path):
    (tmp_path / "dri").mkdir()
    (tmp_path / "dri" / "card0").touch()
    assert not has_screen({}, tmp_path)  # tests have no console for their input
    assert has_screen({"WAYLAND_DISPLAY": "wayland-0"}, tmp_path)


def test_a_window_is_no_larger_than_the_screen():
    assert window_within((1280, 800), (0, 0, 800, 480)) == (0, 0, 800, 480)
    assert window_within((1280, 800), (0, 32, 1366, 736)) == (43, 32, 1280, 736), "below the bar of a desktop"
    assert window_within((1280, 800), (0, 0, 1280, 800)) is None


def test_a_title_bar_has_room_too():
    """A tablet of 1280x800 with a desktop: at that size, its title bar above it, the window's foot was out of sight."""
    assert hangs_over((1280, 800), (0, 0, 1280, 800))
    assert hangs_over((1280, 736), (0, 32, 1366, 736))
    assert not hangs_over((1280, 800), (0, 32, 1920, 1048))


class Driver:
    """SDL beside a driver that keeps a compiler for shaders, or knows no way to let it go."""

    def __init__(self, *, lets_go: bool) -> None:
        self.kept = True
        self._let_go = ctypes.CFUNCTYPE(None)(lambda: setattr(self, "kept", False))
        address = ctypes.cast(self._let_go, ctypes.c_void_p).value
        known = {b"glReleaseShaderCompiler": address} if lets_go else {}
        self.SDL_GL_GetProcAddress = lambda name, known=known: known.get(name)


@pytest.mark.parametrize("lets_go", [True, False])
def test_the_driver_lets_its_compiler_go_where_it_can(monkeypatch, lets_go):
    driver = Driver(lets_go=lets_go)
    monkeypatch.setattr("companion.window._loaded_sdl", lambda: driver)
    give_back_shader_compiler()
    assert driver.kept is not lets_go


def started(**environment: str) -> subprocess.CompletedProcess[str]:
    """``tableside`` typed where the environment is this."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    kept.pop("SDL_VIDEODRIVER", None)
    return subprocess.run(
        [sys.executable, "-m", "companion.cli"],
        env={**kept, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.pictures
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux's SDL falls back to a hidden window")
def test_on_wayland_without_xwayland_the_real_app_ends_with_one_sentence():
    ran = started(WAYLAND_DISPLAY="no-such-socket")
    assert ran.returncode == 1
    assert ran.stderr.splitlines() == [ran.stderr.strip()]
    assert "Xwayland" in ran.stderr


@pytest.mark.pictures
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")
def test_under_x11_the_real_app_has_a_window_on_the_screen(tmp_path):
    reader, writer = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "800x600x24"],
        pass_fds=(writer,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        number = os.read(reader, 16).decode().strip()
        program = (
            "from companion.app import open_window, settle_kivy; settle_kivy(headless=False); open_window();"
            "from companion.window import video_driver; print(video_driver())"
        )
        environment = {key: value for key, value in os.environ.items() if key != "SDL_VIDEODRIVER"}
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env={**environment, "DISPLAY": f":{number}"},
            capture_output=True,
            text=True,
            check=True,
        )
    finally:
        display.terminate()
        display.wait()
        os.close(reader)
    assert ran.stdout.strip() == "x11"
