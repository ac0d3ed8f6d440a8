"""Where results go: a table on the screen, JSON or HTML in a file."""

from __future__ import annotations

import errno
import json as jsonlib
import os
import shlex
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from probative.cli.working import work
from probative.errors import UnreadableFile, in_number

if TYPE_CHECKING:
    from rich.console import Console
    from rich.segment import Segment

    from probative.findings import Findings
    from probative.records import Document, Json
    from probative.report.terminal import View


given: ContextVar[tuple[str, ...]] = ContextVar("given", default=())
"""The words of the command line under way."""


results: ContextVar[TextIO | None] = ContextVar("results", default=None)
"""Where results go that are asked for on standard output, while that is kept for them alone."""


def shown(text: str) -> str:
    r"""Text in which nothing commands a terminal: control characters are question marks, lines stay lines.

    >>> shown("a\x1b[31mb\tc")
    'a?[31mb\tc'
    """
    return "".join("?" if unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t" else c for c in text)


class Shield:
    """A stream of text to which only what is `shown` goes."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write what can be shown."""
        return self.stream.write(text if text.isprintable() else shown(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def shielded() -> Iterator[None]:
    """What is printed meanwhile cannot command the terminal."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", Shield(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


@contextmanager
def json_alone(words: Sequence[str]) -> Iterator[None]:
    """With `--json -` nothing but the JSON is printed: whatever models print meanwhile goes to standard error."""
    pairs = zip(words, [*words[1:], ""], strict=False)
    if not any(word == "--json=-" or (word == "--json" and after == "-") for word, after in pairs):
        yield
        return
    if sys.__stdout__ is None:
        raise OSError(errno.EBADF, "standard output is closed")
    wanted, kept = sys.stdout, _own_output()
    token = results.set(kept or wanted)
    try:
        with redirect_stdout(sys.stderr):
            yield
        (kept or wanted).flush()
    finally:
        results.reset(token)
        if kept is not None:
            with suppress(OSError):
                os.dup2(kept.fileno(), 1)
                kept.close()


def _own_output() -> TextIO | None:
    """Standard output under another number, while its own leads to standard error for libraries and workers too."""
    try:
        if sys.stdout.fileno() != 1:
            return None
        sys.stdout.flush()
        kept = os.fdopen(os.dup(1), "w", encoding=sys.stdout.encoding, errors="replace")
        os.dup2(2, 1)
    except (OSError, ValueError):
        return None
    return kept


def put_result(text: str) -> None:
    """Print a result that was asked for on standard output."""
    stream = results.get() or sys.stdout
    # Inside JSON these are letters of some name; written by their numbers they command no terminal.
    stream.write("".join(f"\\u{ord(c):04x}" if "\x7f" <= c <= "\x9f" else c for c in text))
    stream.flush()


def signed(findings: Findings) -> Findings:
    """Findings that know the command which makes them again."""
    words = shlex.join(("probative", *given.get()))
    return replace(findings, about=replace(findings.about, command=words)) if given.get() else findings


def ledger_beside(data: str, *written: str | None) -> Path | None:
    """The ledger of a folder of results; none beside the data of a user, or where they work, since they did not ask.

    >>> ledger_beside("data/p.csv", "data/findings.json") is None, ledger_beside("data/p.csv", "f.json", None) is None
    (True, True)
    """
    from probative.findings.usage_files import NAME

    others = (Path(data).absolute().parent, Path.cwd())
    folders = [Path(path).parent for path in written if path is not None and path != "-"]
    return next((place / NAME for place in folders if os.path.isdir(place) and place.absolute() not in others), None)


def console(*, stderr: bool = False) -> Console:
    """A console that does not cut lines when its output is not a terminal."""
    from rich.console import Console
    from rich.segment import Segment

    class Pipe(Console):
        def print(self, *objects: Any, **look: Any) -> None:
            # What is said at a prompt is said in its words, and of one thing in the singular.
            spoken = (in_number(one) if isinstance(one, str) else one for one in objects)
            super().print(*map(_in_shell, spoken), **look)

        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            # Whatever names, labels and files say, nothing in it commands the terminal.
            for part in super().render(renderable, options):
                yield part if part.control or part.text.isprintable() else Segment(shown(part.text), part.style)

        def on_broken_pipe(self) -> None:
            # Rich would exit with 1, which here means a gate that failed.
            raise BrokenPipeError

    work.spoken()
    stream = sys.stderr if stderr else sys.stdout
    stream = stream.stream if isinstance(stream, Shield) else stream
    # Whoever wants no colour gets no bold and no dim either: no escape sequence at all.
    plain: dict[str, Any] = {"color_system": None} if os.environ.get("NO_COLOR") else {}
    width = None if stream.isatty() else 10_000
    return Pipe(file=stream, width=width, highlight=False, emoji=False, markup=False, **plain)


def _in_shell(shown: Any) -> Any:
    from rich.padding import Padding
    from rich.text import Text

    from probative.cli.shell_words import in_shell, styled_in_shell

    if isinstance(shown, Padding) and isinstance(shown.renderable, Text):
        shown.renderable = styled_in_shell(shown.renderable)
    return in_shell(shown) if isinstance(shown, str) else styled_in_shell(shown) if isinstance(shown, Text) else shown


def deliver(
    findings: Findings, json: str | None, html: str | None, view: View | None = None, *, told: bool = False
) -> None:
    """Write what was asked for; the table is printed unless JSON goes to standard output.

    With `told`, what was guessed has been said already, and the table does not repeat it.
    """
    for target in (html, None if json == "-" else json):
        if target is not None and not os.path.isdir(Path(target).absolute().parent):
            raise UnreadableFile(
                f"{target!r} cannot be written.", found="no such folder", remedy="make the folder first"
            )
    check_page(html, "report")
    # Written before anything is printed, said after it: the last line is where the report is.
    written = [] if html is None else [f"report written to {findings.save(html)}"]
    if json == "-":
        put_result(findings.to_json() + "\n")
        _last(written)
        return
    if json is not None:
        write(json, findings.to_json(indent=1) + "\n")
        written.append(f"findings written to {json}")
    from probative.report.terminal import View, print_findings

    shown = replace(findings, about=replace(findings.about, guesses=())) if told else findings
    print_findings(shown, console(), view or View())
    sys.stdout.flush()
    _last(written)


def _last(lines: list[str]) -> None:
    for line in lines:
        console(stderr=True).print(line)


def check_page(html: str | None, name: str = "page") -> None:
    """Refuse a name that is no page's, at once."""
    if html is not None and Path(html).suffix.lower() not in (".html", ".htm"):
        raise UnreadableFile(f"the {name}'s name must end in .html.", found=html, remedy=f"{name}.html")


def put_page(result: Any, html: str | None, **about: Any) -> None:
    """Write a page of one result that is not an evaluation, if there is a file to write it into, and say so."""
    if html is not None:
        from probative.findings import Findings

        check_page(html)
        console(stderr=True).print(f"page written to {signed(Findings.of(result, **about)).save(html)}")


def put_report(findings: Findings, html: str) -> None:
    """Write the report, and say so."""
    check_page(html, "report")
    console(stderr=True).print(f"report written to {findings.save(html)}")


def write(path: str, text: str) -> None:
    """Write a text file, whole or not at all, or say why not."""
    from probative.records import put

    put(path, text)


def folder(path: str) -> Path:
    """A folder to write into, made where it is missing."""
    target = Path(path)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnreadableFile(f"{path!r} cannot be made.", found=error.strerror, remedy="another --out") from error
    return target


def deliver_json(plain: Document, json: str | None) -> bool:
    """Write a result as JSON if asked for; whether it went to standard output, where nothing else belongs."""
    if json is None:
        return False
    put_json(plain, json)
    if json != "-":
        console(stderr=True).print(f"written to {json}")
    return json == "-"


def put_json(plain: Json, target: str) -> None:
    """Write a result as JSON to a file, or to standard output where that is named by a dash."""
    if target == "-":
        work.spoken()
        put_result(json_text(plain))
    else:
        write(target, json_text(plain))


def json_text(plain: Json) -> str:
    """A result as JSON text."""
    return jsonlib.dumps(plain, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
