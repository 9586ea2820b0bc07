"""A floor under finding and placing names: our own labelled texts always, public development documents where they lie.

Floors stand in ``data/place_floors.json`` beside the corpus's fingerprint. A change that lowers a figure
fails; a better one may raise the floor by hand.
"""

from __future__ import annotations

import hashlib
import json
import sys

import pytest

from geo_ghouta.gazetteer import open_index, read_places
from geo_ghouta.geocoding import resolve_mentions
from geo_ghouta.measure import distance_km
from geo_ghouta.schema import REPORTS, read_casefile
from geo_ghouta.toponyms import find_mentions


@pytest.fixture(scope="module")
def data(request):
    return request.config.rootpath / "tests" / "data"


@pytest.fixture(scope="module")
def floors(data):
    return json.loads((data / "place_floors.json").read_text())


def table(docs):
    return REPORTS.table([{"report_id": i, "doc_id": i, "text": t, "published_basis": "unknown", "path": "a", "sha256": "0", "text_sha256": "0"}
                          for i, t in docs])  # fmt: skip


def placed(docs, index, actors=()):
    """Spans of each text with their points; what is no place is left out."""
    reports = table(docs)
    places = resolve_mentions(find_mentions(reports, None, index, actors), reports, index, country="SY")
    spans = {i: {} for i, _ in docs}
    columns = (places[c].tolist() for c in ("report_id", "start", "end", "resolution", "geometry"))
    for report, start, end, resolution, point in zip(*columns, strict=True):
        if resolution != "not_a_place":
            spans[report][int(start), int(end)] = point
    return spans


@pytest.fixture(scope="module")
def figures(data, request, world_cache):
    layers = request.config.rootpath / "layers"
    index = open_index([read_places(layers / "places.csv")[0]], country="SY", cache_dir=world_cache)
    docs = [json.loads(line) for line in (data / "place_texts.jsonl").read_text("utf-8").splitlines()]
    spans = placed([(d["id"], d["text"]) for d in docs], index, read_casefile(layers / "case.toml").actors)
    right = wrong = missed = near = 0
    told = []
    for doc in docs:
        gold = {(g["start"], g["end"]): g for g in doc["gold"]}
        found = spans[doc["id"]]
        right += len(gold.keys() & found.keys())
        wrong += len(found.keys() - gold.keys())
        missed += len(gold.keys() - found.keys())
        told += [(doc["id"], doc["text"][a:b]) for a, b in gold.keys() ^ found.keys()]
        for span in gold.keys() & found.keys():
            g, point = gold[span], found[span]
            if g["lat"] is None:
                close = point is None
            else:
                close = point is not None and distance_km(point.x, point.y, g["lon"], g["lat"])[0] <= g["km"]
            near += close
            if not close:
                told.append((doc["id"], g["text"], "far"))
    return {"f1": 2 * right / (2 * right + wrong + missed), "placed": near / (right + missed)}, told


def test_the_corpus_is_the_one_that_the_floors_are_for(data, floors):
    text = (data / "place_texts.jsonl").read_bytes()
    assert hashlib.sha256(text).hexdigest()[:16] == floors["fingerprint"], (
        "set the floors for the changed corpus by hand"
    )
    docs = [json.loads(line) for line in text.decode().splitlines()]
    assert len(docs) >= 40
    assert len({d["id"].split("-")[0] for d in docs}) >= 8, "several conflicts and languages of names"
    for doc in docs:
        assert all(doc["text"][g["start"] : g["end"]] == g["text"] for g in doc["gold"])


@pytest.mark.parametrize("measure", ["f1", "placed"])
def test_our_own_texts_stay_above_the_floor(figures, floors, measure):
    reached, told = figures
    assert reached[measure] >= floors["own"][measure], told


@pytest.mark.parametrize("corpus", ["geowebnews", "trnews", "lgl"])
def test_public_documents_stay_above_the_floor(shared, floors, corpus, world_cache, monkeypatch):
    folder = shared / "geoparse"
    if not (folder / "dev" / f"{corpus}.dev.jsonl").is_file():
        pytest.skip("the development documents are not beside the checkout")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    import geoparse_eval

    gold = geoparse_eval.read_gold(folder / "dev" / f"{corpus}.dev.jsonl")
    spans = placed([(i, d["text"]) for i, d in gold.items()], open_index([], cache_dir=world_cache))
    found = {
        i: [
            {"start": a, "end": b, "lat": None if p is None else p.y, "lon": None if p is None else p.x}
            for (a, b), p in sorted(s.items())
        ]
        for i, s in spans.items()
    }
    whole = geoparse_eval.score(gold, found)
    part = geoparse_eval.score(gold, found, subnational=True)
    reached = {
        "f1": whole["exact"]["f1"],
        "f1_161": whole["end_to_end"]["f1_161"],
        "sub_f1_161": part["end_to_end"]["f1_161"],
        "sub_r10": part["end_to_end"]["recall10"],
    }
    low = {k: (round(reached[k], 3), floor) for k, floor in floors[corpus].items() if reached[k] < floor}
    assert low == {}, reached


def test_the_four_reports_are_found_and_placed(shared, request, world_cache):
    folder = shared / "seeds"
    if not folder.is_dir():
        pytest.skip("the four reports are not beside the checkout")
    layers = request.config.rootpath / "layers"
    case = read_casefile(layers / "case.toml")
    index = open_index([read_places(layers / "places.csv")[0]], country="SY", cache_dir=world_cache)
    docs = [(p.name, p.read_text("utf-8")) for p in sorted(folder.glob("*.txt"))]
    reports = table(docs)
    places = resolve_mentions(find_mentions(reports, None, index, case.actors), reports, index, case.area, "SY")
    assert not set(places["resolution"]) & {"ambiguous", "not_found", "failed"}
    towns = {"Harasta": (36.365, 33.559), "Douma": (36.403, 33.572), "Arbin": (36.367, 33.540), "Zamalka": (36.354, 33.526),
             "Jobar": (36.336, 33.530), "Qabun": (36.347, 33.549), "Barzeh": (36.320, 33.557), "Tishrin": (36.338, 33.561),
             "Damascus": (36.292, 33.512)}  # fmt: skip
    named = places[places["text"].isin(list(towns)) & places.geometry.notna()]
    assert set(named["text"]) == set(towns)
    for text, point in zip(named["text"], named.geometry, strict=True):
        assert distance_km(point.x, point.y, *towns[text])[0] < 5.0, text
    ghouta = places[places["text"].str.lower() == "eastern ghouta"]
    assert len(ghouta) >= 10
    assert set(ghouta["geo_precision"]) == {"region"}
