// Days are whole numbers since 1970-01-01; no Date of the browser is asked, so no time zone can move one.
GG.days = {
  // Civil date of a day number (Howard Hinnant's algorithm).
  parts(day) {
    const z = day + 719468;
    const era = Math.floor(z / 146097);
    const doe = z - era * 146097;
    const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36524) - Math.floor(doe / 146096)) / 365);
    const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
    const mp = Math.floor((5 * doy + 2) / 153);
    const month = mp < 10 ? mp + 3 : mp - 9;
    return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, day: doy - Math.floor((153 * mp + 2) / 5) + 1 };
  },

  number(year, month, day) {
    const y = month <= 2 ? year - 1 : year;
    const era = Math.floor(y / 400);
    const yoe = y - era * 400;
    const doy = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
    return era * 146097 + yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy - 719468;
  },

  iso(day) {
    const p = GG.days.parts(day);
    const two = (n) => String(n).padStart(2, "0");
    return `${String(p.year).padStart(4, "0")}-${two(p.month)}-${two(p.day)}`;
  },

  // Day number of "2018-03-22", or null for anything that is no day.
  parse(text) {
    const match = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text ?? "");
    if (!match) return null;
    const [year, month, day] = match.slice(1).map(Number);
    const number = GG.days.number(year, month, day);
    const back = GG.days.parts(number);
    return back.year === year && back.month === month && back.day === day ? number : null;
  },

  weekday: (day) => (((day + 4) % 7) + 7) % 7,
};
