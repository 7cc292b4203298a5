"""Where a person's files lie: on Linux where they always lay, elsewhere where the platform keeps them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from calibration.files.user_folders import (
    cache_folder,
    config_folder,
    data_folder,
    documents_folder,
    downloads_folder,
    folder_in_use,
    path_from_home,
    pictures_folder,
    state_folder,
)

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="how Linux names folders")

OURS = [
    (data_folder, "XDG_DATA_HOME", ".local/share/tableside"),
    (config_folder, "XDG_CONFIG_HOME", ".config/tableside"),
    (state_folder, "XDG_STATE_HOME", ".local/state/tableside"),
    (cache_folder, "XDG_CACHE_HOME", ".cache/tableside"),
]


@on_linux
@pytest.mark.parametrize(("folder", "variable", "at_home"), OURS)
def test_without_a_word_from_the_person_folders_lie_in_their_home(folder, variable, at_home, own_home, monkeypatch):
    monkeypatch.delenv(variable, raising=False)
    assert folder() == own_home / at_home


@on_linux
@pytest.mark.parametrize(("folder", "variable", "at_home"), OURS)
def test_a_person_may_say_where_files_go(folder, variable, at_home, own_home, monkeypatch):
    (own_home / at_home).mkdir(parents=True)
    monkeypatch.setenv(variable, str(own_home / "elsewhere"))
    assert folder() == own_home / "elsewhere" / "tableside"


@on_linux
def test_documents_downloads_and_pictures_are_found_in_the_language_of_the_desktop(own_home):
    desktop = own_home / "config" / "user-dirs.dirs"
    desktop.parent.mkdir()
    desktop.write_text(
        'XDG_DOCUMENTS_DIR="$HOME/Dokumente"\nXDG_DOWNLOAD_DIR="$HOME/Heruntergeladen"\nXDG_PICTURES_DIR="$HOME/Bilder"\n'
    )
    assert documents_folder() == own_home / "Dokumente"
    assert downloads_folder() == own_home / "Heruntergeladen"
    assert pictures_folder() == own_home / "Bilder"


def test_what_an_earlier_release_kept_elsewhere_is_still_found(tmp_path):
    platform, earlier = tmp_path / "Library" / "tableside", tmp_path / ".local" / "tableside"
    assert folder_in_use(platform, earlier) == platform
    earlier.mkdir(parents=True)
    assert folder_in_use(platform, earlier) == earlier
    platform.mkdir(parents=True)
    assert folder_in_use(platform, earlier) == platform


def test_what_was_saved_is_named_from_the_own_folder_on(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert path_from_home(tmp_path / "Documents" / "evening.mp4") == str(Path("~/Documents/evening.mp4"))
    assert path_from_home(Path("/media/stick/evening.mp4")) == str(Path("/media/stick/evening.mp4"))
