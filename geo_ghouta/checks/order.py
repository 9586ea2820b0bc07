"""Order of days: what happened cannot be dated after its report, nor an arrival before its departure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.checks.bench import rows_of
from geo_ghouta.checks.words import day_text, days_text

if TYPE_CHECKING:
    from geo_ghouta.checks.bench import Bench

_DONE = ("happened", "under_way")


def check_order(claims: pd.DataFrame, bench: Bench) -> None:
    """Check the order of days of claims; a pair that fits is a finding too, claims without a pair are none."""
    done = claims[claims["modality"].isin(_DONE) & claims["date_from"].notna()]
    days = {report: day for report, (_, day) in bench.texts.items() if day is not None}
    report_day = done["report_id"].map(days).astype("datetime64[s]")
    early = report_day < done["date_from"]
    for claim, published in zip(rows_of(done[early]), report_day[early], strict=True):
        late = (claim.date_from - published).days
        when = f"{day_text(claim.date_from)}, {days_text(late)} after its report of {day_text(published)}"
        bench.add(
            "date_order",
            "disagrees",
            f"Dated {when}, as something that happened.",
            claim=claim,
            claimed=float(late),
            measured=0.0,
            unit="days",
            day=claim.date_from,
        )
    first_left: dict[tuple[str, str], Any] = {}
    left = done[(done["kind"] == "departure") & done["origin"].notna()]
    for claim in rows_of(left.sort_values(["date_from", "claim_id"], kind="stable")):
        first_left.setdefault((_story(claim), str(claim.origin)), claim)
    for claim in rows_of(done[(done["kind"] == "arrival") & done["origin"].notna()]):
        first = first_left.get((_story(claim), str(claim.origin)))
        if first is None:
            continue
        days = (claim.date_to - pd.Timedelta(days=1) - first.date_from).days
        verdict = "agrees" if days >= 0 else "disagrees"
        arrival, departure = day_text(claim.date_to - pd.Timedelta(days=1)), day_text(first.date_from)
        apart = f"{days_text(abs(days))} {'after' if days >= 0 else 'before'} it"
        detail = f"Arrival from {claim.origin} on {arrival}, departure on {departure} ({first.claim_id}): {apart}."
        bench.add(
            "date_order",
            verdict,
            detail,
            claim=claim,
            claimed=float(days),
            measured=0.0,
            unit="days",
            day=claim.date_from,
        )


def _story(claim: Any) -> str:
    return str(claim.report_id) if pd.isna(claim.story_id) else str(claim.story_id)
