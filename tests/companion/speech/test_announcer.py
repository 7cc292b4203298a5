"""What is said aloud, when, and when not."""

import wave
from io import BytesIO

import numpy as np
import pytest

from companion.preferences import KnownPerson, Preferences, Voice
from companion.session.rewriting import HoleView
from companion.session.table import TableSession
from companion.session.views import Chip, ChipKind, CloseRace, News, NewsKind
from companion.speech.announcer import Announcer
from companion.speech.score_sentences import number_words, spelled, spoken_working
from companion.speech.sounds import RATE, Sound, samples, wav
from games.carcassonne.rules import CARCASSONNE
from games.carcassonne.state import Setup
from games.game import Phrase, Seat
from games.record import Hole, HoleKind, Record
from vision.explanation import Discrepancy


class Listener:
    """Remembers what was said; talks until told otherwise."""

    def __init__(self):
        self.said, self.talking = [], False

    def say(self, text, language):
        self.said.append(text)

    def busy(self):
        return self.talking

    def stop(self):
        self.talking = False


class Table:
    """Anna and Ben play by touch; what an announcer says and plays is remembered."""

    def __init__(self, **likes):
        self.now_ms = 1_000_000
        self.likes = Preferences(**likes)
        record = Record.start(CARCASSONNE, Setup((Seat("Anna", "red"), Seat("Ben", "blue"))))
        self.session = TableSession(record, lambda: self.now_ms)
        self.voice, self.sounds, self.louds = Listener(), [], []
        self.announcer = Announcer(self.voice, self.heard)

    def heard(self, sound, volume):
        self.sounds.append(sound)
        self.louds.append(volume)

    def play(self, *lines):
        for line in lines:
            self.now_ms += 10
            self.session.play(CARCASSONNE.read(line))
        self.tell()

    def tell(self, view=None):
        seen = view or self.session.view
        self.announcer.hear(self.session.take_news(), seen, self.likes)
        self.announcer.tick(self.now_ms, seen, self.likes)


def city_of_three_tiles_and_a_shield(table):
    """Anna builds, Ben lays elsewhere, Anna finishes: 8 points."""
    table.play("lay BA/CFc+ 0,-1 r90", "follower small City N.S")
    table.play("lay BA/RFr 1,0 r0", "skip")
    table.voice.said.clear()
    table.sounds.clear()
    table.play("lay BA/C 0,-2 r180", "skip")


@pytest.mark.parametrize(
    ("language", "voice", "sentence"),
    [
        ("en", Voice.BRIEF, "Anna, 8."),
        ("de", Voice.BRIEF, "Anna, 8."),
        ("en", Voice.FULL, "Anna, 8 points: city finished, three tiles and a shield. Ben's turn."),
        ("de", Voice.FULL, "Anna, 8 Punkte: Stadt fertig, drei Plättchen, ein Wappen. Ben ist dran."),
    ],
)
def test_a_score_is_said_with_its_reason(language, voice, sentence):
    table = Table(language=language, voice=voice)
    city_of_three_tiles_and_a_shield(table)
    assert table.voice.said == [sentence]


def test_a_name_is_said_the_way_its_owner_wants():
    table = Table(voice=Voice.BRIEF, people=(KnownPerson("Anna", "red", "Ann-ah"),))
    city_of_three_tiles_and_a_shield(table)
    assert table.voice.said == ["Ann-ah, 8."]


def test_nothing_is_said_when_the_voice_is_off():
    table = Table(voice=Voice.OFF)
    city_of_three_tiles_and_a_shield(table)
    assert table.voice.said == []


@pytest.mark.parametrize("what", ["hand", "choice", "discrepancies", "filling"])
def test_the_voice_waits_while_people_are_busy_and_forgets_after_four_seconds(what):
    from dataclasses import replace

    busy = {"hand": True, "choice": CloseRace((), None), "discrepancies": (Discrepancy("0,0", "", "", 1.0),)}
    busy["filling"] = HoleView(0, 0, "Anna", 1, Hole(HoleKind.REMOVED, None))
    for patience, said in ((3900, ["Anna, 8."]), (4100, [])):
        table = Table(voice=Voice.BRIEF)
        table.play("lay BA/CFc+ 0,-1 r90", "follower small City N.S", "lay BA/RFr 1,0 r0", "skip")
        table.session.play(CARCASSONNE.read("lay BA/C 0,-2 r180"))
        table.session.play(CARCASSONNE.read("skip"))
        table.tell(replace(table.session.view, **{what: busy[what]}))
        assert table.voice.said == []
        table.now_ms += patience
        table.tell()
        assert table.voice.said == said


