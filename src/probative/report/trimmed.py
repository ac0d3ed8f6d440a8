"""Scripts without blanks that mean nothing, and style sheets without rules that a page has no use for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

WORD = re.compile(r"[\w$#]+|\d[\w.]*")
STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
BLANK = re.compile(r"(?:\s+|//[^\n]*)+")
OPENS = frozenset("(,=:[!&|?{};>+-*<")
"""After these a slash begins a regular expression."""
GOES_ON = frozenset(";{,([=*&|?:<>"), frozenset("})].,;?:&|=*")
"""After the first and before the second no line ends a statement."""
INSIDE = re.compile(r":(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)")
NAMED = re.compile(r"[.#]([A-Za-z][\w-]*)")


@cache
def script(code: str) -> str:
    r"""A script without comments, indents and blanks; ends of lines stay where they may end a statement.

    >>> script('const a = "b  c"; // words\nreturn a / 2 ;\n')
    'const a="b  c";return a/2;'
    """
    made, last, broken = list[str](), "", ""
    for token in _tokens(code):
        if BLANK.fullmatch(token):
            broken += token
            continue
        if broken and made:
            goes_on = last[-1] in GOES_ON[0] or token[0] in GOES_ON[1]
            if "\n" in broken and not goes_on:
                made.append("\n")
            elif (WORD.match(last[-1]) and WORD.match(token[0])) or (last[-1] in "+-" and token[0] == last[-1]):
                made.append(" ")
        made.append(token)
        last, broken = token, ""
    return "".join(made)


def _tokens(code: str) -> Iterator[str]:
    at, last = 0, ""
    while at < len(code):
        found = BLANK.match(code, at) or STRING.match(code, at) or WORD.match(code, at)
        if found is None and code[at] == "/" and (not last or last[-1] in OPENS or last == "return"):
            found = REGEX.match(code, at)
        end = found.end() if found else _template(code, at) if code[at] == "`" else at + 1
        token = code[at:end]
        if not BLANK.fullmatch(token):
            last = token
        yield token
        at = end


def _template(code: str, at: int) -> int:
    """Where a template ends; what it holds of code stays as it is written."""
    at += 1
    while code[at] != "`":
        if code.startswith("${", at):
            at, depth = at + 2, 1
            while depth:
                quoted = STRING.match(code, at)
                depth += (code[at] == "{") - (code[at] == "}")
                at = quoted.end() if quoted else _template(code, at) if code[at] == "`" else at + 1
        else:
            at += 2 if code[at] == "\\" else 1
    return at + 1


def style(sheet: str, page: str, code: str) -> str:
    """The rules of a style sheet whose classes and names a page has, or its scripts may give to something.

    >>> style(".a,.b{x:y}@media print{.b{x:y}}.c{x:y}td{x:y}", "<b class=a>", "add('c')")
    '.a{x:y}.c{x:y}td{x:y}'
    """
    known = set(re.findall(r"[A-Za-z][\w-]*", code))
    for quoted in re.findall(r'\b(?:class|id)=("[^"]*"|[^\s>]*)', page):
        known.update(quoted.strip('"').split())
    return _kept(sheet, known)


def _kept(sheet: str, known: set[str]) -> str:
    made = []
    for head, inside in _rules(sheet):
        if head.startswith("@media"):
            within = _kept(inside, known)
            made.append(f"{head}{{{within}}}" if within else "")
        elif head.startswith("@"):
            made.append(f"{head}{{{inside}}}")
        else:
            parts = re.split(r",(?![^()]*\))", head)
            kept = [part for part in parts if known.issuperset(NAMED.findall(INSIDE.sub("", part)))]
            made.append(f"{','.join(kept)}{{{inside}}}" if kept else "")
    return "".join(made)


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Heads and what stands between their braces."""
    at = 0
    while (start := sheet.find("{", at)) >= 0:
        end, depth = start + 1, 1
        while depth:
            depth += (sheet[end] == "{") - (sheet[end] == "}")
            end += 1
        yield sheet[at:start].strip(), sheet[start + 1 : end - 1]
        at = end
