"""Online look-ups, only when asked: named agent, one request a second for the machine, every answer kept.

"Not found" is an answer and is kept; "failed" is none and is asked again the next time.
"""

from __future__ import annotations

import datetime as dt
import re
import sys
import time
import urllib.parse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.errors import UsageError
from geo_ghouta.files import shown
from geo_ghouta.geocoding.answers import answer_of, sound
from geo_ghouta.geocoding.store import Answers, Pace, cache_folder
from geo_ghouta.names import plain
from geo_ghouta.schema import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import geopandas as gpd

GAP_S = 1.05
"""A little over the one second that the public servers' rules ask for, so that no jitter falls below it."""
PROVIDERS = {
    "nominatim": ("nominatim.openstreetmap.org", "© OpenStreetMap contributors, ODbL"),
    "photon": ("photon.komoot.io", "© OpenStreetMap contributors, ODbL; Photon by komoot"),
    "geonames": ("secure.geonames.org", "GeoNames, CC BY 4.0"),
    "arcgis": ("geocode.arcgis.com", "Esri and its data providers; results may not be stored without their licence"),
    "geocodeearth": ("api.geocode.earth", "Geocode Earth and its data sources"),
    "opencage": ("api.opencagedata.com", "OpenCage; © OpenStreetMap contributors, ODbL"),
}
COLUMNS = [
    "name",
    "outcome",
    "lon",
    "lat",
    "found_name",
    "place_id",
    "kind",
    "uncertainty_m",
    "provider",
    "server",
    "attribution",
    "day",
    "reason",
]
_NO_AGENT = frozenset(
    {
        "",
        "geopy",
        "python",
        "my application",
        "myapp",
        "my app",
        "test",
        "geo ghouta",
        "app",
        "agent",
        "user agent",
        "your app",
        "example",
    }
)
_CONTACT = re.compile(r"[^@\s]{1,64}@[^@\s]{1,255}|https?://\S{4,255}")
_REFUSED = re.compile(r"'code': (?:401|403|498|499)\b")
"""ArcGIS says it in the body of a 200."""
_LONGEST_WAIT_S = 120.0
_GIVE_UP = 4
_PRECISION = {
    "city": "town",
    "town": "town",
    "village": "town",
    "district": "neighbourhood",
    "neighbourhood": "neighbourhood",
    "capital": "town",
    "camp": "neighbourhood",
    "site": "site",
    "base": "site",
    "road": "line",
    "adm1": "adm1",
    "adm2": "adm2",
    "adm3": "adm3",
    "country": "country",
    "region": "region",
    "continent": "country",
    "water": "line",
    "other": "unknown",
}


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")


def look_up_online(
    names: Iterable[str],
    provider: str = "nominatim",
    *,
    agent: str,
    contact: str,
    server: str = "",
    country: str = "",
    key: str = "",
    cache_dir: Path | None = None,
    timeout_s: float = 10.0,
    tries: int = 3,
    say: Callable[[str], None] = _tell,
    sleep: Callable[[float], None] = time.sleep,
    progress: Callable[[int, int], None] | None = None,
) -> pd.DataFrame:
    """Ask a geocoding service for names, politely.

    Parameters
    ----------
    names : iterable of str
        Spellings; the same one is asked once.
    provider : str
        One of ``PROVIDERS``.
    agent, contact : str
        Name of your project, and an e-mail or web address of yours: the services' rules ask for both.
    server : str
        Own server as ``http://host:port`` or ``host``, whichever the provider; its public one if not given.
    country : str
        ISO code to ask within, where the provider can.
    key : str
        User name or key, where the provider wants one. It is never stored.
    cache_dir : path, optional
        Folder of kept answers; the user's cache folder if not given.
    timeout_s : float
        Seconds to wait for one answer.
    tries : int
        Times that a name is asked when the server is slow, broken or busy.
    say : callable
        Gets a line before the first request, and one when the batch stops early.
    sleep : callable
        For tests.
    progress : callable, optional
        Called with the names asked and the names to ask.

    Returns
    -------
    pandas.DataFrame
        One row a spelling: ``outcome`` found, not_found or failed, degrees, ``attribution``, day of the answer.

    Raises
    ------
    UsageError
        For an unknown provider, or without a name and a contact; before anything is sent.
    """
    domain, attribution = _checked(provider, agent, contact, server)
    geocoder = _geocoder(provider, domain, f"{agent.strip()} ({contact.strip()})", key, timeout_s)
    wanted = sorted({n.strip() for n in names if n.strip()})
    folder = cache_dir or cache_folder()
    answers = Answers(folder)
    pace = Pace(folder, GAP_S, sleep)
    try:
        questions = {n: _question(n, country) for n in wanted}
        missing = [n for n in wanted if answers.get(provider, domain, questions[n]) is None]
        if missing:
            say(
                f"{len(wanted)} names: {len(wanted) - len(missing)} in the cache, {len(missing)} to ask at {domain}, "
                f"about {len(missing) * GAP_S:.0f} s"
            )
        failed: dict[str, str] = {}
        stopped = ""
        in_a_row = 0
        for asked, name in enumerate(missing):
            if progress:
                progress(asked, len(missing))
            if stopped:
                failed[name] = f"not asked: {stopped}"
                continue
            reason, stop = _ask(
                name, provider, domain, questions[name], country, geocoder, answers, pace, attribution, tries, sleep
            )
            if reason:
                failed[name] = reason
            in_a_row = in_a_row + 1 if reason else 0
            if in_a_row >= _GIVE_UP and not stop:
                # A server that hangs or is down stays so for a while: half a minute a name would be spent on it.
                reason, stop = f"{reason}, {in_a_row} names in a row", True
            if stop:
                stopped = reason
                say(
                    f"{domain}: {reason}; stopped, what was answered is kept. "
                    "Try again later, or use an own server or list"
                )
        return pd.DataFrame(
            [_row(n, provider, domain, answers.get(provider, domain, questions[n]), failed.get(n, "")) for n in wanted],
            columns=COLUMNS,
        )
    finally:
        answers.close()
        pace.close()


