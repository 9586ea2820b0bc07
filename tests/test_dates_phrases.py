"""Dates: a list of phrases by day of publication, each with the days that it means, and the field cases' kinds."""

from __future__ import annotations

import datetime as dt

import pytest
from marked_spans import read_marked

from geo_ghouta.dates import DateSpan, find_dates

# A line: day of publication | text, every date phrase in square brackets | its days, first..last, in the same order.
# "?" is unknown; one day stands alone. 2018-03-22 is a Thursday, 2018-03-26 a Monday, 2017-05-14 a Sunday.
PHRASES = """
# bare weekdays
2018-03-22 | The first buses left [Thursday]. | 2018-03-22
2018-03-22 | The first buses left on [Wednesday]. | 2018-03-21
2018-03-22 | The first buses left on [Friday], the office said. | 2018-03-16
2018-03-22 | Shelling killed nine on [Monday]. | 2018-03-19
2018-03-25 | Shelling killed nine on [Sunday]. | 2018-03-25
2018-03-26 | Shelling killed nine on [Sunday]. | 2018-03-25
2018-03-26 | Shelling killed nine on [Tuesday]. | 2018-03-20
2018-01-03 | Two buses left the valley on [Sunday]. | 2017-12-31
2018-01-01 | It was quiet on [Saturday]. | 2017-12-30
2016-02-29 | It was quiet on [Monday]. | 2016-02-29
2016-03-01 | It was quiet on [Monday]. | 2016-02-29
2018-03-22 | [Thursday's] strikes hit a market. | 2018-03-22
2018-03-26 | The talks opened [Friday] in the old town. | 2018-03-23
2018-03-26 | MONITOR: SHELLS FELL ON [SATURDAY] | 2018-03-24
2018-03-22 | The raids resumed [Tues]. and went on. | 2018-03-20
# nights, weeks and days told in other ways
2018-03-21 | Shells fell on the quarter [the night before last]. | 2018-03-19
2018-03-21 | It was the worst night in [the week of March 5]. | 2018-03-05..2018-03-11
2018-03-21 | No lorry came in [the week of 7 March 2018]. | 2018-03-05..2018-03-11
2018-03-21 | The bridge was blown up on [12/13 March]. | 2018-03-12..2018-03-13
2018-03-21 | The bridge was blown up on [March 12/13, 2018]. | 2018-03-12..2018-03-13
2018-03-21 | [Mon]. and [Tues]. were quiet. | 2018-03-19 ; 2018-03-20
2018-03-21 | They sat and Sun rose in Sun city. |
2018-03-21 | Three fourths, 3/4 of the town, are gone. |
2018-03-21 | A [Thursday] deadline passed without a deal. | 2018-03-15
2018-03-21 | They must leave before the [Thursday] deadline. | 2018-03-22
# what is named by its day, what may have been, spans that end with a day
2018-03-22 | He may have died on [March 17], his family fears. | 2018-03-17
2018-03-22 | They might have fled on [Friday]. | 2018-03-16
2018-03-22 | They might leave on [March 25]. | 2018-03-25
2018-03-22 | Families hope to leave before [Friday's] truce. | 2018-03-23
2018-03-22 | Families are buying bread before [Friday's] truce. | 2018-03-23
2018-03-22 | Families bought bread before [Friday's] truce. | 2018-03-16
2020-11-12 | The ministry will send troops under [Tuesday's] accord. | 2020-11-10
2018-03-22 | Nine were killed [in the previous 24 hours]. | 2018-03-21..2018-03-22
2018-03-26 | The office said on [Sunday] that nine had died [in the previous 24 hours]. | 2018-03-25 ; 2018-03-24..2018-03-25
2018-03-22 | Nine were killed in [the week to March 20]. | 2018-03-14..2018-03-20
2018-03-22 | Nine were killed in [the week ending Tuesday]. | 2018-03-14..2018-03-20
2018-03-22 | Troops moved in [last week], rested at [the weekend] and struck on [Monday]. | 2018-03-12..2018-03-18 ; 2018-03-17..2018-03-18 ; 2018-03-19
# future verbs
2018-03-22 | The last group will leave on [Friday]. | 2018-03-23
2018-03-22 | The last group is expected to leave on [Saturday]. | 2018-03-24
2018-03-22 | The rest are due to be bused out [Sunday]. | 2018-03-25
2018-03-22 | The wounded will be evacuated on [Monday]. | 2018-03-26
2018-03-22 | They must hand over their arms by [Friday]. | 2018-03-23
2018-03-22 | A second convoy is scheduled for [Tuesday]. | 2018-03-27
2018-03-22 | Both sides are to meet again on [Sunday]. | 2018-03-25
2018-03-22 | The fighters have until [Saturday] to leave. | 2018-03-24
2018-03-22 | On [Friday], the remaining families will board. | 2018-03-23
2018-03-22 | On [Friday], the remaining families boarded. | 2018-03-16
2018-03-22 | The group said on [Tuesday] it will leave on [Saturday]. | 2018-03-20 ; 2018-03-24
2018-03-22 | Fighters will leave on [Friday], a commander said on [Wednesday]. | 2018-03-23 ; 2018-03-21
2018-03-26 | They will go to a district that was captured on [Friday]. | 2018-03-23
2018-03-22 | More evacuations were expected on [Thursday]. | 2018-03-22
2018-03-22 | The truce, agreed on [Tuesday], will begin on [Friday]. | 2018-03-20 ; 2018-03-23
2018-03-22 | The vote could take place [Sunday]. | 2018-03-25
2018-03-22 | The army had been due to enter on [Tuesday]. | 2018-03-20
2018-03-22 | They began to leave the town on [Wednesday]. | 2018-03-21
2018-03-26 | A [Wednesday] deadline has been set for the pullout. | 2018-03-28
2018-03-22 | Families plan to return on [Sunday]. | 2018-03-25
2018-03-22 | More go on [Monday]. | 2018-03-26
2018-03-22 | He would be released on [Friday], his lawyer said. | 2018-03-23
2018-03-22 | The first group left at [dawn on Thursday] and a second is expected [Friday]. | 2018-03-22 ; 2018-03-23
2023-10-13 | The army told residents to leave by [Saturday]. | 2023-10-14
2018-03-22 | He said on [Monday] that a convoy would leave [Wednesday]. | 2018-03-19 ; 2018-03-21
2018-03-22 | By [Wednesday], all had left. | 2018-03-21
2018-03-22 | They had all left by [Wednesday]. | 2018-03-21
2018-03-22 | Soldiers wave from a van as they leave the town on [Wednesday]. | 2018-03-21
2018-03-22 | Soldiers wave as they are driving through the town on [Wednesday]. | 2018-03-21
2018-03-22 | They are leaving on [Friday]. | 2018-03-23
2018-03-22 | In [May], Mrs May spoke. | 2017-05-01..2017-05-31
2018-03-22 | UN says aid to reach town [Friday]. | 2018-03-23
2018-03-22 | Army to enter town on [Saturday]: state TV. | 2018-03-24
2018-03-22 | The truce takes effect [Saturday]. | 2018-03-24
2018-03-22 | More departures were expected on [Saturday]. | 2018-03-24
2018-03-22 | A second group was due to leave on [Friday]. | 2018-03-23
2018-03-22 | The convoy was postponed to [Sunday]. | 2018-03-25
2018-03-22 | He said he would not go, in an interview on [Wednesday]. | 2018-03-21
2018-03-22 | The commander, killed on [Tuesday], will be buried on [Friday]. | 2018-03-20 ; 2018-03-23
2018-03-22 | The buses that will take them away arrived on [Tuesday]. | 2018-03-20
2018-03-22 | The group will not go, its spokesman told reporters on [Tuesday]. | 2018-03-20
2018-03-22 | Talks resumed [Saturday] in the capital. | 2018-03-17
2018-03-22 | Talks resume [Saturday] in the capital. | 2018-03-24
2018-03-19 | [From Monday to Wednesday] no lorry came. | 2018-03-12..2018-03-14
2018-03-23 | Some 600 went [between Friday and Sunday]. | 2018-03-16..2018-03-18
2018-03-19 | [From Monday to Wednesday] buses will come. | 2018-03-19..2018-03-21
2018-03-26 | The road was shut [from Feb. 28, 2018, to March 3, 2018]. | 2018-02-28..2018-03-03
2018-03-26 | It was shut on [Feb. 28, 2018], and [March 3, 2018], the mayor said. | 2018-02-28 ; 2018-03-03
2018-03-22 | Both sides agreed on [Wednesday] to meet again on [Monday]. | 2018-03-21 ; 2018-03-26
2018-03-19 | Both sides agreed on [Wednesday] to meet again on [Monday]. | 2018-03-14 ; 2018-03-19
2018-03-22 | They pledged on [Monday] to let lorries in by [Friday]. | 2018-03-19 ; 2018-03-23
2018-03-22 | A ceasefire [from Thursday to Saturday] was announced. | 2018-03-22..2018-03-24
2018-03-22 | The convoy was supposed to leave on [Wednesday] but did not. | 2018-03-21
2018-03-20 | The agency expects another 70 patients to be moved on [Wednesday]. | 2018-03-21
2018-03-20 | It expects that no lorry was moved on [Wednesday]. | 2018-03-14
2018-03-24 | We were told that 200 patients would be moved on [Friday], but only 43 were. | 2018-03-23
2018-03-24 | We were told that 200 patients would be moved on [Friday]. | 2018-03-30
2018-03-24 | They said 200 would leave on [Friday], but it was not clear how. | 2018-03-30
# last, next, this, following
2018-03-22 | [Last Thursday] a group left. | 2018-03-15
2018-03-22 | [Last Friday] a group left. | 2018-03-16
2018-03-26 | It fell [last Sunday]. | 2018-03-25
2018-03-26 | It fell [last Monday]. | 2018-03-19
2018-03-22 | The rest go [next Monday]. | 2018-03-26
2018-03-22 | The rest go [next Thursday]. | 2018-03-29
2018-03-22 | They gather [this Saturday]. | 2018-03-24
2018-03-22 | It came [this past Tuesday]. | 2018-03-20
2018-03-22 | It starts [this coming Tuesday]. | 2018-03-27
2018-03-22 | It fell on [Thursday last week]. | 2018-03-15
2018-03-22 | It fell on [Monday last week]. | 2018-03-12
2018-03-25 | It fell on [Sunday last week]. | 2018-03-18
2018-03-22 | It reopens on [Tuesday next week]. | 2018-03-27
2018-03-26 | On [March 12] the siege was tightened; the army entered [the following Thursday]. | 2018-03-12 ; 2018-03-15
2018-03-22 | Every Friday they marched for bread.  |
2018-03-22 | It happened on [Tuesday of this week]. | 2018-03-20
# part of day
2018-03-26 | The convoy left [late on Sunday]. | 2018-03-25
2018-03-26 | The convoy left [late Sunday]. | 2018-03-25
2018-03-26 | It crossed [early on Monday]. | 2018-03-26
2018-03-22 | A deal was reached on [Wednesday night]. | 2018-03-21
2018-03-22 | A deal was reached on [Thursday morning]. | 2018-03-22
2018-03-22 | The buses lined up on the [evening of Tuesday]. | 2018-03-20
2018-03-22 | Raids hit the town [overnight]. | 2018-03-21..2018-03-22
2018-03-22 | Raids hit the town [overnight on Tuesday]. | 2018-03-20..2018-03-21
2018-03-22 | Raids hit the town [overnight into Thursday]. | 2018-03-21..2018-03-22
2018-03-22 | Raids hit the town [last night]. | 2018-03-21
2018-03-22 | Aid entered [this morning]. | 2018-03-22
2018-03-22 | Aid entered [yesterday evening]. | 2018-03-21
2018-03-22 | A curfew begins [tonight]. | 2018-03-22
2018-03-26 | They crossed [Monday afternoon] and waited. | 2018-03-26
2018-03-22 | At dawn on [Wednesday] the guns fell silent. | 2018-03-21
2018-03-22 | At 10:30 on [Wednesday] the guns fell silent. | 2018-03-21
# today, yesterday, tomorrow
2018-03-22 | The road was opened [today]. | 2018-03-22
2018-03-22 | The road was opened [yesterday]. | 2018-03-21
2018-03-22 | The road will be opened [tomorrow]. | 2018-03-23
2018-01-01 | The road was opened [yesterday]. | 2017-12-31
2018-03-22 | The road was shut [the day before yesterday]. | 2018-03-20
2018-03-22 | It opens [the day after tomorrow]. | 2018-03-24
2018-03-22 | [Earlier today] the road was opened. | 2018-03-22
# weeks, months, years
2018-03-22 | A deal was struck [last week]. | 2018-03-12..2018-03-18
2018-03-26 | A deal was struck [last week]. | 2018-03-19..2018-03-25
2018-03-25 | A deal was struck [last week]. | 2018-03-12..2018-03-18
2018-03-22 | Two groups left [this week]. | 2018-03-19..2018-03-25
2018-03-22 | Two more leave [next week]. | 2018-03-26..2018-04-01
2017-05-14 | Similar deals came [earlier this week]. | 2017-05-08..2017-05-14
2018-03-22 | Similar deals came [earlier this week]. | 2018-03-19..2018-03-22
2018-03-22 | The town was cut off [last month]. | 2018-02-01..2018-02-28
2018-01-05 | The town was cut off [last month]. | 2017-12-01..2017-12-31
2018-03-22 | The town was cut off [last year]. | 2017-01-01..2017-12-31
2018-03-22 | It was shelled [earlier this month]. | 2018-03-01..2018-03-22
2018-03-22 | It was shelled [earlier this year]. | 2018-01-01..2018-03-22
2018-03-22 | The worst fighting [this year] emptied it. | 2018-01-01..2018-12-31
2018-03-22 | It was the worst [this month]. | 2018-03-01..2018-03-31
2018-03-22 | They will vote [next month]. | 2018-04-01..2018-04-30
2018-12-30 | They will vote [next year]. | 2019-01-01..2019-12-31
2018-03-26 | They fought over [the weekend]. | 2018-03-24..2018-03-25
2018-03-22 | They fought [last weekend]. | 2018-03-17..2018-03-18
2018-03-22 | They will rest [this weekend]. | 2018-03-24..2018-03-25
# ago
2018-03-22 | The post fell [three days ago]. | 2018-03-19
2018-03-02 | The post fell [two days ago]. | 2018-02-28
2018-03-22 | The post fell [a day ago]. | 2018-03-21
2018-03-22 | The post fell [one month ago]. | 2018-02-01..2018-02-28
2018-03-22 | The post fell [a month ago]. | 2018-02-01..2018-02-28
2018-03-26 | He himself was bused out [10 months ago]. | 2017-05-01..2017-05-31
2018-03-22 | It began [two years ago]. | 2016-01-01..2016-12-31
2018-03-22 | It began [a week ago]. | 2018-03-12..2018-03-18
2018-03-22 | It began [two weeks ago]. | 2018-03-05..2018-03-11
2018-03-26 | [Five weeks since] the assault opened, little is left. | 2018-02-19..2018-02-25
2018-03-22 | It began [more than six years ago]. | 2012-01-01..2012-12-31
2018-03-31 | It began [a month ago]. | 2018-02-01..2018-02-28
# since, periods
2018-03-22 | Some 400 have left [since Wednesday]. | 2018-03-21..2018-03-22
2018-03-22 | Some 400 have left [since Thursday]. | 2018-03-22
2018-03-22 | Some 400 have left [since February 18]. | 2018-02-18..2018-03-22
2018-03-22 | It has been ringed [since 2013]. | 2013-01-01..2018-03-22
2018-03-22 | It has been ringed [since April 2013]. | 2013-04-01..2018-03-22
2018-03-22 | It has been shelled [since last week]. | 2018-03-12..2018-03-22
2018-03-22 | It has been shelled [since yesterday]. | 2018-03-21..2018-03-22
2018-03-22 | It has been shelled [since late Tuesday]. | 2018-03-20..2018-03-22
2018-03-22 | Families spent [the last three months] in cellars. | 2017-12-22..2018-03-22
2018-03-22 | Nine were killed [in the past 24 hours]. | 2018-03-21..2018-03-22
2018-03-22 | Nine were killed [over the past week]. | 2018-03-15..2018-03-22
2018-03-22 | Thousands fled [in recent days]. | 2018-03-15..2018-03-22
2018-03-22 | Thousands fled [in recent weeks]. | 2018-02-22..2018-03-22
2018-03-22 | More will go [in the coming days]. | 2018-03-22..2018-03-29
2018-03-22 | More will go [in the next 48 hours]. | 2018-03-22..2018-03-24
2018-03-22 | They will go [in two days]. | 2018-03-24
2018-03-22 | They took the town in two days. |
2018-03-22 | It will be over by [the end of the month]. | 2018-03-01..2018-03-31
2018-03-22 | Rockets fell [two nights ago]. | 2018-03-20
2018-03-22 | It has been calm [since the weekend]. | 2018-03-17..2018-03-22
2018-03-22 | It has been ringed [since the summer of 2013]. | 2013-06-01..2018-03-22
2018-03-22 | It has been ringed [since the 18th]. | 2018-03-18..2018-03-22
2018-03-22 | It has been shelled [since last night]. | 2018-03-21..2018-03-22
2018-03-22 | Nine died [in the last week]. | 2018-03-15..2018-03-22
# counting from the date before
2018-03-26 | They left [late on Sunday] and got there [the following day]. | 2018-03-25 ; 2018-03-26
2018-03-26 | They left on [March 12]; [three days later] the town fell. | 2018-03-12 ; 2018-03-15
2018-03-26 | It fell on [March 12]. [A day earlier] talks had failed. | 2018-03-12 ; 2018-03-11
2018-03-26 | It fell on [Friday]; [the next day] buses came. | 2018-03-23 ; 2018-03-24
2018-03-26 | It fell on [Friday]. Talks had failed [the day before]. | 2018-03-23 ; 2018-03-22
2018-03-26 | It fell on [February 28]; [the following day] buses came. | 2018-02-28 ; 2018-03-01
2018-03-26 | Buses came [the following day]. | ?
# absolute
2018-03-22 | The push began on [Feb. 18]. | 2018-02-18
2018-03-22 | The push began on [February 18]. | 2018-02-18
2018-03-22 | The push began on [18 February]. | 2018-02-18
2018-03-22 | The push began on [18th of Feb]. | 2018-02-18
2018-03-22 | The push began on [the 18th of February]. | 2018-02-18
2018-03-22 | The push began on [February 18, 2018]. | 2018-02-18
2018-03-22 | The push began on [February 18th, 2017]. | 2017-02-18
2018-03-22 | The push began on [18 February 2018]. | 2018-02-18
2018-03-22 | The push began on [18 Feb 2018]. | 2018-02-18
2018-03-22 | The push began on [2018-02-18]. | 2018-02-18
2018-03-22 | The push began on [18/02/2018]. | 2018-02-18
2018-03-22 | The push began on [02/18/2018]. | 2018-02-18
2018-03-22 | The push began on [18.2.2018]. | 2018-02-18
2018-03-22 | The push began on [05/04/2018]. | ?
2018-03-22 | The push began on [04/04/2017]. | 2017-04-04
2018-03-22 | The push began on [Sunday, February 18]. | 2018-02-18
2018-03-22 | The push began on [Sunday 18 February 2018]. | 2018-02-18
2018-03-22 | [December 15] saw a lull. | 2017-12-15
2018-01-02 | It fell on [Dec. 31]. | 2017-12-31
2018-12-30 | They will vote on [January 5]. | 2019-01-05
2018-03-22 | They will vote on [April 5]. | 2018-04-05
2018-03-22 | They voted on [April 5]. | 2017-04-05
2018-03-22 | It closed on [March 22]. | 2018-03-22
2017-03-01 | It closed on [February 29]. | 2016-02-29
2018-03-22 | It closed on [May 1, 2017]. | 2017-05-01
2018-03-22 | BEIRUT, [March 22] (Agency) - Buses left at noon. | 2018-03-22
2018-03-25 | HOMS ([March 24, 2018]) - Buses left at noon. | 2018-03-24
2018-03-22 | It closed on [30 February 2018]. | ?
2018-03-22 | Stamp [2018-03-22T07:45:09+02:00] on the file. | 2018-03-22
2018-03-22 | They closed road 4. [March 21] was quiet. | 2018-03-21
2018-03-22 | It opened on [4. March 2018]. | 2018-03-04
# months and years
2018-03-22 | It began in [March 2011]. | 2011-03-01..2011-03-31
2018-03-22 | It began in [March]. | 2018-03-01..2018-03-31
2018-03-22 | It began in [December]. | 2017-12-01..2017-12-31
2018-03-22 | It began in [early March]. | 2018-03-01..2018-03-31
2018-03-22 | It fell in [late 2016]. | 2016-01-01..2016-12-31
2018-03-22 | It fell in [2016]. | 2016-01-01..2016-12-31
2018-03-22 | It fell [last December]. | 2017-12-01..2017-12-31
2018-03-22 | Talks that began in [May 2017] may resume. | 2017-05-01..2017-05-31
2018-03-22 | Talks that began in [May] may resume. | 2017-05-01..2017-05-31
2018-03-22 | The [February] offensive emptied it. | 2018-02-01..2018-02-28
2018-03-22 | A truce is due to start in [April]. | 2018-04-01..2018-04-30
2018-03-22 | The [2013] attack on the suburb is not forgotten. | 2013-01-01..2013-12-31
2018-03-22 | The [first week of March] was calm. | 2018-03-01..2018-03-07
2018-03-22 | It was calm in the [last week of February]. | 2018-02-22..2018-02-28
2018-03-22 | It opened on the [18th of last month]. | 2018-02-18
2018-03-22 | On the [20th], buses arrived. | 2018-03-20
2018-03-22 | It has been ringed [since mid-2017]. | 2017-01-01..2018-03-22
2018-03-22 | It opened in [March last year]. | 2017-03-01..2017-03-31
2018-03-22 | It opened on [5 May last year]. | 2017-05-05
2018-03-22 | It opened on [22-Mar-18]. | 2018-03-22
2018-03-22 | It opened [the week before last]. | 2018-03-05..2018-03-11
2018-03-22 | It opened on [Thursday the 15th]. | 2018-03-15
2018-03-22 | Guns fell silent on [Christmas Day]. | 2017-12-25
# ranges
2018-03-26 | It lasted [2018-03-18/2018-03-22]. | 2018-03-18..2018-03-22
2018-03-26 | It lasted [30 March-2 April 2017]. | 2017-03-30..2017-04-02
2018-03-26 | The [January-March 2018] count was high. | 2018-01-01..2018-03-31
2018-03-26 | [From mid-February until now] it was shelled. | 2018-02-01..2018-03-26
2018-03-26 | [Between 18 and 22 March] seven convoys left. | 2018-03-18..2018-03-22
2018-03-26 | [From Friday to Sunday] seven convoys left. | 2018-03-23..2018-03-25
2018-03-26 | Seven convoys left on [March 18-22]. | 2018-03-18..2018-03-22
2018-03-26 | Seven convoys left on [18–22 March 2018]. | 2018-03-18..2018-03-22
2018-04-03 | Seven convoys left [from March 28 to April 2]. | 2018-03-28..2018-04-02
2018-04-03 | Seven convoys left [between February 18 and March 22, 2018]. | 2018-02-18..2018-03-22
2018-03-26 | It was ringed [from 2013 to 2018]. | 2013-01-01..2018-12-31
2018-03-26 | It was ringed [between March and May 2017]. | 2017-03-01..2017-05-31
2018-01-04 | It rained shells [from December 28 to January 2]. | 2017-12-28..2018-01-02
2018-03-26 | They left on [Saturday] and [Sunday]. | 2018-03-24 ; 2018-03-25
2018-03-26 | They left on [March 18] and [19]. | 2018-03-18 ; 2018-03-19
# no publication day
- | They left on [Thursday]. | ?
- | They left on [February 18]. | ?
- | They left on [February 18, 2018]. | 2018-02-18
- | They left in [March 2018]. | 2018-03-01..2018-03-31
- | They left [last week]. | ?
- | They left [since Wednesday]. | ?
- | They left [yesterday]. | ?
# Arabic
2018-03-22 | غادرت الحافلات في [٢٢ آذار ٢٠١٨]. | 2018-03-22
2018-03-22 | غادرت الحافلات يوم [الخميس]. | 2018-03-22
2018-03-22 | غادرت الحافلات [يوم الأربعاء]. | 2018-03-21
2018-03-22 | غادرت الحافلات [أمس]. | 2018-03-21
2018-03-22 | غادرت الحافلات [اليوم]. | 2018-03-22
2018-03-22 | بدأت الحملة في [18 شباط]. | 2018-02-18
2018-03-22 | بدأت الحملة في [18 فبراير 2018]. | 2018-02-18
2018-03-22 | بدأت الحملة في [5 كانون 2 2018]. | 2018-01-05
2018-03-22 | بدأت الحملة في [كانون الأول 2016]. | 2016-12-01..2016-12-31
2018-03-22 | بدأت الحملة [الأسبوع الماضي]. | 2018-03-12..2018-03-18
2018-03-22 | نشر بتاريخ [2018-03-11] في الصحيفة. | 2018-03-11
2018-03-22 | وصلوا [مساء الأربعاء] إلى المدينة. | 2018-03-21
2018-03-22 | بدأت الحملة [منذ الثلاثاء]. | 2018-03-20..2018-03-22
2018-03-22 | بدأت الحملة [قبل ثلاثة أيام]. | 2018-03-19
2018-03-22 | يغادرون [الاثنين المقبل]. | 2018-03-26
2018-03-22 | يغادرون [غداً]. | 2018-03-23
2018-03-22 | قتل 40 شخصا [منذ بدء الهجوم في 18 شباط]. | 2018-02-18..2018-03-22
2018-03-22 | [ليل الأربعاء الخميس] سقطت قذيفة. | 2018-03-21..2018-03-22
2018-03-22 | احترقت سيارات كثيرة [الأربعاء]. | 2018-03-21
2018-03-22 | [The night before], six had died. | 2018-03-21..2018-03-22
# no dates
2018-03-22 | The town may not fall; it may march on. |
2018-03-22 | Julian Marsh of the front told Augustine to decide. |
2018-03-22 | Among 1,240 evacuees were 312 gunmen in 37 buses; 9 of 11 clinics shut; 15 percent is left. |
2018-03-22 | A six-year war and a half-decade siege took three months of talks. |
2018-03-22 | The man, 34, walked 10 km at 10:30 in the morning. |
2018-03-22 | Theresa May and a reporter of Russia Today sat in the sun. |
2018-03-22 | They shelled it 24/7 with 122mm guns, 3-1 against. |
2018-03-22 | Some 2000 people and 2016 families left. |
2018-03-22 | A second wave, the third of its kind, followed for two days. |
2018-03-22 | He sat down to wed; the mon was sat on. |
"""


