"""Where the profiles of this machine's cameras are kept, and by which name a camera is known again."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.files.user_folders import data_folder
from calibration.profile import KeptProfiles, Profile, ProfileError
from companion.commands import CommandError
from games.game import Phrase
from vision.addresses import MASK, masked_address

if TYPE_CHECKING:
    import argparse

FOLDER_NAME = "calibration"
BY_ID = Path("/dev/v4l/by-id")  # udev's own names of cameras: maker, model, serial number


def kept_profiles(folder: Path | None = None) -> KeptProfiles:
    """The profiles; ``folder`` is the data folder by default."""
    return KeptProfiles((folder or data_folder()) / FOLDER_NAME)


def identity_of(camera: str, by_id: Path = BY_ID) -> str:
    """The name by which a camera is known again, from how it was typed.

    A number may be another camera's after the next start, so the camera's own name is taken where the system knows
    it. Names and passwords are left out of addresses.
    """
    if not (camera.isdigit() or camera.startswith("/dev/video")):
        return masked_address(camera).replace(f"{MASK}@", "")
    device = Path(f"/dev/video{camera}" if camera.isdigit() else camera)
    links = sorted(by_id.iterdir()) if by_id.is_dir() else []
    return next((link.name for link in links if link.resolve().name == device.name), device.name.removeprefix("video"))


def chosen_profile(args: argparse.Namespace) -> Profile | None:
    """The profile that ``--profile`` names, or None where it was not typed.

    Raises :class:`CommandError` where nothing is kept under that name, or it can't be read.
    """
    name = getattr(args, "profile", None)
    if name is None:
        return None
    try:
        profile = kept_profiles().load(identity_of(name))
    except ProfileError as error:
        raise CommandError(error.phrase) from error
    if not profile.parts:
        known = ", ".join(kept_profiles().cameras()) or "-"
        raise CommandError(Phrase.of("calibration.no_profile", known=known, name=masked_address(name)))
    return profile


def profile_in_use(camera: str) -> Profile | None:
    """What is kept of a camera, for those who play: None where that is nothing, or can't be read (which is logged and
    told by the table check; the game goes on without)."""
    try:
        profile = kept_profiles().load(identity_of(camera))
    except ProfileError as error:
        logging.getLogger(__name__).warning("the calibration of %s is not used: %s", masked_address(camera), error)
        return None
    return profile if profile.parts else None
