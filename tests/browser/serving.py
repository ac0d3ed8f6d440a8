"""A server of single pages with chosen response headers."""

from __future__ import annotations

from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self


class Site:
    """Pages at addresses of this machine, as long as the context lasts."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[bytes, Mapping[str, str]]] = {}
        pages = self.pages

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path not in pages:
                    self.send_response(204)  # browsers ask for icons
                    self.end_headers()
                    return
                body, headers = pages[self.path]
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def address_of(self, html: str, headers: Mapping[str, str]) -> str:
        """Where this page is served with these headers."""
        path = f"/{len(self.pages)}.html"
        self.pages[path] = (html.encode(), headers)
        return f"http://127.0.0.1:{self.server.server_port}{path}"
