"""Sections of the page: findings to HTML, one section a module."""
