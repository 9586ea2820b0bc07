// The data of the page, indexed: what was drawn when, who is who, what was said about which day.
GG.HELD = new Set(["assessed", "claimed"]);

GG.prepare = (raw) => {
  const model = { ...raw, title: raw.case.title };
  model.actorById = new Map(raw.actors.map((a) => [a.id, a]));
  // Speakers are words of reports: one that is an actor of the case has its names in both languages.
  model.actorByName = new Map(raw.actors.flatMap((a) => [a.label.en, a.label.ar, ...a.aliases].map((name) => [GG.plainName(name), a])).reverse());
  model.holderIndex = new Map(raw.holders.map((h, i) => [h, i]));
  model.placeById = new Map(raw.places.map((p) => [p.id, p]));
  model.placeByName = new Map([...raw.places].reverse().map((p) => [p.name, p]));
  model.claimById = new Map(raw.claims.map((c) => [c.id, c]));
  model.shapes = GG.topology(raw.control);
  model.routeShapes = GG.topology(raw.routes);
  model.groundShapes = GG.topology(raw.ground.topology);
  GG.overDateline(model);
  model.pocketsByDay = GG.group(raw.pockets, (p) => p.day);
  model.findingsByClaim = GG.group(raw.findings.filter((f) => f.claim), (f) => f.claim);
  model.faults = raw.findings.filter((f) => f.at);
  model.legsByRoute = GG.group(raw.legs.map((leg, i) => ({ ...leg, index: i })), (leg) => leg.route);
  for (const legs of model.legsByRoute.values()) legs.sort((a, b) => a.leg - b.leg);
  model.convoys.push(...GG.routesAlone(model));
  GG.preparePictures(model);
  GG.prepareStops(model);
  return model;
};

// Ground on both sides of 180° is shown as one: what lies beyond it goes on to the east, up to 360°.
GG.overDateline = (model) => {
  const drawn = model.pictures.flatMap((p) => model.shapes.geometries(String(p.day)));
  const wide = model.shapes.bounds(drawn);
  if (!wide || wide[2] - wide[0] <= 180) return;
  const east = (x) => (x < 0 ? x + 360 : x);
  const xs = model.shapes.arcs.flatMap((arc) => [...arc].filter((_, i) => i % 2 === 0).map(east));
  if (GG.highest(xs) + GG.highest(xs.map((x) => -x)) > 180) return;
  for (const { arcs } of [model.shapes, model.routeShapes, model.groundShapes]) {
    for (const arc of arcs) for (let i = 0; i < arc.length; i += 2) arc[i] = east(arc[i]);
  }
  const labels = Object.values(model.ground.features).flat();
  for (const row of [...model.places, ...model.events, ...model.findings, ...labels]) if (row.at) row.at = [east(row.at[0]), row.at[1]];
  model.case.extent = model.shapes.bounds(drawn);
};

GG.highest = (list) => list.reduce((a, b) => Math.max(a, b), -Infinity);

GG.plainName = (name) => (name || "").toLowerCase().replace(/^the\s+/, "").trim();

// A drawn route that no report travels is shown for its own days, hollow: somebody drew it, nobody counted.
GG.routesAlone = (model) => {
  const used = new Set(model.convoys.map((c) => c.route));
  const alone = [...model.legsByRoute].filter(([route, legs]) => route && !used.has(route) && legs[0].start !== undefined);
  return alone.map(([route, legs]) => ({
    id: `route/${route}`,
    from: legs[0].start,
    to: legs[0].end ?? legs[0].start + 1,
    origin: legs[0].from,
    destination: legs[legs.length - 1].evidence === "inferred" ? undefined : legs[legs.length - 1].to,
    route,
    modality: "happened",
    claims: [],
    drawn: true,
    km: GG.sum(legs.map((l) => l.km || 0)),
  }));
};

// The legs that a convoy goes, in order: its own of its route, or all where the data names none.
GG.convoyWay = (model, convoy) => {
  const legs = model.legsByRoute.get(convoy.route) || [];
  return convoy.legs ? legs.filter((leg) => convoy.legs.includes(leg.index)) : legs;
};

