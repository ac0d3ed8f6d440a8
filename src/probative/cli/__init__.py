"""The command line: parse, call, render."""

from probative.cli.loading import at_rest

with at_rest():
    from probative.cli.app import main

__all__ = ["main"]
