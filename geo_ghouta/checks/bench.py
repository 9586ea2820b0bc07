"""The bench on which a claim is tried: its day, its sentence, the picture that answers, and what is drawn there."""

from __future__ import annotations

import dataclasses
import functools
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
import shapely

from geo_ghouta.checks.words import area_text, days_text
from geo_ghouta.dates import find_dates
from geo_ghouta.measure import Plane, area_km2, length_km, plane_of, polygons_of
from geo_ghouta.names import fold_group
from geo_ghouta.schema.bundles import Pictures, picture_ids
from geo_ghouta.schema.counting import CONTESTED, HELD, UNKNOWN, by_status
from geo_ghouta.sentences import sentence_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import geopandas as gpd

    from geo_ghouta.schema import CaseFile

_TOLD_KM2 = 0.05
"""Square kilometres: less is nothing at one decimal."""
_AGO = re.compile(r"\bago\b|\bearlier\b|\bbefore\b", re.IGNORECASE)
EXTENDED = ("region", "country", "continent", "adm1", "adm2", "adm3", "water", "road")
"""Kinds of place that no point stands for."""


class Areas(NamedTuple):
    """Areas of one picture as bare columns: holders, shapes, and metres by which their edges may lie elsewhere."""

    holders: Any
    shapes: Any
    precision_m: Any

    def of(self, mask: Any) -> Areas:
        """Keep some of them."""
        return Areas(self.holders[mask], self.shapes[mask], self.precision_m[mask])


@dataclasses.dataclass(frozen=True)
class Drawn:
    """What one subject holds in one picture: ground drawn as assessed or claimed.

    Parameters
    ----------
    km2, perimeter_km, precision_km : float
        Area, length of its edges, and how far the true edges may lie (mean over the edges).
    contested_km2, unknown_km2 : float
        Ground drawn for it that is not counted.
    shape, open : shapely geometry
        What is counted, and what is not.
    """

    km2: float
    perimeter_km: float
    precision_km: float
    contested_km2: float
    unknown_km2: float
    shape: Any
    open: Any

    @property
    def beside(self) -> str:
        """What is told beside the figure: ``", another 1.8 km² contested"``, or nothing.

        Examples
        --------
        >>> Drawn(27.2, 40.0, 0.3, 1.77, 0.0, None, None).beside, Drawn(27.2, 40.0, 0.3, 0.0, 0.0, None, None).beside
        (', another 1.8 km² contested', '')
        """
        open_ground = (("contested", self.contested_km2), ("unknown", self.unknown_km2))
        told = [f"{km2:.1f} km² {word}" for word, km2 in open_ground if km2 >= _TOLD_KM2]
        return f", another {' and '.join(told)}" if told else ""


@dataclasses.dataclass(frozen=True)
class Place:
    """A place with its point."""

    name: str
    place_id: str
    kind: str
    point: Any
    uncertainty_m: float
    admin: str
    people: float


@dataclasses.dataclass(frozen=True)
class Spot:
    """What one picture says of one place.

    Parameters
    ----------
    holders : list of str
        Who holds it.
    doubt : str or None
        ``contested`` or ``unknown`` where it lies in such ground.
    claimants : list of str
        Whom that ground is drawn for.
    metres, precision_m : float
        To the nearest edge, and how far that edge may be off; NaN where nothing is drawn.
    """

    holders: list[str]
    doubt: str | None
    claimants: list[str]
    metres: float
    precision_m: float


