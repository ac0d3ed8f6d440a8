"""What a run is: fingerprints of data, models and plan, so that a change is noticed."""

from __future__ import annotations

import hashlib
import platform
from dataclasses import asdict, dataclass
from types import CodeType, FunctionType

import numpy as np

from probative._version import __version__
from probative.records import Json
from probative.resampling.base import Plan
from probative.resampling.given import Given
from probative.running.brought import Inputs, has_parameters
from probative.running.criterion import Criterion
from probative.running.learner import Learner
from probative.running.problem import Problem


def versions() -> dict[str, str]:
    """The software that a result depends on."""
    import scipy
    import sklearn

    libraries = {"numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__}
    return {"probative": __version__, "python": platform.python_version(), **libraries}


def data_digest(problem: Problem) -> str:
    """A fingerprint of inputs, targets, both weights, groups and times."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (problem.X, problem.y, problem.sample_weight, problem.groups, problem.time):
        _feed(digest, part)
    if problem.weight is not None:
        # Only where there are some, so that saved fingerprints of other data stay what they were.
        _feed(digest, problem.weight)
    return digest.hexdigest()


def _feed(digest: hashlib.blake2b, part: Inputs | None) -> None:
    if isinstance(part, np.ndarray) and part.dtype.kind != "O":
        digest.update(f"{part.dtype.str}{part.shape}".encode())
        whole = np.ascontiguousarray(part)
        digest.update(whole.tobytes() if part.dtype.kind in "mM" else whole.data)
    elif hasattr(part, "indptr"):
        for name in ("data", "indices", "indptr"):
            _feed(digest, getattr(part, name))
    else:
        digest.update(_hashed(part).encode(errors="surrogatepass"))


def _hashed(value: object) -> str:
    """A hash of anything that can be pickled, and of the text of anything else."""
    import joblib

    try:
        return str(joblib.hash(value))
    except Exception:
        # Locally defined functions and open handles cannot be pickled.
        return hashlib.blake2b(repr(value).encode(), digest_size=16).hexdigest()


def model_digest(learner: Learner) -> str:
    """A fingerprint of a model: its classes and all its parameters."""
    model = learner.model
    if not has_parameters(model):
        return f"{type(model).__qualname__} {_hashed(model)} {_written(type(model))}"
    described = _described(model).encode(errors="surrogatepass")
    return f"{type(model).__qualname__} {hashlib.blake2b(described, digest_size=12).hexdigest()}"


def _described(value: object) -> str:
    """A value in words that do not change from run to run."""
    if isinstance(value, str | int | float | bool | type(None)):
        return repr(value)
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_described, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{k!r}:{_described(v)}" for k, v in value.items()) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ",".join(sorted(map(_described, value))) + "}"
    if isinstance(value, Plan):
        return plan_digest(value)
    if isinstance(value, Criterion):
        return criterion_digest(value)
    if isinstance(value, FunctionType):
        return f"{value.__module__}.{value.__qualname__}{_coded(value.__code__)}{_described(value.__defaults__)}"
    if not isinstance(value, type) and has_parameters(value):
        return f"{_written(type(value))}{_described(value.get_params(deep=False))}"
    return _hashed(value)


def _written(kind: type) -> str:
    """A class by name, and by what its methods do where it is not scikit-learn's, whose version is known."""
    name = f"{kind.__module__}.{kind.__qualname__}"
    own = [part for part in kind.__mro__ if part.__module__.partition(".")[0] not in ("builtins", "sklearn")]
    methods = [f for part in own for f in vars(part).values() if isinstance(f, FunctionType)]
    return f"{name} {''.join(_coded(method.__code__) for method in methods)}"


def _coded(code: CodeType) -> str:
    """What a function does: pickling knows functions by name only, and those without a name not at all."""
    inside = [_coded(const) if isinstance(const, CodeType) else _described(const) for const in code.co_consts]
    return hashlib.blake2b(repr((code.co_code, code.co_names, inside)).encode(), digest_size=12).hexdigest()


def criterion_digest(criterion: Criterion) -> str:
    """A fingerprint of a criterion: its measure or function, its direction and its parameters."""
    return f"{criterion.name} {criterion.better} {_described(criterion.measure)}{_described(criterion.parameters)}"


def plan_digest(plan: Plan) -> str:
    """A fingerprint of a plan: all its parameters, or the rows of splits made elsewhere."""
    if isinstance(plan, Given):
        return f"{plan.name} {_hashed(plan.pairs)}"
    return repr(plan)


@dataclass(frozen=True, slots=True)
class Identity:
    """Everything that predictions depend on, as plain values."""

    data: dict[str, int | str]
    models: dict[str, str]
    plan: str
    seed: int
    positive: str
    software: dict[str, str]

    @classmethod
    def of(cls, problem: Problem, made: list[Learner], plan: Plan, seed: int) -> Identity:
        """What is computed from these."""
        return cls(
            {"rows": problem.n, "digest": data_digest(problem), "task": problem.target.task},
            {learner.name: model_digest(learner) for learner in made},
            plan_digest(plan),
            seed,
            str(problem.target.positive),
            versions(),
        )

    def manifest(self, **more: Json) -> dict[str, Json]:
        """What a checkpoint of it must agree with."""
        return asdict(self) | more
