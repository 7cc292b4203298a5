"""A line that is late and loses pieces, for measures on one machine: what ``tc netem`` does, where the kernel has it.

TCP is handed on in pieces of 1,460 bytes, in order, each late by chance. A lost piece stands for the shortest timeout
of TCP and all behind it waits, as without fast retransmission: worse than a wireless network, which repeats for itself.
"""

from __future__ import annotations

import asyncio
import random
import socket
from dataclasses import dataclass

from companion.supervised import Supervised, Task

PIECE = 1_460  # bytes of TCP in an Ethernet frame
AGAIN_S = 0.2  # TCP's shortest timeout on Linux (tcp(7), TCP_RTO_MIN)


@dataclass(frozen=True)
class Line:
    """How bad it is.

    Attributes:
        late_s: least and most seconds that a piece is under way.
        lost: share of pieces that are lost. bits_s: what goes through a second, each way.
    """

    late_s: tuple[float, float] = (0.005, 0.030)
    lost: float = 0.0
    bits_s: float = 20e6


class SlowLine:
    """Listens on :attr:`port` of this machine and hands everything on to ``to``, also a program that comes back."""

    def __init__(self, to: int, line: Line, seed: int) -> None:
        self._to, self._line, self._rng = to, line, random.Random(seed)
        self._listening = socket.socket()
        self._listening.bind(("127.0.0.1", 0))
        self._listening.listen(50)
        self.port: int = self._listening.getsockname()[1]
        self._work = Supervised("slow line", self._hand_on).start()

    def close(self) -> None:
        """Hand nothing on any more."""
        self._work.close(2)

    def _hand_on(self, task: Task) -> None:
        async def serve() -> None:
            server = await asyncio.start_server(self._between, sock=self._listening)
            async with server:
                while not task.stopping:
                    await asyncio.sleep(0.1)

        asyncio.run(serve())

    async def _between(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            far, on = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:  # nobody listens there just now
            back.close()
            return
        await asyncio.gather(self._pieces(near, on), self._pieces(far, back), return_exceptions=True)

    async def _pieces(self, read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        loop, waiting = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()
        sending = asyncio.create_task(_arrive(waiting, write))
        free = due = 0.0  # when the line is free again, and when the last piece arrives
        piece = b"first"
        while piece:
            try:
                piece = await read.read(PIECE)
            except OSError:  # pulled out
                piece = b""
            free = max(free, loop.time()) + len(piece) * 8 / self._line.bits_s
            lost = bool(piece) and self._rng.random() < self._line.lost
            due = max(due, free + self._rng.uniform(*self._line.late_s) + (AGAIN_S if lost else 0.0))
            waiting.put_nowait((due, piece))
        await sending


async def _arrive(waiting: asyncio.Queue[tuple[float, bytes]], write: asyncio.StreamWriter) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due, piece = await waiting.get()
        await asyncio.sleep(max(0.0, due - loop.time()))
        if not piece:
            write.close()
            return
        write.write(piece)
        await write.drain()
