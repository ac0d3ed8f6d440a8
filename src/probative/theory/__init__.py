"""Theory: tasks whose distribution is known, so that risk, bias and variance can be computed and not only estimated."""

from probative.theory.kernels import intersection_kernel, subset_kernel
from probative.theory.noisy_function import NoisyFunction

__all__ = ["NoisyFunction", "intersection_kernel", "subset_kernel"]
