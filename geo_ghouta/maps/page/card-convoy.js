// The card of a convoy: from where to where and how that is known, its legs, and who counted how many.
GG.convoyCard = (app, id) => {
  const w = GG.words;
  const { model } = app;
  const c = model.convoys.find((x) => x.id === id);
  if (!c) return null;
  const end = GG.convoyEnd(app, c);
  const from = GG.placeName(model, c.origin, c.origin_id);
  const way = end ? w.t(end.key === "to" ? "convoy.from_to" : "convoy.from_towards", { from, to: end.name }) : w.t("convoy.left", { from });
  const legs = GG.convoyWay(model, c);
  const body = [GG.el("p", { class: "gg-sub" }, GG.bdi(way), c.modality !== "happened" ? `; ${w.t(`modality.${c.modality}`)}` : "")];
  if (c.drawn) body.push(GG.el("p", { class: "gg-small" }, w.t("card.only_drawn")));
  else {
    body.push(
      GG.el(
        "div",
        { class: "gg-bigrow" },
        GG.figure(w.range(c.people_low, c.people_high, c.open), w.t("card.people", { n: (c.claims || []).length })),
        c.buses_low !== undefined || c.buses_high !== undefined ? GG.figure(w.range(c.buses_low, c.buses_high), w.t("units.buses")) : null,
      ),
    );
    if (end && end.drawn) body.push(GG.el("p", { class: "gg-small" }, w.t("card.end_drawn")));
  }
  body.push(...GG.convoyCounts(app, c), ...GG.convoyLegs(app, c, legs));
  return { title: w.t("convoy.of", { day: w.day(c.from) }), cls: "gg-ink", body, object: () => GG.convoyBox(app, id) };
};

GG.convoyLegs = (app, c, legs) => {
  const w = GG.words;
  const { model } = app;
  if (!legs.length) return [GG.el("p", { class: "gg-small" }, w.t("card.no_route"))];
  const row = (leg) => {
    const way = GG.bdi(w.t("convoy.from_to", { from: GG.placeName(model, leg.from), to: GG.placeName(model, leg.to) }));
    const note = leg.note && (leg.evidence === "stated" || leg.note.length <= 60) ? GG.el("small", {}, GG.bdi(leg.note)) : null;
    return GG.el("li", {}, GG.lineSwatch(leg.evidence, 26), GG.el("span", {}, way, note), GG.el("span", { class: "gg-evidence" }, w.t(`evidence.${leg.evidence}`)));
  };
  const out = [GG.el("ul", { class: "gg-legs" }, ...legs.map(row)), GG.el("p", { class: "gg-small" }, w.t("card.length", { x: w.number(c.km ?? GG.sum(legs.map((l) => l.km || 0))) }))];
  const sources = [...new Set(legs.map((l) => l.source).filter(Boolean))];
  if (c.drawn && sources.length) out.push(GG.el("p", { class: "gg-small" }, `${w.t("card.drawn_from")}: `, GG.bdi(sources.join("; "))));
  const crossed = (c.crossed || []).filter((x) => x && x.holder);
  if (crossed.length) out.push(GG.el("p", { class: "gg-small" }, w.t("card.crossed"), " ", ...crossed.flatMap((x, i) => [i ? w.t("list.between") : "", GG.bdi(GG.actorName(model, x.holder)), ` ${w.t("unit.km", { x: w.number(x.km, 1) })}`])));
  return out;
};

// Counts by speaker, lowest to highest, with the conflicts between them; never a mean.
GG.convoyCounts = (app, c) => {
  const w = GG.words;
  const claims = (c.claims || []).map((k) => app.model.claimById.get(k)).filter((k) => k && k.scope !== "cumulative");
  const topics = GG.topicsOf(app, claims);
  const marks = topics.map((t) => t.mark && GG.el("div", {}, GG.markLine(t.mark), GG.el("p", { class: "gg-small gg-about" }, GG.bdi(t.title))));
  const counts = c.speakers || [];
  const rest = counts.length ? [] : topics.flatMap((t) => t.rows.slice(0, 5).map((r) => GG.el("p", { class: "gg-pair" }, GG.bdi(GG.speakerOf(app, r.claim), "gg-speaker"), GG.el("strong", {}, [GG.valueText(r.claim), GG.unitOf(r.claim, true)].join(" ")))));
  const blocks = [...marks.filter(Boolean).slice(0, 3), ...rest];
  if (counts.length) {
    const cell = (text) => GG.el("td", { class: "gg-n" }, text);
    // Where a speaker says one figure of it, it stands as it was said: "about", "at most".
    const said = (s, unit, range) => {
      if (s[`${unit}_low`] === undefined && s[`${unit}_high`] === undefined) return range;
      const own = claims.filter((k) => k.speaker === s.who && k.unit === unit && !k.part_of && !k.groups && GG.figureOf(k) !== undefined);
      return new Set(own.map(GG.valueText)).size === 1 ? GG.valueText(own[0]) : range;
    };
    const buses = counts.some((s) => s.buses_low !== undefined || s.buses_high !== undefined);
    const head = GG.el("tr", {}, GG.el("th", { scope: "col" }, w.t("card.by_speaker")), GG.el("th", { scope: "col", class: "gg-n" }, w.t("units.people")), buses ? GG.el("th", { scope: "col", class: "gg-n" }, w.t("units.buses")) : null);
    const rows = counts.map((s) => GG.el("tr", {}, GG.el("th", { scope: "row" }, GG.bdi(GG.actorName(app.model, s.who) || w.t("claims.unnamed"), "gg-speaker")), cell(said(s, "people", w.range(s.people_low, s.people_high, s.open))), buses ? cell(said(s, "buses", w.range(s.buses_low, s.buses_high))) : null));
    blocks.push(GG.el("table", { class: "gg-counts" }, GG.el("thead", {}, head), GG.el("tbody", {}, ...rows)));
  }
  return blocks.length ? [GG.el("div", { class: "gg-cardtopic" }, ...blocks)] : [];
};

// The line itself is kept free, not the whole box around it.
GG.convoyBox = (app, id) => {
  const mark = app.convoyMarks.find((m) => m.convoy.id === id);
  if (!mark) return null;
  const length = GG.line.length(mark.points);
  const parts = [];
  for (let at = 0; at < Math.min(length, 4000); at += 24) parts.push(GG.boxOf(app, GG.line.slice(mark.points, at, at + 24)));
  return { ...GG.boxOf(app, mark.points), parts: parts.map((b) => ({ left: b.left - 10, top: b.top - 10, right: b.right + 10, bottom: b.bottom + 10 })) };
};
