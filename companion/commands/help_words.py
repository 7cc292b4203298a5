"""What ``--help`` says, in the language of the people here, with examples that can be typed as they stand.

The commands describe themselves in English; ``help_de.json`` has the German for each sentence, as gettext keeps them.
What has none there stays English.
"""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

WIDTH = 78  # of the description, as argparse wraps the rest on a terminal of 80
_HEADS = {
    "en": {"usage": "usage: ", "examples": "examples:"},
    "de": {"usage": "Aufruf: ", "examples": "Beispiele:"},
}
_WRONG_DE = (  # what argparse says of what was typed wrong; it is the same from Python 3.11 to 3.13
    (r"the following arguments are required: (.+)", r"Es fehlt: \1"),
    (r"unrecognized arguments: (.+)", r"Das gibt es hier nicht: \1"),
    (r"argument (.+?): expected one argument", r"Nach \1 fehlt ein Wert"),
    (r"argument (.+?): expected at least one argument", r"Nach \1 fehlt mindestens ein Wert"),
    (r"argument (.+?): invalid choice: (.+) \(choose from (.+)\)", r"\1: \2 gibt es nicht. Möglich ist \3"),
    (r"argument (.+?): invalid int value: (.+)", r"\1: \2 ist keine ganze Zahl"),
    (r"argument (.+?): invalid float value: (.+)", r"\1: \2 ist keine Zahl"),
    (r"argument (.+?): invalid .+ value: (.+)", r"\1: \2 passt nicht"),
    (r"argument (.+?): not allowed with argument (.+)", r"\1 geht nicht zusammen mit \2"),
    (r"argument (.+?): ignored explicit argument (.+)", r"Nach \1 gehört kein Wert, auch nicht \2"),
    (r"ambiguous option: (.+) could match (.+)", r"\1 kann mehreres heißen: \2"),
    (r"one of the arguments (.+) is required", r"Eins davon fehlt: \1"),
)
EXAMPLES: dict[str, tuple[str, ...]] = {
    "": ("tableside", "tableside demo", "tableside doctor"),
    "play": ("tableside play --fullscreen", "tableside --language de play --rotate 90"),
    "demo": ("tableside demo --game cronberg --turns 12", "tableside demo --headless --answers --turns 24"),
    "read": (
        "tableside read table.jpg --game carcassonne --picture read.png",
        "tableside read dice.jpg --game dice --json",
    ),
    "follow": ("tableside follow 0", "tableside follow rtsp://192.168.1.20:8554/live --json"),
    "replay": ("tableside replay evening",),
    "enrol": (
        "tableside enrol tiles1.jpg tiles2.jpg --name Attic",
        "tableside enrol board.jpg --game thurn-and-taxis",
    ),
    "editions": ("tableside editions", "tableside editions correct Attic 7=K"),
    "boxes": ("tableside boxes list", "tableside boxes export boxes.zip"),
    "calibrate": ("tableside calibrate lens 0", "tableside calibrate table 0", "tableside calibrate show 0"),
    "cards": ("tableside cards",),
    "import": ("tableside import game.jcz --keep",),
    "export": ("tableside export game.jcz", "tableside export scores.csv"),
    "print": ("tableside print sheets", "tableside print carcassonne --expansion --backs"),
    "devices": ("tableside devices", "tableside devices watch", "tableside devices lamps"),
    "doctor": ("tableside doctor",),
    "eyes": ("tableside eyes --broker 192.168.1.10 --camera 0 --table kitchen",),
    "spectate": ("tableside spectate", "tableside spectate --bind 192.168.1.5 --port 8321"),
    "watch": ("tableside watch", "tableside watch --json --since 40"),
    "club": (
        "tableside club --broker 192.168.1.10 --table 7",
        "tableside club --broker 192.168.1.10 --listen 0.0.0.0:8337",
        "tableside club --tournament autumn.json --players Anna,Ben,Cem,Dora --next-round",
    ),
    "install-desktop": ("tableside install-desktop", "tableside install-desktop --uninstall"),
    "report": ("tableside report", "tableside report --pictures"),
}


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Leaves examples on lines of their own."""


class GermanHelpFormatter(HelpFormatter):
    """Begins with a German word."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """How the command is typed."""
        super().add_usage(usage, actions, groups, prefix or _HEADS["de"]["usage"])


def speak(parser: argparse.ArgumentParser, language: str, command: str = "") -> None:
    """Give a parser, and those below it, their words in this language and their examples."""
    parser.formatter_class = GermanHelpFormatter if language == "de" else HelpFormatter
    if command in EXAMPLES:
        parser.epilog = "\n  ".join((_HEADS[language]["examples"], *EXAMPLES[command]))
    if language == "de":
        _translate(parser)
    parser.description = parser.description and textwrap.fill(parser.description, WIDTH)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, one in action.choices.items():
                speak(one, language, name if not command else f"{command} {name}")


def usage_fault(message: str, parser: argparse.ArgumentParser) -> str:
    """What was typed wrong, as argparse says it, in the language that the parser speaks; what may have been meant, and
    where more stands."""
    meant = _meant(message)
    if parser.formatter_class is not GermanHelpFormatter:
        return f"error: {message}.{f' Did you mean {meant}?' if meant else ''} More: {parser.prog} --help"
    found = (match.expand(words) for form, words in _WRONG_DE if (match := re.fullmatch(form, message)) is not None)
    typed = parser.prog.replace("tableside", "tableside --language de", 1)
    asked = f" Meint ihr {meant}?" if meant else ""
    return f"Falsch getippt. {next(found, message)}.{asked} Mehr dazu: {typed} --help"


def _meant(message: str) -> str | None:
    """Of what may stand there, what is spelled nearly as it was typed."""
    match = re.fullmatch(r"argument .+?: invalid choice: '(.+)' \(choose from (.+)\)", message)
    near = get_close_matches(match[1], [one.strip(" '") for one in match[2].split(",")], 1) if match else []
    return near[0] if near else None


def german(text: str) -> str | None:
    """The German for a sentence of the help; before a colon also for what is followed by names. None without one."""
    if text in _german():
        return _german()[text]
    head, colon, names = text.partition(": ")
    return f"{_german()[head]}: {names}" if colon and head in _german() else None


def _translate(parser: argparse.ArgumentParser) -> None:
    parser.description = (parser.description and german(parser.description)) or parser.description
    for group in parser._action_groups:
        group.title = (group.title and german(group.title)) or group.title
    for action in parser._actions:
        _translate_action(action)
        if isinstance(action, argparse._SubParsersAction):
            for one in action._choices_actions:
                _translate_action(one)


def _translate_action(action: argparse.Action) -> None:
    if action.help and action.help is not argparse.SUPPRESS:
        action.help = german(action.help) or action.help


@cache
def _german() -> dict[str, str]:
    found: dict[str, str] = json.loads(files(__package__).joinpath("help_de.json").read_text("utf-8"))
    return found
