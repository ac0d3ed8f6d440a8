"""Write docs/findings.schema.json from the types of the findings."""

from __future__ import annotations

import json
from pathlib import Path

from probative.findings import FORMAT, Findings
from probative.records import schema_of

TARGET = Path(__file__).with_name("findings.schema.json")


def main() -> None:
    """Write the schema."""
    TARGET.write_text(schema(), encoding="utf-8")


def schema() -> str:
    """The whole schema as text."""
    made = schema_of(Findings, f"findings.json of probative, version {FORMAT}")
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
