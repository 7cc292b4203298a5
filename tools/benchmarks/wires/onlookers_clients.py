"""Many onlookers in one process of their own: ``python -m tools.benchmarks.wires.onlookers_clients PORT COOKIE N``.

Each keeps a stream open as a browser does and notes on the machine's monotonic clock when a part of the page arrived
that changes with every move. It says ``ready`` once all are connected, and prints one JSON object when its input ends:
for each onlooker the times, in nanoseconds.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

PART = b"event: story"


async def look_on(port: int, cookie: str, arrived: list[int], connected: asyncio.Event) -> None:
    """One onlooker, until it is cancelled or the stream ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(f"GET /events HTTP/1.1\r\nHost: table\r\nCookie: {cookie}\r\nAccept-Language: de\r\n\r\n".encode())
    await writer.drain()
    try:
        while line := await reader.readline():
            if line.startswith(PART):
                arrived.append(time.monotonic_ns())
                connected.set()
    finally:
        writer.close()


async def main(port: int, cookie: str, onlookers: int) -> None:
    """All of them, until the input ends."""
    arrived: list[list[int]] = [[] for _ in range(onlookers)]
    connected = [asyncio.Event() for _ in range(onlookers)]
    tasks = [
        asyncio.create_task(look_on(port, cookie, times, here)) for times, here in zip(arrived, connected, strict=True)
    ]
    await asyncio.gather(*(here.wait() for here in connected))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    ended = sum(task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    print(json.dumps({"ended": ended, "arrived": arrived}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
