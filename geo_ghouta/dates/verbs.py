"""Verbs and other words by which a clause looks back or forward."""

from __future__ import annotations

_ASKING_TEXT = """
    said says told tells announced reported added confirmed according warned claimed stated declared demanded asked
    called urged proposed suggested requested appealed sought offered agreed approved endorsed accepted backed welcomed
    rejected refused discussed insisted invited hoped wanted expected planned scheduled ordered pledged promised vowed
    pushed pressed set
"""
ASKING = frozenset(_ASKING_TEXT.split())
"""What is said or asked for may be still to come, whenever it was said."""
_LASTED_TEXT = """
    raged lasted continued fought waited hid stayed burned burnt sheltered dragged
    persisted rumbled carried worked lived slept kept stood
"""
LASTED = frozenset(_LASTED_TEXT.split())
"""What goes on up to a day that is past."""
GIVING = frozenset(("given", "gave", "wanted", "needed", "required", "faced", "promised", "threatened"))
_TRIED_TEXT = "attempt attempts effort efforts bid bids able first last unable failure"
TRIED = frozenset(_TRIED_TEXT.split())
"""Before an infinitive that tells nothing of when: "an attempt to leave on Friday"."""
MEANWHILE = frozenset(("as", "when", "while"))
MEETING = frozenset(
    (
        "meet", "meets", "convene", "convenes", "fly", "flies", "begin", "begins", "resume", "resumes", "start",
        "starts", "opens", "reopen", "reopens", "expire", "expires",
    )
)  # fmt: skip
"""What a plan says with a place: "ministers meet in Brussels on Monday"; "leaves the town on Monday" is a caption."""
GOING = frozenset(("go", "goes", "leave", "leaves", "return", "returns", "moves"))
GOERS = frozenset(("they", "he", "she", "we", "others", "rest"))
"""Who goes to a place by a plan: "they go to Egypt on Monday"; of people with a noun it may be a caption."""
SPEECH = frozenset(
    [
        "said",
        "says",
        "told",
        "tells",
        "announced",
        "reported",
        "added",
        "confirmed",
        "according",
        "warned",
        "claimed",
        "stated",
        "declared",
    ]
)
NOT_VERBS = frozenset(
    [
        "besieged",
        "armed",
        "united",
        "wounded",
        "injured",
        "red",
        "need",
        "indeed",
        "speed",
        "shed",
        "sacred",
        "hundred",
        "displaced",
        "so-called",
        "limited",
        "led",
        "bed",
        "feed",
        "freed",
        "exceed",
        "seed",
        "disputed",
        "trapped",
        "detained",
        "masked",
        "loaded",
        "isolated",
        "embattled",
        "battered",
        "affiliated",
        "allied",
        "sieged",
        "devastated",
        "ravaged",
        "bombed",
        "destroyed",
        "populated",
    ]
)
WIDE = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "their",
        "its",
        "his",
        "her",
        "all",
        "and",
        "some",
        "other",
        "more",
        "many",
        "last",
        "those",
        "these",
        "our",
        "this",
    ]
)
DETERMINERS = frozenset(
    ["the", "a", "an", "of", "their", "its", "his", "her", "last", "those", "these", "our", "this", "to", "any", "no"]
)
