"""The tables of promises in the README and the guide, and the tests, say the same."""

from __future__ import annotations

import re
from pathlib import Path

from promises.__main__ import parts
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


def named_after(promise: str) -> list[str]:
    """Names of the tests of an id."""
    return [part.rpartition("::")[2] for part in parts([promise])]


def test_every_count_is_asked_for() -> None:
    text = "".join(p.read_text("utf-8") for p in Path(__file__).parent.glob("test_*.py"))
    missing = [what for counts in COUNTS.values() for what in counts if f'"{what}"' not in text]
    assert missing == []


def rows_of(path: Path, columns: int) -> list[list[str]]:
    """Rows of a page's tables that begin with an id and have so many columns."""
    cells = [line.strip("| \n").split(" | ") for line in path.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [row for row in cells if len(row) == columns and row[0] in IDS]


def test_the_readme_tells_the_counts_and_what_holds(root: Path) -> None:
    rows = rows_of(root / "README.md", 4)
    assert [row[0] for row in rows] == IDS
    shown = rows_of(root / "geo_ghouta" / "guide" / "promises.md", 6)
    for promise, _, counted, outcome in rows:
        counts = COUNTS[promise]
        told = [
            f"{many:,} {what}" if few == many else f"{few:,} / {many:,} {what}" for what, (few, many) in counts.items()
        ]
        assert counted == "; ".join(told), promise
        if outcome == "to be run again":
            continue
        # What is said to hold has been shown by every test of its id, with the counts of today.
        assert re.fullmatch(r"(holds|skipped.*), \d{4}-\d\d-\d\d", outcome), promise
        mine = [row for row in shown if row[0] == promise]
        assert {row[5].strip("`") for row in mine} == set(named_after(promise)), promise
        assert {row[4] for row in mine} == {outcome.rpartition(", ")[0]}, promise
        tried = re.findall(r"([\d,]+) ([^;]+)", "; ".join(row[1] for row in mine))
        for what, (_, many) in counts.items():
            assert max(int(n.replace(",", "")) for n, w in tried if w == what) >= many, (promise, what)
