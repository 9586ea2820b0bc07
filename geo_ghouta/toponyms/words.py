"""Word lists that tell places from what only looks like one; all lower case."""

from __future__ import annotations

import functools
import importlib.resources


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _set("al el ul ash esh as es ar er an en at et ad ed az ez adh ath aj")
"""Spellings of the Arabic article that a name may begin with in lower case."""
PARTICLES = _set("al el ul ash as ar an at ad az ez es bin ibn ben abu abd abdul abdel de del della di da la le van von der den du dos")
"""Words inside a person's or group's name that may be in lower case."""
INNER = _set("of the and de del la las los le les du des da do dos das di am an der den upon on in sur en al el es ez ash as ar at ad az und y e i o")
"""Words inside a place's name that may be in lower case."""
DIRECTIONS = _set("north south east west northern southern eastern western northeast northwest southeast southwest northeastern "
                  "northwestern southeastern southwestern central upper lower greater inner outer north-west north-east south-west "
                  "south-east downtown midtown rural mid")  # fmt: skip
TITLES = _set(
    "mr mrs ms miss mx dr prof professor sir lord lady dame baroness baron count president chancellor premier minister secretary "
    "senator sen sens rep reps congressman congresswoman representative governor gov mayor judge justice king queen prince princess "
    "emir sultan sheikh shaykh sheik imam ayatollah mullah rabbi pope bishop archbishop cardinal father reverend rev pastor "
    "general gen colonel col lieutenant lt major maj captain capt commander cmdr admiral adm brigadier brig corporal cpl sergeant sgt "
    "private pvt officer detective inspector superintendent chief director chairman chairwoman spokesman spokeswoman "
    "spokesperson correspondent activist leader commissioner ambassador envoy attorney lawyer doctor coach deputy councillor "
    "councilman councilwoman trooper sheriff deputies hon saint brother sister uncle aunt actor actress singer author "
    "midfielder striker defender goalkeeper quarterback pitcher"
)
"""Words before a person's name; "chief", "leader" and their like also in lower case."""
RANK_ONLY = _set("major general private count prince king queen justice chief father brother sister saint director leader officer "
                 "author uncle aunt cardinal baron commander")  # fmt: skip
SAYING = _set("said says say told tells added adds wrote writes argued explained tweeted testified recalled noted insisted warned "
              "joked replied asked answered thinks believes hopes laughed admits admitted who whose himself herself scored married "
              "died")  # fmt: skip
