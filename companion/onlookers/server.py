"""The page served on the local network: read-only, behind the door, with server-sent events (Starlette on uvicorn)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from http import HTTPStatus
from importlib.resources import files
from math import ceil
from types import FrameType
from urllib.parse import parse_qs

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.locale import LANGUAGES
from companion.onlookers.door import Door, NotAdmitted
from companion.onlookers.live_page import LivePage
from companion.onlookers.page.buttons import buttons
from companion.onlookers.page.parts import door_page, whole_page
from companion.onlookers.presses import Presses, PressOutcome
from companion.onlookers.wire import PhonePress, TableForOnlookers
from games.game import Phrase

POLL_EVERY_S = 0.2
MOST_STREAMS = 500
MOST_FORM = 512  # bytes
_KEY = "onlooker"
_FILES = {"style.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}
_LOG = logging.getLogger(__name__)

# No script and no style but the two files of ours, nothing from elsewhere, in nobody's frame.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


class OnlookersSite:
    """What is answered to whom.

    Args:
        page: what is shown.
        door: who may see it.
        hand_on: is given each press of a phone, once.
        poll_every_s: how often the table is looked at; None where somebody else calls ``page.look``.
    """

    def __init__(
        self,
        page: LivePage,
        door: Door,
        *,
        hand_on: Callable[[PhonePress], None] = lambda press: None,
        poll_every_s: float | None = POLL_EVERY_S,
    ) -> None:
        self.page = page
        self.door = door
        self.presses = Presses(hand_on)
        self._poll_every_s = poll_every_s

    def app(self) -> ASGIApp:
        """The application."""
        routes = [
            Route("/", self._table),
            Route("/enter", self._door, methods=["GET"]),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/events", self._events),
            Route("/press", self._press, methods=["POST"]),
            Route("/art/{game}/{name}", self._art),
            Route("/page/{name}", _file),
        ]
        return _with_headers(Starlette(routes=routes, lifespan=self._living))

    @contextlib.asynccontextmanager
    async def _living(self, _: Starlette) -> AsyncIterator[None]:
        looking = asyncio.create_task(self._keep_looking())
        try:
            yield
        finally:
            self.page.close()
            looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await looking

    async def _keep_looking(self) -> None:
        while self._poll_every_s is not None:
            try:
                await self.page.look()
            except Exception:  # noqa: BLE001 - nobody foresaw it: the log has all of it, and the game is told anew
                _LOG.exception("the table could not be looked at")
                self.page.forget()
            await asyncio.sleep(self._poll_every_s)

    def _admitted(self, request: Request) -> bool:
        return self.door.admits(request.cookies.get(_KEY, ""))

    async def _table(self, request: Request) -> Response:
        language = language_of(request.headers.get("accept-language", ""))
        if not self._admitted(request):
            return _html(door_page(language), HTTPStatus.UNAUTHORIZED)
        own = self._buttons(request, language)
        return _html(whole_page(self.page.inner(language), language, buttons=own() if own is not None else None))

    async def _door(self, request: Request) -> Response:
        """What the QR code opens. The code is taken by the form alone: whoever fetches addresses to preview them uses
        none up."""
        if self._admitted(request):
            return RedirectResponse("/", HTTPStatus.SEE_OTHER)
        language = language_of(request.headers.get("accept-language", ""))
        return _html(door_page(language, code=request.query_params.get("code", "")[:16]))

    async def _enter(self, request: Request) -> Response:
        language = language_of(request.headers.get("accept-language", ""))
        typed = (await form_of(request)).get("code", "")
        address = request.client.host if request.client is not None else ""
        try:
            key = self.door.enter(address, typed)
        except NotAdmitted as refused:
            seconds = max(1, ceil(refused.seconds))
            said = Phrase.of(refused.key, seconds=seconds) if refused.seconds else Phrase.of(refused.key)
            status = HTTPStatus.TOO_MANY_REQUESTS if refused.seconds else HTTPStatus.FORBIDDEN
            response = _html(door_page(language, said=said), status)
            if refused.seconds:
                response.headers["Retry-After"] = str(seconds)
            return response
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        # Without "secure": a home network has no certificates. The key dies with the server.
        response.set_cookie(_KEY, key, httponly=True, samesite="lax", path="/")
        return response

    async def _events(self, request: Request) -> Response:
        if not self._admitted(request):
            return Response(status_code=HTTPStatus.UNAUTHORIZED)
        if self.page.onlookers >= MOST_STREAMS:
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        language = language_of(request.headers.get("accept-language", ""))
        stream = self.page.stream(language, self._buttons(request, language))
        return StreamingResponse(stream, media_type="text/event-stream")

    def hear_table(self, table: TableForOnlookers) -> None:
        """Take in how the table is just now, and who may press."""
        before, self.presses.table = self.presses.table, table
        if (before.table, before.phones) != (table.table, table.phones):
            self.door.seat_phones(table.phones)
        self.page.hear_health(table)
        self.page.wake()

    def _buttons(self, request: Request, language: str) -> Callable[[], str] | None:
        """What makes the buttons of a phone that presses for a seat; None for who only looks on."""
        key = request.cookies.get(_KEY, "")
        if self.door.seat_of(key) is None:
            return None

        def made() -> str:
            seat = self.door.seat_of(key)
            now, table = self.page.now(language), self.presses.table
            if seat is None:
                return ""
            pictures = self.page.option_pictures(table.question, language) if table.question is not None else ()
            return buttons(now, table, seat, self.presses.awaited(key), language, pictures)

        return made

    async def _press(self, request: Request) -> Response:
        """A phone pressed. A script is told what became of it; a form leads back to the page."""
        key = request.cookies.get(_KEY, "")
        seat = self.door.seat_of(key)
        if seat is None:
            return Response(status_code=HTTPStatus.UNAUTHORIZED)
        form = await form_of(request)
        try:
            number, question = int(form.get("n", "")), int(form.get("question", "0"))
            option = int(form.get("option", "-1"))
        except ValueError:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        heard = self.presses.hear(key, seat, number, form.get("what", ""), question, option)
        self.page.wake()
        if request.headers.get("accept", "").startswith("text/html"):
            return RedirectResponse("/", HTTPStatus.SEE_OTHER)
        status = HTTPStatus.CONFLICT if heard is PressOutcome.EARLY else HTTPStatus.OK
        return JSONResponse({"heard": heard.value, "awaited": self.presses.awaited(key)}, status)

    async def _art(self, request: Request) -> Response:
        if not self._admitted(request):
            return Response(status_code=HTTPStatus.UNAUTHORIZED)
        found = await self.page.picture(request.path_params["game"], request.path_params["name"])
        if found is None:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        data, media = found
        # A drawn piece looks the same for a whole game, whose name is in the address.
        return Response(data, media_type=media, headers={"Cache-Control": "private, max-age=86400"})


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _FILES:
        return Response(status_code=HTTPStatus.NOT_FOUND)
    return Response(files("companion.onlookers.page").joinpath(name).read_bytes(), media_type=_FILES[name])


async def form_of(request: Request) -> Mapping[str, str]:
    """The fields of a small form; of a larger one nothing."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_FORM:
            return {}
    return {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}


