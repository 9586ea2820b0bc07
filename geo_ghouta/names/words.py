"""Words that are no spelling of a name although they fold to one's key."""

from __future__ import annotations

import functools
import importlib.resources


@functools.cache
def like_words() -> frozenset[str]:
    """Words of English and its neighbours whose letters fold to some town's key: "parade" is no spelling of Barada.

    Examples
    --------
    >>> "parade" in like_words(), "barada" in like_words()
    (True, False)
    """
    return frozenset(
        importlib.resources.files("geo_ghouta.names").joinpath("like_words.txt").read_text("utf-8").split()
    )
