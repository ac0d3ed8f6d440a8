"""Experiments: a table, its target and named learners to predictions."""
