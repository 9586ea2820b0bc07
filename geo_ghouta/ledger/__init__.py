"""The ledger: every row leads back to its words, every output to its sources, and both can be checked again."""

from geo_ghouta.ledger.looking import is_unread, unchecked
from geo_ghouta.ledger.manifest import build_manifest, manifest_beside, read_manifest, write_manifest
from geo_ghouta.ledger.provenance import prov_json
from geo_ghouta.ledger.quotes import add_quotes, check_quotes
from geo_ghouta.ledger.verifying import GONE, NO_SEAL, STANDS, manifest_in, raise_faults, unsealed, verify

__all__ = [
    "GONE",
    "NO_SEAL",
    "STANDS",
    "add_quotes",
    "build_manifest",
    "check_quotes",
    "is_unread",
    "manifest_beside",
    "manifest_in",
    "prov_json",
    "raise_faults",
    "read_manifest",
    "unchecked",
    "unsealed",
    "verify",
    "write_manifest",
]
