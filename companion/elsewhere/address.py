"""How people name eyes elsewhere: as a camera's address, ``mqtt://[USER:PASSWORD@]HOST[:PORT]/[CLUB/]TABLE``.

``mqtts`` talks to the broker encrypted; ``?ca=FILE`` names the certificate of who signed the broker's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote, urlsplit

from companion.club.topics import ClubPlace
from games.game import Refusal
from vision.frame_sources import ELSEWHERE
from vision.source_error import SourceError

if TYPE_CHECKING:
    from companion.club.broker import Broker

PORT, TLS_PORT = 1883, 8883
USUAL_CLUB = "club"


def is_elsewhere(camera: str) -> bool:
    """True where this camera is one that another machine looks through."""
    return ELSEWHERE.match(camera.strip()) is not None


def place_and_broker(camera: str) -> tuple[ClubPlace, Broker]:
    """Which table the eyes look at, and the broker. Raises :class:`vision.source_error.SourceError`."""
    from companion.club.broker import Broker  # brings OpenSSL, which a camera of one's own needs not

    try:
        parts = urlsplit(camera.strip())
        levels = [unquote(level) for level in parts.path.split("/") if level]
        if not parts.hostname or not 1 <= len(levels) <= 2:
            raise SourceError(camera, "eyes.bad_address")
        tls = parts.scheme.lower() == "mqtts"
        ca = parse_qs(parts.query).get("ca", [""])[0]
        broker = Broker(
            parts.hostname, parts.port or (TLS_PORT if tls else PORT), tls, ca,
            user=unquote(parts.username or ""), password=unquote(parts.password or ""),
        )  # fmt: skip
        return ClubPlace(levels[0] if len(levels) == 2 else USUAL_CLUB, levels[-1]), broker
    except (ValueError, Refusal) as error:  # a port that is no number, a table that can be no level of a topic
        raise SourceError(camera, "eyes.bad_address") from error
