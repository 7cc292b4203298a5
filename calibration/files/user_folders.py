"""The folders of the person who plays, as their platform names them: the only room that knows where things lie.

On Linux these are the XDG base directories (``$XDG_DATA_HOME/tableside``, else ``~/.local/share/tableside``, and so
on), and documents, downloads and pictures in the person's language, as ``user-dirs.dirs`` says. Nothing is made here.
"""

from __future__ import annotations

from pathlib import Path

from platformdirs import PlatformDirs
from platformdirs.unix import Unix

_PLATFORM = PlatformDirs("tableside", appauthor=False)
_EARLIER = Unix("tableside")  # the first releases followed XDG on every platform


def data_folder() -> Path:
    """Kept games, editions, boxes, profiles: what people entered."""
    return folder_in_use(_PLATFORM.user_data_path, _EARLIER.user_data_path)


def config_folder() -> Path:
    """Preferences and known devices."""
    return folder_in_use(_PLATFORM.user_config_path, _EARLIER.user_config_path)


def state_folder() -> Path:
    """The log and kept failures."""
    return folder_in_use(_PLATFORM.user_state_path, _EARLIER.user_state_path)


def cache_folder() -> Path:
    """Drawings that can be made again at any time."""
    return _PLATFORM.user_cache_path


def documents_folder() -> Path:
    """Where people look for what they saved."""
    return _PLATFORM.user_documents_path


def downloads_folder() -> Path:
    """Where a browser puts files."""
    return _PLATFORM.user_downloads_path


def pictures_folder() -> Path:
    """Where people keep photographs."""
    return _PLATFORM.user_pictures_path


def path_from_home(path: Path) -> str:
    """A path as people read it: short where it lies in their own folder, for its end is what they look for."""
    home = Path.home()
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def folder_in_use(platform: Path, earlier: Path) -> Path:
    """The platform's folder, or the one that an earlier release made while there is no other: no game is out of sight
    after an update."""
    return earlier if earlier.is_dir() and not platform.is_dir() else platform
