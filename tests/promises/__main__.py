"""``python -m tests.promises [pytest options]``: every promise with its full counts, and a table of what came of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    os.environ["GEO_GHOUTA_FULL"] = "1"
    root = Path(__file__).resolve().parents[2]
    sys.exit(
        pytest.main(["-q", "-p", "no:cacheprovider", f"--rootdir={root}", str(Path(__file__).parent), *sys.argv[1:]])
    )
