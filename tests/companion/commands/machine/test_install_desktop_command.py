"""Into the menus of a desktop, and out again."""

from __future__ import annotations

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest

from companion import cli
from companion.desktop.installing import ID, MACHINE, files_for, udev_place, user_prefix

ENTRY = f"share/applications/{ID}.desktop"


def installed(prefix: Path, *more: str) -> list[str]:
    assert cli.main(["install-desktop", "--prefix", str(prefix), *more]) == 0
    return sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file())


def test_a_machine_gets_menu_entry_icon_description_completions_and_device_rights(tmp_path):
    assert installed(tmp_path / "usr") == [
        "lib/udev/rules.d/60-tableside.rules",
        ENTRY,
        "share/bash-completion/completions/tableside",
        "share/icons/hicolor/256x256/apps/tableside.png",
        "share/icons/hicolor/scalable/apps/tableside.svg",
        f"share/metainfo/{ID}.metainfo.xml",
        "share/zsh/site-functions/_tableside",
    ]


def test_what_was_installed_goes_again_and_what_lay_there_before_stays(tmp_path):
    other = tmp_path / "usr/share/applications/other.desktop"
    other.parent.mkdir(parents=True)
    other.touch()
    installed(tmp_path / "usr")
    assert cli.main(["install-desktop", "--prefix", str(tmp_path / "usr"), "--uninstall"]) == 0
    assert [path for path in (tmp_path / "usr").rglob("*") if path.is_file()] == [other]
    assert not (tmp_path / "usr/lib").exists()


def test_one_person_gets_no_rights_for_the_machine_and_the_machine_gets_them_where_udev_looks():
    places = [path for path, _ in files_for(cli.whole_parser(), user_prefix(), "tableside")]
    assert all(path.is_relative_to(user_prefix()) for path in places)
    assert not any("udev" in path.parts for path in places)
    assert udev_place(MACHINE) == Path("/etc/udev/rules.d/60-tableside.rules")
    assert udev_place(Path("/usr")) == Path("/usr/lib/udev/rules.d/60-tableside.rules")


@pytest.mark.parametrize(
    ("program", "spelled"),
    [("/home/anna/.local/bin/tableside", "/home/anna/.local/bin/tableside"), ("/a b/tableside", '"/a b/tableside"')],
)
def test_the_menu_entry_starts_this_very_installation(tmp_path, program, spelled):
    installed(tmp_path, "--program", program)
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(tmp_path / ENTRY, "utf-8")
    assert entry["Desktop Entry"]["Exec"] == spelled


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_shell_completes_commands_and_their_options(tmp_path):
    installed(tmp_path)
    script = tmp_path / "share/bash-completion/completions/tableside"
    ask = f'. {script}; COMP_WORDS=(tableside rep); COMP_CWORD=1; _shtab_tableside; echo "${{COMPREPLY[@]}}"'
    found = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert {"replay", "report"} >= set(found.stdout.split()) > set()


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed")
def test_the_description_is_one_that_software_centres_take(tmp_path):
    installed(tmp_path)
    described = tmp_path / f"share/metainfo/{ID}.metainfo.xml"
    ran = subprocess.run(
        ["appstreamcli", "validate", "--no-net", str(described)], capture_output=True, text=True, check=False
    )
    assert "E:" not in ran.stdout + ran.stderr, ran.stdout


def test_a_folder_that_may_not_be_written_is_told(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert cli.main(["install-desktop", "--prefix", str(tmp_path / "file")]) == 1
    assert "file" in capsys.readouterr().err
