"""Every file that a run rests on is hashed: one changed byte in any of them is found, and told apart from a lost file."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from geo_ghouta.cases import new_case
from geo_ghouta.cli import main
from geo_ghouta.files import sha256_of
from geo_ghouta.ledger import manifest_in, prov_json
from geo_ghouta.schema import SOURCE_KINDS, tellable

TABLE = "file,published,source\na.txt,2018-03-27,A desk\n"
LIST = "name,lat,lon,kind\nOld Mill,33.55,36.40,village\n"
FIXES = "name,lon,lat\nUpper Bridge,36.41,33.56\n"
CHANGED = {
    "report_table": "my/reports.csv",
    "place_list": "lists/mine.csv",
    "fixes": "lists/fixes.csv",
    "case_file": "case/case.toml",
    "case_places": "case/places.csv",
    "routes": "case/routes.geojson",
    "backdrop": "case/backdrop/ground.geojson",
}
GROUND = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "properties": {"kind": "road"},
         "geometry": {"type": "LineString", "coordinates": [[36.3, 33.5], [36.4, 33.6]]}}
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A case, reports with a table, a place list and fixes in folders apart, and an output of each kind."""
    home = tmp_path_factory.mktemp("inputs")
    new_case(home / "case")
    (home / "case" / "backdrop").mkdir(exist_ok=True)
    (home / "case" / "backdrop" / "ground.geojson").write_text(json.dumps(GROUND) + "\n")
    for folder in ("my", "lists"):
        (home / folder).mkdir()
    (home / "my" / "a.txt").write_text("Some 120 people left Old Mill for Upper Bridge on Monday, a monitor said.")
    (home / "my" / "b.txt").write_text("Two clinics were destroyed in Old Mill, a doctor said.")
    (home / "my" / "reports.csv").write_text(TABLE)
    (home / "lists" / "mine.csv").write_text(LIST)
    (home / "lists" / "fixes.csv").write_text(FIXES)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        common = ["my", "--case", "case", "--gazetteer", "lists/mine.csv", "--no-world", "-q"]
        one = [*common, "--fixes", "lists/fixes.csv"]
        for words in (["map", *one, "-o", "m.html"], ["claims", *one, "-o", "claims.csv"],
                      ["places", *one, "-o", "spots.csv"], ["export", *one, "--layer", "all", "-o", "all.gpkg"],
                      ["picture", *one, "--date", "2020-03-05", "-o", "a.svg"], ["check", *one, "-o", "found.csv"],
                      ["map", *one, "--multiples", "2020-03-05", "2020-03-13", "-o", "days.html"],
                      ["places", *one, "--unresolved", "-o", "left.csv"],
                      ["corpus", *common, "-o", "corpus"]):  # fmt: skip
            done = CliRunner().invoke(main, words)
            assert done.exit_code in {0, 3}, done.output
    return home


@pytest.fixture
def here(made, tmp_path, monkeypatch):
    home = shutil.copytree(made, tmp_path / "here")
    monkeypatch.chdir(home)
    return home


def check(*words):
    return CliRunner().invoke(main, ["verify", *(str(w) for w in words)])


OUTPUTS = {
    "m.html": set(CHANGED),
    "claims.csv": set(CHANGED) - {"routes", "backdrop"},
    "spots.csv": set(CHANGED) - {"routes", "backdrop"},
    "all.gpkg": set(CHANGED) - {"backdrop"},
    "corpus": set(CHANGED) - {"fixes"},
    "a.svg": set(CHANGED),
    "days.html": set(CHANGED),
    "found.csv": set(CHANGED),
    "left.csv": set(CHANGED) - {"routes", "backdrop"},
}


@pytest.mark.parametrize("output", sorted(OUTPUTS))
def test_one_changed_byte_of_any_input_is_found_and_told_from_a_lost_one(here, output):
    assert check(output).exit_code == 0, check(output).output
    for kind, name in CHANGED.items():
        file = here / name
        data = file.read_bytes()
        file.write_bytes(data[:-1] + b" ")
        changed = check(output)
        file.unlink()
        lost = check(output)
        file.write_bytes(data)
        if kind not in OUTPUTS[output]:
            assert (changed.exit_code, lost.exit_code) == (0, 0), (kind, changed.output, lost.output)
            continue
        assert (changed.exit_code, lost.exit_code) == (4, 4), (kind, changed.output, lost.output)
        named = f"{SOURCE_KINDS[kind]} {name.partition('/')[2]}"
        assert f"{named}: source changed" in changed.output
        assert f"{named}: source not found" in lost.output
        assert "rest" in changed.output
    assert check(output).exit_code == 0