GG.preparePictures = (model) => {
  const campaigns = model.case.campaigns;
  const baseOf = new Map();
  model.pictures.forEach((picture, index) => {
    picture.index = index;
    picture.shapes = model.shapes.geometries(String(picture.day));
    picture.byHolder = new Map();
    picture.open = { contested: 0, unknown: 0 };
    for (const area of picture.areas) {
      if (GG.HELD.has(area.status)) {
        picture.byHolder.set(area.holder, (picture.byHolder.get(area.holder) || 0) + area.km2);
      } else picture.open[area.status] += area.km2;
    }
    picture.total = GG.sum([...picture.byHolder.values()]);
    picture.precision = Math.max(0, ...picture.areas.map((a) => a.precision || 0)) || null;
    const campaign = campaigns.find((c) => c.start <= picture.day && picture.day <= c.end);
    picture.campaign = campaign || null;
    const key = campaign ? campaign.id : "";
    if (!baseOf.has(key)) baseOf.set(key, picture);
    picture.base = baseOf.get(key);
    GG.lazy(picture, "pockets", () => (model.pockets.length ? model.pocketsByDay.get(picture.day) || [] : GG.derivePockets(model, picture)));
  });
  // Where pictures are drawn: the extent of the case, unless they lie outside it.
  const [w, s, e, n] = model.shapes.bounds(model.pictures.flatMap((p) => p.shapes)) || model.case.extent;
  const [west, south, east, north] = model.case.extent;
  model.frame = w >= west && s >= south && e <= east && n <= north ? model.case.extent : [w, s, e, n];
  model.largest = Math.max(0, ...model.pictures.map((p) => p.total));
};

// A value worked out when it is first asked for.
GG.lazy = (object, name, work) =>
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = work();
      Object.defineProperty(object, name, { value, enumerable: true });
      return value;
    },
  });

// Connected held parts, for a series without a table of pockets: parts that share an arc are one pocket.
GG.derivePockets = (model, picture) => {
  const leader = new Map();
  const find = (x) => {
    let at = x;
    while (leader.get(at) !== at) at = leader.get(at);
    return at;
  };
  const owner = new Map();
  picture.areas.forEach((area, i) => {
    if (!GG.HELD.has(area.status)) return;
    model.shapes.parts(picture.shapes[i]).forEach((rings, part) => {
      const name = `${i}/${part}`;
      leader.set(name, name);
      for (const number of rings.flat()) {
        const arc = number < 0 ? ~number : number;
        if (owner.has(arc)) leader.set(find(name), find(owner.get(arc)));
        else owner.set(arc, name);
      }
    });
  });
  const size = ([area, part]) => (picture.areas[area].sizes || [picture.areas[area].km2])[part];
  const groups = [...GG.group([...leader.keys()], find).values()].map((names) => names.map((n) => n.split("/").map(Number)));
  const made = groups.map((parts) => {
    const areas = [...new Set(parts.map(([area]) => area))].map((area) => picture.areas[area]);
    return { day: picture.day, parts, km2: GG.sum(parts.map(size)), holders: [...new Set(areas.map((a) => a.holder))], statuses: areas.map((a) => a.status), name: (areas.find((a) => a.name) || {}).name, towns: [] };
  });
  made.sort((a, b) => b.km2 - a.km2 || a.parts[0][0] - b.parts[0][0]);
  return made.map((p, i) => ({ ...p, id: `${GG.days.iso(picture.day)}/${i + 1}`, name: p.name || GG.words.t("pocket.number", { n: i + 1 }) }));
};

// Ids of pockets begin with their picture's day.
GG.pocketById = (model, id) => {
  const known = model.pockets.find((p) => p.id === id);
  if (known) return known;
  const day = GG.days.parse(id.slice(0, 10));
  const picture = day === null ? null : model.pictures.find((p) => p.day === day);
  return (picture && picture.pockets.find((p) => p.id === id)) || null;
};

GG.pieces = (model, picture) => picture.pockets.length;

GG.prepareStops = (model) => {
  // A period in which nothing is drawn, while pictures stand elsewhere, is one that nobody has set yet.
  const drawn = model.pictures.map((p) => p.day);
  const set = !drawn.length || drawn.some((d) => d >= model.case.start && d <= model.case.end);
  const period = set ? [model.case.start, model.case.end] : [];
  const first = Math.min(...period, ...drawn);
  const last = Math.max(...period, ...drawn);
  const near = (day) => day !== undefined && day >= first - 31 && day <= last + 31;
  // An event of a whole month is no date at which something changes, and a count is no event.
  const counts = new Set(["territory_share", "pocket_count", "population", "other"]);
  model.datedEvents = model.events.filter((e) => !counts.has(e.kind) && near(e.from) && (e.to ?? e.from + 1) - e.from <= 7);
  model.datedConvoys = model.convoys.filter((c) => near(c.from));
  const days = new Set([
    ...model.pictures.map((p) => p.day),
    ...model.datedConvoys.map((c) => c.from),
    ...model.datedEvents.map((e) => e.from),
  ]);
  model.stops = [...days].sort((a, b) => a - b);
  if (!model.stops.length) model.stops = [model.case.start, model.case.end].sort((a, b) => a - b);
  // The bar spans the whole period of the case and all that is dated near it, stops or not.
  const told = [...Object.values(model.reports || {}).map((r) => r.published), ...model.claims.map((c) => c.from)].filter(near);
  model.first = [...period, ...told].reduce((a, b) => Math.min(a, b), model.stops[0]);
  model.last = [...period, ...told].reduce((a, b) => Math.max(a, b), model.stops[model.stops.length - 1]);
  model.ticks = [...new Set([model.first, ...model.stops, model.last])].sort((a, b) => a - b);
};

