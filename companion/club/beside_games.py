"""What the club keeps beside a table's games, where the tablet and whoever tells the club both look: how far the club
has heard, and that people at the table wait for a helper."""

from __future__ import annotations

import json
import logging
from pathlib import Path

HEARD = "club-heard.json"
HELPER = "helper-please.json"  # there as long as people wait

_LOG = logging.getLogger(__name__)


def is_in_a_club(folder: Path) -> bool:
    """The games of this folder are, or once were, told to a club."""
    return (folder / HEARD).exists()


def ask_for_helper(folder: Path, now_ms: int | None) -> None:
    """People at this table wait for a helper since then; None: nobody does. Raises ``OSError``."""
    path = folder / HELPER
    if now_ms is None:
        path.unlink(missing_ok=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"since_ms": now_ms}), encoding="utf-8")


def waits_since(folder: Path) -> int | None:
    """Since when people wait for a helper, milliseconds since the epoch; None where nobody does."""
    path = folder / HELPER
    try:
        return int(json.loads(path.read_text(encoding="utf-8"))["since_ms"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:  # somebody asked, whenever that was
        _LOG.info("%s: %r", path, error)
        return 0
