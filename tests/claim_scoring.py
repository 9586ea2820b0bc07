"""Score claims with a figure against labelled texts: shared by the score gate and by hand."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.claims import find_claims
from geo_ghouta.schema import MARKS, PLACES, REPORTS

if TYPE_CHECKING:
    from pathlib import Path


@dataclasses.dataclass
class Score:
    found: int = 0
    extra: int = 0
    missed: int = 0
    right: dict[str, int] = dataclasses.field(
        default_factory=lambda: dict.fromkeys(("speaker", "modality", "date", "place"), 0)
    )
    asked: dict[str, int] = dataclasses.field(
        default_factory=lambda: dict.fromkeys(("speaker", "modality", "date", "place"), 0)
    )
    faults: list[str] = dataclasses.field(default_factory=list)

    @property
    def f1(self) -> float:
        return 2 * self.found / (2 * self.found + self.extra + self.missed)

    def share(self, key: str) -> float:
        return self.right[key] / max(1, self.asked[key])


def read_texts(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def reports_of(texts: list[dict[str, Any]]) -> pd.DataFrame:
    return REPORTS.table(
        {"report_id": t["id"], "doc_id": t["id"], "text": t["text"], "published": t.get("published"), "path": "text", "sha256": "0",
         "published_basis": "manifest" if t.get("published") else "unknown", "text_sha256": "0", "source": t.get("source")}
        for t in texts
    )  # fmt: skip


def places_of(texts: list[dict[str, Any]]) -> Any:
    """PLACES rows for the names given with a text, longest name first, each spot once."""
    rows = []
    for text in texts:
        taken: set[int] = set()
        for name in sorted(text.get("places", []), key=lambda n: (-len(n), n)):
            at = text["text"].find(name)
            while at >= 0:
                if not taken & set(range(at, at + len(name))):
                    taken |= set(range(at, at + len(name)))
                    rows.append({"mention_id": f"{text['id']}-{at}", "report_id": text["id"], "start": at, "end": at + len(name), "text": name,
                                 "form": "name", "key": name.lower(), "resolution": "placed", "place_id": f"test:{name}", "name": name,
                                 "match": "exact", "geo_precision": "town"})  # fmt: skip
                at = text["text"].find(name, at + 1)
    return PLACES.table(rows)


def read_all(texts: list[dict[str, Any]], actors: Any = ()) -> pd.DataFrame:
    return find_claims(reports_of(texts), MARKS.empty(), places_of(texts), actors=actors)


def cells(found: pd.DataFrame, *columns: str) -> list[tuple[object, ...]]:
    """These columns of each claim, None for what is not told."""
    told = found[list(columns)].astype(object).itertuples(index=False, name=None)
    return [tuple(None if pd.isna(v) else v for v in row) for row in told]


def score(texts: list[dict[str, Any]], claims: pd.DataFrame) -> Score:
    total = Score()
    for text in texts:
        rows = [r for r in claims[claims["report_id"] == text["id"]].to_dict("records") if not pd.isna(r["unit"])]
        for gold in text["claims"]:
            hit = next(
                (r for r in rows if (r["kind"], _figure(r), r["unit"]) == (gold["kind"], gold["value"], gold["unit"])),
                None,
            )
            if hit is None:
                total.missed += 1
                total.faults.append(f"{text['id']}: missed {gold['kind']} {gold['value']} {gold['unit']}")
                continue
            rows.remove(hit)
            total.found += 1
            _details(text["id"], gold, hit, total)
        total.extra += len(rows)
        total.faults += [f"{text['id']}: extra {r['kind']} {_figure(r)} {r['unit']}" for r in rows]
    return total


def _figure(row: dict[str, Any]) -> Any:
    """The value, or "low-high" where there is none."""
    if not pd.isna(row["value"]):
        return float(row["value"])
    return "-".join("" if pd.isna(row[k]) else f"{row[k]:.0f}" for k in ("low", "high"))


def _details(name: str, gold: dict[str, Any], row: dict[str, Any], total: Score) -> None:
    got = {
        k: None if pd.isna(row[k]) else row[k] for k in ("speaker", "speaker_text", "modality", "origin", "destination")
    }
    days = tuple(
        None if pd.isna(row[k]) else dt.date.fromisoformat(str(row[k])[:10]).isoformat()
        for k in ("date_from", "date_to")
    )
    wanted = gold["speaker"]
    words = f"{got['speaker']} {got['speaker_text']}".lower()
    checks = {
        "speaker": (got["speaker"] is None)
        if wanted is None
        else (got["speaker"] is not None and wanted.lower() in words),
        "modality": got["modality"] == gold["modality"],
        "date": days == (gold["date_from"], gold["date_to"]),
    }
    if gold["origin"] or gold["destination"]:
        checks["place"] = (got["origin"], got["destination"]) == (gold["origin"], gold["destination"])
    for key, good in checks.items():
        total.asked[key] += 1
        total.right[key] += good
        if not good:
            total.faults.append(f"{name}: {key} of {gold['kind']} {gold['value']}: {got} {days}")
