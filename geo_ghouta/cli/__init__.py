"""The command ``geo-ghouta``: one thin file a verb, each a skin over one library call."""

from __future__ import annotations

import atexit
import gc

import click

from geo_ghouta import __version__
from geo_ghouta.cli import (
    check,
    claims,
    completion,
    control,
    corpus,
    doctor,
    export,
    gazetteer,
    map,  # noqa: A004 - the verb is called so
    new,
    picture,
    places,
    verify,
)
from geo_ghouta.cli.console import EXIT_CODES
from geo_ghouta.cycles import SELDOM

__all__ = ["main"]


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EXIT_CODES,
)
@click.version_option(__version__, prog_name="geo-ghouta")
def main() -> None:
    """Map sieges and evacuations from news reports and hand-drawn control areas.

    Works offline on the bundled case (Eastern Ghouta, 2017-2018) or on a folder of yours.

    \b
    Example:
      geo-ghouta map                      # the bundled case to ghouta.html
      geo-ghouta new mosul                # a case of your own that maps at once
      geo-ghouta map --case mosul -o mosul.html
    """
    # Tables hold no circles, so looking for them after every 700 new objects is a fifteenth of a short command's time.
    gc.set_threshold(*SELDOM)
    # Nor is there a reason to look through all modules and tables once more when the process ends: it was a tenth.
    atexit.register(gc.freeze)


for _verb in (map, picture, export, places, claims, check, verify, new, corpus, control, gazetteer, doctor, completion):
    main.add_command(_verb.command)