// The picture that answers for a day: the last at or before it, or none.
GG.pictureAt = (model, day) => {
  if (model.case.until !== null && day >= model.case.until) return null;
  let low = 0;
  let high = model.pictures.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (model.pictures[middle].day <= day) low = middle + 1;
    else high = middle;
  }
  return low ? model.pictures[low - 1] : null;
};

GG.pictureBefore = (model, picture) => (picture && picture.index ? model.pictures[picture.index - 1] : null);

GG.overlaps = (row, from, to) => row.from !== undefined && row.from <= to && (row.to ?? row.from + 1) > from;

// A convoy belongs to the day it left; a route that only was drawn to all its days.
GG.convoysOn = (model, from, to) => model.convoys.filter((c) => (c.drawn ? GG.overlaps(c, from, to) : c.from >= from && c.from <= to));

GG.eventsOn = (model, from, to) => {
  // A departure whose convoy is drawn as an arrow needs no mark; one without a route does.
  const drawn = GG.convoysOn(model, from, to).filter((c) => model.legsByRoute.has(c.route));
  const moving = new Set(drawn.flatMap((c) => c.claims || []));
  const origins = new Set(drawn.flatMap((c) => (c.origin_id || "").split("|")).filter(Boolean));
  const told = (e) => (e.claims || []).every((c) => moving.has(c)) || (["departure", "displacement"].includes(e.kind) && origins.has(e.place_id));
  return model.datedEvents.filter((e) => GG.overlaps(e, from, to) && !told(e));
};

GG.actorName = (model, id) => {
  const actor = model.actorById.get(id) || model.actorByName.get(GG.plainName(id));
  if (actor) return GG.words.of(actor.label);
  // Speakers of no name, and the sides that readers of reports know, have words of the interface.
  const known = (name) => GG.words.named("who", GG.plainName(name)) || GG.words.named("who", GG.whoOf(GG.plainName(name)));
  // "A and B": both in the chosen language, or the words as they are.
  const several = (id || "").split(" and ");
  if (several.length > 1 && GG.words.rtl() && several.every(known)) return GG.words.all_of(several.map(known));
  return known(id) || id || "";
};

// The word by which the lists of the interface know a speaker whom a report names in another language.
GG.whoOf = (name) => {
  if (!GG.whoByWord) GG.whoByWord = new Map(Object.values(GG.words.all).flatMap((l) => Object.entries(l.who || {}).map(([key, word]) => [GG.plainName(word), key])).reverse());
  return GG.whoByWord.get(name) ?? "";
};

// A division ("Douma District, Rif Dimashq, Syria") in the chosen language, part by part, where a part is a known place.
GG.adminName = (model, admin) => {
  if (!GG.words.rtl()) return (admin || "").trim();
  const known = (name) => model.placeByName.get(name) || model.placeByName.get(name.replace(/ (District|Governorate|Province)$/, ""));
  const parts = (admin || "").split(",").map((p) => p.trim()).filter(Boolean);
  return parts.map((p) => (known(p) ? GG.words.of(known(p)) : GG.countryName(p))).join(GG.words.t("list.between"));
};

// A country in the chosen language, by the browser's own list; any other name as it is.
GG.countryName = (name) => {
  if (!GG.countries) {
    const list = new Intl.DisplayNames(["en"], { type: "region" });
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    GG.countries = new Map(letters.flatMap((a) => letters.map((b) => [list.of(a + b), a + b])));
  }
  const code = GG.countries.get(name);
  return code ? new Intl.DisplayNames([GG.words.name], { type: "region" }).of(code) : name;
};

// The known places of an id, which may name several.
GG.claimPlaces = (model, ids) => (ids || "").split("|").map((id) => model.placeById.get(id)).filter(Boolean);

// A place in the chosen language; "|" stands between several.
GG.placeName = (model, name, id) => {
  if (name && name.includes("|")) return GG.words.all_of([...new Set(name.split("|"))].map((n) => GG.placeName(model, n.trim())));
  const generic = GG.words.named("pocket.names", name);
  if (generic && !id) return generic;
  return GG.words.of(model.placeById.get(id) || model.placeByName.get(name) || { name: name ?? "" });
};
