"""Why no dice or buttons are found: permissions, cables, programs that take ports away."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from devices.port import PortInfo, Welcome
from games.game import Phrase

_RULES = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d", "run/udev/rules.d")
_BOOTLOADERS = {("2e8a", "0003"), ("2e8a", "000f")}  # an RP2040 or RP2350 that shows itself as a drive


class PortHealth(StrEnum):
    """How well something is."""

    OK = "ok"
    WARN = "warn"  # may be the reason if something does not work
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class PortFinding:
    """One thing that was looked at: a word for it, how well it is, and the sentence with the remedy."""

    subject: str
    health: PortHealth
    phrase: Phrase


def udev_rules() -> str:
    """The text of the udev rule file that ships with Tableside."""
    return Path(__file__).with_name("udev").joinpath("60-tableside.rules").read_text(encoding="utf-8")


def examine(
    ports: Iterable[PortInfo] | None = None,
    *,
    root: Path = Path("/"),
    may_open: Callable[[str], bool] | None = None,
) -> list[PortFinding]:
    """Look at this computer.

    Args:
        ports: the ports that are there; the computer's own by default.
        root: where ``/sys``, ``/etc`` and ``/proc`` are.
        may_open: whether this user may read and write a port.
    """
    present = tuple(_own_ports() if ports is None else ports)
    allowed = may_open or (lambda name: os.access(name, os.R_OK | os.W_OK))
    ours = [info for info in present if info.welcome is not Welcome.FOREIGN]
    findings = [_port(info, allowed(info.name)) for info in ours]
    waiting = _in_bootloader(root)
    if waiting:
        findings.append(PortFinding("board", PortHealth.BAD, Phrase.of("devices.doctor.bootloader", count=waiting)))
    if not ours and not waiting:
        findings.append(
            PortFinding("buttons and dice", PortHealth.WARN, Phrase.of("devices.doctor.no_port", others=len(present)))
        )
    if any(not allowed(info.name) for info in ours) and not _has_rule(root, "60-tableside.rules"):
        findings.append(PortFinding("udev", PortHealth.BAD, Phrase.of("devices.doctor.no_rule")))
    if _is_running(root, "ModemManager") and ours and not _has_rule(root, "60-tableside.rules"):
        findings.append(PortFinding("ModemManager", PortHealth.WARN, Phrase.of("devices.doctor.modem_manager")))
    if any(info.chip == "CH340" for info in present) or not ours:
        brltty = _has_rule(root, "90-brltty", "85-brltty")
        findings += [PortFinding("brltty", PortHealth.WARN, Phrase.of("devices.doctor.brltty"))] if brltty else []
    return findings


def _own_ports() -> tuple[PortInfo, ...]:
    from devices.serial_ports import SerialPorts

    return SerialPorts().present()


def _port(info: PortInfo, allowed: bool) -> PortFinding:
    values = {"description": info.description or info.identity, "port": info.name}
    if not allowed:
        return PortFinding(info.name, PortHealth.BAD, Phrase.of("devices.doctor.denied", **values))
    if info.welcome is Welcome.MAYBE:
        return PortFinding(info.name, PortHealth.WARN, Phrase.of("devices.doctor.maybe", chip=info.chip, **values))
    return PortFinding(info.name, PortHealth.OK, Phrase.of("devices.doctor.port", **values))


def _in_bootloader(root: Path) -> int:
    found = 0
    for device in sorted(root.glob("sys/bus/usb/devices/*")):
        identity = (_text(device / "idVendor"), _text(device / "idProduct"))
        found += identity in _BOOTLOADERS
    return found


def _has_rule(root: Path, *names: str) -> bool:
    return any(path.name.startswith(names) for place in _RULES for path in root.joinpath(place).glob("*.rules"))


def _is_running(root: Path, name: str) -> bool:
    return any(_text(path) == name for path in root.glob("proc/[0-9]*/comm"))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # it went while we looked, or is none of our business
        return ""
