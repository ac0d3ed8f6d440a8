"""Engines: one file for each, with a function `opened` that knows the engine's tables, and nothing loaded before."""
