// Axes and glyphs of figures: one scale from 0 a topic, one glyph a claim, never a mean.
GG.niceMax = (value) => {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((s) => s * power >= value * 1.12);
  return (step || 12) * power;
};

// Bounds of what a claim says: [low, high], either of which may be open.
GG.bounds = (claim) => {
  const { value, low, high, qualifier } = claim;
  if (qualifier === "about" && value !== undefined && low === undefined && high === undefined) return [value * 0.9, value * 1.1];
  return [low ?? (qualifier === "at_most" ? -Infinity : (value ?? -Infinity)), high ?? (qualifier === "at_least" ? Infinity : (value ?? Infinity))];
};

GG.figureOf = (claim) => claim.value ?? claim.high ?? claim.low;

GG.valueText = (claim) => {
  const w = GG.words;
  const n = w.number;
  const { value, low, high, qualifier } = claim;
  if (value === undefined && low === undefined && high === undefined) return "";
  const unit = claim.unit === "percent" ? (x) => w.t("unit.percent", { x }) : (x) => x;
  const digits = (x) => n(x, Number.isInteger(x) ? 0 : 1);
  if (qualifier === "at_least") return w.t(claim.with ? "figures.ge" : "figures.gt", { x: unit(digits(low ?? value)) });
  if (qualifier === "at_most") return w.t(claim.with ? "figures.le" : "figures.lt", { x: unit(digits(high ?? value)) });
  // "between 300 and 400" is about a figure, and neither end alone is it.
  if (value === undefined && low !== undefined && high !== undefined) return unit(`${digits(low)}–${digits(high)}`);
  if (qualifier === "about") return w.t("figures.about", { x: unit(digits(value ?? low ?? high)) });
  return unit(digits(value ?? low ?? high));
};

GG.glyph = (claim, max, width = 94) => {
  const rtl = GG.words.rtl();
  const x = (v) => {
    const px = 2 + GG.clamp(v / max, 0, 1) * (width - 8);
    return GG.round1(rtl ? width - px : px);
  };
  const out = GG.svg("svg", { class: "gg-glyph", width, height: 18, viewBox: `0 0 ${width} 18`, "aria-hidden": "true" }, GG.svg("path", { class: "gg-axisline", d: `M0 9H${width}` }));
  const value = GG.figureOf(claim);
  if (value === undefined) return out;
  const at = x(value);
  const way = rtl ? -1 : 1;
  if (claim.drawn) return GG.fill(out, {}, [GG.svg("path", { class: "gg-drawn", d: `M${at} 1v16` })]);
  if (claim.qualifier === "about") out.append(GG.svg("path", { class: "gg-pale", d: `M${x(value * 0.9)} 9H${x(value * 1.1)}` }));
  if (claim.low !== undefined && claim.high !== undefined && claim.high > claim.low) out.append(GG.svg("path", { class: "gg-pale", d: `M${x(claim.low)} 9H${x(claim.high)}` }));
  if (claim.qualifier === "at_least") out.append(GG.svg("path", { class: "gg-atleast", d: `M${at} 9H${at + way * 20}` }), GG.svg("path", { class: "gg-tip", d: `M${at + way * 16} 6l${way * 4} 3l${way * -4} 3` }));
  if (claim.qualifier === "at_most") out.append(GG.svg("path", { class: "gg-atleast", d: `M${at} 9H${at - way * 20}` }), GG.svg("path", { class: "gg-tip", d: `M${at - way * 16} 6l${way * -4} 3l${way * 4} 3` }));
  out.append(...GG.mark(claim.modality, at, 9));
  return out;
};

// The mark of a modality: happened, under way, planned, proposed, denied.
GG.mark = (modality, x, y) => {
  const circle = (cls) => GG.svg("circle", { class: cls, cx: x, cy: y, r: 4.2 });
  if (modality === "denied") return [GG.svg("path", { class: "gg-denied", d: `M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8` })];
  if (modality === "under_way") return [circle("gg-open"), GG.svg("path", { class: "gg-full", d: `M${x} ${y - 4.2}a4.2 4.2 0 0 1 0 8.4z` })];
  if (modality === "planned" || modality === "expected") return [circle("gg-open")];
  if (modality === "proposed" || modality === "conditional") return [circle("gg-open gg-dashed")];
  return [circle("gg-full")];
};

