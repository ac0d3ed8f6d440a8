"""probative serve: saved findings in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from probative.cli.output import deliver_json

if TYPE_CHECKING:
    from probative.serving import FindingsServer

NAME = "serve"
SHORT = "Browse saved findings, two runs side by side."
HELP = (
    "Browse saved findings: list those below a folder, open a report, put two runs side by side with their paired "
    "difference. Read-only, and for this machine alone."
)
EXAMPLE = "Example: probative serve runs --open"


def command(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder that findings were saved in.")] = ".",
    port: Annotated[int, typer.Option(help="Port of 127.0.0.1; 0 takes a free one.")] = 0,
    browse: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write what was found as JSON (- to print), and do not serve.")
    ] = None,
) -> None:
    """Serve saved findings until stopped."""
    if json is not None:
        from probative.serving.library import Library

        entries, bad = Library(folder).shelves()
        listed = {"findings": [entry.to_dict() for entry in entries], "unreadable": [file.to_dict() for file in bad]}
        deliver_json({"probative": 1, "kind": "library"} | listed, json)
        return
    from probative.serving import FindingsServer

    with FindingsServer(folder, port) as server:
        _serve(server, browse)


def _serve(server: FindingsServer, browse: bool) -> None:
    entries, bad = server.library.shelves()
    unread = f", {len(bad)} files that could not be read" if bad else ""
    # Printed as it is: a console would break a long address into two lines.
    print(f"{len(entries)} findings{unread}\n{server.url}\nCtrl-C stops", flush=True)
    if browse:
        import webbrowser

        webbrowser.open(server.url)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print("stopped")
