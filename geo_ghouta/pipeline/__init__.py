"""The hallway: the only room that knows the order of the steps.

::

    case = open_case()            # places, pictures, routes and ground of a case folder
    reading = read_case(case)     # reports, with captions and link blocks marked, stories grouped
    places = find_places(case, reading)
    claims = find_claims(case, reading, places)
    result = join(case, reading, places, claims)

``run`` walks the whole street. Each door can be stopped at: correct rows by hand and walk on.
"""

from geo_ghouta.cases import Case, open_case
from geo_ghouta.pipeline.results import Result, refuse_faults
from geo_ghouta.pipeline.steps import (
    find_claims,
    find_places,
    join,
    join_reports,
    locate_rows,
    look_up,
    open_places,
    read_case,
    run,
)

__all__ = [
    "Case",
    "Result",
    "find_claims",
    "find_places",
    "join",
    "join_reports",
    "locate_rows",
    "look_up",
    "open_case",
    "open_places",
    "read_case",
    "refuse_faults",
    "run",
]
