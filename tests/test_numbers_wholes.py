"""Numbers: which figure is a part of which whole, and what "all but" leaves of it."""

from __future__ import annotations

import pytest

from geo_ghouta.numbers import find_numbers

# text | each count: low..high unit, "<" and the place of its whole among the counts; "?" for a bound that is not told
WHOLES = """
Of the 1,400 troops who had held the mill, only about 160 were left. | 1400..1400 fighters ; ?..? fighters <1
The town expects 900 guests, of whom it can house 300. | 900..900 people ; 300..300 people <1
The town expects 900 guests; the ill went to house 300. | 900..900 people
The town expects 900 guests, and of whom it speaks 300 know. | 900..900 people ; 300..300 people
Nine people were hurt, two critically. | 9..9 people ; 2..2 people <1
The fire hurt eleven people and killed seven, and three badly shaken nurses left. | 11..11 people ; 7..7 people ; 3..3 people
Fourteen were wounded, three seriously. | 14..14 people ; 3..3 people <1
The clinic has 40 wounded, 6 of them very ill, and one doctor. | 40..40 people ; 6..6 people <1 ; 1..1 people
He named 80 people, 30 of them women and 12 children. | 80..80 people ; 30..30 people <1 ; 12..12 people <1
Seven hundred wounded and sick were among the 2,600 ferried out. | 700..700 people <2 ; 2600..2600 people
Twelve women were among those freed; 30 men stayed. | 12..12 people ; 30..30 people
A total of 13 lanes were agreed on, but only nine worked. | 13..13 other ; 9..9 other <1
The guild asked for 60 lorries but only 12 entered. | 60..60 other ; 12..12 other <1
The guild asked for 60 lorries but only 300 people came. | 60..60 other ; 300..300 people
Some 500 people had signed up, but only 120 sailed. | ?..? people ; 120..120 people <1
Of the 40 buses sent, 12 came back; of 30 lorries only 4. | 40..40 buses ; 12..12 buses <1 ; 30..30 other ; 4..4 other <3
Of those 300, at least 20 are ill. | 300..300 people ; 20..? people <1
The fire killed 40, at least ten of them children. | 40..40 people ; 10..? people <1
The fire killed 40 at least. | 40..? people
All but two of the 27 schools are shut. | 25..25 other <2 ; 27..27 other
All but 200 of the 3,000 residents have left. | 2800..2800 people <2 ; 3000..3000 people
All but more than 300 of the town's 5,000 people are gone. | ?..4700 people <2 ; 5000..5000 people
All but a few hundred of the 120,000 guests have left. | 119001..119800 people <2 ; 120000..120000 people
Of the town's 27 schools all but two are shut. | 27..27 other
The guild holds all but 5 per cent of the hall. | 95..95 percent
Two batches of 90 and 95 men left. | 2..2 groups ; 90..90 people ; 95..95 people
Three teams of 12 people crossed; two groups of the 12 signed. | 3..3 other ; 12..12 people ; 2..2 groups <4 ; 12..12 groups
Another hundred came by dusk, and a further thousand sailed. | 100..100 people ; 1000..1000 people
A hall for 10,000 now holds 38,000; a barn built for 600 hosts 4,000 guests. | 10000..10000 people ; 38000..38000 people ; 600..600 people ; 4000..4000 people
On 14 May 13 buses came, and on May 15 buses went; it ended on 5 May 22. | 13..13 buses
A 900-strong garrison and a 400-strong crowd met. | 900..900 fighters ; 400..400 people
Out of 34 handcarts just three still roll. | 34..34 other ; 3..3 other <1
He served 13 of his 20 years; it rained on nine of the last ten days in 12 villages. | 12..12 other
Two of the first week's raids hit three of the 12 wells. | 2..2 other ; 3..3 other <3 ; 12..12 other
A total of 8,100 people - 3,000 fighters and 5,100 relatives - left. | 8100..8100 people ; 3000..3000 fighters <1 ; 5100..5100 people <1
In all, 900 people (300 fighters and 600 civilians) left. | 900..900 people ; 300..300 fighters <1 ; 600..600 civilians <1
In all, 900 people (300 fighters and 500 civilians) left. | 900..900 people ; 300..300 fighters ; 500..500 civilians
There were 64 aboard, of whom 20 drowned and 44 were saved. | 64..64 people ; 20..20 people <1 ; 44..44 people <1
Some 60 vehicles, 40 buses and 20 vans, left. | ?..? other ; 40..40 buses <1 ; 20..20 other <1
The fire killed 3 men, 2 women and 1 child. | 3..3 people ; 2..2 people ; 1..1 people
The lots held 12, 5 and 7. | 12..12 people ; 5..5 people ; 7..7 people
There were 12 aboard (5 men and 7 women). | 12..12 people ; 5..5 people <1 ; 7..7 people <1
They sent 60 buses, 40 people and 20 guards. | 60..60 buses ; 40..40 people ; 20..20 people
Some 900 people fled, 600 to Zepa and 300 to Gorazde. | ?..? people ; 600..600 people ; 300..300 people
Only 40 of the 60 came; the other 20 drowned. | 40..40 people <2 ; 60..60 people ; 20..20 people <2
Only 40 of the 60 came; the other 25 drowned. | 40..40 people <2 ; 60..60 people ; 25..25 people
The 60 dead included 14 children and two nurses. | 60..60 people ; 14..14 people <1 ; 2..2 people <1
The 60 lorries left; the column included four vans. | 60..60 other ; 4..4 other
The number of fighters was put at 1,500 by the guild and 900 by the mayor. | 1500..1500 fighters ; 900..900 fighters
"""
CASES = WHOLES.strip().splitlines()


