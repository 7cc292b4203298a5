"""The language of this machine, for what is said before anybody chose one."""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping

_NAMED_IN = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is not empty holds (POSIX)
_GERMAN = ("de", "german")  # Windows says German_Germany


def machine_language(environment: Mapping[str, str] = os.environ) -> str:
    """``de`` or ``en``: as the environment names it, else (Windows, macOS from a menu) as the system does.

    The environment comes first, because a system that lacks the data of the language that it names (a small Debian, a
    container) tells Python of American English in its place.
    """
    named = next((environment[key] for key in _NAMED_IN if environment.get(key)), None)
    name = named if named is not None else locale.getlocale()[0] or ""
    return "de" if name.lower().startswith(_GERMAN) else "en"
