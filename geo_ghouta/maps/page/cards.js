// What the cards say: a pocket, a convoy, an event.
GG.fact = (name, ...value) => [GG.el("dt", {}, name), GG.el("dd", {}, ...value)];

GG.figure = (value, unit) => GG.el("div", { class: "gg-big" }, GG.el("strong", {}, value), GG.el("small", {}, unit));

// What areas were drawn from, each source once. Where the drawer named none, that is said: a reader could take it for one.
GG.sourcesOf = (areas) => {
  const named = [...new Set(areas.map((a) => a.source).filter(Boolean))].join("; ");
  const none = areas.every((a) => a.source) ? null : GG.bdi(GG.words.t(named ? "card.some_source" : "card.no_source"));
  return [named ? GG.bdi(named) : null, named && none ? "; " : null, none].filter(Boolean);
};

// How well areas are drawn, in the words of a part of the page. What no drawer gave was assumed, and must not pass for given.
GG.precisionText = (part, areas, before = "") => {
  const told = areas.filter((a) => a.precision);
  if (!told.length) return "";
  const kind = told.every((a) => a.assumed) ? "_all" : told.some((a) => a.assumed) ? "_some" : "";
  return before + GG.words.t(`${part}.precision${kind}`, { m: GG.words.metres(Math.max(...told.map((a) => a.precision))) });
};

GG.boxOf = (app, points) => {
  const [dx, dy] = app.view.offset();
  const e = GG.extent(points);
  return { left: e.left + dx, top: e.top + dy, right: e.right + dx, bottom: e.bottom + dy };
};

GG.pocketCard = (app, id) => {
  const w = GG.words;
  const { model, state } = app;
  const pocket = GG.pocketById(model, id);
  const picture = pocket && model.pictures.find((p) => p.day === pocket.day);
  if (!picture) return null;
  const index = model.holderIndex.get(pocket.holders[0]) ?? 0;
  const base = picture.base;
  const share = base.total ? pocket.km2 / base.total : 0;
  const history = GG.pocketHistory(app, pocket, picture);
  const facts = GG.el("dl", { class: "gg-facts" });
  // Towns that lie only in contested or unknown ground are not in the pocket, whatever the table lists.
  const sure = (t) => !t.at || !["contested", "unknown"].includes((GG.areaAt(model, picture, ...t.at) || {}).status);
  const towns = (pocket.towns || []).map((name) => model.placeByName.get(name) || { name }).filter(sure);
  if (towns.length) {
    const shown = towns.slice(0, 8).flatMap((t, i) => [i ? w.t("list.between") : "", GG.bdi(w.of(t)), t.ar && towns.length <= 4 ? [" ", GG.bdi(w.rtl() ? t.name : t.ar, "gg-other")] : ""]);
    facts.append(...GG.fact(w.t("card.towns"), ...shown, towns.length > 8 ? ` ${w.t("card.more", { n: towns.length - 8 })}` : ""));
  }
  if ((pocket.neighbours || []).length) {
    facts.append(...GG.fact(w.t("card.neighbours"), ...pocket.neighbours.slice(0, 4).flatMap((n, i) => [i ? w.t("list.between") : "", GG.bdi(GG.pocketName(app, n)), " ", w.t("unit.km", { x: w.number(n.km, n.km < 1 ? 2 : 1) })])));
  }
  const areas = [...new Set(pocket.parts.map(([a]) => a))].map((a) => picture.areas[a]);
  const open = ["contested", "unknown"].filter((s) => pocket[s]);
  if (open.length) {
    const outside = GG.townsIn(app, picture, open, pocket);
    const sizes = open.map((s) => w.t(`summary.${s}`, { km2: w.km2Said(pocket[s]) })).join(" ");
    facts.append(...GG.fact(w.t("card.beside"), sizes, outside.length ? [" ", GG.bdi(w.t("card.beside_towns", { towns: w.all_of(outside.map((t) => w.of(t))) }))] : ""));
  }
  const parts = pocket.parts.length;
  const besieged = areas.some((a) => a.besieged);
  const statuses = [...new Set(areas.map((a) => w.t(`status.${a.status}`)))].join(w.t("list.between"));
  facts.append(...GG.fact(w.t("card.status"), statuses, besieged ? `${w.t("list.between")}${w.t("card.besieged")}` : "", parts > areas.length ? `${w.t("list.between")}${w.t("card.parts", { n: parts })}` : ""));
  facts.append(...GG.fact(w.t("card.drawn_from"), ...GG.sourcesOf(areas)));
  const by = [...new Set(areas.map((a) => a.by).filter(Boolean))].join(w.t("list.between"));
  facts.append(...GG.fact(w.t("card.drawn"), w.day(picture.day), by ? [w.t("list.between"), GG.bdi(by)] : "", GG.precisionText("card", areas, w.t("list.between"))));
  const names = pocket.holders.map((h) => GG.actorName(model, h)).join(w.t("list.between"));
  const body = [
    GG.el("p", { class: `gg-cardholder gg-h${index % 12}` }, GG.bdi(names)),
    GG.el(
      "div",
      { class: "gg-bigrow" },
      GG.figure(w.area(pocket.km2), w.t("key.km2")),
      GG.figure(w.percent(share, share < 0.1 ? 1 : 0), w.t("card.share_of", { date: w.dayNear(base.day, state.day) })),
      GG.el("div", { class: "gg-mini" }, GG.miniBars(history, index), GG.el("small", {}, history.length > 1 ? w.t("card.since", { date: w.day(history[0].day, "day_month") }) : "")),
    ),
    facts,
    ...GG.cardTopics(app, towns),
  ];
  return {
    title: GG.pocketName(app, pocket),
    cls: `gg-h${index % 12}`,
    body,
    object: () => {
      const positions = app.areas.paths(picture).polygons.filter((p) => areas.includes(picture.areas[p.area]));
      const points = positions.flatMap((p) => p.rings[0]);
      return points.length ? GG.boxOf(app, points) : null;
    },
  };
};

