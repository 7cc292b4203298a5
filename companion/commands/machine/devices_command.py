"""``tableside devices``: which dice and buttons there are, what they say, and whether their lamps work."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from calibration.files.system_reason import system_reason
from companion.commands import CommandError, bounded, print_json
from companion.locale import say
from devices.buttons import Lamp
from devices.events import DeviceEvent, DeviceTrouble
from devices.hub import DeviceHub
from devices.port import PortInfo, Welcome
from devices.port_findings import udev_rules
from devices.recording import BadRecording, LineRecorder, replay, rows_of
from devices.roster import DeviceStatus
from devices.switchboard import PortUse
from games.game import Phrase

_POLL_S = 0.02
_LAMP_S = 0.4
_MOST_S, _MOST_PACE = 86_400, 1000


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("devices", help="dice and buttons on a serial line: list, watch, lamps, record")
    parser.set_defaults(run=run, act=_list, port=[], seconds=2.0, json=False)
    acts = parser.add_subparsers(metavar="WHAT")
    for name, act, words, seconds in (
        ("list", _list, "who is there, and what is done with each port (the default)", 2.0),
        ("watch", _watch, "tell what they do until Ctrl-C", None),
        ("lamps", _lamps, "light every lamp in turn", 2.0),
        ("record", _record, "write every line with its time to a file until Ctrl-C", None),
    ):
        one = acts.add_parser(name, help=words)
        one.add_argument("--port", action="append", default=[], help="ask this port too; may be given several times")
        one.add_argument("--seconds", type=float, default=seconds, help="how long to look")
        one.set_defaults(run=run, act=act, json=False)
        if name == "list":
            one.add_argument("--json", action="store_true", help="one object on the last line")
        if name == "record":
            one.add_argument("file", type=Path, metavar="FILE")
    player = acts.add_parser("replay", help="tell what happens in a recording")
    player.add_argument("file", type=Path, metavar="FILE")
    player.add_argument("--pace", type=float, default=0.0, help="1 plays it as fast as it was, 0 (the default) at once")
    player.set_defaults(run=run, act=_replay)
    rule = acts.add_parser("udev", help="print the rule that lets you open the ports, for /etc/udev/rules.d")
    rule.set_defaults(run=run, act=_udev)


def run(args: argparse.Namespace) -> int:
    """Do what was typed. Raises :class:`CommandError`."""
    bounded("--seconds", getattr(args, "seconds", None), 0, _MOST_S)
    bounded("--pace", getattr(args, "pace", None), 0, _MOST_PACE)
    act: Callable[[argparse.Namespace], int] = args.act
    return act(args)


def _list(args: argparse.Namespace) -> int:
    with _hub(args) as hub:
        _let_pass(args.seconds)
        found, uses = hub.status(), hub.uses()
    if args.json:
        print_json({"devices": [_plain(one) for one in found], "ports": [_plain_port(*one) for one in uses]})
        return 0
    for device in found:
        kind = Phrase.of(
            f"devices.kind.{device.kind.value}",
            size=device.size,
            firmware=device.firmware,
            lamps=len(device.lamps),
        )
        state = Phrase.of(f"devices.state.{device.presence.value}")
        _say(args, Phrase.of("devices.list.device", device=device.device, kind=kind, port=device.port, state=state))
        for trouble in device.troubles:
            _say(args, trouble.phrase)
    if not found:
        _say(args, Phrase.of("devices.list.none"))
    for info, use in uses:
        words = Phrase.of(f"devices.use.{use.name.lower()}", port=info.name)
        _say(args, Phrase.of("devices.list.port", port=info.name, description=info.description, use=words))
    return 0


def _watch(args: argparse.Namespace) -> int:
    _say(args, Phrase.of("devices.watching"))
    with _hub(args) as hub:
        _tell_until_stopped(args, hub)
    return 0


def _record(args: argparse.Namespace) -> int:
    try:
        recorder = LineRecorder(args.file)
    except OSError as error:
        raise _no_file(args.file, error) from error
    _say(args, Phrase.of("devices.recording", path=str(args.file)))
    with recorder:
        with _hub(args, recorder) as hub:
            _tell_until_stopped(args, hub)
        rows = recorder.rows
    _say(args, Phrase.of("devices.recorded", path=str(args.file), rows=rows))
    return 0


def _lamps(args: argparse.Namespace) -> int:
    with _hub(args) as hub:
        _let_pass(args.seconds)
        lit = [one for one in hub.status() if one.lamps]
        for device in lit:
            for lamp in range(len(device.lamps)):
                _say(args, Phrase.of("devices.testing_lamps", device=device.device, lamp=lamp + 1))
                hub.set_lamp(device.device, lamp, Lamp.ON)
                _let_pass(_LAMP_S)
                hub.set_lamp(device.device, lamp, Lamp.OFF)
        _let_pass(_POLL_S)
    if not lit:
        raise CommandError(Phrase.of("devices.list.none"))
    return 0


def _replay(args: argparse.Namespace) -> int:
    start = time.monotonic()
    try:
        with args.file.open("rb") as file:
            for ms, event in replay(rows_of(file)):
                if args.pace > 0:
                    _let_pass(start + ms / 1000 / args.pace - time.monotonic())
                _tell(args, ms, event)
    except OSError as error:
        raise _no_file(args.file, error) from error
    except BadRecording as bad:
        raise CommandError(bad.phrase) from bad
    return 0


def _udev(_: argparse.Namespace) -> int:
    sys.stdout.write(udev_rules())
    return 0


@contextmanager
def _hub(args: argparse.Namespace, recorder: LineRecorder | None = None) -> Iterator[DeviceHub]:
    from devices.serial_ports import SerialPorts

    with DeviceHub(SerialPorts(tuple(args.port)), tap=recorder.tap if recorder else None) as hub:
        yield hub


def _tell_until_stopped(args: argparse.Namespace, hub: DeviceHub) -> None:
    start = time.monotonic()
    try:
        while args.seconds is None or time.monotonic() - start < args.seconds:
            for event in hub.drain():
                _tell(args, int((time.monotonic() - start) * 1000), event)
            time.sleep(_POLL_S)
    except KeyboardInterrupt:
        sys.stdout.write("\n")


def _tell(args: argparse.Namespace, ms: int, event: DeviceEvent) -> None:
    phrase = event.phrase
    if isinstance(event, DeviceTrouble) and event.over:
        phrase = Phrase.of("devices.over", what=phrase)
    sys.stdout.write(f"{ms / 1000:9.3f}  {say(phrase, args.language)}\n")
    sys.stdout.flush()


def _say(args: argparse.Namespace, phrase: Phrase) -> None:
    sys.stdout.write(say(phrase, args.language) + "\n")
    sys.stdout.flush()


def _let_pass(seconds: float) -> None:
    time.sleep(max(seconds, 0.0))


def _no_file(path: Path, error: OSError) -> CommandError:
    return CommandError(Phrase.of("devices.no_file", path=str(path), reason=system_reason(error)))


def _plain(device: DeviceStatus) -> dict[str, object]:
    return {
        "device": device.device,
        "kind": device.kind.value,
        "size": device.size,
        "firmware": device.firmware,
        "port": device.port,
        "presence": device.presence.value,
        "troubles": [trouble.kind.value for trouble in device.troubles],
    }


def _plain_port(info: PortInfo, use: PortUse) -> dict[str, object]:
    return {
        "port": info.name,
        "identity": info.identity,
        "description": info.description,
        "ours": info.welcome is Welcome.OURS,
        "use": use.value,
    }
