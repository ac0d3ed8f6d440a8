"""Values of the companion, compared with what is wanted of them."""

import math


def same(found, wanted):
    """Equal to nine digits, or within the tolerance that stands beside a number; of a table, what is wanted of it."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(same(found.get(key), value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(wanted, tuple):
        return abs(found - wanted[0]) <= wanted[1]
    if isinstance(wanted, float):
        return math.isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-6 if wanted == round(wanted, 6) else 1e-9)
    return found == wanted
