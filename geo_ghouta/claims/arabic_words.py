"""Arabic words by which claims are read: verbs of moving, dying and freeing, verbs of saying, in one spelling."""

from __future__ import annotations

_FOLD = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي"} | {chr(c): None for c in range(0x64B, 0x653)})


def fold(word: str) -> str:
    """An Arabic word without vowel signs, the forms of alif made one.

    Examples
    --------
    >>> fold("إجلاءُ")
    'اجلاء'
    """
    return word.translate(_FOLD)


_STEMS: dict[str, str] = {
    "departure": """
        اجلوا غادر غادرت غادروا غادرن يغادر تغادر يغادرون يغادروا مغادرة خرج خرجت خرجوا يخرج تخرج يخرجون يخرجوا خروج رحل
        رحلوا انسحب انسحبوا انسحاب اجلي اجلت اجليت اجلاء اخلي اخليت اخلاء اخراج انطلقت انطلق
        تنطلق ينطلق ستنطلق اخرج اخرجت اخرجوا اجلاؤهم اجلاؤها اخراجهم اقلت توجهت توجه توجهوا تتوجه نقل نقلت نقلوا ضمت
        الخارجين خارجين الخارجون المغادرين مغادرين المغادرون
    """,
    "arrival": "وصل وصلت وصلوا وصول يصل تصل يصلون يصلوا دخل دخلت دخلوا يدخل تدخل دخول عاد عادوا عادت استقبلت استقبل",
    "displacement": """
        نزح نزحت نزحوا ينزح ينزحون ينزحوا نزوح فر فرت فروا فرار هرب هربوا هربت
        تهجير هجر هجرت تشرد تشريد نازح نازحا نازحين نازحون
    """,
    "casualties": """
        قتل قتلت قتلوا يقتل مقتل قتيل قتيلا قتلي استشهد استشهدوا استشهاد
        القتلي الضحايا الجرحي الشهداء القتلى شهيد شهيدا شهداء اصيب اصيبوا اصابة جرح
        جرحوا جريح جريحا جرحي مصرع وفاة توفي توفوا اعدم اعدمت اعدموا اعدام قتلهم مقتلهم ضحية ضحايا
    """,
    "prisoners": """
        افرج افرجت الافراج افراج سراح اعتقل اعتقلت اعتقال احتجز احتجزت احتجاز اوقف اوقفت توقيف اسر اسرت
        استسلم استسلموا استسلام
    """,
    "territory_share": """
        يسيطر تسيطر سيطر سيطرت سيطروا السيطرة سيطرته سيطرتها سيطرة استعاد استعادت استعادة خسر خسرت خسارة
    """,
    "infrastructure": "دمر دمرت تدمير مدمرة تضرر تضررت دمار تعطل تعطلت اغلق اغلقت احرق احرقت احرقوا احراق",
    "attack": "شن شنت قصف قصفت سقطت اطلق اطلقت القت القي استهدفت استهدف هجوم",
    "population": """
        محاصر محاصرين محاصرون محاصرا يبق يبقي تبقي تبق بقي بقوا يعيش يعيشون عالق عالقين عالقون ينتظر ينتظرون متحصن
        متحصنا متحصنين متحصنون يقيم يقيمون يقطن يقطنون يسكن تؤوي يؤوي تاوي ياوي باق باقين باقون يزال تزال يزالون زالوا
    """,
}
VERBS: dict[str, str] = {word: kind for kind, words in _STEMS.items() for word in words.split()}
SAID = frozenset(
    """
    قال قالت قالوا اعلن اعلنت افاد افادت ذكر ذكرت اكد اكدت اوضح اوضحت اضاف اضافت صرح صرحت قدر قدرت
    توقع توقعت تتوقع يتوقع تخشي يخشي خشي رجح رجحت نفي نفت ينفي تنفي حذر حذرت تحدث تحدثت كشف كشفت اشار اشارت
    يقول تقول يقولون يؤكد تؤكد يفيد تفيد تشير يشير تقدر يقدر ابلغ ابلغت وثق وثقت احصي احصت
    اعترف اعترفت اقر اقرت تبني تبنت
    """.split()  # noqa: SIM905 - a long list of words reads better so
)
EXPECTING = frozenset(("تخشي", "يخشي", "خشي", "توقع", "توقعت", "تتوقع", "يتوقع", "رجح", "رجحت"))
"""Verbs of saying what is to come."""
PROPOSING = frozenset(("طالب", "طالبت", "دعا", "دعت", "ناشد", "ناشدت", "اقترح", "اقترحت"))
REJECTING = frozenset(("رفض", "رفضت", "يرفض", "ترفض"))
ACCUSED = frozenset(("اتهامات", "الاتهامات", "اتهاما", "مزاعم", "المزاعم", "ادعاءات", "الادعاءات"))
"""What is rejected where nobody refuses to do something: "rejected accusations of killing 14"."""
DENYING = frozenset(("نفي", "نفت", "ينفي", "تنفي"))
STANDING = frozenset(_STEMS["population"].split()) | {"نازحين", "نازحون", "دمار"}
"""Participles that may stand behind the article."""
OTHERS = frozenset(("اخرون", "اخرين", "اخر"))
FAMILIES = frozenset(("عائلة", "عائلات", "اسرة", "اسر"))
AND_CIVILIANS = frozenset(("ومدنيا", "ومدنيين", "ومدني", "ومدنيون", "وعائلاتهم", "واسرهم", "وافراد"))
"""Words behind fighters by which others are counted with them."""
CARRYING = frozenset(("تقل", "تحمل", "تنقل", "اقلت", "حملت", "يقل"))
"""Verbs by which vehicles just counted hold people: these go where the vehicles go."""
SETTLED = frozenset(
    """
    قرية قري قرى قريتان قريتين بلدة بلدات بلدتان بلدتين حي احياء حيا حيان حيين مدينتان مدينتين
    """.split()  # noqa: SIM905 - as above
)
"""Places that are taken, where a share of ground is held."""
