"""The computer's own ports: opened, pulled out, refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from devices.port import PortGone, PortInfo, PortProblem, PortRefused
from devices.serial_ports import SerialPort, SerialPorts
from devices.simulated.pty_ports import PtyPorts


def test_a_named_port_is_listed_only_while_it_is_there(tmp_path):
    path = str(tmp_path / "tty")
    assert path not in {info.name for info in SerialPorts((path,)).present()}
    Path(path).touch()
    assert PortInfo(path, named=True) in SerialPorts((path,)).present()


def test_a_port_that_is_not_there_is_gone():
    with pytest.raises(PortRefused) as refused:
        SerialPort("/dev/no-such-port")
    assert refused.value.problem is PortProblem.GONE


def test_what_is_no_serial_port_fails(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(PortRefused) as refused:
        SerialPort(str(tmp_path / "file"))
    assert refused.value.problem is PortProblem.FAILED


def test_a_port_that_another_program_holds_is_busy(tmp_path):
    ports = PtyPorts(tmp_path)
    ports.plug_bare("tty")
    first = SerialPort(str(tmp_path / "tty"))
    with pytest.raises(PortRefused) as refused:
        SerialPort(str(tmp_path / "tty"))
    assert refused.value.problem is PortProblem.BUSY
    first.close()
    SerialPort(str(tmp_path / "tty")).close()
    ports.close()


def test_a_pulled_plug_is_noticed_by_reading_and_by_writing(tmp_path):
    ports = PtyPorts(tmp_path)
    master = ports.plug_bare("tty")
    port = SerialPort(str(tmp_path / "tty"))
    assert port.read() == b""
    os.write(master, b"hello")
    assert port.read() == b"hello"
    assert port.write(b"who") == 3
    ports.pull("tty")
    with pytest.raises(PortGone):
        port.read()
    with pytest.raises(PortGone):
        port.write(b"x")
    port.close()
    port.close()


def test_writing_to_a_board_that_does_not_read_never_waits(tmp_path):
    ports = PtyPorts(tmp_path)
    ports.plug_bare("tty")
    port = SerialPort(str(tmp_path / "tty"))
    written = [port.write(b"x" * 1024) for _ in range(200)]
    assert written[-1] == 0
    port.close()
    ports.close()
