"""Group copies of one wire story and show what an outlet changed.

Two outlets that print one agency text are one source. Copies are rarely equal: words are exchanged, captions come in,
paragraphs fall out. Three-word shingles survive that. Each report keeps only its smallest shingle hashes (a bottom-k
sketch), so memory is linear; reports that share a kept hash are candidates, and only candidates whose sketches do
not rule it out are compared in full.

Source of method: Broder, "On the resemblance and containment of documents" (1997).
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from geo_ghouta.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
FIGURED = 6
"""Shingles with a digit in them, of the text that has fewer, from which two texts' figures are compared."""
SAME_FIGURES = 0.34
"""Part of those that both hold, below which two texts are one form filled in twice: no copy of one another."""
SHORT = 50
"""Words up to which a text's figures, days and names are compared one by one: it has too few shingles to tell."""
SAME_NAMES = 0.75
"""Part of the names of the short text that has fewer, below which two that each name something else are no copies."""
MAX_WORDS = 20_000
"""Words that differ in the middle of two texts up to which they are aligned (the aligner is quadratic)."""

_NONE = np.uint64(2**64 - 1)
_FIGURE = np.uint64(2**32)
"""Bit of a shingle that holds a digit: the lowest one of the half that texts are compared by."""
_MARK = np.uint64(2**33)
"""Bit of what is no shingle: one figure, day or name of a short text; ``_FIGURE`` beside it tells which of them."""
_SHARD, _AT_ONCE = 2_000_000, 20_000
_PAIRS = 1_000
"""Pairs compared at once: few enough to stay in the processor's cache."""

# Possessive: a run of letters is taken whole, so that nothing is tried again.
_WORD = re.compile(r"\w++(?:['’]\w++)?+")
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

_COUNT_WORDS = (
    "monday tuesday wednesday thursday friday saturday sunday two three four five six seven eight nine ten eleven "
    "twelve dozen dozens hundred hundreds thousand thousands "
    "الاثنين الإثنين الثلاثاء الأربعاء الاربعاء الخميس الجمعة السبت الأحد الاحد واحد واحدة اثنان اثنين شخصان شخصين "
    "ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثمان ثماني تسعة تسع عشرة عشر عشرات مئة مئات ألف آلاف"
)
_COUNTS = frozenset(_COUNT_WORDS.split())
"""Words that count or name a day as a figure does."""
_HEAD = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_SENTENCE_END = frozenset('.!?؟:;\n"“«(')


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
    Reports are one story when the shorter has at least ``CONTAINED`` of its three-word shingles in the longer. Daily
    bulletins of one form, whose figures mostly differ, stay apart; and so do two texts of up to ``SHORT`` words each
    of which has a figure or day that the other lacks, or other names.
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
    sketches = [sketch(str(t)) for t in reports["text"]]
    kept = np.array([one for one, _ in sketches], dtype=np.uint64).reshape(-1, SKETCH)
    # The shingles of all texts take about as much memory as the texts themselves.
    names = group_sketches([str(i) for i in reports["report_id"]], kept, lambda i: sketches[i][1])
    return pd.Series(names, index=reports.index, dtype="str", name="story_id")


