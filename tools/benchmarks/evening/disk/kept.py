"""Whether a kept game is what people were told, after whatever was done to it."""

from __future__ import annotations

from pathlib import Path

from companion.store import StoredGame, StoreError
from companion.store.written import bodies_of


def trouble_of(path: Path, confirmed: list[str]) -> str:
    """What is wrong with a game whose process ended in the middle of something; empty where nothing is.

    One press may have been kept and not yet told.
    """
    try:
        stored, record, rescue = StoredGame.open(path)
        stored.close()
    except StoreError as error:
        return error.phrase.key
    kept = list(bodies_of(record.log))
    if kept[: len(confirmed)] != confirmed:
        return f"told {len(confirmed)}, kept {len(kept)}"
    if rescue is not None and rescue.shorter:
        return rescue.phrase.key
    one_press = len({entry.time_ms for entry in record.log[len(confirmed) :]}) <= 1
    return "" if one_press else f"told {len(confirmed)}, kept {len(kept)}: more than one press"
