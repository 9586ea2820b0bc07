// Words, numbers and dates of the interface in the chosen language.
GG.words = {
  all: {},
  name: "en",
  rules: null,
  // Western digits in every language, unless the reader asks for the language's own.
  ownDigits: false,

  use(name) {
    GG.words.name = GG.words.all[name] ? name : Object.keys(GG.words.all)[0];
    GG.words.rules = new Intl.PluralRules(GG.words.name);
  },

  get own() {
    return GG.words.all[GG.words.name];
  },

  rtl: () => GG.words.own.dir === "rtl",

  find(key) {
    return key.split(".").reduce((at, part) => GG.own(at, part), GG.words.own);
  },

  // The word of a list for a name of the case, whatever that name is.
  named: (key, name) => GG.own(GG.words.find(key), name),

  has: (key) => GG.words.find(key) !== undefined,

  // The sentence of a key, its {places} filled. With `n` among the values the plural form is chosen by it.
  t(key, values = {}) {
    let found = GG.words.find(key);
    if (found && typeof found === "object") found = found[GG.words.rules.select(values.n ?? 0)] ?? found.other;
    if (found === undefined) return key;
    return found.replace(/\{(\w+)\}/g, (whole, name) => {
      if (name === "n" && typeof values.n === "number") return GG.words.number(values.n);
      if (name === "N") return GG.words.inWords(values.n);
      if (name === "NN") return GG.words.inWords(values.n).toLowerCase();
      return values[name] === undefined ? whole : String(values[name]);
    });
  },

  inWords(n) {
    const words = GG.words.own.numbers;
    return words && n >= 0 && n < words.length ? words[n] : GG.words.number(n);
  },

  // Thousands by comma, the true minus sign.
  number(value, digits = 0) {
    if (value === null || value === undefined || !Number.isFinite(value)) return "–";
    const fixed = Math.abs(value).toFixed(digits);
    const [whole, rest] = fixed.split(".");
    const [thousands, point] = GG.words.ownDigits ? GG.words.own.separators : ",.";
    const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands);
    // In right-to-left text a mark keeps the minus before its number.
    const minus = GG.words.rtl() ? "\u200e\u2212" : "\u2212";
    return (value < 0 && Number(fixed) !== 0 ? minus : "") + GG.words.digits(grouped + (rest ? `${point}${rest}` : ""));
  },

  // A figure of the page in the digits that the reader chose; never used on words of the case.
  digits: (figure) => (GG.words.ownDigits ? String(figure).replace(/[0-9]/g, (d) => GG.words.own.digits[d]) : String(figure)),

  // What would round to nothing is not nothing: "< 0.1" in a table, "less than 0.1" in a sentence.
  rounded(value, digits, lt = "figures.below") {
    const least = 10 ** -digits;
    return value > 0 && value < least / 2 ? GG.words.t(lt, { x: GG.words.number(least, digits) }) : GG.words.number(value, digits);
  },

  // Square kilometres have one decimal; from ten thousand on that would be false precision.
  area: (value, lt) => GG.words.rounded(value, Math.abs(value) >= 9999.5 ? 0 : 1, lt),

  km2: (value, digits) => GG.words.t("unit.km2", { x: digits === undefined ? GG.words.area(value) : GG.words.number(value, digits) }),

  // An area within a sentence, seen or spoken; with `round` large ones have no decimal.
  km2Said(value, { round = false, spoken = false } = {}) {
    const x = round && value >= 0.95 ? GG.words.number(value, 0) : GG.words.area(value, "figures.less_than");
    return GG.words.t(spoken ? "unit.km2_spoken" : "unit.km2", { x: value ? x : GG.words.number(0) });
  },

  percent: (share, digits = 0) => GG.words.t("unit.percent", { x: GG.words.rounded(share * 100, digits) }),

  percentSaid: (share, spoken = false) => GG.words.t(spoken ? "unit.percent_spoken" : "unit.percent", { x: GG.words.rounded(share * 100, 0, "figures.less_than") }),

  metres: (m) =>
    m < 1000
      ? GG.words.t("unit.m", { x: GG.words.number(Math.round(m / 10) * 10) })
      : GG.words.t("unit.km", { x: GG.words.number(m / 1000, 1) }),

  day(day, form = "long") {
    const p = GG.days.parts(day);
    const months = form.startsWith("short") ? GG.words.own.months_short : GG.words.own.months;
    const plain = GG.words.t("date.day_month", { day: GG.words.digits(p.day), month: months[p.month - 1] });
    return form.endsWith("year") || form === "long" ? GG.words.t("date.with_year", { date: plain, year: GG.words.digits(p.year) }) : plain;
  },

  // Day and month; the year too when it is not the year of the day that it stands beside.
  dayNear(day, other) {
    return GG.words.day(day, GG.days.parts(day).year === GG.days.parts(other).year ? "day_month" : "long");
  },

  // "A", "A and B", "A, B and C"; Arabic puts its "and" before each.
  all_of(names) {
    const [last, most] = [names[names.length - 1] ?? "", names.slice(0, -1)];
    if (!most.length) return last;
    const and = (a, b) => GG.words.t("list.last", { a, b });
    return GG.words.rtl() ? names.reduce(and) : and(most.join(GG.words.t("list.between")), last);
  },

  weekday: (day) => GG.words.own.weekdays[GG.days.weekday(day)],

  // A name of the case: {en, ar} or a row with name and ar.
  of(two) {
    if (!two) return "";
    if (two.name !== undefined) return GG.words.rtl() && two.ar ? two.ar : two.name;
    return (GG.words.rtl() ? two.ar : two.en) || two.en || "";
  },

  // A range of counts as written: "1,580–1,908+".
  range(low, high, open) {
    const some = [low, high].filter((v) => v !== undefined && v !== null);
    if (!some.length) return "–";
    const a = Math.min(...some);
    const b = Math.max(...some);
    return GG.words.number(a) + (b > a ? `–${GG.words.number(b)}` : "") + (open ? "+" : "");
  },

  rangeInWords(low, high, open) {
    const n = GG.words.number;
    if (low === undefined && high === undefined) return "";
    const a = low ?? high;
    const b = high ?? low;
    if (a === b) return open ? GG.words.t("figures.more_than", { a: n(a) }) : n(a);
    return GG.words.t(open ? "figures.to_more_than" : "figures.to", { a: n(a), b: n(b) });
  },
};
