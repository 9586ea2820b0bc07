// The one sentence of a day, and the notes under it. Four answers that must not look alike: empty, none, unknown, old.
GG.summary = (app, day, spoken = false) => {
  const { model } = app;
  const w = GG.words;
  const picture = GG.pictureAt(model, day);
  const out = { date: w.day(day), weekday: w.weekday(day), sentence: "", second: "", notes: [], picture, state: "drawn" };
  if (!picture) {
    const first = model.pictures[0];
    out.state = "none";
    const over = model.case.until !== null && day >= model.case.until;
    if (!first) out.sentence = w.t(model.datedEvents.length || model.datedConvoys.length ? "summary.nothing" : "summary.no_events");
    else if (over) out.sentence = w.t("summary.over", { date: w.day(model.case.until - 1) });
    else out.sentence = w.t("summary.not_yet", { date: w.day(first.day) });
    out.notes.push({ text: w.t("notes.weekday", { weekday: out.weekday }) });
    return out;
  }
  const age = day - picture.day;
  const km2 = (x) => w.km2Said(x, { round: true, spoken });
  const pieces = GG.pieces(model, picture);
  if (!picture.total) {
    out.state = "empty";
    out.sentence = GG.emptySentence(model, picture, age);
  } else if (age > 0) {
    out.state = "old";
    out.sentence = w.t(`summary.${GG.enclosed(picture) ? "old" : "old_areas"}`, { n: pieces, km2: km2(picture.total) });
  } else if (picture === picture.base) {
    out.state = "base";
    const groups = GG.holdersInWords(model, picture);
    out.sentence = w.t("summary.base", { n: pieces, km2: km2(picture.total), groups });
    out.second = w.t("summary.base_second");
  } else {
    const share = picture.base.total ? picture.total / picture.base.total : 0;
    const percent = w.percentSaid(share, spoken);
    out.sentence = w.t(`summary.${GG.enclosed(picture) ? "plain" : "plain_areas"}`, { n: pieces, km2: km2(picture.total), percent, date: w.dayNear(picture.base.day, day) });
  }
  const { contested, unknown } = picture.open;
  if (contested && unknown) out.second = w.t("summary.both", { a: w.km2Said(contested, { spoken }), b: w.km2Said(unknown, { spoken }) });
  else if (contested) out.second = w.t("summary.contested", { km2: w.km2Said(contested, { spoken }) });
  else if (unknown) out.second = w.t("summary.unknown", { km2: w.km2Said(unknown, { spoken }) });
  out.notes = GG.summaryNotes(app, picture, day, age, out.weekday);
  return out;
};

// Who holds the ground of a first picture: one by its name, several by their number.
GG.holdersInWords = (model, picture) => {
  const kinds = [...picture.byHolder.keys()].map((h) => (model.actorById.get(h) || {}).kind || "armed_group");
  if (kinds.includes("mixed")) return GG.words.t("summary.several_groups");
  if (kinds.length === 1) return GG.actorName(model, [...picture.byHolder.keys()][0]);
  return GG.words.t(kinds.every((k) => k === "armed_group") ? "summary.groups" : "summary.sides", { n: kinds.length });
};

// A pocket is cut off from the rest. Ground of the size of a province that nobody calls besieged is an area.
GG.PROVINCE = 2000;
GG.enclosed = (picture) => picture.areas.some((a) => a.besieged) || Math.max(0, ...picture.pockets.map((p) => p.km2)) < GG.PROVINCE;

GG.emptySentence = (model, picture, age) => {
  const w = GG.words;
  const before = [...model.pictures.slice(0, picture.index)].reverse().find((p) => p.total > 0);
  if (!before) return w.t("summary.empty");
  const date = w.dayNear(before.day, picture.day + age);
  const only = before.pockets.length === 1 ? before.pockets[0] : null;
  // Only what the drawer named is said to be lost: of a town in an unnamed area more may have been held before.
  const named = only && only.name && !GG.unnamed(model, only) && !/^held by /.test(only.name) && only.name;
  const place = named && ((only.towns || []).find((t) => named === `${t} pocket`) || named);
  const values = { km2: w.km2Said(before.total), date };
  return place ? w.t("summary.empty_place", { ...values, place: GG.placeName(model, place) }) : w.t("summary.empty_after", values);
};

