// Days along the time bar: linear, long gaps without a stop folded, the busier campaign given its room.
GG.FOLD_DAYS = 60;

GG.track = (stops, width, fold, rtl) => {
  const runs = [];
  // With nothing between the two ends there is nothing to fold away.
  const limit = stops.length > 2 ? GG.FOLD_DAYS : Infinity;
  stops.forEach((day, i) => {
    if (!i || day - stops[i - 1] > limit) runs.push({ start: day, end: day, stops: 0 });
    const run = runs[runs.length - 1];
    run.end = day;
    run.stops += 1;
  });
  const room = Math.max(10, width - fold * (runs.length - 1));
  const days = GG.sum(runs.map((r) => Math.max(1, r.end - r.start)));
  const busiest = runs.reduce((a, b) => (b.stops > a.stops ? b : a), runs[0]);
  const own = Math.max(1, busiest.end - busiest.start) / days;
  const share = runs.length > 1 ? Math.max(own, 0.6) : 1;
  let at = 0;
  for (const run of runs) {
    const length = Math.max(1, run.end - run.start);
    run.width = run === busiest ? room * share : (room * (1 - share) * length) / Math.max(1, days - Math.max(1, busiest.end - busiest.start));
    run.x = at;
    at += run.width + fold;
  }
  const flip = (x) => (rtl ? width - x : x);

  const x = (day) => {
    const run = runs.find((r) => day <= r.end) || runs[runs.length - 1];
    if (day < run.start) {
      const i = runs.indexOf(run);
      if (!i) return flip(run.x);
      const before = runs[i - 1];
      const part = (day - before.end) / (run.start - before.end);
      return flip(before.x + before.width + fold * part);
    }
    const part = run.end > run.start ? (Math.min(day, run.end) - run.start) / (run.end - run.start) : 0;
    return flip(run.x + run.width * part);
  };

  const folds = runs.slice(1).map((run, i) => {
    const before = runs[i];
    return { from: before.end, to: run.start, x: flip(run.x - fold / 2), months: Math.round((run.start - before.end) / 30.44) };
  });

  const nearest = (px) => {
    let found = stops[0];
    let distance = Infinity;
    for (const day of stops) {
      const d = Math.abs(x(day) - px);
      if (d < distance) [found, distance] = [day, d];
    }
    return found;
  };
  return { runs, x, folds, nearest, width, fold };
};

// Days to write on the axis: first of each run, last, then first and fifteenth of months where there is room.
GG.axisDays = (track, phone) => {
  const out = [];
  const put = (day, form, anchor) => {
    const x = track.x(day);
    const width = GG.measure(GG.words.day(day, form), `400 11px ${GG.FONT}`) + 14;
    const edge = anchor || (x < width / 2 - 8 ? "left" : x > track.width - width / 2 + 8 ? "right" : "middle");
    const left = edge === "left" ? x - 4 : edge === "right" ? x - width + 10 : x - width / 2;
    const right = left + width;
    if (out.every((o) => right <= o.left || left >= o.right)) out.push({ day, x, form, edge, left, right });
  };
  const [first, last] = [track.runs[0], track.runs[track.runs.length - 1]];
  put(first.start, "short_year", phone ? null : "middle");
  put(last.start, "short_year");
  put(last.end, "short");
  track.runs.forEach((run) => put(run.start, "short_year"));
  for (const run of track.runs) {
    for (let day = run.start + 1; day < run.end; day += 1) if (GG.days.parts(day).day === 1) put(day, "short");
    for (let day = run.start + 1; day < run.end; day += 1) if (GG.days.parts(day).day === 15) put(day, "short");
  }
  return out;
};
