"""Words by which captions, link blocks, bylines and boxes are known; every pattern is linear in its text."""

from __future__ import annotations

import re


def _any(*words: str) -> str:
    return "(?:" + "|".join(words) + ")"


_AGENCIES = _any(
    "AP", "AFP", "EPA", "EPA-EFE", "EFE", "DPA", "dpa", "ANSA", "UPI", "PA", "TASS", "Tass", "SANA", "Sana", "Xinhua",
    "Reuters", "REUTERS", "Getty", "Getty Images", "Anadolu", "AA", "Anadolu Agency", "Associated Press",
    "The Associated Press", "Agence France-Presse", "Shutterstock", "Alamy", "Bloomberg", "NurPhoto", "Twitter",
    "Facebook", "Telegram", "YouTube", "ICRC", "SARC", "UNHCR", "UNICEF", "OCHA", "WFP",
    "رويترز", "أ ف ب", r"أ\.ف\.ب", "سانا", "الأناضول",
)  # fmt: skip
_IN_BRACKETS = r"[^()\[\]]"
_PICTURE = _any("File photo", "File", "Photo", "Handout", "Courtesy", "Supplied", "Screengrab", "Screenshot",
                "Photo by", "Picture by", "Image credit", "Courtesy of", "Credit")  # fmt: skip
CREDIT_END = re.compile(
    _any(
        # An agency in brackets, with a photographer before or behind it, or a word like "File photo".
        rf"[(\[](?:{_IN_BRACKETS}{{1,60}}?[/,:| ] ?)?{_AGENCIES}(?:[/,|; ] ?{_IN_BRACKETS}{{1,50}})?[)\]]",
        rf"[(\[]{_PICTURE}(?:[: ]{_IN_BRACKETS}{{1,60}})?[)\]]",
        r"(?:Photograph|Photo|Picture|Image|Credit|Image credit|Photo credit): ?[^.:]{1,60}",
        rf" ?[|/–—] ?{_AGENCIES}(?:/[\w ]{{1,30}})?",
    )
    + r"\s{0,4}\Z"
)
"""A line that ends with a picture agency in brackets or a credit."""

CAPTION_START = re.compile(
    r"\[?(?:Photo|Image|Picture|Caption|Video|File photo|FILE PHOTO|Image source|Image caption|Photograph|صورة|الصورة)"
    r"\s?[:|]|FILE\s?[-–—]|\(?FILES\)?\s?[-–—(]"
)

_BULLET = r"(?:[*•>»▶#\-]{1,3} ?)?(?:\*\*)?"
_LINKS = _any(
    "read (?:more|also|next|the full (?:story|report))", "also read", "see (?:also|more)",
    "more (?:on this|stories|from|on|news|coverage)",
    "related(?: (?:articles?|stories|story|content|coverage|news|topics|links|posts?))?",
    "most (?:read|popular|viewed)", "recommended(?: (?:for you|stories|articles|reading))?",
    "you (?:may|might) (?:also )?(?:like|be interested in)", "don[’']t miss", "further reading",
    "in (?:pictures|photos|case you missed it)", "watch(?: (?:more|also|now))?", "listen(?: to more)?",
    "editor[’']?s[’']? picks?", "top stories", "latest (?:news|stories)",
    "اقر[أا](?:وا)? (?:أيض[اًا]{1,2}|المزيد)", "إقرأ أيضا", "مواضيع ذات صلة", "شاهد أيض[اًا]{1,2}", "ذات صلة",
)  # fmt: skip
LINKS_HEAD = re.compile(
    rf"{_BULLET}{_LINKS}(?:\*\*)?(?=\s{{0,3}}(?:[:|–—»>\-.…]|\Z))\s{{0,3}}[:|–—»>\-…]{{0,3}}", re.IGNORECASE
)
"""The head of a list of other stories: the words alone, or with a colon or dash behind them."""

LINKS_ALONE = re.compile(
    rf"{_BULLET}(?:\*\*)?"
    + _any(
        "(?:also|elsewhere|more|other stories) (?:on|in|from) (?:our|this|the|these) (?:web ?)?(?:sites?|pages?|paper)",
        r"(?:also|more|latest|elsewhere) (?:on|from|in|by|about) \w[^.:,;]{1,40}", "in other news",
        "other (?:news|stories)", "more (?:stories|news|headlines|coverage)", "(?:popular|trending)(?: now)?",
        "up next", "most shared", "readers (?:may|might) (?:also )?(?:like|enjoy)", "do not miss", "keep reading",
        "what to read next", "around the web", "(?:our )?(?:latest|top) (?:news|headlines)",
        "from (?:our|the) archives?", "(?:our )?editors?[’']?s?[’']? choice",
    )
    + r"(?:\*\*)?\s{0,3}:?\s{0,3}\Z",
    re.IGNORECASE,
)  # fmt: skip
"""A line that heads other stories when titles stand below it: "Also on our site", "More from the region"."""

