"""PostGIS: a real server of our own on a port of 127.0.0.1, or the one that an environment variable names."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pandas as pd
import pytest
import shapely
from exports_data import table_of

import geo_ghouta as gg
from geo_ghouta import exports
from geo_ghouta.cases import bundled_case
from geo_ghouta.errors import FormatError, OutputError, UsageError
from geo_ghouta.exports.database import read_database, write_database
from geo_ghouta.exports.shapes import canonical
from geo_ghouta.outlets import redact

HINT = "no PostgreSQL with PostGIS: apt-get install postgresql-15-postgis-3, or set GEO_GHOUTA_POSTGIS=postgresql://..."
LAYERS = tuple(exports.LAYERS)
PORTS = [15_000 + (os.getpid() * 7 + n) % 20_000 for n in range(5)]
"""Tried in turn: one may be taken."""


def binaries():
    places = [Path(p).parent for p in (shutil.which("initdb"),) if p] + sorted(
        Path("/usr/lib/postgresql").glob("*/bin")
    )
    return next((p for p in places if (p / "initdb").exists() and (p / "pg_ctl").exists()), None)


@pytest.fixture(scope="module")
def server():
    """Address of an empty database with PostGIS."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'psycopg[binary]'")
    named = os.environ.get("GEO_GHOUTA_POSTGIS")
    if named:
        yield named
        return
    tools = binaries()
    if tools is None or not list(Path("/usr/share/postgresql").glob("*/extension/postgis.control")):
        pytest.skip(HINT)
    who = "postgres" if os.geteuid() == 0 else None  # the server refuses to run as root
    if who and "postgres" not in {p.pw_name for p in pwd.getpwall()}:
        pytest.skip(HINT)
    folder = Path(tempfile.mkdtemp(prefix="gg-pg-"))
    if who:
        shutil.chown(folder, who)

    def run(*command):
        subprocess.run(
            [str(tools / command[0]), *command[1:]], check=True, user=who, cwd=folder, stdout=subprocess.DEVNULL
        )

    run("initdb", "-D", str(folder / "data"), "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C")
    for port in PORTS:
        options = f"-k {folder} -p {port} -c listen_addresses=127.0.0.1 -c fsync=off"
        try:
            run("pg_ctl", "-D", str(folder / "data"), "-o", options, "-l", str(folder / "log"), "-w", "start")
        except subprocess.CalledProcessError:
            if port == PORTS[-1]:
                raise
        else:
            break
    try:
        yield f"postgresql://tester@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(folder)


@pytest.fixture
def ask(server):
    """Run one query."""
    import psycopg

    def asked(query, *values):
        with psycopg.connect(server) as link:
            return link.execute(query, values).fetchall()

    return asked


@pytest.mark.parametrize("name", LAYERS)
def test_layers_come_back(server, name):
    table = table_of(name)
    assert write_database({name: table}, server, case="Round trip") == {name: len(table)}
    back = read_database(server, name, case="Round trip")
    key = exports.LAYERS[name].contract.key
    ordered = table.sort_values(key).reset_index(drop=True)
    pd.testing.assert_frame_equal(
        pd.DataFrame(ordered.drop(columns=["geometry"], errors="ignore")), pd.DataFrame(back.drop(columns=["geometry"]))
    )
    if "geometry" in ordered.columns:
        for old, new in zip(ordered.geometry, back.geometry, strict=True):
            assert (old is None) == (new is None)
            assert old is None or shapely.equals_exact(canonical(old).normalize(), new.normalize(), 1e-9)


def test_writing_again_updates_and_prunes(server, ask):
    table = table_of("events")
    write_database({"events": table}, server, case="Again", schema="again")
    changed = table.iloc[:3].assign(stories=99)
    write_database({"events": changed}, server, case="Again", schema="again")
    assert ask("SELECT count(*), count(*) FILTER (WHERE stories = 99) FROM again.events") == [(7, 3)]
    write_database({"events": changed}, server, case="Other", schema="again")
    write_database({"events": changed}, server, case="Again", schema="again", prune=True)
    assert ask("SELECT case_title, count(*) FROM again.events GROUP BY 1 ORDER BY 1") == [("Again", 3), ("Other", 3)]


