"""Numbers: a list of phrases, each with the counts that stand in it and what they count."""

from __future__ import annotations

import re

import pytest
from marked_spans import read_marked

from geo_ghouta.numbers import NumberSpan, find_numbers

# A line: text, every count in square brackets | what each is. "80" exact, "80+" at least, "80-" at most,
# "~80" about, "30..40" a range, "24..99?" a vague word; then the unit.
PHRASES = """
# digits
[41] buses left. | 41 buses
[1,580] people left. | 1580 people
[1\u00a0580] people left. | 1580 people
[1\u202f580] people left. | 1580 people
[1 580] people left. | 1580 people
[1'580] people left. | 1580 people
[1.580] people left. | 1580 people
[1.580.000] people live there. | 1580000 people
[2.5 million] people fled. | 2500000 people
[2,5 million] people fled. | 2500000 people
[2.5m] people fled. | 2500000 people
[30k] people fled. | 30000 people
[30 thousand] people fled. | 30000 people
[1.2 billion] leaflets fell. | 1200000000 other
[1,20,000] people fled. | 120000 people
The [13] men were freed. | 13 people
[400,000] residents are ringed. | 400000 people
[7] tanks and [12] trucks came. | 7 other ; 12 other
[4½ million] people live by the river. | 4500000 people
[1¼ million] were fed; it took 2½ years and 3½ hours. | 1250000 people
Group 3 of 9 set off; so did batch 2 of 7. |
In the group [40] of the [90] people were ill. | 40 people ; 90 people
The pilot is 33 and her sister is 36. |
The toll is [33] and may grow; the number of dead is [36]. | 33 people ; 36 people
[400], [150] and [70] of the [900] captives were moved. | 400 prisoners ; 150 prisoners ; 70 prisoners ; 900 prisoners
[19] miners came up, [six] in a critical state and [two] badly hurt. | 19 people ; 6 people ; 2 people
The shell buried a family of [five]. | 5 people
[Five] members of one household left. | 5 people
Only [one] of the port's [12] cranes works; [three] of the town's [40] wells do. | 1 other ; 12 other ; 3 other ; 40 other
Rebels hold [all but 5 per cent] of the valley. | 95 percent
[13] Danes, [10] Greeks and [one] Italian were freed; one Italian newspaper wrote. | 13 people ; 10 people ; 1 people
Rebels lost [2/3] of the valley; he got a two-thirds majority on 2/3 March. | 66.667 percent
[7 out of 10] shells are duds; [3] of the [7] gates are. | 70 percent ; 3 other ; 7 other
He led [three] columns of [90] each. | 3 other ; 90 people
The first boat took [40], the second [61]. | 40 people ; 61 people
One was 56, the other 28. |
# words
[Two] buses and [three] vans left. | 2 buses ; 3 other
[Two dozen] buses left. | 24 buses
[A dozen] buses left. | 12 buses
[Half a dozen] buses left. | 6 buses
[Half a million] people fled. | 500000 people
[A hundred] fighters left. | 100 fighters
[A thousand] fighters left. | 1000 fighters
[One hundred] fighters left. | 100 fighters
[Twenty-five hundred] fighters left. | 2500 fighters
[Twenty-four] wounded left. | 24 people
[Twenty four] wounded left. | 24 people
[One thousand five hundred and eighty] people left. | 1580 people
[Two hundred and fifty thousand] people left. | 250000 people
[Three hundred and twelve] gunmen left. | 312 fighters
[One] hospital was hit. | 1 hospitals
[One] woman and [two] children died. | 1 people ; 2 people
[Two and a half million] people fled. | 2500000 people
[Seventeen] detainees were swapped. | 17 prisoners
[Five million] people fled. | 5000000 people
# behind a day or a place that is written with a capital
On Sunday [210] left. | 210 people
On the next day [210] left. | 210 people
In Saqba [210] were hurt. | 210 people
From Jisreen [350] have gone. | 350 people
In March [95] boarded. | 95 people
On day 210 the guns fell silent. |
The Boeing 737 was hit. |
On flight 210 were [two] men. | 2 people
In Unit 731 were [two] men. | 2 people
On March 21 were [two] raids. | 2 other
# the verb "may", nouns before a time, what a house may hold, an age told with "of"
[Up to one million] may be trapped. | 1000000- people
[300] may die. | 300 people
[12] may die of hunger. | 12 people
They left on 12 May at dawn. |
Jets dropped [1,776] munitions last week. | 1776 other
Hotels there house [12,000] refugees. | 12000 people
It said house 12 burned. |
A farmer of 62 spoke. |
A convoy of [62] left. | 62 people
# more than, at least
[More than 5,000] people left. | 5000+ people
[Over 5,000] people left. | 5000+ people
[At least 30] people died. | 30+ people
[No fewer than 30] people died. | 30+ people
[Not less than 30] people died. | 30+ people
[Upwards of 300] people died. | 300+ people
[In excess of 300] people died. | 300+ people
[Well over 300] people died. | 300+ people
[Just over 300] people died. | 300+ people
[1,900+] people left. | 1900+ people
[30 or more] people left. | 30+ people
[More than two dozen] buses left. | 24+ buses
[More than a dozen] buses left. | 12+ buses
[More than half a million] people fled. | 500000+ people
[more than 1,600] civilians have been killed. | 1600+ civilians
# nearly, up to
[Nearly 1,000] people left. | 1000- people
[Almost 1,000] people left. | 1000- people
[Close to 900] people left. | 900- people
[Up to 7,000] fighters may leave. | 7000- fighters
[No more than 50] people were let in. | 50- people
[Fewer than 50] people stayed. | 50- people
[Less than 50] people stayed. | 50- people
[As many as 600] people died. | 600- people
[Just under 600] people died. | 600- people
[At most 600] people died. | 600- people
[Nearly two dozen] buses left. | 24- buses
# about
[Some 50,000] others crossed. | ~50000 people
[About 16,000] people fled. | ~16000 people
[Around 10] buses came. | ~10 buses
[Roughly 200] people left. | ~200 people
[Approximately 200] people left. | ~200 people
[An estimated 190,000] people remain. | ~190000 people
[~200] people left. | ~200 people
[200 or so] people left. | ~200 people
[Some two hundred] people left. | ~200 people
[In the region of 400] people left. | ~400 people
[20-odd] buses left. | ~20 buses
# vague
[Dozens] of white buses came. | 24..99? buses
[Dozens] of people waited. | 24..99? people
[Scores] of people waited. | 40..99? people
[Hundreds] of fighters left. | 200..999? fighters
[Several hundred] fighters left. | 200..999? fighters
[A few hundred] fighters left. | 200..999? fighters
[Thousands] of civilians fled. | 2000..9999? civilians
[Several thousand] civilians fled. | 2000..9999? civilians
[Tens of thousands] of residents fled. | 20000..99999? people
[Hundreds of thousands] of civilians starve. | 200000..999999? civilians
[Several dozen] buses came. | 24..99? buses
[Millions] of people fled. | 2000000..9999999? people
# ranges
[Between 30 and 40] buses came. | 30..40 buses
[30 to 40] buses came. | 30..40 buses
[30–40] buses came. | 30..40 buses
[30-40] buses came. | 30..40 buses
[From 1,500 to 2,000] fighters are there. | 1500..2000 fighters
[Two or three] buses came. | 2..3 buses
[2 to 3 million] people fled. | 2000000..3000000 people
[5-6,000] people fled. | 5000..6000 people
[Between two and three thousand] people fled. | 2000..3000 people
[Between 20 and 30 percent] is lost. | 20..30 percent
The count fell from [400,000] to [200,000] people. | 400000 people ; 200000 people
[Two to three dozen] buses came. | 24..36 buses
[Between roughly 700 and nearly 900] people left. | 700..900 people
[Between 1,500 and more than 2,000] people left. | 1500..2000 people
[From about 300 to as many as 500] people left. | 300..500 people
[At least 300 and perhaps 400] people died. | 300..400 people
[More than 5,000 but fewer than 6,000] people left. | 5000..6000 people
[At least 30] and [up to 40] wounded people came. | 30+ people ; 40- people
It fell from [500] to [fewer than 300] people. | 500 people ; 300- people
# percent
[20%] of the land is left. | 20 percent
[20 percent] of the land is left. | 20 percent
[More than 90 per cent] of it is held. | 90+ percent
Just [20 percent] is left. | 20 percent
[Half] the city is in ruins. | 50 percent
[Half] of the city is in ruins. | 50 percent
[Nearly half] of the city is in ruins. | 50- percent
[More than half] the city is in ruins. | 50+ percent
[A third] of the city is in ruins. | 33.333 percent
[Two-thirds] of the city are in ruins. | 66.667 percent
[Two thirds] of the city are in ruins. | 66.667 percent
[A quarter] of the land is lost. | 25 percent
[Three quarters] of the land is lost. | 75 percent
[12.5%] is left. | 12.5 percent
They keep [15 percent] ([15 per cent], [15%]) of the land. | 15 percent ; 15 percent ; 15 percent
[80-90%] of it was lost. | 80..90 percent
# units
[1,500] opposition fighters and [6,000] civilians will leave. | 1500 fighters ; 6000 civilians
[5,400] fighters and civilians left. | 5400 people
[Hundreds] of fighters and their relatives left. | 200..999? people
[312] gunmen, [40] militants, [9] soldiers and [5] insurgents died. | 312 fighters ; 40 fighters ; 9 fighters ; 5 fighters
[200] government troops came. | 200 fighters
[18] prisoners, [4] captives and [6] hostages. | 18 prisoners ; 4 prisoners ; 6 prisoners
[Two] groups of evacuees left. | 2 groups
The enclave shrank to [three] cut-off pockets. | 3 pockets
They hold [three] disconnected islands. | 3 pockets
[105] square kilometres were taken. | 105 km2
[105] sq km were taken. | 105 km2
[105] km² were taken. | 105 km2
[40] square miles were taken. | 103.6 km2
[350] families left. | 350 other
[9] of the [11] clinics are gone. | 9 other ; 11 other
[19] of the [20] hospitals are gone. | 19 hospitals ; 20 hospitals
[500] wounded fighters left. | 500 fighters
[300] displaced people came. | 300 people
[70] women and children came. | 70 people
A [60]-bus convoy came. | 60 buses
A [200]-strong group came. | 200 people
[30] Syrians died. | 30 people
[Eight] towns fell. | 8 other
[20] hospital workers died. | 20 people
[40] armed men came. | 40 fighters
[12] ambulances came. | 12 other
# parts and totals
Among the [1,240] evacuees were [312] gunmen. | 1240 people ; 312 fighters
[413] of the [1,580] were armed. | 413 people ; 1580 people
[1,240] people left, [90] of them children. | 1240 people ; 90 people
[1,240] people, including [312] fighters, left. | 1240 people ; 312 fighters
[Nine] out of [ten] hospitals are shut. | 9 hospitals ; 10 hospitals
So far [6,400] people have left. | 6400 people
A total of [6,400] people have left. | 6400 people
It brings the total to [around 30,000]. | ~30000 people
[7,000] in total would leave. | 7000 people
The monitor counts [some 4,200] gone; a ministry says [over 5,100]. | ~4200 people ; 5100+ people
[19] of the [40] waiting buses left. | 19 buses ; 40 buses
Of [3,500] trapped, [1,000] got out. | 3500 people ; 1000 people
Only [one] of the [33] hospitals still works. | 1 hospitals ; 33 hospitals
[One in five] residents is hungry. | 20 percent
[A quarter of a million] people fled. | 250000 people
[One-and-a-half million] people fled. | 1500000 people
[Seven or eight thousand] people fled. | 7000..8000 people
[3] civilians killed, [17] wounded. | 3 civilians ; 17 people
[200] Hamas and [300] Islamic Jihad fighters came. | 200 fighters ; 300 fighters
[>200] people, [<50] people and [est. 500] people. | 200+ people ; 50- people ; ~500 people
[Two] busloads of fighters left. | 2 buses
[Hundreds] of civilians and [dozens] of fighters left. | 200..999? civilians ; 24..99? fighters
Killed: [34]. Buses: [62]. | 34 people ; 62 people
[14] firemen and [9] firefighters came. | 14 people ; 9 people
# signs of other scripts, and what nobody sees
[１，４７０] people left. | 1470 people
غادر [١،٤٧٠] شخصا في ٢٠١٨، و[٣٠٠] مقاتل. | 1470 people ; 300 fighters
بقي [٪٢٠] من الأرض. | 20 percent
1,4\u200b70 people left, then [30] men; 1\u2060,470 more. | 30 people
[≈ 300] people left. | ~300 people
[20pc] of the land is held. | 20 percent
[A million and a half] people fled, [two million and a half] stayed. | 1500000 people ; 2500000 people
2018 was bad, 2019 has been worse; [2000] were killed. | 2000 people
# Arabic
غادر [أكثر من 1500] مقاتل و[6000] مدني المدينة في [45] حافلة. | 1500+ fighters ; 6000 civilians ; 45 buses
نزح [نحو 50 ألف] شخص و[2.5 مليون] نازح. | ~50000 people ; 2500000 people
وصلت [عشرات] الحافلات و[مئات] المدنيين. | 24..99? buses ; 200..999? civilians
قتل [34] شخصا بينهم [12] طفلا خلال 3 أيام في 2018. | 34 people ; 12 people
غادروا في ٢٢ آذار ٢٠١٨ بعد ثلاثة أيام. |
غادرت [٤٧] حافلة البلدة. | 47 buses
غادر [١٥٠٠] مقاتل البلدة. | 1500 fighters
غادر [1,500] مدني البلدة. | 1500 civilians
غادر [١٬٥٨٠] شخصا البلدة. | 1580 people
# models, names and sums of money
[Three] Su-34 jets and [six] Mi-8 helicopters flew over. | 3 other ; 6 other
[Two] 155mm howitzers and [eight] Leopard 2 tanks were lost. | 2 other ; 8 other
[20] AK-47 rifles lay there. | 20 other
[Two] one-tonne bombs fell. | 2 other
Hill 112 fell. |
District 3 is dark; so is Exit 9. |
Donors gave EUR 2 billion. |
The Geneva 2 talks failed. |
The fare rose from 50 to 400 pounds. |
In the hospital [40] people died. | 40 people
At the school [12] were hurt. | 12 people
The dead now number [1,204]. | 1204 people
Those older than 65 may go. |
His sons, 8 and 11, walked. |
# small words
[A couple] of shells fell. | ~2 other
[A pair] of jets struck. | 2 other
[A couple of hundred] fighters stay. | ~200 fighters
A couple of hours passed. |
Not one family stayed; not one of the [12] trucks came. | 12 other
[One Syrian in five] is abroad. | 20 percent
[1 in 4] homes is gone. | 25 percent
[Two of every five] children are ill. | 40 percent
[Seven] were still missing. | 7 people
[Nine], including [two] nurses, died. | 9 people ; 2 people
[Two] Britons came. | 2 people
[Dozens upon dozens] of cars left. | 24..99? other
[Tens] of people were killed. | 20..99? people
[Hundreds] hoisted flags. | 200..999? people
[1 310] detainees left. | 1310 prisoners
[40] sheep died. | 40 other
[310] prisoners were exchanged for [29]. | 310 prisoners ; 29 prisoners
[One] power station and [six] clinics burned. | 1 other ; 6 other
[A million and a quarter] people fled. | 1250000 people
In the war's 40th month [18] people died. | 18 people
It leaves on Friday at 8. |
Of the [900] who left, [120] were rebels. | 900 people ; 120 fighters
# no counts
She lives at 618 E. Main Street, in District 6, on the 700 block of it. |
It cost millions of dollars over dozens of years and three long cold years. |
The war of 1779 and the years 2010 to 2011 were hard; one side won. |
The man, 34, walked on; she is 27 and his sons, aged 4 and 6, are home. |
Men aged between 15 and 55 were held; he was 15 then. |
It lasted from March 18-22, from 30 March-2 April 2017 and until 22-Mar-18. |
On day 34 and in week 5 it rained; photo 1 of 5. |
It cost 15,000 Syrian pounds, three times more. |
(1) Leave. (2) Stay. |
"We waited," said Umm R., 34. |
The boy, aged 12, and a 30-year-old man waited. |
A man in his 30s, a woman of 45 years of age. |
The convoy stood for six hours; her brother left 11 months ago. |
A six-year war and a half-decade siege. |
It is the first, the second, the 3rd and the 21st of its kind. |
On March 22, 2018 and 22 March 2018, in 2011 and since 2013, 2018-03-22. |
At 10:30, at 6 pm and at 0800 GMT. |
It lies 10 km north, 3 miles on, within 500 metres. |
It cost $5 million and 200 dollars. |
They fired 122mm and 5.56 mm rounds from a T-72, an AK-47 and a MiG-29. |
It lies at 33.5138, 36.2765 and at 33.51°N. |
Call +963 11 555 1234 or 555-1234. |
1. Leave the town. |
Version 1.2.3 runs 24/7. |
UN Resolution 2401, Article 7 and Route 5. |
A third set of talks failed; a third district fell. |
One of them said that no one left; one day it will end. |
The front of 2016 was quiet. |
He is under 18; children under 5 starve. |
The 48-hour truce and the 30-day pause. |
# by kind: scales, rounds, sums, names in capitals
[Some quarter of a million] people are cut off. | ~250000 people
[Nearly a quarter-million] people fled. | 250000- people
[Two lakh] people fled, then [over 1.5 lakh] more. | 200000 people ; 150000+ people
[4,000] IS fighters remain with [20] HTS gunmen. | 4000 fighters ; 20 fighters
The siblings, ages 3 and 5, died. |
The Group of 20 met with the G7 after Geneva 4 ended. |
[5,400] + [1,000] people left. | 5400 people ; 1000 people
[Dozens, if not hundreds], of civilians died. | 24..999? civilians
[Tens, if not hundreds, of thousands] of people fled. | 20000..999999? people
Resolution 2401, Article 5, Camp 7 and the M5 highway. |
The pocket shrank from [104] sq km to [12], the fleet from [37] buses to [22]. | 104 km2 ; 12 km2 ; 37 buses ; 22 buses
[At least 40] died and [over 100] hurt. | 40+ people ; 100+ people
[Hundreds] of fighters and their kin left. | 200..999? people
They came in [two] waves: [17] buses, then [23]. | 2 groups ; 17 buses ; 23 buses
At 35, he has led the group for six years. |
[Twelve out of every hundred] children are ill, [15 of every 100] adults; [15] people in [20] homes were hurt. | 12 percent ; 15 percent ; 15 people ; 20 other
[1,580] people, [413] of them fighters, came out, [108] of them wounded. | 1580 people ; 413 fighters ; 108 people
The army put the number of militants at [7,000]. | 7000 fighters
# things told before a bare figure
[24] missions were planned: [six] went ahead, [ten] were denied and [eight] put off. | 24 other ; 6 other ; 10 other ; 8 other
Of the [54] missions set for January, [14] were facilitated. | 54 other ; 14 other
In January, [14] died; on January 14 were talks. | 14 people
[45] buses had been sent; [17] got through. | 45 buses ; 17 buses
[30] buses came and [40] were denied entry. | 30 buses ; 40 people
[300] people came on [30] buses and [12] were denied entry. | 300 people ; 30 buses ; 12 people
[300] people came on [30] buses, [20] of them from Douma. | 300 people ; 30 buses ; 20 people
[8,000] people took [seven] roads, [3,000] of them by car. | 8000 people ; 7 other ; 3000 people
[46] lorries came, [nine] of them half empty. | 46 other ; 9 other
[Ten] houses burned, [five] of them women. | 10 other ; 5 people
[Ten] hospitals were hit; [four] are out of service. | 10 hospitals ; 4 hospitals
[30] houses were hit and [12] were wounded. | 30 other ; 12 people
[36] clinics were seen. [12] are working. | 36 other ; 12 people
[An average of 85] trucks a day entered, against [500] before. | ~85 other ; 500 other
[Ten] people died, against [500] last year. | 10 people ; 500 people
[One] toilet serves [70] people; one side was quiet. | 1 other ; 70 people
# those who were taken, households, ages, clocks, two shares
They took [11] captive and [30] hostage; [11] captive soldiers were freed. | 11 prisoners ; 30 prisoners ; 11 fighters
A household of [seven] lives on [two] loaves; a family of [six] shares a room. | 7 people ; 2 other ; 6 people
Her [four] sons, aged 4, 6, 7 and 9, are ill. | 4 people
The convoy left at 6 and fighting began at [20] points; the toll stood at [6]. | 20 other ; 6 people
[Between a third and a half] of the dead are women. | 33.333..50 percent
[A third or a half] of the town is dark; a third and a fourth man came. | 33.333..50 percent
[Three out of four] homes are damaged; [five] out of [nine] hospitals are shut. | 75 percent ; 5 hospitals ; 9 hospitals
"""


