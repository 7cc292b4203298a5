"""Serves the club's page on the local network, behind the same door as the onlookers': a code lets a device in, and
then the page only tells; nothing can be sent to it."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from importlib.resources import files
from math import ceil
from typing import TYPE_CHECKING

from companion.club.page import STYLE
from companion.onlookers.door import Door, NotAdmitted
from games.game import Phrase

if TYPE_CHECKING:
    import socket

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

MOST_AT_ONCE = 200  # connections; more are told to come again
_KEY = "club"


def club_app(page: Callable[[str], str], door: Door) -> Starlette:
    """The application.

    Args:
        page: the page in a language; it is called from the server's thread.
        door: lets devices in, each by a code of its own.
    """
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse, RedirectResponse, Response
    from starlette.routing import Route

    from companion.onlookers.page.parts import door_page
    from companion.onlookers.server import HEADERS, form_of, language_of

    def language(request: Request) -> str:
        return language_of(request.headers.get("accept-language", ""))

    def admitted(request: Request) -> bool:
        return door.admits(request.cookies.get(_KEY, ""))

    async def show(request: Request) -> Response:
        if not admitted(request):
            return HTMLResponse(door_page(language(request)), HTTPStatus.UNAUTHORIZED, headers=HEADERS)
        return HTMLResponse(page(language(request)), headers=HEADERS)

    async def ask(request: Request) -> Response:
        """What the QR code opens. The code is taken by the form alone, so that no preview uses it up."""
        if admitted(request):
            return RedirectResponse("/", HTTPStatus.SEE_OTHER, headers=HEADERS)
        code = request.query_params.get("code", "")[:16]
        return HTMLResponse(door_page(language(request), code=code), headers=HEADERS)

    async def enter(request: Request) -> Response:
        typed = (await form_of(request)).get("code", "")
        try:
            key = door.enter(request.client.host if request.client is not None else "", typed)
        except NotAdmitted as refused:
            said, status, again = _why(refused)
            return HTMLResponse(door_page(language(request), said=said), status, headers={**HEADERS, **again})
        entered = RedirectResponse("/", HTTPStatus.SEE_OTHER, headers=HEADERS)
        # Without "secure": a club's network has no certificates. The key dies with the server.
        entered.set_cookie(_KEY, key, httponly=True, samesite="lax", path="/")
        return entered

    async def style(request: Request) -> Response:
        return Response(STYLE, media_type="text/css", headers=HEADERS)

    async def door_file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _DOOR_FILES:
            return Response(status_code=HTTPStatus.NOT_FOUND, headers=HEADERS)
        return Response(_door_file(name), media_type=_DOOR_FILES[name], headers=HEADERS)

    return Starlette(
        routes=[
            Route("/", show),
            Route("/enter", ask, methods=["GET"]),
            Route("/enter", enter, methods=["POST"]),
            Route("/club.css", style),
            Route("/page/{name}", door_file),
        ]
    )


_DOOR_FILES = {"style.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}


def _door_file(name: str) -> bytes:
    return files("companion.onlookers.page").joinpath(name).read_bytes()


def _why(refused: NotAdmitted) -> tuple[Phrase, HTTPStatus, dict[str, str]]:
    """What somebody is told who was not let in: the sentence, the status, and headers that say when to come again."""
    if not refused.seconds:
        return Phrase.of(refused.key), HTTPStatus.FORBIDDEN, {}
    seconds = max(1, ceil(refused.seconds))
    return Phrase.of(refused.key, seconds=seconds), HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": str(seconds)}


def serve(app: Starlette, sock: socket.socket) -> None:
    """Serve until it is interrupted."""
    import uvicorn

    config = uvicorn.Config(app, log_level="warning", access_log=False, limit_concurrency=MOST_AT_ONCE)
    uvicorn.Server(config).run(sockets=[sock])