ORG_HEADS = _set(
    "university universities bank observatory network times post herald tribune gazette journal chronicle news "
    "newspaper tv television radio media press daily weekly magazine guardian telegraph sun mirror globe star observer review "
    "army navy brigade brigades front party club fc afc united rovers wanderers athletic hotspur institute institution academy "
    "foundation association agency union committee "
    "company corp corporation inc ltd llc plc group holdings airlines airways air airline exchange orchestra symphony ballet "
    "agreement agreements accord accords treaty treaties pact process conference convention conventions protocol protocols summit declaration liberation legion corps movement "
    "coalition federation force defence defense division regiment battalion cup marathon festival games olympics championship "
    "championships league series open masters derby trust fund initiative programme program project "
    "organisation organization resistance militia guard guards "
    "watch rights alliance leadership revolutionary democratic research "
    "wildcats tigers bulldogs eagles lions bears hawks panthers cowboys rangers giants jets cardinals "
    "act bill law code plan review report study index scale syndrome virus flu fever"
)
"""A place's name before one of these is part of an organisation's or a thing's name."""
FACILITY_HEADS = _set(
    "airport airfield airbase base street st road rd avenue ave boulevard blvd drive lane highway hwy freeway parkway route bridge tunnel "
    "square park gardens garden hospital clinic school station stadium arena dam camp prison jail crossing checkpoint mosque church "
    "cathedral temple shrine monastery hotel inn mall market souk souq theatre theater museum library hall palace castle citadel tower "
    "house building plaza court courthouse cemetery lake river creek mountain mountains mount valley island islands isle beach bay hill "
    "hills falls springs canyon canal port harbour harbor peninsula desert plain plains forest woods county province governorate "
    "district township region city prefecture state oblast territory parish borough village town municipality subdistrict canton "
    "neighbourhood neighborhood quarter suburb suburbs countryside border sea ocean gulf strait coast cove pond reservoir zone field "
    "terminal depot mine plant refinery farm ranch estate green heights point ridge way place crescent close trail pike expressway "
    "interstate metro railway"
)
"""A capitalised one of these after a name belongs to the name and it stays a place."""
ADMIN_HEADS = {
    "county": "adm2", "province": "adm1", "governorate": "adm1", "state": "adm1", "district": "adm2", "region": "adm1", "city": "city",
    "town": "town", "village": "village", "prefecture": "adm1", "oblast": "adm1", "township": "adm3", "municipality": "adm3",
    "borough": "district", "parish": "adm2", "countryside": "adm1", "subdistrict": "adm3", "territory": "adm1", "canton": "adm1",
    "neighbourhood": "district", "neighborhood": "district", "quarter": "district", "suburb": "district", "camp": "camp",
    "hamlet": "village", "capital": "capital", "area": "", "enclave": "region", "pocket": "region", "crossing": "crossing",
    "river": "water", "dam": "site", "island": "region", "airport": "base", "base": "base", "airbase": "base", "districts": "district",
    "neighbourhoods": "district", "neighborhoods": "district", "towns": "town", "villages": "village", "provinces": "adm1",
    "governorates": "adm1", "cities": "city", "counties": "adm2", "suburbs": "district", "localities": "village", "locality": "village",
    "kingdom": "country", "republic": "country", "port": "city", "stronghold": "", "bastion": "", "front": "", "pockets": "region",
    "states": "adm1", "regions": "adm1", "country": "country", "nation": "country", "peninsula": "region", "mountain": "region",
}  # fmt: skip
"""Words beside a name that tell its kind."""
LOCATIVE = _set("in at near inside outside through throughout around across toward towards into from to within via leave leaving left leaves "
                "enter entered entering reach reached reaching evacuate evacuated evacuating captured recaptured capture besieged "
                "shelled bombed bombing seize seized retake retook retaken hit hits struck storm stormed overran leaves departed depart "
                "visit visited visiting between northwards amid beyond above surrounding")  # fmt: skip
MONTHS = _set("january february march april may june july august september october november december monday tuesday wednesday thursday "
              "friday saturday sunday ramadan muharram safar rajab shaban shawwal jan feb mar apr jun jul aug sep sept oct nov dec mon tue "
              "tues wed thu thur thurs fri sat")  # fmt: skip
ARAB_MONTHS = _set("tishrin tishreen kanun kanoun nisan nissan ayyar hazeran haziran tamuz tammuz ab aylul aylool shubat shbat adhar azar")
ARAB_MONTH_TAIL = _set("awwal awal auwal thani thanee tani")
GROUP_HEADS = _set(
    "jaish jaysh jeish jeich gaysh ahrar faylaq failaq faylak failak hayat hay'at tahrir liwa liwaa katibat kataib kata'ib harakat jabhat "
    "jabha ansar asaib saraya suqour suqur hezbollah hizbollah hizbullah firqat firqa ajnad jund jundallah ittihad nour noureddine fatah "
    "fateh hizb tajamu quwat lashkar tehreek jamaat jama'at ansarullah kateebat usud junud al-qaeda qaeda"
)
OUTLET_WORDS = _set("afp ap reuters tass sana xinhua interfax ria anadolu irna bbc cnn aljazeera jazeera arabiya mayadeen manar ikhbariya "
                    "ikhbaria watan sputnik upi dpa npr itv abc nbc cbs rt bloomberg")  # fmt: skip
STREETS = _set("street st road rd avenue ave boulevard blvd drive lane highway hwy freeway parkway route crescent way place court turnpike "
               "pike expressway roundabout alley terrace")  # fmt: skip
