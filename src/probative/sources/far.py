"""Rows that stay where they are: a file or relation larger than memory, asked, counted, streamed and sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

import numpy as np

from probative.errors import EmptyData, MissingValues
from probative.evidence import ClassScores, Fingerprint, Ladder, Moments
from probative.evidence.arrays import Array
from probative.evidence.binning import grid_in_sql, of_bins
from probative.evidence.labels import Label, match_label
from probative.evidence.rung_files import Rungs, columns_on_disk, ladder_on_disk, ladders_on_disk
from probative.evidence.value_ladder import ValueLadder
from probative.sources.arrow import numeric_batches
from probative.sources.clear import clear_errors
from probative.sources.columns import Columns
from probative.sources.far_classes import FarClassScores, require_known
from probative.sources.far_errors import groups_of, quantiles_of
from probative.sources.far_pairs import FarPairs
from probative.sources.progress import progress
from probative.sources.score_ranges import LOOKED_AT, ranges
from probative.sources.sql import SqlSource, quoted

Made = TypeVar("Made")


class FarRows:
    """The rows of a table, or of one model in it, that have no gaps in the columns named."""

    def __init__(
        self, source: SqlSource, names: Sequence[str], weight: str | None = None, model: tuple[str, str] | None = None
    ) -> None:
        self._weight, self.names = weight, tuple(names)
        self._errors: dict[str, dict[int, ValueLadder]] = {}
        mine = source if model is None else source.only(f"CAST({quoted(model[0])} AS VARCHAR) = {_text(model[1])}")
        with clear_errors(source.limits):
            self._gaps = {name: gap for name, gap in zip(names, mine.gaps(names), strict=True) if gap}
            # Weights that are missing or negative are refused, not dropped.
            if weight is not None:
                source.refuse_bad_weights(weight)
            self._all = mine.size if model is None else mine.counted()
            self.source = mine.only(" AND ".join(map(mine.known, names))) if self._gaps else mine
            self.size = self.source.counted() if self._gaps else self._all

    @property
    def dropped(self) -> int:
        """Rows that were left out for a gap."""
        return self._all - self.size

    def require(self, missing: str) -> FarRows:
        """Refuse gaps, or all rows having some."""
        require_complete(self._gaps, self._all, self.size, missing)
        return self

    def counted(self, names: Sequence[str]) -> Columns:
        """Equal rows of columns that have few values."""
        with clear_errors(self.source.limits):
            return self.source.grouped(list(names), self._weight)

    def ladder(self, score: str, truth: str, positive: Callable[[Label], bool]) -> Ladder:
        """The rungs of all rows, sorted by the engine and written to disk."""
        return ladder_on_disk((rungs for _, rungs in self._sorted(score, truth, positive, ())), self._folder)

    def ladders(
        self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str]
    ) -> dict[tuple[Label, ...], Ladder]:
        """The rungs of every combination of keys, in one sort."""
        names = self.labels_of(keys)
        found = ladders_on_disk(self._sorted(score, truth, positive, keys), self._folder)
        ladders: dict[tuple[Label, ...], Ladder] = {}
        for code, label in names.items():
            if code in found:
                # One label may be written in several ways: true and True.
                ladders[label] = ladders[label] + found[code] if label in ladders else found[code]
        return ladders

    def binned(
        self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str] = ()
    ) -> dict[tuple[Label, ...], Ladder]:
        """The ladders of bins, counted by the engine in one pass that sorts nothing."""
        names = self.labels_of(keys) if keys else {0: ()}
        s, yes = f"CAST({quoted(score)} AS DOUBLE)", self.source.matching(truth, positive)
        with clear_errors(self.source.limits):
            # Plain ends are known to a Parquet file without a look at its rows.
            ends = f"SELECT min({quoted(score)}), max({quoted(score)}) FROM predictions{self._weighed}"
            low, high = map(float, self.source.asked(ends).fetchall()[0])
            wanted = [f"{grid_in_sql(s, low, high)} AS bin", f"min({s}) AS low", f"max({s}) AS high"]
            wanted += _counts(yes, self._weight)
            wanted += [f"{self.source.hash_of(keys)} AS h"] if keys else []
            group = "GROUP BY bin, h" if keys else "GROUP BY bin"
            asked = f"SELECT {', '.join(wanted)} FROM predictions{self._weighed} {group}"
            found = {name: np.asarray(column) for name, column in self.source.asked(asked).fetchnumpy().items()}
        if self._weight is None:
            found["n"] = found["rows"] - found["p"]
        return {label: ladder_of_bins(found, found["h"] == code if keys else None) for code, label in names.items()}

    def labels_of(self, keys: Sequence[str]) -> dict[int, tuple[Label, ...]]:
        """The combinations of keys by their hash, in the order of the labels."""
        with clear_errors(self.source.limits):
            return self.source.hashed_labels(keys)

    def classes(self, truth: str) -> list[Label]:
        """The labels in a column."""
        with clear_errors(self.source.limits):
            return self.source.labels(truth)

    @property
    def _weighed(self) -> str:
        return f" WHERE {quoted(self._weight)} > 0" if self._weight is not None else ""

    @property
    def _folder(self) -> str:
        return self.source.limits.folder

    def _sorted(
        self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str]
    ) -> Iterator[tuple[Array | None, Rungs]]:
        """Entries of ladders by falling score; with keys, those of each after one another."""
        wanted = [f"CAST({quoted(score)} AS DOUBLE) + 0.0 AS s", f"({self.source.matching(truth, positive)})::UTINYINT"]
        order = ["s DESC"]
        if self._weight is not None:
            wanted.append(f"CAST({quoted(self._weight)} AS DOUBLE) AS w")
            # Sums of weights must not depend on the order in which ties happen to come.
            order += ["2", "w"]
        if keys:
            wanted.append(f"{self.source.hash_of(keys)} AS h")
            order = ["h", *order]
        query = f"SELECT {', '.join(wanted)} FROM predictions{self._weighed}"
        # With keys, those come first: their order is no range of scores.
        parts = [query] if keys else [f"SELECT * FROM ({query}){part}" for part in self._ranges(score)]
        for columns in self.streamed([f"{part} ORDER BY {', '.join(order)}" for part in parts], f"sorting {score}"):
            weight = columns[2] if self._weight is not None else None
            yield columns[-1] if keys else None, Rungs.of_rows(columns[0], columns[1], weight)

    def beside(
        self, names: Sequence[str], truth: str, positive: Callable[[Label], bool] | None
    ) -> Iterator[tuple[Array, ...]]:
        """All rows of columns of numbers as they come, and the truth: a number, or whether the row is positive."""
        wanted = [f"CAST({quoted(name)} AS DOUBLE) + 0.0 AS c{i}" for i, name in enumerate(names)]
        if positive is None:
            wanted.append(f"CAST({quoted(truth)} AS DOUBLE) + 0.0")
        else:
            wanted.append(f"({self.source.matching(truth, positive)})::UTINYINT")
        yield from self.streamed(f"SELECT {', '.join(wanted)} FROM predictions", "reading")

    def by_rows(
        self,
        names: Sequence[str],
        truth: str,
        positive: Callable[[Label], bool] | None,
        make: Callable[[Array, Array, Array], Made],
    ) -> Iterator[Made]:
        """What is made of every batch of two columns of numbers and the truth."""
        return (make(*columns) for columns in self.beside(names, truth, positive))

    def cut(
        self, cuts: Sequence[tuple[str, float]], truth: str, positive: Callable[[Label], bool]
    ) -> tuple[Array, ...]:
        """Equal rows of the truth and of scores that are cut, 1 where positive, and last how many there are of each."""
        wanted = [f"({self.source.matching(truth, positive)})::UTINYINT AS c0"]
        for i, (name, at) in enumerate(cuts, 1):
            wanted.append(f"(CAST({quoted(name)} AS DOUBLE) >= '{at!r}'::DOUBLE)::UTINYINT AS c{i}")
        with clear_errors(self.source.limits):
            found = self.source.arrays(f"SELECT {', '.join(wanted)}, count(*) AS rows FROM predictions GROUP BY ALL")
        return tuple(np.asarray(column) for column in found.values())

    def _ranges(self, score: str) -> list[str]:
        """Conditions on s that part the rows into ranges, from the highest down, each of which the engine can sort."""
        many = self.source.limits.sorts(self.size)
        if many == 1:
            return [""]
        some = f"SELECT CAST({quoted(score)} AS DOUBLE) + 0.0 AS s FROM predictions USING SAMPLE {LOOKED_AT} ROWS"
        with clear_errors(self.source.limits):
            seen = np.array([s for (s,) in self.source.asked(some).fetchall()], np.float64)
        return ranges(seen, many)

    def falling(
        self, score: str, beside: Sequence[str], truth: str, positive: Callable[[Label], bool]
    ) -> Iterator[tuple[Array, ...]]:
        """Every row by falling score: that, other scores beside it, and whether the row is positive."""
        wanted = [f"CAST({quoted(name)} AS DOUBLE) + 0.0 AS c{i}" for i, name in enumerate((score, *beside))]
        wanted.append(f"({self.source.matching(truth, positive)})::UTINYINT")
        yield from self.streamed(f"SELECT {', '.join(wanted)} FROM predictions ORDER BY c0 DESC", f"sorting {score}")

    def number_batches(
        self, names: Sequence[str], keys: Sequence[str] = ()
    ) -> Iterator[tuple[Array | None, tuple[Array, ...]]]:
        """All rows of these columns of numbers, and the weight if there is one, beside the hash of their keys."""
        wanted = [f"CAST({quoted(name)} AS DOUBLE) + 0.0" for name in names]
        wanted += [f"CAST({quoted(self._weight)} AS DOUBLE)"] if self._weight is not None else []
        wanted += [self.source.hash_of(keys)] if keys else []
        for columns in self.streamed(f"SELECT {', '.join(wanted)} FROM predictions{self._weighed}", "reading"):
            yield (columns[-1], columns[:-1]) if keys else (None, columns)

    def by_batches(
        self, names: Sequence[str], keys: Sequence[str], make: Callable[[Array | None, tuple[Array, ...]], Made]
    ) -> Iterator[Made]:
        """What is made of every batch of these columns."""
        return (make(codes, columns) for codes, columns in self.number_batches(names, keys))

    def class_scores(self, truth: str, columns: Sequence[str], labels: tuple[Label, ...]) -> FarClassScores:
        """Probabilities of several classes, a column for each."""
        require_known(self.classes(truth), labels)
        same = [partial(_is_label, label=label, labels=labels) for label in labels]
        cases = " ".join(f"WHEN {self.source.matching(truth, one)} THEN {i}" for i, one in enumerate(same))
        wanted = [f"CAST({quoted(name)} AS DOUBLE) + 0.0 AS c{i}" for i, name in enumerate(columns)]
        wanted.append(f"(CASE {cases} END)::BIGINT")
        wanted += [f"CAST({quoted(self._weight)} AS DOUBLE)"] if self._weight is not None else []
        query = f"SELECT {', '.join(wanted)} FROM predictions{self._weighed}"

        def batches() -> Iterator[ClassScores]:
            for found in self.streamed(query, "reading"):
                scores, (code, *weight) = np.column_stack(found[: len(columns)]), found[len(columns) :]
                mass, squares = (weight[0], weight[0] ** 2) if weight else (np.ones(len(code)), None)
                yield ClassScores(labels, code, scores, mass, squares)

        return FarClassScores(labels, columns, batches, lambda column, mine: self.ladder(column, truth, mine))

    def pairs(self, truth: str, predicted: str) -> FarPairs:
        """The distinct pairs of truth and prediction, sorted by the engine and written to disk."""
        wanted = [f"CAST({quoted(name)} AS DOUBLE) + 0.0 AS c{i}" for i, name in enumerate((truth, predicted))]
        wanted += [f"CAST({quoted(self._weight)} AS DOUBLE) AS w"] if self._weight is not None else []
        order = "c0 DESC, c1 DESC" + (", w" if self._weight is not None else "")
        query = f"SELECT {', '.join(wanted)} FROM predictions{self._weighed} ORDER BY {order}"
        rows = self.streamed(query, f"sorting {truth} and {predicted}")
        [errors] = self.errors(truth, predicted).values()
        return FarPairs.of(rows, errors, self.source.limits)

    def errors(self, truth: str, predicted: str, keys: Sequence[str] = ()) -> dict[int, ValueLadder]:
        """The distinct absolute errors of each key with their weight, sorted by the engine and written to disk."""
        weight = "1.0::DOUBLE" if self._weight is None else f"CAST({quoted(self._weight)} AS DOUBLE)"
        error = f"abs(CAST({quoted(truth)} AS DOUBLE) - CAST({quoted(predicted)} AS DOUBLE))"
        wanted = [f"{error} AS e", f"{weight} AS w", f"{self.source.hash_of(keys) if keys else '0::UBIGINT'} AS h"]
        query = f"SELECT {', '.join(wanted)} FROM predictions{self._weighed} ORDER BY {'h, ' if keys else ''}e DESC, w"
        if query not in self._errors:
            rows = ((h, Rungs(e, (w,))) for e, w, h in self.streamed(query, f"sorting errors of {predicted}"))
            columns = columns_on_disk(rows, self._folder)
            self._errors[query] = {key: ValueLadder(*both) for key, both in columns.items()}
        return self._errors[query]

    def at(self, truth: str, predicted: str, places: Array) -> tuple[Array, Array]:
        """Both numbers of some rows, by their places."""
        with clear_errors(self.source.limits):
            found = self.source.listed([truth, predicted], places).values
        return found[truth].astype(np.float64), found[predicted].astype(np.float64)

    def residuals(self, truth: str, predicted: str, at: Array) -> tuple[Moments, Array]:
        """Moments of truth less prediction over all rows, and quantiles."""
        error = f"CAST({quoted(truth)} AS DOUBLE) - CAST({quoted(predicted)} AS DOUBLE)"
        query = f"SELECT {error} AS e FROM predictions ORDER BY e"
        return quantiles_of(self.streamed(query, f"sorting residuals of {predicted}"), self.size, at)

    def by_prediction(self, truth: str, predicted: str, groups: int) -> list[tuple[Moments, Moments]]:
        """Moments of predictions and residuals, of groups of as many rows by prediction; equal ones as they stand."""
        said = f"CAST({quoted(predicted)} AS DOUBLE)"
        error = f"CAST({quoted(truth)} AS DOUBLE) - {said}"
        rows = f"SELECT {said} AS p, {error} AS e, row_number() OVER () AS place FROM predictions"
        query = f"SELECT p, e FROM ({rows}) ORDER BY p, place"
        return groups_of(self.streamed(query, f"sorting {predicted}"), self.size, groups)

    def two_values(self, truth: str, predicted: str | None = None) -> tuple[bool, int]:
        """Whether a column of numbers has two values, and how many predictions lie beyond them on the right side."""
        y, h = (f"CAST({quoted(name)} AS DOUBLE)" for name in (truth, predicted or truth))
        with clear_errors(self.source.limits):
            low, high = self.source.rows(f"SELECT min({y}), max({y}) FROM predictions")[0]
            ends = f"'{low!r}'::DOUBLE", f"'{high!r}'::DOUBLE"
            beyond = f"({y} = {ends[1]} AND {h} > {ends[1]}) OR ({y} = {ends[0]} AND {h} < {ends[0]})"
            asked = f"SELECT count_if({y} > {ends[0]} AND {y} < {ends[1]}), count_if({beyond}) FROM predictions"
            others, out = self.source.rows(asked)[0]
        return low < high and not others, int(out)

    def fingerprint(self) -> Fingerprint:
        """Of everything in these rows, whatever their order: the sum over batches."""
        source, total = self.source, Fingerprint(0, 0)
        texts = {name: self.labels_of([name]) for name in self.names if source.kinds[name] not in ("number",)}
        wanted = [source.hash_of([name]) if name in texts else source.number(name) for name in self.names]
        for columns in self.streamed(f"SELECT {', '.join(wanted)} FROM predictions", "reading"):
            values = dict(zip(self.names, columns, strict=True))
            for name, labels in texts.items():
                codes, where = np.unique(values[name], return_inverse=True)
                spoken = np.empty(len(codes), object)
                spoken[:] = [labels[int(code)][0] for code in codes]
                values[name] = spoken[where]
            total = total + Fingerprint.from_table(values)
        return total

    def streamed(self, query: str | Sequence[str], words: str) -> Iterator[tuple[Array, ...]]:
        """The answer to a query of numbers, or to several one after another, batch by batch."""
        queries = [query] if isinstance(query, str) else query
        with clear_errors(self.source.limits), progress(words, self.size, unit="rows") as move:
            for asked in queries:
                for columns in numeric_batches(self.source.asked(asked)):
                    yield columns
                    move(len(columns[0]))


def require_complete(gaps: Mapping[str, int], rows: int, complete: int, missing: str) -> None:
    """Refuse gaps unless rows with some are dropped, and all rows having some."""
    if gaps and missing == "error":
        facts = ", ".join(f"{name} {gap}" for name, gap in gaps.items())
        raise MissingValues(
            "some rows have missing values.",
            found=f"missing in {facts} of {rows} rows",
            remedy="fill them, or count and drop these rows with missing='drop' (--missing drop)",
        )
    if not complete:
        raise EmptyData(
            "no row is complete." if rows else "the predictions have no rows.",
            found=f"{rows} rows, all with missing values" if rows else None,
            remedy="check the columns named",
        )


def _counts(yes: str, weight: str | None) -> list[str]:
    """What is counted in each bin, in SQL: all rows and the positives, or sums of weights and of their squares."""
    if weight is None:
        return ["count(*) AS rows", f"count_if({yes}) AS p"]
    w = f"CAST({quoted(weight)} AS DOUBLE)"
    parts = [("p", yes), ("n", f"NOT ({yes})")]
    sums = [f"coalesce(sum({w}) FILTER ({which}), 0.0) AS {name}" for name, which in parts]
    return sums + [f"coalesce(sum({w} * {w}) FILTER ({which}), 0.0) AS {name}2" for name, which in parts]


def ladder_of_bins(found: dict[str, Array], kept: Array | None = None) -> Ladder:
    """The ladder of bins in any order, all of them or those of one key."""
    weighted = "p2" in found
    chosen = np.arange(len(found["high"])) if kept is None else np.flatnonzero(kept)
    order = chosen[np.argsort(-found["high"][chosen])]
    low, high = (found[name][order].astype(np.float64) + 0.0 for name in ("low", "high"))
    p, n = (found[name][order].astype(np.float64 if weighted else np.int64) for name in ("p", "n"))
    return of_bins(low, high, p, n, *((found["p2"][order], found["n2"][order]) if weighted else (None, None)))


def _is_label(seen: Label, label: Label, labels: tuple[Label, ...]) -> bool:
    return bool(match_label(seen, labels) == label)


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