// Text of a chart: `edge` says which side of the text stands at x, whatever the reading direction.
GG.textAt = (x, y, words, edge, cls = "gg-axis") => {
  const rtl = GG.words.rtl();
  const anchor = edge === "middle" ? "middle" : (edge === "left") !== rtl ? "start" : "end";
  return GG.svg("text", { class: cls, x: GG.round1(x), y: GG.round1(y), "text-anchor": anchor, direction: rtl ? "rtl" : "ltr" }, words);
};

// Area over time: stacked steps, one a picture, that drive the clock and follow it.
GG.areaChart = (app, pictures, width, height, pick) => {
  const { model } = app;
  const rtl = GG.words.rtl();
  const max = GG.niceMax(Math.max(0.1, ...pictures.map((p) => p.total)) / 1.12);
  const tick = (v) => GG.words.number(v, v && v < 3 ? 1 : 0);
  const left = Math.max(36, Math.ceil(GG.measure(tick(max), `400 11px ${GG.FONT}`)) + 14);
  const bottom = 22;
  const plot = { width: width - left - 4, height: height - bottom - 10 };
  const first = pictures[0].day;
  // The last picture answers until its campaign ends; a short step of that is enough to be seen.
  const newest = pictures[pictures.length - 1];
  const until = newest.total && newest.campaign ? Math.min(newest.campaign.end, model.last, newest.day + Math.ceil((newest.day - first) / 5)) : 0;
  const last = Math.max(newest.day, first + 1, until);
  const x = (day) => {
    const px = left + ((day - first) / (last - first)) * plot.width;
    return GG.round1(rtl ? width - px : px);
  };
  const y = (v) => GG.round1(10 + plot.height - (v / max) * plot.height);
  const out = GG.svg("svg", { class: "gg-chart", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  for (const v of [0, max / 2, max]) {
    out.append(
      GG.svg("path", { class: "gg-gridline", d: `M${rtl ? 0 : left}${" "}${y(v)}H${rtl ? width - left : width}` }),
      GG.textAt(rtl ? width - left + 10 : left - 10, y(v) + 4, tick(v), rtl ? "left" : "right"),
    );
  }
  const low = pictures.map(() => 0);
  model.holders.forEach((holder, h) => {
    let d = "";
    pictures.forEach((p, i) => {
      const km2 = p.byHolder.get(holder) || 0;
      if (!km2) return;
      const end = i + 1 < pictures.length ? pictures[i + 1].day : last;
      d += `M${x(p.day)} ${y(low[i])}V${y(low[i] + km2)}H${x(end)}V${y(low[i])}Z`;
      low[i] += km2;
    });
    // Between steps of a few pixels the paper-coloured gaps would be all that is seen.
    const dense = pictures.length * 8 > plot.width;
    if (d) out.append(GG.svg("path", { class: `gg-hue ${dense ? "" : "gg-step "}gg-h${h % 12}`, d }));
  });
  const written = [];
  for (const p of [pictures[0], pictures[pictures.length - 1], ...pictures]) {
    const at = x(p.day);
    // The first and the last stand beside their day, the others under it.
    const ends = [pictures[0], pictures[pictures.length - 1]];
    if (written.some((other, i) => Math.abs(other - at) < (i < 2 || ends.includes(p) ? 64 : 52))) continue;
    written.push(at);
    const edge = at < 28 || (p === pictures[0] && !rtl) ? "left" : at > width - 28 || (p === pictures[0] && rtl) ? "right" : "middle";
    out.append(GG.textAt(at, height - 5, GG.words.day(p.day, "short"), edge));
  }
  const cursor = (day, label) => {
    if (day < first || day > last) return;
    const picture = GG.pictureAt(model, day);
    const total = picture ? picture.total : 0;
    const at = x(day);
    out.append(GG.svg("path", { class: "gg-cursor", d: `M${at} 0V${y(0)}` }), GG.svg("circle", { class: "gg-cursor-dot", cx: at, cy: y(total), r: 4 }));
    if (!label || !picture) return;
    const words = GG.words.km2(total);
    const far = at > width - 84;
    out.append(GG.textAt(at + (far ? -8 : 8), Math.max(12, y(total) - 8), words, far ? "right" : "left", "gg-cursor-text"));
  };
  if (app.state.vs !== null) cursor(app.state.vs, false);
  cursor(app.state.day, true);
  const seek = (event) => {
    const px = event.clientX - out.getBoundingClientRect().left;
    pick([...pictures].sort((a, b) => Math.abs(x(a.day) - px) - Math.abs(x(b.day) - px))[0].day);
  };
  out.addEventListener("pointerdown", seek);
  out.addEventListener("pointermove", (event) => event.buttons === 1 && seek(event));
  return out;
};
