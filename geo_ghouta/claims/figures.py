"""Claims with a figure: those of all figures of a sentence, wholes joined with their parts."""

from __future__ import annotations

from typing import Any

from geo_ghouta.claims.counting import read_number
from geo_ghouta.claims.drafts import Draft, Scene
from geo_ghouta.claims.elliptic import read_elliptic
from geo_ghouta.claims.joining import bind_dates, share_buses
from geo_ghouta.claims.wholes import span_of_whole

_WHOLE = 100


def read_figures(scene: Scene, numbers: list[Any]) -> list[Draft]:
    """Read the claims of a sentence that hold a number.

    Parameters
    ----------
    scene : Scene
    numbers : list
        What ``numbers.find_numbers`` found in the sentence.

    Returns
    -------
    list of Draft
    """
    drafts = scene.drafts
    if numbers:
        by_span: dict[tuple[int, int], Draft] = {}
        scene.bound = bind_dates(scene, numbers)
        for number in numbers:
            for draft in read_number(scene, number, numbers):
                if draft.unit == "percent" != number.unit and (number.value or 0) > _WHOLE:
                    continue  # "70 percent of X, the army said. The displaced have surpassed 350,000": no share
                drafts.append(draft)
                by_span.setdefault((number.start, number.end), draft)
        drafts += read_elliptic(scene, numbers)
        for number in numbers if len(numbers) > 1 else ():
            span = span_of_whole(scene.sentence, number, numbers)
            if span is not None:
                part, whole = by_span.get((number.start, number.end)), by_span.get(span)
                if part is not None and whole is not None and whole is not part:
                    part.part_of = whole
    else:
        drafts += read_elliptic(scene, numbers)
    if not drafts:
        return []
    share_buses(scene)
    if scene.earlier_place is not None:
        for draft in drafts:
            if scene.trail.last_place in draft.destination:
                scene.trail.last_place = scene.earlier_place  # "the town" is hardly where they went
                break
    return list(drafts)
