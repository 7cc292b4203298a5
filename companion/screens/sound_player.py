"""Plays our sounds through kivy. Where there is no sound device nothing is heard and nothing breaks."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from kivy.core.audio import SoundLoader

from companion.sounds import Sound, wav


class SoundPlayer:
    """Loads every sound once, when it is first played."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tableside-sounds-")
        self._loaded: dict[Sound, Any] = {}

    def play(self, sound: Sound) -> None:
        """Play at once; a sound that is still heard starts again."""
        if sound not in self._loaded:
            path = Path(self._folder.name) / f"{sound.value}.wav"
            path.write_bytes(wav(sound))
            self._loaded[sound] = SoundLoader.load(str(path))
        loaded = self._loaded[sound]
        if loaded is not None:
            loaded.stop()
            loaded.play()

    def close(self) -> None:
        """Let go of the sounds and their files."""
        for loaded in self._loaded.values():
            if loaded is not None:
                loaded.unload()
        self._loaded.clear()
        self._folder.cleanup()
