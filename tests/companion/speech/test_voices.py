"""Each platform speaks with a program of its own."""

import io
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from companion.speech.quieter import quieter
from companion.speech.voices import ProgramVoice, commands_of, found_voice, voices_of


def nothing(_):
    return None


def everything(program):
    return f"/bin/{program}"


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin", "android"])
def test_where_no_program_speaks_there_is_no_voice(platform, tmp_path):
    assert found_voice(platform, nothing, tmp_path) is None


@pytest.mark.parametrize(
    ("platform", "program", "german"),
    [("linux", "/bin/espeak-ng", "de"), ("darwin", "/bin/say", "Anna"), ("win32", "/bin/powershell", "de-DE")],
)
def test_each_platform_speaks_german_with_its_own_program(platform, program, german, tmp_path):
    commands = commands_of(platform, everything, tmp_path)
    assert set(commands) == {"en", "de"}
    ((called, *options),) = commands["de"]
    assert called == program
    assert german in " ".join(options)


def test_a_voice_for_piper_is_preferred_in_its_language_and_played_at_its_own_rate(tmp_path):
    (tmp_path / "de_DE-somebody-low.onnx").touch()
    (tmp_path / "de_DE-somebody-low.onnx.json").write_text(json.dumps({"audio": {"sample_rate": 16000}}))
    commands = commands_of("linux", everything, tmp_path)
    piper, player = commands["de"]
    assert piper[0] == "/bin/piper"
    assert "16000" in player
    assert commands["en"][0][0] == "/bin/espeak-ng"


def test_a_voice_that_does_not_tell_its_rate_is_played_at_the_usual_one(tmp_path):
    (tmp_path / "en_GB-somebody.onnx").touch()
    assert "22050" in commands_of("linux", everything, tmp_path)["en"][1]


def test_a_voice_is_chosen_by_name_and_speaks_as_loud_as_people_like(tmp_path):
    heard = {name: tmp_path / name for name in ("anna", "ben")}
    voices = {name: ((sys.executable, "-c", SAYS_HOW_LOUD, str(path), "{volume}"),) for name, path in heard.items()}
    voice = ProgramVoice({"de": voices["anna"]}, {"de": voices})
    assert voice.names("de") == ("anna", "ben")
    for volume, name in ((0.5, "ben"), (1.0, "nobody")):
        voice.tune(volume, name)
        voice.say("Hallo", "de")
        voice._processes[-1].wait()
    assert heard["ben"].read_text() == "50"
    assert heard["anna"].read_text() == "100"  # a voice that is not there any more: the best
    voice.stop()


SAYS_HOW_LOUD = "import sys; open(sys.argv[1], 'w').write(sys.argv[2])"


def test_piper_voices_and_espeak_can_be_chosen_between(tmp_path):
    for name in ("de_DE-anna-low.onnx", "de_DE-ben-low.onnx"):
        (tmp_path / name).touch()
    voices = voices_of(everything, tmp_path)
    assert list(voices["de"]) == ["anna", "ben", "espeak-ng"]
    assert list(voices["en"]) == ["espeak-ng"]


def test_what_is_piped_to_a_player_is_made_quieter_sample_by_sample():
    louder = np.array([0, 1000, -1000, 32767], "<i2")
    soft = io.BytesIO()
    quieter(io.BytesIO(louder.tobytes()), soft, 50)
    assert np.frombuffer(soft.getvalue(), "<i2").tolist() == [0, 500, -500, 16383]


def writer(path: Path):
    """A program that writes what it hears."""
    return (sys.executable, "-c", f"import sys; open({str(path)!r}, 'wb').write(sys.stdin.buffer.read())")


def test_the_text_goes_from_program_to_program_and_no_letter_of_it_is_an_option(tmp_path):
    heard = tmp_path / "heard"
    louder = (sys.executable, "-c", "import sys; print(sys.stdin.buffer.read().decode().upper(), end='')")
    voice = ProgramVoice({"de": (louder, writer(heard))})
    voice.say("--help sagt Anna", "de")
    voice._processes[-1].wait()
    assert not voice.busy()
    assert heard.read_text() == "--HELP SAGT ANNA"
    voice.stop()


def test_a_language_without_a_voice_stays_silent(tmp_path):
    voice = ProgramVoice({"de": (writer(tmp_path / "heard"),)})
    voice.say("Anna", "en")
    assert not voice.busy()


@pytest.mark.expects_log
def test_a_program_that_was_uninstalled_meanwhile_leaves_silence(caplog):
    voice = ProgramVoice({"en": (("/no/such/program",),)})
    voice.say("Anna", "en")
    assert not voice.busy()
    assert "nothing is said aloud" in caplog.text


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_can_be_stopped_at_once(tmp_path):
    speech = found_voice("linux", shutil.which, tmp_path)
    speech.say("one two three four five six seven eight nine ten", "en")
    assert speech.busy()
    speech.stop()
    assert not speech.busy()