@pytest.mark.parametrize("line", CASES, ids=[line[:80] for line in CASES])
def test_wholes(line: str) -> None:
    text, told = line.split(" | ")
    found = find_numbers(text)
    order = {(span.start, span.end): place for place, span in enumerate(found, 1)}
    shown = []
    for span in found:
        low, high = ("?" if bound is None else bound for bound in (span.low, span.high))
        whole = f" <{order[span.part_of]}" if span.part_of else ""
        shown.append(f"{low}..{high} {span.unit}{whole}")
    assert shown == told.split(" ; ")


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Only one in ten hospitals is open.", [(10, "percent")]),
        ("One in two lorries was hit.", [(50, "percent")]),
        ("Nine out of ten hospitals are shut.", [(9, "hospitals"), (10, "hospitals")]),
        ("They met two men in six villages.", [(2, "people"), (6, "other")]),
        ("They met one man in six villages.", [(1, "people"), (6, "other")]),
        ("It rained one in two days.", []),
    ],
)
def test_one_in_six(text: str, counts: list[tuple[int, str]]) -> None:
    assert [(span.value, span.unit) for span in find_numbers(text)] == counts


def test_all_but_takes_its_words() -> None:
    (rest, whole) = find_numbers("All but 200 of the 3,000 residents have left.")
    assert (rest.text, rest.value, rest.qualifier) == ("All but 200", 2800, "exact")
    assert rest.part_of == (whole.start, whole.end)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Two convoys of 15 and 12 buses left.", [(2, "other"), (15, "buses"), (12, "buses")]),
        ("Convoys of 15, 12 and 9 buses left.", [(15, "buses"), (12, "buses"), (9, "buses")]),
        ("Some 15 and 12 fighters left.", [(15, "fighters"), (12, "fighters")]),
        ("Convoys of 15 and 12 lorries left.", [(15, "other"), (12, "other")]),
        ("Shells killed 15 and 12 buses were burnt.", [(15, "people"), (12, "buses")]),
        ("In all 15 left, 12 buses came.", [(15, "people"), (12, "buses")]),
    ],
)
def test_figures_joined_before_a_noun_share_it(text, wanted):
    assert [(n.value, n.unit) for n in find_numbers(text)] == wanted