@pytest.mark.parametrize("output", ["a.svg", "days.html", "found.csv", "left.csv"])
def test_pictures_sheets_findings_and_open_names_are_checked_as_layers_are(here, output):
    manifest = json.loads((here / f"{output}.manifest.json").read_text("utf-8"))
    assert manifest["tool"]["version"]
    (noted,) = manifest["outputs"]
    assert (noted["path"], noted["sha256"]) == (output, sha256_of((here / output).read_bytes()))
    for name, told in ((output, f"output {output}: changed since"), ("my/b.txt", "(b.txt): source changed"),
                       ("case/control/2020-03-12.geojson", "2020-03-12.geojson: source changed")):  # fmt: skip
        data = (here / name).read_bytes()
        (here / name).write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        done = check(output)
        (here / name).write_bytes(data)
        assert done.exit_code == 4, (name, done.output)
        assert told in done.output
    assert check(output).exit_code == 0


def test_a_picture_notes_its_options_and_only_the_rows_that_it_shows(here):
    manifest = json.loads((here / "a.svg.manifest.json").read_text("utf-8"))
    assert (manifest["parameters"]["date"], manifest["parameters"]["theme"]) == ("2020-03-05", "light")
    assert {row["id"][:10] for row in manifest["rows"]["control"]} == {"2020-03-01"}
    manifest = json.loads((here / "days.html.manifest.json").read_text("utf-8"))
    assert manifest["parameters"]["dates"] == ["2020-03-05", "2020-03-13"]
    assert {row["id"][:10] for row in manifest["rows"]["control"]} == {"2020-03-01", "2020-03-12"}
    (here / "case" / "control" / "2020-03-12.geojson").write_text("{}")
    named = {output: "control 2020-03-12" in check(output).output for output in ("a.svg", "days.html")}
    assert named == {"a.svg": False, "days.html": True}


def test_only_rows_that_can_depend_on_a_list_are_counted(here):
    (here / "lists" / "mine.csv").write_text(LIST + "\n")
    (line,) = [line for line in check("all.gpkg").output.splitlines() if line.startswith("place list")]
    assert "rows that may rest on it: " in line
    assert "claims (" in line
    assert not [name for name in ("control", "pockets", "changes", "routes") if f"{name} (" in line]
    (here / "lists" / "mine.csv").write_text(LIST)
    (here / "case" / "case.toml").write_bytes((here / "case" / "case.toml").read_bytes() + b"\n")
    assert "every row may rest on it: control (2)" in check("all.gpkg").output


def test_rows_that_depend_on_a_picture_are_named_and_no_others(here):
    first, second = sorted((here / "case" / "control").glob("*.geojson"))
    whole = second.read_bytes()
    second.write_bytes(whole + b"\n")
    done = check("all.gpkg")
    named = {line.partition(" rests on ")[0] for line in done.output.splitlines() if " rests on picture" in line}
    # Pockets of the second picture and what changed since the first; the first picture's own rows rest on it alone.
    assert {name.partition(" ")[0] for name in named} == {"control", "pockets", "changes"}
    assert not [name for name in named if name.startswith(("control 2020-03-01", "pockets 2020-03-01"))]
    assert "rows no longer rest on the pictures cited" in done.output
    second.write_bytes(whole)
    first.write_bytes(first.read_bytes() + b"\n")
    named = {line.partition(" rests on ")[0] for line in check("all.gpkg").output.splitlines()}
    assert "pockets 2020-03-12/1" in named  # its share is measured on the campaign's first picture
    assert not [name for name in named if name.startswith("control 2020-03-12")]


def test_findings_on_a_picture_rest_on_that_picture(here):
    picture = here / "case" / "control" / "2020-03-12.geojson"
    drawn = json.loads(picture.read_text("utf-8"))
    for drawing in drawn["features"]:
        drawing["properties"].pop("source", None)
    picture.write_text(json.dumps(drawn))
    done = CliRunner().invoke(main, ["check", "--control", "--case", "case", "--no-world", "-q", "-o", "faults.csv"])
    assert done.exit_code in {0, 3}, done.output
    picture.write_bytes(picture.read_bytes() + b"\n")
    assert "findings no_source/control/2020-03-12.geojson" in check("faults.csv").output