def _cases() -> list[tuple[str, str, str, str]]:
    out = []
    for line in PHRASES.strip().splitlines():
        if line.startswith("#"):
            continue
        day, text, spans = (part.strip() for part in line.split("|"))
        out.append((line, "" if day == "-" else day, text, spans))
    return out


CASES = _cases()


def _wanted(marked: str, spans: str) -> tuple[str, list[tuple[int, int, str]]]:
    text, places = read_marked(marked)
    days = [s.strip() for s in spans.split(";")] if spans else []
    assert len(days) == len(places), f"mend the list: {marked}"
    return text, [(*p, d) for p, d in zip(places, days, strict=True)]


def _shown(span: DateSpan) -> str:
    if span.date_from is None or span.date_to is None:
        return "?"
    last = span.date_to - dt.timedelta(days=1)
    return str(span.date_from) if last == span.date_from else f"{span.date_from}..{last}"


def test_the_list_is_long_enough() -> None:
    assert len(CASES) >= 297


@pytest.mark.parametrize(("published", "marked", "spans"), [c[1:] for c in CASES], ids=[c[0][:90] for c in CASES])
def test_phrase(published: str, marked: str, spans: str) -> None:
    text, wanted = _wanted(marked, spans)
    found = find_dates(text, published or None)
    assert [_shown(f) for f in found] == [w[2] for w in wanted], found
    for span, (start, end, _) in zip(found, wanted, strict=True):
        # Words that only lead in ("more than", "يوم") may stand inside or outside the phrase.
        assert span.start <= start + 10, span
        assert span.end <= end, span
        assert span.end >= end - 3, span


