"""What was learned of buttons and ports for the next evening: whose button is whose, which ports may be asked.

Kept as JSON in the user's configuration folder. A file that can't be read is set aside, never overwritten in place.
"""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

from calibration.files.kept_file import DamagedFile
from companion.typed_file import read_or_set_aside, set_aside_in_words, write_typed
from devices.buttons import ButtonOwners
from devices.hub import DeviceHub
from devices.switchboard import PortUse
from games.game import Phrase, Refusal

_LOG = logging.getLogger(__name__)

FILE_NAME = "devices.json"


class KnownDevices(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attributes:
    owners: (device, button from 0, seat index) of every claimed button.
    allowed: identities of ports with a common USB-to-serial chip that people said may be asked who they are.
    """

    owners: tuple[tuple[str, int, int], ...] = ()
    allowed: tuple[str, ...] = ()

    @property
    def button_owners(self) -> ButtonOwners:
        """Whose button is whose. Raises :class:`games.game.Refusal` for numbers that can't be."""
        return ButtonOwners.from_json([list(owner) for owner in self.owners])


class KeptDevices:
    """Reads and writes :class:`KnownDevices` in one folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    def load(self) -> KnownDevices:
        """What is known; nothing where there is no file, or where it was damaged and set aside."""
        return self.load_and_tell()[0]

    def load_and_tell(self) -> tuple[KnownDevices, Phrase | None]:
        """What is known, and what people should be told of a damaged file, which is renamed and never written over."""
        known, trouble = read_or_set_aside(self._path, KnownDevices)
        if known is None:
            return KnownDevices(), trouble
        try:
            known.button_owners  # noqa: B018  (numbers that can't be count as damage)
        except Refusal as refusal:
            return KnownDevices(), set_aside_in_words(DamagedFile("file.odd_values", self._path, refusal.value))
        return known, None

    def learn_owners(self, owners: ButtonOwners) -> None:
        """Keep whose button is whose."""
        pairs = tuple((address.device, address.button, seat) for address, seat in owners.owners)
        self._save(msgspec.structs.replace(self.load(), owners=pairs))

    def allow(self, identity: str) -> None:
        """Keep that this port may be asked."""
        known = self.load()
        if identity not in known.allowed:
            self._save(msgspec.structs.replace(known, allowed=(*known.allowed, identity)))

    def _save(self, known: KnownDevices) -> None:
        """Where the folder can't be written this evening goes on as it is, and the log says why."""
        try:
            write_typed(self._path, known)
        except OSError as error:
            _LOG.warning("%s can't be written: %s", self._path, error)


def waiting_ports(hub: DeviceHub) -> tuple[tuple[str, str], ...]:
    """Ports that may be a box of ours but are left alone until people say so: (identity, what to call it)."""
    return tuple(
        (info.identity, f"{info.name}: {info.description or info.identity}")
        for info, use in hub.uses()
        if use is PortUse.ASK_FIRST
    )
