"""The machine that figures come from, in words without its name."""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path


def described() -> dict[str, str]:
    """Processor, memory, versions, the day, and how much else was running."""
    processors = re.findall(r"model name\s*:\s*(.+)", _told("/proc/cpuinfo")) or [platform.machine()]
    memory = re.search(r"MemTotal:\s+(\d+)", _told("/proc/meminfo"))
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scikit-learn", "duckdb"))
    threads = os.environ.get("OPENBLAS_NUM_THREADS")
    libraries += f", OPENBLAS_NUM_THREADS={threads}" if threads else ""
    return {
        "machine": f"{processors[0]}, {os.cpu_count()} cores"
        + (f", {int(memory[1]) / 2**20:.0f} GiB of memory" if memory else ""),
        "software": f"Python {platform.python_version()}, {libraries}",
        "day": f"{datetime.now(UTC):%Y-%m-%d}",
        "load": f"{os.getloadavg()[2]:.1f}",
    }


def _told(path: str) -> str:
    return Path(path).read_text() if Path(path).exists() else ""
