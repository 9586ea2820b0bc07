"""What the providers answer, each in its own layout, as one: a point, a name, a lasting id, a kind and a radius."""

from __future__ import annotations

from typing import Any

_KINDS = {
    "city": "city",
    "town": "town",
    "village": "village",
    "hamlet": "village",
    "suburb": "district",
    "neighbourhood": "neighbourhood",
    "quarter": "district",
    "borough": "district",
    "city_district": "district",
    "macrohood": "district",
    "localadmin": "adm3",
    "state": "adm1",
    "province": "adm1",
    "macroregion": "adm1",
    "county": "adm2",
    "macrocounty": "adm2",
    "district": "adm2",
    "municipality": "adm3",
    "country": "country",
    "administrative": "adm2",
    "region": "region",
    "continent": "continent",
    "river": "water",
    "waterway": "water",
    "water": "water",
    "ocean": "water",
    "body_of_water": "water",
    "locality": "village",
    "venue": "site",
    "poi": "site",
    "address": "site",
    "building": "site",
    "aerodrome": "base",
    "airport": "base",
    "road": "road",
    "street": "road",
}
_GEONAMES = {
    "PPLC": "capital",
    "PPLX": "district",
    "PPLA": "city",
    "PPLA2": "town",
    "ADM1": "adm1",
    "ADM2": "adm2",
    "ADM3": "adm3",
    "ADM4": "adm3",
    "PCLI": "country",
    "CONT": "continent",
    "RGN": "region",
    "AIRP": "base",
    "AIRB": "base",
    "CMP": "camp",
    "CMPRF": "camp",
}
_GEONAMES_CLASSES = {"P": "village", "A": "adm3", "H": "water", "L": "region", "R": "road", "S": "site"}
_CITY, _TOWN = 100_000, 5_000
_RADII = {
    "country": 400_000.0,
    "adm1": 75_000.0,
    "adm2": 25_000.0,
    "adm3": 10_000.0,
    "region": 75_000.0,
    "city": 5000.0,
}
_DEFAULT_M = 5000.0


def sound(found: Any) -> bool:
    """Whether an answer has a point on the globe that does not mean "missing"."""
    lon, lat = found.longitude, found.latitude
    return -180 <= lon <= 180 and -90 <= lat <= 90 and not (lon == 0 and lat == 0)


def answer_of(found: Any, provider: str) -> dict[str, Any]:
    """Return what is kept of an answer.

    Parameters
    ----------
    found : geopy.location.Location
        ``raw`` is the provider's own record.
    provider : str
        Whose layout it has.

    Returns
    -------
    dict
        ``lon, lat`` in degrees, ``found_name, place_id, kind, uncertainty_m``.
    """
    raw: dict[str, Any] = found.raw if isinstance(found.raw, dict) else {}
    inner = raw.get("properties")
    properties: dict[str, Any] = inner if isinstance(inner, dict) else {}
    kind = _kind(raw, properties, provider)
    named = raw.get("name") or properties.get("name") or str(found.address).split(",", maxsplit=1)[0]
    return {
        "lon": round(found.longitude, 7),
        "lat": round(found.latitude, 7),
        "found_name": str(named),
        "place_id": _lasting(raw, properties),
        "kind": kind,
        "uncertainty_m": _radius(_box(raw, properties), kind),
    }


def _kind(raw: dict[str, Any], properties: dict[str, Any], provider: str) -> str:
    if provider == "geonames":
        code = str(raw.get("fcode") or raw.get("fcodeName") or "")
        kind = _GEONAMES.get(code) or _GEONAMES_CLASSES.get(str(raw.get("fcl") or ""), "other")
        people = raw.get("population")
        if kind == "village" and isinstance(people, int) and people >= _TOWN:
            kind = "city" if people >= _CITY else "town"
        return kind
    components = raw.get("components")
    attributes = raw.get("attributes")
    words = [
        raw.get("addresstype"),
        properties.get("layer"),
        properties.get("osm_value"),
        properties.get("type"),
        components.get("_type") if isinstance(components, dict) else None,
        attributes.get("Type") if isinstance(attributes, dict) else None,
        raw.get("type"),
    ]
    return next((_KINDS[w] for word in words if word and (w := str(word).lower()) in _KINDS), "other")


def _lasting(raw: dict[str, Any], properties: dict[str, Any]) -> str:
    """Return an id that lasts longer than the provider's own numbering of the day, "" if there is none."""
    for part in (raw, properties):
        if part.get("osm_type") and part.get("osm_id"):
            whole = {"n": "node", "w": "way", "r": "relation"}
            kind = str(part["osm_type"])
            return f"osm/{whole.get(kind.lower(), kind)}/{part['osm_id']}"
        if part.get("geonameId"):
            return f"geonames/{part['geonameId']}"
    if properties.get("gid"):
        return f"pelias/{properties['gid']}"
    return ""


def _box(raw: dict[str, Any], properties: dict[str, Any]) -> tuple[float, float, float, float] | None:
    """West, south, east, north of an answer, however its provider writes them."""
    try:
        if raw.get("boundingbox"):
            south, north, west, east = (float(x) for x in raw["boundingbox"])
        elif properties.get("extent"):
            west, north, east, south = (float(x) for x in properties["extent"])
        elif raw.get("bbox"):
            west, south, east, north = (float(x) for x in raw["bbox"])
        elif raw.get("extent"):
            west, south, east, north = (float(raw["extent"][k]) for k in ("xmin", "ymin", "xmax", "ymax"))
        elif raw.get("bounds"):
            low, high = raw["bounds"]["southwest"], raw["bounds"]["northeast"]
            west, south, east, north = float(low["lng"]), float(low["lat"]), float(high["lng"]), float(high["lat"])
        else:
            return None
    except (TypeError, ValueError, KeyError):
        return None
    return west, south, east, north


def _radius(box: tuple[float, float, float, float] | None, kind: str) -> float:
    if box is None:
        return _RADII.get(kind, _DEFAULT_M)
    west, south, east, north = box
    return round(max(500.0, 1000.0 * 111.2 * max(north - south, (east - west) * 0.8) / 2.0), 0)
