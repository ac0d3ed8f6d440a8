"""Remedies as commands: what to type where the table is a file, what to call where it is in memory."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass

NAME = '"table"'
"""The table in memory, by the name that all commands give it; a word of SQL unless it is quoted."""
IN_PYTHON = {"group": "groups"}


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands that mend a table, with its own name and target in them.

    >>> Commands("iris.csv", "species").run(drop=["id"])
    'probative run iris.csv --target species --drop id'
    >>> Commands(None, "species").run(drop=["id"])
    "pv.experiment(table, target='species', drop=['id'])"
    """

    path: str | None
    """The file; None for a table in memory."""
    target: str

    @classmethod
    def of(cls, data: object, target: str) -> Commands:
        """For whatever was audited."""
        return cls(os.fspath(data) if isinstance(data, str | os.PathLike) else None, target)

    def run(self, **words: str | list[str]) -> str:
        """Train and test, with these options."""
        if self.path is None:
            told = "".join(f", {IN_PYTHON.get(word, word)}={value!r}" for word, value in words.items())
            return f"pv.experiment(table, target={self.target!r}{told})"
        options = []
        for word, value in words.items():
            for one in value if isinstance(value, list) else [value]:
                options += [f"--{word}", one]
        return shlex.join(["probative", "run", self.path, "--target", self.target, *options])

    def audit(self, **words: str) -> str:
        """Audit again, with these options."""
        if self.path is None:
            told = "".join(f", {word}={value!r}" for word, value in words.items())
            return f"pv.audit(table, target={self.target!r}{told})"
        options = [part for word, value in words.items() for part in (f"--{word}", value)]
        return shlex.join(["probative", "audit", self.path, "--target", self.target, *options])

    def plan(self, plan: str, **words: str) -> str:
        """Make splits anew and write them down."""
        if self.path is None:
            groups = f", groups=table[{words['group']!r}]" if "group" in words else ""
            return f"pv.plan({plan!r}).split(table, table[{self.target!r}]{groups})"
        options = [part for word, value in words.items() for part in (f"--{word}", value)]
        named = ["probative", "plan", plan, self.path, "--target", self.target]
        return shlex.join([*named, *options, "--indices", "splits.csv"])

    def sql(self, query: str) -> str:
        """A query of the table with DuckDB, which is there wherever this is; `{}` stands for the table."""
        if self.path is None:
            return f"duckdb.sql({query.format(NAME)!r})"
        # Names in double quotes throughout: a shell's single quotes can go around the whole.
        inside = query.format('"' + self.path.replace('"', '""') + '"')
        return "python -c " + shlex.quote(f'import duckdb; duckdb.sql("""{inside} """).write_csv("mended.csv")')
