"""Front matter of Markdown files: read for what it says, kept in the text so that offsets stay those of the source."""

from __future__ import annotations

import re
from typing import Any

from geo_ghouta.reports.days import EXPECTED, read_days
from geo_ghouta.reports.drafts import Draft, Troubles, cleaned

_LIMIT = 16_384
_OPEN = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE)


def front_matter(draft: Draft, troubles: Troubles) -> None:
    """Take published, source, title, url and doc_id from the front matter of a draft and note where it ends.

    Every value is read as text: an id keeps its zeros, a day its order.
    """
    opened = _OPEN.match(draft.text)
    closed = _CLOSE.search(draft.text, opened.end(), _LIMIT) if opened else None
    if opened is None or closed is None:
        if opened:
            troubles.add(draft.path, "front matter is not closed by a line of ---; read as text", severity="warning")
        return
    draft.front_end = closed.end()
    values = _values(draft, draft.text[opened.end() : closed.start()], troubles)
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


def _values(draft: Draft, text: str, troubles: Troubles) -> dict[str, str]:
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
    if not isinstance(loaded, dict):
        return {}
    return {
        str(k).strip().lower(): cleaned(v.strip())[0] for k, v in loaded.items() if isinstance(v, str) and v.strip()
    }
