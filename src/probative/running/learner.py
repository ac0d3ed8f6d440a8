"""A learner: a model with a name, made afresh and seeded for every training."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeGuard

import numpy as np

from probative.errors import BadInput, BadParameter
from probative.running.brought import Estimator, Model, Models, Parameters, has_parameters, is_model, kind_named
from probative.running.copying import Mould, unseeded


@dataclass(frozen=True, slots=True)
class Learner:
    """A model to train: its name, its random parameters, and how it takes weights and groups."""

    name: str
    model: Model
    random_keys: tuple[str, ...] = ()
    weight_key: str | None = None
    groups_key: str | None = None
    time_key: str | None = None
    unruly: bool = True
    """Whether it may use NumPy's global generator; scikit-learn's own models do not, once they are seeded."""
    mould: Mould | None = None
    """What fresh copies are made from; made of the model where it is not given."""

    @classmethod
    def of(cls, name: str, model: Model) -> Learner:
        """The model, looked at once."""
        if not is_model(model):
            raise BadInput(
                f"model {name!r} cannot be trained.",
                found=kind_named(model),
                remedy="pass an object with fit and predict, such as LogisticRegression()",
            )
        if hasattr(model, "require_sense"):
            # What can be refused at once need not fail fold by fold.
            model.require_sense()
        parameters = model.get_params(deep=True) if has_parameters(model) else {}
        keys = _weight_key(model), _groups_key(model), _time_key(model)
        return cls(
            name, model, unseeded(model, parameters), *keys, _unruly(model, parameters), Mould.of(model, parameters)
        )

    @property
    def tunes(self) -> bool:
        """Whether the model chooses hyper-parameters while it is fitted."""
        return _is_search(self.model) or hasattr(self.model, "selects_on_validation")

    @property
    def candidates(self) -> int:
        """How many candidates it tries inside every training part by the plan's inner splits; 0 if it does not."""
        return int(getattr(self.model, "n_candidates", 0))

    def fresh(self, seed: int) -> Model:
        """An untrained copy; whatever would be random in it is seeded."""
        copied = (self.mould or Mould(self.model)).copied()
        if not self.random_keys:
            return copied
        made: Any = copied
        nested = [key for key in self.random_keys if "__" in key]
        if len(nested) < len(self.random_keys):
            # A parameter is an attribute of the same name; set_params would look through all of them for it.
            made.random_state = seed
        seeded: Estimator = made.set_params(**dict.fromkeys(nested, seed)) if nested else made
        return seeded

    def seed(self, base: int, repeat: int, fold: int) -> int:
        """The seed of one training: it depends on nothing but the run's seed and the training's place."""
        place = [base, zlib.crc32(self.name.encode(errors="surrogatepass")), repeat, fold]
        return int(np.random.SeedSequence(place).generate_state(1)[0] >> 1)


def _unruly(model: Model, parameters: Parameters) -> bool:
    """Whether any part of the model comes from elsewhere than scikit-learn, or was given its generator."""
    parts = [model, *(value for value in parameters.values() if has_parameters(value))]
    others = [value for value in parameters.values() if not has_parameters(value)]
    # Functions may do anything, and splitters without a seed of their own ask the global generator.
    given = any(callable(value) or getattr(value, "random_state", 0) is None for value in others)
    return given or any(type(part).__module__.partition(".")[0] != "sklearn" for part in parts)


class _Search(Estimator, Protocol):
    estimator: Model


def _is_search(model: Model) -> TypeGuard[_Search]:
    """Whether the model is a search over parameters of another one (GridSearchCV and its like)."""
    # A parameter is an attribute of the same name: asking for all parameters reads the signature.
    wanted = ("estimator", "cv", "refit")
    named = all(hasattr(model, key) for key in wanted)
    return named and has_parameters(model) and set(wanted) <= set(model.get_params(deep=False))


def _accepts(model: Model, argument: str) -> bool:
    from sklearn.utils.validation import has_fit_parameter

    return bool(has_fit_parameter(model, argument))


def _weight_key(model: Model) -> str | None:
    """The name under which fit takes row weights, or None."""
    if _is_search(model):
        return _weight_key(model.estimator)
    if hasattr(model, "takes_weights"):
        # A model around another one takes what that one takes.
        return "sample_weight" if model.takes_weights() else None
    return _in_last_step(model, _weight_key) or ("sample_weight" if _accepts(model, "sample_weight") else None)


def _groups_key(model: Model) -> str | None:
    """The name under which fit takes groups, or None."""
    return _in_last_step(model, _groups_key) or ("groups" if _is_search(model) or _accepts(model, "groups") else None)


def _time_key(model: Model) -> str | None:
    """The name under which fit takes the times of rows, or None: a model that tunes itself splits them in order."""
    return _in_last_step(model, _time_key) or ("time" if hasattr(model, "selects_on_validation") else None)


def _in_last_step(model: Model, key: Callable[[Model], str | None]) -> str | None:
    """A name by which a pipeline hands an argument on to its last step, or None."""
    steps = getattr(model, "steps", None)
    if not steps or not hasattr(model, "named_steps"):
        return None
    name, last = steps[-1]
    inner = None if isinstance(last, str) else key(last)
    if inner is None:
        return None
    import sklearn

    # With metadata routing the steps say themselves what they ask for, and a name of a step is refused.
    return inner if sklearn.get_config()["enable_metadata_routing"] else f"{name}__{inner}"


def learners(models: Models) -> list[Learner]:
    """Learners from a model, a list of models or (name, model) pairs, or a mapping from names to models."""
    if isinstance(models, Mapping):
        named: Iterable[tuple[str | None, Model]] = models.items()
    elif isinstance(models, Sequence) and not isinstance(models, str):
        named = [pair if isinstance(pair, tuple) and len(pair) == 2 else (None, pair) for pair in models]
    else:
        named = [(None, models)]
    made: dict[str, Learner] = {}
    for given, model in named:
        name = str(given) if given is not None else name_of(model)
        if name in made:
            if given is not None:
                raise BadParameter("two models have the same name.", found=name)
            name = next(f"{name}-{i}" for i in range(2, len(made) + 3) if f"{name}-{i}" not in made)
        made[name] = Learner.of(name, model)
    if not made:
        raise BadParameter("there is no model to train.", remedy="pass at least one")
    return list(made.values())


def takes_weights(model: Model) -> bool:
    """Whether training takes a weight for every row.

    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> takes_weights(Ridge()), takes_weights(KNeighborsClassifier())
    (True, False)
    """
    return _weight_key(model) is not None


def require_weights_taken(made: Iterable[Learner], sample_weight: object, force: bool | None = None) -> None:
    """Weights that a learner would not hear of are refused, by its name, unless forced; None: nobody can force it."""
    deaf = [learner.name for learner in made if learner.weight_key is None]
    if sample_weight is not None and deaf and not force:
        forced = "" if force is None else ", or force=True (--force), which trains without them"
        raise BadParameter(
            f"{', '.join(deaf)} cannot be trained with row weights: fit takes no sample_weight.",
            remedy=f"another learner, no training weights{forced}",
        )


def name_of(model: Model) -> str:
    """What a model is called that was given no name: its class, or that of the last step of a pipeline."""
    steps = getattr(model, "steps", None)
    return name_of(steps[-1][1]) if steps else type(model).__name__
