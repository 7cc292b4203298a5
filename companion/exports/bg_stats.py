"""A finished game as an import link of Board Game Stats, and the link as a QR code. No kivy here.

The link is what https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/ asks for: an
address with a url-encoded JSON object. What of it is documented and what we have second hand stands in
``play_facts.json``; nobody of us opened a link with the app, and wherever it is offered we say so.
"""

from __future__ import annotations

import io
import json
import zlib
from datetime import UTC, datetime
from urllib.parse import quote

import numpy as np

from companion.exports.finished_play import FinishedPlay, play_facts
from companion.exports.result_code import MARGIN, Modules, read_code

SOURCE_NAME = "Tableside"
MOST_CODE_BYTES = 1732  # of version 30 with the least correction: 137 modules; a phone reads larger ones badly
_UNESCAPED = "-_.!~*'()"  # what encodeURIComponent leaves as it is (ECMA-262), which the page's readers expect


def bg_stats_play(play: FinishedPlay) -> dict[str, object]:
    """The play as the page's object. What we don't know is left out, but flags are always sent: the app is said to fail
    without them."""
    game: dict[str, object] = {
        "name": play.name,
        "sourceGameId": play.key,
        "highestWins": True,
        "noPoints": False,
    }
    if play.bgg is not None:
        game["bggId"] = play.bgg
    entry: dict[str, object] = {
        "sourceName": SOURCE_NAME,
        "sourcePlayId": play.ident,
        "playDate": datetime.fromtimestamp(play.ended_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": game,
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": _player_ident(player.name),
                "score": player.points,
                "rank": player.rank,
                "winner": player.won,
                "startPlayer": number == 0,
            }
            for number, player in enumerate(play.players)
        ],
    }
    if play.minutes is not None:
        entry["durationMin"] = play.minutes
    if play.expansion:
        entry["board"] = play.expansion
    return entry


def bg_stats_link(play: FinishedPlay) -> str:
    """The import link: opened on a phone with the app, it asks there what to match and then keeps the play."""
    body = json.dumps(bg_stats_play(play), ensure_ascii=False, separators=(",", ":"))
    return str(play_facts()["bg_stats"]["address"]) + quote(body, safe=_UNESCAPED)


def link_code(link: str) -> Modules | None:
    """The modules of a link's QR code (0 ink, 255 white, with the margin), one that was read back where any can be;
    None for a link too long to be read from a screen."""
    if len(link.encode()) > MOST_CODE_BYTES:
        return None
    codes = (_modules(link, mask) for mask in (None, *range(8)))
    first = next(codes)
    return first if read_code(first) == link else next((one for one in codes if read_code(one) == link), first)


def code_svg(link: str) -> str:
    """The link's QR code as an SVG picture."""
    import segno

    text = io.BytesIO()
    segno.make_qr(link, error="l", boost_error=False).save(text, kind="svg", border=MARGIN, scale=4, light="white")
    return text.getvalue().decode()


def _modules(link: str, mask: int | None) -> Modules:
    import segno

    code = segno.make_qr(link, error="l", boost_error=False, mask=mask)
    ink = np.array(list(code.matrix_iter(border=MARGIN)), np.bool_)
    return np.where(ink, np.uint8(0), np.uint8(255))


def _player_ident(name: str) -> str:
    """Short, and the same every evening: the app remembers whom people matched it to."""
    return f"{zlib.crc32(name.encode()):08x}"
