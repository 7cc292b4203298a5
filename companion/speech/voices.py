"""What speaks on this machine: a program of the platform, fed with the text, in processes of its own.

Linux speaks with piper, where somebody has put its voices into our folder, and else with espeak-ng; Windows with the
voices of its own (SAPI, through PowerShell); macOS with ``say``. Nothing of it is imported.
"""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from calibration.files.kept_file import DamagedFile, read_json
from calibration.files.user_folders import data_folder
from calibration.on_android import on_android
from games.names import shown

if TYPE_CHECKING:
    from companion.speech.android_voice import AndroidVoice

MOST_SAID = 2000  # letters: what takes longer nobody listens to
WORDS_A_MINUTE = 165
PIPER_RATE = 22050  # samples a second, where a voice does not say its own (most of piper's voices)
_LOG = logging.getLogger(__name__)

Commands = tuple[tuple[str, ...], ...]  # programs and their arguments; each reads what the one before writes
Which = Callable[[str], str | None]
Voices = Mapping[str, Mapping[str, Commands]]  # by language and by the voice's name, the best first
_VOLUME = "{volume}"  # stands in a command for the loudness, 0 to 100

_ESPEAK = {"en": "en-gb", "de": "de"}
_SAY = {"en": "Daniel", "de": "Anna"}
_CULTURES = {"en": "en-GB", "de": "de-DE"}
_SAPI = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
    "$voice.SelectVoiceByHints('NotSet', 'NotSet', 0, [Globalization.CultureInfo]::GetCultureInfo('{culture}')); "
    "$voice.Volume = {volume}; "
    "$voice.Speak([Console]::In.ReadToEnd())"
)


class Speech(Protocol):
    """Something that speaks. Nothing here blocks."""

    def say(self, text: str, language: str) -> None:
        """Begin to say this."""

    def busy(self) -> bool:
        """True while something is being said."""

    def stop(self) -> None:
        """Fall silent."""


@runtime_checkable
class TunedSpeech(Speech, Protocol):
    """Speech whose loudness and voice can be chosen."""

    def names(self, language: str) -> tuple[str, ...]:
        """The voices of this machine in a language, the best first."""

    def tune(self, volume: float, name: str) -> None:
        """From now on so loud (0 to 1), with the voice of this name; where a language has none such, with its best."""


class ProgramVoice:
    """Speaks through outside programs.

    Args:
        commands: theirs in each language that they speak.
        voices: every voice by name, where there is a choice.
    """

    def __init__(self, commands: Mapping[str, Commands], voices: Voices | None = None) -> None:
        self._commands = commands
        self._voices = voices or {}
        self._volume, self._name = 1.0, ""
        self._processes: list[subprocess.Popen[bytes]] = []

    @property
    def program(self) -> str:
        """What speaks, for the doctor."""
        return next(iter(self._commands.values()))[0][0]

    def names(self, language: str) -> tuple[str, ...]:
        """The voices of this machine in a language, the best first."""
        return tuple(self._voices.get(language, {}))

    def tune(self, volume: float, name: str) -> None:
        """From now on so loud (0 to 1), with the voice of this name; where a language has none such, with its best."""
        self._volume, self._name = volume, name

    def say(self, text: str, language: str) -> None:
        """Begin to say this; what was being said ends. In a language without a voice nothing is said."""
        self.stop()
        best = self._commands.get(language, ())
        chosen = self._voices.get(language, {}).get(self._name, best)
        try:
            self._start(_at_volume(chosen, round(100 * self._volume)), shown(text, MOST_SAID))
        except OSError as error:  # uninstalled meanwhile, or no room for a process: what is said is also seen
            _LOG.warning("nothing is said aloud: %s", error)
            self.stop()

    def busy(self) -> bool:
        """True while the last of the programs runs."""
        return bool(self._processes) and self._processes[-1].poll() is None

    def stop(self) -> None:
        """End the processes and wait for them."""
        for process in self._processes:
            if process.poll() is None:
                process.terminate()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        self._processes.clear()

    def _start(self, commands: Commands, text: str) -> None:
        # A file takes the whole text at once; a pipe would make us wait for a program that begins slowly.
        with tempfile.TemporaryFile() as said:
            said.write(text.encode())
            said.seek(0)
            for command in commands:
                last = command is commands[-1]
                before = self._processes[-1].stdout if self._processes else said
                self._processes.append(
                    subprocess.Popen(
                        command,
                        stdin=before,
                        stdout=subprocess.DEVNULL if last else subprocess.PIPE,
                        stderr=subprocess.DEVNULL,
                        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                    )
                )