// One report that contradicts an older picture: the latest one whose check against this picture disagrees.
GG.contradiction = (app, picture, day) => {
  const { model } = app;
  const found = model.findings.filter((f) => f.verdict === "disagrees" && f.picture === picture.day && f.day > picture.day && f.day <= day && model.claimById.has(f.claim));
  const last = found.sort((a, b) => b.day - a.day || (a.id < b.id ? -1 : 1))[0];
  if (!last) return GG.newer(app, picture, day);
  const claim = model.claimById.get(last.claim);
  const said = GG.words.t("claims.said", { who: GG.topicTitle(app, claim), value: GG.valueText(claim) || GG.saidOf(app, claim) });
  return { text: GG.words.t("notes.contradicts", { date: GG.words.dayNear(last.day, day), text: said }), icon: "conflict", long: true };
};

// What a report says since an older picture of a place that the picture has in other hands: the latest one.
GG.newer = (app, picture, day) => {
  const { model } = app;
  const drawn = new Set(model.holders);
  const told = (c) => c.from ?? GG.reportOf(app, c).published;
  const otherwise = (c, place) => {
    if (!GG.SETTLED.has(place.kind)) return false;
    const area = GG.areaAt(model, picture, ...place.at);
    const edge = GG.frontDistance(app, picture, ...place.at);
    // So near the edge the drawing itself could be meant either way.
    if (edge !== null && edge < (picture.precision || 0)) return false;
    if (area && !GG.HELD.has(area.status)) return false;
    return drawn.has(c.actor) ? !area || area.holder !== c.actor : c.actor === model.case.ground && Boolean(area);
  };
  const differing = (c) => GG.claimPlaces(model, c.place_id || c.origin_id).find((place) => otherwise(c, place));
  const differs = (c) => c.actor && ["holder", "advance"].includes(c.kind) && c.modality === "happened" && differing(c);
  // Asked for at every step of the clock, more than once: each answer is kept.
  const key = `${picture.day}/${day}`;
  if (!model.newer) model.newer = new Map();
  if (!model.newer.has(key)) {
    const since = model.claims.filter((c) => told(c) > picture.day && told(c) <= day && differs(c));
    model.newer.set(key, since.sort((a, b) => told(b) - told(a) || (a.id < b.id ? -1 : 1))[0] || null);
  }
  const last = model.newer.get(key);
  if (!last) return null;
  const place = differing(last);
  const text = GG.words.t(last.kind === "advance" ? "notes.taken" : "notes.held", { place: GG.words.of(place), who: GG.actorName(model, last.actor) });
  return { text: GG.words.t("notes.newer", { date: GG.words.dayNear(told(last), day), text }), icon: "conflict", long: true };
};

GG.summaryNotes = (app, picture, day, age, weekday) => {
  const w = GG.words;
  const notes = [];
  if (!age) notes.push({ text: w.t("notes.same_day", { weekday }) });
  else {
    notes.push({ text: w.t("notes.weekday_picture", { weekday }), strong: w.dayNear(picture.day, day) });
    notes.push({ text: w.t("notes.age", { n: age }), icon: "clock", warn: true });
  }
  const against = age > 0 ? GG.contradiction(app, picture, day) : null;
  if (against) notes.push(against);
  const drawn = age ? "" : GG.precisionText("notes", picture.areas);
  if (drawn) notes.push({ text: drawn, kind: "precision" });
  return notes;
};

// The sentences of the time bar's slider: what a reader who hears the page gets at each stop.
GG.spoken = (app, day) => {
  const s = GG.summary(app, day, true);
  return [`${s.date}.`, s.sentence, s.second].filter(Boolean).join(" ");
};
