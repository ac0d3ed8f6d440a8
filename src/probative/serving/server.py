"""The server: read-only pages for this machine alone, behind a random token."""

from __future__ import annotations

import hmac
import os
import secrets
import sys
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR, socket
from socketserver import TCPServer
from threading import BoundedSemaphore, Lock, Timer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from probative.comparison.saved_runs import Paired, paired
from probative.errors import BadParameter, ProbativeError
from probative.report import render_html
from probative.serving.beside import beside_page
from probative.serving.library import Entry, Library, load
from probative.serving.page import policy
from probative.serving.pages import Asked, list_page, message_page

HOST = "127.0.0.1"
REPORT_POLICY = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""A report brings its own policy for scripts and styles; this adds what a page cannot say about itself."""
WAIT, DEADLINE = 30, 60
"""Seconds after which a silent connection is closed, and one whose request is still not complete."""
MOST_AT_ONCE = 64
"""Connections that are answered at a time; others are closed at once."""


class FindingsServer(ThreadingHTTPServer):
    """A library of findings on a port of this machine; port 0 takes any free one."""

    daemon_threads = True
    _slots: BoundedSemaphore

    def __init__(self, folder: str | os.PathLike[str], port: int = 0) -> None:
        self.library = Library(folder)
        self.token = secrets.token_urlsafe(24)
        self.comparing = Lock()
        self._slots = BoundedSemaphore(MOST_AT_ONCE)
        if not 0 <= port <= 65535:
            raise BadParameter("a port lies between 0 and 65535.", found=port, remedy="0 takes a free one")
        try:
            super().__init__((HOST, port), Handler)
        except OSError as error:
            raise BadParameter(
                f"port {port} cannot be used.", found=error.strerror, remedy="another one; 0 takes a free one"
            ) from error

    def server_bind(self) -> None:
        """Bind without asking a name service what this machine is called."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, int(self.server_address[1])

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that hangs up half-way is no error; anything else is a defect of ours and is told."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, if there are not too many already."""
        if self._slots.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """The answer; the thread's place is free afterwards."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._slots.release()

    @property
    def base(self) -> str:
        """What every address begins with."""
        return f"/{self.token}"

    @property
    def url(self) -> str:
        """Where the list of findings is."""
        return f"http://{HOST}:{self.server_port}{self.base}/"

    def allows(self, host: str | None) -> bool:
        """Whether a request is meant for this server: a foreign name that points here is not."""
        return host in (f"{HOST}:{self.server_port}", f"localhost:{self.server_port}")


class Handler(BaseHTTPRequestHandler):
    """One request: the host, the method and the token are checked before anything is read."""

    server: FindingsServer
    timeout = WAIT
    server_version, sys_version = "probative", ""

    def setup(self) -> None:
        """A request must have been sent within its time, however slowly its bytes come in."""
        super().setup()
        self._deadline = Timer(DEADLINE, _hang_up, [self.connection])
        self._deadline.daemon = True
        self._deadline.start()

    def finish(self) -> None:
        """The request is over."""
        self._deadline.cancel()
        super().finish()

    def do_GET(self) -> None:
        """Answer with a page."""
        self._answer()

    def do_HEAD(self) -> None:
        """Answer with a page's headers."""
        self._answer()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Every refusal, also those of the standard library, with our headers and nothing of what was sent."""
        if code == HTTPStatus.NOT_IMPLEMENTED:
            code = HTTPStatus.METHOD_NOT_ALLOWED
        self.close_connection = True
        self._send(code, message_page(None, HTTPStatus(code).phrase, "This server only shows saved findings."))

    def log_message(self, *said: Any) -> None:
        """Nothing is logged: addresses hold the token."""

    def _answer(self) -> None:
        self._deadline.cancel()
        hosts = self.headers.get_all("Host", [])
        if len(hosts) != 1 or not self.server.allows(hosts[0]):
            return self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        parts = urlsplit(self.path) if self.path.startswith("/") else None
        way = parts.path.split("/") if parts is not None else []
        if parts is None or len(way) < 2 or not hmac.compare_digest(way[1].encode(), self.server.token.encode()):
            return self.send_error(HTTPStatus.NOT_FOUND)
        try:
            query = parse_qs(parts.query, max_num_fields=20)
        except ValueError:
            return self.send_error(HTTPStatus.BAD_REQUEST)
        try:
            self._show(way[2:], query)
        except _Missing:
            message = "There are no such findings, or they were moved."
            self._send(HTTPStatus.NOT_FOUND, message_page(self.server.base, "Not found", message))
        except (ConnectionError, TimeoutError):
            raise
        except Exception as error:
            # One damaged file must not take the others with it.
            told = str(error) if isinstance(error, ProbativeError) else type(error).__name__
            message = f"These findings cannot be shown: {told}"
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, message_page(self.server.base, "Cannot be shown", message))

    def _show(self, way: list[str], query: dict[str, list[str]]) -> None:
        base = self.server.base
        if way in ([], [""]):
            shelves, mark = self.server.library.shelves(), self.server.library.mark()
            self._send(HTTPStatus.OK, list_page(base, *shelves, Asked.of(query), mark))
        elif way == ["state"]:
            self._send(HTTPStatus.OK, self.server.library.mark(), kind="text/plain")
        elif len(way) == 2 and way[0] == "report":
            self._send(HTTPStatus.OK, render_html(load(self._entry(way[1]))), REPORT_POLICY)
        elif way == ["beside"]:
            chosen = (self._entry(query.get("a", [""])[0]), self._entry(query.get("b", [""])[0]))
            self._send(HTTPStatus.OK, self._beside(chosen))
        else:
            raise _Missing

    def _entry(self, key: str) -> Entry:
        found = self.server.library.entry(key)
        if found is None:
            raise _Missing
        return found

    def _beside(self, chosen: tuple[Entry, Entry]) -> str:
        both = load(chosen[0]), load(chosen[1])
        if chosen[0].path == chosen[1].path:
            made = Paired(refused=("A and B are the same file.",))
        else:
            first, second = (self.server.library.beside(entry, "predictions.parquet") for entry in chosen)
            with self.server.comparing:
                made = paired(*both, (first, second))
        return beside_page(self.server.base, chosen, both, made)

    def _send(self, code: int, body: str, content_policy: str | None = None, kind: str = "text/html") -> None:
        content = body.encode("utf-8", "replace")
        self.send_response(code)
        headers = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(content)),
            "Content-Security-Policy": content_policy or policy(),
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        }
        if code == HTTPStatus.METHOD_NOT_ALLOWED:
            headers["Allow"] = "GET, HEAD"
        for key, value in headers.items():
            self.send_header(key, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


def _hang_up(connection: socket) -> None:
    with suppress(OSError):
        connection.shutdown(SHUT_RDWR)


class _Missing(Exception):
    """Nothing is at this address."""
