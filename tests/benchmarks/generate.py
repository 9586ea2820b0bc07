"""Made-up reports for measuring: sentence shapes of the news, wire copies, boxes of sites, noise; seeded.

Report ``i`` of a seed is the same whatever is generated before it, so a corpus of any size streams in constant memory.

    python -m tests.benchmarks.generate 10000 reports.jsonl
"""

from __future__ import annotations

import csv
import datetime as dt
import functools
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
COPIES = 0.2
"""Part of the reports that are edits of an earlier one."""
WINDOW = 2000
"""How many reports back a copy's original lies at most."""
FIRST_DAY = dt.date(2017, 2, 18)
DAYS = 420
OUTLETS = [f"{a} {b}" for a in ("Northern", "Levant", "Harbour", "Morning", "Metro", "Valley", "Union", "Open")
           for b in ("Courier", "Dispatch", "Wire", "Monitor", "Observer", "Bulletin")]  # fmt: skip

GROUPS = ["Jaish al-Islam", "Faylaq al-Rahman", "Ahrar al-Sham", "Tahrir al-Sham", "government forces", "the Syrian army",
          "Russian military police", "opposition fighters", "a local brigade", "pro-government units"]  # fmt: skip
SPEAKERS = ["a council member", "a relief worker", "state television", "a spokesman for the group", "a war monitor",
            "the state news agency", "a resident reached by phone", "a military source", "two aid officials", "an opposition negotiator",
            "a hospital director", "the civil defence", "a bus driver", "a local journalist", "the defence ministry in Moscow"]  # fmt: skip
SAID = [
    "said",
    "told reporters",
    "said by telephone",
    "wrote in a statement",
    "announced",
    "reported",
    "said on condition of anonymity",
]
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
CLAIMS = [
    "{n} {people} left {a} for {far} on {day}, {speaker} {said}.",
    "On {day}, {n} buses carried {people} out of {a} through the {b} crossing, {speaker} {said}.",
    "A convoy of {few} buses reached {far} {when}, with {n} {people} on board.",
    "{group} took control of {a} after {few} days of clashes near {b}, according to {speaker}.",
    "At least {few} {people} were killed when shells hit the market of {a} on {day}, {speaker} {said}.",
    "{speaker_c} {said} that {group} had agreed to hand over {few} prisoners held in {a}.",
    "Talks over {a} between {group} and {group2} broke off {when}, and no new date was set.",
    "{group_c} holds {share} per cent of the land around {b}, {speaker} {said}.",
    "The road from {a} to {b} stayed shut {when}; {n} families were waiting on the {a} side.",
    "More than {n} {people} remain in {a}, where {few} clinics still work, {speaker} {said}.",
    "Under the deal, fighters of {group} are to leave {a} for {far} within {few} days.",
    "{n} {people}, among them {few} wounded, were expected to leave {a} {when}.",
    "Nearly {n} {people} have fled {b} since {day}, most of them on foot towards {a}.",
    "Warplanes struck {a} and the farms east of {b} {when}; {speaker} counted {few} raids.",
    "“Nobody here asked for this,” {speaker} {said} in {a}, “and {n} {people} have nowhere to go.”",
    "{group_c} denied {when} that its men had left {a}.",
    "The {a} pocket has been cut off from {b} since {date}, when {group} closed the last road.",
    "By {day} evening {few} ambulances had brought {few2} patients from {a} to {far}.",
]  # fmt: skip
SUBJECTS = ["The baker", "A schoolteacher", "One shopkeeper", "The district engineer", "A pharmacist", "The water office", "A farmer",
            "An elderly tailor", "The cooperative", "A nurse", "Her cousin", "His neighbour", "The charity", "A mechanic", "The market guard",
            "An electrician", "The ministry", "A student", "The driver", "A carpenter"]  # fmt: skip
VERBS = ["repaired", "counted", "sold", "remembered", "described", "hid", "painted", "borrowed", "carried", "measured", "photographed",
         "abandoned", "shared", "mended", "promised", "refused", "collected", "buried", "registered", "traded"]  # fmt: skip
ADJECTIVES = ["old", "broken", "narrow", "quiet", "costly", "green", "frozen", "heavy", "wooden", "empty", "bitter", "patient", "loud",
              "careful", "salted", "muddy", "borrowed", "silver", "hollow", "plain", "dusty", "late", "early", "foreign"]  # fmt: skip
