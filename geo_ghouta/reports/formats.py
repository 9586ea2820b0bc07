"""What a file is by its first bytes, where that is no text: a PDF of plain letters would else be read as words."""

from __future__ import annotations

import re

_HEAD = 1024
_AS_TEXT = "save its text as UTF-8 in a .txt file"
_UNPACK = "unpack it and give the files inside"
_WORDS_OF = "read the words off it into a .txt file"
_KNOWN = (
    (b"PK\x03\x04", "a zip archive", _UNPACK),
    (b"PK\x05\x06", "an empty zip archive", "give the files themselves"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _AS_TEXT),
    (b"{\\rtf", "an RTF document", _AS_TEXT),
    (b"%!PS", "a PostScript document", _AS_TEXT),
    (b"\x1f\x8b", "a gzip archive", _UNPACK),
    (b"BZh", "a bzip2 archive", _UNPACK),
    (b"\xfd7zXZ\x00", "an xz archive", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"\x89PNG\r\n", "a picture (PNG)", _WORDS_OF),
    (b"\xff\xd8\xff", "a picture (JPEG)", _WORDS_OF),
    (b"GIF87a", "a picture (GIF)", _WORDS_OF),
    (b"GIF89a", "a picture (GIF)", _WORDS_OF),
    (b"II*\x00", "a picture (TIFF)", _WORDS_OF),
    (b"MM\x00*", "a picture (TIFF)", _WORDS_OF),
    (b"SQLite format 3\x00", "a database (SQLite)", "export its table as .csv or .jsonl"),
    (b"PAR1", "a Parquet file", "name it .parquet"),
    (b"version https://git-lfs", "a Git LFS pointer and not the file", "fetch the file itself (git lfs pull)"),
)
_OFFICE = ((b"word/", "a Word document"), (b"xl/", "an Excel workbook"), (b"ppt/", "a PowerPoint file"))
_OTHER = {"a Word document": _AS_TEXT, "an Excel workbook": "export its table as .csv"}
_PDF = re.compile(rb"%PDF-\d")
_MEDIA = re.compile(rb".{4}ftyp[a-zA-Z0-9]{4}|ID3[\x02-\x04]\x00|OggS\x00|RIFF.{4}(?:WAVE|AVI )", re.DOTALL)
_WEBP = re.compile(rb"RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|avif)|BM.{4}\x00\x00\x00\x00", re.DOTALL)


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
    start = data[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    if _PDF.match(start):
        return "a PDF", _AS_TEXT
    if _WEBP.match(data):
        return "a picture", _WORDS_OF
    if _MEDIA.match(data):
        return "a sound or film", "write its words into a .txt file"
    for magic, what, way in _KNOWN:
        if not (data.startswith(magic) or start.startswith(magic)):
            continue
        if what == "a Parquet file" and suffix == ".parquet":
            return "", ""
        return _zipped(data) if what == "a zip archive" else (what, way)
    return "", ""


def _zipped(data: bytes) -> tuple[str, str]:
    """What a zip holds: documents of Office and OpenDocument are zips too."""
    if b"mimetypeapplication/vnd.oasis.opendocument" in data[:200]:
        return "an OpenDocument file", _AS_TEXT
    if b"mimetypeapplication/epub" in data[:200]:
        return "an e-book", _AS_TEXT
    for inner, what in _OFFICE if b"[Content_Types].xml" in data else ():
        if inner in data:
            return what, _OTHER.get(what, _AS_TEXT)
    return "a zip archive", _UNPACK
