"""Theory: tasks whose distribution is known, so that risk, bias and variance can be computed and not only estimated."""

from probative.theory.noisy_function import NoisyFunction

__all__ = ["NoisyFunction"]
