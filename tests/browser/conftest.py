"""Fixtures of the browser tests; their code stands beside, so that tests can name it."""

from map_browser import browser, opened, saved

__all__ = ["browser", "opened", "saved"]