def language_of(accepted: str) -> str:
    """The language that a browser likes best of those that are spoken here; English where it likes none of them."""
    liked: list[tuple[float, int, str]] = []
    for place, entry in enumerate(accepted.split(",")):
        tag, _, quality = entry.strip().partition(";q=")
        try:
            liked.append((-float(quality or 1), place, tag.strip().lower()[:2]))
        except ValueError:
            continue  # not a number: as if it were not said (RFC 9110, 12.5.4)
    return next((tag for _, _, tag in sorted(liked) if tag in LANGUAGES), "en")


def _html(text: str, status: int = HTTPStatus.OK) -> Response:
    return Response(text, status_code=status, media_type="text/html")


def _with_headers(app: ASGIApp) -> ASGIApp:
    """Every answer with the headers that keep the page to itself; what an answer says itself stays."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, sent)

    return answered


class OnlookersServer(uvicorn.Server):
    """The server of a site on a socket that listens already.

    Args:
        site: what is served.
    """

    def __init__(self, site: OnlookersSite) -> None:
        super().__init__(
            uvicorn.Config(
                site.app(), log_config=None, access_log=False, server_header=False, ws="none", http="h11",
                loop="asyncio", lifespan="on", timeout_keep_alive=10, timeout_graceful_shutdown=1, proxy_headers=False,
                h11_max_incomplete_event_size=16 << 10,
            )
        )  # fmt: skip
        self._site = site

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C: streams would go on for ever, so they are ended first."""
        self._site.page.close()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """End every stream and the server; called in its loop."""
        self._site.page.close()
        self.should_exit = True


def listening(bind: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes a free one. Raises :class:`OSError`."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    return socket.create_server((bind, port), family=family, backlog=512)


def own_address(bind: str) -> str:
    """The address under which others on the network reach this machine; nothing is sent to find it."""
    if bind not in ("0.0.0.0", "::", ""):
        return bind
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address of no machine (RFC 5737): only the way there is asked for
        return str(probe.getsockname()[0])
    return "127.0.0.1"  # no network: only this machine can look on
