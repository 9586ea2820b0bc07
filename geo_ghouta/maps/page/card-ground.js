// The card of contested or unknown ground: what is known of it, what is not, and what the pictures beside say.
GG.groundId = (picture, area) => `${GG.days.iso(picture.day)}/${area}`;

GG.groundById = (model, id) => {
  const match = /^(\d{4}-\d{2}-\d{2})\/(\d+)$/.exec(id);
  const day = match ? GG.days.parse(match[1]) : null;
  const picture = day === null ? null : model.pictures.find((p) => p.day === day);
  const area = picture && picture.areas[Number(match[2])];
  return area && !GG.HELD.has(area.status) ? { picture, area, index: Number(match[2]) } : null;
};

// A point inside an area: the middle of the widest stretch of a line through its largest part.
GG.insideOf = (model, geometry) => {
  const rings = model.shapes.parts(geometry).map((r) => model.shapes.coordinates(r[0]));
  const largest = rings.sort((a, b) => b.length - a.length)[0];
  const ys = largest.filter((_, i) => i % 2);
  const y = (Math.min(...ys) + Math.max(...ys)) / 2;
  const xs = [];
  for (let i = 0; i + 3 < largest.length; i += 2) {
    const [x1, y1, x2, y2] = [largest[i], largest[i + 1], largest[i + 2], largest[i + 3]];
    if (y1 > y !== y2 > y) xs.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  }
  xs.sort((a, b) => a - b);
  let best = [largest[0], largest[0]];
  for (let i = 0; i + 1 < xs.length; i += 2) if (xs[i + 1] - xs[i] > best[1] - best[0]) best = [xs[i], xs[i + 1]];
  return [(best[0] + best[1]) / 2, y];
};

GG.groundName = (app, found) => {
  const { name, status } = found.area;
  const place = name && app.model.placeByName.get(name);
  return place ? GG.words.of(place) : name || GG.words.t(`ground.${status}.title`);
};

GG.groundCard = (app, id) => {
  const w = GG.words;
  const { model } = app;
  const found = GG.groundById(model, id);
  if (!found) return null;
  const { picture, area, index } = found;
  const at = GG.insideOf(model, picture.shapes[index]);
  const hue = model.holderIndex.get(area.holder) ?? 0;
  const who = GG.actorName(model, area.holder);
  const facts = GG.el("dl", { class: "gg-facts" });
  const towns = model.places.filter((p) => GG.SETTLED.has(p.kind) && model.shapes.contains(picture.shapes[index], p.at[0], p.at[1])).slice(0, 8);
  if (towns.length) facts.append(...GG.fact(w.t("card.towns"), ...towns.flatMap((t, i) => [i ? w.t("list.between") : "", GG.bdi(w.of(t))])));
  // What the pictures on both sides of the doubt say of this spot.
  const told = (p) => {
    const there = GG.areaAt(model, p, ...at);
    return `${w.dayNear(p.day, picture.day)}: ${there ? w.t("town.inside", { holder: GG.actorName(model, there.holder), status: w.t(`status.${there.status}`) }) : w.t("town.outside")}`;
  };
  const sure = (p) => !["contested", "unknown"].includes((GG.areaAt(model, p, ...at) || {}).status);
  const before = [...model.pictures.slice(0, picture.index)].reverse().find(sure);
  const after = model.pictures.slice(picture.index + 1).find(sure);
  if (before) facts.append(...GG.fact(w.t("ground.before"), GG.bdi(told(before))));
  facts.append(...GG.fact(w.t("ground.after"), after ? GG.bdi(told(after)) : w.t("ground.never")));
  facts.append(...GG.fact(w.t("card.drawn_from"), ...GG.sourcesOf([area])));
  facts.append(...GG.fact(w.t("card.drawn"), w.day(picture.day), area.by ? [w.t("list.between"), GG.bdi(area.by)] : "", GG.precisionText("card", [area], w.t("list.between"))));
  if (area.note) facts.append(...GG.fact(w.t("ground.note"), GG.bdi(area.note)));
  return {
    title: GG.groundName(app, found),
    cls: `gg-h${hue % 12}`,
    body: [
      GG.el("p", { class: "gg-sub gg-groundstatus" }, GG.swatch(hue, area.status), GG.bdi(w.t(`ground.${area.status}.${!area.source && w.has(`ground.${area.status}.what_none`) ? "what_none" : "what"}`))),
      GG.el("div", { class: "gg-bigrow" }, GG.figure(w.area(area.km2), w.t("key.km2")), GG.el("p", { class: "gg-small" }, w.t("ground.not_counted"))),
      GG.el("p", { class: "gg-small" }, GG.bdi(w.t("ground.colour", { who }))),
      facts,
      ...GG.cardTopics(app, towns),
    ],
    object: () => {
      const points = app.areas.paths(picture).polygons.filter((p) => p.area === index).flatMap((p) => p.rings[0]);
      return points.length ? GG.boxOf(app, points) : null;
    },
  };
};

// The same ground in the picture of another day, while it stays in doubt.
GG.sameGround = (app, id) => {
  const old = GG.groundById(app.model, id);
  const { picture } = app.current();
  if (!old || !picture) return null;
  if (picture === old.picture) return id;
  const at = GG.insideOf(app.model, old.picture.shapes[old.index]);
  const index = picture.shapes.findIndex((g) => app.model.shapes.contains(g, ...at));
  return index >= 0 && !GG.HELD.has(picture.areas[index].status) ? GG.groundId(picture, index) : null;
};
