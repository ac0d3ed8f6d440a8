"""The chooser: a query over the declared tests. Which is valid for what is held, why, and why not the others."""

from __future__ import annotations

from dataclasses import dataclass

from probative.errors import InvalidMethod, nearest
from probative.stats.facts import Facts
from probative.stats.registry import Test, tests


@dataclass(frozen=True, slots=True)
class Choice:
    """The tests that are valid for what is held, the best first, and why the others are not."""

    facts: Facts
    valid: tuple[Test, ...]
    invalid: dict[str, str]

    @property
    def test(self) -> Test:
        """The test to run."""
        return self.valid[0]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is that one."""
        return self.facts.setting, self.test.because(self.facts)

    def before(self, test: Test) -> Test | None:
        """The valid test of all models that a test of pairs follows."""
        return next((one for one in self.valid if one.together and one.post_hoc == test.name), None)


def choose(facts: Facts) -> Choice:
    """The declared tests by what may be said of them here."""
    fitting = [test for test in tests() if _fits(test, facts)]
    objections = {test.name: test.objection(facts) for test in fitting}
    valid = [test for test in fitting if objections[test.name] is None]
    if not valid:
        why = dict.fromkeys(test.objection(facts) or "" for test in fitting if test.of_rows == (facts.of == "rows"))
        raise InvalidMethod(
            f"no test of {facts.measure} is valid here: {'; '.join(why)}.",
            found=facts.setting,
            remedy="another measure",
        )
    valid.sort(key=lambda test: (test.normal is not None and test.normal != facts.normal, test.prefer))
    return Choice(facts, tuple(valid), {name: why for name, why in objections.items() if why is not None})


def _fits(test: Test, facts: Facts) -> bool:
    """Whether this is the use of the test to judge, where it has one for rows and one for results."""
    meant = test.of_rows == (facts.of == "rows")
    return meant or all(other.of_rows == test.of_rows for other in tests() if other.name == test.name)


def require_valid(choice: Choice, wanted: str | None, force: bool) -> tuple[Test, str | None]:
    """The test to run, and the objection that was overridden by force."""
    if wanted is None:
        return choice.test, None
    name = wanted.strip().lower().replace("_", "-")
    named = [test for test in tests() if test.name == name and _fits(test, choice.facts)]
    if not named:
        known = list(dict.fromkeys(test.name for test in tests()))
        remedy = f"{nearest(wanted, known) or ''} {choice.test.name} is valid here".strip()
        raise InvalidMethod(f"there is no test {wanted!r}.", found=", ".join(known), remedy=remedy)
    why = choice.invalid.get(name)
    if why is None:
        return named[0], None
    if not force:
        raise InvalidMethod(
            f"{name} is not valid here: {why}.",
            found="; ".join(choice.reasons),
            remedy=f"{choice.test.name} (or force=True, --force)",
        )
    if named[0].senseless(choice.facts):
        raise InvalidMethod(f"{name} cannot even be forced here: {why}.", remedy=choice.test.name)
    return named[0], why