def sketch(text: str) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Sum a text up for comparing: its smallest shingle hashes, and all of them at half their width.

    Returns
    -------
    tuple of numpy.ndarray
        ``SKETCH`` hashes, sorted, filled up with the largest number; and the shingles, sorted, each once. Of a text of
        up to ``SHORT`` words its figures, days and names stand among them, marked as such.

    Examples
    --------
    >>> kept, shingles = sketch("Two convoys set out at dawn.")
    >>> len(kept), len(shingles)  # four shingles and a figure
    (64, 5)
    """
    found = _shingles(text)
    kept = np.full(SKETCH, _NONE, dtype=np.uint64)
    kept[: min(SKETCH, len(found))] = found[:SKETCH]
    # What front matter tells of a report, its outlet and day, is no word of the story.
    head = _HEAD.match(text)
    body = text[head.end() :] if head else text
    told = len(_WORD.findall(head.group())) if head else 0
    whole = found if len(found) > SHORT - WORDS + 1 + told else np.sort(np.append(found, _marked(body)))
    return kept, _each_once((whole >> np.uint64(32)).astype(np.uint32))


def group_sketches(
    ids: Sequence[str], kept: NDArray[np.uint64], shingles: Callable[[int], NDArray[np.uint32]]
) -> list[str]:
    """Tell which sketches are edits of one wire story: :func:`group_stories` for texts that lie elsewhere.

    Parameters
    ----------
    ids : sequence of str
        ``report_id``, each once.
    kept : numpy.ndarray
        One row a report, from :func:`sketch`; may be mapped from a file.
    shingles : callable
        Gives the shingles of a report by its position; asked for likely pairs only.

    Returns
    -------
    list of str
        ``story_id`` in the order of ``ids``.

    Notes
    -----
    Memory is linear: the sketches, and the pairs of one part of the hashes at a time. A pair whose sketches cannot
    belong to one story (three standard errors below ``CONTAINED``) is not looked at again; the rest are compared
    in full, and a union-find keeps the groups.

    Source of method: Broder (1997), min-wise sketches; Cohen and Kaplan (2007), bottom-k sketches.

    Examples
    --------
    >>> texts = ["Two convoys set out at dawn.", "Two convoys set out at dawn.", "Bread prices doubled this month."]
    >>> made = [sketch(t) for t in texts]
    >>> group_sketches(["r1", "r2", "r3"], np.array([m[0] for m in made]), lambda i: made[i][1])
    ['s1', 's1', 's3']
    """
    order = sorted(range(len(ids)), key=lambda i: ids[i])
    rank = {position: at for at, position in enumerate(order)}
    parent = list(range(len(ids)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for one, two in _likely(kept, np.array(order, dtype=np.int64)):
        first, second = root(one), root(two)
        if first != second and _same_story(shingles(one), shingles(two)):
            low, high = sorted((first, second), key=rank.__getitem__)
            parent[high] = low
    return ["s" + ids[root(i)].removeprefix("r") for i in range(len(ids))]


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
    import difflib

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


def _word_hash(word: str) -> bytes:
    # blake2b and not hash(): the same in every process, whatever PYTHONHASHSEED says
    word = word.replace("’", "'").removesuffix("'s")
    name = _FOLD.get(word, word).encode("utf-8", "replace")
    digest = hashlib.blake2b(name, digest_size=8).digest()
    # The lowest bit tells a word with a digit, here and in every shingle of it.
    return bytes((digest[0] & 0xFE | any(map(str.isdigit, word)),)) + digest[1:]


class _Hashes(dict[str, bytes]):
    """Hashes of the words between two blanks, one behind the other: the same few are met in text after text."""

    def __missing__(self, between: str) -> bytes:
        hashes = b"".join(map(_word_hash, _WORD.findall(between.casefold())))
        if len(between) <= _LONGEST:  # what is longer is met once, and there is no limit to it
            if len(self) >= _KEPT:
                self.clear()
            self[between] = hashes
        return hashes


_KEPT = 200_000
_LONGEST = 40
_HASHES = _Hashes()


def _shingles(text: str) -> NDArray[np.uint64]:
    """Hashes of the text's three-word shingles, sorted, each once."""
    hashes = b"".join(map(_HASHES.__getitem__, text.split()))
    if not hashes:
        return np.empty(0, dtype=np.uint64)  # nothing to share: a story of its own
    words = np.frombuffer(hashes, dtype="<u8").astype(np.uint64, copy=False)
    if len(words) < WORDS:
        words = np.append(words, np.zeros(WORDS - len(words), dtype=np.uint64))
    mixed = words[:-2] * _PRIMES[0] + words[1:-1] * _PRIMES[1] + words[2:] * _PRIMES[2]
    mixed ^= mixed >> np.uint64(29)
    mixed *= _PRIMES[3]
    mixed ^= mixed >> np.uint64(32)
    figured = (words[:-2] | words[1:-1] | words[2:]) & np.uint64(1)
    return _each_once(np.sort((mixed & ~(_FIGURE | _MARK)) | (figured << np.uint64(32))))


def _marked(text: str) -> NDArray[np.uint64]:
    """Hashes of the figures, days and names in a short text, marked as such; what opens a sentence is no name."""
    found: list[tuple[int, bool]] = []
    last: int | None = None
    for match in _WORD.finditer(text):
        word = match.group()
        opens = last is None or not _SENTENCE_END.isdisjoint(text[last : match.start()])
        last = match.end()
        low = word.casefold()
        counts = any(map(str.isdigit, word)) or low in _COUNTS or low.removeprefix("و") in _COUNTS
        if counts or (word[0].isupper() and not opens):
            found.append((int.from_bytes(_word_hash(low), "little"), counts))
    hashes = np.array([h for h, _ in found], dtype=np.uint64) * _PRIMES[3]
    counted = np.array([c for _, c in found], dtype=np.uint64) << np.uint64(32)
    marked: NDArray[np.uint64] = (hashes & ~(_FIGURE | _MARK)) | _MARK | counted
    return marked


