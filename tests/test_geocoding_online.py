"""Online look-ups against a server of our own that behaves like a geocoder, well and badly."""

from __future__ import annotations

import email.utils
import http.server
import json
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
import urllib.parse

import pytest

from geo_ghouta.errors import UsageError
from geo_ghouta.gazetteer import open_index
from geo_ghouta.geocoding import apply_answers, look_up_online, online, resolve_mentions
from geo_ghouta.geocoding.store import Pace
from geo_ghouta.schema import MENTIONS, REPORTS

pytestmark = [pytest.mark.loopback, pytest.mark.allow_hosts(["127.0.0.1"])]

NAMED = {"agent": "ghouta-tests", "contact": "https://example.org/contact"}
POINTS = {"Harasta": (33.5587, 36.3652), "Arbin": (33.5399, 36.3672), "Saqba": (33.5189, 36.3831)}


class Server:
    """Answers like Nominatim; ``plan`` gives, per request number from 1, another behaviour."""

    def __init__(self):
        self.times, self.names, self.agents = [], [], []
        self.plan = {}
        self.default = "ok"
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args):
                pass

            def do_GET(self):
                outer.times.append(time.time())
                query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
                name = query.get("q", [""])[0]
                outer.names.append(name)
                outer.agents.append(self.headers.get("User-Agent"))
                what = outer.plan.get(len(outer.times), outer.plan.get(name, outer.default))
                status, headers = 200, {}
                if what == "slow":
                    time.sleep(1.5)
                    body = "[]"
                elif what == "garbage":
                    body = "<html>busy"
                elif what == "odd":
                    body = '{"unexpected": 1}'
                elif isinstance(what, tuple):
                    status, headers = what
                    body = "no"
                else:
                    lat, lon = POINTS.get(name, (33.0 + len(name) / 100, 36.0))
                    body = (
                        "[]"
                        if name.startswith("Nowhere")
                        else json.dumps(
                            [
                                {
                                    "lat": str(lat),
                                    "lon": str(lon),
                                    "display_name": f"{name}, Syria",
                                    "name": name,
                                    "osm_type": "node",
                                    "osm_id": 42,
                                    "addresstype": "town",
                                    "boundingbox": [str(lat - 0.01), str(lat + 0.01), str(lon - 0.01), str(lon + 0.01)],
                                }
                            ]
                        )
                    )
                data = body.encode()
                try:
                    self.send_response(status)
                    for key, value in headers.items():
                        self.send_header(key, value)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    pass  # the client gave up waiting

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture
def server(socket_enabled):
    made = Server()
    yield made
    made.close()


@pytest.fixture
def ask(server, tmp_path, monkeypatch):
    monkeypatch.setattr(online, "GAP_S", 0.0)
    slept, said = [], []

    def run(names, **options):
        table = look_up_online(
            names, server=server.url, cache_dir=tmp_path, say=said.append, sleep=slept.append, **NAMED, **options
        )
        return table.set_index("name")

    run.slept, run.said = slept, said
    return run


def test_an_answer_is_kept_with_its_source_and_day(ask, server):
    first = ask(["Harasta", "Nowhere Farm", "Harasta"])
    assert first.loc["Harasta", ["outcome", "lon", "lat", "place_id"]].tolist() == [
        "found",
        36.3652,
        33.5587,
        "osm/node/42",
    ]
    assert first.loc["Nowhere Farm", "outcome"] == "not_found"
    assert "OpenStreetMap" in first.loc["Harasta", "attribution"]
    assert len(first.loc["Harasta", "day"]) == 10
    assert len(server.times) == 2
    again = ask(["Nowhere Farm", "Harasta"])
    assert len(server.times) == 2, "a kept answer costs no request, nor does a kept 'not found'"
    assert again.sort_index().astype(str).equals(first.sort_index().astype(str))


def test_agent_and_contact_reach_the_server_but_not_the_cache(ask, server, tmp_path):
    ask(["Harasta"])
    assert server.agents[0] == "ghouta-tests (https://example.org/contact)"
    assert b"example.org/contact" not in (tmp_path / "online.sqlite").read_bytes()


