// A town: who held it picture by picture, and what reports say, each with its source.
GG.townTab = (app, body) => {
  const w = GG.words;
  const { model, state } = app;
  const place = state.sel && state.sel.kind === "town" ? model.placeById.get(state.sel.id) : null;
  if (!place) {
    body.append(GG.el("h2", {}, w.t("tabs.town")), GG.el("p", { class: "gg-sub" }, w.t("town.choose")), GG.townList(app));
    return;
  }
  const [lon, lat] = place.at;
  const now = GG.pictureAt(model, state.day);
  const distance = now && GG.frontDistance(app, now, lon, lat);
  const facts = [w.t(`kinds.${place.kind}`), GG.adminName(model, place.admin), w.t("town.at", { lat: lat.toFixed(3), lon: (((lon + 540) % 360) - 180).toFixed(3), m: w.metres(place.radius || 0) })];
  if (distance !== null && distance !== undefined && distance < 1000) facts.push(w.t("town.front", { m: w.metres(Math.round(distance / 50) * 50), date: w.day(now.day, "day_month") }));
  body.append(GG.el("h2", {}, GG.bdi(GG.words.of(place)), " ", GG.bdi(GG.words.rtl() ? place.name : place.ar || "", "gg-other")), GG.el("p", { class: "gg-sub" }, ...facts.filter(Boolean).flatMap((f, i) => [i ? " · " : "", GG.bdi(f)])));
  GG.townStrip(app, body, place, now);
  const lines = GG.townLines(app, place, now);
  for (const line of lines) {
    body.append(
      GG.el(
        "button",
        { type: "button", class: `gg-townline${line.day === state.day ? " gg-on" : ""}`, onclick: () => app.store.set({ day: GG.clamp(line.day, model.first, model.last) }) },
        GG.el("span", { class: "gg-barday" }, w.day(line.day, "short")),
        GG.el("span", {}, GG.bdi(line.text), GG.el("small", {}, GG.bdi(line.source))),
      ),
    );
  }
  const named = GG.townClaims(model, place);
  const topics = GG.topicsOf(app, named);
  if (!topics.length) return;
  const stories = new Set(named.map((c) => c.story_id || c.report)).size;
  body.append(GG.el("h2", {}, w.t("town.claims")), GG.el("p", { class: "gg-sub" }, [w.t("claims.count", { n: named.length }), w.t("claims.stories", { n: stories })].join(" ")));
  const when = (topic) => {
    const { from } = topic.lead;
    return from === undefined ? "" : w.dayNear(from, state.day);
  };
  for (const topic of topics) body.append(GG.topicBlock(app, topic, when(topic) || w.t("town.undated")));
};

GG.townList = (app) => {
  const { model } = app;
  const [west, south, east, north] = model.frame;
  const list = model.places
    .filter((p) => p.at[0] >= west && p.at[0] <= east && p.at[1] >= south && p.at[1] <= north && (p.rank ?? 3) <= 2 && !["region", "adm1", "adm2", "adm3", "country", "crossing", "road", "water"].includes(p.kind))
    .sort((a, b) => (a.rank ?? 3) - (b.rank ?? 3) || (GG.words.of(a) < GG.words.of(b) ? -1 : 1))
    .slice(0, 30);
  return GG.el("div", { class: "gg-pick" }, ...list.map((p) => GG.el("button", { type: "button", class: "gg-row-btn", onclick: () => app.select({ kind: "town", id: p.id }) }, GG.bdi(GG.words.of(p)), " ", GG.bdi(GG.words.rtl() ? p.name : p.ar || "", "gg-other"))));
};

// Several places of one departure stand in one cell, "|" between.
GG.townClaims = (model, place) => model.claims.filter((c) => [c.origin_id, c.place_id, c.destination_id].some((ids) => (ids || "").split("|").includes(place.id)));

// Distance in metres from a point to the nearest edge of a held area, on a sphere: a guide, the checks measure.
GG.frontDistance = (app, picture, lon, lat) => {
  const kx = 111320 * Math.cos((lat * Math.PI) / 180);
  const ky = 110574;
  let best = Infinity;
  const { shapes } = app.model;
  picture.shapes.forEach((geometry, i) => {
    if (!GG.HELD.has(picture.areas[i].status)) return;
    for (const ring of shapes.lines(geometry)) {
      const c = shapes.coordinates(ring);
      for (let k = 2; k < c.length; k += 2) {
        const [ax, ay] = [(c[k - 2] - lon) * kx, (c[k - 1] - lat) * ky];
        const [bx, by] = [(c[k] - lon) * kx, (c[k + 1] - lat) * ky];
        const [dx, dy] = [bx - ax, by - ay];
        const t = GG.clamp(-(ax * dx + ay * dy) / (dx * dx + dy * dy || 1), 0, 1);
        best = Math.min(best, Math.hypot(ax + t * dx, ay + t * dy));
      }
    }
  });
  return Number.isFinite(best) ? best : null;
};

