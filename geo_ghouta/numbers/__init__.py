"""Numbers in news texts: counts with their bounds, qualifier and unit; nothing that is no count.

Conventions (a test holds each of them):

* An exact count has value = low = high. "more than N", "at least N" carry value N and low N; "nearly N", "close
  to N", "up to N", "no more than N" value N and high N; "about N" value N and no bounds; a range ("30 to 40",
  "between X and Y") low and high, no value, qualifier "about". Vague words have low, high and no value: dozens
  24-99, scores 40-99, hundreds 200-999, thousands 2,000-9,999, tens of thousands 20,000-99,999, hundreds of
  thousands 200,000-999,999, millions 2,000,000-9,999,999.
* Shares are unit "percent": 20%, "20 per cent", "a third of", "half the city" (50), "one in five" (20),
  "2/3 of the valley", "all but 5 per cent" (95).
* Units follow the noun: soldiers, gunmen and troops are fighters; detainees and hostages prisoners; islands
  and enclaves pockets; residents, women, children and the wounded people; families, vans, towns and clinics
  other. "fighters and their families" are people. Square miles and hectares are turned into km2.
* A number without a noun takes the unit of the number that it is a part of ("413 of the 1,580"), and else is
  people: that is what bare numbers count in reports of sieges.
* ``part_of`` points at the whole: "413 of the 1,580", "among the 1,240 were 312 gunmen", "90 of them",
  "including 80 wounded", and figures that add up to the one before them; "all but 200 of
  the 3,000" are 2,800. ``cumulative`` tells that the clause speaks of a total ("so far", "since Sunday").
* "one" counts only before a noun in the singular or a counted whole. "A couple of" is about two, "a pair of" two.
* Nothing is no count: "none of the 12" and "not one bus" tell no number but the 12. Words without a size ("several",
  "a few", "a handful") count only before one that has it ("several hundred").
* ``start`` and ``end`` hold the number, the words that soften it and its per cent sign or "per cent"; a noun, square
  kilometres and the "of" behind "dozens" or "a pair" stand outside.
* "1.580" is a thousand only before people, buses and the like, which cannot be fractions.
* Ages, durations, ordinals, dates, clock times, lengths, money, calibres, coordinates, telephone numbers,
  list numbers and numbered names ("Resolution 12") are left out.
"""

from __future__ import annotations

from geo_ghouta.numbers.find import find_numbers
from geo_ghouta.numbers.spans import NumberSpan

__all__ = ["NumberSpan", "find_numbers"]
