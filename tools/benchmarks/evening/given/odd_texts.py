"""``bench evening``: texts that people hand over or entered, in odd spellings, before every command that opens them."""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np

from companion.exports.record_file import record_text
from companion.titles.registry import game_named
from games.game import SEAT_COLOURS, JsonValue, Seat
from games.record import Record
from tools.benchmarks.evening.given.asked_commands import asked_here
from tools.benchmarks.evening.given.files import kept_kinds, own_home
from tools.benchmarks.evening.measured import Measured

NAMES = ("Änne Groß", "Zoë")  # what other encodings spell otherwise
BOM_UTF16_BE = b"\xfe\xff"

SPELLINGS: Mapping[str, Callable[[str], bytes]] = {
    "Latin-1": lambda text: text.encode("latin-1", "replace"),
    "Windows with curved quotes": lambda text: text.replace('"', "\u201c").encode("cp1252", "replace"),
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16 with a mark": lambda text: text.encode("utf-16"),
    "UTF-16, other order": lambda text: BOM_UTF16_BE + text.encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "UTF-7": lambda text: text.encode("utf-7"),
    "EBCDIC": lambda text: text.encode("cp500", "replace"),
    "a NUL before it": lambda text: b"\x00" + text.encode(),
    "a NUL in it": lambda text: text.encode().replace(b",", b",\x00", 1),
    "a NUL in a word": lambda text: text.replace("e", "e\x00", 3).encode(),
    "nothing but NULs": lambda text: bytes(len(text)),
    "NULs behind it": lambda text: text.encode() + bytes(4096),
    "old ends of lines": lambda text: text.replace("\n", "\r").encode(),
    "other ends of lines": lambda text: text.replace("\n", "\u2028").encode(),
    "half a letter": lambda text: text.encode() + "ö".encode()[:1],
    "surrogates as bytes": lambda text: text.replace("e", "\ud83d", 2).encode("utf-8", "surrogatepass"),
    "surrogates as escapes": lambda text: text.replace("e", "\\ud83d", 2).encode(),
    "overlong": lambda text: text.encode().replace(b"/", b"\xc0\xaf").replace(b"a", b"\xc1\xa1", 1),
    "right to left": lambda text: ("\u202e" + text).encode(),
    "nothing": lambda _: b"",
    "white": lambda _: b" \r\n\t\x0c\xc2\xa0",
    "as it should be": lambda text: text.encode(),
}

_TABLE = "file,type,north,east,south,west,name\nwhole.png,D,city,road,field,road,Straße\n"
_TRUTH = json.dumps(
    {"photo": "whole.png", "tiles": [], "followers": [], "ignored_cells": [], "lattice_to_photo": np.eye(3).tolist()}
)
_TOURNAMENT = json.dumps({"game": "carcassonne", "players": list(NAMES), "rounds": []}, ensure_ascii=False)
_ROWS = '{"ms": 1, "port": "/dev/ttyÜSB0", "line": "{}"}\n'
_REFERENCES = ("--game", "carcassonne", "--references", "FOLDER")
_QUICK = ("--without-baseline", "--json")

# TEXT stands for the odd file, FOLDER for the folder that holds it; WHOLE for a sound picture.
_HANDED: Mapping[str, tuple[str, Callable[[], str], tuple[str, ...]]] = {
    "record": ("record.json", lambda: _record("carcassonne"), ("import", "TEXT", "--json")),
    "save of JCloisterZone": ("evening.jcz", lambda: _jcz(), ("import", "TEXT", "--json")),
    "save": ("evening.tableside", lambda: _record("riga"), ("export", "json", "--game-file", "TEXT")),
    "save before report": ("evening.tableside", lambda: _record("riga"), ("report", "--game-file", "TEXT")),
    "evening": ("evening.json", lambda: _evening(), ("replay", "FOLDER", "--json")),
    "references": ("references.csv", lambda: _TABLE, ("read", "WHOLE", *_REFERENCES)),
    "truth": ("table-1.json", lambda: _TRUTH, ("bench", "vision", "--photos", "FOLDER", *_QUICK)),
    "tournament": ("swiss.json", lambda: _TOURNAMENT, ("club", "--tournament", "TEXT")),
    "recorded line": ("line.jsonl", lambda: _ROWS, ("devices", "replay", "TEXT")),
    "boxes": ("boxes.zip", lambda: _TABLE, ("boxes", "--json", "import", "TEXT")),
}  # fmt: skip

