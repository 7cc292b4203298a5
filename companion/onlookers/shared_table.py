"""The tablet's end of the page: a process of its own serves it, so that nobody who looks on costs the table a frame.

The process reads the game from the disk as ``tableside spectate`` does; over its pipes come presses of phones, and it
is told how the table is (:mod:`companion.onlookers.wire`). It ends when the tablet does.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import IO

import msgspec

from calibration.files.system_reason import system_reason
from companion.onlookers.wire import NotServing, PhonePress, Serving, TableForOnlookers, from_server, line_of
from companion.session.hands.phones import Phones
from companion.session.views import AnySession
from companion.supervised import Failure, Supervised, Task
from games.game import Phrase

COMMAND = (sys.executable, "-m", "companion.cli", "spectate", "--piped")
STOP_S = 1.0  # the process is given to end by itself
_LOG = logging.getLogger(__name__)


class SharedTable:
    """Shares the tablet's table on the local network while it is switched on.

    Args:
        command: starts the process.

    Attributes:
        serving: where the page is and which codes let in; None while it is not served.
        trouble: why it is not, for people; None where that is as they want it.
        phones: the players' phones.
    """

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self.serving: Serving | None = None
        self.trouble: Phrase | None = None
        self.phones = Phones()
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._threads: tuple[Supervised, ...] = ()
        self._heard: deque[Serving | NotServing | PhonePress] = deque()
        self._to_tell: SimpleQueue[TableForOnlookers | None] = SimpleQueue()
        self._shown: TableForOnlookers | None = None

    @property
    def is_on(self) -> bool:
        """It is switched on, whether or not the page can be served."""
        return self._process is not None

    def start(self) -> None:
        """Switch it on."""
        if self._process is not None:
            return
        self.trouble, self._shown, self._to_tell = None, None, SimpleQueue()
        self._heard.clear()
        try:
            process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            self.trouble = Phrase.of("onlookers.not_started", why=system_reason(error))
            return
        self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, stdout, queue = process.stdin, process.stdout, self._to_tell
        self._threads = (
            Supervised("onlookers' page", lambda task: self._hear(task, stdout), failed=self._failed, again=False),
            Supervised("onlookers' table", lambda task: _tell(stdin, queue), failed=self._failed, again=False),
        )
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Switch it off: everybody's page ends. Waits a moment for the process."""
        process, self._process = self._process, None
        self.serving = None
        if process is None:
            return
        self._to_tell.put(None)  # closes its input, which ends it
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for thread in self._threads:
            thread.close(0.5)
        if process.stdout is not None:
            process.stdout.close()

    def tick(self, session: AnySession | None) -> None:
        """Take in what the page told, do what phones pressed, and tell the page how the table is. From the screen's
        clock; nothing here waits."""
        if self._process is None:
            return
        presses = []
        while self._heard:
            match self._heard.popleft():
                case Serving() as serving:
                    self.serving, self.trouble = serving, None
                case NotServing(address, why):
                    self.serving, self.trouble = None, Phrase.of("onlookers.port_taken", address=address, why=why)
                case PhonePress() as press:
                    presses.append(press)
        self.phones.take(presses, session)
        table = self.phones.table_of(session)
        if table != self._shown:
            self._shown = table
            self._to_tell.put(table)
        if self._process.poll() is not None and self.trouble is None:
            self.serving, self.trouble = None, Phrase.of("onlookers.ended")

    def _hear(self, task: Task, stdout: IO[bytes]) -> None:
        for line in stdout:
            if task.stopping:
                return
            try:
                self._heard.append(from_server(line))
            except msgspec.DecodeError as error:
                _LOG.warning("the page told something unknown: %s: %r", error, line[:200])

    def _failed(self, failure: Failure) -> None:
        self.trouble = Phrase.of("onlookers.not_started", why=str(failure.error))


def _tell(stdin: IO[bytes], queue: SimpleQueue[TableForOnlookers | None]) -> None:
    # Where the process has ended, writing breaks and so does closing, which writes what is left: the screen notices it.
    with suppress(BrokenPipeError), stdin:
        while (message := queue.get()) is not None:
            stdin.write(line_of(message))
            stdin.flush()