def test_nothing_is_said_over_a_table_that_is_being_corrected():
    """What waits keeps silent while people correct on the screen; what is just being said ends with a correction."""
    table = Table(voice=Voice.FULL)
    table.session.play(CARCASSONNE.read("lay BA/RFr 1,0 r0"))
    table.session.play(CARCASSONNE.read("skip"))
    table.announcer.hear(table.session.take_news(), table.session.view, table.likes)
    table.announcer.tick(table.now_ms, table.session.view, table.likes, busy=True)
    assert table.voice.said == []
    table.tell()
    assert table.voice.said == ["Ben's turn."]
    table.voice.talking = True
    table.session.correct(0, CARCASSONNE.read("lay BA/RFr 1,0 r180"))
    table.tell()
    assert not table.voice.talking


def test_whose_turn_it_is_need_not_be_said():
    table = Table(voice=Voice.FULL, say_turns=False)
    table.play("lay BA/RFr 1,0 r0", "skip")
    assert table.voice.said == []


def test_of_what_waited_only_the_turn_that_it_is_now_is_said():
    """Given somebody who corrects while others play on, then points are told afterwards, but no turn that is over."""
    table = Table(voice=Voice.FULL)
    table.voice.talking = True
    city_of_three_tiles_and_a_shield(table)
    table.play("lay BA/RFr 2,0 r0", "skip")  # Ben's turn has come and gone
    table.voice.talking = False
    for _ in range(5):
        table.tell()
    assert table.voice.said == ["Anna, 8 points: city finished, three tiles and a shield.", "Anna's turn."]


def test_sounds_are_as_loud_as_people_like():
    table = Table(volume=0.35)
    table.play("lay BA/RFr 1,0 r0", "skip")
    assert table.louds == [0.35, 0.35]


def test_sentences_do_not_talk_over_each_other():
    table = Table(voice=Voice.FULL)
    table.play("lay BA/RFr 1,0 r0", "skip")
    table.voice.talking = True
    table.play("lay BA/RFr 2,0 r0", "skip")
    assert table.voice.said == ["Ben's turn."]
    table.voice.talking = False
    table.tell()
    assert table.voice.said == ["Ben's turn.", "Anna's turn."]


def test_what_was_undone_is_not_said():
    table = Table(voice=Voice.FULL)
    table.voice.talking = True
    table.play("lay BA/RFr 1,0 r0", "skip")
    table.session.undo()
    table.voice.talking = False
    table.tell()
    assert table.voice.said == []


def test_a_score_sounds_unlike_a_commit_and_a_lost_device_sounds_once():
    table = Table()
    table.play("lay BA/RFr 1,0 r0", "skip")
    assert set(table.sounds) == {Sound.COMMIT}
    table.sounds.clear()
    for _ in range(3):
        table.session.set_chip(Chip(ChipKind.BUTTONS, True, Phrase.of("table.waiting")))
        table.tell()
    assert table.sounds == [Sound.LOST]
    table.session.set_chip(None, ChipKind.BUTTONS)
    table.tell()
    table.session.set_chip(Chip(ChipKind.BUTTONS, True, Phrase.of("table.waiting")))
    table.tell()
    assert table.sounds == [Sound.LOST, Sound.LOST]


def test_sounds_can_be_switched_off_and_questions_have_their_own():
    table = Table(sounds=False)
    table.play("lay BA/RFr 1,0 r0", "skip")
    assert table.sounds == []
    news = (News(NewsKind.QUESTION, Phrase.of("table.which_one")),)
    table.announcer.hear(news, table.session.view, Preferences())
    assert table.sounds == [Sound.QUESTION]


@pytest.mark.parametrize("sound", Sound)
def test_every_sound_is_short_and_neither_clips_nor_clicks(sound):
    heard = samples(sound)
    assert len(heard) / RATE <= (1.2 if sound is Sound.CLAIM else 0.4)
    assert 0.3 < np.abs(heard).max() < 1
    assert abs(heard[0]) < 0.05
    assert abs(heard[-1]) < 0.01
    with wave.open(BytesIO(wav(sound))) as file:
        assert (file.getframerate(), file.getnchannels(), file.getnframes()) == (RATE, 1, len(heard))


def test_sums_are_said_the_way_people_say_them():
    working = "(6 + 3 − 2) × 2"
    assert spoken_working(working, 14, "de") == "Sechs plus drei minus zwei, mal zwei: vierzehn."
    assert spoken_working(working, 14, "en") == "Six plus three minus two, times two: fourteen."


@pytest.mark.parametrize(
    ("number", "english", "german"),
    [
        (0, "zero", "null"),
        (7, "seven", "sieben"),
        (21, "twenty-one", "einundzwanzig"),
        (30, "thirty", "dreißig"),
        (101, "one hundred and one", "einhunderteins"),
        (999, "nine hundred and ninety-nine", "neunhundertneunundneunzig"),
        (1000, "1000", "1000"),
    ],
)
def test_numbers_in_words(number, english, german):
    assert number_words(number, "en") == english
    assert number_words(number, "de") == german
    assert spelled(f"{number} x", "en") == f"{english} x"
