"""Names that become the names of files and folders: the one place that checks them, and that makes one from any text.

What is taken can be made on every system that people carry their data to (Windows' rules are the strictest: "Naming
Files, Paths, and Namespaces" of its documentation) and never leads out of the folder that it is put in.
"""

from __future__ import annotations

import re
import zlib

from games.game import Phrase
from games.names import MOST_LETTERS, fault_of, shown

MOST_BYTES = 200  # a name may take 255 bytes on most disks; what is written beside it has a longer one
_NOT_IN_NAMES = frozenset('/\\:*?"<>|')
_RESERVED = frozenset(
    (
        "con",
        "prn",
        "aux",
        "nul",
        "conin$",
        "conout$",
        *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"),
    )
)


def is_file_name(name: str) -> bool:
    """Whether a file or folder of this name can be made on every system, inside the folder it is put in."""
    return (
        fault_of(name) is None
        and len(name.encode()) <= MOST_BYTES
        and not set(name) & _NOT_IN_NAMES
        and name == name.strip(" ")
        and not name.startswith(".")
        and not name.endswith(".")
        and name.split(".")[0].rstrip().lower() not in _RESERVED
    )


def no_file_name(name: str) -> Phrase:
    """The sentence for people about a name that :func:`is_file_name` does not take."""
    return Phrase.of("names.no_file", most=MOST_LETTERS, name=shown(name, 40))


def file_name_for(text: str, *, most: int = 48, default: str = "file", ascii_only: bool = False) -> str:
    """A file name for any text: itself where it can be one, else its letters A to Z and digits with a checksum.

    Args:
        text: what the file is about.
        most: letters before the checksum.
        default: what stands before the checksum where the text has no such letters.
        ascii_only: other letters are rewritten, too.

    >>> file_name_for("Würzburg"), file_name_for("http://cam/1")
    ('Würzburg', 'http-cam-1-91b65723')
    """
    if not ascii_only and is_file_name(text):
        return text
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.")[:most]
    if plain == text and is_file_name(plain):
        return plain
    mark = zlib.crc32(text.encode(errors="surrogatepass"))
    return f"{plain or default}-{mark:08x}"
