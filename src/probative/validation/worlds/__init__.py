"""Worlds: populations whose truth is known, and samples of them."""
