"""The notebooks run from the first cell to the last, as in Jupyter."""

from __future__ import annotations

from pathlib import Path

import pytest

BOOKS = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.loopback
@pytest.mark.enable_socket  # the kernel is spoken to over 127.0.0.1
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("name", [b.stem for b in BOOKS])
def test_notebook_runs_and_its_map_is_shown(name, executed):
    book = executed(name)
    assert all(cell.get("execution_count") for cell in book.cells if cell.cell_type == "code")
    kinds = [set(out.get("data", {})) for cell in book.cells for out in cell.get("outputs", [])]
    assert any("text/html" in kind for kind in kinds)
    shown = [
        out["data"]["text/html"]
        for cell in book.cells
        for out in cell.get("outputs", [])
        if "text/html" in out.get("data", {})
    ]
    assert any("iframe" in html for html in shown), "no map in the notebook"
