"""Attacks that coverage guides, by Atheris (libFuzzer) where it installs: `make fuzz` runs them after the random ones.

    cd tests && python -m attack.guided --seconds 120                     # all doors, in turn
    cd tests && python -m attack.guided --door plan --input crash-1f2e    # what broke, once more

What is given grows from sound examples: bytes that take a new way through our code are kept and changed further.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

HOLDS = "\x00"
"""What parts the ending of a file from what is in it."""


def saved_findings(block: bytes) -> None:
    """Findings from JSON, shown."""
    import probative as pv

    found = pv.Findings.from_json(block.decode(errors="replace"))
    str(found)
    found.table()
    assert pv.Findings.from_json(found.to_json()).to_json() == found.to_json()


def saved_evidence(block: bytes) -> None:
    """Evidence from JSON, measured: every value inside its range."""
    import probative as pv
    from probative.evidence.evidence import Evidence

    made = Evidence.from_json(block.decode(errors="replace"))
    for one in pv.measures():
        if isinstance(made, one.needs) and not one.parameters:
            value = np.asarray(pv.value(one.name, made), float)
            inside = np.isnan(value) | ((value >= one.low - 1e-9) & (value <= one.high + 1e-9))
            assert inside.all(), f"{one.name}: {value}"
    assert Evidence.from_json(made.to_json()) == made


def plan(block: bytes) -> None:
    """A plan by name: its first trainings are of rows that it does not test."""
    import probative as pv

    made = pv.plan(block.decode(errors="replace"))
    X, y, groups = np.zeros((24, 1)), np.arange(24) % 2, np.arange(24) // 3
    made.describe(X)
    for train, test in islice(made.split(X, y, groups), 2):
        assert not set(np.asarray(train).tolist()) & set(np.asarray(test).tolist()) or "resubstitution" in str(made)


def measure(block: bytes) -> None:
    """A measure with parameters in brackets."""
    import probative as pv
    from probative.measurement import find
    from probative.records.brackets import bracketed

    name, told = bracketed(block.decode(errors="replace"), "f_beta(beta=2)")
    evidence = pv.Ladder.from_scores([0, 1, 0, 1, 1], [0.1, 0.4, 0.4, 0.8, 0.9])
    counts = pv.Outcomes(tp=5, fn=3, fp=2, tn=9)
    pv.estimate(name, counts if issubclass(pv.Outcomes, find(name).needs) else evidence, **told)


def file(block: bytes) -> None:
    """A file of any kind, evaluated: no more rows than it has bytes, values inside their intervals."""
    import probative as pv

    ending, _, inside = block.partition(HOLDS.encode())
    known = ["csv", "tsv", "jsonl", "json", "parquet", "csv.gz", "csv.zst", "feather", "arrow", "xlsx", "npy", "npz"]
    with TemporaryDirectory() as folder:
        path = Path(folder, f"p.{known[sum(ending) % len(known)]}")
        path.write_bytes(gzip.compress(inside) if path.suffix == ".gz" else inside)
        found = pv.evaluate(path, truth="y", scores="s")
        for model in found.models.values():
            for name, one in model.measures.items():
                assert not one.low > one.value + 1e-6, name
                assert not one.high < one.value - 1e-6, name


DOORS: dict[str, Callable[[bytes], None]] = {
    "findings": saved_findings,
    "evidence": saved_evidence,
    "plan": plan,
    "measure": measure,
    "file": file,
}


def seeds(door: str) -> list[bytes]:
    """Sound examples to begin with."""
    import probative as pv
    from probative.resampling.names import examples

    y, s = np.arange(12) % 2, np.linspace(0, 1, 12)
    if door == "findings":
        return [pv.evaluate(truth=y, scores=s).to_json().encode()]
    if door == "evidence":
        made = [pv.Outcomes(tp=3, fn=4, fp=5, tn=6), pv.Ladder.from_scores(y, s), pv.Residuals.from_values(s, s[::-1])]
        made += [pv.ConfusionMatrix.from_labels(y, 1 - y), pv.Moments.from_values(s), pv.ValuePairs.from_values(s, y)]
        return [one.to_json().encode() for one in made]
    if door == "plan":
        return [name.encode() for name in examples()]
    if door == "measure":
        return [one.name.encode() for one in pv.measures()] + [b"f_beta(beta=2)", b"pinball(alpha=0.1)"]
    rows = b"y,s\n0,0.1\n1,0.9\n0,0.4\n1,0.3\n"
    listed = json.dumps([{"y": int(a), "s": float(b)} for a, b in zip(y, s, strict=True)]).encode()
    inside = {0: rows, 1: rows.replace(b",", b"\t"), 3: listed, 5: rows}
    inside = {0: rows, 1: rows.replace(b",", b"\t"), 3: listed, 5: rows}
    return [bytes([ending]) + HOLDS.encode() + block for ending, block in inside.items()]


def attacked(door: str) -> Callable[[bytes], None]:
    """One attack on a door: what is documented passes, anything else is raised."""
    from probative.errors import ProbativeError

    def one(block: bytes) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                DOORS[door](block)
            except ProbativeError as error:
                if not str(error).strip():
                    raise AssertionError("an error without words") from error

    return one


def guided(door: str, seconds: int, seed: int, kept: Path) -> None:
    """Give a door whatever finds new ways through our code, until the time is over; this never returns."""
    import atheris

    for number, block in enumerate(seeds(door)):
        (kept / f"sound-{number}").write_bytes(block)
    for name in [name for name in sys.modules if name.split(".")[0] == "probative"]:
        del sys.modules[name]  # so that they are loaded anew, with counters in them
    with atheris.instrument_imports(include=["probative"]):
        import probative
        import probative.findings
        import probative.measurement
        import probative.resampling  # noqa: F401

        one = attacked(door)
    words = [f"-max_total_time={seconds}", f"-seed={seed}", "-max_len=200000", "-timeout=60", "-rss_limit_mb=4000"]
    atheris.Setup([sys.argv[0], *words, "-print_final_stats=1", f"-artifact_prefix={door}-", str(kept)], one)
    atheris.Fuzz()


def main() -> None:
    """Attack one door, or all in turn, each in a process of its own; exit 1 where something broke."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=120, help="for all doors together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--door", choices=sorted(DOORS))
    parser.add_argument("--input", type=Path, help="attack once, with what is in this file")
    told = parser.parse_args()
    if told.input:
        attacked(told.door)(told.input.read_bytes())
    elif find_spec("atheris") is None:
        print("nothing was guided: Atheris is not installed")
    elif told.door:
        with TemporaryDirectory() as kept:
            guided(told.door, told.seconds, told.seed, Path(kept))
    else:
        share = max(told.seconds // len(DOORS), 1)
        words = ["--seconds", str(share), "--seed", str(told.seed)]
        runs = [subprocess.run([sys.executable, "-m", "attack.guided", "--door", door, *words]) for door in DOORS]
        raise SystemExit(any(run.returncode for run in runs))


if __name__ == "__main__":
    main()