@pytest.mark.parametrize(
    ("agent", "contact"),
    [
        ("", "a@b.org"),
        ("geopy", "a@b.org"),
        ("my-application", "a@b.org"),
        ("ghouta-tests", ""),
        ("ghouta-tests", "me"),
    ],
)
def test_no_name_or_contact_means_no_request(server, tmp_path, agent, contact):
    with pytest.raises(UsageError, match="name and a contact"):
        look_up_online(["Harasta"], server=server.url, cache_dir=tmp_path, agent=agent, contact=contact)
    assert server.times == []


def test_unknown_provider_and_missing_key_are_usage_errors(tmp_path):
    with pytest.raises(UsageError, match="known are nominatim"):
        look_up_online(["Harasta"], "mapquest", cache_dir=tmp_path, **NAMED)
    with pytest.raises(UsageError, match="wants a user name"):
        look_up_online(["Harasta"], "geonames", cache_dir=tmp_path, **NAMED)


def test_a_line_comes_before_the_first_request(server, tmp_path, monkeypatch):
    monkeypatch.setattr(online, "GAP_S", 0.0)
    heard = []

    def say(line):
        heard.append((len(server.times), line))

    options = {"server": server.url, "cache_dir": tmp_path, "say": say, **NAMED}
    assert look_up_online(["Harasta", "Arbin"], **options)["outcome"].tolist() == ["found", "found"]
    assert [count for count, _ in heard] == [0]
    assert heard[0][1].startswith("2 names: 0 in the cache, 2 to ask at http://127.0.0.1")
    look_up_online(["Harasta"], **options)
    assert len(heard) == 1, "nothing is asked, nothing is said"


def test_refusal_stops_the_batch_and_keeps_what_is_done(ask, server):
    names = [f"Town {letter}" for letter in "abcdefghij"]
    server.plan = dict.fromkeys(range(3, 99), (403, {}))
    table = ask(names)
    assert table["outcome"].tolist() == ["found", "found"] + ["failed"] * 8
    assert len(server.times) == 3
    assert "refuses" in table.loc["Town c", "reason"]
    assert table.loc["Town d", "reason"].startswith("not asked")
    assert "stopped" in ask.said[-1]
    server.plan = {}
    assert ask(names)["outcome"].tolist() == ["found"] * 10
    assert len(server.times) == 11, "only the eight that failed are asked again"


def test_too_many_requests_waits_as_long_as_told(ask, server):
    server.plan = {1: (429, {"Retry-After": "7"})}
    assert ask(["Harasta"]).loc["Harasta", "outcome"] == "found"
    assert 7.0 in ask.slept
    assert len(server.times) == 2


def test_too_many_requests_for_good_or_for_hours_stops(ask, server):
    server.default = (429, {})
    table = ask(["Arbin", "Harasta"])
    assert table["outcome"].tolist() == ["failed", "failed"]
    assert len(server.times) == 3
    server.default = (429, {"Retry-After": "86400"})
    assert ask(["Arbin"]).loc["Arbin", "reason"].endswith("pause of 86400 s")
    assert len(server.times) == 4


@pytest.mark.parametrize(("ahead", "least", "most"), [(30, 25, 31), (-300, 0.1, 5)])
def test_a_pause_told_as_a_date_is_kept(ask, server, ahead, least, most):
    until = email.utils.formatdate(time.time() + ahead, usegmt=True)
    server.plan = {1: (429, {"Retry-After": until})}
    assert ask(["Arbin"]).loc["Arbin", "outcome"] == "found"
    assert least <= sum(ask.slept) <= most


def test_a_server_that_is_down_is_left_after_four_names(ask, server):
    server.default = "garbage"
    names = [f"Town {n}" for n in range(9)]
    table = ask(names, tries=1)
    assert len(server.times) == 4
    assert table["outcome"].eq("failed").all()
    assert table.loc["Town 8", "reason"].startswith("not asked: look-up failed")
    assert "4 names in a row; stopped" in ask.said[-1]
    server.default = "ok"
    assert ask(names)["outcome"].eq("found").all()