LINKS_SURE = re.compile(
    rf"{_BULLET}(?:read (?:more|also|next)|also read|see also|related|watch|listen|recommended|اقر|شاهد|إقرأ|مواضيع)"
    r"[^:|»]{0,25}[:|»]",
    re.IGNORECASE,
)
RULE = re.compile(r"(?:[_=*~—–\-•·#] ?){3,400}")
"""A line drawn with marks."""

_ALONE = r"\s{0,3}\Z"
BOILERPLATE = re.compile(
    _any(
        "have your say", "join the (?:discussion|conversation|debate)", "(?:leave|post|write|add) (?:a|your) comment",
        r"what do you think\s?\?", rf"(?:\d{{1,6}} )?comments?(?: \(?\d{{1,6}}\)?)?{_ALONE}", "show comments",
        "view comments", "sign up (?:for|to|here|now)", "subscribe (?:to|now|for|here)",
        "get (?:the latest|our|breaking|all the latest) .{0,60}(?:inbox|newsletter|email|e-mail|alerts?)",
        "(?:our |the |daily |weekly |morning |free )?newsletter", r"share (?:this|on|via|your)\b", r"follow us\b",
        "like us on", "find us on", rf"tweet{_ALONE}", "copy (?:the )?link",
        rf"print(?: this)?(?: page| article| story)?{_ALONE}", "e-?mail this", r"advertisement\b",
        rf"sponsored(?: content)?{_ALONE}", "(?:story|article) continues below",
        "support (?:our|independent) journalism",
        r"donate (?:now|today)\b", "we use cookies", "this (?:site|website) uses cookies", "accept (?:all )?cookies",
        "skip to (?:main )?content", "all rights reserved", r"copyright\b", "©", r"\(c\) \d{4}",
        "click here (?:to|for)", "download our app", "terms (?:of use|and conditions)", "privacy policy", "log ?in to",
        "register (?:to|for free)",
        rf"loading\.{{0,3}}{_ALONE}", "تابعونا", "اشترك", "جميع الحقوق محفوظة", "شارك (?:على|هذا|المقال)",
        "حقوق النشر", "أضف تعليق", "التعليقات",
    ),
    re.IGNORECASE,
)  # fmt: skip
RIGHTS = re.compile(
    "all rights reserved|جميع الحقوق محفوظة|may not be (?:reproduced|published|redistributed)", re.IGNORECASE
)

_NAME = r"(?:[A-Z][\w.'’\-]{0,25}|and|in|for|of|de|bin|ibn|the|al|el|von|van|&|,)"
_BY = r"\(?(?:[Bb]y|BY|[Ff]rom|FROM|(?:[Ww]ritten|[Rr]eported|[Ww]ords|[Cc]ompiled) by:?)\s{1,3}"
BYLINE = re.compile(
    _any(
        rf"{_BY}(?i:staff and agencies|staff writers?|our correspondents?|agencies){_ALONE}",
        rf"{_BY}{_NAME}(?:\s?,?\s{_NAME}){{0,12}}\s{{0,3}}\)?\Z",
        r"\(?(?:Additional r|R)eporting (?:and writing |and editing )?by\b.{0,150}\Z",
        r"\(?(?:Writing|Editing|Edited) by\b.{0,150}\Z",
        r"(?:بقلم|كتب|كتبت|تحرير|إعداد)\s?[:|].{1,80}\Z",
    )
)
NO_BYLINE = re.compile(
    r"\(?(?:by|from) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|"
    r"september|october|november|december|the|then|now)\b",
    re.IGNORECASE,
)
HEADING = re.compile(r"#{1,6} \S")
BULLET = re.compile(r"[-*•·▪◦►▶»>–—+] {0,3}\S|\d{1,2}[.)] {1,3}\S")
LIST_ITEM = re.compile(r"[-*•·–—\d]")

_CITY = r"[A-Z][A-Z'’.\-]{1,20}(?: [A-Z][A-Z'’.\-]{1,20}){0,3}"
_PLACE = r"(?:[A-Z\u00c0-\u00de\u0620-\u064a][\w'’.\-]{1,20})(?: [\w'’.\-]{1,20}){0,3}"
_REST = rf"(?:[,/] ?{_PLACE}){{0,2}}"
_DAY = r", (?:[A-Z][a-z]{2,8}\.? \d{1,2}|\d{1,2} [A-Z][a-z]{2,8}\.?|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?)(?:,? \d{4})?"
_AGENCY = r" ?\([^()]{1,40}\)"
_DASH = r"(?: ?[—–]| --?-?| ?--)(?= |[A-Z\"“\u0620-\u064a])"
DATELINE = re.compile(
    "(?P<line>"
    + _any(
        rf"{_CITY}{_REST}(?:{_DAY})?(?:{_AGENCY})?{_DASH}",
        rf"{_PLACE}{_REST}(?:{_DAY})?{_AGENCY}(?:{_DASH}|:)",
        rf"{_PLACE}{_REST}{_DAY}{_DASH}",
        rf"\([^()]{{1,40}}\) ?{_DASH}",
        r"[A-Z]{4,20}, [A-Z][a-z]{2,20}: ",
    )
    + ")"
)
"""City in capitals, or any city with an agency in brackets or a day, up to its dash."""
