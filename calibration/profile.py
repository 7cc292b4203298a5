"""What was learned once and is kept: the lens of each camera, the table under it, the colours of the pieces.

One JSON file in the user's data folder; the caller says where. It is written whole, beside the old one first, so that
a power cut leaves either the old or the new.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from calibration.lens import Lens
from calibration.table_plane import TablePlane
from games.game import Phrase

FORMAT = 1


class ProfileError(Exception):
    """The file can't be read or written: ``path``, and ``phrase`` for people."""

    def __init__(self, key: str, path: Path) -> None:
        self.path = path
        self.phrase = Phrase.of(key, path=str(path))
        super().__init__(str(self.phrase))


@dataclass(frozen=True)
class Profile:
    """Everything that was learned.

    Attributes:
        lenses: by camera, as its source was named.
        planes: where the camera stood when it was last used, by camera: a first guess for the next game.
        colours: player colour -> (L, a, b) of its pieces, CIE, in the light of ``colours_light``.
        editions: game -> name of the edition that was last played with.
    """

    lenses: Mapping[str, Lens] = field(default_factory=dict)
    planes: Mapping[str, TablePlane] = field(default_factory=dict)
    colours: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    editions: Mapping[str, str] = field(default_factory=dict)

    def lens_for(self, camera: str, width: int, height: int) -> Lens:
        """The camera's calibrated lens for pictures of this size, or a nominal one."""
        lens = self.lenses.get(camera)
        if lens is None or abs(lens.width / lens.height - width / height) > 0.01:
            return Lens.nominal(width, height)
        return lens.scaled(width, height)

    def with_lens(self, camera: str, lens: Lens) -> Profile:
        """The profile with this lens learned."""
        return replace(self, lenses={**self.lenses, camera: lens})

    def with_plane(self, camera: str, plane: TablePlane) -> Profile:
        """The profile with this stand of the camera."""
        return replace(self, planes={**self.planes, camera: plane})

    def with_colours(self, colours: Mapping[str, tuple[float, float, float]]) -> Profile:
        """The profile with the pieces' colours seen anew."""
        return replace(self, colours={**self.colours, **colours})

    def with_edition(self, game: str, name: str) -> Profile:
        """The profile with the edition that is played with."""
        return replace(self, editions={**self.editions, game: name})


def load_profile(path: Path) -> Profile:
    """Read the profile; a file that is not there is an empty profile.

    Raises :class:`ProfileError` where the file is damaged. It is left as it is, so that nothing is lost.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(data["format"])
        return Profile(
            {name: Lens.from_json(lens) for name, lens in data["lenses"].items()},
            {name: TablePlane.from_json(plane) for name, plane in data["planes"].items()},
            {name: (float(light), float(a), float(b)) for name, (light, a, b) in data["colours"].items()},
            {str(game): str(name) for game, name in data["editions"].items()},
        )
    except FileNotFoundError:
        return Profile()
    except OSError as error:
        raise ProfileError("calibration.profile_unreadable", path) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProfileError("calibration.profile_damaged", path) from error


def save_profile(path: Path, profile: Profile) -> None:
    """Write the profile. Raises :class:`ProfileError` where that is not possible; the old one is then still there."""
    data = {
        "format": FORMAT,
        "lenses": {name: lens.to_json() for name, lens in profile.lenses.items()},
        "planes": {name: plane.to_json() for name, plane in profile.planes.items()},
        "colours": {name: list(lab) for name, lab in profile.colours.items()},
        "editions": dict(profile.editions),
    }
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            json.dump(data, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise ProfileError("calibration.profile_unwritable", path) from error
