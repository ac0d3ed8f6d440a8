"""Running: models trained and tested under a plan, every prediction kept."""

from probative.running.runner import run

__all__ = ["run"]
