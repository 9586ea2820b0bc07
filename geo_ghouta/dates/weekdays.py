"""Weekdays with what stands around them."""

from __future__ import annotations

import re

from geo_ghouta.dates.atoms import MONTH, WEEKDAY, Atom, norm
from geo_ghouta.dates.lexicon import SHORT_WEEKDAYS, WEEKDAYS
from geo_ghouta.names.reaching import reach, words_in

_PARTS = r"morning|afternoon|evening|night|dawn|noon|midday|midnight|dusk|sunset|sunrise|overnight|hours"
_LEFT_WEEKDAY = re.compile(
    r"(?<![\w-])(?:(?P<since>since|starting|beginning)\s+)?"
    r"(?:(?P<edge>early|earlier|late|later)\s+)?(?:(?:in\s+)?(?:the\s+)?(?:(?P<edge2>early|late|small)\s+)?(?P<part>"
    + _PARTS
    + r")\s+)?"
    r"(?:(?:on|of|from|into|to)\s+)?(?:(?P<mod>last|next|this\s+past|this\s+coming|this|past|coming"
    r"|the\s+following|following|"
    r"the\s+previous|previous|the\s+same|every|each|the\s+next|the\s+last|black|good|bloody|holy)\s+)?$"
)
_LEFT_WORDS = words_in(_LEFT_WEEKDAY)
_DATE_BEHIND = re.compile(r"[.,]*\s+(?:\d{1,2}\b|" + MONTH + r"\b)")
_JOINED = re.compile(r"\.?\s*(?:and|to|-|/)\s*(?:on\s+)?(?:" + WEEKDAY + r")\b")
_JOINED_TO = re.compile(r"\b(?:" + WEEKDAY + r")\.\s*(?:and|to|-|/)\s*(?:on\s+)?$")
_TIED = re.compile(r"-(?!" + WEEKDAY + r"\b)[a-z]")
_RIGHT_WEEKDAY = re.compile(
    r"(?P<poss>'s)?(?:,?\s+(?:(?P<edge>early|late)\s+)?(?:the\s+)?(?P<part>morning|afternoon|evening"
    r"|night|dawn|noon|midday|midnight|overnight)\b)?"
    r"(?:,?\s+(?:of\s+)?(?P<week>last|this|next|the\s+previous|the\s+following)\s+week\b"
    r"|\s+(?P<bl>before\s+last)\b|\s+(?P<ago>a\s+week\s+ago|last)\b)?"
)
_MODS = {
    "past": "last",
    "this past": "last",
    "the last": "last",
    "coming": "next",
    "this coming": "next",
    "the next": "following",
    "the following": "following",
    "the previous": "previous",
}
_PLACED = re.compile(r"\b(?:on|since|last|next|late|early)\s+$")


def weekday(low: str, text: str, word: str, start: int, end: int, lo: int) -> list[Atom]:
    """Read one weekday with the words around it; [] when it names no day ("every Friday", "Sat down")."""
    if _TIED.match(low, end):
        return []
    left = _LEFT_WEEKDAY.search(low, reach(low, lo, start, _LEFT_WORDS), start)
    if word in SHORT_WEEKDAYS:
        if not text[start].isupper():
            return []
        dotted = low[end : end + 1] == "."
        near = _DATE_BEHIND.match(low, end) is not None
        if dotted and not near:  # "Mon. and Tues."
            joined_to = _JOINED_TO.search(low, max(0, start - 18), start)
            near = joined_to is not None or _JOINED.match(low, end) is not None
        placed = left is not None and bool(_PLACED.search(low[max(0, start - 12) : start]))
        if word in {"sat", "sun", "mon", "wed", "fri"}:
            if not (near or (placed and word != "sun") or (dotted and placed)):
                return []
        elif not (dotted or placed or near):
            return []
    right = _RIGHT_WEEKDAY.match(low, end)
    atom = Atom(start, end, "weekday", weekday=WEEKDAYS[word])
    if right and right.end() > end:
        atom.end = right.end()
        if right["poss"] and right.end() == right.end("poss"):
            atom.end = end
        if right["part"]:
            atom.part = right["part"]
        if right["week"]:
            atom.mod = {"the previous": "last", "the following": "following"}.get(
                norm(right["week"]), norm(right["week"])
            ) + " week"
        elif right["bl"]:
            atom.mod = "before last"
        elif right["ago"]:
            atom.mod = "week ago" if right["ago"].startswith("a") else "last"
    if left:
        mod = norm(left["mod"])
        if mod in {"every", "each", "black", "good", "bloody", "holy"}:
            return []
        part = left["part"] or left["edge"] or left["edge2"]
        first = left.start()
        if part == "hours" and not left["edge2"]:
            part, first = left["edge"], start
        if left["part"] and left["part"] != "hours":
            atom.part = atom.part or left["part"]
        elif part:
            atom.part = atom.part or {"earlier": "early", "later": "late", "hours": "early", "small": "early"}.get(
                part, part
            )
        if mod:
            atom.mod = atom.mod or _MODS.get(mod, mod)
        if left["since"]:
            atom.since = left["since"] == "since"
        if left["since"] == "since" or part:
            atom.start = first
        elif mod:
            atom.start = left.start("mod")
        if left["since"] and left["since"] != "since":
            atom.start = left.start("mod") if mod else start
        if part == "night" and low.endswith((" to ", " into "), 0, start):  # "in the night to Tuesday": Monday's
            atom.weekday, atom.part = (WEEKDAYS[word] - 1) % 7, "overnight"
    return [atom]