def test_a_link_out_of_its_folder_is_told_and_followed_into_named_folders_only(here):
    table = next(here.rglob("places.csv"))
    (here / "kept").mkdir()
    table.rename(here / "kept" / "places.csv")
    table.symlink_to(here / "kept" / "places.csv")
    told = check("claims.csv")
    assert told.exit_code == 4
    assert "a link out of its folder is not followed unasked" in told.output
    assert "--sources" in told.output
    folders = [word for name in ("my", "lists", "kept") for word in ("--sources", name)]
    followed = check("claims.csv", "--case", "case", *folders)
    assert followed.exit_code == 0, followed.output


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_colons_and_backslashes_are_letters_of_a_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("10:30.txt", "a\\b.txt"):
        (tmp_path / name).write_text("Ten buses with 500 people left Aleppo on Tuesday, a monitor said.", "utf-8")
        done = CliRunner().invoke(main, ["claims", name, "--published", "2020-03-05", "-o", f"{name}.csv", "-q"])
        assert done.exit_code == 0, done.output
        assert check(f"{name}.csv").exit_code == 0, check(f"{name}.csv").output
        (tmp_path / name).write_text("Two buses.", "utf-8")
        assert check(f"{name}.csv").exit_code == 4


def test_line_ends_another_name_and_a_file_of_the_same_size_and_time_are_changes(here):
    file = here / "lists" / "mine.csv"
    data, stat = file.read_bytes(), file.stat()
    for other in (data.replace(b"\n", b"\r\n"), data.replace(b"33.55", b"33.56"), data + b"New,33,36,village\n"):
        file.write_bytes(other)
        os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        assert "place list mine.csv: source changed; every row may rest on it" in check("claims.csv").output
    file.write_bytes(data)
    file.rename(file.with_name("other.csv"))
    assert "place list mine.csv: source not found" in check("claims.csv").output


def test_rows_that_rest_on_a_table_are_named_and_others_are_not(here):
    manifest = json.loads((here / "claims.csv.manifest.json").read_text("utf-8"))
    (table,) = [i for i in manifest["inputs"] if i["kind"] == "report_table"]
    ids = {i["doc_id"]: i["report_id"] for i in manifest["inputs"] if i["kind"] == "report"}
    assert table["reports"] == [ids["a.txt"]]
    (here / "my" / "reports.csv").write_text(TABLE.replace("27", "20"))
    lines = [line for line in check("claims.csv").output.splitlines() if line.startswith("claims ")]
    assert lines
    assert all(f"claims {ids['a.txt']}" in line and "rests on report table reports.csv" in line for line in lines)


@pytest.mark.parametrize("output", ["claims.csv", "m.html", "corpus"])
def test_each_input_stands_in_the_manifest_and_in_prov(here, output):
    assert check(output, "--prov", here / "run.json").exit_code == 0
    told = json.loads((here / "run.json").read_text("utf-8"))
    wanted = {k: n for k, n in CHANGED.items() if k in OUTPUTS[output]}
    used = {row["prov:entity"] for row in told["used"].values()}
    for kind, name in wanted.items():
        data = (here / name).read_bytes()
        (entity,) = [e for e in told["entity"].values() if e["prov:type"]["$"] == f"gg:{kind}"]
        assert (entity["gg:sha256"], entity["gg:bytes"]) == (sha256_of(data), len(data))
        assert any(told["entity"][name] is entity for name in used)
    text = json.dumps(told)
    assert str(here) not in text
    assert str(Path.home()) not in text


def test_inputs_named_by_whole_paths_tell_no_folder_and_are_found_where_one_says(here):
    done = CliRunner().invoke(main, [
        "claims", str(here / "my"), "--case", str(here / "case"), "--gazetteer", str(here / "lists" / "mine.csv"),
        "--fixes", str(here / "lists" / "fixes.csv"), "--no-world", "-q", "-o", "whole.csv",
    ])  # fmt: skip
    assert done.exit_code in {0, 3}, done.output
    text = (here / "whole.csv.manifest.json").read_text("utf-8")
    assert str(here) not in text
    assert "root" not in {key for item in json.loads(text)["inputs"] for key in item}
    lost = check("whole.csv").output
    assert "place list mine.csv: source not found" in lost
    assert "case file case.toml: source not found" in lost
    there = ["whole.csv", "--sources", here / "my", "--sources", here / "lists", "--case", here / "case"]
    assert check(*there).exit_code == 0, check(*there).output
    (here / "case" / "places.csv").write_text("name,lat,lon\n")
    assert "the case's place list places.csv: source changed" in check(*there).output


