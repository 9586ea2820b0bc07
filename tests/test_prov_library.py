"""A run's PROV-JSON as another reader of the standard reads it: the ``prov`` library, with nothing left over."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from prov.model import ProvDocument, QualifiedName

from geo_ghouta.cli import main

LEFT = "Some 413 people left Harasta for Idlib on Thursday, a monitor said."


def run(*words):
    made = CliRunner().invoke(main, [str(w) for w in words])
    assert made.exit_code == 0, made.stderr


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prov")
    report = folder / "report.md"
    report.write_text(f"---\npublished: 2018-03-22\n---\n{LEFT}\n", "utf-8")
    run("map", report, "-o", folder / "map.html", "-q")
    run("verify", folder / "map.html", "--prov", folder / "map.prov.json")
    run("corpus", report, "-o", folder / "corpus", "--no-map")
    return {"map": folder / "map.prov.json", "corpus": folder / "corpus" / "prov.json"}


@pytest.mark.parametrize("name", ["map", "corpus"])
def test_another_reader_takes_every_record_and_no_relation_leads_nowhere(documents, name):
    written = json.loads(documents[name].read_text("utf-8"))
    read = ProvDocument.deserialize(content=json.dumps(written), format="json")
    records = read.get_records()
    assert len(records) == sum(len(rows) for kind, rows in written.items() if kind != "prefix")
    known = {record.identifier for record in records if not record.is_relation()}
    ends = [value for r in records if r.is_relation() for _, value in r.formal_attributes]
    assert ends
    assert not {end for end in ends if isinstance(end, QualifiedName)} - known


@pytest.mark.parametrize("name", ["map", "corpus"])
def test_it_is_the_same_document_when_it_is_written_again(documents, name):
    read = ProvDocument.deserialize(content=documents[name].read_text("utf-8"), format="json")
    assert ProvDocument.deserialize(content=read.serialize(format="json"), format="json") == read


def test_a_relation_that_leads_nowhere_would_be_found(documents):
    written = json.loads(documents["map"].read_text("utf-8"))
    gone = next(iter(written["used"].values()))["prov:entity"]
    del written["entity"][gone]
    read = ProvDocument.deserialize(content=json.dumps(written), format="json")
    known = {record.identifier for record in read.get_records() if not record.is_relation()}
    ends = {v for r in read.get_records() if r.is_relation() for _, v in r.formal_attributes}
    assert {str(end) for end in ends if isinstance(end, QualifiedName)} - {str(k) for k in known} == {gone}
