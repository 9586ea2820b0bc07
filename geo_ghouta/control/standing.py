"""Pictures that stand in a case: an import replaces only what it wrote itself and nobody has touched since."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from geo_ghouta.control.faults import Faults
from geo_ghouta.errors import InputError
from geo_ghouta.files import dump_json, read_bytes, safe_name, sha256_of, shown
from geo_ghouta.schema import Pictures
from geo_ghouta.schema.bundles import picture_ids

if TYPE_CHECKING:
    import os

    import pandas as pd

_MARK = re.compile(rb',"imported":(\{"from":"(?:[^"\\]|\\.)*","sha256":"[0-9a-f]{64}"\})')


def with_mark(text: str, source: str) -> str:
    """Say in a picture's text which layer it was imported from, with the hash of the rest of the text.

    Examples
    --------
    >>> with_mark('{"date":"2018-03-22","features":[]}', "in/a.kml")[:50]
    '{"date":"2018-03-22","imported":{"from":"a.kml","s'
    """
    head, tail = text.split(',"features":[', 1)
    mark = dump_json({"from": source.rsplit("/", 1)[-1], "sha256": sha256_of(text.encode())})
    return f'{head},"imported":{mark},"features":[{tail}'


def imported_from(data: bytes) -> str | None:
    """Name the layer that a picture was imported from, or None if it was drawn or changed by hand.

    Examples
    --------
    >>> text = with_mark('{"date":"2018-03-22","features":[]}', "in/a.kml")
    >>> imported_from(text.encode()), imported_from(text.replace("22", "23").encode())
    ('a.kml', None)
    """
    found = _MARK.search(data)
    if found is None:
        return None
    mark = json.loads(found[1])
    untouched = sha256_of(data[: found.start()] + data[found.end() :]) == mark["sha256"]
    return str(mark["from"]) if untouched else None


def keep_standing(pictures: Pictures, folder: str | os.PathLike[str]) -> tuple[Pictures, pd.DataFrame]:
    """Take out of imported pictures those that would replace another's in a case's folder ``control``.

    A picture that stands there is replaced only if an import wrote it from a layer of the same name and nothing was
    changed in it since.

    Parameters
    ----------
    pictures : schema.Pictures
        From ``import_layers``.
    folder : path
        The folder to write to; it may be missing.

    Returns
    -------
    tuple of schema.Pictures and pandas.DataFrame
        The pictures that may be written, and REJECTED: those left out, with what to do.

    Examples
    --------
    >>> import tempfile
    >>> from geo_ghouta.schema import CONTROL, PICTURES
    >>> dates = PICTURES.table([{"picture_date": "2018-04-14", "areas": 0, "path": "a", "sha256": "0"}])
    >>> with tempfile.TemporaryDirectory() as home:
    ...     _ = Path(home, "2018-04-14.geojson").write_text("{}")
    ...     kept, rejected = keep_standing(Pictures(dates, CONTROL.empty()), home)
    >>> len(kept.dates), rejected["found"].tolist()
    (0, ['a picture drawn or changed by hand'])
    """
    faults, out = Faults(), set()
    names = picture_ids(pictures.dates).astype("str").tolist()
    for name, source in zip(names, pictures.dates["path"].astype("str"), strict=True):
        place = Path(folder) / f"{safe_name(name)}.geojson"
        if not (place.exists() or place.is_symlink()):
            continue
        try:
            before = imported_from(read_bytes(place))
        except InputError:
            before = None
        if before == source.rsplit("/", 1)[-1]:
            continue
        out.add(name)
        faults.add(
            "standing",
            "error",
            source,
            None,
            f"a picture of {name} stands in the case and is not replaced: control/{shown(place.name)}",
            found="a picture drawn or changed by hand" if before is None else f"a picture imported from {before}",
            expected="no picture of that day, or one imported from this layer and not changed since",
            hint="look at both; move the one in control/ away, or say --replace to have it replaced",
        )
    left = [name not in out for name in names]
    areas = [str(name) not in out for name in picture_ids(pictures.areas)]
    return Pictures(pictures.dates[left], pictures.areas[areas]), faults.table()
