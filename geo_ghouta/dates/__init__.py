"""Dates in news texts: a phrase and the day of publication make a half-open span of days, or "unknown"; never a guess.

Conventions (a test holds each of them):

* A bare weekday is the last such day up to and including publication; behind a verb that looks forward
  ("will", "is expected to", "by") it is the next one, publication included. "last Thursday" lies strictly
  before publication, "next Thursday" strictly after it; "Thursday last week" is that of the week before.
* "Feb. 18" without a year is the last such day up to publication, the next one behind a forward verb. It is also the
  next one within 60 days where no verb of the past places it ("the April 24 vote", "demanded a truce over Easter,
  April 24"): the other lies ten months back.
  A month alone is the whole month, a year the whole year; "early", "late" and the like go to ``part``
  and leave the days as they are.
* "last week" is Monday to Sunday before; "earlier this week" runs from Monday to publication.
* "since X" runs from X to publication. "a week (month, year) ago" is the whole week (month, year) that
  holds the day so far back; "three days ago" one day. "the last three months" and "the last week" run from
  that far back to publication; "recent days" are the 7 days before publication and that day, "recent weeks" a month,
  "recent months" a year; "coming days" likewise ahead.
* "overnight" spans both days, as "Sunday night and Monday morning" and "the night of 3-4 March" do;
  "last night" is the day before publication.
* "would leave on Friday" counts from the day named before it in its sentence ("said on Monday that ..."),
  else from publication. "in three days" is a date only behind a verb that looks forward.
  "a year ago today" and "a year to the day" are that one day, "a week ago on Tuesday" the Tuesday a week before the
  last one. "the three days to Sunday" end with it; "the 48 hours to Sunday" hold each day that they touch.
* "the following day", "a week later", "that day" count from the date before them in the text; what is finer than that
  date ("in May ... two days later") is unknown.
* "March 18, 19 and 20" are three days; "the Sunday market" and "the March 14 Alliance" are names and none.
* 22/03/2018 has one reading; 05/04/2018 has two and is unknown unless ``day_first`` says which.
  2018-03-11 is never reordered; 5.4.2018 is day first.
* Without a day of publication, only what states its year resolves; "since 2013" then has no end and is unknown.
* A weekday range that begins on the day of publication looks forward ("from Thursday to Saturday"); so does one that
  was agreed on or announced ("a truce from Friday to Sunday was agreed"), which may be under way at publication.
  "put off from Sunday to Tuesday" is the first Tuesday behind that Sunday.
"""

from __future__ import annotations

from geo_ghouta.dates.find import DateSpan, find_dates

__all__ = ["DateSpan", "find_dates"]
