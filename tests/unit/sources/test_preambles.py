"""Rows that begin with # are rows; only lines before the table that begin with # are none."""

import gzip

import pyarrow as pa
import pytest

from probative.sources import open_source

PACKED = {"": bytes, ".gz": gzip.compress, ".zst": lambda block: pa.compress(block, codec="zstd", asbytes=True)}


@pytest.mark.parametrize(
    ("text", "names", "first"),
    [
        ("id,y,s\n#1,1,0.5\n#2,0,0.4\n3,1,0.2\n", ["id", "y", "s"], ["#1", "#2", "3"]),
        ("y,s\n#N/A,0.5\n0,0.4\n#N/A,0.2\n", ["y", "s"], ["#N/A", "0", "#N/A"]),
        ('"#a",s\n"#x",0.2\nb,0.3\n', ["#a", "s"], ["#x", "b"]),
        ("#y,s\n1,0.5\n0,0.4\n", ["#y", "s"], [1, 0]),
        ("# made by me\ny,s\n1,0.5\n0,0.4\n", ["y", "s"], [1, 0]),
        ("# made by me\n# on a day, here, so\n\ny;s\n1;0.5\n0;0.4\n", ["y", "s"], [1, 0]),
        ("# made by me\n#y\ts\n1\t0.5\n0\t0.4\n", ["#y", "s"], [1, 0]),
        ("# a, b\ny,s\n#c,0.5\n#d,0.4\n", ["y", "s"], ["#c", "#d"]),
    ],
)
@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
def test_what_begins_with_a_hash(text, names, first, ending, tmp_path):
    """DuckDB alone takes such rows for remarks, and drops them in silence."""
    file = tmp_path / f"p.csv{ending}"
    file.write_bytes(PACKED[ending](text.encode()))
    source = open_source(file)
    assert list(source.kinds) == names
    assert source.listed([names[0]]).values[names[0]].tolist() == first
    assert source.size == len(first)
