"""Shares told by two numbers: "one in five", "two of every three"."""

from __future__ import annotations

import re

from geo_ghouta.numbers.core import Core
from geo_ghouta.numbers.lexicon import SMALL, TENS

_SIZES = {**SMALL, **TENS, "hundred": 100}
_FEW = 10
_IN = re.compile(
    r"(?P<a>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|[1-9]\d?)\s+(?:(?:person|people|household|households|family|families|child"
    r"|children|resident|residents|home|homes|house|houses|building|buildings|woman|man|patient|patients|(?<=one\s)[a-z]+)\s+)?"
    r"(?P<link>in(?:\s+every)?|out\s+of\s+every|of\s+every|out\s+of)\s+(?P<b>[2-9]|[1-9]\d{1,2}|two|three|four|five|six|seven"
    r"|eight|nine|ten|(?<=every\s)hundred)(?=\s+(?:of\s+(?:them|the|its|their|all|those)|people|residents|children"
    r"|families|civilians|were|was|are|is|has|have|homes|buildings|houses|inhabitants|syrians|women|deaths|births"
    r"|patients|households|babies|newborns|adults|men|boys|girls|refugees|evacuees|arrivals|soldiers|fighters"
    r"|prisoners|schools|shops|pregnant|displaced|shells|wounded"
    r"|(?P<thing>hospitals|clinics|villages|bakeries|wells|doctors|pupils|students|teachers|girls|teenagers|survivors|voters"
    r"|villagers|citizens|streets|flats|apartments|vehicles|buses|lorries|trucks|tanks|bridges|mosques|churches|parents|mothers))\b|[,.;]|$)"
)
_SHARED = re.compile(
    r" (?:people|residents|children|families|homes|houses|households|women|inhabitants|syrians|deaths)\b"
)
"""Of which "three out of four" is a share; "three hospitals out of four" counts."""


def share(low: str, start: int) -> Core | None:
    """Read a share such as "one in five", "two of every three"."""
    found = _IN.match(low, start)
    if found is None or (found["thing"] and not _plain(found)):
        return None
    if found["link"] == "out of" and found["b"] not in {"ten", "10"} and not _SHARED.match(low, found.end()):
        return None
    # "one household in five" is a fifth of them
    above, below = (int(w) if w.isdigit() else _SIZES[w] for w in (found["a"], found["b"]))
    if above > _FEW and "every" not in found["link"]:
        return None  # "15 people in 20 homes"
    return Core(start, found.end(), 100 * above / below, fraction=True, written=True) if above < below else None


def _plain(found: re.Match[str]) -> bool:
    """Whether "one in six hospitals" is a share; "nine out of ten hospitals", "two men in six villages" count."""
    if "every" in found["link"]:
        return True
    return found["a"] in {"one", "1"} and found["link"] == "in" and found.start("link") - found.end("a") == 1
