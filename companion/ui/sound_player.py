"""Plays our sounds through kivy. Where there is no sound device nothing is heard and nothing breaks."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any

from kivy.core.audio import SoundLoader

from companion.speech.sounds import Sound, wav

_LOG = logging.getLogger(__name__)


class SoundPlayer:
    """Loads every sound once, when it is first played."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tableside-sounds-")
        self._loaded: dict[Sound, Any] = {}

    def play(self, sound: Sound, volume: float = 1.0) -> None:
        """Play at once, so loud (0 to 1); a sound that is still heard starts again."""
        if sound not in self._loaded:
            self._loaded[sound] = self._load(sound)
        loaded = self._loaded[sound]
        if loaded is not None:
            loaded.stop()
            loaded.volume = volume
            loaded.play()

    def _load(self, sound: Sound) -> Any:
        path = Path(self._folder.name) / f"{sound.value}.wav"
        try:
            path.write_bytes(wav(sound))
        except OSError as error:  # the disk is full: what sounds is also seen
            _LOG.info("%s is not heard: %s", sound, error)
            return None
        return SoundLoader.load(str(path))

    def close(self) -> None:
        """Let go of the sounds and their files."""
        for loaded in self._loaded.values():
            if loaded is not None:
                loaded.unload()
        self._loaded.clear()
        self._folder.cleanup()
