"""Golden rows of R14: what the bundled case and a case of a second country give; of reports that are not ours a digest.

    python -m tests.promises.golden

writes them anew; whoever does so says in CHANGELOG.md what changed.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests" / "data" / "golden.json"
COLUMNS = {
    "places": ["doc_id", "start", "text", "name", "resolution"],
    "claims": [
        "doc_id",
        "start",
        "kind",
        "value",
        "low",
        "high",
        "actor",
        "origin",
        "destination",
        "date_from",
        "date_to",
    ],
    "events": ["date_from", "place_id", "kind", "claim_ids"],
}
SECOND = """Two hundred and forty families left the old quarter of Mosul on Tuesday, the provincial council said. About 1,200 people
reached the camp at Hammam al-Alil on Wednesday in 30 buses, an aid worker said. Shelling killed seven people in Tal Afar last
week, a medical source said. The army said on Thursday that it had retaken 60 per cent of the western half of the city."""
PLACES = """place_id,name,kind,lat,lon,country
mosul,Mosul,city,36.34,43.13,IQ
hammam,Hammam al-Alil,town,36.158,43.259,IQ
talafar,Tal Afar,town,36.376,42.449,IQ
"""


def rows_of(result: Any) -> dict[str, list[str]]:
    """The rows of a result that readers see, one line each, without offsets that a column more would move."""
    documents = dict(zip(result.reports["report_id"], result.reports["doc_id"], strict=True))
    out = {}
    for table, columns in COLUMNS.items():
        frame = getattr(result, table).copy()
        if "report_id" in frame:
            frame["doc_id"] = [documents[r] for r in frame["report_id"]]
        kept = [c for c in columns if c in frame]
        plain = frame[kept].astype(object).where(frame[kept].notna(), "")
        out[table] = sorted("|".join(map(str, row)) for row in plain.to_numpy().tolist())
    return out


def told() -> dict[str, dict[str, list[str]]]:
    """Rows by input and table."""
    from geo_ghouta import pipeline

    made = {"bundled case": rows_of(pipeline.run(world=False))}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "second.txt").write_text(SECOND, "utf-8")
        (Path(folder) / "places.csv").write_text(PLACES, "utf-8")
        second = pipeline.run(
            reports=[Path(folder) / "second.txt"],
            gazetteers=[Path(folder) / "places.csv"],
            published="2017-03-24",
            world=False,
        )
        made["a second country"] = rows_of(second)
    seeds = ROOT.parent / "shared" / "seeds"
    if seeds.is_dir():
        rows = rows_of(pipeline.run(reports=[seeds], world=False))
        made["four reports of others"] = {
            t: [hashlib.sha256("\n".join(r).encode()).hexdigest()[:16], f"{len(r)} rows"] for t, r in rows.items()
        }
    return made


def difference(old: list[str] | None, new: list[str]) -> list[str]:
    """Lines that came or went, at most ten."""
    if old is None:
        return ["no golden rows yet"]
    lines = [f"gone: {line}" for line in sorted(set(old) - set(new))] + [
        f"new: {line}" for line in sorted(set(new) - set(old))
    ]
    return lines[:10] or ([] if old == new else ["another number of equal rows"])


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT)]
    FILE.write_text(json.dumps(told(), ensure_ascii=False, indent=1) + "\n", "utf-8")
