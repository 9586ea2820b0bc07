"""Contracts: the tables that rooms hand to one another, the words they may hold, and the case file's model."""

from geo_ghouta.schema.bundles import Pictures, Reading
from geo_ghouta.schema.casefile import Actor, Campaign, CaseFile, read_casefile
from geo_ghouta.schema.contracts import CRS, Column, Contract, stack
from geo_ghouta.schema.protocols import Index, Match, Place
from geo_ghouta.schema.sources import SOURCE_KINDS, WITHHELD, Source, note_bytes, note_file, note_files, tellable
from geo_ghouta.schema.tables import (
    ALL,
    CHANGES,
    CLAIMS,
    CONTROL,
    CONVOYS,
    EVENTS,
    FINDINGS,
    GAZETTEER,
    MARKS,
    MENTIONS,
    PICTURES,
    PLACES,
    POCKETS,
    REJECTED,
    REPORTS,
    ROUTES,
)

__all__ = [
    "ALL", "CHANGES", "CLAIMS", "CONTROL", "CONVOYS", "CRS", "EVENTS", "FINDINGS", "GAZETTEER", "MARKS", "MENTIONS",
    "PICTURES", "PLACES", "POCKETS", "REJECTED", "REPORTS", "ROUTES", "SOURCE_KINDS", "WITHHELD", "Actor", "Campaign",
    "CaseFile", "Column", "Contract", "Index", "Match", "Pictures", "Place", "Reading", "Source", "note_bytes",
    "note_file", "note_files", "read_casefile", "stack", "tellable",
]  # fmt: skip
