"""When a picture was taken, as near as can be told from when it arrived.

A press means the table as it is when the button goes down. A frame that arrives later may have been taken before, so
its time is that of its exposure where the driver or the protocol tells it, and otherwise that of its arrival.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from vision.parameters import CHOSEN, Parameters, parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposureTimeParameters(Parameters):
    """How long a picture takes from sensor to program, and how that is learned from its arrivals."""

    # "default": what camera and network need from the exposure to the arrival. Nobody tells it, and too much only
    # makes a press wait so much longer, while too little would take a picture from before the press for one after it.
    # Pictures sent one by one need less than a compressed stream: a VLC server that only passes a stream on needed
    # 0.8 s.
    way_ms: float = parameter(150.0, "ms", "that a frame takes from the sensor to here, where nobody tells", CHOSEN)
    stream_way_ms: float = parameter(1000.0, "ms", "the same of a stream", CHOSEN)
    oldest_dated_ms: float = parameter(10_000.0, "ms", "a camera whose calendar tells more is not set", CHOSEN)
    oldest_ms: float = parameter(2000.0, "ms", "a driver's stamp further back is of another clock", CHOSEN)
    window: int = parameter(
        300, "frames", "among which the quickest one is sought: some seconds to some tens of seconds", CHOSEN
    )
    stray_ms: float = parameter(
        2000.0, "ms", "as much later than the quickest frame as whole runs of frames come ...", CHOSEN
    )
    stray_frames: int = parameter(30, "count", "... so many one after the other ...", CHOSEN)
    steady_ms: float = parameter(
        500.0,
        "ms",
        "... evenly (a queue that is caught up with does not): then the stream's clock had stood still",
        CHOSEN,
    )


PARAMETERS = ExposureTimeParameters()


def driver_time(arrived_ms: float, stamp_ms: float) -> float:
    """When a camera at this machine took a picture, ms on the machine's steady clock.

    Video4Linux stamps each buffer with that same clock (``V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC``), OpenCV hands the stamp
    on as the position. A stamp of another clock, or none, leaves the time of arrival.
    """
    return stamp_ms if 0 <= arrived_ms - stamp_ms <= PARAMETERS.oldest_ms else arrived_ms


class StreamTimes:
    """Puts the times that a stream tells on the machine's clock, by the frames that came quickest.

    A stream's clock begins anywhere, but it runs evenly, while frames are delayed by more or less. The smallest
    difference between arrival and stamp among many frames is that of the one with the least delay, so each frame was
    taken that much after its own stamp, or a little (the least delay) earlier: the minimum filter of NTP (RFC 5905,
    section 10).
    """

    def __init__(self) -> None:
        self._offsets: deque[float] = deque(maxlen=PARAMETERS.window)
        self._last_stamp = -1.0

    def taken(self, arrived_ms: float, stamp_ms: float, age_ms: float | None = None) -> float:
        """When a frame was taken that arrived then and carries this stamp, ms on the clock of arrivals; never later
        than it arrived. ``age_ms`` is its age by the camera's own calendar (RTCP sender reports, RFC 3550 section
        6.4.1), which counts where it makes the frame older: calendars of cameras are often not set."""
        sent_ms = self._sent(arrived_ms, stamp_ms) - PARAMETERS.stream_way_ms
        dated = age_ms is not None and 0 <= age_ms <= PARAMETERS.oldest_dated_ms
        return min(sent_ms, arrived_ms - age_ms - PARAMETERS.way_ms) if dated and age_ms is not None else sent_ms

    def _sent(self, arrived_ms: float, stamp_ms: float) -> float:
        stands = stamp_ms <= self._last_stamp  # it tells no times, or began anew
        self._last_stamp = stamp_ms
        if stands:
            self._offsets.clear()
            return arrived_ms
        self._offsets.append(arrived_ms - stamp_ms)
        recent = list(self._offsets)[-PARAMETERS.stray_frames :]
        late = min(recent) - min(self._offsets) > PARAMETERS.stray_ms
        if len(recent) == PARAMETERS.stray_frames and late and max(recent) - min(recent) < PARAMETERS.steady_ms:
            self._offsets = deque(recent, maxlen=PARAMETERS.window)
        return stamp_ms + min(self._offsets)
