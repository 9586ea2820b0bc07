"""Number words, the nouns that numbers count, and the words that soften a number."""

from __future__ import annotations

SMALL: dict[str, int] = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
}
TENS: dict[str, int] = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fourty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
SCALES: dict[str, int] = {
    "hundred": 100,
    "thousand": 1_000,
    "lakh": 100_000,
    "lakhs": 100_000,
    "million": 1_000_000,
    "crore": 10_000_000,
    "crores": 10_000_000,
    "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
}
GROUPED: dict[str, int] = {"dozen": 12, "score": 20}
PAIRS: dict[str, int] = {"couple": 2, "pair": 2, "trio": 3}
"""Behind an article and before "of"; a couple is about two."""
SHORT_SCALES = {"k": 1_000, "m": 1_000_000, "mn": 1_000_000, "bn": 1_000_000_000}

VAGUE: dict[str, tuple[int, int]] = {
    "dozens": (24, 99),
    "scores": (40, 99),
    "hundreds": (200, 999),
    "thousands": (2_000, 9_999),
    "tens of thousands": (20_000, 99_999),
    "hundreds of thousands": (200_000, 999_999),
    "millions": (2_000_000, 9_999_999),
    "tens of millions": (20_000_000, 99_999_999),
    "hundreds of millions": (200_000_000, 999_999_999),
    "tens": (20, 99),
}
"""Bounds of vague words: twice the word's unit, up to just under the next word's."""

FRACTIONS: dict[str, int] = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourth": 4,
    "fourths": 4,
    "fifth": 5,
    "fifths": 5,
    "sixth": 6,
    "sixths": 6,
    "seventh": 7,
    "sevenths": 7,
    "eighth": 8,
    "eighths": 8,
    "ninth": 9,
    "ninths": 9,
    "tenth": 10,
    "tenths": 10,
}

