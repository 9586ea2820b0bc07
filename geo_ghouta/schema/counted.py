"""What the column ``counted`` of CLAIMS holds, parted."""

from __future__ import annotations


def group_and_lot(counted: str) -> tuple[str, str]:
    """Part ``counted`` of CLAIMS into the group that is counted and the lot that it came in.

    Examples
    --------
    >>> group_and_lot("children|first convoy|women"), group_and_lot("")
    (('children|women', 'first convoy'), ('', ''))
    """
    parts = counted.split("|") if counted else []
    lots = [part for part in parts if " " in part]  # a lot has its number and its noun, a group one word
    return "|".join(part for part in parts if part not in lots), "|".join(lots)


LOTS = frozenset(("convoy", "batch", "wave", "contingent", "قافلة", "قوافل", "قافلتين", "قافلتان"))
"""What people leave in: a count of them is one of the departures themselves."""


def counts_lots(unit: str | None, counted: str | None) -> bool:
    """Whether a figure counts convoys, and neither who rode in them nor their vehicles.

    Examples
    --------
    >>> counts_lots("other", "convoy"), counts_lots("people", "first convoy"), counts_lots("other", "ambulance")
    (True, False, False)
    """
    group, lot = group_and_lot(counted or "")
    return unit == "other" and not lot and group in LOTS
