"""Group copies of one wire story and show what an outlet changed.

Two outlets that print one agency text are one source. Copies are rarely equal: words are exchanged, captions come in,
paragraphs fall out. Three-word shingles survive that. Each report keeps only its smallest shingle hashes (a bottom-k
sketch), so memory is linear; reports that share a rare hash are candidates, and only candidates are compared in full.

Source of method: Broder, "On the resemblance and containment of documents" (1997).
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import hashlib
import re
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from geo_ghouta.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

WORDS = 3
"""Words in a shingle."""
SKETCH = 64
"""Hashes kept of a report."""
CONTAINED = 0.55
"""Part of the shorter report's shingles that the longer one holds, from which they are one story."""
FEW = 4
"""Shared shingles below which only near-equal texts are one story."""
NEIGHBOURS = 4
"""Reports before it, in each list of one shared hash, that a report is compared with."""
MAX_WORDS = 20_000
"""Words that differ in the middle of two texts up to which they are aligned (the aligner is quadratic)."""

_WORD = re.compile(r"\w+(?:['’]\w+)?")
_PRIMES = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xFF51AFD7ED558CCD], dtype=np.uint64)
_FOLD = {
    word: group
    for group, words in {
        "<opposition>": "rebel rebels opposition insurgent insurgents militant militants gunman gunmen",
        "<government>": "regime government governmental authorities",
        "<per cent>": "percent pct",
        "<centre>": "centre center",
    }.items()
    for word in words.split()
} | {
    short: full
    for full in [
        "january",
        "february",
        "march",
        "april",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
    for short in (full[:3], full[:4])
}
"""Words that desks exchange for one another; equal for comparing only, never in what is shown."""


@dataclasses.dataclass(frozen=True)
class Difference:
    """One place where two copies differ, in words.

    Parameters
    ----------
    kind : str
        ``replaced``, ``left_out`` (only in the first text) or ``added`` (only in the second).
    start_a, end_a, start_b, end_b : int
        Offsets in the two texts.
    text_a, text_b : str
        The words there, "" where there are none.
    """

    kind: str
    start_a: int
    end_a: int
    start_b: int
    end_b: int
    text_a: str
    text_b: str


def group_stories(reports: pd.DataFrame) -> pd.Series[str]:
    """Tell which reports are edits of one wire story.

    Parameters
    ----------
    reports : pandas.DataFrame
        REPORTS; ``report_id`` and ``text`` are read.

    Returns
    -------
    pandas.Series
        ``story_id`` for each row, indexed like ``reports``: "s" and the digits of the smallest ``report_id`` of the
        group. It does not depend on the order of rows.

    Notes
    -----
    Reports are one story when the shorter has at least ``CONTAINED`` of its three-word shingles in the longer.
    Memory and time are linear in the number of reports.

    Source of method: Broder (1997), resemblance and containment.

    Examples
    --------
    >>> copies = pd.DataFrame({"report_id": ["r1", "r2", "r3"], "text": [
    ...     "Two rebel convoys set out from the river towns at dawn, a council member said.",
    ...     "Two opposition convoys set out from the river towns at dawn, a council member said. (Photo)",
    ...     "Bread prices doubled in the market of the old city this month."]})
    >>> group_stories(copies).tolist()
    ['s1', 's1', 's3']
    """
    ids = [str(i) for i in reports["report_id"]]
    texts = [str(t) for t in reports["text"]]
    order = sorted(range(len(ids)), key=lambda i: ids[i])
    parent = list(range(len(ids)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    @functools.lru_cache(maxsize=2048)
    def shingles(i: int) -> NDArray[np.uint64]:
        return _shingles(texts[i])

    unlike: set[tuple[int, int]] = set()
    for one, two in _candidates(order, texts):
        first, second = root(one), root(two)
        if first == second or (one, two) in unlike:
            continue
        if not _same_story(shingles(one), shingles(two)):
            unlike.add((one, two))
        else:
            low, high = sorted((first, second), key=lambda i: ids[i])
            parent[high] = low
    names = ["s" + ids[root(i)].removeprefix("r") for i in range(len(ids))]
    return pd.Series(names, index=reports.index, dtype="str", name="story_id")


def compare(text_a: str, text_b: str) -> list[Difference]:
    """List the word-level differences between two copies, in order.

    Case and punctuation between words do not count; words that desks exchange ("regime", "government") do.

    Raises
    ------
    LimitError
        If more than ``MAX_WORDS`` words of either text lie between the first and the last difference.

    Examples
    --------
    >>> found = compare("The regime took Saqba.", "The government took Saqba on Sunday.")
    >>> [(d.kind, d.text_a, d.text_b) for d in found]
    [('replaced', 'regime', 'government'), ('added', '', 'on Sunday')]
    """
    spans_a, spans_b = ([m.span() for m in _WORD.finditer(text)] for text in (text_a, text_b))
    words_a = [text_a[s:e].casefold() for s, e in spans_a]
    words_b = [text_b[s:e].casefold() for s, e in spans_b]
    head = 0
    while head < min(len(words_a), len(words_b)) and words_a[head] == words_b[head]:
        head += 1
    tail = 0
    while tail < min(len(words_a), len(words_b)) - head and words_a[-1 - tail] == words_b[-1 - tail]:
        tail += 1
    middle_a, middle_b = words_a[head : len(words_a) - tail], words_b[head : len(words_b) - tail]
    longest = max(len(middle_a), len(middle_b))
    if longest > MAX_WORDS:
        message = f"compare: {longest:,} words differ, more than {MAX_WORDS:,}; compare shorter parts of the texts"
        raise LimitError(message)
    kinds = {"replace": "replaced", "delete": "left_out", "insert": "added"}
    found = []
    for tag, a0, a1, b0, b1 in difflib.SequenceMatcher(None, middle_a, middle_b, autojunk=False).get_opcodes():
        if tag != "equal":
            start_a, end_a = _extent(spans_a, a0 + head, a1 + head, len(text_a))
            start_b, end_b = _extent(spans_b, b0 + head, b1 + head, len(text_b))
            found.append(
                Difference(kinds[tag], start_a, end_a, start_b, end_b, text_a[start_a:end_a], text_b[start_b:end_b])
            )
    return found


def _extent(spans: list[tuple[int, int]], first: int, last: int, length: int) -> tuple[int, int]:
    if first < last:
        return spans[first][0], spans[last - 1][1]
    here = spans[first][0] if first < len(spans) else length
    return here, here


@functools.lru_cache(maxsize=200_000)
def _word_hash(word: str) -> int:
    # blake2b and not hash(): the same in every process, whatever PYTHONHASHSEED says
    word = word.replace("’", "'").removesuffix("'s")
    name = _FOLD.get(word, word).encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(name, digest_size=8).digest(), "little")


def _shingles(text: str) -> NDArray[np.uint64]:
    """Hashes of the text's three-word shingles, sorted, each once."""
    words = np.fromiter(map(_word_hash, _WORD.findall(text.casefold())), dtype=np.uint64)
    if not len(words):
        return words  # nothing to share: a story of its own
    if len(words) < WORDS:
        words = np.append(words, np.zeros(WORDS - len(words), dtype=np.uint64))
    mixed = words[:-2] * _PRIMES[0] + words[1:-1] * _PRIMES[1] + words[2:] * _PRIMES[2]
    mixed ^= mixed >> np.uint64(29)
    mixed *= _PRIMES[3]
    return np.unique(mixed ^ (mixed >> np.uint64(32)))


def _candidates(order: list[int], texts: list[str]) -> Iterator[tuple[int, int]]:
    """Pairs of reports that share a kept hash, each at most once for each hash shared."""
    kept = [_shingles(texts[i])[:SKETCH] for i in order]
    if not kept:
        return
    values = np.concatenate(kept)
    owners = np.repeat(np.arange(len(order)), [len(k) for k in kept])
    by_value = np.argsort(values, kind="stable")
    values, owners = values[by_value], owners[by_value]
    starts = np.flatnonzero(np.append(True, values[1:] != values[:-1]))
    sizes = np.diff(np.append(starts, len(values)))
    for start, size in zip(starts[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        members = owners[start : start + size].tolist()
        for place, i in enumerate(members):
            for j in members[max(0, place - NEIGHBOURS) : place]:
                yield order[j], order[i]


def _same_story(one: NDArray[np.uint64], two: NDArray[np.uint64]) -> bool:
    common = len(np.intersect1d(one, two, assume_unique=True))
    if common < FEW:
        return common / max(len(one), len(two)) >= 0.9
    return common / min(len(one), len(two)) >= CONTAINED
