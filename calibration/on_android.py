"""Whether this is Android, of which Python itself says ``linux``."""

from __future__ import annotations

import os
from collections.abc import Mapping


def on_android(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether python-for-android has begun this process: it says so in the environment."""
    return "ANDROID_ARGUMENT" in environment
