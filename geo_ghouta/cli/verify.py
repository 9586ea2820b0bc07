"""``geo-ghouta verify``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import CHANGED, DONE, Command, Console
from geo_ghouta.errors import UsageError, counted
from geo_ghouta.files import shown


@click.command("verify", short_help="Read the sources again and fail on one changed character.", cls=Command)
@click.argument("output", type=options.Named())
@click.option(
    "--sources",
    multiple=True,
    type=options.Named(file_okay=False),
    metavar="DIR",
    help="Folder that the sources lie in, repeatable (default: where the output says, seen from here).",
)
@click.option(
    "--case",
    "case_folder",
    type=options.CaseFolder(there=True),
    default=None,
    metavar="DIR",
    help="Case folder that the output was made of: its own files are looked for there first.",
)
@click.option(
    "--prov",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE",
    help="Write the run as W3C PROV-JSON too: what it used, what it made, with which hashes.",
)
@options.manners
@click.pass_obj
def command(
    console: Console, output: Path, sources: tuple[Path, ...], case_folder: Path | None, prov: Path | None
) -> None:
    """Read the sources of an output again and fail on one changed byte.

    OUTPUT is a map, a picture, a table, an export, a folder of them or a corpus. Each changed report is named with the
    rows that cite it; a changed reports.csv, place list, table of fixes or file of the case with what rests on it.

    \b
    Example:
      geo-ghouta verify ghouta.html --prov run.prov.json
      geo-ghouta verify mosul.html --case mosul
    """
    from geo_ghouta.cases import bundled_case
    from geo_ghouta.corpus import is_corpus, unchecked_corpus, verify_corpus
    from geo_ghouta.ledger import GONE, STANDS, is_unread, manifest_in, unchecked, unsealed, verify
    from geo_ghouta.reports import read_reports

    corpus = is_corpus(output)
    if not corpus and output.is_file() and is_corpus(output.parent):
        whole = shown(str(output.parent))
        message = f"{shown(str(output))}: is a part of a corpus; verify the whole: geo-ghouta verify {whole}"
        raise UsageError(message)
    files = [] if prov is None else [_write_prov(output, prov, corpus=corpus)]

    if corpus:
        own = [] if case_folder is None else [case_folder]
        also = [place for folder in (*own, bundled_case()) for place in (folder, folder / "reports")]
        faults = verify_corpus(output, sources or None, also=also, case=case_folder)
        notes = unchecked_corpus(output)
    else:
        faults = verify(
            output, sources or None, lambda path: read_reports([path]).reports, also=[bundled_case()], case=case_folder
        )
        notes = [*unchecked(manifest_in(output)), *unsealed(output)]
    for line in notes:
        console.warn(f"note: {line}")
    for line, feature, hint in zip(faults["detail"], faults["feature"], faults["hint"], strict=True):
        # Rows rest on the source told before them: the way out is that one's.
        console.warn(line if isinstance(feature, str) or not isinstance(hint, str) else f"{line} ({hint})")
    if len(faults):
        rows = 0 if corpus else int(faults["feature"].notna().sum())
        ends = "s" if rows == 1 else ""
        faulty = faults["detail"][faults["feature"].isna()]
        drawn = faulty.str.startswith("picture ")
        cited = "the pictures" if drawn.all() else "the words and pictures" if drawn.any() else "the words"
        said = f"{counted(rows, 'row')} no longer rest{ends} on {cited} cited"
        if faulty.map(is_unread).all():
            rest = f"{'it' if ends else 'they'} rest{ends} on"
            said = f"{counted(rows, 'row')} could not be checked: what {rest} was not found or cannot be read again"
        elif still := int(faults["detail"][faults["feature"].notna()].str.endswith(STANDS).sum()):
            gone = int(faults["detail"][faults["feature"].notna()].str.endswith(GONE).sum())
            said = (
                f"{counted(rows, 'row')} rest{ends} on what has changed: of {still:,} the own words still stand there"
            )
            said += f", of {gone:,} they do not" if gone else ""
            said += f", {rows - gone - still:,} cite no words of their own" if rows > gone + still else ""
        console.warn(f"error: {output}: {said if rows else 'not all is as it was read and written'}")
        told = {"changed_rows": rows or len(faults)}
        console.summarise({"output": str(output), **told, **_told(files), "exit_code": CHANGED})
        sys.exit(CHANGED)
    console.say(f"{output}: every source is unchanged, and every row stands where it says")
    console.summarise({"output": str(output), "changed_rows": 0, **_told(files), "exit_code": DONE})
    sys.exit(DONE)


def _told(files: list[Path]) -> dict[str, str]:
    return {"prov": str(files[0])} if files else {}


def _write_prov(output: Path, prov: Path, *, corpus: bool) -> Path:
    """Write the run behind an output as PROV-JSON; never over the output, its manifest or one of its sources."""
    from geo_ghouta.corpus import prov_of_corpus
    from geo_ghouta.files import dump_json, write_text
    from geo_ghouta.ledger import manifest_beside, manifest_in, prov_json

    if corpus:
        # One of its own is in the folder already, and its tables are no place for another file.
        told = prov_of_corpus(output)
        taken = prov.resolve().is_relative_to(output.resolve())
        used = [entity["prov:label"].rpartition("/")[2] for entity in told["entity"].values()]
    else:
        manifest = manifest_in(output)
        told = prov_json(manifest)
        taken = False
        used = [Path(item["path"]).name for item in (*manifest["inputs"], *manifest.get("outputs", []))]
    if taken or prov.name in {output.name, manifest_beside(output).name, "manifest.json", *used}:
        message = (
            f"--prov {shown(str(prov))}: has the name of what the run read or wrote; give another, as run.prov.json"
        )
        raise UsageError(message)
    return write_text(prov, dump_json(told, indent=1) + "\n")
