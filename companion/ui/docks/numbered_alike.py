"""Buttons beside each other never read the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def numbered_alike(labels: Sequence[str]) -> list[str]:
    """The same words more than once are numbered; the pictures beside them say how they differ."""
    often, seen = Counter(labels), Counter[str]()
    distinct = []
    for label in labels:
        seen[label] += 1
        head = label[:1].upper() + label[1:]
        distinct.append(f"{head} · {seen[label]}" if often[label] > 1 else head)
    return distinct
