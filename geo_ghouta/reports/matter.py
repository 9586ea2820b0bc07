"""Front matter of text files: read for what it says, kept in the text so that offsets stay those of the source."""

from __future__ import annotations

import re
from typing import Any

from geo_ghouta.reports.days import EXPECTED, read_days
from geo_ghouta.reports.drafts import Draft, Troubles, cleaned

_LIMIT = 16_384
_OPEN = re.compile(r"\ufeff?---[ \t]*\r?\n")
_KNOWN = ("published", "date", "source", "title", "url", "doc_id")
_OTHERS = frozenset({"publisher", "subtitle", "resource", "resources", "data"})
"""Keys that look like those that are read, and are words of their own."""
_ALIKE = 0.75
"""Likeness of a key to one that is read, from which it is taken for a slip of it."""
_LINE = re.compile(
    r"""([A-Za-z_]{1,40}):[ ]+
    (?: "([^"\\]*)" | ([^\W_](?: [^\s:#] | :(?=[^\s:#]) | [ ]+(?=[^\s:#]) )*) )[ ]*""",
    re.VERBOSE,
)
"""A key and a value that YAML takes as they stand, in quotes or not: no list, comment, tag or escape is in it."""
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE)


def front_matter(draft: Draft, troubles: Troubles, *, sure: bool) -> None:
    """Take published, source, title, url and doc_id from the front matter of a draft and note where it ends.

    Every value is read as text: an id keeps its zeros, a day its order. Where a file need not have one (``sure`` is
    False: plain text, in which a line of hyphens may be an ornament) a block counts when a line of it begins with one
    of the keys.
    """
    opened = _OPEN.match(draft.text)
    closed = _CLOSE.search(draft.text, opened.end(), _LIMIT) if opened else None
    if opened is None or closed is None:
        if opened and sure:
            troubles.add(draft.path, "front matter is not closed by a line of ---; read as text", severity="warning")
        return
    block = draft.text[opened.end() : closed.start()]
    if not sure and not any(line.partition(":")[0].strip().lower() in _KNOWN for line in block.splitlines()):
        return
    values = _values(draft, block, troubles)
    if not values and not sure:
        return
    draft.front_end = closed.end()
    _tell_slips(draft, values, troubles)
    for field in ("source", "title", "url", "doc_id"):
        if values.get(field):
            setattr(draft, field, values[field])
    day, problem = read_days([values.get("published") or values.get("date")])[0]
    if problem:
        troubles.add(
            draft.path,
            f"front matter, published: {problem}",
            found=values.get("published") or values.get("date"),
            expected=EXPECTED,
            hint="the report is read without a day",
            severity="warning",
        )
    if day:
        draft.published, draft.basis = day, "front_matter"


def _tell_slips(draft: Draft, values: dict[str, str], troubles: Troubles) -> None:
    """Tell keys that look like slips of those that are read; other keys are the writer's own, and passed over."""
    for key in values:
        if key in _KNOWN or key in _OTHERS:
            continue
        import difflib  # fetched only for what is not known: it delays every start otherwise

        given = {"date", *values} if "published" in values else values  # either tells the day
        missing = [known for known in _KNOWN if known not in given]
        near = difflib.get_close_matches(key, missing, 1, _ALIKE)
        if near:
            troubles.add(
                draft.path,
                "front matter: a key that is not known",
                found=key,
                expected=", ".join(_KNOWN),
                hint=f"did you mean {near[0]}? The line is not used",
                severity="warning",
            )


def _values(draft: Draft, text: str, troubles: Troubles) -> dict[str, str]:
    loaded = _plain_values(text)
    if loaded is None:
        loaded = _yaml_values(draft, text, troubles)
    if not isinstance(loaded, dict):
        return {}
    return {
        str(k).strip().lower(): cleaned(v.strip())[0] for k, v in loaded.items() if isinstance(v, str) and v.strip()
    }


def _plain_values(text: str) -> dict[str, str] | None:
    """What YAML makes of lines of plain words and nothing else; None where it takes YAML to tell."""
    values = {}
    for line in text.removesuffix("\n").split("\n"):
        line = line.removesuffix("\r")
        # What does not print may be a break to YAML, or refused.
        found = _LINE.fullmatch(line) if line.isprintable() else None
        if found is None:
            return None
        values[found[1]] = found[3] if found[2] is None else found[2]
    return values


def _yaml_values(draft: Draft, text: str, troubles: Troubles) -> Any:
    # Nearly every report does without it, and to load it takes as long as to read some hundred of them.
    import yaml

    loaded: Any = None
    try:
        # The base loader makes no objects and no guesses: everything is text.
        loader = yaml.BaseLoader(text)
        try:
            loaded = loader.get_single_data()
        finally:
            loader.dispose()
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        first = str(error).partition("\n")[0]
        troubles.add(draft.path, f"front matter is not YAML ({first}); its values are not used", severity="warning")
    return loaded
