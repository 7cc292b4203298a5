"""Where games are kept: a database and a plain journal each, so that either can be made from the other."""

from __future__ import annotations

from companion.store.places import SUFFIX
from companion.store.recovery import record_at
from companion.store.store_error import Rescue, StoreError
from companion.store.stored_game import StoredGame, delete_game
from companion.store.summary import Listing, Summary, listed, summaries

__all__ = [
    "SUFFIX",
    "Listing",
    "Rescue",
    "StoreError",
    "StoredGame",
    "Summary",
    "delete_game",
    "listed",
    "record_at",
    "summaries",
]
