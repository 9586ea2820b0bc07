"""Dates: kinds of phrases with their days, how exact they are and why: lists, nights, names that hold a day, the verb."""

from __future__ import annotations

import datetime as dt

import pytest
from marked_spans import read_marked

from geo_ghouta.dates import find_dates

# day of publication | text with each phrase in square brackets | days, precision and basis of each, parted by ";"
# 2018-03-26 is a Monday, 2022-10-12 a Wednesday, 2014-08-26 a Tuesday.
KINDS = """
# one day told by weeks, or to the day
2018-03-22 | The depot burnt down [a week ago on Tuesday]. | 2018-03-13 day weekday
2018-03-22 | The depot burnt down [two weeks ago Friday]. | 2018-03-02 day weekday
2018-03-22 | The depot burnt down [Tuesday two weeks ago]. | 2018-03-06 day weekday
2018-03-22 | [A week ago on Sunday night] it was quiet. | 2018-03-11 part_of_day weekday
2018-03-26 | The wall came down [a month ago today]. | 2018-02-26 day relative
2018-03-26 | The wall came down [three years ago to the day]. | 2015-03-26 day relative
2018-03-26 | The wall came down [four years ago this month]. | 2014-03-01..2014-03-31 month relative
2018-03-26 | The wall came down [two years ago this week]. | 2016-03-21..2016-03-27 week relative
2018-03-26 | [Two years to the day] since the blast, nothing is rebuilt. | 2016-03-26 day relative
2018-03-26 | On [Friday], [a year to the day] after the blast, they lit lamps. | 2018-03-23 day weekday ; 2017-03-23 day relative
2018-03-26 | It fell on [Tuesday]. [Two days before], the well ran dry. | 2018-03-20 day weekday ; 2018-03-18 day relative
# what is finer than that from which it counts tells no day
2018-03-26 | Lorries got in in [June 2016]; [nine days later] none did. | 2016-06-01..2016-06-30 month stated ; ? unknown unknown
2018-03-26 | Lorries got in in [June 2016]; [a month later] none did. | 2016-06-01..2016-06-30 month stated ; 2016-07-01..2016-07-31 month relative
2018-03-26 | A pump broke [last week], and [a day later] another. | 2018-03-19..2018-03-25 week relative ; ? unknown unknown
# ranges and lists
2018-03-26 | The clinic was shut [Mon. - Wed]. for want of fuel. | 2018-03-19..2018-03-21 period weekday
2018-03-26 | The clinic was shut [Tue-Thu] for want of fuel. | 2018-03-20..2018-03-22 period weekday
2018-03-26 | The clinic was shut [Mon to Wed] for want of fuel. | 2018-03-19..2018-03-21 period weekday
2018-03-26 | Raids came on [March 3], [5] and [9]. | 2018-03-03 day stated ; 2018-03-05 day stated ; 2018-03-09 day stated
2018-03-26 | Raids came on [3], [5] and [9 March 2018]. | 2018-03-03 day stated ; 2018-03-05 day stated ; 2018-03-09 day stated
2018-03-26 | On [March 3], 5 men and 9 boys were held. | 2018-03-03 day stated
2018-03-26 | The [1992-95] war is not forgotten. | 1992-01-01..1995-12-31 period stated
2018-03-26 | The ([2014-2016]) count holds 2014-15 people. | 2014-01-01..2016-12-31 period stated
2018-03-26 | Floods came in [2008], [2011] and [2013]. | 2008-01-01..2008-12-31 year stated ; 2011-01-01..2011-12-31 year stated ; 2013-01-01..2013-12-31 year stated
2018-03-26 | Nine drowned in [the 48 hours to Sunday]. | 2018-03-23..2018-03-25 period weekday
2018-03-26 | Nine drowned in [the three days to March 20]. | 2018-03-18..2018-03-20 period stated
2018-03-26 | Nine drowned over [the two weeks ending on Friday]. | 2018-03-10..2018-03-23 period weekday
2018-03-26 | In the five weeks [since Feb. 18], nine drowned. | 2018-02-18..2018-03-26 period stated
# nights and parts of days
2022-10-12 | The pylon fell on the [night of Oct. 9]. | 2022-10-09 part_of_day stated
2022-10-12 | The pylon fell [late on 9 October]. | 2022-10-09 part_of_day stated
2022-10-12 | The pylon fell in the [early hours of October 9]. | 2022-10-09 part_of_day stated
2022-10-12 | The pylon fell on the [night of 8-9 October]. | 2022-10-08..2022-10-09 part_of_day stated
2022-10-12 | The pylon fell [Sunday night into Monday]. | 2022-10-09..2022-10-10 part_of_day weekday
2022-10-12 | The pylon fell [in the night from Sunday to Monday]. | 2022-10-09..2022-10-10 part_of_day weekday
2022-10-12 | The pylon fell on [Sat., Oct. 8]. | 2022-10-08 day stated
# months and seasons
2022-10-12 | The dam burst on [the last day of September]. | 2022-09-30 day stated
2022-10-12 | The dam burst on the [first Friday of October]. | 2022-10-07 day stated
2022-10-12 | The dam burst on the [last Sunday in August 2021]. | 2021-08-29 day stated
2022-10-12 | The dam burst on a Friday in [March]. | 2022-03-01..2022-03-31 month stated
2022-10-12 | The dam burst in the [summer]. | 2022-06-01..2022-08-31 period relative
2022-10-12 | The dam has leaked [since the spring]. | 2022-03-01..2022-10-12 period relative
2019-01-20 | The dam froze [this winter]. | 2018-12-01..2019-02-28 period relative
2019-01-20 | The dam froze [last winter]. | 2017-12-01..2018-02-28 period relative
2022-10-12 | The dam froze in the [winter of 2011-12]. | 2011-12-01..2012-02-29 period stated
2022-10-12 | The dam was planned in the [late 1970s]. | 1970-01-01..1979-12-31 period stated
2022-10-12 | The gates will open [in a week's time]. | 2022-10-17..2022-10-23 week relative
2022-10-12 | The gates will open [in 48 hours]. | 2022-10-14 day relative
# the verb
2018-03-26 | They have until a [Thursday] deadline to go. | 2018-03-29 day weekday
2018-03-26 | The miners were given until [Thursday]. | 2018-03-29 day weekday
2018-03-26 | The pause had been extended to [Saturday]. | 2018-03-31 day weekday
2018-03-26 | More go on [Monday]. | 2018-03-26 day weekday
2018-03-26 | Sappers cleared the pass by [Friday]. | 2018-03-23 day weekday
2018-03-26 | The union demanded fuel by [Friday]. | 2018-03-30 day weekday
2018-03-26 | A pause starting on [Wednesday] was agreed. | 2018-03-28 day weekday
2018-03-26 | The port was shut due to heavy fighting on [Friday]. | 2018-03-23 day weekday
2018-03-26 | Both camps agreed to a pause on [Friday]. | 2018-03-23 day weekday
2018-03-26 | Both camps agreed to four pauses in [November]. | 2017-11-01..2017-11-30 month stated
2018-03-26 | Envoys meet in Oslo on [Monday] and [Tuesday]. | 2018-03-26 day weekday ; 2018-03-27 day weekday
2018-03-26 | The pause will last 11 hours. |
2018-03-26 | It rained in the last three weeks of the siege. |
2018-03-26 | In [2014] rebels held the pass, but 2014 men fled. | 2014-01-01..2014-12-31 year stated
# names that hold a day
2018-03-26 | Smoke rose over the Thursday market and the Friday Mosque. |
2018-03-26 | A man of the Sunday Times was held. |
2018-03-26 | The May 25 movement and the July 23 Brigade marched. |
2018-03-26 | They live near 29 May Street, behind the November 7 bridge. |
2018-03-26 | The [Sunday] market bombing followed the [March 4] bridge attack. | 2018-03-25 day weekday ; 2018-03-04 day stated
2018-03-26 | On [Sunday] markets were shut, and on [March 4] bridges were. | 2018-03-25 day weekday ; 2018-03-04 day stated
2018-03-26 | For a third Friday they marched, with 1995 tents and 2015 pans. |
# what stands behind months and weekends; long counts
2018-03-26 | All through [February] it snowed. | 2018-02-01..2018-02-28 month stated
2018-03-26 | [May] and [June] were dry, but [June 2017] was not. | 2017-05-01..2017-05-31 month stated ; 2017-06-01..2017-06-30 month stated ; 2017-06-01..2017-06-30 month stated
2018-03-26 | In [May], [June] and [July 2017] it was dry. | 2017-05-01..2017-05-31 month stated ; 2017-06-01..2017-06-30 month stated ; 2017-07-01..2017-07-31 month stated
2018-03-26 | The well was dug [1,200 days ago]. | 2014-12-12 day relative
2018-03-26 | The well was dug [two years and three months ago]. | 2015-12-01..2015-12-31 month relative
2018-03-26 | The well was dug [two years, three months and nine days ago]. | ? unknown unknown
2018-03-26 | The well was dug [two and a half years ago]. | 2015-09-01..2015-09-30 month relative
2018-03-26 | The well was dug [four years ago last month]. | 2014-02-01..2014-02-28 month relative
2018-03-26 | It hailed on [the weekend of March 17-18]. | 2018-03-17..2018-03-18 period stated
2018-03-26 | It hailed on [the weekend of March 10]. | 2018-03-10..2018-03-11 period stated
2018-03-26 | It hailed in [the week beginning March 7]. | 2018-03-07..2018-03-13 week stated
2018-03-26 | Sheet [06.03.2018-11.03.2018] is lost. | 2018-03-06..2018-03-11 period stated
2018-03-26 | On [March 12] it hailed; [the previous night] was mild. | 2018-03-12 day stated ; 2018-03-11..2018-03-12 part_of_day relative
# plans
2018-03-26 | Talks resume in Oslo on [Thursday]. | 2018-03-29 day weekday
2018-03-26 | The hearing has been moved to [Thursday]. | 2018-03-29 day weekday
2018-03-26 | The guild hopes for rain on [Thursday]. | 2018-03-29 day weekday
2018-03-26 | The guild called a vote for [Thursday]. | 2018-03-29 day weekday
2018-03-26 | The guild expects 40 carts on [Thursday]. | 2018-03-29 day weekday
2018-03-26 | Ahead of [Thursday]'s vote, guards moved in. | 2018-03-29 day weekday
2018-03-26 | Following [Saturday]'s storm, guards moved in. | 2018-03-24 day weekday
2018-03-26 | Fires raged until [Saturday]. | 2018-03-24 day weekday
2018-03-26 | The pass, opened in [May 2016], was to be shut on [April 10]. | 2016-05-01..2016-05-31 month stated ; 2018-04-10 day stated
2018-03-26 | The storm may end [next month]. | 2018-04-01..2018-04-30 month relative
2018-03-26 | The storm will pass [within days]. | 2018-03-26..2018-04-02 period relative
2018-03-26 | The storm passed within two days. |
2018-03-26 | It stormed for the seventh night on [Sunday], near Camp 30 June. | 2018-03-25 day weekday
2018-03-26 | هبت العاصفة في [3 آذار] و[5 آذار]. | 2018-03-03 day stated ; 2018-03-05 day stated
# plans that are over, and those that are not; 2018-03-24 is a Saturday
2018-03-24 | A ferry that was due on [Thursday] docked only on [Friday morning]. | 2018-03-22 day weekday ; 2018-03-23 part_of_day weekday
2018-03-24 | Lorries due on [Wednesday] never came. | 2018-03-21 day weekday
2018-03-24 | The fair planned for [Wednesday] did not take place. | 2018-03-21 day weekday
2018-03-24 | The fair, at first planned for [Wednesday], began on [Thursday]. | 2018-03-21 day weekday ; 2018-03-22 day weekday
2018-03-24 | The ferry was to sail on [Thursday] but was held up. | 2018-03-22 day weekday
2018-03-24 | The lull due to start on [Friday] never began. | 2018-03-23 day weekday
2018-03-24 | Envoys due to meet on [Monday] arrived in Oslo on [Friday]. | 2018-03-26 day weekday ; 2018-03-23 day weekday
2018-03-24 | A ferry is due on [Thursday]. | 2018-03-29 day weekday
2018-03-24 | The fair planned for [Monday] was called off. | 2018-03-26 day weekday
2018-03-24 | Clerks said ferries would sail on [Thursday] but did not say from where. | 2018-03-29 day weekday
2018-03-20 | The pact reached on [Tuesday] calls for the first ferries to sail on [Wednesday]. | 2018-03-20 day weekday ; 2018-03-21 day weekday
2018-03-20 | It is a deal for the ill to be moved on [Thursday]. | 2018-03-22 day weekday
2018-03-20 | It took hours for the last ferries to sail on [Thursday]. | 2018-03-15 day weekday
2018-03-24 | The strike enters its tenth day on [Monday]. | 2018-03-26 day weekday
2018-03-24 | It snowed on [Christmas Day 2016], and not [since New Year's Day]. | 2016-12-25 day stated ; 2018-01-01..2018-03-24 period stated
2018-03-24 | An attempt to leave on [Thursday] failed. | 2018-03-22 day weekday
2018-03-24 | An attempt to leave on [Sunday] is planned. | 2018-03-25 day weekday
2018-03-24 | Ferries able to leave on [Friday] took the ill; those to leave on [Sunday] are full. | 2018-03-23 day weekday ; 2018-03-25 day weekday
2018-03-24 | The last to leave on [Thursday] were nurses. | 2018-03-22 day weekday
2018-03-24 | The ferries could not sail on [Friday]. | 2018-03-23 day weekday
2018-03-24 | They said that they could not sail until [Monday]. | 2018-03-26 day weekday
2018-03-24 | Nurses refused to leave on [Friday]. | 2018-03-23 day weekday
2018-03-24 | The guild vowed to stay and on [Thursday] took over the mill. | 2018-03-22 day weekday
2018-03-24 | The guild will sail on [Monday] and on [Tuesday], clerks said. | 2018-03-26 day weekday ; 2018-03-27 day weekday
2018-03-24 | Clerks said [Sunday] would be the last day. | 2018-03-25 day weekday
2018-03-24 | Guests were told to come on [Thursday], but no ferry came. | 2018-03-22 day weekday
2018-03-24 | They were about to sail when bells rang out on [Friday]. | 2018-03-23 day weekday
# later than what
2018-03-24 | The ruling of [2 May 2017] came [22 years later]. | 2017-05-02 day stated ; ? unknown unknown
2018-03-24 | The court sat on [Sunday] and will sit again [nine days later]. | 2018-03-18 day weekday ; 2018-03-27 day relative
2018-03-24 | It snowed on [9] or [10 March], they say. | 2018-03-09 day stated ; 2018-03-10 day stated
# what comes back tells no day
2018-03-20 | Every year on 18 April crowds walk to the well. |
2018-03-20 | The town lights lamps on 18 April each year, and every 2 May. |
2018-03-20 | Ferries sail each Monday and Thursday. |
2018-03-20 | Ferries sailed on [Monday] and [Thursday] each way. | 2018-03-19 day weekday ; 2018-03-15 day weekday
# parts of months and years that are not counted in days
2018-03-20 | The well has been dry [since the first days of March]. | 2018-03-01..2018-03-20 period stated
2018-03-20 | The well ran dry in the [last weeks of May last year]. | 2017-05-01..2017-05-31 month stated
2018-03-20 | The well has been dry [since the spring of last year]. | 2017-03-01..2018-03-20 period relative
2018-03-20 | The well ran dry in the [autumn of that year]. | ? unknown unknown
# Arabic
2024-09-25 | وصلت القافلة [أول من أمس]. | 2024-09-23 day relative
2024-09-25 | جرح ستة خلال [الـ48 ساعة الماضية]. | 2024-09-23..2024-09-25 period relative
2024-09-25 | جرح ستة [منذ بداية الشهر]. | 2024-09-01..2024-09-25 period relative
2024-09-25 | جرح ستة في [نهاية آب]. | 2024-08-01..2024-08-31 month stated
2024-09-25 | جرح ستة في [تموز يوليو 2006]. | 2006-07-01..2006-07-31 month stated
2024-09-25 | هبت العاصفة في [السادس والعشرين من آب]. | 2024-08-26 day stated
2024-09-25 | هبت العاصفة في [الأول من شهر أيلول 2023]. | 2023-09-01 day stated
2024-09-25 | هبت العاصفة في النصف الأول من أيلول. |
2024-09-25 | هبت العاصفة في [تشرين الأول أكتوبر 2016]. | 2016-10-01..2016-10-31 month stated
2024-09-25 | المعبر مغلق [منذ مايو من العام الماضي]. | 2023-05-01..2024-09-25 period stated
2024-09-25 | هبت العاصفة في [10 مايو من العام الماضي]. | 2023-05-10 day stated
2024-09-25 | هبت العاصفة [يوم السبت 21 أيلول]. | 2024-09-21 day stated
2024-09-25 | ستصل القافلة [يوم الجمعة]. | 2024-09-27 day weekday
2024-09-25 | سيتم نقلهم [يوم الجمعة]. | 2024-09-27 day weekday
2024-09-25 | جرح ستمئة شخص [يوم الجمعة] في سنجار. | 2024-09-20 day weekday
2024-09-25 | أغلق المعبر [من الاثنين إلى الأربعاء]. | 2024-09-23..2024-09-25 period weekday
"""
CASES = [line for line in KINDS.strip().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("line", CASES, ids=[line[:90] for line in CASES])
def test_kind(line: str) -> None:
    published, marked, told = (part.strip() for part in line.split(" |"))
    text, places = read_marked(marked)
    wanted = [words.strip() for words in told.split(" ; ")] if told else []
    assert len(wanted) == len(places), f"mend the list: {marked}"
    found = find_dates(text, published)
    assert [_shown(span) for span in found] == wanted, found
    assert [(span.start, span.end) for span in found] == [tuple(place) for place in places]


def _shown(span) -> str:
    if span.date_from is None:
        return f"? {span.precision} {span.basis}"
    last = span.date_to - dt.timedelta(days=1)
    days = str(span.date_from) if last == span.date_from else f"{span.date_from}..{last}"
    return f"{days} {span.precision} {span.basis}"
