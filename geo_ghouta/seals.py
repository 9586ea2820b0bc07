"""Seals: a manifest and a page carry the hash of all else in them, so that a change of what they tell is found.

A seal finds what a slip, a disk or an editor changed. It is no signature: who writes the file anew can seal it anew.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from geo_ghouta.files import dump_json, sha256_of

if TYPE_CHECKING:
    from collections.abc import Mapping

SEALED_FORM = "geo-ghouta manifest 2"
"""Form of manifests that carry a seal; those of form 1 have none."""
PAGE_MARK = '<meta name="geo-ghouta" content="sealed in the last line">'
"""By it a page whose last line is lost is known from one that never had a seal."""
_FORM, _SEAL = "form", "seal"
_LAST = re.compile(rb"<!-- seal ([0-9a-f]{64}) -->\r?\n?\Z")


def seal_manifest(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Give a manifest the hash of all else that it tells.

    Examples
    --------
    >>> made = seal_manifest({"counts": {"reports": 9}})
    >>> is_manifest_whole(made), is_manifest_whole(made | {"counts": {"reports": 8}}), is_manifest_whole({"counts": {}})
    (True, False, None)
    """
    told = {_FORM: SEALED_FORM, **{k: v for k, v in manifest.items() if k not in {_FORM, _SEAL}}}
    return {**told, _SEAL: _sum(told)}


def is_manifest_whole(manifest: Mapping[str, Any]) -> bool | None:
    """Whether a manifest that was read back tells what it did when it was sealed; None for one that has no seal."""
    if _SEAL not in manifest and manifest.get(_FORM) != SEALED_FORM:
        return None
    return bool(manifest.get(_SEAL) == _sum({k: v for k, v in manifest.items() if k != _SEAL}))


def seal_page(text: str) -> str:
    """End a page with the hash of all before.

    Examples
    --------
    >>> made = seal_page(PAGE_MARK + "Nine buses." + chr(10)).encode()
    >>> is_page_whole(made), is_page_whole(made.replace(b"Nine", b"Five")), is_page_whole(b"Nine buses.")
    (True, False, None)
    """
    # As it is written: what no file can hold becomes a question mark.
    return f"{text}<!-- seal {sha256_of(text.encode('utf-8', 'replace'))} -->\n"


def is_page_whole(data: bytes) -> bool | None:
    """Whether a page is as it was when it was sealed; None for one that has no seal."""
    found = _LAST.search(data[-200:])
    if found is None:
        return False if PAGE_MARK.encode() in data else None
    length = len(data) - (found.end() - found.start())
    return sha256_of(data[:length]) == found[1].decode()


def _sum(told: Mapping[str, Any]) -> str:
    return sha256_of(dump_json(told).encode())
