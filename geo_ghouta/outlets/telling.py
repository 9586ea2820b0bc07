"""A result's claims and findings as text for a terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from geo_ghouta.errors import OutputError
from geo_ghouta.files import shown
from geo_ghouta.schema import read_day

if TYPE_CHECKING:
    from geo_ghouta.pipeline import Result


def to_stdout(data: bytes) -> None:
    """Write bytes to standard output and flush them.

    Raises
    ------
    OutputError
        If they could not be written: a full disk behind ``> file``. A closed pipe is no error of ours.
    """
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        message = f"standard output: could not be written ({error.strerror or error}); what was written is incomplete"
        raise OutputError(message) from error


def far_day(result: Result, day: object) -> str:
    """Say that a day lies outside of everything that the case and its reports know of, or nothing.

    Raises
    ------
    UsageError
        If it is no day.
    """
    asked = read_day(day).date()
    pictures = result.case.pictures.dates["picture_date"].dropna()
    published = result.reports["published"].dropna()
    known = [value.date() for value in (*pictures, *published, *result.events["date_from"].dropna())]
    if min([result.case.file.start, *known]) <= asked <= max([result.case.file.end, *known]):
        return ""
    drawn = f"pictures are of {min(pictures):%Y-%m-%d} to {max(pictures):%Y-%m-%d}" if len(pictures) else "no picture"
    span = f"{published.min():%Y-%m-%d} to {published.max():%Y-%m-%d}" if len(published) else "no known day"
    return f"{asked}: nothing here is of that day: {drawn}, reports of {span}"


def show_claims(result: Result, *, quotes: bool = False) -> None:
    """Print the claims as a table that can be read in a terminal, with their words where those are asked for."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    headings = ("report", "kind", "figure", "who", "from → to", "day", "modality", "says")
    for heading in (*headings, *(("words",) if quotes else ())):
        table.add_column(heading, justify="right" if heading == "figure" else "left", overflow="fold")
    names = dict(zip(result.reports["report_id"], result.reports["doc_id"], strict=True))
    texts = dict(zip(result.reports["report_id"], result.reports["text"], strict=True)) if quotes else {}
    for claim in result.claims.to_dict("records"):
        moved = " → ".join(x for x in (_text(claim["origin"]), _text(claim["destination"])) if x)
        day = "" if pd.isna(claim["date_from"]) else claim["date_from"].date().isoformat()
        if day and (claim["date_to"] - claim["date_from"]).days > 1:
            day += " – " + (claim["date_to"] - pd.Timedelta(days=1)).date().isoformat()
        table.add_row(
            shown(Path(names[claim["report_id"]]).name, 24),
            claim["kind"],
            figure_text(claim),
            _text(claim["actor"]),
            moved or _text(claim["place"]),
            day or "unknown",
            claim["modality"],
            _text(claim["speaker"]) or "(outlet)",
            *(
                shown(" ".join(text[claim["start"] : claim["end"]].split()), 400)
                for text in [texts.get(claim["report_id"])]
                if text is not None
            ),
        )
    Console(file=sys.stdout, highlight=False, markup=False).print(table)


def _text(value: Any) -> str:
    return "" if value is None or pd.isna(value) else shown(str(value), 40)


def figure_text(claim: dict[Any, Any]) -> str:
    """Figure of a claim in a few characters: ``> 1,900 people``, ``24–99 buses``.

    Examples
    --------
    >>> figure_text({"value": 1900.0, "low": 1900.0, "high": None, "qualifier": "at_least", "unit": "people"})
    '≥ 1,900 people'
    """
    value, low, high = (None if pd.isna(claim[c]) else float(claim[c]) for c in ("value", "low", "high"))
    unit = "" if claim["unit"] is None or pd.isna(claim["unit"]) else str(claim["unit"])
    signs = {"at_least": "≥ ", "at_most": "≤ ", "about": "~ "}
    if value is None and low is None and high is None:
        return ""
    if value is not None:
        sign = signs.get("" if pd.isna(claim["qualifier"]) else str(claim["qualifier"]), "")
        return f"{sign}{value:,.10g} {unit}".strip()
    return f"{'' if low is None else f'{low:,.10g}'}–{'' if high is None else f'{high:,.10g}'} {unit}".strip()


_ORDER = ("note", "agrees", "untestable", "warning", "disagrees", "error")
_SHOWN_LIKE = 5
_SHOWN_WORST = 20


def show_findings(findings: pd.DataFrame) -> None:
    """Print findings as :func:`findings_text` words them."""
    to_stdout(findings_text(findings))


def findings_text(findings: pd.DataFrame) -> bytes:
    """Word findings: verdict or severity, check, where, sentence, what to do; many like ones in few lines.

    Findings of one check with one outcome are like: the first five are printed and the rest counted, of errors and
    disagreements the first twenty. The same sentence said again of one file is one line, with its first features. What
    matters most comes last.
    """
    groups: dict[tuple[int, str, str], dict[tuple[str, str], list[str]]] = {}
    for row in findings.to_dict("records"):
        head = str(row["severity"] if pd.isna(row["verdict"]) else row["verdict"])
        hint = "" if pd.isna(row["hint"]) else f" → {row['hint']}"
        said = groups.setdefault((_ORDER.index(head), head, str(row["check"])), {})
        path = "" if pd.isna(row["path"]) else f" {row['path']}"
        said.setdefault((path, f"{row['detail']}{hint}"), []).append("" if pd.isna(row["feature"]) else row["feature"])
    lines = []
    for (_, head, name), said in sorted(groups.items()):
        most = _SHOWN_WORST if head in {"error", "disagrees"} else _SHOWN_LIKE
        for (path, line), features in list(said.items())[:most]:
            where = f"{path}{_features(features)}:" if path else ""
            many = f" ({len(features)} times)" if len(features) > 1 else ""
            lines.append(shown(f"{head:10} {name}:{where} {line}{many}", 2000))
        if len(said) > most:
            more = sum(len(features) for features in list(said.values())[most:])
            lines.append(f"{head:10} {name}: {more} more like these; all of them with --format csv")
    return ("\n".join(lines) + ("\n" if lines else "")).encode("utf-8", "replace")


def _features(features: list[str]) -> str:
    named = list(dict.fromkeys(feature for feature in features if feature))
    more = f" and {len(named) - _SHOWN_LIKE} more" if len(named) > _SHOWN_LIKE else ""
    return (" " + ", ".join(named[:_SHOWN_LIKE]) + more) if named else ""
