"""What letters tell: in which encoding bytes were probably saved, and whether a text is in a language that is read."""

from __future__ import annotations

import collections
import re
import unicodedata

_SAMPLE = 20_000
_WORD = re.compile(r"[^\W\d_]+")
_ARABIC_WORD = re.compile("[\u0621-\u064a\u067e\u0686\u0698\u06a9\u06af\u06cc]{2,}")
_CYRILLIC_WORD = re.compile("[\u0400-\u04ff][\u0430-\u045f\u0491]+|[\u0400-\u042f]{2,}")
_LATIN_WORD = re.compile("[A-Za-z\u00c0-\u024f][a-z\u00df-\u024f]*|[A-Z\u00c0-\u00de]+")
_CODES = ("windows-1252", "windows-1256", "windows-1251")
_CLEAR = 0.3
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_ARABIC = re.compile("[\u0620-\u064a\u066e-\u06d3\u06d5\u0750-\u077f]")
_FOREIGN = re.compile("[^\x00-\x7f]")
_LETTERS = 20
_WORDS = 30
# Letters that Persian, Kurdish, Urdu and Pashto have and Arabic has not, but in a few borrowed names.
_BEYOND_ARABIC = re.compile("[\u067e\u0686\u0698\u06af\u0679\u0688\u0691\u06ba\u06be\u06c1\u06d2\u06d5\u06c6\u06ce]")
_ARTICLE = re.compile("(?<![\u0621-\u064a])[\u0648\u0628\u0641\u0643]?(?:\u0627\u0644|\u0644\u0644)[\u0621-\u064a]")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH = _words("the of and to from were was said by with at that as for have had been their they its this which who")
_OTHERS = _words(
    "le la les des et du que est dans pour une sont par el los las del y una con por der die das und von ist mit den "
    "im ein eine ve bir bu i\u00e7in ile olan daha het een van zijn na nie si\u0119 jest i w z che di il per sono "
    "gli della nel os um uma foram pelo"
)


def guess_encoding(data: bytes) -> str:
    """Name the encoding whose letters make words of bytes that are not UTF-8, or "" where none does.

    Examples
    --------
    >>> guess_encoding("حرستا ودوما".encode("windows-1256"))
    'windows-1256'
    >>> guess_encoding("Колонна вышла".encode("windows-1251"))
    'windows-1251'
    >>> guess_encoding("près de Fès".encode("windows-1252"))
    'windows-1252'
    """
    fits = {code: fit(data[:_SAMPLE].decode(code, "replace")) for code in _CODES}
    best = max(fits, key=lambda code: fits[code])  # of equals the first
    return best if fits[best] > 0.5 else ""


def other_encoding(data: bytes, used: str) -> str:
    """Name an encoding that fits bytes clearly better than the one that was named, or "".

    Examples
    --------
    >>> other_encoding("Колонна вышла".encode("windows-1251"), "windows-1256")
    'windows-1251'
    >>> other_encoding("حرستا ودوما".encode("windows-1256"), "windows-1256")
    ''
    """
    sample = data[:_SAMPLE]
    if sample.isascii():
        return ""
    better = guess_encoding(sample)
    gain = fit(sample.decode(better, "replace")) - fit(sample.decode(used, "replace")) if better else 0.0
    return better if gain > _CLEAR else ""


def fit(text: str) -> float:
    """Share of the words with a letter beyond ASCII that look like words: one script, capitals in front only.

    Examples
    --------
    >>> fit("حرستا"), fit("Êîëîííà"), fit("près")
    (1.0, 0.0, 1.0)
    """
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    if not words:
        return 0.0
    good = sum(
        bool(_ARABIC_WORD.fullmatch(word) or _CYRILLIC_WORD.fullmatch(word))
        or bool(_LATIN_WORD.fullmatch(word) and re.search("[A-Za-z]", word))
        for word in words
    )
    return good / len(words)


def unread_language(text: str) -> str:
    """Say why a text is probably in no language that is read, or "".

    Only English and Arabic are read. Letters decide where they can; Latin and Arabic letters are shared by many
    languages, so there a text must lack the commonest words and show another language's.

    Examples
    --------
    >>> unread_language("Колонна автобусов вышла из города утром.")
    'mostly in Cyrillic letters'
    >>> unread_language("Ten buses left Arbin on Saturday."), unread_language("غادرت حافلات حرستا")
    ('', '')
    """
    sample = text[:_SAMPLE]
    if sample.isascii():
        return _unread_latin(sample)
    foreign = _FOREIGN.findall(sample)
    arabic = len(_ARABIC.findall("".join(foreign)))
    others = [c for c in foreign if c > "\u024f" and c.isalpha() and not _ARABIC.match(c) and not _LATIN.match(c)]
    # The letters of a whole text are only counted where other letters than Latin ones are in it.
    latin = len(_LATIN.findall(sample)) if arabic or len(others) >= _LETTERS else 0
    if len(others) >= _LETTERS and len(others) > latin + arabic:
        common = collections.Counter(unicodedata.name(c, "OTHER").partition(" ")[0] for c in others).most_common(1)
        script = common[0][0]
        return f"mostly in {'Chinese' if script == 'CJK' else script.capitalize()} letters"
    if arabic > latin:
        return _unread_arabic(sample, arabic)
    return _unread_latin(sample)


def _unread_arabic(sample: str, letters: int) -> str:
    if letters < 3 * _LETTERS or len(_BEYOND_ARABIC.findall(sample)) < 0.01 * letters:
        return ""
    words = len(_WORD.findall(sample))
    return "" if len(_ARTICLE.findall(sample)) > 0.08 * words else "in Arabic letters, but hardly in Arabic"


def _unread_latin(sample: str) -> str:
    low = sample.lower()
    # Blanks part words far faster than the pattern, and no text has more words than half its letters.
    if sum(map(_ENGLISH.__contains__, low.split())) >= 0.05 * (len(low) + 1) / 2:
        return ""
    words = _WORD.findall(low)
    if len(words) < _WORDS or sum(map(_ENGLISH.__contains__, words)) >= 0.05 * len(words):
        return ""
    marked = sum(not word.isascii() for word in words)
    other = sum(word in _OTHERS for word in words)
    return "in Latin letters, but hardly in English" if max(other, marked / 2) >= 0.06 * len(words) else ""
