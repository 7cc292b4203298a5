"""Where a packed program begins: people type its commands, and it starts parts of itself as any Python does."""

import os
import re
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
START = ROOT / "packaging" / "pyinstaller" / "start.py"


def packed(*words: str, said: bytes = b"") -> bytes:
    ran = subprocess.run(
        [sys.executable, str(START), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=said,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout


def test_a_command_is_understood_and_so_is_the_page_for_onlookers_that_it_starts_itself():
    assert packed("--version").startswith(b"tableside ")
    assert packed("-m", "companion.cli", "--version") == packed("--version")


def test_what_makes_a_voice_quieter_is_a_part_of_it():
    loud = (1000).to_bytes(2, "little", signed=True) * 8
    assert packed("-m", "companion.speech.quieter", "50", said=loud) == (500).to_bytes(2, "little", signed=True) * 8


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ANDROID = ConfigParser(inline_comment_prefixes="#", interpolation=None)
ANDROID.read(ROOT / "packaging" / "android" / "buildozer.spec", "utf-8")
RECIPES = {"opencv-python": "opencv"}  # as python-for-android calls it


def test_a_package_for_android_is_asked_for_everything_that_the_wheel_needs_and_carries():
    """Given one more dependency, or another kind of file among our rooms, the package for Android has it too."""
    needed = {re.match(r"[\w-]+", line)[0] for line in PROJECT["project"]["dependencies"]}
    asked = {re.match(r"[\w-]+", name)[0] for name in ANDROID["app"]["requirements"].split(",")}
    assert {RECIPES.get(name, name) for name in needed} <= asked
    kinds = {pattern.rpartition(".")[2] for pattern in PROJECT["tool"]["setuptools"]["package-data"]["*"]}
    assert kinds <= set(ANDROID["app"]["source.include_exts"].split(","))


def test_a_package_holds_every_room_of_the_wheel():
    rooms = {name.rstrip("*") for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}
    laid_out = (ROOT / "packaging" / "android" / "prepare.sh").read_text("utf-8")
    assert rooms == set(re.findall(r"\.\./\.\./(\w+)", laid_out))
    spec = (ROOT / "packaging" / "pyinstaller" / "tableside.spec").read_text("utf-8")
    assert rooms == set(re.findall(r'"(\w+)"', re.search(r"ROOMS = \((.+)\)", spec)[1]))
