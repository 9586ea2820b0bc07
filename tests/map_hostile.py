"""Texts that have run as script in other maps, and what to open so that every sink shows them."""

from __future__ import annotations

STRINGS = [
    "<script>window.PWN=1</script>", "</script><script>window.PWN=1</script>", "<!--<script>window.PWN=1//-->", "<img src=x onerror=window.PWN=1>",
    "<svg onload=window.PWN=1>", "<svg><script>window.PWN=1</script></svg>", "<iframe srcdoc='<script>parent.PWN=1</script>'>",
    "<body onload=window.PWN=1>", "<a href='javascript:window.PWN=1'>x</a>", "javascript:window.PWN=1", "data:text/html,<script>parent.PWN=1</script>",
    "${window.PWN=1}", "`${window.PWN=1}`", "`", "'", '"', "\\", "\\'", '\\"', "\\u003cscript\\u003ewindow.PWN=1", "\\x3cimg src=x onerror=window.PWN=1\\x3e",
    "{{window.PWN=1}}", "{% set x = 1 %}{{ 7*7 }}", "{#", "<%= window.PWN=1 %>", "#{window.PWN=1}", "[[window.PWN=1]]", "');window.PWN=1;//",
    '");window.PWN=1;//', "*/window.PWN=1/*", "]]>", "<![CDATA[<script>window.PWN=1</script>]]>", "&lt;script&gt;window.PWN=1&lt;/script&gt;",
    "&#60;img src=x onerror=window.PWN=1&#62;", "&amp;&quot;&apos;", "<math><mtext><img src=x onerror=window.PWN=1>", "<template><script>window.PWN=1</script>",
    "<style>*{display:none}</style>", "<link rel=stylesheet href=//evil.invalid/x.css>", "<base href=//evil.invalid/>", "<meta http-equiv=refresh content=0;url=//evil.invalid>",
    "<object data=javascript:window.PWN=1>", "<embed src=javascript:window.PWN=1>", "<form action=javascript:window.PWN=1><button>", "<details open ontoggle=window.PWN=1>",
    "<input autofocus onfocus=window.PWN=1>", "<video><source onerror=window.PWN=1>", "<marquee onstart=window.PWN=1>", "<x onclick=window.PWN=1>click</x>",
    "red\" onmouseover=\"window.PWN=1", "url(javascript:window.PWN=1)", "expression(window.PWN=1)", "__proto__", "constructor", "\u2028window.PWN=1\u2029",
    "5 < 7 & \"ok\"", "Har`asta", "Lions' Brigade", "D:\\2018\\03\\22 and \\u12", "Du\u0338ma Ḥarastā حَرَسْتا", "حرستا (Harasta) — ٤٧ حافلة — 280 km",
    "a\u202egnp.exe", "Access \u202egranted\u202c to حرستا", "Za\u200bmalka \u2066Arbin", "nul \x00 byte", "%3Cscript%3Ewindow.PWN=1%3C/script%3E",
    "\ufeffbom", "a" * 300, "😀👩‍👩‍👧 \U000e0041",
]  # fmt: skip

SINKS = [
    ("0", ".gg-kicker"),
    ("0", ".gg-figures td"),
    ("0", ".gg-statuses li"),
    (
        "geoGhouta.store.set({tab: 'claims'}); document.querySelectorAll('.gg-claim[data-claim]').forEach((n) => n.click())",
        ".gg-who strong",
    ),
    ("document.querySelectorAll('.gg-claim[data-claim]').forEach((n) => n.click())", ".gg-quote"),
    (
        "geoGhouta.store.set({sel: {kind: 'convoy', id: geoGhouta.model.convoys[0].id}, tab: 'convoys'})",
        ".gg-card .gg-sub",
    ),
    ("0", ".gg-legs li"),
    ("geoGhouta.store.set({sel: {kind: 'pocket', id: geoGhouta.current().picture.pockets[0].id}})", ".gg-card h2"),
    ("0", ".gg-card .gg-facts"),
    ("geoGhouta.store.set({sel: {kind: 'event', id: geoGhouta.eventMarks[0].event.id}})", ".gg-card"),
    ("geoGhouta.store.set({tab: 'town', sel: {kind: 'town', id: 'case/2'}})", ".gg-body h2"),
    ("0", ".gg-body .gg-sub"),
    ("geoGhouta.store.set({tab: 'area', sel: null})", ".gg-areatable th button, .gg-finding"),
    ("geoGhouta.store.set({query: 'amber'})", ".gg-hitname"),
    ("geoGhouta.store.set({query: '', tab: 'layers'})", ".gg-foot"),
    (
        "for (const n of document.querySelectorAll('.gg button, .gg [data-area]')) n.dispatchEvent(new MouseEvent('mouseenter'))",
        ".gg-kicker",
    ),
]
"""Scripts that open a part of the page, and where the text then stands."""