def _checked(provider: str, agent: str, contact: str, server: str) -> tuple[str, str]:
    if provider not in PROVIDERS:
        message = f"no online provider {shown(provider)!r}; known are {', '.join(PROVIDERS)}"
        raise UsageError(message)
    if plain(agent) in _NO_AGENT or not _CONTACT.fullmatch(contact.strip()):
        message = (
            "the public geocoders' rules want a name and a contact: give your project's name as agent and an e-mail or "
            "web address as contact; or work offline with your own place list"
        )
        raise UsageError(message)
    domain, attribution = PROVIDERS[provider]
    return (server.rstrip("/") or domain), attribution


def _geocoder(provider: str, domain: str, agent: str, key: str, timeout_s: float) -> Any:
    from geopy.adapters import URLLibAdapter
    from geopy.geocoders import get_geocoder_for_service

    parsed = urllib.parse.urlsplit(domain if "//" in domain else f"https://{domain}")
    options: dict[str, Any] = {"user_agent": agent, "timeout": timeout_s, "adapter_factory": URLLibAdapter}
    options |= {"domain": parsed.netloc + parsed.path, "scheme": parsed.scheme}
    if provider == "geonames":
        options["username"] = key
    elif provider in {"geocodeearth", "opencage"}:
        options["api_key"] = key
    if provider in {"geonames", "geocodeearth", "opencage"} and not key:
        message = f"{provider} wants a user name or key of yours; give it as key"
        raise UsageError(message)
    return get_geocoder_for_service(provider)(**options)


def _question(name: str, country: str) -> str:
    return f"{name}|{country.lower()}"


def _options(provider: str, country: str) -> dict[str, Any]:
    """What goes with a question: English names and a country, where the provider can."""
    options: dict[str, Any] = {"exactly_one": True}
    if provider in {"nominatim", "photon", "geocodeearth", "opencage"}:
        options["language"] = "en"
    if country:
        code = country.lower()
        within: dict[str, dict[str, Any]] = {
            "nominatim": {"country_codes": code},
            "geonames": {"country": code.upper()},
            "opencage": {"country": code},
            "geocodeearth": {"countries": [code.upper()]},
        }
        options |= within.get(provider, {})
    return options