NOUNS = ["generator", "ledger", "orchard", "staircase", "bicycle", "harvest", "pump", "letter", "window", "courtyard", "blanket", "kitchen",
         "bridge", "classroom", "notebook", "lantern", "workshop", "garden", "queue", "tunnel", "cellar", "rooftop", "registry", "ambulance",
         "warehouse", "petition", "suitcase", "battery", "stove", "roster", "ration", "cistern"]  # fmt: skip
TAILS = ["before the rain came", "for the third winter in a row", "as prices rose again", "while the phones were down",
         "because nobody else would", "after the last truck had gone", "without asking for money", "with help from two brothers",
         "under a sheet of plastic", "until the fuel ran out", "near the shuttered cinema", "behind the grain depot",
         "despite the noise from the hill", "in return for flour and tea", "so that the children could read",
         "although the office had closed", "once the snow had melted", "at the edge of the vegetable market"]  # fmt: skip
BOXES = ["Share this article", "Sign up for our newsletter", "Read more: {title}", "Advertisement", "© {outlet}. All rights reserved.",
         "Follow us on social media for updates"]  # fmt: skip
SWAPS = {"killed": "left dead", "fighters": "gunmen", "people": "persons", "left": "departed", "said": "stated", "road": "route",
         "town": "township", "market": "bazaar", "nearly": "almost", "more": "upwards", "talks": "negotiations", "convoy": "column",
         "shells": "mortar rounds", "clinics": "medical posts", "wounded": "injured", "buses": "coaches"}  # fmt: skip


