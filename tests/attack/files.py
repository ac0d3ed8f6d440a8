"""Files of every reader, damaged; and files of noise under every ending."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np

import probative as pv

from .odd import WORDS, Rng, pick

ENDINGS = ["csv", "tsv", "parquet", "jsonl", "json", "csv.gz", "csv.zst", "txt"]


def damaged(rng: Rng, folder: Path) -> None:
    """A sound file after one to three damages: read, or refused."""
    path = sound_file(rng, folder)
    block = bytearray(path.read_bytes())
    for _ in range(int(rng.integers(1, 4))):
        block = pick(rng, [_flipped, _cut, _inserted, _zeroed, _doubled])(rng, block)
    path.write_bytes(block)
    found = pv.evaluate(path, truth="y", scores="s", missing=pick(rng, ["drop", "error"]))
    assert found.n <= 10_000


def noise(rng: Rng, folder: Path) -> None:
    """Noise of several kinds under the endings that are known."""
    path = folder / f"p.{pick(rng, ENDINGS)}"
    n = int(rng.integers(1, 3000))
    words = [
        *WORDS,
        "y,s",
        "\n",
        "\r\n",
        ",",
        ";",
        '"',
        "1",
        "0.5",
        "\0",
        "\ufeff",
        "1e999",
        "-",
        "NA",
        "9" * 400,
        "{",
        "}",
        "[",
        "]",
    ]
    text = "".join(pick(rng, words) for _ in range(n))
    wide = ",".join(f"c{i}" for i in range(3000)) + "\n" + ",".join("1" for _ in range(3000))
    encoding = pick(rng, ["utf-8", "utf-16", "latin-1", "utf-32"])
    block = pick(
        rng,
        [
            lambda: rng.bytes(n),
            lambda: text.encode(encoding, "replace"),
            lambda: ("y,s\n" + text).encode(),
            wide.encode,
        ],
    )()
    path.write_bytes(gzip.compress(block) if path.suffix == ".gz" and rng.random() < 0.8 else block)
    pv.evaluate(path, truth="y", scores="s")


def sound_file(rng: Rng, folder: Path) -> Path:
    """Sixty rows in the format of an ending."""
    import polars as pl

    path = folder / f"p.{pick(rng, ENDINGS)}"
    y = np.arange(60) % 2
    frame = pl.DataFrame({"y": y, "s": np.round(0.3 * y + rng.random(60), 3), "g": [f"g{i % 7}" for i in range(60)]})
    if path.suffix == ".parquet":
        frame.write_parquet(path, compression=pick(rng, ["zstd", "snappy", "uncompressed", "gzip"]))
    elif path.suffix == ".jsonl":
        frame.write_ndjson(path)
    elif path.suffix == ".json":
        path.write_text(json.dumps(frame.to_dicts()))
    else:
        text = frame.write_csv(separator="\t" if path.suffix == ".tsv" else pick(rng, [",", ";"]))
        path.write_bytes(_packed(path.suffix, text.encode()))
    return path


def _packed(ending: str, block: bytes) -> bytes:
    if ending == ".gz":
        return gzip.compress(block)
    if ending == ".zst":
        import pyarrow as pa

        return pa.compress(block, codec="zstd", asbytes=True)
    return block


def _flipped(rng: Rng, block: bytearray) -> bytearray:
    for place in rng.integers(0, max(len(block), 1), int(rng.integers(1, 20))):
        if block:
            block[place % len(block)] ^= 1 << int(rng.integers(8))
    return block


def _cut(rng: Rng, block: bytearray) -> bytearray:
    return block[: int(rng.integers(0, len(block) + 1))]


def _inserted(rng: Rng, block: bytearray) -> bytearray:
    place = int(rng.integers(0, len(block) + 1))
    return block[:place] + bytearray(rng.bytes(int(rng.integers(1, 50)))) + block[place:]


def _zeroed(rng: Rng, block: bytearray) -> bytearray:
    start = int(rng.integers(0, len(block) + 1))
    end = min(len(block), start + int(rng.integers(1, 200)))
    return block[:start] + bytearray(end - start) + block[end:]


def _doubled(rng: Rng, block: bytearray) -> bytearray:
    start, end = sorted(rng.integers(0, len(block) + 1, 2).tolist())
    return block[:end] + block[start:end] + block[end:]