def voices_folder() -> Path:
    """Where piper's voices lie that somebody fetched: ``de_DE-thorsten-medium.onnx`` beside its ``.onnx.json``."""
    return data_folder() / "voices"


def found_voice(
    platform: str = sys.platform, which: Which = shutil.which, folder: Path | None = None
) -> ProgramVoice | AndroidVoice | None:
    """The best voice of this machine, or None where nothing can speak."""
    if on_android():
        from companion.speech.android_voice import AndroidVoice

        return AndroidVoice()
    folder = voices_folder() if folder is None else folder
    commands = commands_of(platform, which, folder)
    linux = platform not in ("win32", "darwin")
    return ProgramVoice(commands, voices_of(which, folder) if linux else None) if commands else None


def voices_of(which: Which, folder: Path) -> dict[str, dict[str, Commands]]:
    """Every voice of a Linux machine: piper's, then espeak-ng's."""
    found: dict[str, dict[str, Commands]] = {}
    for language, name, commands in _piper_voices(which, folder):
        found.setdefault(language, {})[name] = commands
    for language, commands in _espeak(which).items():
        found.setdefault(language, {})["espeak-ng"] = commands
    return found


def _at_volume(commands: Commands, percent: int) -> Commands:
    """The same programs, so loud; what is piped to a player passes something that makes it quieter."""
    filled = tuple(tuple(word.replace(_VOLUME, str(percent)) for word in command) for command in commands)
    if len(filled) < 2 or percent >= 100:
        return filled
    return (*filled[:-1], (sys.executable, "-m", "companion.speech.quieter", str(percent)), filled[-1])


def commands_of(platform: str, which: Which, folder: Path) -> dict[str, Commands]:
    """What says something in each language.

    Args:
        platform: as ``sys.platform`` names it.
        which: finds a program's path, as ``shutil.which`` does.
        folder: where piper's voices lie.
    """
    if platform == "win32":
        shell = which("powershell")
        sapi = {language: _SAPI.replace("{culture}", culture) for language, culture in _CULTURES.items()}
        options = ("-NoProfile", "-NonInteractive", "-Command")
        return {language: ((shell, *options, script),) for language, script in sapi.items()} if shell else {}
    if platform == "darwin":
        say = which("say")
        rate = str(WORDS_A_MINUTE)
        return {lang: ((say, "-v", name, "-r", rate, "-f", "-"),) for lang, name in _SAY.items()} if say else {}
    return {**_espeak(which), **_piper(which, folder)}


def _espeak(which: Which) -> dict[str, Commands]:
    program = which("espeak-ng")
    if program is None:
        return {}
    rate = str(WORDS_A_MINUTE)
    return {
        language: ((program, "-v", voice, "-s", rate, "-a", _VOLUME, "--stdin"),) for language, voice in _ESPEAK.items()
    }


def _piper(which: Which, folder: Path) -> dict[str, Commands]:
    found: dict[str, Commands] = {}
    for language, _, commands in _piper_voices(which, folder):
        found.setdefault(language, commands)
    return found


def _piper_voices(which: Which, folder: Path) -> Iterator[tuple[str, str, Commands]]:
    """Language, name and programs of each of piper's voices; ``de_DE-thorsten-medium.onnx`` is called thorsten."""
    program, player = which("piper"), which("aplay")
    if program is None or player is None:
        return
    for voice in sorted(folder.glob("*.onnx")):
        language = voice.name[:2].lower()
        if language in _ESPEAK:
            play = (player, "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(_rate(voice)), "-")
            name = voice.stem.split("-")[1] if "-" in voice.stem else voice.stem
            yield language, name, ((program, "--model", str(voice), "--output-raw"), play)


def _rate(voice: Path) -> int:
    """Samples a second, as the description beside the voice says."""
    with suppress(OSError, DamagedFile, ValueError, LookupError, TypeError):  # the usual rate: at worst a wrong pitch
        rate: Any = read_json(voice.with_name(voice.name + ".json"))
        return int(rate["audio"]["sample_rate"])
    return PIPER_RATE
