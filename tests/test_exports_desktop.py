"""Other programs open what we write: GDAL's own tools, xmllint, QGIS and LibreOffice.

The desktop ones run by ``pytest -m desktop`` after ``apt-get install python3-qgis libreoffice-calc``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from exports_data import ACTORS, table_of

from geo_ghouta import exports
from geo_ghouta.exports.catalog import SUFFIX

QGIS = """
import json, os, sys
from qgis.core import QgsApplication, QgsVectorLayer
app = QgsApplication([], False)
app.initQgis()
out = {}
for name in sys.argv[2:]:
    layer = QgsVectorLayer(sys.argv[1] + "|layername=" + name, name, "ogr")
    told, found = layer.loadDefaultStyle()
    time = layer.temporalProperties()
    renderer = layer.renderer()
    categories = renderer.categories() if renderer.type() == "categorizedSymbol" else []
    out[name] = {
        "valid": layer.isValid(), "rows": layer.featureCount(), "styled": found, "renderer": renderer.type(),
        "colours": {c.value(): c.symbol().color().name() for c in categories},
        "time": [time.isActive(), int(time.mode()), time.startField(), time.endField(), int(time.limitMode())],
        "types": {f.name(): f.typeName() for f in layer.fields()},
    }
print("JSON" + json.dumps(out), flush=True)
os._exit(0)  # QGIS 3.22 crashes when Python takes its layers away at the end
"""


@pytest.fixture
def desktop(request):
    """Skip heavy programs unless they are asked for."""
    if "desktop" not in (request.config.getoption("-m") or ""):
        pytest.skip("desktop programs run by: pytest -m desktop")


def tool(name, package):
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {package}")
    return found


@pytest.mark.parametrize("form", ["geojson", "geojsonseq", "gpkg", "fgb", "csv", "kml", "topojson"])
def test_ogrinfo_reads_every_row(tmp_path, form):
    ogrinfo = tool("ogrinfo", "gdal-bin")
    for name in ("control", "events", "routes"):
        table = table_of(name)
        path = exports.write_layer(name, table, tmp_path / f"{name}{SUFFIX[form]}", actors=ACTORS)
        done = subprocess.run([ogrinfo, "-ro", "-so", "-al", str(path)], capture_output=True, text=True, check=True)
        counts = [line for line in done.stdout.splitlines() if line.startswith("Feature Count")]
        assert counts[0] == f"Feature Count: {len(table)}"
        assert "ERROR" not in done.stderr


def test_xmllint_reads_our_kml(tmp_path):
    xmllint = tool("xmllint", "libxml2-utils")
    path = exports.write_layer("events", table_of("events", 25), tmp_path / "events.kml", actors=ACTORS)
    subprocess.run([xmllint, "--noout", "--nonet", str(path)], check=True)


@pytest.mark.desktop
@pytest.mark.usefixtures("desktop")
def test_qgis_opens_the_geopackage_in_our_colours_with_its_days(tmp_path):
    python = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else tool("python3", "python3-qgis")
    if subprocess.run([python, "-c", "import qgis.core"], capture_output=True, check=False).returncode:
        pytest.skip("QGIS is not installed: apt-get install python3-qgis")
    tables = {name: table_of(name) for name in ("control", "events", "routes", "claims")}
    (path,) = exports.write_layers(tables, tmp_path / "all.gpkg", actors=ACTORS)
    (tmp_path / "look.py").write_text(QGIS)
    done = subprocess.run(
        [python, str(tmp_path / "look.py"), str(path), *tables],
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_RUNTIME_DIR": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    seen = json.loads(done.stdout.partition("JSON")[2])
    for name, table in tables.items():
        start, end = ("time_start", "time_end") if name == "claims" else ("start", "end")
        assert seen[name]["valid"]
        assert seen[name]["styled"]
        assert seen[name]["rows"] == len(table)
        assert seen[name]["time"] == [True, 2, start, end, 1]
        assert seen[name]["types"][start] == "Date"
    assert seen["control"]["renderer"] == "categorizedSymbol"
    assert seen["control"]["colours"]["group_a"] == "#ad7629"


@pytest.mark.desktop
@pytest.mark.usefixtures("desktop")
def test_libreoffice_opens_the_csv_and_runs_nothing(tmp_path):
    office = tool("soffice", "libreoffice-calc")
    path = exports.write_layer("events", table_of("events", 50), tmp_path / "events.csv")
    subprocess.run(
        [office, f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to", "xlsx",
         "--infilter=CSV:44,34,76,1", "--outdir", str(tmp_path), str(path)],
        capture_output=True, check=True, timeout=300,
    )  # fmt: skip
    with zipfile.ZipFile(tmp_path / "events.xlsx") as book:
        sheets = [book.read(n).decode() for n in book.namelist() if n.startswith("xl/worksheets/sheet")]
        words = book.read("xl/sharedStrings.xml").decode()
    assert sheets
    assert not any("<f" in sheet.replace("<fonts", "") for sheet in sheets)
    assert "'=HYPERLINK" in words.replace("&apos;", "'")
    assert "حرستا" in words
