"""The doctor says what keeps a port from being used."""

from __future__ import annotations

import stat
from pathlib import Path

from devices.port import PortInfo
from devices.port_findings import PortFinding, PortHealth, examine, udev_rules

PICO = PortInfo("/dev/ttyACM0", 0x2E8A, 0x0005, "E661", "Board in FS mode")
CH340 = PortInfo("/dev/ttyUSB0", 0x1A86, 0x7523, "", "USB Serial")
PRINTER = PortInfo("/dev/ttyACM5", 0x2C99, 0x0002, "", "Original Prusa i3 MK3")


def found(*ports: PortInfo, root: Path, may_open: bool = True) -> dict[str, PortFinding]:
    return {
        finding.phrase.key.rpartition(".")[2]: finding
        for finding in examine(ports, root=root, may_open=lambda _: may_open)
    }


def test_a_port_that_may_be_opened_is_fine(tmp_path):
    assert found(PICO, root=tmp_path)["port"].health is PortHealth.OK


def test_no_port_at_all_hints_at_the_cable(tmp_path):
    findings = found(PRINTER, root=tmp_path)
    assert list(findings) == ["no_port"]
    assert findings["no_port"].health is PortHealth.WARN


def test_a_port_without_permission_asks_for_the_rule(tmp_path):
    findings = found(PICO, root=tmp_path, may_open=False)
    assert {key: finding.health for key, finding in findings.items()} == {
        "denied": PortHealth.BAD,
        "no_rule": PortHealth.BAD,
    }
    rules = tmp_path / "etc/udev/rules.d"
    rules.mkdir(parents=True)
    (rules / "60-tableside.rules").write_text(udev_rules())
    assert list(found(PICO, root=tmp_path, may_open=False)) == ["denied"]


def test_a_common_chip_is_named_and_left_to_the_people(tmp_path):
    assert found(CH340, root=tmp_path)["maybe"].health is PortHealth.WARN


def test_a_board_that_waits_for_micropython_is_seen(tmp_path):
    device = tmp_path / "sys/bus/usb/devices/1-1"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text("0003\n")
    assert found(root=tmp_path)["bootloader"].health is PortHealth.BAD


def test_programs_that_take_ports_away_are_named(tmp_path):
    (tmp_path / "proc/77").mkdir(parents=True)
    (tmp_path / "proc/77/comm").write_text("ModemManager\n")
    (tmp_path / "usr/lib/udev/rules.d").mkdir(parents=True)
    (tmp_path / "usr/lib/udev/rules.d/90-brltty-usb-generic.rules").touch()
    findings = found(PICO, CH340, root=tmp_path)
    assert {"modem_manager", "brltty"} <= findings.keys()


def test_this_computer_can_be_examined():
    assert all(isinstance(finding.subject, str) for finding in examine())


def test_the_rule_comes_before_the_rights_are_given_out():
    rules = udev_rules()
    assert 'TAG+="uaccess"' in rules
    for vendor, product in (("2e8a", "0005"), ("303a", "4001")):
        assert f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"' in rules
    shipped = Path(__file__).parents[2] / "devices/udev/60-tableside.rules"
    assert stat.S_ISREG(shipped.stat().st_mode)
