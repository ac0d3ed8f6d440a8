"""The page's diagnostics: calibration, permutation tests, bias and variance, errors, choices and times."""

from probative.report.sections.diagnostics.section import diagnostics_section

__all__ = ["diagnostics_section"]