def test_an_output_that_has_the_name_of_a_file_of_the_case_is_not_taken_for_it(here):
    done = CliRunner().invoke(main, ["places", "my/a.txt", "--no-world", "-q", "-o", "places.csv"])
    assert done.exit_code in {0, 3}, done.output
    assert check("places.csv").exit_code == 0, check("places.csv").output


def test_reports_and_tables_of_one_name_in_two_folders_are_two(here):
    shutil.copytree(here / "my", here / "more")
    (here / "more" / "a.txt").write_text("Nine buses left Old Mill on Monday, a monitor said.")
    (here / "more" / "reports.csv").write_text(TABLE.replace("27", "28"))
    shutil.copy(here / "my" / "a.txt", here / "case" / "reports" / "a.txt")
    (here / "case" / "reports" / "a.txt").write_text("Another one of that name.")
    words = ["claims", "my", "more", "--case", "case", "--no-world", "-q", "-o", "two.csv"]
    assert CliRunner().invoke(main, words).exit_code in {0, 3}
    assert check("two.csv").exit_code == 0, check("two.csv").output
    (here / "more" / "a.txt").write_text("Ten buses left Old Mill on Monday, a monitor said.")
    assert check("two.csv").exit_code == 4


def test_moved_reports_are_not_found_rather_than_changed_and_their_new_folder_is_enough(here):
    (here / "my").rename(here / "elsewhere")
    lost = check("m.html")
    assert lost.exit_code == 4
    assert "source not found" in lost.output
    assert "could not be checked: what they rest on was not found or cannot be read again" in lost.output
    assert "no longer rest" not in lost.output
    assert check("m.html", "--sources", "elsewhere").exit_code == 0, check("m.html", "--sources", "elsewhere").output
    (here / "elsewhere" / "a.txt").write_text(
        "Some 121 people left Old Mill for Upper Bridge on Monday, a monitor said."
    )
    assert "no longer rest on the words cited" in check("m.html", "--sources", "elsewhere").output


def test_rows_whose_own_words_still_stand_are_not_said_to_have_lost_them(here):
    source = here / "my" / "a.txt"
    source.write_text(source.read_text("utf-8") + " Nobody was hurt.", "utf-8")
    done = check("m.html")
    assert done.exit_code == 4
    assert "the own words still stand there" in done.output.splitlines()[-1]
    assert "no longer rest" not in done.output


def test_text_from_standard_input_is_not_called_changed(here):
    told = "Nine buses left Old Mill on Monday, a monitor said."
    words = ["claims", "-", "--case", "case", "--no-world", "-q", "-o", "piped.csv"]
    assert CliRunner().invoke(main, words, input=told).exit_code in {0, 3}
    done = check("piped.csv")
    assert done.exit_code == 4
    assert "came from standard input and cannot be read again" in done.output
    assert "could not be checked" in done.output
    assert "no longer rest" not in done.output


def test_older_manifests_still_verify_and_say_what_they_cannot_tell(here):
    path = here / "claims.csv.manifest.json"
    old = json.loads(path.read_text("utf-8"))
    old["inputs"] = [i for i in old["inputs"] if i["kind"] not in SOURCE_KINDS]
    del old["seal"], old["form"]
    path.write_text(json.dumps(old))
    done = check("claims.csv")
    assert done.exit_code == 0
    assert "cannot be checked" in done.output
    assert "mine.csv, fixes.csv" in done.output
    path = here / "corpus" / "manifest.json"
    old = json.loads(path.read_text("utf-8"))
    for item in old["inputs"]:
        del item["tables"]
    path.write_text(json.dumps({k: v for k, v in old.items() if k not in {"rests_on", "bundled_case", "seal", "form"}}))
    done = check("corpus")
    assert done.exit_code == 0, done.output
    assert "cannot be checked" in done.output
    assert "gg:run" in prov_json({"tool": {}, "inputs": [], "outputs": []})["activity"]