# Kinds met in the field: one text, the phrases and days in order.
FIELD = [
    ("2018-03-22", "Fighters began to go from Harasta on Thursday.", ["2018-03-22"]),
    (
        "2018-03-26",
        "The column went late on Sunday, after a pact on Friday and a first group on Saturday; more go on Monday.",
        ["2018-03-25", "2018-03-23", "2018-03-24", "2018-03-26"],
    ),
    ("2018-01-03", "Two buses went on Sunday.", ["2017-12-31"]),
    ("2018-03-22", "Last Thursday one group went; the others go next Monday.", ["2018-03-15", "2018-03-26"]),
    ("2018-03-26", "It may not end so. Talks begun in May 2017 may resume.", ["2017-05-01..2017-05-31"]),
    ("2018-03-22", "Of 1,240 there were 312 with arms in 37 buses; 9 of 11 clinics shut; do they have a bar?", []),
    ("2018-03-22", "Julian Marsh and Augustine sat in the sun to decide.", []),
    ("2018-03-12", "نشر بتاريخ 2018-03-11 — Buses went on 2018-03-11.", ["2018-03-11", "2018-03-11"]),
    ("2018-03-22", "غادرت ٤٧ حافلة في ٢٢ آذار ٢٠١٨.", ["2018-03-22"]),
    ("2018-03-22", "Harasta,2018-03-22 07:45:09.500 Asia/Damascus", ["2018-03-22"]),
    ("2018-03-22", "from 2018-03-22T00:00:00+02:00 on", ["2018-03-22"]),
]


@pytest.mark.parametrize(("published", "text", "days"), FIELD)
def test_field_case(published: str, text: str, days: list[str]) -> None:
    assert [_shown(s) for s in find_dates(text, published)] == days
