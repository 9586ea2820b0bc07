"""Words by which captions, link blocks, bylines and boxes are known; every pattern is linear in its text."""

from __future__ import annotations

import re

_AGENCIES = (
    r"(?:AP|AFP|EPA|EPA-EFE|EFE|DPA|dpa|ANSA|UPI|PA|TASS|Tass|SANA|Sana|Xinhua|Reuters|REUTERS|Getty|Getty Images|Anadolu|"
    r"AA|Anadolu Agency|Associated Press|The Associated Press|Agence France-Presse|Shutterstock|Alamy|Bloomberg|NurPhoto|"
    r"Twitter|Facebook|Telegram|YouTube|ICRC|SARC|UNHCR|UNICEF|OCHA|WFP|رويترز|أ ف ب|أ\.ف\.ب|سانا|الأناضول)"
)
CREDIT_END = re.compile(
    rf"(?:[(\[](?:[^()\[\]]{{1,60}}?[/,:|] ?|via |Photo by |Picture: |Photo: |[\w.'’ -]{{1,40}} )?{_AGENCIES}"
    rf"(?:[/,|;] ?[^()\[\]]{{1,50}}| Photo| Images| via [^()\[\]]{{1,40}}| video| file| handout)?[)\]]"
    r"|[(\[](?:File photo|File|Photo|Handout|Courtesy|Supplied|Screengrab|Screenshot|Photo by|Picture by|Image credit|Courtesy of|Credit)"
    r"(?:[: ][^()\[\]]{1,60})?[)\]]"
    rf"|(?:Photograph|Photo|Picture|Image|Credit|Image credit|Photo credit): ?[^.:]{{1,60}}|(?: [|/–—] ?| / |/){_AGENCIES}(?:/[\w ]{{1,30}})?)\s{{0,4}}\Z",
)
"""A line that ends with a picture agency in brackets or a credit."""

CAPTION_START = re.compile(
    r"(?:\[?(?:Photo|Image|Picture|Caption|Video|File photo|FILE PHOTO|Image source|Image caption|Photograph|Foto|صورة|الصورة)\s?[:|]"
    r"|FILE\s?[-–—]|\(?FILES\)?\s?[-–—(])"
)
LINKS_HEAD = re.compile(
    r"(?:[*•>»▶#\-]{1,3} ?)?(?:\*\*)?(?:read (?:more|also|next|the full (?:story|report))|also read|see (?:also|more)|more (?:on this|stories|from|on|news|coverage)|"
    r"related(?: (?:articles?|stories|story|content|coverage|news|topics|links|posts?))?|most (?:read|popular|viewed)|"
    r"recommended(?: (?:for you|stories|articles|reading))?|you (?:may|might) (?:also )?(?:like|be interested in)|don[’']t miss|further reading|"
    r"in (?:pictures|photos|case you missed it)|watch(?: (?:more|also|now))?|listen(?: to more)?|editor[’']?s[’']? picks?|top stories|latest (?:news|stories)|"
    r"اقر[أا](?:وا)? (?:أيض[اًا]{1,2}|المزيد)|إقرأ أيضا|مواضيع ذات صلة|شاهد أيض[اًا]{1,2}|ذات صلة)"
    r"(?:\*\*)?(?=\s{0,3}(?:[:|–—»>\-.…]|\Z))\s{0,3}[:|–—»>\-…]{0,3}",
    re.IGNORECASE,
)
"""The head of a list of other stories: the words alone, or with a colon or dash behind them."""

LINKS_SURE = re.compile(
    r"(?:[*•>»▶#\-]{1,3} ?)?(?:\*\*)?(?:read (?:more|also|next)|also read|see also|related|watch|listen|recommended|اقر|شاهد|إقرأ|مواضيع)[^:|»]{0,25}[:|»]",
    re.IGNORECASE,
)
RULE = re.compile(r"(?:[_=*~—–\-•·#] ?){3,400}")
"""A line drawn with marks."""

