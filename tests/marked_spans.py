"""Texts of the lists of phrases, with what is meant in square brackets."""

from __future__ import annotations

import re


def read_marked(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """Text without its brackets, and the spans that stood in them."""
    text, places, at = "", [], 0
    for piece in re.split(r"(\[[^\]]*\])", marked):
        if piece.startswith("["):
            places.append((at, at + len(piece) - 2))
            piece = piece[1:-1]
        text += piece
        at += len(piece)
    return text, places