def test_keys_indexes_and_types(server, ask):
    write_database({"control": table_of("control")}, server, schema="typed")
    indexes = dict(ask("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'typed'"))
    assert "gist" in indexes["control_geom"]
    assert set(indexes) == {"control_pkey", "control_geom", "control_start", "control_end"}
    types = dict(ask("SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'typed'"))
    assert (types["valid_from"], types["start"], types["precision_m"], types["besieged"]) == (
        "date", "date", "double precision", "boolean",
    )  # fmt: skip
    assert ask("SELECT DISTINCT ST_SRID(geom) FROM typed.control") == [(4326,)]


def test_a_fault_changes_nothing(server, ask):
    write_database({"events": table_of("events")}, server, schema="whole")
    bad = table_of("control")
    bad["valid_from_"] = "x"
    import psycopg

    with psycopg.connect(server) as link:
        link.execute("CREATE TABLE whole.control (area_id integer, case_title text)")
    with pytest.raises(OutputError, match="nothing was changed"):
        write_database({"events": table_of("events").iloc[:0], "control": bad}, server, schema="whole", prune=True)
    assert ask("SELECT count(*) FROM whole.events") == [(7,)]


def test_hostile_names_are_only_names(server, ask):
    table = table_of("events", 2)
    table['x"; DROP SCHEMA geo_ghouta; --'] = ["'; --", None]
    schema = 'odd "schema"; --'
    write_database({"events": table}, server, case="'; DROP TABLE x; --", schema=schema)
    assert ask("SELECT count(*) FROM information_schema.schemata WHERE schema_name = %s", schema) == [(1,)]
    back = read_database(server, "events", case="'; DROP TABLE x; --", schema=schema)
    assert sorted(back['x"; DROP SCHEMA geo_ghouta; --'].dropna()) == ["'; --"]


def test_coarse_rows_never_stand_beside_exact_ones(server, ask):
    """What was written exactly before must not lie in the schema that is published coarsened."""
    report = bundled_case() / "reports" / "15-harasta-first-day.md"
    result = gg.run(None, [report], world=False)
    for _ in range(2):
        gg.export(result, server, layer="all")
        gg.export(redact(result, "adm3"), server, layer="all")
    tables = [
        n for (n,) in ask("SELECT table_name FROM information_schema.tables WHERE table_schema = 'geo_ghouta_adm3'")
    ]
    assert sorted(tables) == sorted(set(LAYERS) - {"gazetteer"})
    told = {n: str(ask(f"SELECT coalesce(string_agg(t::text, ' '), '') FROM geo_ghouta_adm3.{n} t")) for n in tables}
    assert [n for n, text in told.items() if "Harasta" in text or "case/harasta" in text] == []
    title = result.case.file.title
    assert ask("SELECT count(*) > 0 FROM geo_ghouta.events WHERE case_title = %s AND place = 'Harasta'", title) == [
        (True,)
    ]
    back = gg.read_layer(server, "places", case=title, schema="geo_ghouta_adm3")
    assert len(back) == len(result.places)


def test_gg_reads_a_layer_from_an_address(server):
    table = table_of("control").sort_values("area_id").reset_index(drop=True)
    write_database({"control": table}, server, case="One")
    for back in (gg.read_layer(server, "control", case="One"), read_database(server, "control", case="One")):
        pd.testing.assert_frame_equal(
            pd.DataFrame(table.drop(columns="geometry")), pd.DataFrame(back.drop(columns="geometry"))
        )
    write_database({"control": table}, server, case="Two")
    with pytest.raises(UsageError, match=r"'One', .*'Two'; name one as case"):
        gg.read_layer(server, "control")
    with pytest.raises(UsageError, match="a database holds several layers"):
        gg.read_layer(server)
    write_database({"control": table}, server, case="Sole", schema="sole")
    assert len(read_database(server, "control", schema="sole")) == len(table)


def test_messages_hold_no_secret(server):
    with pytest.raises(FormatError, match="write it first"):
        read_database(server, "events", schema="nowhere")
    secret = "postgresql://me:hunter2@/base?host=/nowhere/at/all"
    with pytest.raises(OutputError, match="cannot be reached") as caught:
        write_database({"events": table_of("events")}, secret)
    assert "hunter2" not in str(caught.value)
    for address in ("mysql://a", "https://example.invalid", "base"):
        with pytest.raises(UsageError, match="no database address"):
            write_database({"events": table_of("events")}, address)
