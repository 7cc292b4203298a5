"""Where there is no pseudo-terminal a simulated board is plugged in all the same."""

from __future__ import annotations

from devices.events import DeviceBack, DeviceFound, DeviceLost, Pressed
from devices.line import DeviceKind
from devices.simulated.board import SimulatedBoard
from devices.simulated.ports import SelfRunningPorts
from devices.switchboard import Switchboard


class Table:
    """A host at ports that run by themselves, and a clock moved by hand."""

    def __init__(self):
        self.now = 0
        self.ports = SelfRunningPorts(lambda: self.now)
        self.board = SimulatedBoard(DeviceKind.BUTTONS, "box", size=2)
        self.ports.plug("box", self.board)
        self.host = Switchboard(self.ports)

    def until(self, now):
        found = []
        while self.now < now:
            self.now += 10
            found += self.host.step(self.now)
        return found


def test_a_press_arrives_from_a_board_in_memory():
    table = Table()
    assert any(isinstance(event, DeviceFound) for event in table.until(1500))
    table.board.tap(1, table.now)
    assert [event.button for event in table.until(2500) if isinstance(event, Pressed)] == [1]


def test_a_plug_pulled_and_put_back_is_noticed_both_times():
    table = Table()
    table.until(1500)
    table.ports.pull("box", keeps_power=True)
    assert any(isinstance(event, DeviceLost) for event in table.until(3000))
    table.ports.plug("box", table.board)
    assert any(isinstance(event, DeviceBack) for event in table.until(8000))
    table.ports.close()
    assert table.ports.present() == ()