// Settlements in the areas of a picture with these statuses that are nearer to this pocket than to any other.
GG.SETTLED = new Set(["city", "capital", "town", "village", "neighbourhood", "district", "camp"]);

GG.townsIn = (app, picture, statuses, pocket) => {
  const { model } = app;
  const area = (p) => GG.areaAt(model, picture, p.at[0], p.at[1]);
  const own = (p) => {
    const far = (q) => {
      const points = q.parts.flatMap(([a, n]) => [...model.shapes.coordinates(model.shapes.parts(picture.shapes[a])[n][0])]);
      let best = Infinity;
      for (let i = 0; i < points.length; i += 2) best = Math.min(best, Math.hypot((points[i] - p.at[0]) * 0.83, points[i + 1] - p.at[1]));
      return best;
    };
    return picture.pockets.every((q) => q === pocket || far(pocket) <= far(q));
  };
  if (picture.areas.length > 500) return [];
  return model.places.filter((p) => GG.SETTLED.has(p.kind) && statuses.includes((area(p) || {}).status) && own(p));
};

GG.pocketHistory = (app, pocket, picture) => {
  const out = [];
  for (let i = picture.index; i >= 0 && out.length < 3; i -= 1) {
    const p = app.model.pictures[i];
    if (p.base !== picture.base) break;
    const own = p === picture ? pocket : p.pockets.find((q) => q.holders.length === 1 && q.holders[0] === pocket.holders[0] && (q.towns || []).some((t) => (pocket.towns || []).includes(t)));
    if (!own) break;
    out.unshift({ day: p.day, km2: own.km2 });
  }
  return out;
};

GG.miniBars = (history, index) => {
  const max = Math.max(0.1, ...history.map((h) => h.km2));
  const svg = GG.svg("svg", { class: `gg-minibars gg-h${index % 12}`, width: 92, height: 34, viewBox: "0 0 92 34", "aria-hidden": "true" });
  const rtl = GG.words.rtl();
  history.forEach((h, i) => {
    const height = Math.max(1, (h.km2 / max) * 30);
    const at = rtl ? history.length - 1 - i : i;
    svg.append(GG.svg("rect", { class: i === history.length - 1 ? "gg-hue" : "gg-hue gg-past", x: 92 - (history.length - at) * 31 + 2, y: 34 - height, width: 27, height }));
  });
  return svg;
};

// Conflicts and findings of the day about the towns of a pocket.
GG.cardTopics = (app, towns) => {
  const names = new Set(towns.map((t) => t.name));
  const claims = GG.claimsOn(app).filter((c) => names.has(c.origin) || names.has(c.place));
  const topics = GG.topicsOf(app, claims).filter((t) => t.mark);
  return topics.slice(0, 3).map((topic) =>
    GG.el(
      "div",
      { class: "gg-cardtopic" },
      GG.markLine({ kind: topic.mark.kind, text: topic.mark.kind === "conflict" ? topic.title : topic.mark.text }),
      ...(topic.mark.kind === "conflict" ? topic.rows.slice(0, 4).map((r) => GG.el("p", { class: "gg-pair" }, GG.bdi(GG.speakerOf(app, r.claim)), GG.el("strong", {}, GG.valueText(r.claim) || GG.saidOf(app, r.claim)))) : []),
    ),
  );
};

GG.eventCard = (app, id) => {
  const w = GG.words;
  const { model, state } = app;
  const first = model.events.find((e) => e.id === id);
  if (!first) return null;
  const mark = app.eventMarks.find((m) => m.event.id === id);
  const list = mark ? mark.list : [first];
  const body = [GG.el("p", { class: "gg-sub" }, w.day(first.from ?? state.day), GG.isRegion(first) ? `; ${w.t("card.region")}` : "")];
  for (const event of list.slice(0, 6)) {
    const claims = (event.claims || []).map((c) => model.claimById.get(c)).filter(Boolean);
    const topics = GG.topicsOf(app, claims);
    body.push(
      GG.el(
        "div",
        { class: "gg-cardtopic" },
        list.length > 1 ? GG.el("h3", {}, GG.bdi(GG.eventTitle(app, event))) : null,
        event.modality !== "happened" ? GG.el("p", { class: "gg-small" }, w.t(`modality.${event.modality}`)) : null,
        ...topics.flatMap((t) => [t.mark ? GG.markLine(t.mark) : null, ...t.rows.slice(0, 4).map((r) => GG.el("p", { class: "gg-pair" }, GG.el("span", {}, GG.bdi(GG.speakerOf(app, r.claim)), GG.el("small", {}, GG.el("bdi", {}, GG.voiceOf(app, r)))), GG.el("strong", {}, [GG.valueText(r.claim), GG.unitOf(r.claim, true)].join(" ").trim() || GG.saidOf(app, r.claim))))]),
        topics.length ? null : (event.speakers || []).map((s) => GG.el("p", { class: "gg-pair" }, GG.bdi(GG.actorName(model, s)))),
      ),
    );
  }
  return {
    title: list.length > 1 ? GG.placeName(model, first.place, first.place_id) : GG.eventTitle(app, first),
    cls: "gg-ink",
    body,
    object: () => (mark ? GG.boxOf(app, [[mark.at[0] - 12, mark.at[1] - 12], [mark.at[0] + 12, mark.at[1] + 12]]) : null),
  };
};