def _ask(
    name: str,
    provider: str,
    domain: str,
    question: str,
    country: str,
    geocoder: Any,
    answers: Answers,
    pace: Pace,
    attribution: str,
    tries: int,
    sleep: Callable[[float], None],
) -> tuple[str, bool]:
    """Ask one name; return why it failed ("" if answered) and whether the batch must stop."""
    from geopy import exc

    options = _options(provider, country)
    reason = ""
    for attempt in range(1, tries + 1):
        wait = 0.0
        with pace.turn(domain) as start:
            if answers.get(provider, domain, question) is not None:
                return "", False  # another process asked it meanwhile
            start()
            try:
                found = geocoder.geocode(name, **options)
            except (exc.GeocoderInsufficientPrivileges, exc.GeocoderAuthenticationFailure):
                return "look-up failed: the server refuses this agent or key (403)", True
            except exc.GeocoderRateLimited as error:
                wait = float(error.retry_after or 2.0**attempt)
                reason = "look-up failed: the server asks for fewer requests (429)"
                if wait > _LONGEST_WAIT_S:
                    return f"{reason}, and for a pause of {wait:.0f} s", True
            except exc.GeocoderQuotaExceeded:
                return "look-up failed: the server says that your quota is used up", True
            except exc.GeocoderTimedOut:
                reason, wait = "look-up failed: time-out", 0.5 * attempt
            except exc.GeocoderParseError:
                reason, wait = "look-up failed: the answer cannot be read", 0.5 * attempt
            except exc.GeopyError as error:
                if _REFUSED.search(str(error)):
                    return "look-up failed: the server refuses this agent or key (403)", True
                reason, wait = f"look-up failed: {shown(str(error), 80)}", 0.5 * attempt
            except (ValueError, KeyError, TypeError, IndexError, AttributeError):
                # A server that answers JSON of another shape trips geopy itself.
                reason, wait = "look-up failed: the answer cannot be read", 0.5 * attempt
            else:
                day = dt.datetime.now(dt.UTC).date().isoformat()
                outcome = "found" if found is not None and sound(found) else "not_found"
                answers.put(
                    provider,
                    domain,
                    question,
                    outcome,
                    answer_of(found, provider) if outcome == "found" else {},
                    attribution,
                    day,
                )
                return "", False
        if attempt < tries:
            sleep(wait)
    return reason, "429" in reason


def _row(
    name: str, provider: str, domain: str, kept: tuple[str, dict[str, Any], str, str] | None, reason: str
) -> dict[str, Any]:
    row: dict[str, Any] = {"name": name, "provider": provider, "server": domain, "reason": reason or None}
    if kept is None:
        return row | {"outcome": "failed"}
    outcome, answer, attribution, day = kept
    place_id = answer.get("place_id") or (f"{provider}/{plain(name).replace(' ', '-')}" if answer else None)
    return row | answer | {"outcome": outcome, "attribution": attribution, "day": day, "place_id": place_id}


def apply_answers(
    places: gpd.GeoDataFrame, answers: pd.DataFrame, area: tuple[float, float, float, float] | None = None
) -> gpd.GeoDataFrame:
    """Fill names that no list has with online answers; what was placed stays.

    Parameters
    ----------
    places : geopandas.GeoDataFrame
        PLACES.
    answers : pandas.DataFrame
        From :func:`look_up_online`.
    area : tuple of float, optional
        West, south, east, north in degrees, as in ``resolve_mentions``.

    Returns
    -------
    geopandas.GeoDataFrame
        PLACES; filled rows have ``match`` "online", the attribution and the day in ``evidence``. A look-up that
        failed makes the row ``failed``, which is not ``not_found``.
    """
    from shapely import Point

    out = places.copy()
    known = {r["name"]: r for r in answers.to_dict("records")}
    for label, text, resolution in zip(
        out.index.tolist(), out["text"].tolist(), out["resolution"].tolist(), strict=True
    ):
        answer = known.get(text)
        if answer is None or resolution not in {"not_found", "failed"}:
            continue
        if answer["outcome"] == "failed":
            values: dict[str, Any] = {"resolution": "failed", "evidence": answer["reason"] or "look-up failed"}
        elif answer["outcome"] == "not_found":
            values = {
                "resolution": "not_found",
                "evidence": f"neither a list nor {answer['provider']} has this name ({answer['day']})",
            }
        else:
            lon, lat = float(answer["lon"]), float(answer["lat"])
            inside = area is None or (area[0] <= lon <= area[2] and area[1] <= lat <= area[3])
            values = {
                "resolution": "placed" if inside else "outside",
                "place_id": answer["place_id"],
                "name": answer["found_name"],
                "kind": answer["kind"],
                "gazetteer": answer["provider"],
                "match": "online",
                "score": 0.5,
                "evidence": f"{answer['attribution']}; answered {answer['day']} by {answer['server']}",
                "geo_precision": _PRECISION.get(answer["kind"], "unknown"),
                "uncertainty_m": float(answer["uncertainty_m"]),
                "geometry": Point(lon, lat),
            }
        for column, value in values.items():
            out.loc[label, column] = value
    return tables.PLACES.check(out)
