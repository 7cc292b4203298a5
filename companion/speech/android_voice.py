"""Android's own voice, which is no program that could be started."""

from __future__ import annotations

from typing import Any

from companion.speech.voices import MOST_SAID
from games.names import shown

_UTTERANCE = "tableside"


class AndroidVoice:
    """Speaks through ``android.speech.tts.TextToSpeech``, which needs a moment to wake up: what is said before is lost.
    See :class:`companion.speech.voices.TunedSpeech`."""

    program = "TextToSpeech"  # for the doctor

    def __init__(self) -> None:
        from jnius import autoclass, cast

        self._class, self._cast = autoclass, cast
        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        self._engine: Any = autoclass("android.speech.tts.TextToSpeech")(activity, None)
        self._volume = 1.0

    def names(self, language: str) -> tuple[str, ...]:
        """None to choose from here: Android's own settings choose it."""
        return ()

    def tune(self, volume: float, name: str) -> None:
        """From now on so loud (0 to 1)."""
        self._volume = volume

    def say(self, text: str, language: str) -> None:
        """Begin to say this; what was being said ends."""
        self._engine.setLanguage(self._class("java.util.Locale")(language))
        how = self._class("android.os.Bundle")()
        how.putFloat("volume", self._volume)  # TextToSpeech.Engine.KEY_PARAM_VOLUME
        said = self._cast("java.lang.CharSequence", self._class("java.lang.String")(shown(text, MOST_SAID)))
        flush = self._class("android.speech.tts.TextToSpeech").QUEUE_FLUSH
        self._engine.speak(said, flush, how, _UTTERANCE)

    def busy(self) -> bool:
        """True while something is being said."""
        return bool(self._engine.isSpeaking())

    def stop(self) -> None:
        """Fall silent."""
        self._engine.stop()
