"""What a file is by its first bytes, whatever its name: one list for all rooms that read; each gives its own advice."""

from __future__ import annotations

import re

_HEAD = 1024
_KNOWN = (
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "empty zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old office"),
    (b"{\\rtf", "rtf"),
    (b"%!PS", "postscript"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x89PNG\r\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
    (b"SQLite format 3\x00", "sqlite"),
    (b"PAR1", "parquet"),
    (b"\x00\x00\x27\x0a", "shapefile"),
    (b"fgb\x03fgb", "flatgeobuf"),
    (b"version https://git-lfs", "lfs"),
    (b"\x7fELF", "program"),
    (b"MZ\x90\x00", "program"),
    (b"\xcf\xfa\xed\xfe", "program"),
    (b"\xca\xfe\xba\xbe", "program"),
)
NAMES = {
    "zip": "a zip archive",
    "empty zip": "an empty zip archive",
    "word": "a Word document",
    "excel": "an Excel workbook",
    "powerpoint": "a PowerPoint file",
    "opendocument": "an OpenDocument file",
    "epub": "an e-book",
    "old office": "an old Office document",
    "rtf": "an RTF document",
    "postscript": "a PostScript document",
    "pdf": "a PDF",
    "gzip": "a gzip archive",
    "bzip2": "a bzip2 archive",
    "xz": "an xz archive",
    "zstd": "a zstd archive",
    "7z": "a 7z archive",
    "rar": "a RAR archive",
    "png": "an image (PNG)",
    "jpeg": "an image (JPEG)",
    "gif": "an image (GIF)",
    "tiff": "an image (TIFF)",
    "image": "an image",
    "media": "a sound or film",
    "sqlite": "a database (SQLite)",
    "parquet": "a Parquet file",
    "shapefile": "a shapefile",
    "flatgeobuf": "a FlatGeobuf file",
    "program": "a program and no text",
    "lfs": "a Git LFS pointer and not the file",
}
"""Kinds that :func:`kind_of` tells, in words. (A picture is in this house what is drawn of one day.)"""
ARCHIVES = frozenset({"zip", "gzip", "bzip2", "xz", "zstd", "7z", "rar"})
DOCUMENTS = frozenset({"word", "powerpoint", "opendocument", "epub", "old office", "rtf", "postscript", "pdf"})
IMAGES = frozenset({"png", "jpeg", "gif", "tiff", "image"})
_INSIDE = ((b"word/", "word"), (b"xl/", "excel"), (b"ppt/", "powerpoint"))
_PDF = re.compile(rb"%PDF-\d")
_MEDIA = re.compile(rb".{4}ftyp[a-zA-Z0-9]{4}|ID3[\x02-\x04]\x00|OggS\x00|RIFF.{4}(?:WAVE|AVI )", re.DOTALL)
_IMAGE = re.compile(rb"RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|mif1|avif)|BM.{4}\x00\x00\x00\x00", re.DOTALL)


def is_binary(data: bytes) -> bool:
    """Whether bytes that are no UTF-8 are no text of one byte a letter either: control bytes are among them.

    Examples
    --------
    >>> is_binary(b"\\x01\\x02\\x00\\xd0" * 9), is_binary("Ten buses left \u0411".encode("cp1251"))
    (True, False)
    """
    start = data[:_HEAD]
    return 20 * sum(byte < 32 and byte not in b"\t\n\r\f\x1a\x1b" for byte in start) > len(start)


def kind_of(data: bytes) -> str:
    """Say what a file is that holds no plain text; "" for all else.

    Parameters
    ----------
    data : bytes
        The file, or its beginning.

    Examples
    --------
    >>> kind_of(b"%PDF-1.4 plain letters only"), kind_of(b"%PDF is a format"), kind_of(b"{}")
    ('pdf', '', '')
    """
    start = data[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    if _PDF.match(start):
        return "pdf"
    if _IMAGE.match(data):
        return "image"
    if _MEDIA.match(data):
        return "media"
    for magic, kind in _KNOWN:
        if data.startswith(magic) or start.startswith(magic):
            return _zipped(data) if kind == "zip" else kind
    return ""


def _zipped(data: bytes) -> str:
    """What a zip holds: documents of Office and OpenDocument are zips too."""
    if b"mimetypeapplication/vnd.oasis.opendocument" in data[:200]:
        return "opendocument"
    if b"mimetypeapplication/epub" in data[:200]:
        return "epub"
    return next((kind for inner, kind in _INSIDE if b"[Content_Types].xml" in data and inner in data), "zip")
