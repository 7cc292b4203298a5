"""Serves the club's page on the local network: two addresses that only tell, and nothing that can be sent to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.club.page import STYLE

if TYPE_CHECKING:
    import socket

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

MOST_AT_ONCE = 200  # connections; more are told to come again


def club_app(page: Callable[[str], str]) -> Starlette:
    """The application. ``page``: the page in a language; it is called from the server's thread."""
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse, Response
    from starlette.routing import Route

    from companion.onlookers.server import HEADERS, language_of

    async def show(request: Request) -> Response:
        return HTMLResponse(page(language_of(request.headers.get("accept-language", ""))), headers=HEADERS)

    async def style(request: Request) -> Response:
        return Response(STYLE, media_type="text/css", headers=HEADERS)

    return Starlette(routes=[Route("/", show), Route("/club.css", style)])


def serve(app: Starlette, sock: socket.socket) -> None:
    """Serve until it is interrupted."""
    import uvicorn

    config = uvicorn.Config(app, log_level="warning", access_log=False, limit_concurrency=MOST_AT_ONCE)
    uvicorn.Server(config).run(sockets=[sock])
