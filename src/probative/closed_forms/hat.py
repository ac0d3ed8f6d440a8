"""The hat matrix: fitted values are a fixed linear map of the targets, so leaving rows out is algebra."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.closed_forms.common import CHUNK, Bools, Ints
from probative.evidence.arrays import Floats

LIMIT = 1e5
"""Largest amplification of rounding errors at which two correct computations still agree to 1e-9."""


@dataclass(frozen=True, slots=True)
class Hat:
    """What the fit leaves over: I − H = I − B Bᵀ − 1 1ᵀ/n (without the last for no intercept), or B Bᵀ if it is little.

    `condition` says how far the solver amplifies rounding errors.
    """

    basis: Floats
    intercept: bool
    condition: float
    little: bool = False

    @property
    def share(self) -> float:
        """The intercept's part in each entry that the basis does not hold."""
        return 1 / len(self.basis) if self.intercept and not self.little else 0.0

    def residuals(self, targets: Floats) -> Floats:
        """What the model trained on all rows misses of each target."""
        centred = targets - targets.mean(axis=0) if self.intercept else targets
        along = self.basis @ (self.basis.T @ centred)
        return np.asarray(along if self.little else centred - along)

    def without(self, targets: Floats, left: Ints) -> tuple[Floats, Bools]:
        """Predictions of the rows left out, and whether rounding may have spoilt them.

        The residuals of the rows S by the model trained without them are (I − H_SS)⁻¹ e_S.
        """
        residuals, along = self.residuals(targets), np.square(self.basis).sum(axis=1)
        free = (along if self.little else 1 - along) - self.share
        missed = np.empty((*left.shape, targets.shape[1]))
        room = np.empty(len(left))
        step = max(CHUNK // max(self.basis.shape[1], 1), 1)
        for start in range(0, len(left), step):
            part = slice(start, start + step)
            solve = self._one if left.shape[1] == 1 else self._two
            missed[part], room[part] = solve(residuals, free, left[part])
        predicted = targets[left] - missed
        return predicted, self._doubtful(targets, missed, predicted, room)

    def _one(self, residuals: Floats, free: Floats, left: Ints) -> tuple[Floats, Floats]:
        room = free[left[:, 0]]
        return residuals[left] / _nonzero(room)[:, None, None], room

    def _two(self, residuals: Floats, free: Floats, left: Ints) -> tuple[Floats, Floats]:
        i, j = left.T
        a, b = free[i], free[j]
        along = np.einsum("ij,ij->i", self.basis[i], self.basis[j])
        c = -along if self.little else self.share + along
        determinant = _nonzero(a * b - c * c)[:, None]
        e, f = residuals[i], residuals[j]
        first, second = b[:, None] * e + c[:, None] * f, c[:, None] * e + a[:, None] * f
        # Determinant over trace: at most the smaller eigenvalue of the block, and at least half of it.
        room = np.minimum(np.minimum(a, b), determinant[:, 0] / _nonzero(a + b))
        return np.stack([first, second], axis=1) / determinant[:, None], room

    def _doubtful(self, targets: Floats, missed: Floats, predicted: Floats, room: Floats) -> Bools:
        # A target far larger than its prediction takes the digits with it when it is subtracted.
        size = np.maximum(np.abs(predicted), np.median(np.abs(targets), axis=0) + 1e-300)
        drowned = (np.abs(missed) / size).max(axis=(1, 2))
        # What is left over by subtraction has lost as many digits as it is small.
        digits = LIMIT if self.little else LIMIT * room
        return np.asarray(~(room > 1e-8) | ~(self.condition * (1 + drowned) <= digits))


def _nonzero(values: Floats) -> Floats:
    return np.where(np.abs(values) > 1e-300, values, 1e-300)


def least_squares_hat(X: Floats, intercept: bool, cut: float | None) -> Hat | None:  # noqa: N803
    """Hat matrix of least squares; None where rounding decides what the rank is.

    `cut` is the share of the largest singular value below which the solver drops a direction (None: not known).
    """
    centred, offset = _centred(X, intercept)
    u, s, _ = np.linalg.svd(centred, full_matrices=False)
    relative = s / max(s[0], 1e-300)
    kept, dropped = relative >= max(1e-5, 20 * (cut or 0)), relative <= 1e-12
    if not (kept | dropped).all() or not kept.any() or (dropped.any() and not (cut and cut >= 1e-9)):
        return None
    norms = np.linalg.norm(centred, axis=0)
    real = norms > 1e-10 * norms.max()
    condition = 1 / relative[kept].min() * max(1.0, (offset[real] / norms[real]).max())
    # A direction that one row carries may fall below the cut when that row goes.
    return Hat(u[:, kept], intercept, float(condition * max(1.0, 2 * (cut or 0) * LIMIT)))


def ridge_hat(X: Floats, intercept: bool, alpha: float, left: int, normal: bool) -> Hat | None:  # noqa: N803
    """Hat matrix of ridge regression; `normal` where the solver squares the condition by normal equations."""
    (n, d), (centred, offset) = X.shape, _centred(X, intercept)
    if d >= n:
        u, s, _ = np.linalg.svd(centred, full_matrices=False)
        stretched = np.sqrt(s * s + alpha)
        if not alpha > 0:
            return None
        basis, spread = u * (np.sqrt(alpha) / stretched), stretched[0] / stretched[-1]
        # Centred data leave the constant direction alone: the intercept takes it out of each column, digit for digit.
        basis = basis - basis.mean(axis=0) if intercept else basis
    else:
        # Householder's QR of the data with the penalty as d more rows: small columns keep their digits.
        q, r = np.linalg.qr(np.vstack([centred, np.sqrt(alpha) * np.eye(d)]))
        basis, lengths = q[:n], np.linalg.norm(r, axis=0)
        if not lengths.min() > 0:
            return None
        # Cholesky's method does not mind the scale of columns either, as long as there are more rows than columns.
        spread = np.linalg.cond(r / lengths if normal and d <= n - left else r)
    norms = np.sqrt(np.square(centred).sum(axis=0) + alpha)
    with np.errstate(over="ignore"):
        condition = np.square(spread) if normal else spread
    return Hat(basis, intercept, float(condition * max(1.0, (offset / norms).max())), little=d >= n)


def _centred(X: Floats, intercept: bool) -> tuple[Floats, Floats]:  # noqa: N803
    """The columns about their means, and the length that was taken away from each."""
    if not intercept:
        return X, np.zeros(X.shape[1])
    mean = X.mean(axis=0)
    return X - mean, np.abs(mean) * np.sqrt(len(X))
