"""Files that the workers of an engine read: `probative evaluate 'preds/*.parquet' --engine spark --master URL`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from probative.errors import BadInput, BadParameter, MissingExtra, UnreadableFile

ENGINES = ("spark", "dask")


@contextmanager
def read_by(engine: str | None, path: str, *, master: str | None = None, cluster: str | None = None) -> Iterator[Any]:
    """The table behind a path or a pattern, read by the workers; what was started for it is stopped afterwards.

    Without an engine, the path itself.
    """
    if engine is None:
        if master is not None or cluster is not None:
            what = "there is an address without an engine."
            raise BadParameter(what, found=master or cluster, remedy="--engine spark, or --engine dask")
        yield path
        return
    if engine not in ENGINES:
        raise BadParameter("there is no such engine.", found=engine, remedy="--engine spark, or --engine dask")
    wrong = cluster if engine == "spark" else master
    if wrong is not None:
        what = "--cluster is the address of Dask, --master that of Spark."
        raise BadParameter(what, found=wrong, remedy="--master for spark, --cluster for dask")
    if not path.endswith((".parquet", ".csv")):
        raise BadParameter("engines read Parquet and CSV.", found=path, remedy="a path that ends in .parquet or .csv")
    with _spark(path, master) if engine == "spark" else _dask(path, cluster) as table:
        yield table


@contextmanager
def _spark(path: str, master: str | None) -> Iterator[Any]:
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtra("this needs Spark.", remedy="pip install 'probative[spark]'") from None
    wanted = SparkSession.builder.appName("probative")
    remote = (master or "").startswith("sc://")
    try:
        session = (wanted.remote(master) if remote else wanted.master(master or "local[*]")).getOrCreate()
    except Exception as error:
        raise BadInput(
            f"no Spark answers at {master!r}.", found=error, remedy="spark://host:7077, or sc://host"
        ) from None
    try:
        yield (
            session.read.parquet(path)
            if path.endswith(".parquet")
            else session.read.csv(path, header=True, inferSchema=True)
        )
    finally:
        session.stop()


@contextmanager
def _dask(path: str, cluster: str | None) -> Iterator[Any]:
    try:
        import dask.dataframe as frames
    except ImportError:
        raise MissingExtra("this needs Dask.", remedy="pip install 'probative[dask]'") from None
    with joined(cluster):
        try:
            table = frames.read_parquet(path) if path.endswith(".parquet") else frames.read_csv(path)
        except (OSError, ValueError) as error:
            raise UnreadableFile(f"{path!r} cannot be read.", found=error, remedy="check the path") from error
        yield table


@contextmanager
def joined(address: str | None) -> Iterator[Any]:
    """A client of the cluster of Dask's at this address, or none where none is named; closed afterwards."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtra("a cluster needs Dask.", remedy="pip install 'probative[dask]'") from None
    try:
        client = Client(address, timeout=20)
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(
            f"no cluster answers at {address!r}.",
            found=str(error).splitlines()[0] if str(error) else type(error).__name__,
            remedy="the address of a scheduler, such as tcp://host:8786",
        ) from error
    with client:
        yield client
