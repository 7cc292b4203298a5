"""A phone as camera without typing: the tablet shows a code, the phone opens the page behind it, and taps its app.

The page knows the phone's own address from its asking, so that each app's address is complete; whatever is not in the
list is pasted. It is served only while the tablet shows the code, and the code is the only way in.
"""

from __future__ import annotations

import json
import secrets
import socket
from collections.abc import Callable
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import msgspec

from companion.locale import say
from companion.supervised import Failure, Supervised, Task
from games.game import Phrase, PhraseValue
from vision.addresses import spelled
from vision.frame_sources import ADDRESS, ELSEWHERE

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

MOST_FORM = 4_096  # bytes
MOST_ADDRESS = 120
_STYLE = (
    "body{font:18px/1.5 system-ui,sans-serif;margin:1.2rem;max-width:32rem}"
    "button,input{font:inherit;width:100%;padding:.8em;margin:.3em 0;box-sizing:border-box}code{word-break:break-all}"
)


class PhoneApp(msgspec.Struct, frozen=True):
    """A phone's camera app. The addresses are those that the apps show by default, as people's programs name them; a
    phone may be set otherwise, and then shows it."""

    name: str
    address: str


@cache
def phone_apps() -> tuple[PhoneApp, ...]:
    """The apps that are known by name."""
    data = json.loads(files(__package__).joinpath("phone_apps.json").read_text(encoding="utf-8"))
    return msgspec.convert(data, tuple[PhoneApp, ...])


class PhonePage:
    """The page, served in a thread until it is closed.

    Args:
        host: this machine's address, as phones reach it.
        language: of the words.
        chosen: is told the camera's address, in the server's thread.
        bind: where it listens.

    Attributes:
        address: what the code on the screen holds.
        trouble: why it can't be served; None where it is.
    """

    def __init__(self, host: str, language: str, chosen: Callable[[str], None], *, bind: str = "0.0.0.0") -> None:
        self._key = secrets.token_urlsafe(12)
        self.trouble: Phrase | None = None
        self._sock = socket.socket()
        self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._sock.bind((bind, 0))
        self._sock.listen()  # who scans before the server turns waits for it
        shown = f"[{host}]" if ":" in host else host
        self.address = f"http://{shown}:{self._sock.getsockname()[1]}/{self._key}"
        self._app = phone_app(self._key, language, chosen)
        self._server: uvicorn.Server | None = None
        self._serving = Supervised("phone page", self._serve, failed=self._failed, again=False).start()

    def close(self) -> None:
        """Nobody is served any more."""
        self._serving.stop()
        if self._server is not None:
            self._server.should_exit = True
        self._serving.close()

    def _serve(self, task: Task) -> None:
        import uvicorn

        config = uvicorn.Config(self._app, log_level="warning", access_log=False, limit_concurrency=20)
        self._server = uvicorn.Server(config)
        with self._sock:
            if not task.stopping:
                self._server.run(sockets=[self._sock])

    def _failed(self, failure: Failure) -> None:
        self.trouble = Phrase.of("vision.source_failed", what=type(failure.error).__name__)


def phone_app(key: str, language: str, chosen: Callable[[str], None]) -> Starlette:
    """The application: one page, whose address is the key."""
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    headers = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }

    async def show(request: Request) -> Response:
        phone = request.client.host if request.client is not None else ""
        return HTMLResponse(page(phone, language), headers=headers)

    async def take(request: Request) -> Response:
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > MOST_FORM:
                return HTMLResponse("", 413, headers=headers)
        typed = parse_qs(body.decode("utf-8", "replace")).get("camera", [""])[0]
        address = spelled(typed)
        phone = request.client.host if request.client is not None else ""
        if not is_address(address):
            return HTMLResponse(page(phone, language, "placing.phone_no_address"), 400, headers=headers)
        chosen(address)
        return HTMLResponse(page(phone, language, "placing.phone_told"), headers=headers)

    path = f"/{key}"
    return Starlette(routes=[Route(path, show, methods=["GET"]), Route(path, take, methods=["POST"])])


def is_address(text: str) -> bool:
    """Whether this may be a camera's address in the network: never a file of this machine."""
    return bool(ADDRESS.match(text) or ELSEWHERE.match(text)) and len(text) <= MOST_ADDRESS and text.isprintable()


def page(phone: str, language: str, said: str = "") -> str:
    """The page for a phone at this address; whatever came from outside is escaped."""

    def words(key: str, **values: PhraseValue) -> str:
        return escape(say(Phrase.of(key, **values), language))

    host = f"[{phone}]" if ":" in phone else phone
    rows = []
    for app in phone_apps():
        address = escape(app.address.format(phone=host))
        rows.append(
            f'<form method="post"><input type="hidden" name="camera" value="{address}">'
            f"<button>{escape(app.name)}<br><code>{address}</code></button></form>"
        )
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{words('placing.phone')}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{words('placing.phone')}</h1>"
        + (f'<p role="status"><b>{words(said)}</b></p>' if said else "")
        + f"<p>{words('placing.phone_which')}</p>{''.join(rows)}"
        f'<form method="post"><label>{words("placing.phone_other")}<input name="camera" inputmode="url" '
        f'maxlength="{MOST_ADDRESS}" placeholder="rtsp://{escape(host)}:8554/live"></label>'
        f"<button>{words('placing.phone_take')}</button></form></body></html>"
    )
