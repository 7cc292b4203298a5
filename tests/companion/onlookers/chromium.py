"""A real Chromium without a window, driven over the pipe of its DevTools protocol: a viewport, keys, the accessibility
tree. Nothing is installed for it; where there is no Chromium the tests that need one are skipped and say so."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

PATIENCE_S = 30.0
# Chromium's sandbox can't be made by root, as tests run in containers.
_OPTIONS = (
    "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-dev-shm-usage", "--hide-scrollbars",
)  # fmt: skip


@dataclass(frozen=True)
class Named:
    """What a screen reader is told of a thing: what it is, its name."""

    role: str
    name: str


@dataclass
class Chromium:
    """One browser.

    Args:
        program: to start.
        folder: of its profile, new.
    """

    program: str
    folder: Path
    _number: int = 0
    _events: list[dict[str, Any]] = field(default_factory=list)

    def __enter__(self) -> Chromium:
        (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
        sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()
        command = [self.program, *_OPTIONS, *sandbox, f"--user-data-dir={self.folder}", "about:blank"]
        # The protocol's pipe is at 3 (it reads) and 4 (it writes).
        moved = 'exec 3<&"$0" 4>&"$1"; shift; exec "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", moved, str(theirs_in), str(theirs_out), *command],
            pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self._out, self._in = os.fdopen(ours_out, "wb", buffering=0), os.fdopen(ours_in, "rb")
        self._rest = b""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._out.close()
        self._in.close()

    def page(self, width: int, height: int, *, language: str = "en", dark: bool = True, touch: bool = False) -> Page:
        """An empty page with a profile of its own, so with cookies of its own."""
        context = self.ask("Target.createBrowserContext")["browserContextId"]
        target = self.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Accessibility", "DOM"):
            page.ask(f"{domain}.enable")
        page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        page.ask("Emulation.setEmulatedMedia", features=[_feature(dark)])
        page.ask("Network.setUserAgentOverride", userAgent="Chromium", acceptLanguage=language)
        return page

    def ask(self, method: str, *, session: str = "", **values: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; events that come meanwhile are kept."""
        self._number += 1
        found = {"id": self._number, "method": method, "params": values}
        self._out.write(json.dumps(found | ({"sessionId": session} if session else {})).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self._events.append(answer)
        assert "error" not in answer, f"{method}: {answer}"
        result: dict[str, Any] = answer["result"]
        return result

    def events(self, session: str, *methods: str) -> list[dict[str, Any]]:
        """Events of a page so far."""
        return [one["params"] for one in self._events if one.get("sessionId") == session and one["method"] in methods]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._in.fileno(), 1 << 16)
            assert more, "Chromium has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found


def _feature(dark: bool) -> dict[str, str]:
    return {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}


@dataclass
class Page:
    """A page of it."""

    _browser: Chromium
    _session: str

    def ask(self, method: str, **values: Any) -> dict[str, Any]:
        """A command of the protocol."""
        return self._browser.ask(method, session=self._session, **values)

    def go(self, address: str) -> None:
        """Open an address, and wait until it is shown."""
        assert not self.ask("Page.navigate", url=address).get("errorText")
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """What a script says, as DevTools run it: the page's own policy does not bind it."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, script: str) -> Any:
        """Wait for what the script says to be true."""
        return self.until_true(lambda: self.run(f"!!({script})"))

    def until_true(self, true: Callable[[], Any]) -> Any:
        """Wait for something that the page, or somebody who hears of it, brings about."""
        end = time.monotonic() + PATIENCE_S
        while not (found := true()):
            assert time.monotonic() < end, self.run("document.body.innerText")
            time.sleep(0.02)
        return found

    def key(self, key: str, *, shift: bool = False) -> None:
        """Press a key and let it go, as a keyboard does."""
        code, text = {"Tab": (9, ""), "Enter": (13, "\r"), " ": (32, " ")}[key]
        named = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **named)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **named)

    def type(self, text: str) -> None:
        """Type a text where the keyboard is."""
        self.ask("Input.insertText", text=text)

    def reached(self) -> Named:
        """What the keyboard has reached, as a screen reader says it."""
        found = self.ask("Runtime.evaluate", expression="document.activeElement")["result"]["objectId"]
        (node,) = self.ask("Accessibility.getPartialAXTree", objectId=found, fetchRelatives=False)["nodes"]
        return _named(node)

    def names(self) -> list[Named]:
        """Everything a screen reader comes by, in its order, with what has a name."""
        return list(self._read())

    def _read(self) -> Iterator[Named]:
        nodes = {node["nodeId"]: node for node in self.ask("Accessibility.getFullAXTree")["nodes"]}

        def below(node: dict[str, Any]) -> Iterator[Named]:
            if not node.get("ignored"):
                yield _named(node)
            for child in node.get("childIds", ()):
                if child in nodes:
                    yield from below(nodes[child])

        yield from below(next(node for node in nodes.values() if "parentId" not in node))

    def complaints(self) -> list[str]:
        """What the browser complained of: errors of scripts, and what the page's own policy refused."""
        logged = [one["entry"]["text"] for one in self._browser.events(self._session, "Log.entryAdded")]
        thrown = self._browser.events(self._session, "Runtime.exceptionThrown")
        return logged + [one["exceptionDetails"]["text"] for one in thrown]

    def picture(self, path: Path) -> None:
        """What is shown, as a PNG."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))


def _named(node: dict[str, Any]) -> Named:
    return Named(node["role"]["value"], " ".join(str(node.get("name", {}).get("value", "")).split()))
