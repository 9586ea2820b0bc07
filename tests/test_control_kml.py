"""KML of map programs: every folder read, its name kept, nothing outside the file reached."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner
from control_fixture import casefile
from hypothesis import given, settings
from hypothesis import strategies as st

from geo_ghouta import control
from geo_ghouta.cli import main
from geo_ghouta.control.faults import Faults
from geo_ghouta.control.kml import read_kml
from geo_ghouta.errors import GhoutaError

RING = "36.3,33.5,0 36.5,33.5,0 36.5,33.6,0 36.3,33.5,0"


def polygon(outer: str = RING, *inner: str) -> str:
    holes = "".join(
        f"<innerBoundaryIs><LinearRing><coordinates>{r}</coordinates></LinearRing></innerBoundaryIs>" for r in inner
    )
    ring = f"<outerBoundaryIs><LinearRing><coordinates>{outer}</coordinates></LinearRing></outerBoundaryIs>"
    return f"<Polygon>{ring}{holes}</Polygon>"


def mark(name: str = "pocket", body: str | None = None, more: str = "") -> str:
    return f"<Placemark><name>{name}</name>{more}{polygon() if body is None else body}</Placemark>"


def folder(name: str, *marks: str) -> str:
    return f"<Folder><name>{name}</name>{''.join(marks)}</Folder>"


def kml(*parts: str) -> str:
    return f'<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Map</name>{"".join(parts)}</Document></kml>'


def imported(home: Path, text: str | bytes, name: str = "areas.kml", **more: Any) -> tuple[Any, pd.DataFrame]:
    path = home / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return control.import_layers(path, **{"holder": "constant:x", **more})


def test_all_folders_are_read_and_their_names_are_days(tmp_path: Path) -> None:
    text = kml(folder("2018-03-18", mark("A")), folder("front 20180325", mark("B"), mark("C")))
    pictures, decisions = imported(tmp_path, text)
    assert pictures.dates["picture_date"].dt.strftime("%m-%d").tolist() == ["03-18", "03-25"]
    assert pictures.areas["name"].tolist() == ["A", "B", "C"]
    told = decisions["check"].tolist()
    assert "folder_days" in told
    assert "heights" in told or any("height" in problem for problem in decisions["problem"])
    assert not pictures.areas.geometry.has_z.any()


def test_a_day_in_the_files_name_or_an_option_wins(tmp_path: Path) -> None:
    text = kml(folder("2018-03-18", mark("A")), folder("2018-03-25", mark("B")))
    assert len(imported(tmp_path, text, "front_2018-04-01.kml")[0].dates) == 1
    assert len(imported(tmp_path, text, date="2018-04-02")[0].dates) == 1
    assert len(imported(tmp_path, text, date="property:folder")[0].dates) == 2


def test_a_folder_without_a_day_leaves_the_file_to_the_user(tmp_path: Path) -> None:
    pictures, decisions = imported(tmp_path, kml(folder("2018-03-18", mark("A")), folder("notes", mark("B"))))
    assert not len(pictures.dates)
    assert "no day in its name" in decisions.loc[decisions["severity"] == "error", "problem"].iloc[0]


def test_attributes_and_inner_folders_are_kept() -> None:
    data = '<ExtendedData><Data name="side"><value>North Group</value></Data><SchemaData><SimpleData name="n">7</SimpleData></SchemaData></ExtendedData><TimeStamp><when>2018-03-18</when></TimeStamp><description>seen &amp; drawn</description>'
    text = kml(folder("2018", folder("March", mark("A", more=data))), mark("B", polygon(RING)))
    first, second = read_kml(text.encode(), "a.kml", Faults()).features
    assert first.properties == {
        "folder": "March", "folders": "2018 / March", "name": "A", "side": "North Group", "n": "7", "when": "2018-03-18",
        "description": "seen & drawn",
    }  # fmt: skip
    assert second.properties == {"name": "B"}


def test_a_folder_named_behind_its_placemarks_names_them_all() -> None:
    text = f"<kml><Folder>{mark('A')}<name>2018-03-18</name></Folder></kml>"
    assert read_kml(text.encode(), "a.kml", Faults()).features[0].properties["folder"] == "2018-03-18"


def test_holders_come_from_extended_data(tmp_path: Path) -> None:
    side = '<ExtendedData><Data name="side"><value>Northerners</value></Data></ExtendedData>'
    pictures, _ = imported(
        tmp_path, kml(folder("2018-03-18", mark("A", more=side))), holder="property:side", casefile=casefile()
    )
    assert pictures.areas["holder"].tolist() == ["north_group"]


def test_holes_parts_points_and_lines(tmp_path: Path) -> None:
    whole = "36,33 37,33 37,34 36,34 36,33"
    hole = "36.4,33.4 36.6,33.4 36.6,33.6 36.4,33.6 36.4,33.4"
    point, line = (
        "<Point><coordinates>36.3,33.5</coordinates></Point>",
        "<LineString><coordinates>36,33 37,34</coordinates></LineString>",
    )
    several = f"<MultiGeometry>{polygon()}{point}<MultiGeometry>{polygon('36,33 36.1,33 36.1,33.1 36,33')}</MultiGeometry></MultiGeometry>"
    text = kml(mark("ring", polygon(whole, hole)), mark("several", several), mark("point", point), mark("line", line))
    pictures, decisions = imported(tmp_path, text, date="2018-03-18")
    ring, parts = pictures.areas.geometry
    assert len(ring.interiors) == 1
    assert len(parts.geoms) == 2
    assert set(decisions.set_index("check").loc[["set_aside"], "found"]) <= {
        "2 Point, 1 LineString",
        "1 LineString, 2 Point",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&a;</name></Placemark></kml>',
            "document type",
        ),
        ('<!DOCTYPE kml SYSTEM "http://example.invalid/x.dtd"><kml/>', "document type"),
        ("<kml><Folder></kml>", "no well-formed XML"),
        ("<kml><name>&b;</name></kml>", "no well-formed XML"),
        ("", "an empty file"),
        ("<gpx/>", "XML of another kind"),
        ("PK\x03\x04", "KMZ"),
        ('<?xml version="1.0" encoding="no-such"?><kml/>', "no well-formed XML"),
        ("<kml>" + "<Folder>" * 200, "deeper than 100"),
    ],
)
def test_what_is_no_kml_or_reaches_out_is_refused_in_one_line(text: str, said: str, tmp_path: Path) -> None:
    pictures, decisions = imported(tmp_path, text, "a_2018-03-18.kml")
    assert not len(pictures.dates)
    errors = decisions[(decisions["severity"] == "error") & (decisions["path"] != "(all)")]
    assert len(errors) == 1
    assert said in errors["problem"].iloc[0]


def test_a_bomb_of_entities_is_refused_at_once(tmp_path: Path) -> None:
    rows = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(12))
    _, decisions = imported(tmp_path, f"<!DOCTYPE k [{rows}]><kml><name>&e11;</name></kml>", "b_2018-03-18.kml")
    assert "document type" in decisions.loc[decisions["severity"] == "error", "problem"].iloc[0]


def test_links_are_told_and_not_followed(tmp_path: Path) -> None:
    link = "<NetworkLink><Link><href>http://example.invalid/more.kml</href></Link></NetworkLink>"
    pictures, decisions = imported(tmp_path, kml(link, folder("2018-03-18", mark()), folder("2018-03-20")))
    assert len(pictures.dates) == 1
    told = decisions.set_index("check")
    assert told.loc["linked", "found"] == "1 NetworkLink"
    assert "2018-03-20" in told.loc["empty_folder", "problem"]


@pytest.mark.parametrize(
    "ring", ["36.3,33.5 36.5;33.5 36.5,33.6 36.3,33.5", "36.3 33.5 36.5 33.5", "1e999,33 36,34 35,33 1e999,33", ""]
)
def test_coordinates_that_cannot_be_read_lose_nothing_else(ring: str, tmp_path: Path) -> None:
    text = kml(mark("bad", polygon(ring)), mark("good"))
    pictures, decisions = imported(tmp_path, text, date="2018-03-18")
    assert pictures.areas["name"].tolist() == ["good"]
    assert (decisions["severity"] == "error").sum() == 1


def test_blanks_round_commas_and_other_encodings_are_read(tmp_path: Path) -> None:
    spaced = kml(mark("Ä", polygon("36.3, 33.5, 0\n 36.5 ,33.5,0 36.5,33.6,0 36.3,33.5,0")))
    for encoding in ("utf-8-sig", "utf-16", "iso-8859-1"):
        head = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>'
        pictures, _ = imported(tmp_path, (head + spaced).encode(encoding), date="2018-03-18")
        assert pictures.areas["name"].tolist() == ["Ä"], encoding


@pytest.mark.parametrize(
    "words", ["1" + " " * 100_000 + "1", "1,1,1," * 50_000, "a" * 50_000, "(" * 50_000, " , " * 50_000]
)
def test_hostile_coordinates_are_read_in_one_pass(words: str) -> None:
    faults = Faults()
    assert read_kml(kml(mark("A", polygon(words))).encode(), "a.kml", faults).features == []
    assert len(faults.table()) == 1


@settings(max_examples=120, derandomize=True, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_damaged_files_raise_only_documented_errors(at: int, length: int) -> None:
    data = kml(folder("2018-03-18", mark("A", polygon(RING, RING)), mark("B"))).encode()
    start = at % len(data)
    try:
        read_kml(data[:start] + data[start + length :], "a.kml", Faults())
    except GhoutaError as error:
        assert str(error).startswith("a.kml: ")  # noqa: PT017 - both ends are right


def test_the_command_imports_kml(tmp_path: Path) -> None:
    path = tmp_path / "series.kml"
    path.write_text(kml(folder("2018-03-18", mark("A")), folder("2018-03-25", mark("B"))))
    done = CliRunner().invoke(main, ["control", "import", str(path), "--case", str(tmp_path), "--holder", "constant:x"])
    assert done.exit_code == 0, done.output
    assert sorted(p.name for p in (tmp_path / "control").iterdir()) == ["2018-03-18.geojson", "2018-03-25.geojson"]