@functools.cache
def places() -> tuple[list[str], list[str]]:
    """Names of the bundled case's list, and towns far away."""
    with (ROOT / "layers" / "places.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    near = [row["name"] for row in rows if row["kind"] in {"town", "village", "district", "neighbourhood", "city"}]
    return near, ["Idlib", "Jarablus", "al-Bab", "Homs", "Hama", "Aleppo", "Raqqa", "Daraa", "Palmyra", "Afrin"]


def _figure(r: random.Random) -> str:
    value = int(10 ** r.uniform(1.3, 4.4))
    return r.choice(
        [f"{value:,}", f"{value:,}", f"about {value:,}", "hundreds of", "dozens of", f"{value // 100 * 100 or 50:,}"]
    )


def _claim(r: random.Random, day: dt.date) -> str:
    near, far = places()
    past = day - dt.timedelta(days=r.randrange(40))
    group, speaker = r.choice(GROUPS), r.choice(SPEAKERS)
    when = r.choice(["overnight", "on " + r.choice(WEEKDAYS), "earlier this week", "at dawn", "late on " + r.choice(WEEKDAYS),
                     f"on {past.day} {MONTHS[past.month - 1]}", "in recent days"])  # fmt: skip
    return r.choice(CLAIMS).format(
        n=_figure(r), few=r.randrange(2, 60), few2=r.randrange(2, 90), people=r.choice(["people", "fighters", "civilians", "residents",
        "women and children", "gunmen and their families"]), a=r.choice(near), b=r.choice(near), far=r.choice(far),
        day=r.choice(WEEKDAYS), date=f"{MONTHS[past.month - 1]} {past.day}", when=when, group=group, group2=r.choice(GROUPS),
        group_c=group[0].upper() + group[1:], speaker=speaker, speaker_c=speaker[0].upper() + speaker[1:], said=r.choice(SAID),
        share=r.randrange(5, 95))  # fmt: skip


def _filler(r: random.Random) -> str:
    one = f"{r.choice(SUBJECTS)} {r.choice(VERBS)} the {r.choice(ADJECTIVES)} {r.choice(NOUNS)} and a {r.choice(ADJECTIVES)} {r.choice(NOUNS)}"
    two = f"{r.choice(NOUNS)}s {r.choice(VERBS)} last year cost {r.randrange(3, 990)} pounds"
    return r.choice([f"{one} {r.choice(TAILS)}.", f"{one}, and {two} {r.choice(TAILS)}.", f"“The {r.choice(ADJECTIVES)} {two},” {r.choice(SPEAKERS)} {r.choice(SAID)}."])  # fmt: skip


def _story(seed: int, number: int, deep: bool = True) -> tuple[dt.date, str, list[str]]:
    r = random.Random(f"{seed}/story/{number}")
    day = FIRST_DAY + dt.timedelta(days=r.randrange(DAYS))
    near, _ = places()
    title = f"{r.choice(near)}: {r.choice(ADJECTIVES)} {r.choice(NOUNS)}, {r.choice(ADJECTIVES)} {r.choice(NOUNS)} as {r.choice(GROUPS)} {r.choice(VERBS)} {r.choice(near)}"
    size = r.randrange(1900, 5600)
    paragraphs: list[str] = []
    length = 0
    while length < size:
        some = [_claim(r, day) if r.random() < 0.3 else _filler(r) for _ in range(r.randrange(1, 5))]
        paragraphs.append(" ".join(some))
        length += len(paragraphs[-1]) + 2
    if deep and number and r.random() < 0.15:
        # A later story that closes with background of an earlier one is a story of its own.
        _, _, earlier = _story(seed, r.randrange(max(0, number - WINDOW), number), deep=False)
        paragraphs += earlier[-max(1, len(earlier) // 3) :]
    if r.random() < 0.4:
        paragraphs[0] = f"{r.choice(['DAMASCUS', 'BEIRUT', 'AMMAN', 'ISTANBUL'])} (Wire) — {paragraphs[0]}"
    return day, title, paragraphs


def _edited(r: random.Random, paragraphs: list[str], day: dt.date) -> list[str]:
    out = list(paragraphs)
    for _ in range(r.randrange(0, 1 + len(out) // 6)):
        out.pop(r.randrange(1, len(out)) if len(out) > 1 else 0)
    for _ in range(r.randrange(0, 3)):
        out.insert(r.randrange(len(out) + 1), _filler(r) + " " + _claim(r, day))
    rate = r.uniform(0.0, 0.9)
    lost = r.uniform(0.0, 0.06)
    changed = []
    for paragraph in out:
        words = paragraph.split(" ")
        changed.append(
            " ".join(SWAPS[w] if w in SWAPS and r.random() < rate else w for w in words if r.random() > lost)
        )
    return changed


def root_of(seed: int, number: int, copies: float = COPIES) -> int:
    """Report whose story this one is an edit of; itself when it is an original."""
    while True:
        r = random.Random(f"{seed}/kind/{number}")
        if number == 0 or r.random() >= copies:
            return number
        number = r.randrange(max(0, number - WINDOW), number)


def report(seed: int, number: int, copies: float = COPIES) -> dict[str, Any]:
    """One record: ``doc_id``, ``published``, ``source``, ``title``, ``text``."""
    root = root_of(seed, number, copies)
    day, title, paragraphs = _story(seed, root)
    r = random.Random(f"{seed}/report/{number}")
    outlet = r.choice(OUTLETS)
    if root != number:
        paragraphs = _edited(r, paragraphs, day)
        day += dt.timedelta(days=r.randrange(2))
    if r.random() < 0.3:
        paragraphs = [
            *paragraphs[:1],
            f"A street in {r.choice(places()[0])} ({r.choice(['AFP', 'Reuters', 'AP'])})",
            *paragraphs[1:],
        ]
    if r.random() < 0.4:
        paragraphs = [*paragraphs, r.choice(BOXES).format(title=title, outlet=outlet)]
    return {
        "doc_id": f"g{seed}-{number:07d}",
        "published": day.isoformat(),
        "source": outlet,
        "title": title,
        "text": "\n\n".join(paragraphs) + "\n",
    }


def reports(count: int, seed: int = 1, copies: float = COPIES) -> Iterator[dict[str, Any]]:
    """The first ``count`` reports of a seed."""
    for number in range(count):
        yield report(seed, number, copies)


def write(path: Path, count: int, seed: int = 1, copies: float = COPIES) -> Path:
    """Write a JSON Lines file."""
    with path.open("w", encoding="utf-8") as stream:
        for row in reports(count, seed, copies):
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


if __name__ == "__main__":
    made = write(Path(sys.argv[2]), int(sys.argv[1]))
    sys.stderr.write(f"{made}: {made.stat().st_size:,} bytes\n")
