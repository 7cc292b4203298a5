"""The sentences of the rulebook of Stained Glass, and which of them a test holds the rules to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

SENTENCES = {entry["says"] for entry in json.loads((Path(__file__).parent / "sentences.json").read_text("utf-8"))}


def says(*sentences: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The sentences of the rulebook that a test holds the rules to."""
    for sentence in sentences:
        assert sentence in SENTENCES, sentence

    def noted(test: Callable[..., Any]) -> Callable[..., Any]:
        vars(test)["says"] = sentences
        return test

    return noted


def said_by(module: ModuleType) -> set[str]:
    """All the sentences that the tests of a file name."""
    return {sentence for test in vars(module).values() for sentence in getattr(test, "says", ())}
