"""Who says that how many of whom did what, from where to where, when.

Four verbs: ``find_claims`` reads the CLAIMS table, ``group_facts`` tells which claims speak of one event (in parts, by
``fact_places``, where a table is too large), ``check_arithmetic`` adds claims up against one another, and
``check_rivals`` finds figures of one fact that exclude one another. A claim with a figure spans the figure and its
noun; a claim without one spans its clause. Nothing is summed, averaged or dropped for another claim.
"""

from __future__ import annotations

from geo_ghouta.claims.arithmetic import check_arithmetic
from geo_ghouta.claims.facts import fact_places, group_facts
from geo_ghouta.claims.rivals import check_rivals
from geo_ghouta.claims.table import find_claims

__all__ = ["check_arithmetic", "check_rivals", "fact_places", "find_claims", "group_facts"]
