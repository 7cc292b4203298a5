"""What the table check says of camera, light, table and buttons, each well or with its remedy. No kivy here."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from calibration.profile import ProfileError
from companion.cameras.profiles import identity_of, kept_profiles
from companion.editions.in_use import edition_in_use
from companion.elsewhere.address import is_elsewhere
from companion.session.hands.buttons import Hands
from companion.session.looking.camera_guide import camera_guide
from companion.session.views import AnyView, Chip, ChipKind
from games.game import Phrase
from vision.eyes import Attention
from vision.frame_sources import ADDRESS
from vision.held_settings import SettingsState

FROZEN_MS = 6000  # a table is read in less on a slow tablet


class CheckedState(StrEnum):
    """How something is."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"
    NONE = "none"  # not there, and not missed


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One row: what it is about (an icon), how it is, and a sentence with the remedy where it is not well."""

    icon: str
    health: CheckedState
    title: Phrase
    phrase: Phrase
    allows: str = ""  # identity of the port that a tap on the row allows to be asked
    opens: str = ""  # the screen that a tap on the row opens
    takes: str | None = None  # the edition that a tap on the row says these are


class FrameRate:
    """Frames a second over the last two seconds, and whether they still come."""

    def __init__(self) -> None:
        self._times: deque[int] = deque()
        self._last_ms: int | None = None

    def count(self, now_ms: int) -> None:
        """One more frame came."""
        self._times.append(now_ms)
        self._last_ms = now_ms
        self._forget(now_ms)

    def at(self, now_ms: int) -> int:
        """Frames a second now."""
        self._forget(now_ms)
        return round(len(self._times) / 2)

    def stands_still(self, now_ms: int) -> bool:
        """The last frame is older than any reading of a table takes: the picture on the screen is of then."""
        return self._last_ms is not None and now_ms - self._last_ms > FROZEN_MS

    def _forget(self, now_ms: int) -> None:
        while self._times and now_ms - self._times[0] > 2000:
            self._times.popleft()


def kept_rows(view: AnyView, camera: str, can_leave: bool) -> tuple[CheckRow, ...]:
    """Rows of what was learned beforehand: the edition in use, and of the camera. Read from the disk, so not at every
    look.

    Args:
        camera: as it was typed; ``""`` for none.
        can_leave: the table can be left and sat down at again, to change these things.
    """
    rows = []
    edition = edition_in_use(view.game_key, view.state)
    if edition is not None and view.attention is not None:
        health, opens = CheckedState.OK if edition.enough else CheckedState.WARN, edition.opens if can_leave else ""
        takes = edition.perhaps if can_leave else None
        rows.append(CheckRow("tile", health, Phrase.of("edition.row"), edition.phrase, opens=opens, takes=takes))
    if ADDRESS.match(camera):
        phrase = Phrase.of("app.check_settings_phone")
        rows.append(CheckRow("eye", CheckedState.NONE, Phrase.of("app.check_settings"), phrase))
    if camera and can_leave and not is_elsewhere(camera):  # the other machine knows its camera itself
        rows.append(_calibration_row(camera))
    return tuple(rows)


def _calibration_row(camera: str) -> CheckRow:
    title = Phrase.of("calibration.row")
    try:
        parts = kept_profiles().load(identity_of(camera)).parts
    except ProfileError as error:
        return CheckRow("fit", CheckedState.WARN, title, error.phrase, opens="calibrate")
    if not parts:
        return CheckRow("fit", CheckedState.NONE, title, Phrase.of("calibration.row_none"), opens="calibrate")
    names = tuple(Phrase.of(f"calibration.part_{part.value}") for part in parts)
    return CheckRow("fit", CheckedState.OK, title, Phrase.of("calibration.row_known", parts=names), opens="calibrate")


def check_rows(
    view: AnyView,
    hands: Hands | None,
    frames_a_second: int,
    kept: tuple[CheckRow, ...] = (),
    outlines: Sequence[NDArray[np.float32]] = (),
    *,
    watching: bool = False,
    frozen: bool = False,
    can_leave: bool = False,
    settings: SettingsState | None = None,
) -> tuple[CheckRow, ...]:
    """Every row, from the view of the open table.

    Args:
        hands: its button box, or None.
        kept: rows that come after the camera's own.
        outlines: of what the camera tracks, as shares of the picture.
        watching: there is a camera, though it may have shown nothing yet.
        frozen: it has shown something, and no new picture comes.
        can_leave: the table can be left for a moment, to choose another camera.
        settings: what is held of the camera's own settings; None where nobody knows.
    """
    chips = {chip.kind: chip for chip in view.chips}
    camera = _camera_rows(view, chips, frames_a_second, kept, camera_guide(outlines))
    if frozen and view.attention is not None and ChipKind.CAMERA not in chips:
        phrase = Phrase.of("app.check_frozen", seconds=FROZEN_MS // 1000)
        camera = (CheckRow("camera", CheckedState.WARN, Phrase.of("app.camera"), phrase), *camera[1:])
    if view.attention is None and watching and ChipKind.CAMERA not in chips:
        camera = (CheckRow("camera", CheckedState.WARN, Phrase.of("app.camera"), Phrase.of("app.check_looking")),)
    if can_leave and camera[0].health is not CheckedState.OK:
        phrase = Phrase.of("app.check_no_camera_yet") if camera[0].health is CheckedState.NONE else camera[0].phrase
        camera = (replace(camera[0], opens="camera", phrase=phrase), *camera[1:])
    return (
        *camera,
        *(_settings_rows(settings) if settings is not None and view.attention is not None else ()),
        *kept,
        _buttons_row(view, chips, hands),
        *(_port_row(*port) for port in (hands.waiting_ports() if hands is not None else ())),
    )


def _settings_rows(settings: SettingsState) -> tuple[CheckRow, ...]:
    """What the camera goes on setting by itself; else what is held of it."""
    title, telling = Phrase.of("app.check_settings"), settings.by_itself or settings.held
    if not telling:
        return ()
    parts = tuple(Phrase.of(f"app.setting_{one.value}") for one in telling)
    if settings.by_itself:
        return (CheckRow("eye", CheckedState.NONE, title, Phrase.of("app.check_settings_itself", parts=parts)),)
    return (CheckRow("eye", CheckedState.OK, title, Phrase.of("app.check_settings_held", parts=parts)),)


def _camera_rows(
    view: AnyView,
    chips: dict[ChipKind, Chip],
    frames_a_second: int,
    kept: tuple[CheckRow, ...],
    guide: Phrase | None,
) -> tuple[CheckRow, ...]:
    camera = Phrase.of("app.camera")
    if ChipKind.CAMERA in chips:
        return (CheckRow("camera", CheckedState.BAD, camera, chips[ChipKind.CAMERA].phrase),)
    if view.attention is None:
        return (CheckRow("camera", CheckedState.NONE, camera, Phrase.of("app.check_no_camera")),)
    light = Phrase.of("app.chip_light")
    if ChipKind.LIGHT in chips:
        light_row = CheckRow("light", CheckedState.WARN, light, chips[ChipKind.LIGHT].phrase)
    else:
        light_row = CheckRow("light", CheckedState.OK, light, Phrase.of("app.check_light_ok"))
    table = Phrase.of("app.check_table")
    if view.attention is Attention.LOST:
        edition = next((row for row in kept if row.icon == "tile"), None)
        opens = edition.opens if edition is not None else ""
        phrase = Phrase.of("app.check_table_foreign" if opens else "app.check_table_lost")
        table_row = CheckRow("table", CheckedState.BAD, table, phrase, opens=opens)
    elif view.hand or view.attention is not Attention.STILL:
        table_row = CheckRow("table", CheckedState.WARN, table, Phrase.of("table.waiting"))
    elif guide is not None:
        table_row = CheckRow("table", CheckedState.WARN, table, guide)
    else:
        table_row = CheckRow("table", CheckedState.OK, table, Phrase.of("app.check_table_ok"))
    if frames_a_second:
        phrase = Phrase.of("app.check_camera_ok", frames=frames_a_second)
        return (CheckRow("camera", CheckedState.OK, camera, phrase), light_row, table_row)
    slow = CheckRow("camera", CheckedState.WARN, camera, Phrase.of("app.check_camera_slow"))
    return (slow, light_row, table_row)


def _buttons_row(view: AnyView, chips: dict[ChipKind, Chip], hands: Hands | None) -> CheckRow:
    title = Phrase.of("app.chip_buttons")
    if hands is None:
        return CheckRow("buttons", CheckedState.NONE, title, Phrase.of("app.check_no_buttons"))
    if ChipKind.BUTTONS in chips:
        chip = chips[ChipKind.BUTTONS]
        return CheckRow("buttons", CheckedState.BAD if chip.lost else CheckedState.WARN, title, chip.phrase)
    names = tuple(seat.name for seat in view.seats)
    if hands.lesson is not None and hands.lesson.asking is not None:
        return CheckRow("buttons", CheckedState.WARN, title, hands.lesson.phrase(names))
    if not hands.owners.owners:
        return CheckRow("buttons", CheckedState.BAD, title, Phrase.of("app.check_buttons_missing"))
    return CheckRow(
        "buttons", CheckedState.OK, title, Phrase.of("app.check_buttons_ok", buttons=len(hands.owners.owners))
    )


def _port_row(identity: str, name: str) -> CheckRow:
    phrase = Phrase.of("app.check_allow_port", port=name)
    return CheckRow("buttons", CheckedState.WARN, Phrase.of("app.check_port"), phrase, allows=identity)
