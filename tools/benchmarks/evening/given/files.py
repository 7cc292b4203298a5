"""``bench evening``: a file that people entered is damaged; what they are told, and whether the damaged one is kept."""

from __future__ import annotations

import os
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.files.user_folders import config_folder
from calibration.profile import Profile
from calibration.references import Reference, ReferencesError
from companion import preferences
from companion.cameras.profiles import kept_profiles
from companion.editions.glass_sets import glass_in_use, glass_sets
from companion.editions.kept_tiles import SetInPlay, choice, choose, kept_editions, known_of, learn
from companion.editions.place_sets import place_sets, places_in_use
from companion.editions.postal_map import forget_map, keep_map, own_map
from companion.editions.riga_cards import card_troubles, enter_card, own_cards
from companion.kept_troubles import kept_troubles
from companion.session.hands.known_devices import KeptDevices
from games.carcassonne.stained_glass.windows import glass_kinds
from games.game import JsonValue, Refusal
from games.riga.box.buildings import default_cards
from games.thurn_and_taxis.atlas import atlas_named
from tools.benchmarks.evening.given.mutations import mutated
from tools.benchmarks.evening.measured import Measured
from vision.stained_glass import edition

_PICTURE = np.full((64, 64, 3), 120, np.uint8)


@dataclass(frozen=True, slots=True)
class KeptKind:
    """A kind of file that people entered.

    Attributes:
        path: where it lies.
        read: what the app does with it when it starts and when it is played with.
        enter: what people do next, which writes the file again.
    """

    path: Callable[[], Path]
    read: Callable[[], object]
    enter: Callable[[], object]


def damaged_files(n: int, seed: int) -> Measured:
    """``n`` files, each damaged in one way, then read, then entered anew.

    Lost is one that raises, or whose damage nobody is told of although it was written over.
    """
    losses: list[JsonValue] = []
    outcomes: Counter[str] = Counter()
    for number in range(seed, seed + n):
        rng = random.Random(number)
        with tempfile.TemporaryDirectory(prefix="tableside-bench-") as name, own_home(Path(name)) as config:
            kinds = kept_kinds(config)
            which = rng.choice(sorted(kinds))
            for kind in kinds.values():
                kind.enter()
            way, damaged = _damage(kinds[which].path(), rng)
            try:
                outcome = _looked_after(kinds[which], config, damaged)
            except Exception as error:  # noqa: BLE001  (whatever would end the app is what is measured)
                outcome = f"{type(error).__name__}: {error}"
        outcomes[outcome if outcome in ("read", "told") else "lost"] += 1
        if outcome not in ("read", "told"):
            losses.append({"seed": number, "file": which, "way": way, "what": outcome[:200]})
    return Measured(n, len(losses), {"read": outcomes["read"], "told": outcomes["told"], "losses": losses})


def _looked_after(kind: KeptKind, config: Path, damaged: bytes | None) -> str:
    before = preferences.load_and_tell(config)[1]
    phrases = {str(phrase) for phrase in kept_troubles(config)} | ({str(before)} if before is not None else set())
    kind.read()
    try:
        kind.enter()
    except (OSError, ReferencesError, Refusal):
        return "told" if phrases else "could not be entered, and nobody was told"
    if not phrases:
        return "read"
    everything = [path for path in config.parent.parent.rglob("*") if path.is_file()]
    if damaged is None:  # a folder in its place: still there under some name
        return "told" if any(path.name == "inside" for path in everything) else "the folder is gone"
    kept = any(path.read_bytes() == damaged for path in everything)
    return "told" if kept else "told, but the damaged file was written over"