_NOUNS: dict[str, str] = {
    "people": """
        people persons person men man women woman children child boys boy girls girl residents resident
        inhabitants inhabitant evacuees evacuee refugees refugee displaced idps others other relatives
        relative dead wounded injured killed casualties casualty deaths death fatalities victims victim souls
        patients patient doctors doctor nurses nurse medics medic workers worker staff protesters protester
        protestors demonstrators activists activist journalists journalist reporters passengers passenger
        students student babies baby infants infant toddlers adults adult elderly returnees migrants survivors
        survivor minors youths teenagers youngsters policemen policeman officers officer officials aid-workers
        presidents ministers leaders commanders lawmakers councillors mayors governors teachers clerics priests
        rescuers volunteers mourners worshippers citizens citizen locals villagers farmers bodies corpses
        newcomers stragglers males females
        arrivals peacekeepers observers monitors employees humans individuals individual natives nationals
        foreigners pupils teachers passersby bystanders mothers fathers sons daughters brothers sisters
        members member evacuated orphans widows missing wounds injuries lives life personnel population amputees
        deportees escapees defectees signatories employees engineers lawyers prelates priests aid_workers
        staffers rescued martyrs martyr newborns settlers tourists sailors crew delegates inspectors
        participants homeless pregnant sick
        firefighters firemen lawyers defendants drivers leaders commanders negotiators customers players ministers
        lawmakers politicians priests monks surgeons paramedics guards suspects attackers bombers kidnappers traders
        commuters spectators worshipers pilgrims tribesmen clerics elders dignitaries mediators deputies diplomats
        envoys mayors judges servants wives husbands siblings twins cousins spouses grandchildren users voters
        parishioners congregants nuns believers christians muslims shiites sunnis alawites druze midwives cooks
        steelworkers miners dockers electricians technicians plumbers mechanics interpreters guides butchers barbers
        cleaners interns apprentices companions colleagues neighbours neighbors friends acquaintances guests visitors
        travellers travelers pedestrians motorists cyclists divers
        advisers adviser advisors trainers instructors contractors
        mps seniors tenants owners shopkeepers bakers smugglers fishermen herders peasants laborers labourers
    """,
    "fighters": """
        fighters fighter gunmen gunman militants militant soldiers soldier troops troop combatants combatant
        insurgents insurgent rebels rebel servicemen serviceman militiamen militiaman jihadists jihadist
        jihadis conscripts conscript recruits recruit commandos commando snipers sniper mercenaries mercenary
        diehards guerrillas guerrilla defectors defector terrorists terrorist marines paratroopers troopers
        warriors extremists islamists deserters belligerents holdouts
        defenders reservists infantrymen legionnaires separatists armed
    """,
    "civilians": """
        civilians civilian non-combatants noncombatants non-combatant noncombatant
    """,
    "prisoners": """
        prisoners prisoner detainees detainee captives captive hostages hostage inmates inmate pows pow
        abductees
    """,
    "buses": """
        buses bus busses busloads busload bus-loads coaches coach minibuses minibus
    """,
    "groups": """
        groups group batches batch waves wave contingents contingent factions faction
    """,
    "pockets": """
        pockets pocket islands island enclaves enclave
    """,
    "hospitals": """
        hospitals hospital
    """,
    "other": """
        families family households household vans van vehicles vehicle cars car trucks truck lorries lorry
        ambulances ambulance tanks tank towns town villages village cities city districts district
        neighbourhoods neighborhoods neighbourhood neighborhood areas area zones zone parts part convoys
        convoy homes home houses house buildings building schools school clinics clinic mosques mosque
        churches airstrikes airstrike strikes strike raids raid attacks attack shells shell rockets rocket
        missiles missile mortars bombs bomb barrel-bombs checkpoints checkpoint crossings crossing corridors
        corridor tonnes tons tonne ton parcels countries country nations camps camp bodies-of locations sites
        site positions position centres centers centre center facilities facility bakeries bakery roads road
        tunnels tunnel aircraft planes plane warplanes helicopters helicopter jets jet drones drone weapons
        rifles deals deal agreements agreement rounds round talks sections sectors suburbs streets blocks
        banks stations plants depots pharmacies silos kindergartens stores shops hotels offices factories mills
        universities colleges monasteries shrines dams cemeteries
        cattle sheep livestock gunships launchers
        shelters shelter provinces provinces governorates governorate farms farm hamlets bases base trips trip
        stages stage phases phase times warehouses apartments flats tents tent cases case ceasefires truces
        truce meals loaves bags boxes litres liters wells generators markets market bridges bridge explosions
        explosion blasts blast journeys flights ships ship boats boat ports incidents violations sorties
        toilets toilet latrines latrine showers shower stoves stove kitchens kitchen pumps pump missions mission
        requests request permits permit
        brigades brigade battalions battalion units unit divisions division companies organisations
        organizations agencies parties party sides side fronts front axes points point items books pictures
        photos videos statements reports wards beds ward bed dogs
    """,
}
NOUNS: dict[str, str] = {word: unit for unit, words in _NOUNS.items() for word in words.split()}
_SINGULAR = """
    activist adult airstrike ambulance baby bakery batch battalion boat bomb boy bridge brigade building bus
    camp captive car casualty checkpoint child citizen city civilian clinic coach combatant commando conscript
    contingent convoy corridor crossing death defector detainee district doctor drone enclave evacuee explosion
    facility faction family fighter girl group guerrilla gunman hamlet helicopter home hospital hostage house
    household individual infant inhabitant inmate insurgent island jet jihadist journalist lorry man martyr
    medic member mercenary militant militiaman minibus missile mosque neighborhood neighbourhood nurse officer
    passenger patient person plane pocket policeman pow prisoner protester raid rebel recruit refugee relative
    resident rocket school serviceman shell ship site sniper soldier strike student survivor tank tent terrorist
    town truck tunnel van vehicle victim village wave woman worker
"""
SINGULAR = frozenset(_SINGULAR.split()) | {word for word in NOUNS if word + "s" in NOUNS}
NEVER_ONE = frozenset(("side", "part", "point", "time", "times", "case", "area", "member", "stage", "phase", "talks"))
"""Nouns of phrases such as "one side", which count nothing."""

"""Nouns in the singular that the word "one" (or "1") counts."""
_MODIFIERS = """
    aid armed army bus child city civilian crew dead displaced elderly evacuated family fighter group homeless
    hospital injured killed member militant missing other police population pregnant prisoner rebel rescued sick
    soldier staff town troop village wounded
"""
MODIFIERS = frozenset(_MODIFIERS.split())
"""Dictionary nouns that may also stand before the noun that is counted: "wounded fighters", "hospital beds"."""
JOINABLE = frozenset({"people", "fighters", "civilians"})

_STOP = """
    a aboard about across after against already also among an and are around arrive arrived as at awaits away
    back be because been before began begin being between board boarded but by came can carried carry carrying
    come comes coming could cross crossed depart departed did die died do does during each every fights fled
    flee for from go goes going gone had has have he head headed held her here his hold hopes if in includes
    including inside into is it its leave leaves leaving left lives made make may might move moved must my near
    needs no nor not on onto or our out outside over per reach reached remain remained remains said say says she
    should since so stand stands start started stay stayed stays still take taken tell than that the their then
    there these they this those through to told took transported under until via waited waits wants was
    we went were when where which while who whom will with without would you
    now holds hosts serves lies sits lacks gets keeps sees sleeps receives provides contains becomes
"""
STOP = frozenset(_STOP.split())
_MEASURE = """
    second minute hour day week weekend fortnight month year decade night morning evening mile kilometre kilometer
    metre meter yard inch dollar euro lira rouble ruble shekel dinar degree
"""
MEASURES = frozenset(word + ending for word in _MEASURE.split() for ending in ("", "s")) | {
    "centuries",
    "century",
    "feet",
    "foot",
    "km",
}
"""Nouns of time, length and money: what they measure is no count, however many words stand between."""
