"""Procedures: what training again and again teaches: selection, permutation, bootstrap error, bias and variance."""
