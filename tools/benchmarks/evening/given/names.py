"""``bench evening``: odd names for people, sets, cameras and files: taken everywhere, or refused in a sentence."""

from __future__ import annotations

import io
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np

from calibration.kept_editions import KeptEditions
from calibration.profile import KeptProfiles, Profile
from calibration.references import Reference, ReferencesError
from companion.cli import main
from companion.exports.record_file import record_from_text, record_text
from companion.exports.score_sheet import score_csv
from companion.locale import say
from companion.preferences import KnownPerson, Preferences, load_and_tell, save
from companion.session.seating import Seating
from companion.session.shelf import Shelf
from companion.speech.voices import ProgramVoice
from games.any_game import known_record
from games.carcassonne.jcz import write_jcz
from games.carcassonne.jcz_reading import read_jcz
from games.carcassonne.rules import CARCASSONNE
from games.game import JsonValue, Phrase, Refusal
from tools.benchmarks.evening.measured import Measured

_PARTS = (
    "Anna",
    "Jürgen",
    "שלום",
    "محمد",
    "花子",
    "😀",
    "👩‍👩‍👧",
    "\u202e",
    "\u2066",
    "\ud800",
    "\udfff",
    "\x00",
    "\x1b[31m",
)
_MORE = ("\x00", "\x1b[31m", "--help", "-v", "../", "..", "/", "\\", "con", "a.", " ", "\n", "\u2028", "{name}", "=1+1")
_BARE = Reference("D", ("road", "city", "road", "field"), np.full((16, 16, 3), 99, np.uint8))


def odd_names(n: int, seed: int) -> Measured:
    """``n`` names, each for everything that has one.

    Lost is a name that raises, is refused without a sentence, comes back as another, or leaves its folder.
    """
    losses: list[JsonValue] = []
    outcomes: Counter[str] = Counter()
    for number in range(seed, seed + n):
        name = _drawn(random.Random(number))
        for what, takes in _TAKES.items():
            with tempfile.TemporaryDirectory(prefix="tableside-bench-") as root:
                inside = Path(root) / "inside" / "folder"
                inside.mkdir(parents=True)
                try:
                    outcome = takes(name, inside)
                except (Refusal, ReferencesError) as error:
                    outcome = _refused(error)
                except Exception as error:  # noqa: BLE001  (whatever would end the app is what is measured)
                    outcome = f"{type(error).__name__}: {error}"[:200]
                if {path.name for path in Path(root).iterdir()} | {path.name for path in inside.parent.iterdir()} != {
                    "inside",
                    "folder",
                }:
                    outcome = "left its folder"
            outcomes[outcome if outcome in ("taken", "refused") else "lost"] += 1
            if outcome not in ("taken", "refused"):
                losses.append({"seed": number, "what": what, "name": ascii(name)[:80], "outcome": outcome})
    details = {"uses": n * len(_TAKES), "taken": outcomes["taken"], "refused": outcomes["refused"]}
    return Measured(n, len(losses), {**details, "losses": losses})


def _drawn(rng: random.Random) -> str:
    if rng.random() < 0.1:
        return rng.choice(("x", "ü", "😀", "\u0301")) * rng.choice((61, 300, 200_000))
    return "".join(rng.choice(rng.choice((_PARTS, _MORE))) for _ in range(rng.choice((1, 1, 2, 3))))


def _refused(error: Refusal | ReferencesError) -> str:
    phrase = error.phrase
    for language in ("en", "de"):
        sentence = say(phrase, language)
        sentence.encode()
        if len(sentence.splitlines()) != 1 or len(sentence) > 1000:
            return f"a sentence of {len(sentence)} letters"
    return "refused"


def _played_and_exported(name: str, folder: Path) -> str:
    """New game: seated, begun, played, saved, reopened, exported, said."""
    seating = Seating()
    seating.sit(0, name)
    seating.sit(1, "Ben")
    seats: list[JsonValue] = [{"name": seat.name, "colour": seat.colour} for seat in seating.seats]
    shelf = Shelf(folder, lambda: 1_700_000_000_000)
    session = shelf.start("carcassonne", {"game": "carcassonne", "format": 1, "seats": seats})
    for _ in range(4):
        session.play(session.record.game.sample(session.record.state, random.Random(7)))
    record, path = session.record, shelf.path_of(session)
    session.close()
    (summary,) = shelf.saved()
    again, _ = shelf.resume(summary.path)
    again.close()
    texts = (record_text(record), write_jcz(known_record(record, CARCASSONNE), game_id="tableside", created_ms=0))
    names = (*(one.setup.seats[0].name for one in (record_from_text(texts[0]), read_jcz(texts[1]))), summary.names[0])
    score_csv(record, "de").encode()
    if path != summary.path or {*names, again.record.setup.seats[0].name} != {name}:
        return f"came back as {names!a}"
    return "taken"


def _said(name: str, folder: Path) -> str:
    """Whatever a voice is asked to say, also a name from an old game, goes to a real process."""
    del folder
    voice = ProgramVoice({"en": ((shutil.which("true") or "true",),)})
    voice.say(say(Phrase.of("voice.turn", name=name)), "en")
    voice.stop()
    return "taken"


def _an_edition(name: str, folder: Path) -> str:
    kept = KeptEditions(folder)
    kept.create("Old", (_BARE,))
    try:
        kept.create(name, (_BARE,))
        kept.remove(name)
        made = True
    except ReferencesError:
        made = False
    try:
        kept.rename("Old", name)
    except ReferencesError:
        if made:
            return "made, but not renamed"
        raise
    return "taken" if made and kept.names() == (name,) else f"kept as {kept.names()}"


def _a_camera(name: str, folder: Path) -> str:
    kept = KeptProfiles(folder)
    kept.save(Profile(name, colours={"red": (50.0, 60.0, 40.0)}))
    return "taken" if kept.load(name).parts else "forgotten"


def _remembered(name: str, folder: Path) -> str:
    save(folder, Preferences(people=(KnownPerson(name, "red", name),)))
    read, _ = load_and_tell(folder)
    return "taken" if all(ascii(one.name).isascii() for one in read.people) else "lost"


def _typed(name: str, folder: Path) -> str:
    """As the file of ``import`` and of ``export``."""
    del folder
    said, complained = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(complained):
        code = main(["import", "--", f"{name}.json"])
    return "refused" if code == 1 and len(complained.getvalue().splitlines()) == 1 else f"code {code}"


_TAKES: dict[str, Callable[[str, Path], str]] = {
    "new game": _played_and_exported,
    "voice": _said,
    "edition": _an_edition,
    "camera": _a_camera,
    "preferences": _remembered,
    "command line": _typed,
}