@dataclasses.dataclass(eq=False)
class Bench:
    """Everything that a check may ask; see ``check_claims`` for the tables."""

    pictures: Pictures
    pockets: gpd.GeoDataFrame
    places: gpd.GeoDataFrame
    casefile: CaseFile
    reports: pd.DataFrame | None
    gazetteer: gpd.GeoDataFrame | None
    rows: list[dict[str, Any]] = dataclasses.field(default_factory=list)

    def __post_init__(self) -> None:
        self._rows: dict[Any, int] = {}
        self._pictures: dict[int, tuple[Pictures, str]] = {}
        self._pockets: dict[str, gpd.GeoDataFrame] = {}
        self._drawn: dict[tuple[str, str | None], Drawn] = {}
        self._parted: dict[str, dict[str, Areas]] = {}
        self._spots: dict[tuple[str, str], Spot] = {}
        self._told: dict[str, tuple[Any, list[str]]] = {}
        self._flat: dict[str, tuple[Plane, Any, Any] | None] = {}

    def add(self, check: str, verdict: str, detail: str, **more: Any) -> None:
        """Add one finding; ``claim`` names the claim, ``mark`` tells two findings of one claim apart."""
        claim, mark = more.pop("claim", None), more.pop("mark", None)
        claim_id = None if claim is None else str(claim.claim_id)
        name = "/".join(str(part) for part in (check, claim_id, mark) if part)
        if claim is None and mark is not None:
            # A phrase that no claim holds still leads back to its words.
            report_id, _, start = str(mark).rpartition(":")
            if report_id in self.doc_names and start.isdigit():
                more = {"path": self.doc_names[report_id], "feature": f"from character {start}", **more}
        self.rows.append(
            {"finding_id": name, "check": check, "verdict": verdict, "detail": detail, "claim_id": claim_id, **more}
        )

    # --- text -------------------------------------------------------------------------------------------------------

    @functools.cached_property
    def texts(self) -> dict[str, tuple[str, Any]]:
        """Text and day of publication by report."""
        if self.reports is None:
            return {}
        rows = self.reports[["report_id", "text", "published"]].to_dict("records")
        return {str(row["report_id"]): (str(row["text"]), row["published"]) for row in rows}

    @functools.cached_property
    def doc_names(self) -> dict[str, str]:
        """What the user calls a report, by its id."""
        if self.reports is None or "doc_id" not in self.reports.columns:
            return {}
        return dict(zip(self.reports["report_id"].astype("str"), self.reports["doc_id"].astype("str"), strict=True))

    def sentence(self, claim: Any) -> tuple[str, int]:
        """Sentence in which a claim stands, and its offset; "" without reports."""
        text, _ = self.texts.get(str(claim.report_id), ("", None))
        low, high = sentence_of(text, int(claim.start), int(claim.end)) if text else (0, 0)
        return text[low:high], low

    def span_of(self, claim: Any) -> tuple[Any, Any, str]:
        """Days that a claim is about, half-open, and where they come from in words; NaT for none.

        A claim without a day of its own is about its report's day; one whose phrase is a day to compare with
        ("a month ago") too.
        """
        base = isinstance(claim.date_text, str) and _AGO.search(claim.date_text) is not None
        if pd.notna(claim.date_from) and pd.notna(claim.date_to) and not base:
            return claim.date_from, claim.date_to, "the claim's day"
        _, published = self.texts.get(str(claim.report_id), ("", pd.NaT))
        if published is None or pd.isna(published):
            return pd.NaT, pd.NaT, "no day"
        day = pd.Timestamp(published)
        return day, day + pd.Timedelta(days=1), "the report's day, since the sentence gives none"

    def dates_in(self, claim: Any) -> list[Any]:
        """Dated phrases of the claim's sentence."""
        sentence, _ = self.sentence(claim)
        _, published = self.texts.get(str(claim.report_id), ("", None))
        day = None if published is None or pd.isna(published) else pd.Timestamp(published).date()
        return [found for found in find_dates(sentence, day) if found.date_from is not None] if sentence else []

    # --- pictures ---------------------------------------------------------------------------------------------------

    def picture(self, day: Any) -> Pictures:
        """Picture that answers for a day, or none."""
        return self._answer(day)[0]

    def _answer(self, day: Any) -> tuple[Pictures, str]:
        """Picture that answers for a day, and its id, "" for none."""
        row = self._rows.get(day)
        if row is None:
            row = self._rows[day] = self.pictures.row_on(day)
        if row not in self._pictures:
            picture = self.pictures.on(day)
            self._pictures[row] = (picture, str(picture_ids(picture.dates).iloc[0]) if len(picture.dates) else "")
        return self._pictures[row]

    def days_in(self, start: Any, end: Any) -> list[Any]:
        """Day on which a span starts and the pictures inside it: every state that the span saw."""
        return [start, *(day for day in self._days if start < day < end)]

    @functools.cached_property
    def _days(self) -> list[Any]:
        return list(dict.fromkeys(self.pictures.dates["picture_date"]))

    def pocket_at(self, place: Place, day: Any) -> str | None:
        """Pocket of the picture of a day that a place lies in, with its size."""
        name = self._answer(day)[1]
        if name not in self._told:
            # Only two columns and the shapes: to take rows of the wide table costs many times as much.
            mine = self._pockets_in(name)
            shapes = self.pockets.geometry.to_numpy()[mine]
            shapely.prepare(shapes)
            named = (self.pockets[column].to_numpy(dtype=object)[mine] for column in ("name", "area_km2"))
            told = [f"{pocket} ({area_text(km2)} km²)" for pocket, km2 in zip(*named, strict=True)]
            self._told[name] = (shapes, told)
        shapes, told = self._told[name]
        inside = np.flatnonzero(shapely.covers(shapes, place.point))
        return told[inside[0]] if len(inside) else None

    def about(self, picture: Pictures, day: Any) -> str:
        """Name a picture in a sentence, with its age."""
        shown_day = picture.dates["picture_date"].iloc[0]
        age = (pd.Timestamp(day) - shown_day).days
        return f"the picture of {shown_day:%Y-%m-%d}" + (f", {days_text(age)} before" if age else "")

    def drawn(self, day: Any, holder: str | None) -> Drawn:
        """What a holder (None: all of ours) holds in the picture of a day, and what is drawn for it uncounted."""
        key = (self._answer(day)[1], holder)
        if key not in self._drawn:
            parted = self.parted(day)
            if holder is not None:
                parted = {kind: areas.of(areas.holders == holder) for kind, areas in parted.items()}
            shapes, metres = parted[HELD].shapes, parted[HELD].precision_m
            shape = shapely.union_all(shapes)
            contested, unknown = (shapely.union_all(parted[kind].shapes) for kind in (CONTESTED, UNKNOWN))
            # Areas are drawn to different precision: each counts by the length of its edges.
            edges = np.array([length_km(one) for one in shapes])
            precision = float((edges * metres).sum() / edges.sum()) / 1e3 if len(shapes) else 0.0
            self._drawn[key] = Drawn(
                area_km2(shape), length_km(shape), precision, area_km2(contested), area_km2(unknown), shape,
                shapely.union(contested, unknown),
            )  # fmt: skip
        return self._drawn[key]

    def ours(self, picture: Pictures) -> gpd.GeoDataFrame:
        """Areas of a picture that the ground's holder does not hold."""
        return picture.areas[picture.areas["holder"] != self.casefile.ground]

    def parted(self, day: Any) -> dict[str, Areas]:
        """Areas of ours in the picture of a day by what they count as: held, contested, unknown."""
        name = self._answer(day)[1]
        if name not in self._parted:
            self._parted[name] = {kind: areas.of(names == name) for kind, (names, areas) in self._counted.items()}
        return self._parted[name]

    @functools.cached_property
    def _counted(self) -> dict[str, tuple[Any, Areas]]:
        # Parted once for all pictures, and no tables: to take rows of a wide one for every picture costs the most here.
        out = {}
        for kind, table in by_status(self.pictures.areas).items():
            areas = Areas(
                table["holder"].to_numpy(dtype=object),
                table.geometry.to_numpy(),
                table["precision_m"].to_numpy(dtype=np.float64, na_value=0.0),
            )
            ours = areas.holders != self.casefile.ground
            out[kind] = (picture_ids(table).to_numpy(dtype=object)[ours], areas.of(ours))
        return out

    def pockets_on(self, day: Any) -> gpd.GeoDataFrame:
        """Pockets of the picture that answers for a day."""
        name = self._answer(day)[1]
        if name not in self._pockets:
            self._pockets[name] = self.pockets[self._pockets_in(name)]
        return self._pockets[name]

    def _pockets_in(self, name: str) -> Any:
        return np.array([str(pocket).rsplit("/", 1)[0] == name for pocket in self.pockets["pocket_id"]], dtype=bool)

    def campaign_base(self, day: Any) -> Any:
        """Day of the first picture of the campaign that a day lies in, or NaT."""
        dates = self.pictures.dates["picture_date"]
        for campaign in self.casefile.campaigns:
            start, end = pd.Timestamp(campaign.start), pd.Timestamp(campaign.end)
            inside = dates[(dates >= start) & (dates <= end)]
            if start <= day <= end and len(inside):
                return inside.iloc[0]
        return pd.NaT

    # --- places and actors ------------------------------------------------------------------------------------------

    @functools.cached_property
    def known(self) -> dict[str, Place]:
        """Places by id, those of the gazetteer first."""
        out: dict[str, Place] = {}
        for table in (self.gazetteer, self.places):
            if table is None:
                continue
            # Plain columns: to walk over the rows of a wide table costs more than the places do.
            columns = [
                table[name].to_numpy(dtype=object) if name in table.columns else [None] * len(table)
                for name in ("place_id", "name", "kind", "admin", "uncertainty_m", "population")
            ]
            for place_id, name, *rest, point in zip(*columns, table.geometry.to_numpy(), strict=True):
                # The first mention of a place stands for it.
                if place_id in out or point is None or pd.isna(place_id):
                    continue
                kind, admin, metres, people = (None if pd.isna(value) else value for value in rest)
                out[place_id] = Place(
                    str(name), str(place_id), kind or "", point, float(metres or 0), admin or "", float(people or 0)
                )
        return out

    @functools.cached_property
    def listed(self) -> dict[str, Place]:
        """Places of the case's list (or of the reports) by name."""
        return {place.name: place for place in reversed(list(self.known.values()))}

    def places_of(self, claim: Any) -> list[Place]:
        """Places of a claim that does not move, with their points; those that were not found are left out."""
        ids = [] if pd.isna(claim.place_id) else str(claim.place_id).split("|")
        names = [] if pd.isna(claim.place) else str(claim.place).split("|")
        found = [self.known[one] for one in ids if one in self.known]
        return found or [self.listed[name] for name in names if name in self.listed]

    def mentioned(self, report_id: str, start: int, end: int) -> list[tuple[int, Place]]:
        """Places that a report names between two offsets, in text order."""
        rows = self._mentions.get(report_id, [])
        return [(at, self.known[place]) for at, place in rows if start <= at < end and place in self.known]

    @functools.cached_property
    def _mentions(self) -> dict[str, list[tuple[int, str]]]:
        out: dict[str, list[tuple[int, str]]] = {}
        named = self.places[self.places["place_id"].notna()]
        columns = (named[name].tolist() for name in ("report_id", "start", "place_id"))
        for report_id, start, place_id in zip(*columns, strict=True):
            out.setdefault(str(report_id), []).append((int(start), str(place_id)))
        return {report: sorted(rows) for report, rows in out.items()}

    @functools.cached_property
    def drawn_holders(self) -> set[str]:
        """Ids of all who hold ground in any picture."""
        return set(self.pictures.areas["holder"].astype("str"))

    def label(self, subject: str | None) -> str:
        """Write a subject: the actor's label; all groups drawn for None."""
        if subject is None:
            return "all groups drawn together"
        actor = self.casefile.actor(subject)
        return actor.label if actor is not None else subject

    def subject(self, actor: Any) -> str | None:
        """Turn an actor into a subject to measure: the ground's id, a drawn holder's id, or None for all of ours."""
        name = None if actor is None or pd.isna(actor) else str(actor)
        if name == self.casefile.ground and name:
            return name
        return name if name in self.drawn_holders and name != "mixed" else None

    @functools.cached_property
    def actor_words(self) -> list[tuple[str, str]]:
        """Words for actors, folded, the longest first, with their ids; of "a b" the id is "a"."""
        words = {
            (fold_group(word), actor.id)
            for actor in self.casefile.actors
            if actor.kind in {"armed_group", "government"}
            for word in (actor.label, *actor.aliases)
        }
        words |= {
            (word, "")
            for word in ("opposition", "rebel", "rebels", "insurgents", "opposition fighters", "rebel groups")
        }
        words |= {
            (word, self.casefile.ground)
            for word in (
                "government",
                "army",
                "government troops",
                "government forces",
                "regime",
                "troops",
                "syrian army",
            )
            if self.casefile.ground
        }
        return sorted((w for w in words if w[0]), key=lambda w: (-len(w[0]), w))

    def at(self, place: Place, day: Any) -> Spot:
        """Say who holds a place in the picture of a day, and how far the nearest edge is."""
        key = (place.place_id, self._answer(day)[1])
        if key not in self._spots:
            self._spots[key] = self._spot(place, day)
        return self._spots[key]

    def _spot(self, place: Place, day: Any) -> Spot:
        edges = self._edges(day)
        if edges is None:
            return Spot([], None, [], float("nan"), float("nan"))
        holders: dict[str, list[str]] = {}
        for kind, part in self.parted(day).items():
            inside = shapely.covers(part.shapes, place.point)
            holders[kind] = sorted(set(part.holders[inside].astype(str)))
        doubt = next((kind for kind in (CONTESTED, UNKNOWN) if holders[kind]), None)
        plane, lines, precisions = edges
        point = plane.shape(place.point)
        metres = shapely.distance(lines, point)
        nearest = int(np.argmin(metres))
        away = plane.true_m(metres[[nearest]], np.array([[point.x, point.y]]))[0]
        return Spot(holders[HELD], doubt, holders[doubt] if doubt else [], float(away), float(precisions[nearest]))

    def _edges(self, day: Any) -> tuple[Plane, Any, Any] | None:
        """Plane, edges in it and their precision in metres, of what is drawn of ours in the picture of a day."""
        picture, key = self._answer(day)
        if key not in self._flat:
            areas = self.ours(picture)
            self._flat[key] = None
            if len(areas):
                parts, owner = polygons_of(areas.geometry.to_numpy())
                plane = plane_of(parts)
                precision = areas["precision_m"].to_numpy(dtype=np.float64, na_value=np.nan)[owner]
                self._flat[key] = (plane, shapely.boundary(plane.shape(parts)), precision)
        return self._flat[key]

    def shows(self, place: Place) -> bool:
        """Whether a place lies where the case's pictures show anything."""
        return bool(shapely.box(*self.casefile.extent).covers(place.point))


def rows_of(table: pd.DataFrame) -> Iterator[Any]:
    """Go over the rows of a table as named tuples."""
    yield from table.itertuples()
