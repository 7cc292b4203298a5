"""What the system says of a file or address that it refuses."""

from __future__ import annotations


def system_reason(error: Exception) -> str:
    """The system's own words (``"No space left on device"``), without number and path; of another error its own."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
