"""What a file is by its first bytes, where that is no text: a PDF of plain letters would else be read as words."""

from __future__ import annotations

from geo_ghouta.signatures import ARCHIVES, DOCUMENTS, IMAGES, NAMES, kind_of

_WAYS = {
    **dict.fromkeys(ARCHIVES, "unpack it and give the files inside"),
    **dict.fromkeys(DOCUMENTS, "save its text as UTF-8 in a .txt file"),
    **dict.fromkeys(IMAGES, "read the words off it into a .txt file"),
    "empty zip": "give the files themselves",
    "excel": "export its table as .csv",
    "media": "write its words into a .txt file",
    "sqlite": "export its table as .csv or .jsonl",
    "parquet": "name it .parquet",
    "shapefile": "it holds shapes and no report; 'geo-ghouta control import' takes it as GeoJSON",
    "flatgeobuf": "it holds shapes and no report; 'geo-ghouta control import' takes it as GeoJSON",
    "program": "give the report's text as a UTF-8 .txt file",
    "lfs": "fetch the file itself (git lfs pull)",
}


def foreign_format(data: bytes, suffix: str = "") -> tuple[str, str]:
    """Say what a file is that holds no plain text, and what to do with it; ("", "") for what is read.

    Parameters
    ----------
    data : bytes
        The file, or its beginning.
    suffix : str
        Of the file's name: Parquet is read under ``.parquet`` only.

    Examples
    --------
    >>> foreign_format(b"%PDF-1.4 plain letters only")
    ('a PDF', 'save its text as UTF-8 in a .txt file')
    >>> foreign_format(b"Ten buses left Arbin."), foreign_format(b"PAR1", ".parquet")
    (('', ''), ('', ''))
    """
    kind = kind_of(data)
    if not kind or (kind == "parquet" and suffix == ".parquet"):
        return "", ""
    return NAMES[kind], _WAYS[kind]
