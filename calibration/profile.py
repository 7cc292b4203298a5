"""What was learned once of a camera and is kept: its lens, how it stands to the table, how the pieces' colours look.

One JSON file a camera, so that damage to one touches no other. Each is written whole, beside the old one first, so
that a power cut leaves either the old or the new.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from calibration.colours import Lab
from calibration.files.file_names import file_name_for
from calibration.files.kept_file import DamagedFile, read_json, set_aside
from calibration.files.whole_file import write_whole_text
from calibration.lens import Lens
from calibration.table_plane import TablePlane
from games.game import Phrase
from games.names import shown

FORMAT = 1
SUFFIX = ".json"
MOST_LETTERS = 48  # of a camera's name in its file's name


class ProfileError(Exception):
    """The file can't be read or written: ``path``, and ``phrase`` for people."""

    def __init__(self, key: str, path: Path) -> None:
        self.path = path
        self.phrase = Phrase.of(key, path=str(path))
        super().__init__(str(self.phrase))


class ProfilePart(StrEnum):
    """What can be learned, and forgotten, on its own."""

    LENS = "lens"
    TABLE = "table"
    COLOURS = "colours"


@dataclass(frozen=True)
class Profile:
    """Everything that was learned of one camera.

    Attributes:
        camera: its name.
        lens: None until it was learned.
        plane: how the camera stood to the table when it was last asked: a first guess for the next game.
        plane_error_px: median error of the sheet's corners on that plane.
        colours: player colour -> (L, a, b) of its pieces, CIE, in white light (see :mod:`calibration.laid_pieces`).
    """

    camera: str
    lens: Lens | None = None
    plane: TablePlane | None = None
    plane_error_px: float | None = None
    colours: Mapping[str, Lab] = field(default_factory=dict)

    def lens_for(self, width: int, height: int) -> Lens | None:
        """The lens for pictures of this size; None where it was not learned, or for pictures of another shape."""
        if self.lens is None or not _same_shape(self.lens, width, height):
            return None
        return self.lens.scaled(width, height)

    def plane_for(self, width: int, height: int) -> TablePlane | None:
        """The plane for pictures of this size; None where it was not learned, or for pictures of another shape."""
        if self.plane is None or not _same_shape(self.plane.lens, width, height):
            return None
        return self.plane.scaled(width, height)

    def with_lens(self, lens: Lens) -> Profile:
        """The profile with this lens. A plane that was measured through another lens is forgotten."""
        return replace(self.without(ProfilePart.TABLE), lens=lens)

    def with_plane(self, plane: TablePlane, error_px: float) -> Profile:
        """The profile with this stand of the camera."""
        return replace(self, plane=plane, plane_error_px=error_px)

    def with_colours(self, colours: Mapping[str, Lab]) -> Profile:
        """The profile with these colours in place of those before: another box has others."""
        return replace(self, colours=dict(colours))

    def without(self, part: ProfilePart) -> Profile:
        """The profile with one part forgotten."""
        if part is ProfilePart.LENS:
            return replace(self, lens=None)
        if part is ProfilePart.TABLE:
            return replace(self, plane=None, plane_error_px=None)
        return replace(self, colours={})

    @property
    def parts(self) -> tuple[ProfilePart, ...]:
        """What was learned."""
        known = {ProfilePart.LENS: self.lens, ProfilePart.TABLE: self.plane, ProfilePart.COLOURS: self.colours or None}
        return tuple(part for part, value in known.items() if value is not None)


class KeptProfiles:
    """The profiles in one folder, one file a camera.

    Args:
        folder: made when the first profile is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def cameras(self) -> tuple[str, ...]:
        """The cameras of which something is kept, sorted; :meth:`troubles` tells of files that can't be read."""
        return tuple(sorted(one.camera for one in self._read_all() if isinstance(one, Profile)))

    def troubles(self) -> tuple[ProfileError, ...]:
        """What is wrong with files that can't be read."""
        return tuple(one for one in self._read_all() if isinstance(one, ProfileError))

    def _read_all(self) -> Iterator[Profile | ProfileError]:
        for path in sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else ():
            try:
                yield _read(path)
            except ProfileError as error:
                yield error

    def path_of(self, camera: str) -> Path:
        """Where a camera's profile lies, or would. Names that no file can have are rewritten, with a checksum."""
        return self.folder / f"{file_name_for(camera, most=MOST_LETTERS, default='camera', ascii_only=True)}{SUFFIX}"

    def load(self, camera: str) -> Profile:
        """What is kept of a camera; nothing of one that was never seen.

        Raises :class:`ProfileError` where the file is damaged. It is left as it is, so that nothing is lost.
        """
        path = self.path_of(camera)
        try:
            return _read(path)
        except FileNotFoundError:
            return Profile(camera)

    def save(self, profile: Profile) -> Path:
        """Keep a profile; returns its file. Raises :class:`ProfileError` where that is not possible; the old one is
        then still there."""
        path = self.path_of(profile.camera)
        try:
            if self._is_damaged(path):
                set_aside(path)
            write_whole_text(path, json.dumps(_plain(profile), indent=1), private=True)
        except OSError as error:
            raise ProfileError("calibration.profile_unwritable", path) from error
        return path

    def _is_damaged(self, path: Path) -> bool:
        try:
            _read(path)
        except FileNotFoundError:
            return False
        except ProfileError:
            return True
        return False

    def forget(self, camera: str) -> bool:
        """Throw a camera's profile away; False where there was none. Raises :class:`ProfileError`."""
        path = self.path_of(camera)
        try:
            path.unlink()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise ProfileError("calibration.profile_unwritable", path) from error
        return True


def _same_shape(lens: Lens, width: int, height: int) -> bool:
    return abs(lens.width / lens.height - width / height) <= 0.01


def _plain(profile: Profile) -> dict[str, object]:
    return {
        "format": FORMAT,
        "camera": shown(profile.camera),  # the address of a file may be any bytes
        "lens": None if profile.lens is None else profile.lens.to_json(),
        "plane": None if profile.plane is None else profile.plane.to_json(),
        "plane_error_px": profile.plane_error_px,
        "colours": {name: list(lab) for name, lab in profile.colours.items()},
    }


def _read(path: Path) -> Profile:
    try:
        data: Any = read_json(path)
        if not isinstance(data, dict) or data["format"] != FORMAT:
            raise ValueError("format")
        lens, plane, error = data["lens"], data["plane"], data["plane_error_px"]
        return Profile(
            str(data["camera"]),
            None if lens is None else Lens.from_json(lens),
            None if plane is None else TablePlane.from_json(plane),
            None if error is None else float(error),
            {str(name): (float(light), float(a), float(b)) for name, (light, a, b) in data["colours"].items()},
        )
    except DamagedFile as error:
        key = "unreadable" if error.key in ("file.unreadable", "file.no_file") else "damaged"
        raise ProfileError(f"calibration.profile_{key}", path) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProfileError("calibration.profile_damaged", path) from error
