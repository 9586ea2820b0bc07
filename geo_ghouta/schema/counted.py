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
