"""Scenarios: sound ones, about which guards must keep silent, and broken ones, of which each raises its own guard."""
