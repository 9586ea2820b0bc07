"""What a walk down the street ends in: every table, the layers, the counts."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta import layers
from geo_ghouta.cases import Case
from geo_ghouta.errors import InputError

if TYPE_CHECKING:
    import geopandas as gpd

    from geo_ghouta.schema import Pictures, Source


@dataclasses.dataclass(frozen=True)
class Result:
    """Every table of a run; the contracts are in :mod:`geo_ghouta.schema`.

    Examples
    --------
    >>> from geo_ghouta.pipeline import run
    >>> result = run(world=False)
    >>> counts = result.summary
    >>> counts["mentions"] == counts["placed"] + counts["unplaced"] + counts["not_a_place"]
    True
    >>> list(result.layers)[:3]
    ['control', 'pockets', 'changes']
    """

    case: Case
    parameters: dict[str, Any]
    reports: pd.DataFrame
    marks: pd.DataFrame
    places: gpd.GeoDataFrame
    claims: pd.DataFrame
    pockets: gpd.GeoDataFrame
    changes: gpd.GeoDataFrame
    events: gpd.GeoDataFrame
    convoys: gpd.GeoDataFrame
    findings: gpd.GeoDataFrame
    rejected: pd.DataFrame
    roots: tuple[str, ...] = ()
    """Folders and files that the sources were named by, for verifying later."""
    own_reports: bool = False
    """Whether reports were named, or the case's own are used."""
    sources: tuple[Source, ...] = ()
    """Files that the run rests on besides reports and pictures, with their hashes."""
    observed: pd.DataFrame | None = None
    """PICTURES that derived frames were made from, where frames stand for them."""

    @property
    def pictures(self) -> Pictures:
        """Control pictures of the case."""
        return self.case.pictures

    @property
    def routes(self) -> gpd.GeoDataFrame:
        """Legs of the case's routes."""
        return self.case.routes

    @property
    def facts(self) -> pd.DataFrame:
        """Claims with a figure side by side by fact: nothing is averaged."""
        wanted = ["fact_id", "kind", "unit", "scope", "origin", "destination", "place", "date_from", "date_to", "value",
                  "low", "high", "qualifier", "modality", "speaker", "outlet", "story_id", "claim_id"]  # fmt: skip
        known = self.claims[self.claims["fact_id"].notna()]
        return known[wanted].sort_values(["fact_id", "claim_id"]).reset_index(drop=True)

    @property
    def layers(self) -> dict[str, gpd.GeoDataFrame]:
        """The named layers in drawing order, claims with their place's point, findings with their ground."""
        claims = layers.claim_points(self.claims, self.places, self.pockets)
        return {
            "control": self.pictures.areas,
            "pockets": self.pockets,
            "changes": self.changes,
            "places": self.places,
            "events": self.events,
            "convoys": self.convoys,
            "routes": self.routes,
            "claims": claims,
            "findings": layers.findings_on_ground(self.findings, claims, self.pockets),
        }

    @property
    def summary(self) -> dict[str, int]:
        """What went in and where it went: in = placed + unplaced + rejected."""
        return {
            "reports": len(self.reports),
            "reports_without_day": int(self.reports["published"].isna().sum()),
            "stories": int(self.reports["story_id"].nunique()),
            **layers.counts_of(self.places, self.claims, self.rejected),
            "pictures": len(self.pictures.dates),
            "pockets": len(self.pockets),
            "events": len(self.events),
            "convoys": len(self.convoys),
            "findings": len(self.findings),
            "disagreements": int((self.findings["verdict"].astype("str") == "disagrees").sum()),
        }

    def _repr_html_(self) -> str:
        """Tell in a few lines what went in and where it went, for Jupyter."""
        from html import escape

        counts = self.summary
        aside = counts["not_a_place"]
        told = (
            f"{counts['mentions']:,} place names in = {counts['placed']:,} placed + {counts['unplaced']:,} unplaced"
            + (f" + {aside:,} no places" if aside else "")
            + f"; {counts['rejected']:,} rows rejected"
        )
        shown = ("mentions", "placed", "unplaced", "not_a_place", "rejected")
        rows = "".join(
            f"<tr><td>{escape(k.replace('_', ' '))}</td><td style='text-align:right'>{v:,}</td></tr>"
            for k, v in counts.items()
            if k not in shown
        )
        title = escape(self.case.file.title)
        return f"<table><caption>{title}<br>{told}</caption>{rows}</table>"


def refuse_faults(rejected: pd.DataFrame) -> None:
    """Raise if anything was left out or was not as it should be.

    Raises
    ------
    InputError
        Naming the first and the number of the rest.
    """
    faults = rejected[rejected["severity"].isin(["error", "warning"])].sort_values("severity", kind="stable")
    if len(faults):
        first = faults.iloc[0]
        where = first["path"] + ("" if pd.isna(first["row"]) else f", {first['row']}")
        rest = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        message = f"{where}: {first['problem']}{rest}; --strict stops here, without it the rest goes on"
        raise InputError(message)