def _each_once(ordered: NDArray[Any]) -> NDArray[Any]:
    """Equal neighbours once; sorting beats numpy's unique here, which goes by hashes."""
    if not len(ordered):
        return ordered
    first = np.empty(len(ordered), dtype=np.bool_)
    first[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered if first.all() else ordered[first]


def _likely(kept: NDArray[np.uint64], order: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Pairs of reports that share a kept hash and whose sketches do not rule out that they are one story."""
    count = len(order)
    shards = 1 + kept.size // _SHARD
    for shard in range(shards):
        values, owners = _held(kept, order, shard, shards)
        pairs = [np.empty(0, dtype=np.int64)]
        for step in range(1, NEIGHBOURS + 1):
            same = np.flatnonzero(values[step:] == values[:-step])
            pairs.append(owners[same] * count + owners[same + step])
        met = _each_once(np.sort(np.concatenate(pairs)))
        for start in range(0, len(met), _PAIRS):
            one, two = np.divmod(met[start : start + _PAIRS], count)
            one, two = order[one], order[two]
            fits = _fits(kept[one], kept[two])
            yield from zip(one[fits].tolist(), two[fits].tolist(), strict=True)


def _held(
    kept: NDArray[np.uint64], order: NDArray[np.int64], shard: int, shards: int
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Kept hashes of one shard, sorted, and whose they are, as a rank in ``order``."""
    values, owners = [np.empty(0, dtype=np.uint64)], [np.empty(0, dtype=np.int64)]
    for start in range(0, len(order), _AT_ONCE):
        block = kept[order[start : start + _AT_ONCE]]
        rows, columns = np.nonzero((block != _NONE) & (block % np.uint64(shards) == np.uint64(shard)))
        values.append(block[rows, columns])
        owners.append(rows + start)
    value, owner = np.concatenate(values), np.concatenate(owners)
    by_value = np.argsort(value, kind="stable")
    return value[by_value], owner[by_value]


def _fits(one: NDArray[np.uint64], two: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether two rows of sketches may be of one story, three standard errors given."""
    # Below the smaller of the two largest kept hashes both sketches are complete samples of their texts.
    reach = np.minimum(np.minimum(one[:, -1], two[:, -1]), _NONE - np.uint64(1))[:, None]
    sampled = np.minimum(_many(one <= reach), _many(two <= reach))
    both = np.sort(np.concatenate([one, two], axis=1), axis=1)
    common = _many((both[:, 1:] == both[:, :-1]) & (both[:, 1:] != _NONE))
    error = np.sqrt(CONTAINED * (1 - CONTAINED) / np.maximum(sampled, 1))
    fits: NDArray[np.bool_] = common / np.maximum(sampled, 1) >= CONTAINED - 3 * error
    return fits


def _many(rows: NDArray[np.bool_]) -> NDArray[np.intp]:
    # No row has more than 255: counting in bytes is far cheaper.
    counted: NDArray[np.intp] = rows.view(np.uint8).sum(axis=1, dtype=np.uint8).astype(np.intp)
    return counted


def _same_story(one: NDArray[np.uint32], two: NDArray[np.uint32]) -> bool:
    marks = [side[(side & np.uint32(2)).astype(np.bool_)] for side in (one, two)]
    if all(map(len, marks)) and _other_marks(*marks):
        return False
    if any(map(len, marks)):
        one, two = (side[(side & np.uint32(2)) == 0] for side in (one, two))
    if not (len(one) and len(two)):
        return False
    # What numpy's intersect1d does, without its copies: a corpus compares millions of pairs.
    both = np.concatenate((one, two))
    both.sort()
    common = int(np.count_nonzero(both[1:] == both[:-1]))
    if common < FEW:
        return common / max(len(one), len(two)) >= 0.9
    return common / min(len(one), len(two)) >= CONTAINED and not _other_figures(one, two)


def _other_marks(one: NDArray[np.uint32], two: NDArray[np.uint32]) -> bool:
    """Whether each of two short texts has a figure or day that the other lacks, or mostly other names.

    A copy leaves out or adds; where both have a word of their own, a form was filled in twice.
    """
    for bit, least in ((1, 1.0), (0, SAME_NAMES)):
        first, second = (set(side[(side & np.uint32(1)) == bit].tolist()) for side in (one, two))
        fewer = min(len(first), len(second))
        if first - second and second - first and len(first & second) < least * fewer:
            return True
    return False


def _other_figures(one: NDArray[np.uint32], two: NDArray[np.uint32]) -> bool:
    """Whether the words around figures differ though the rest is the same: a daily bulletin, and the next day's."""
    figured = [side[(side & np.uint32(1)).astype(np.bool_)] for side in (one, two)]
    fewer = min(map(len, figured))
    if fewer < FIGURED:
        return False
    both = np.sort(np.concatenate(figured))
    return int(np.count_nonzero(both[1:] == both[:-1])) / fewer < SAME_FIGURES
