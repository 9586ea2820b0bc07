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
        ("أصيب ثلاثة عشر مدنيا واثنا عشر جنديا", [(13, 13, 13, "civilians"), (12, 12, 12, "fighters")]),
        ("مئة وأربعون مقاتلا وستمئة وخمسون شخصا", [(140, 140, 140, "fighters"), (650, 650, 650, "people")]),
        ("واحد وثلاثون أسيرا", [(31, 31, 31, "prisoners")]),
        ("أربعة آلاف ومئتا شخص و٣ آلاف و٤٠٠ مدني", [(4200, 4200, 4200, "people"), (3400, 3400, 3400, "civilians")]),
        ("أحد عشر ألف نازح", [(11_000, 11_000, 11_000, "people")]),
        ("ربع مليون نسمة", [(250_000, 250_000, 250_000, "people")]),
        ("مليون ونصف مليون نازح ومليون و300 ألف طفل", [(v, v, v, "people") for v in (1_500_000, 1_300_000)]),
        ("ثلاثة أرباع المباني", [(75, 75, 75, "percent")]),
        ("اثنان من كل خمسة أطفال", [(40, 40, 40, "percent")]),
        ("300 إلى 400 مقاتل", [(None, 300, 400, "fighters")]),
        ("أربعة أو خمسة أطفال", [(None, 4, 5, "people")]),
        ("ارتفع العدد من 20 إلى 30", [(20, 20, 20, "people"), (30, 30, 30, "people")]),
        ("القرار 2118 والمادة 7 واللواء 66 وعيار 130 ملم عند الساعة 9 صباحا", []),
        ("70 كيلومترا مربعا", [(70, 70, 70, "km2")]),
        ("مدنيين اثنين وحافلة واحدة", [(2, 2, 2, "civilians"), (1, 1, 1, "buses")]),
        ("قتل أربعة وأصيب تسعة", [(4, 4, 4, "people"), (9, 9, 9, "people")]),
        ("مئات العائلات وأربعة أحياء وست آليات", [(None, 200, 999, "other"), (4, 4, 4, "other"), (6, 6, 6, "other")]),
    ],
)
def test_arabic_numbers(text, wanted):
    found = [(n.value, n.low, n.high, n.unit) for n in find_numbers(text)]
    assert found == [tuple(pytest.approx(v) if isinstance(v, float) else v for v in row) for row in wanted]


def test_words_behind_an_arabic_noun():
    assert [n.qualifier for n in find_numbers("ألف مقاتل على الأكثر و20 مدنيا على الأقل")] == ["at_most", "at_least"]


def test_words_before_an_arabic_number():
    found = find_numbers(
        "ما لا يزيد على 30 شخصا، ما يصل إلى 900 مقاتل، على الأقل 7 جرحى، ما يناهز 80 عائلة، 60 حافلة تقريبا"
    )
    assert [n.qualifier for n in found] == ["at_most", "at_most", "at_least", "about", "about"]


def test_an_arabic_part_points_at_its_whole():
    part, whole = find_numbers("أغلقت ثلاثة مستشفيات من أصل سبعة")
    assert part.part_of == (whole.start, whole.end)


@pytest.mark.parametrize(
    ("text", "wholes"),
    [
        ("غادر 1400 شخص بينهم 350 مقاتلا البلدة", [None, 1400]),
        ("قتل 15 شخصا بينهم 4 أطفال و3 نساء وأصيب 30 آخرون", [None, 15, 15, None]),
        ("وصل 900 نازح، منهم نحو 200 طفل", [None, 900]),
        ("غادر 500 مقاتل، 80 منهم جرحى", [None, 500]),
        ("أحصوا 40 شاحنة بينها 12 محملة بالدواء", [None, 40]),
        ("وصلت 40 شاحنة ونزح 200 شخص بينهم طفلان", [None, None, 200]),
        ("غادر 500 مقاتل. 80 جريحا بقوا", [None, None]),
    ],
)
def test_arabic_parts(text, wholes):
    found = find_numbers(text)
    values = {(n.start, n.end): n.value for n in found}
    assert [values[n.part_of] if n.part_of else None for n in found] == wholes


def test_their_number_stands_between():
    found = find_numbers("لا يتجاوز عددهم 200 ويتجاوز عددهم 30")
    assert [n.qualifier for n in found] == ["at_most", "at_least"]
