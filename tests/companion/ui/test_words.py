"""Every word that the screens ask for is there in both languages, and no word is kept that nobody asks for."""

import re
from pathlib import Path

import pytest

from companion.locale import messages

ROOT = Path(__file__).parents[3] / "companion"
ASKED = re.compile(r"""words\(\s*["']((?:app|voice|table)\.[a-z_.-]+)["']""")
NAMED = re.compile(r"""["']((?:app|voice)\.[a-z_.-]+)["']""")
BUILT = re.compile(r"""f["']((?:app|voice)\.[a-z_]*)\{""")  # "app.chip_{kind}": everything that begins so is asked for


def sources():
    folders = ("ui", "session", "cameras", "editions", "speech", "exports", "rehearsal")
    yield from (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".kv"))
    yield from ROOT.glob("*.py")


@pytest.fixture(scope="module")
def code():
    return "\n".join(path.read_text("utf-8") for path in sources())


def test_every_word_that_is_asked_for_is_there(code):
    assert sorted({*ASKED.findall(code), *NAMED.findall(code)} - set(messages())) == []


def test_every_word_of_the_app_is_asked_for(code):
    named, built = set(NAMED.findall(code)), tuple(set(BUILT.findall(code)))
    idle = [
        key
        for key in messages()
        if key.startswith(("app.", "voice.")) and key not in named and not key.startswith(built)
    ]
    assert idle == []


@pytest.mark.parametrize(
    ("key", "english", "german"),
    [
        (
            "app.no_games",
            "No games yet. Start one or try the demo.",
            "Noch keine Spiele. Starte eins oder probier die Vorführung.",
        ),
        ("table.waiting", "Waiting for a clear view.", "Ich warte auf freie Sicht."),
        ("table.which_one", "Which one was it?", "Welches war es?"),
        (
            "app.camera_lost",
            "Camera lost. Tap your moves; nothing is gone.",
            "Kamera weg. Tippt eure Züge; nichts ist verloren.",
        ),
        ("app.buttons_lost", "Button box unplugged. Use DONE here.", "Tasterbox getrennt. Nehmt FERTIG hier."),
        (
            "app.differs_at",
            "Table and record differ here. Which is right?",
            "Tisch und Protokoll weichen hier ab. Was stimmt?",
        ),
    ],
)
def test_the_sentences_for_bad_moments_stand_as_agreed(key, english, german):
    assert messages()[key] == {"en": english, "de": german}