def _cases() -> list[tuple[str, str]]:
    out = []
    for line in PHRASES.strip().splitlines():
        if line.startswith("# "):
            continue
        text, wanted = re.sub(r"\\u([0-9a-f]{4})", lambda m: chr(int(m[1], 16)), line).rsplit("|", 1)
        out.append((text.rstrip(), wanted.strip()))
    return out


CASES = _cases()


def _figure(value: float) -> str:
    return f"{round(value, 3):.12g}" if value < 1000 else f"{value:.12g}"


def _shown(span: NumberSpan) -> str:
    if span.value is None:
        assert span.low is not None
        assert span.high is not None
        figure = f"{_figure(span.low)}..{_figure(span.high)}" + ("?" if span.qualifier == "vague" else "")
        assert span.qualifier in {"vague", "about"}
        return f"{figure} {span.unit}"
    figure = _figure(span.value)
    bounds = (span.low, span.high)
    if span.qualifier == "exact":
        assert bounds == (span.value, span.value)
    elif span.qualifier == "at_least":
        assert bounds == (span.value, None)
        figure += "+"
    elif span.qualifier == "at_most":
        assert bounds == (None, span.value)
        figure += "-"
    else:
        assert span.qualifier == "about"
        assert bounds == (None, None)
        figure = f"~{figure}"
    return f"{figure} {span.unit}"


def test_the_list_is_long_enough() -> None:
    assert len(CASES) >= 250


@pytest.mark.parametrize(("marked", "wanted"), CASES, ids=[c[0][:90] for c in CASES])
def test_phrase(marked: str, wanted: str) -> None:
    text, places = read_marked(marked)
    found = find_numbers(text)
    figures = [w.strip().replace("103.6 ", "103.6 ") for w in wanted.split(";")] if wanted else []
    assert [_shown(f).replace("103.6 ", "103.6 ") for f in found] == figures, found
    assert [(f.start, f.end) for f in found] == places
