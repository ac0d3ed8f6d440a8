"""What a plan is made from: checked, completed, and refused where it does not fit together."""

from __future__ import annotations

from typing import Any

from probative.errors import BadParameter
from probative.planning.design import known_designs
from probative.planning.inputs import between, direction, known_facts, method_of, side_of, whole
from probative.stats.inputs import chosen
from probative.stats.meaning import Alternative

WANTED = "give two of n=, difference= and power= (--n, --difference, --power): the third follows."


class Facts:
    """The arguments of `plan_size` after all checks; `difference` is None only if it is looked for."""

    def __init__(
        self,
        what: str,
        given: dict[str, Any],
        n: Any,
        difference: Any,
        power: Any,
        half_width: Any,
        margin: Any,
        level: Any,
        alternative: str | None,
        method: str | None,
    ) -> None:
        self.what: str = chosen(what, tuple(known_designs()), "what")
        self.kind = known_designs()[self.what]
        self.level = between(level, "level", 0.5, 1.0, "0.95")
        self.known = known_facts(self.kind, given)
        self.margin = None if margin is None else between(margin, "margin", 0.0, None, "0.02")
        self.power = None if power is None else between(power, "power", 1 - self.level, 1.0, "0.8")
        self.half_width = None if half_width is None else between(half_width, "half_width", 0.0, None, "0.02")
        self.difference = None if difference is None else between(difference, "difference", None, None, "0.02")
        self.n = None if n is None else whole(n)
        self.method = method_of(self.kind, method, self.margin)
        self.notes: tuple[str, ...] = ()
        self.is_width = self._is_width()
        self.side: Alternative = side_of(alternative, self.margin, self.level)
        if self.is_width:
            self._check_width(alternative)
        else:
            self._complete()
            self._check_test()

    def _is_width(self) -> bool:
        if self.half_width is not None:
            return True
        told = {"difference": self.difference, "power": self.power, "margin": self.margin}
        compares = [name for name, value in told.items() if value is not None]
        compares += [name for name in ("reference", "correlation") if name in self.known]
        return "expected" in self.kind.width and "expected" in self.known and not compares

    def _check_width(self, alternative: str | None) -> None:
        if not self.kind.width:
            able = ", ".join(name for name, kind in known_designs().items() if kind.width)
            raise BadParameter(
                "half widths are planned for one rate, one area or one mean.",
                found=f"what={self.what!r}",
                remedy=f"one of {able}, or a difference instead of a half width",
            )
        told = {"difference": self.difference, "power": self.power, "margin": self.margin, "alternative": alternative}
        told |= {name: self.known.get(name) for name in ("reference", "correlation")}
        extra = [name for name, value in told.items() if value is not None]
        if extra:
            raise BadParameter(
                "the width of an interval has no test.", found=", ".join(extra), remedy="leave these out, or half_width"
            )
        for name in self.kind.width:
            self._need(name)
        if (self.n is None) == (self.half_width is None):
            raise BadParameter(
                "give one of n and half_width, and the other follows.", remedy="half_width=0.02 (--half-width 0.02)"
            )

    def _complete(self) -> None:
        """Difference and reference follow from each other through what is expected."""
        expected, reference = self.known.get("expected"), self.known.get("reference")
        if expected is not None and reference is not None:
            implied = expected - reference
            if self.difference is not None and abs(self.difference - implied) > 1e-9:
                found = f"{expected:g} - {reference:g} is not {self.difference:g}"
                raise BadParameter("the difference is expected - reference.", found=found, remedy="give two of them")
            self.difference = implied if self.difference is None else self.difference
        elif self.margin is not None and self.difference is None and (self.n is None or self.power is None):
            self.difference = 0.0
            self.notes = ("the two are truly equal",)
        if expected is not None and reference is None:
            if self.difference is None:
                raise BadParameter(
                    "what is the expected value compared with?", remedy="reference=0.8 (--reference 0.8)"
                )
            self.known["reference"] = between(expected - self.difference, "reference", 0.0, 1.0, "0.8")

    def _check_test(self) -> None:
        told = [name for name in ("n", "difference", "power") if getattr(self, name) is not None]
        if len(told) == 3:
            raise BadParameter(WANTED, found="all three")
        if not {"n", "difference"} & set(told):
            raise BadParameter(
                WANTED,
                found=", ".join(told) or "none",
                remedy="difference=0.02, power=0.8 (--difference 0.02 --power 0.8)",
            )
        if (missing := self.kind.missing(self.known)) is not None:
            self._need(missing)
        if self.difference is not None:
            direction(self.difference, self.side, self.margin)

    def _need(self, name: str) -> None:
        examples = {"expected": "0.9", "reference": "0.85", "positives": "0.3", "sd": "0.5"}
        if name not in self.known:
            raise BadParameter(
                f"{self.what} needs {name}.",
                found="none",
                remedy=f"{name}={examples[name]} (--{name} {examples[name]})",
            )