"""Heads of a street's name."""
BUILDINGS = _set("hospital school airport stadium station mosque church cathedral prison hotel clinic theatre theater museum library arena "
                 "mall market bridge park square tower plaza courthouse college elementary cemetery chapel hall camp dam "
                 "university palace monastery refinery barracks checkpoint airbase")  # fmt: skip
"""Heads of a building's or a site's name."""
ACTING = _set("police sheriff council court department government office fire ministry authority authorities mayor governor "
              "parliament senate congress assembly embassy consulate commission cabinet administration service services schools school "
              "county city town state coroner residents resident officials forces national international native "
              "district councillor board")  # fmt: skip
"""Words of a place's own bodies: the place itself acts."""
NO_PLACES = _set("hamas taliban houthi houthis peshmerga likud fatah mossad irgun haganah irgc pkk ypg sdf fsa plo idf pyd kdp puk hdp akp chp "
                 "knesset intifada fatwa jihad shabaab baath ba'ath baathist amnesty interpol amazon zara obama trump bush clinton putin honda toyota ford nissan nokia samsung google apple toshiba boeing airbus disney "
                 "facebook twitter nato opec unesco unicef nasa swat isis isil daesh un hiv aids dna gdp ceo fbi cia olympic olympics "
                 "assad saddam gaddafi qaddafi erdogan rouhani netanyahu sisi mubarak hadi haftar nasrallah khamenei khomeini "
                 "koran quran torah bible allah god mission alliance notre union honda levi miss mister university college hospital "
                 "school church street avenue road council officer bank state north south east west northeast northwest southeast "
                 "southwest county city town village river lake station house court hall")  # fmt: skip
"""Words that news means otherwise whenever they stand alone with a capital."""
GENERIC_CAPS = _set(
    "war wars crisis deal talks president prime minister foreign defence defense interior secretary king general sunni shia shiite "
    "muslim muslims christian christians islamist islamic kurdish arab arabs jewish jews islam christianity nuclear "
    "civil time today yesterday tomorrow spring summer autumn winter fall morning evening afternoon night day week month year "
    "first second third fourth new and or but the a an in on at for by of as from to is are was were has have had will would can could "
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october "
    "november december gmt est edt pm am photo photos image images file ap afp reuters getty read more updated video watch live "
    "police court"
)
"""Capitalised words that may stand beside a place's name without making a person of it."""
ARABIC_STOP = _set("من في على الى إلى عن مع هذا هذه ذلك التي الذي كان كانت قال قالت بعد قبل حتى كل او أو ان أن إن ما لا لم لن قد هو هي هم كما بين "
                   "منذ خلال عند غير اي أي ثم حيث اذا إذا عام يوم بن ابن ابو أبو علي محمد احمد أحمد حسن حسين خالد عمر محمود ابراهيم عبد الله سعيد "
                   "الباب الدار النور السلام الامل القدم الجبل الوادي النهر البحر الشرق الغرب الشمال الجنوب شرق غرب شمال جنوب وسط")  # fmt: skip


@functools.cache
def given_names() -> frozenset[str]:
    """Given names of many countries (in part from the lists of the Faker project, MIT)."""
    return _lines("given_names.txt")


@functools.cache
def common_words() -> frozenset[str]:
    """English words that are also the name of some town in the world."""
    return _lines("common_words.txt")


@functools.cache
def all_surnames() -> frozenset[str]:
    """Frequent surnames, known as towns or not (from the Faker project, MIT)."""
    return _lines("all_surnames.txt")


@functools.cache
def surnames() -> frozenset[str]:
    """Frequent surnames that are also the name of some town in the world (from the Faker project, MIT)."""
    return _lines("surnames.txt")


def _lines(name: str) -> frozenset[str]:
    text = importlib.resources.files("geo_ghouta.toponyms").joinpath("data", name).read_text("utf-8")
    return frozenset(text.split())
