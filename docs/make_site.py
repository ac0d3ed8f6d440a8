"""Write the documents as a web site: one folder of plain pages, without scripts, fonts or addresses of anybody else.

Links that lead nowhere fail it, to files as to headings.
"""

from __future__ import annotations

import re
import runpy
import shutil
import sys
from html import escape, unescape
from pathlib import Path

from markdown_it import MarkdownIt

HOME = Path(__file__).parents[1]
PARTS = {
    "Start": (
        "README",
        "docs/tutorials",
        "docs/concepts",
        "docs/files",
        "docs/python",
        "docs/running",
        "docs/recipes",
        "docs/tables",
        "docs/report",
        "docs/gallery",
    ),
    "Decide": ("docs/comparison", "docs/significance", "docs/costs", "docs/calibration", "docs/slices", "docs/leaks"),
    "Other rows": ("docs/counts", "docs/graded", "docs/language-models", "docs/audit", "docs/resampling"),
    "Reference": ("docs/reference", "docs/commands", "docs/measures", "docs/guards", "docs/requirements"),
    "Trust": ("docs/intervals", "docs/trust", "docs/theory", "docs/demonstrations", "docs/companion"),
    "House": ("CONTRIBUTING", "docs/design", "docs/decisions", "docs/performance", "CHANGELOG"),
}
"""The pages by the part of the menu they stand in; all others are reached by links."""
STYLE = """
body{margin:0;font:16px/1.55 system-ui,sans-serif;color:#1b1f24;background:#fff}
body{display:grid;grid-template-columns:15rem minmax(0,1fr)}
nav{padding:1.2rem;border-right:1px solid #d8dee4;font-size:.9rem}
nav h2{font-size:.8rem;margin:1rem 0 .2rem;color:#57606a}
nav a{display:block;color:inherit;text-decoration:none;padding:.1rem 0}nav a[aria-current]{font-weight:700}
main{padding:1.2rem 2.5rem;max-width:60rem}pre{background:#f6f8fa;padding:.8rem;overflow:auto}code{font-size:.9em}
table{border-collapse:collapse;display:block;overflow:auto}
td,th{border:1px solid #d8dee4;padding:.25rem .5rem;text-align:left}
img{max-width:100%}a{color:#0550ae}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}
pre{background:#161b22}a{color:#79c0ff}td,th,nav{border-color:#30363d}}
@media(max-width:50rem){body{display:block}nav{border:0}}
"""


def sources() -> dict[str, Path]:
    """Every document by its place in the site."""
    found = [*HOME.glob("*.md"), *(HOME / "docs").glob("**/*.md")]
    return {str(path.relative_to(HOME).with_suffix("")): path for path in sorted(found)}


def gallery(folder: Path) -> None:
    """The reports of the gallery, made now."""
    runpy.run_path(str(HOME / "docs/make_gallery.py"))["write"](folder)


def main(target: str = "site") -> None:
    """Write the site and check its links."""
    folder = HOME / target
    shutil.rmtree(folder, ignore_errors=True)
    pages = {name: page(name, path.read_text(encoding="utf-8")) for name, path in sources().items()}
    for name, html in pages.items():
        file = folder / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html, encoding="utf-8")
    (folder / "index.html").write_text(pages["README"], encoding="utf-8")
    for path in (HOME / "docs").glob("**/*"):
        if path.suffix in (".png", ".json", ".ipynb", ".svg"):
            copy = folder / path.relative_to(HOME)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    for name in ("CITATION.cff", "LICENSE"):
        shutil.copy(HOME / name, folder / name)
    shutil.copytree(HOME / "examples", folder / "examples", dirs_exist_ok=True)
    gallery(folder / "docs/gallery")
    if dead := dead_links(folder):
        sys.exit("links that lead nowhere:\n" + "\n".join(dead))
    print(f"{len(pages)} pages written to {folder}: open index.html")


def page(name: str, text: str) -> str:
    """One document as a page with the menu beside it."""
    body = MarkdownIt("commonmark").enable("table").render(text)
    seen: dict[str, int] = {}
    body = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda m: _heading(m[1], m[2], seen), body, flags=re.S)
    body = re.sub(r'(href|src)="([^"]+)"', lambda m: f'{m[1]}="{_moved(m[2])}"', body)
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    up = "../" * name.count("/")
    menu = "".join(
        f"<h2>{part}</h2>" + "".join(_entry(up, one, one == name) for one in pages) for part, pages in PARTS.items()
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    shown = escape(title[1] if title else name)
    inside = f"<nav>{menu}</nav><main>{body}</main>"
    return f'<!doctype html><html lang="en"><head>{head}<title>{shown}</title></head><body>{inside}</body></html>\n'


def _entry(up: str, name: str, here: bool) -> str:
    return f'<a href="{up}{name}.html"{" aria-current=page" if here else ""}>{name.rpartition("/")[2].lower()}</a>'


def _heading(level: str, text: str, seen: dict[str, int]) -> str:
    """A heading that can be linked to, by the rule of GitHub."""
    plain = unescape(re.sub(r"<[^>]+>", "", text)).strip().lower()
    anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
    seen[anchor] = seen.get(anchor, -1) + 1
    anchor += f"-{seen[anchor]}" if seen[anchor] else ""
    return f'<h{level} id="{escape(anchor)}">{text}</h{level}>'


def _moved(link: str) -> str:
    """A link between documents as one between pages."""
    return link if "://" in link else re.sub(r"\.md(?=$|#)", ".html", link)


def dead_links(folder: Path) -> list[str]:
    """Links to pages, files and headings that are not there, and whatever is loaded from elsewhere."""
    pages = {path: path.read_text(encoding="utf-8") for path in folder.glob("**/*.html")}
    anchors = {path: {*re.findall(r' id="?([^"\s>]+)', html)} for path, html in pages.items()}
    dead = []
    for path, html in pages.items():
        for kind, link in re.findall(r'(href|src)="([^"]+)"', html):
            if re.match(r"[a-z]+:", link):
                dead += [f"{path.name}: {link} is loaded from elsewhere"] if kind == "src" else []
                continue
            file, _, anchor = unescape(link).partition("#")
            goal = (path.parent / file).resolve() if file else path
            if not goal.exists() or (anchor and goal in anchors and anchor not in anchors[goal]):
                dead.append(f"{path.relative_to(folder)}: {link}")
    return dead


if __name__ == "__main__":
    main(*sys.argv[1:])
