"""The command line: parse, call, render."""

from probative.cli.app import main

__all__ = ["main"]
