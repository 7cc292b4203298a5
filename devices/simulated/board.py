"""A board without hardware: the firmware itself, with pins and sensors that are set by hand or by a timetable."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from devices.firmware.button_box import ButtonBox, Pins
from devices.firmware.dice_tray import DiceTray, Sensors
from devices.firmware.protocol import Conversation
from devices.line import DeviceKind

TAP_MS = 90  # how long a finger stays on a button
TUMBLE_MS = 700  # how long dice roll
_SAMPLE_MS = 4  # how often the firmware looks while something happens
_SETTLED_MS = 120  # after the last thing that happened
_TURN_MS = 40  # while they roll the sensors see something else this often
_DARK, _LIGHT, _GREY = 4_000, 60_000, 28_000

# Nine places in rows from the top; a pip is dark. The face that lies down, which is 7 minus the one that counts.
_UNDERSIDE = {
    1: "....*....",
    2: "*.......*",
    3: "*...*...*",
    4: "*.*...*.*",
    5: "*.*.*.*.*",
    6: "*.**.**.*",
}


@dataclass
class SimulatedPins(Pins):
    """What the button box sees and lights."""

    pressed: list[bool]
    lit: list[bool]

    def down(self, number: int) -> bool:
        """Whether a button is down."""
        return self.pressed[number]

    def light(self, number: int, on: bool) -> None:
        """Set a lamp."""
        self.lit[number] = on


@dataclass
class SimulatedSensors(Sensors):
    """What lies in the pockets: a face 1 to 6, 0 for a die on its edge, -1 for nothing."""

    faces: list[int]

    def read(self, pocket: int) -> list[int]:
        """Nine readings."""
        face = self.faces[pocket]
        if face < 0:
            return [_DARK] * 9
        if face == 0:
            return [_GREY] * 9
        return [_DARK if place == "*" else _LIGHT for place in _UNDERSIDE[7 - face]]


@dataclass(order=True)
class _Planned:
    ms: int
    order: int
    what: str = field(compare=False)
    number: int = field(compare=False)
    value: int = field(compare=False)


class SimulatedBoard:
    """A button box or a dice tray that runs the real firmware.

    Args:
        kind: what it is. name: its id. size: how many buttons or dice.
        uid: the serial number of its chip. boot: counts power-ups.
        rng: what tumbling dice show on the way.
    """

    def __init__(
        self,
        kind: DeviceKind,
        name: str,
        *,
        size: int = 2,
        uid: str = "",
        boot: int = 1,
        rng: random.Random | None = None,
    ) -> None:
        self.kind, self.name, self.size = kind, name, size
        self.uid = uid or f"sim-{name}"[:16]
        self.boot = boot
        self.pins = SimulatedPins([False] * size, [False] * size)
        self.sensors = SimulatedSensors([-1] * size)
        self._rng = rng or random.Random(0)
        self._plan: list[_Planned] = []
        self._planned = 0
        self._powered_ms: int | None = None
        self._stepped_ms = 0  # when the firmware ran last, host's clock
        self._busy_until_ms = 0
        self._start()

    def _start(self) -> None:
        lamps = self.size if self.kind is DeviceKind.BUTTONS else 0
        self.conversation = Conversation(self.kind.value, self.name, self.uid, self.boot, self.size, lamps)
        self._app = (
            ButtonBox(self.conversation, self.pins)
            if self.kind is DeviceKind.BUTTONS
            else DiceTray(self.conversation, self.sensors)
        )

    def restart(self) -> None:
        """Cut its power for a moment: what it held is gone and a new run begins."""
        self.boot += 1
        self._powered_ms = None
        self._start()

    def step(self, now_ms: int, heard: bytes = b"") -> bytes:
        """Let the firmware run until this time; bytes from the host in, bytes to the host out.

        A board has a processor of its own: where a busy host comes late, the firmware has meanwhile seen every finger
        come and go.
        """
        if self._powered_ms is None:
            self._powered_ms = self._stepped_ms = now_ms
        ms = now_ms - self._powered_ms
        if heard:
            self.conversation.hear(heard, ms)
        if self._stepped_ms < self._busy_until_ms or (self._plan and self._plan[0].ms <= now_ms):
            for at_ms in range(
                self._stepped_ms + _SAMPLE_MS, min(now_ms, self._last_due_ms() + _SETTLED_MS), _SAMPLE_MS
            ):
                self._happen(at_ms)
                self._app.step(at_ms - self._powered_ms)
        self._happen(now_ms)
        self._app.step(ms)
        self._stepped_ms = now_ms
        return bytes(self.conversation.say(ms))

    def _last_due_ms(self) -> int:
        return max(self._busy_until_ms - _SETTLED_MS, self._plan[-1].ms if self._plan else 0)

    def _happen(self, now_ms: int) -> None:
        """What the timetable has until this time."""
        while self._plan and self._plan[0].ms <= now_ms:
            due = self._plan.pop(0)
            self._busy_until_ms = due.ms + _SETTLED_MS
            if due.what == "button":
                self.pins.pressed[due.number] = bool(due.value)
            else:
                self.sensors.faces[due.number] = due.value

    def tap(self, button: int, at_ms: int, hold_ms: int = TAP_MS) -> None:
        """Press a button at a time (host's clock) for so long."""
        self._at(at_ms, "button", button, True)
        self._at(at_ms + hold_ms, "button", button, False)

    def roll(self, values: tuple[int, ...], at_ms: int, tumble_ms: int = TUMBLE_MS) -> None:
        """Take the dice out and roll them at a time (host's clock); a 0 comes to lie on its edge."""
        for die, value in enumerate(values):
            self._at(at_ms, "die", die, -1)
            for turn in range(at_ms + 200, at_ms + 200 + tumble_ms, _TURN_MS):
                self._at(turn, "die", die, self._rng.randint(0, 6))
            self._at(at_ms + 200 + tumble_ms, "die", die, value)

    def _at(self, ms: int, what: str, number: int, value: int) -> None:
        self._planned += 1
        self._plan.append(_Planned(ms, self._planned, what, number, value))
        self._plan.sort()