# What is typed after one of the files that people entered was spoilt; nothing of it may be lost on them.
_AFTERWARDS: tuple[tuple[str, ...], ...] = (
    ("boxes", "--json"),
    ("editions", "--json"),
    ("cards", "--json"),
    ("calibrate", "show", "--json"),
    ("export", "json"),
)


def odd_texts(n: int, seed: int) -> Measured:
    """``n`` texts that are spelled oddly, in turn: handed to a command, or found where people entered them once.

    Lost is one that a command answers with anything but an answer or one line.
    """
    losses: list[JsonValue] = []
    outcomes: Counter[str] = Counter()
    for number in range(n):
        rng = random.Random(seed + number)
        with tempfile.TemporaryDirectory() as name, own_home(Path(name)) as config:
            try:
                rows = _handed(Path(name), rng, number) if number % 2 else _entered(config, rng, number)
            except Exception as error:  # noqa: BLE001  (whatever leaves a command is what is measured)
                rows = [("", f"{type(error).__name__}: {error}")]
        for what, outcome in rows:
            outcomes[outcome if outcome in ("answered", "refused") else "lost"] += 1
            if outcome not in ("answered", "refused"):
                losses.append({"seed": seed + number, "number": number, "text": what, "what": outcome})
    return Measured(n, len(losses), {"asked": sum(outcomes.values()), **outcomes, "losses": losses})


def _handed(root: Path, rng: random.Random, number: int) -> list[tuple[str, str]]:
    what = list(_HANDED)[number // 2 % len(_HANDED)]
    file, text, words = _HANDED[what]
    spelling = rng.choice(list(SPELLINGS))
    folder = root / "handed"
    folder.mkdir()
    path, whole = folder / file, folder / "whole.png"
    cv2.imwrite(str(whole), np.full((48, 64, 3), 90, np.uint8))
    path.write_bytes(SPELLINGS[spelling](text()))
    places = {"TEXT": str(path), "FOLDER": str(folder), "WHOLE": str(whole)}
    return [(f"{what}: {spelling}", asked_here([places.get(word, word) for word in words]))]


def _entered(config: Path, rng: random.Random, number: int) -> list[tuple[str, str]]:
    kinds = {name: kind for name, kind in kept_kinds(config).items() if not name.startswith("picture")}
    for kind in kept_kinds(config).values():
        kind.enter()
    what, spelling = list(kinds)[number // 2 % len(kinds)], rng.choice(list(SPELLINGS))
    path = kinds[what].path()
    path.write_bytes(SPELLINGS[spelling](path.read_text(encoding="utf-8")))
    return [(f"{what}: {spelling}: {' '.join(words)}", asked_here(list(words))) for words in _AFTERWARDS]


def _record(key: str) -> str:
    game = game_named(key)
    seats = tuple(Seat(name, colour) for name, colour in zip(NAMES, SEAT_COLOURS, strict=False))
    return record_text(Record.start(game, game.setup(seats)))


def _jcz() -> str:
    players = [{"name": name, "slot": slot} for slot, name in enumerate(NAMES)]
    return json.dumps({"version": "5", "players": players, "replay": [], "setup": {}}, ensure_ascii=False)


def _evening() -> str:
    players = [{"name": name, "colour": colour} for name, colour in zip(NAMES, SEAT_COLOURS, strict=False)]
    frames = [{"file": "whole.png", "hold": 1}]
    return json.dumps({"game": "carcassonne", "players": players, "frames": frames, "truth": []}, ensure_ascii=False)
