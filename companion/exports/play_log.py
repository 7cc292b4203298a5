"""Finished games as a play log: a CSV with a row a player, whose columns are what BoardGameGeek calls these things.

The names are those of its XML API2 (https://boardgamegeek.com/wiki/page/BGG_XML_API2, command ``plays``). It has no
import of CSV itself; programs that log plays there read one.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import datetime

from companion.exports.finished_play import FinishedPlay

COLUMNS = (
    "date", "quantity", "length", "incomplete", "nowinstats", "item", "objectid", "comments",
    "name", "startposition", "color", "score", "win",
)  # fmt: skip


def play_log(plays: Iterable[FinishedPlay]) -> str:
    """The plays with a heading row. ``date`` is the day on which a game began where people sat; ``length`` is in
    minutes, 0 where nobody knows, as there."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for play in plays:
        day = datetime.fromtimestamp(play.started_ms / 1000).date().isoformat()
        for place, player in enumerate(play.players, 1):
            about = (day, 1, play.minutes or 0, 0, 0, play.name, play.bgg or "", play.expansion)
            writer.writerow((*about, player.name, place, player.colour, player.points, int(player.won)))
    return text.getvalue()