def _damage(path: Path, rng: random.Random) -> tuple[str, bytes | None]:
    content = path.read_bytes()
    roll = rng.random()
    if roll < 0.08:
        path.unlink()
        (path / "inside").parent.mkdir()
        (path / "inside").write_text("a folder where the file belongs")
        return "folder", None
    if path.suffix == ".png":
        at = rng.randrange(len(content))
        flipped = content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
        spoilt = rng.choice((b"", bytes(len(content)), content[:at], b"\x00" + content, flipped))
        path.write_bytes(spoilt)
        return "bytes", spoilt
    if roll < 0.2 or path.suffix == ".csv":
        utf16, latin1 = content.decode().encode("utf-16"), content + "größer".encode("latin-1")
        way = rng.choice((b"", bytes(len(content)), b"\xff\xfe" + content, utf16, latin1, b"\xfc" * 99))
        spoilt = rng.choice((way, content[: len(content) // 2], b"\x00" + content, content.replace(b",", b";")))
        path.write_bytes(spoilt)
        return "bytes", spoilt
    named, spoilt = mutated(content, rng)
    path.write_bytes(spoilt)
    return named, spoilt


@contextmanager
def own_home(root: Path) -> Iterator[Path]:
    """Folders of somebody's own for as long as this lasts; yields the configuration folder."""
    names = {"XDG_DATA_HOME": root / "data", "XDG_CONFIG_HOME": root / "config"}
    before = {name: os.environ.get(name) for name in names}
    os.environ.update({name: str(folder) for name, folder in names.items()})
    try:
        yield config_folder()
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def kept_kinds(config: Path) -> dict[str, KeptKind]:
    """Every kind of file that people entered, by name."""
    likes = preferences.Preferences(people=(preferences.KnownPerson("Anna", "red"),), camera="http://cam/1")
    devices = KeptDevices(config)
    card = default_cards().cards[0]
    return {
        "preferences": KeptKind(
            lambda: config / preferences.FILE_NAME,
            lambda: preferences.load(config),
            lambda: preferences.save(config, likes),
        ),
        "devices": KeptKind(lambda: config / "devices.json", devices.load, lambda: devices.allow("1a86:7523")),
        "choice": KeptKind(lambda: kept_editions().folder / "in-use.json", choice, lambda: choose(SetInPlay("Mine"))),
        "profile": KeptKind(
            lambda: kept_profiles().path_of("cam"),
            kept_profiles().troubles,
            lambda: kept_profiles().save(Profile("cam", colours={"red": (50.0, 60.0, 40.0)})),
        ),
        "cards": KeptKind(
            lambda: Path(os.environ["XDG_DATA_HOME"]) / "tableside" / "riga" / "cards.json",
            lambda: (own_cards(), card_troubles()),
            lambda: enter_card(card),
        ),
        "map": KeptKind(
            lambda: Path(os.environ["XDG_DATA_HOME"]) / "tableside" / "maps" / "base.json",
            lambda: own_map("base"),
            _enter_map,
        ),
        "edition": KeptKind(
            lambda: kept_editions().folder / "Mine" / "references.csv", lambda: known_of("Mine"), _learn_tile
        ),
        "picture of a tile": KeptKind(
            lambda: kept_editions().folder / "Mine" / "001.png", lambda: known_of("Mine"), _learn_tile
        ),
        "picture of a place": KeptKind(lambda: place_sets().folder / "Mine" / "1.png", places_in_use, _keep_places),
        "glass": KeptKind(lambda: glass_sets().folder / "Mine" / "references.csv", glass_in_use, _keep_glass),
        "places": KeptKind(lambda: place_sets().folder / "chosen.json", place_sets().chosen, _keep_places),
    }


def _enter_map() -> None:
    forget_map("base")
    keep_map(atlas_named("base"))


def _learn_tile() -> None:
    view = Reference("D", ("road", "city", "road", "field"), _PICTURE)
    choose(SetInPlay("Mine"))
    learn("Mine", view)


def _keep_glass() -> None:
    if "Mine" not in glass_sets().names():
        glass_sets().keep(
            "Mine",
            [
                (kind, np.full((edition.PARAMETERS.size, edition.PARAMETERS.size, 3), 90, np.uint8))
                for kind in glass_kinds()[:3]
            ],
        )
    glass_sets().choose("Mine")


def _keep_places() -> None:
    place_sets().keep("Mine", {1: _PICTURE})
    place_sets().choose("Mine")