GG.townStrip = (app, body, place, now) => {
  const w = GG.words;
  const { model, state } = app;
  const base = now || model.pictures[0];
  if (!base) return;
  const pictures = model.pictures.filter((p) => p.base === base.base);
  const first = pictures[0].day;
  const last = Math.max(first + 1, pictures[pictures.length - 1].day);
  const width = Math.max(240, body.clientWidth - 32);
  const rtl = w.rtl();
  const x = (day) => {
    const px = ((day - first) / (last - first)) * width;
    return GG.round1(rtl ? width - px : px);
  };
  const svg = GG.svg("svg", { class: "gg-strip", width, height: 34, viewBox: `0 0 ${width} 34`, "aria-hidden": "true" });
  svg.append(GG.svg("rect", { class: "gg-stripframe", x: 0.5, y: 2.5, width: width - 1, height: 14 }));
  pictures.forEach((p, i) => {
    const area = GG.areaAt(model, p, place.at[0], place.at[1]);
    if (!area) return;
    const [a, b] = [x(p.day), x(i + 1 < pictures.length ? pictures[i + 1].day : last)];
    const index = model.holderIndex.get(area.holder);
    svg.append(GG.svg("rect", { class: `gg-h${index % 12} ${area.status === "assessed" ? "gg-hue" : ""}`, fill: GG.paint(index, area.status), x: Math.min(a, b), y: 3, width: Math.abs(b - a), height: 13 }));
  });
  if (state.day >= first && state.day <= last) {
    svg.append(GG.svg("path", { class: "gg-cursor", d: `M${x(state.day)} 0V20` }));
  }
  const label = (day, edge) => GG.textAt(x(day), 31, w.day(day, "short"), edge);
  svg.append(label(first, rtl ? "right" : "left"), label(last, rtl ? "left" : "right"));
  if (state.day > first + (last - first) * 0.15 && state.day < last - (last - first) * 0.15) svg.append(label(state.day, "middle"));
  body.append(svg);
};

// Pictures on which the answer changed, and dated reports, in order of days.
GG.townLines = (app, place, now) => {
  const w = GG.words;
  const { model } = app;
  const out = [];
  let before = null;
  const pictures = model.pictures.filter((p) => !now || p.base === now.base);
  for (const p of pictures) {
    const area = GG.areaAt(model, p, place.at[0], place.at[1]);
    const text = area ? w.t("town.inside", { holder: GG.actorName(model, area.holder), status: w.t(`status.${area.status}`) }) : w.t("town.outside");
    if (text !== before) {
      const distance = GG.frontDistance(app, p, place.at[0], place.at[1]);
      out.push({ day: p.day, text, source: distance !== null && distance < 1000 ? w.t("town.picture_near", { m: w.metres(Math.round(distance / 50) * 50) }) : w.t("town.picture") });
    }
    before = text;
  }
  if (pictures.length) {
    const [first, last] = [pictures[0].day, pictures[pictures.length - 1].day];
    for (const c of GG.townClaims(model, place)) {
      if (!["holder", "advance", "agreement", "attack", "siege"].includes(c.kind)) continue;
      // A report that gives no day stands at the day it was published, and says so.
      const day = c.from ?? GG.reportOf(app, c).published;
      if (day === undefined || day < first || day > last + 31) continue;
      out.push({ day, text: GG.townSaid(app, c), source: w.t(c.from === undefined ? "town.report_undated" : "town.report", { who: GG.speakerOf(app, c) }) });
    }
  }
  const seen = new Set();
  const fresh = (line) => !seen.has([line.day, line.text, line.source].join("|")) && seen.add([line.day, line.text, line.source].join("|"));
  return out.filter(fresh).sort((a, b) => a.day - b.day);
};

// What a report says of a town in a few words: "reported" until a picture shows it.
GG.townSaid = (app, claim) => {
  const w = GG.words;
  const who = claim.actor ? GG.actorName(app.model, claim.actor) : "";
  const plain = claim.modality === "happened" && who ? { holder: "town.held", advance: "town.taken" }[claim.kind] : null;
  if (plain) return w.t(plain, { who });
  return `${GG.topicTitle(app, claim)}${claim.modality === "happened" ? "" : ` (${w.t(`modality.${claim.modality}`)})`}`;
};
