"""``bench evening``: record files and JCloisterZone saves, each spoilt in one way, handed to ``tableside import``."""

from __future__ import annotations

import io
import random
import tempfile
import time
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from companion.cli import main
from companion.exports.record_file import record_text
from companion.titles.registry import game_keys, game_named
from games.any_game import AnyRecord, known_record
from games.carcassonne.jcz import write_jcz
from games.carcassonne.rules import CARCASSONNE
from games.game import SEAT_COLOURS, JsonValue, Refusal, Seat
from games.record import Record
from tools.benchmarks.evening.given.mutations import mutated
from tools.benchmarks.evening.measured import Measured

_NAMES = ("Anna", "Ben", "Clara", "David", "Emil", "Frida")
MOST_MS = 10_000  # an import that takes longer counts as lost: people would take it for hung


def drawn_record(rng: random.Random, key: str | None = None) -> AnyRecord:
    """A game of chance: which, how many play it, in what colours and how far."""
    game = game_named(key or rng.choice(game_keys()))
    while True:
        colours = rng.sample(SEAT_COLOURS, 5)
        seats = tuple(Seat(name, colour) for name, colour in zip(_NAMES, colours[: rng.randint(2, 5)], strict=False))
        try:
            record = Record.start(game, game.setup(seats))
            break
        except Refusal:
            continue  # too many for this game, or a colour that its box does not have
    for _ in range(rng.randint(1, 40)):
        if game.player_to_move(record.state) is None:
            break
        record = record.play(game.sample(record.state, rng))
    return record


def mutated_imports(n: int, seed: int) -> Measured:
    """``n`` spoilt files; what is neither read nor refused in one line is lost."""
    losses: list[JsonValue] = []
    outcomes: Counter[str] = Counter()
    slowest_ms = 0.0
    with tempfile.TemporaryDirectory(prefix="tableside-bench-") as name:
        for number in range(seed, seed + n):
            rng = random.Random(number)
            path, way = _spoilt_file(Path(name), rng)
            begun = time.perf_counter()
            outcome = imported(path)
            took_ms = 1000 * (time.perf_counter() - begun)
            slowest_ms = max(slowest_ms, took_ms)
            outcomes[outcome if outcome in ("read", "refused") else "lost"] += 1
            if outcome not in ("read", "refused") or took_ms > MOST_MS:
                losses.append({"seed": number, "file": path.suffix, "way": way, "what": outcome, "ms": round(took_ms)})
    details = {"read": outcomes["read"], "refused": outcomes["refused"], "slowest_ms": round(slowest_ms)}
    return Measured(n, len(losses), {**details, "losses": losses})


def imported(path: Path) -> str:
    """What ``tableside import`` makes of a file: ``read``, ``refused`` in one line, or what went wrong."""
    said, complained = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(complained):
            code = main(["import", "--json", str(path)])
    except Exception as error:  # noqa: BLE001  (whatever leaves the command is what is measured)
        return f"{type(error).__name__}: {error}"[:200]
    lines = complained.getvalue().splitlines()
    if code == 0:
        return "read" if not lines else f"read, and said {lines}"
    if code == 1 and len(lines) == 1 and len(lines[0]) < 1000:
        return "refused"
    return f"code {code}, {len(lines)} lines, {sum(map(len, lines))} letters"


def _spoilt_file(folder: Path, rng: random.Random) -> tuple[Path, str]:
    if rng.random() < 0.5:
        record, ending = drawn_record(rng, "carcassonne"), ".jcz"
        text = write_jcz(known_record(record, CARCASSONNE), game_id="tableside-0", created_ms=1_700_000_000_000)
    else:
        record, ending = drawn_record(rng), ".json"
        text = record_text(record)
    way, content = mutated(text.encode(), rng)
    path = folder / f"spoilt{ending}"
    path.write_bytes(content)
    return path, way
