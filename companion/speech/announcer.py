"""What is said aloud and which sound is heard, and when to keep silent. No kivy: voice and sounds come in from outside.

Silence while a hand is over the table, a question is open or table and record differ; after corrections, undo, replay
and resume; and for whatever is older than four seconds. Everything that is heard can also be seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.locale import messages, say
from companion.preferences import Preferences, Voice
from companion.session.views import AnyView, News, NewsKind
from companion.speech.score_sentences import brief, full, spelled
from companion.speech.sounds import Sound
from companion.speech.voices import Speech, TunedSpeech
from games.game import Phrase, ScoreLine

STALE_MS = 4000


@dataclass(frozen=True, slots=True)
class _Waiting:
    """What is to be said: what happened, and whose turn it was then, which is told only where nothing came after it."""

    text: str
    turn: str
    time_ms: int


class Announcer:
    """Turns news into sentences and sounds.

    Args:
        speech: what speaks; None where nothing can.
        play: plays a sound at once, so loud (0 to 1).
    """

    def __init__(self, speech: Speech | None, play: Callable[[Sound, float], object] | None) -> None:
        self._speech = speech
        self._play = play
        self._waiting: deque[_Waiting] = deque()
        self._lost: set[str] = set()  # device sentences that were already told with a sound

    @property
    def can_speak(self) -> bool:
        """True where there is a voice at all."""
        return self._speech is not None

    def hear(self, news: Sequence[News], view: AnyView, preferences: Preferences) -> None:
        """Take in what just happened; ``view`` is the table after it."""
        commits = [one for one in news if one.kind is NewsKind.COMMITTED]
        for one in news:
            self._sound(one, view, preferences)
            if one.kind is NewsKind.COMMITTED:
                text = self._sentences(one, view, preferences)
                turn = self._next(one, view, preferences) if one is commits[-1] else ""
                if self._waiting:  # the turn that was to be told is over
                    self._waiting[-1] = replace(self._waiting[-1], turn="")
                self._waiting.append(_Waiting(text, turn, one.time_ms))
                self._waiting = deque(waits for waits in self._waiting if waits.text or waits.turn)
            elif one.kind in (NewsKind.UNDONE, NewsKind.CORRECTED, NewsKind.QUESTION, NewsKind.OUT_OF_STEP):
                self.stop()  # also what is just being said: it is no longer so, or in the way

    def voices(self, language: str) -> tuple[str, ...]:
        """Those that can be chosen, the best first."""
        return self._speech.names(language) if isinstance(self._speech, TunedSpeech) else ()

    def tick(self, now_ms: int, view: AnyView | None, preferences: Preferences, *, busy: bool = False) -> None:
        """Say what waits, if this is a moment to speak; ``busy`` while people correct or look back on the screen."""
        self._lost &= _lost_now(view)
        while self._waiting and now_ms - self._waiting[0].time_ms > STALE_MS:
            self._waiting.popleft()
        if self._speech is None or not self._waiting or self._speech.busy() or busy or must_be_silent(view):
            return
        if preferences.voice is Voice.OFF:
            self._waiting.clear()
            return
        waits = self._waiting.popleft()
        self._say(" ".join(part for part in (waits.text, waits.turn) if part), preferences)

    def rehearse(self, text: str, preferences: Preferences) -> None:
        """Say this now, whatever waits: the settings' "how does it sound"."""
        self._say(text, preferences)

    def _say(self, text: str, preferences: Preferences) -> None:
        if isinstance(self._speech, TunedSpeech):
            self._speech.tune(preferences.volume, preferences.voice_name)
        if self._speech is not None:
            self._speech.say(text, preferences.language)

    def stop(self) -> None:
        """Fall silent and forget what waits."""
        self._waiting.clear()
        if self._speech is not None:
            self._speech.stop()

    def _sentences(self, news: News, view: AnyView, preferences: Preferences) -> str:
        """What happened, in words."""
        language = preferences.language

        def name(seat: int) -> str:
            return preferences.spoken_name(view.seats[seat].name)

        lines = [event.line for event in news.events if event.line is not None and not event.line.final]
        if preferences.voice is Voice.BRIEF:
            claimed = [spelled(say(phrase, language), language) for phrase in _claims(news)]
            return " ".join([*(brief(line, name, language) for line in lines), *claimed])
        sentences = [full(line, name, language) for line in lines]
        sentences += [spelled(say(phrase, language), language) for phrase in _claims(news)]
        return " ".join(sentences)

    def _next(self, news: News, view: AnyView, preferences: Preferences) -> str:
        """Whose turn it is now, or that the game is over."""
        if preferences.voice is not Voice.FULL:
            return ""
        if view.over:
            return say(Phrase.of("voice.over"), preferences.language)
        if preferences.say_turns and view.active is not None and view.active != news.player:
            name = preferences.spoken_name(view.seats[view.active].name)
            return say(Phrase.of("voice.turn", name=name), preferences.language)
        return ""

    def _sound(self, news: News, view: AnyView, preferences: Preferences) -> None:
        sound = self._sound_of(news, view)
        if sound is not None and self._play is not None and preferences.sounds:
            self._play(sound, preferences.volume)

    def _sound_of(self, news: News, view: AnyView) -> Sound | None:
        match news.kind:
            case NewsKind.COMMITTED:
                if _claims(news):
                    return Sound.CLAIM
                return Sound.SCORE if _scores(news) else Sound.COMMIT
            case NewsKind.QUESTION | NewsKind.OUT_OF_STEP:
                return Sound.QUESTION
            case NewsKind.DEVICE:
                # Once for each loss: the same sentence sounds again only after its chip was gone.
                text = str(news.phrase)
                if text not in _lost_now(view) or text in self._lost:
                    return None
                self._lost.add(text)
                return Sound.LOST
        return None


def _lost_now(view: AnyView | None) -> set[str]:
    return {str(chip.phrase) for chip in view.chips if chip.lost} if view is not None else set()


def must_be_silent(view: AnyView | None) -> bool:
    """True while speaking would be in the way: a hand over the table, an open question, table and record differing, a
    turn that is told again."""
    if view is None or view.hand or view.filling is not None:
        return True
    return view.open_question is not None or bool(view.discrepancies)


def _claims(news: News) -> list[Phrase]:
    """What changed hands without points, as it is said: events that have a spoken form of their own."""
    return [
        Phrase(f"voice.{event.phrase.key}", event.phrase.values)
        for event in news.events
        if event.line is None and f"voice.{event.phrase.key}" in messages()
    ]


def _scores(news: News) -> list[ScoreLine]:
    return [event.line for event in news.events if event.line is not None]
