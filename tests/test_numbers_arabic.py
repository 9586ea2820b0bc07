"""Arabic numbers: ranges, parts of a whole, shares, and what they count."""

from __future__ import annotations

import pytest

from geo_ghouta.numbers import find_numbers


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("بقي ما بين 40 و60 جنديا في الثكنة", [(None, 40, 60, "fighters")]),
        ("ويقدر عددهم بين نحو 2000 و3000 شخص", [(None, 2000, 3000, "people")]),
        ("بين 200 و300 ألف نازح", [(None, 200_000, 300_000, "people")]),
        ("من 10 إلى 15 حافلة", [(None, 10, 15, "buses")]),
        ("بين خمسة وعشرة منازل", [(None, 5, 10, "other")]),
        ("قتل 40 و60 جريحا", [(40, 40, 40, "people"), (60, 60, 60, "people")]),
        ("أغلقت ثلاثة مستشفيات من أصل سبعة", [(3, 3, 3, "hospitals"), (7, 7, 7, "hospitals")]),
        ("وصل 20 مريضا من مجموع 90 مريضا", [(20, 20, 20, "people"), (90, 90, 90, "people")]),
        ("دُمر نصف المنازل", [(50, 50, 50, "percent")]),
        ("غادر ثلثا السكان", [(200 / 3, 200 / 3, 200 / 3, "percent")]),
        ("انتظروا نصف ساعة وربع الساعة", []),
        ("قتل جنديان وأصيب طفلان في القريتين", [(2, 2, 2, "fighters"), (2, 2, 2, "people")]),
        ("نزح 200 ألف منهم خلال أسابيع", [(200_000, 200_000, 200_000, "people")]),
        ("مئات العائلات وأربعة أحياء وست آليات", [(None, 200, 999, "other"), (4, 4, 4, "other"), (6, 6, 6, "other")]),
    ],
)
def test_arabic_numbers(text, wanted):
    found = [(n.value, n.low, n.high, n.unit) for n in find_numbers(text)]
    assert found == [tuple(pytest.approx(v) if isinstance(v, float) else v for v in row) for row in wanted]


def test_words_behind_an_arabic_noun():
    assert [n.qualifier for n in find_numbers("ألف مقاتل على الأكثر و20 مدنيا على الأقل")] == ["at_most", "at_least"]


def test_an_arabic_part_points_at_its_whole():
    part, whole = find_numbers("أغلقت ثلاثة مستشفيات من أصل سبعة")
    assert part.part_of == (whole.start, whole.end)