def test_a_table_in_a_zip_and_a_picture_of_the_case_are_checked_for_a_corpus(here):
    def pack(table):
        with zipfile.ZipFile(here / "day.zip", "w") as archive:
            archive.write(here / "my" / "a.txt", "in/a.txt")
            archive.writestr("in/reports.csv", table)

    pack(TABLE)
    words = ["corpus", "day.zip", "--case", "case", "--no-world", "--no-map", "-q", "-o", "zipped"]
    assert CliRunner().invoke(main, words).exit_code in {0, 3}
    assert check("zipped").exit_code == 0, check("zipped").output
    pack(TABLE + "\n")
    assert "report table in/reports.csv: source changed; 1 report file of day.zip" in check("zipped").output
    pack(TABLE)
    picture = sorted((here / "case" / "control").glob("*.geojson"))[0]
    picture.write_bytes(picture.read_bytes() + b"\n")
    assert f"picture control/{picture.name}: source changed" in check("zipped").output


def test_lists_that_were_added_are_noted_by_hash_alone(here, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(here / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "cache"))
    done = CliRunner().invoke(main, ["gazetteer", "add", "lists/mine.csv", "--name", "private_name"])
    assert done.exit_code == 0, done.output
    words = ["claims", "my", "--case", "case", "--no-world", "-q", "-o", "added.csv"]
    assert CliRunner().invoke(main, words).exit_code in {0, 3}
    assert "private_name" not in (here / "added.csv.manifest.json").read_text("utf-8")
    assert check("added.csv").exit_code == 0, check("added.csv").output
    (copy,) = (here / "data").rglob("private_name.csv")
    copy.write_text(LIST + "Far Mill,33.1,36.1,village\n")
    assert "added place list: source not found or changed (its name is withheld)" in check("added.csv").output


def test_derived_frames_rest_on_the_pictures_that_they_were_made_from(here):
    words = [
        "export",
        "--case",
        "case",
        "--no-world",
        "-q",
        "--layer",
        "control",
        "--between",
        "2",
        "-o",
        "film.geojson",
    ]
    assert CliRunner().invoke(main, words).exit_code in {0, 3}
    assert check("film.geojson").exit_code == 0, check("film.geojson").output
    picture = sorted((here / "case" / "control").glob("*.geojson"))[0]
    picture.write_bytes(picture.read_bytes() + b"\n")
    told = check("film.geojson")
    assert told.exit_code == 4
    assert f"picture control/{picture.name}: source changed" in told.output


@pytest.mark.parametrize(
    ("root", "told"), [("lists", "lists"), ("..", ".."), ("/srv/x", None), ("~/x", None), ("D:/x", None)]
)
def test_folders_are_told_only_where_they_tell_nothing_of_the_user(root, told):
    assert tellable(root) == told


def test_the_way_down_from_above_the_home_is_not_told(tmp_path, monkeypatch):
    home = tmp_path / "users" / "somebody"
    for folder in (home / "work", tmp_path / "tools", home / "lists"):
        folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(tmp_path / "tools")
    assert tellable("../users/somebody/lists") is None
    monkeypatch.chdir(tmp_path)
    assert tellable("users/somebody/lists") is None
    assert tellable("tools") == "tools"
    monkeypatch.chdir(home / "work")
    assert tellable("../lists") is None


def test_days_that_were_asked_for_stand_in_the_manifest(here):
    common = ["my", "--case", "case", "--no-world", "-q"]
    for name, words, told in (
        ("one", ["--as-of", "2020-03-05"], {"as_of": ["2020-03-05"]}),
        ("span", ["--from", "2020-03-02", "--to", "2020-03-14"], {"from": "2020-03-02", "to": "2020-03-14"}),
        ("all", [], {}),
    ):
        done = CliRunner().invoke(main, ["export", *common, "--layer", "control", *words, "-o", f"{name}.geojson"])
        assert done.exit_code in {0, 3}, done.output
        noted = json.loads((here / f"{name}.geojson.manifest.json").read_text("utf-8"))["parameters"]
        assert {key: noted[key] for key in ("as_of", "from", "to") if key in noted} == told
    done = CliRunner().invoke(main, ["map", *common, "--date", "2020-03-05", "--hide", "events", "-o", "d.html"])
    assert done.exit_code in {0, 3}, done.output
    noted = manifest_in(here / "d.html")["parameters"]
    assert (noted["date"], noted["hidden"]) == ("2020-03-05", ["events"])
