"""python -m probative."""

from probative.cli import main

main()