BOILERPLATE = re.compile(
    r"(?:have your say|join the (?:discussion|conversation|debate)|(?:leave|post|write|add) (?:a|your) comment|what do you think\s?\?|(?:\d{1,6} )?comments?(?: \(?\d{1,6}\)?)?\s{0,3}\Z|"
    r"show comments|view comments|sign up (?:for|to|here|now)|subscribe (?:to|now|for|here)|get (?:the latest|our|breaking|all the latest) .{0,60}(?:inbox|newsletter|email|e-mail|alerts?)|"
    r"(?:our |the |daily |weekly |morning |free )?newsletter|share (?:this|on|via|your)\b|follow us\b|like us on|find us on|tweet\s{0,3}\Z|copy (?:the )?link|print(?: this)?(?: page| article| story)?\s{0,3}\Z|e-?mail this|"
    r"advertisement\b|sponsored(?: content)?\s{0,3}\Z|(?:story|article) continues below|support (?:our|independent) journalism|donate (?:now|today)\b|"
    r"we use cookies|this (?:site|website) uses cookies|accept (?:all )?cookies|skip to (?:main )?content|all rights reserved|copyright\b|©|\(c\) \d{4}|"
    r"click here (?:to|for)|download our app|terms (?:of use|and conditions)|privacy policy|log ?in to|register (?:to|for free)|loading\.{0,3}\s{0,3}\Z|"
    r"تابعونا|اشترك|جميع الحقوق محفوظة|شارك (?:على|هذا|المقال)|حقوق النشر|أضف تعليق|التعليقات)",
    re.IGNORECASE,
)
RIGHTS = re.compile(
    r"all rights reserved|جميع الحقوق محفوظة|may not be (?:reproduced|published|redistributed)", re.IGNORECASE
)

_NAME = r"(?:[A-Z][\w.'’\-]{0,25}|and|in|for|of|de|bin|ibn|the|al|el|von|van|&|,)"
BYLINE = re.compile(
    r"\(?(?:(?:by|from|written by|reported by|words by|compiled by)\s(?i:staff and agencies|staff writers?|our correspondent|agencies)\b"
    r"|(?:(?:[Ff]rom|[Bb]y|BY|FROM)\s{1,3}|(?:[Ww]ritten by|[Rr]eported by|[Ww]ords by|[Cc]ompiled by):?\s{1,3}))"
    rf"?(?:(?<=\s){_NAME}(?:\s?,?\s{_NAME}){{0,12}}\s{{0,3}}\)?\Z|(?<=agencies)\s{{0,3}}\Z|(?<=correspondent)\s{{0,3}}\Z|(?<=writers)\s{{0,3}}\Z|(?<=writer)\s{{0,3}}\Z)"
    r"|\(?(?:Additional r|R)eporting (?:and writing |and editing )?by\b.{0,150}\Z|\(?(?:Writing|Editing|Edited) by\b.{0,150}\Z"
    r"|(?:بقلم|كتب|كتبت|تحرير|إعداد)\s?[:|].{1,80}\Z"
)
NO_BYLINE = re.compile(
    r"\(?(?:by|from) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\(?(?:by|from) (?:january|february|march|april|may|june|july|august|"
    r"september|october|november|december)\b|\(?(?:by|from) (?:the|then|now) ",
    re.IGNORECASE,
)
HEADING = re.compile(r"#{1,6} \S")
LIST_ITEM = re.compile(r"[-*•·–—\d]")

_CITY = r"[A-Z][A-Z'’.\-]{1,20}(?: [A-Z][A-Z'’.\-]{1,20}){0,3}"
_PLACE = r"(?:[A-Z\u00c0-\u00de\u0620-\u064a][\w'’.\-]{1,20})(?: [\w'’.\-]{1,20}){0,3}"
_DAY = r"[A-Z][a-z]{2,8}\.? \d{1,2}|\d{1,2} [A-Z][a-z]{2,8}\.?|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?"
_DASH = r"(?: ?[—–]| --?-?| ?--)(?= |[A-Z\"“\u0620-\u064a])"
DATELINE = re.compile(
    rf"(?P<line>(?:{_CITY}(?:[,/] ?{_PLACE}){{0,2}}(?:, (?:{_DAY})(?:,? \d{{4}})?)? ?(?:\([^()]{{1,40}}\))?{_DASH}"
    rf"|{_PLACE}(?:[,/] ?{_PLACE}){{0,2}}(?:, (?:{_DAY})(?:,? \d{{4}})?)? ?\([^()]{{1,40}}\)(?:{_DASH}|:)"
    rf"|{_PLACE}(?:, {_PLACE}){{0,2}}, (?:{_DAY})(?:,? \d{{4}})?{_DASH}"
    rf"|\([^()]{{1,40}}\) ?{_DASH}"
    r"|(?:DAMASCUS|BEIRUT|AMMAN|[A-Z]{4,20}): ))"
)
"""City in capitals, or any city with an agency in brackets or a day, up to its dash."""
