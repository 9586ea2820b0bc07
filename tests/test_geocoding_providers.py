"""Every provider but Nominatim: a server of our own speaks its layout, finds, misses, refuses and is busy."""

from __future__ import annotations

import http.server
import json
import threading
import urllib.parse

import pytest

from geo_ghouta.geocoding import look_up_online, online

pytestmark = [pytest.mark.loopback, pytest.mark.allow_hosts(["127.0.0.1"])]

NAMED = {"agent": "ghouta-tests", "contact": "https://example.org/contact"}
LAT, LON = 33.5587, 36.3652


def photon(name):
    box = [LON - 0.02, LAT + 0.01, LON + 0.02, LAT - 0.01]
    properties = {"osm_type": "N", "osm_id": 42, "osm_key": "place", "osm_value": "town", "type": "city", "name": name, "extent": box}  # fmt: skip
    feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [LON, LAT]}, "properties": properties}
    return {"type": "FeatureCollection", "features": [feature] if name else []}


def geonames(name):
    row = {"name": name, "lat": str(LAT), "lng": str(LON), "geonameId": 169897, "fcl": "P", "fcode": "PPL", "population": 45974, "countryName": "Syria"}  # fmt: skip
    return {"totalResultsCount": 1, "geonames": [row] if name else []}


def arcgis(name):
    box = {"xmin": LON - 0.02, "ymin": LAT - 0.01, "xmax": LON + 0.02, "ymax": LAT + 0.01}
    row = {"address": f"{name}, Syria", "location": {"x": LON, "y": LAT}, "score": 100, "attributes": {}, "extent": box}
    return {"spatialReference": {"wkid": 4326}, "candidates": [row] if name else []}


def pelias(name):
    properties = {"gid": "whosonfirst:locality:1125968475", "layer": "locality", "name": name}
    box = [LON - 0.02, LAT - 0.01, LON + 0.02, LAT + 0.01]
    feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [LON, LAT]}, "properties": properties, "bbox": box}  # fmt: skip
    return {"features": [feature] if name else []}


def opencage(name):
    bounds = {"southwest": {"lat": LAT - 0.01, "lng": LON - 0.02}, "northeast": {"lat": LAT + 0.01, "lng": LON + 0.02}}
    row = {"formatted": f"{name}, Syria", "geometry": {"lat": LAT, "lng": LON}, "components": {"_type": "city"}, "bounds": bounds}  # fmt: skip
    return {"status": {"code": 200, "message": "OK"}, "results": [row] if name else []}


SPEAKS = {
    # layout, path, parameter of the name, kind and lasting id that must come out, body of a refusal and its status
    "photon": (photon, "/api", "q", "town", "osm/node/42", 403, {}),
    "geonames": (geonames, "/searchJSON", "q", "town", "geonames/169897", 200, {"status": {"message": "user does not exist.", "value": 10}}),
    "arcgis": (arcgis, "/arcgis/rest/services/World/GeocodeServer/findAddressCandidates", "singleLine", "other", "arcgis/harasta", 200,
               {"error": {"code": 498, "message": "Invalid token", "details": []}}),
    "geocodeearth": (pelias, "/v1/search", "text", "village", "pelias/whosonfirst:locality:1125968475", 403, {}),
    "opencage": (opencage, "/geocode/v1/json", "q", "city", "opencage/harasta", 403, {"status": {"code": 403, "message": "suspended"}}),
}  # fmt: skip


class Speaker:
    """One provider's layout; names that begin with "Nowhere" are missed; ``status`` and ``body`` replace the next answers."""

    def __init__(self, provider):
        self.layout, self.path, self.parameter, *_ = SPEAKS[provider]
        self.asked, self.paths, self.queries = [], [], []
        self.status, self.body, self.headers = 200, None, {}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args):
                pass

            def do_GET(self):
                parts = urllib.parse.urlsplit(self.path)
                query = urllib.parse.parse_qs(parts.query)
                name = query.get(outer.parameter, [""])[0]
                outer.asked.append(name)
                outer.paths.append(parts.path)
                outer.queries.append(query)
                told = outer.layout("" if name.startswith("Nowhere") else name)
                data = json.dumps(told if outer.body is None else outer.body).encode()
                self.send_response(outer.status)
                for key, value in outer.headers.items():
                    self.send_header(key, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


@pytest.fixture(params=sorted(SPEAKS))
def speaker(request, socket_enabled):
    made = Speaker(request.param)
    made.provider = request.param
    yield made
    made.http.shutdown()
    made.http.server_close()


@pytest.fixture
def ask(speaker, tmp_path, monkeypatch):
    monkeypatch.setattr(online, "GAP_S", 0.0)
    said = []

    def run(names, **options):
        key = "" if speaker.provider in {"photon", "arcgis"} else "secret-word"
        table = look_up_online(names, speaker.provider, server=speaker.url, cache_dir=tmp_path, key=key, say=said.append,
                               sleep=lambda s: None, **NAMED, **options)  # fmt: skip
        return table.set_index("name")

    run.said, run.folder = said, tmp_path
    return run


def test_its_own_layout_is_read(ask, speaker):
    table = ask(["Harasta", "Nowhere Farm"], country="SY")
    kind, lasting = SPEAKS[speaker.provider][3:5]
    found = table.loc["Harasta"]
    assert table["outcome"].tolist() == ["found", "not_found"]
    assert (found["lon"], found["lat"]) == (LON, LAT)
    assert (found["found_name"], found["kind"], found["place_id"]) == ("Harasta", kind, lasting)
    assert 500 <= found["uncertainty_m"] <= 6000
    assert found["attribution"]
    assert set(speaker.paths) == {SPEAKS[speaker.provider][1]}, "its own server is asked, not the public one"
    again = ask(["Harasta", "Nowhere Farm"], country="SY")
    assert again.equals(table)
    assert len(speaker.asked) == 2, "kept answers are not asked again"
    assert b"secret-word" not in b"".join(f.read_bytes() for f in ask.folder.iterdir())


def test_refusal_in_its_own_words_stops_the_batch(ask, speaker):
    speaker.status, speaker.body = SPEAKS[speaker.provider][5:7]
    table = ask(["Arbin", "Harasta", "Saqba"])
    assert table["outcome"].tolist() == ["failed"] * 3
    assert "refuses" in table["reason"].iloc[0]
    assert table["reason"].iloc[1].startswith("not asked")
    assert len(speaker.asked) == 1
    assert "stopped" in ask.said[-1]
    speaker.status, speaker.body = 200, None
    assert ask(["Arbin", "Harasta", "Saqba"])["outcome"].tolist() == ["found"] * 3


def test_too_many_requests_and_garbage_are_failures(ask, speaker):
    speaker.status, speaker.headers = 429, {"Retry-After": "3"}
    assert ask(["Harasta"], tries=2)["outcome"].tolist() == ["failed"]
    assert len(speaker.asked) == 2
    speaker.status, speaker.body, speaker.headers = 200, ["odd"], {}
    table = ask(["Harasta"], tries=1)
    assert table["outcome"].tolist() == ["failed"]
    assert "look-up failed" in table["reason"].iloc[0]


@pytest.mark.parametrize("speaker", ["geonames"], indirect=True)
def test_a_used_up_quota_stops_the_batch(ask, speaker):
    speaker.body = {"status": {"message": "the hourly limit of 1000 credits has been exceeded.", "value": 19}}
    table = ask(["Arbin", "Harasta"])
    assert len(speaker.asked) == 1
    assert "quota" in table["reason"].iloc[0]