def test_one_pace_for_all_servers_and_past_a_kill(tmp_path):
    now = time.time()
    waited = []
    first, second = Pace(tmp_path, 60.0), Pace(tmp_path, 60.0, waited.append)
    with first.turn("a.example") as start:
        start()
        # Not committed, as if the process died here: the time is on the disk all the same.
        other = sqlite3.connect(tmp_path / "paced.sqlite")
        assert other.execute("SELECT MAX(at) FROM pace").fetchone()[0] >= now
        other.close()
    with second.turn("b.example") as start:
        start()
    assert 55.0 < waited[0] <= 60.0
    first.close()
    second.close()


@pytest.mark.parametrize("how", ["slow", "garbage", (500, {}), (503, {})])
def test_a_failed_look_up_is_not_a_missing_name(ask, server, how):
    server.plan = {"Arbin": how}
    table = ask(["Arbin", "Harasta", "Nowhere Farm"], timeout_s=0.3, tries=2)
    assert table["outcome"].tolist() == ["failed", "found", "not_found"]
    assert table.loc["Arbin", "reason"].startswith("look-up failed")
    assert ("time-out" in table.loc["Arbin", "reason"]) == (how in ("slow", (503, {})))
    assert server.names.count("Arbin") == 2
    server.plan = {}
    assert ask(["Arbin"]).loc["Arbin", "outcome"] == "found"


def test_json_of_another_shape_fails_and_says_so(ask, server):
    server.default = "odd"
    table = ask(["Arbin"], tries=1)
    assert table.loc["Arbin", "outcome"] == "failed"
    assert "cannot be read" in table.loc["Arbin", "reason"]


def test_a_damaged_cache_is_set_aside_and_asked_anew(ask, server, tmp_path):
    ask(["Harasta"])
    (tmp_path / "online.sqlite").write_bytes(b"no database at all" * 200)
    with pytest.warns(UserWarning, match="set aside"):
        assert ask(["Harasta"]).loc["Harasta", "outcome"] == "found"
    assert len(server.times) == 2
    assert (tmp_path / "online.sqlite.damaged").exists()


CHILD = """
import sys
from geo_ghouta.geocoding import look_up_online, online
online.GAP_S = float(sys.argv[3])
names = sys.argv[4].split("|")
look_up_online(names, server=sys.argv[1], cache_dir=__import__("pathlib").Path(sys.argv[2]), agent="ghouta-tests",
               contact="https://example.org/contact", say=lambda line: None)
"""


def child(server, folder, gap, names):
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(CHILD), server.url, str(folder), str(gap), "|".join(names)]
    )


def test_answers_fill_only_what_no_list_has(ask, server):
    text = "Trucks reached the town of Saqba Nova, the village of Nowhere Farm and Syria."
    report = REPORTS.table(
        [
            {
                "report_id": "r1",
                "doc_id": "a",
                "text": text,
                "published_basis": "unknown",
                "path": "a.txt",
                "sha256": "0",
                "text_sha256": "0",
            }
        ]
    )
    rows = [
        {
            "mention_id": f"r1:{text.index(t)}",
            "report_id": "r1",
            "start": text.index(t),
            "end": text.index(t) + len(t),
            "text": t,
            "form": "name",
            "key": t.lower(),
        }
        for t in ("Saqba Nova", "Nowhere Farm", "Syria")
    ]
    places = resolve_mentions(MENTIONS.table(rows), report, open_index([], world=False))
    assert places["resolution"].tolist() == ["not_found", "not_found", "placed"]
    server.plan = {}
    POINTS["Saqba Nova"] = (33.5, 36.4)
    filled = apply_answers(places, ask(["Saqba Nova", "Nowhere Farm"]).reset_index(), area=(36.0, 33.0, 37.0, 34.0))
    assert filled["resolution"].tolist() == ["placed", "not_found", "placed"]
    assert filled["match"].tolist()[0] == "online"
    assert "OpenStreetMap" in filled["evidence"].iloc[0]
    assert filled.geometry.iloc[0].x == 36.4
    assert (
        apply_answers(places, ask(["Saqba Nova"]).reset_index(), area=(0.0, 0.0, 1.0, 1.0))["resolution"].iloc[0]
        == "outside"
    )
    server.default = (500, {})
    failed = apply_answers(places, ask(["Nowhere Ford"], tries=1).reset_index().assign(name="Nowhere Farm"))
    assert failed["resolution"].iloc[1] == "failed"
