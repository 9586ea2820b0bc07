"""The table of promises in the guide and the tests say the same."""

from __future__ import annotations

import re
from pathlib import Path

from promises.counts import COUNTS

IDS = [f"S{n}" for n in range(1, 11)] + [f"R{n}" for n in range(1, 16)]


def test_every_promise_has_tests_and_every_test_a_promise() -> None:
    assert list(COUNTS) == IDS
    named: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for name in re.findall(r"^def test_(\w+)\(", path.read_text("utf-8"), re.MULTILINE):
            if path.name != Path(__file__).name:
                named.setdefault(name.split("_")[0], []).append(name)
    assert sorted(named) == sorted(IDS)


def test_every_count_is_asked_for() -> None:
    text = "".join(p.read_text("utf-8") for p in Path(__file__).parent.glob("test_*.py"))
    missing = [what for counts in COUNTS.values() for what in counts if f'"{what}"' not in text]
    assert missing == []


def test_the_guide_tells_the_counts(root: Path) -> None:
    text = (root / "geo_ghouta" / "guide" / "promises.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([SR]\d+) \| (.*) \|$", text, re.MULTILINE))
    assert list(rows) == IDS
    for promise, counts in COUNTS.items():
        _, short, full = rows[promise].split(" | ")
        assert short == "; ".join(f"{few:,} {what}" for what, (few, _) in counts.items()), promise
        assert full == "; ".join(f"{many:,} {what}" for what, (_, many) in counts.items()), promise
