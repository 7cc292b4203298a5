"""Where games are kept: a database and a plain journal each, so that either can be made from the other."""

from __future__ import annotations

from companion.store.places import SUFFIX
from companion.store.put_away import bring_back, put_away
from companion.store.recovery import record_at
from companion.store.store_error import Rescue, StoreError
from companion.store.stored_game import StoredGame
from companion.store.summary import GameSummary, Listing, listed, summaries

__all__ = [
    "SUFFIX",
    "GameSummary",
    "Listing",
    "Rescue",
    "StoreError",
    "StoredGame",
    "bring_back",
    "listed",
    "put_away",
    "record_at",
    "summaries",
]
