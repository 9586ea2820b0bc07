// Topics: claims about the same fact side by side, with what can be said about their agreement. Never an average.
GG.claimsOn = (app) => {
  const [from, to] = app.span();
  // A claim of a whole month says nothing about this day: those are counted apart.
  return app.model.claims.filter((c) => GG.isOfDays(c, from, to));
};

GG.isOfDays = (claim, from, to) => GG.overlaps(claim, from, to) && (claim.to ?? claim.from + 1) - claim.from <= Math.max(7, to - from + 1);

// Copies of one wire story that say the same are one claim in every count.
GG.saidOnce = (claims) => GG.group(claims, (c) => (c.story_id ? [c.fact_id || c.id, c.kind, c.unit, GG.voiceKey(c)].join("|") : c.id)).size;

// What copies of one story share where they say the same.
GG.voiceKey = (c) => [c.story_id, c.speaker, c.value, c.low, c.high, c.modality, c.actor].join("|");

GG.topicsOf = (app, claims) => {
  const out = [];
  for (const [id, members] of GG.group(claims, (c) => c.fact_id || c.id)) {
    const parts = members.filter((c) => c.part_of && members.some((m) => m.id === c.part_of));
    const own = members.filter((c) => !parts.includes(c));
    const lead = own.find((c) => GG.figureOf(c) !== undefined) || own[0] || members[0];
    const topic = { id, claims: members, lead, rows: GG.rowsOf(app, own.length ? own : members, parts) };
    topic.mark = GG.topicMark(app, topic);
    topic.title = GG.topicTitle(app, lead);
    topic.order = GG.orderOf(app, lead);
    topic.place = GG.claimPlace(app, lead);
    topic.drawn = GG.drawnRow(app, topic);
    out.push(topic);
  }
  const weight = (t) => (t.mark && t.mark.kind === "conflict" ? 100 : 0) + (t.mark ? 20 : 0) + (GG.figureOf(t.lead) !== undefined ? 10 : 0) + t.rows.length;
  return out.sort((a, b) => weight(b) - weight(a) || (a.order < b.order ? -1 : a.order > b.order ? 1 : a.id < b.id ? -1 : 1));
};

// The title by which topics are put in order: the same one in every language, so that the order is the same too.
GG.orderOf = (app, claim) => {
  const { name } = GG.words;
  GG.words.name = Object.keys(GG.words.all)[0];
  const title = GG.topicTitle(app, claim);
  GG.words.name = name;
  return title;
};

// Copies of one story that say the same are one row.
GG.rowsOf = (app, claims, parts) => {
  const groups = GG.group(claims, GG.voiceKey);
  return [...groups.values()].map((same) => ({
    claim: same[0],
    same,
    part: parts.find((p) => same.some((c) => c.id === p.part_of)),
    outlets: new Set(same.map((c) => c.outlet || GG.reportOf(app, c).source)).size,
  }));
};

GG.reportOf = (app, claim) => app.model.reports[claim.report] || {};

GG.speakerOf = (app, claim) => GG.actorName(app.model, claim.speaker) || claim.outlet || GG.reportOf(app, claim).source || GG.words.t("claims.unnamed");

// Which report a row comes from: outlet and day.
GG.voiceOf = (app, row) => {
  const w = GG.words;
  const report = GG.reportOf(app, row.claim);
  const outlet = row.claim.outlet || report.source;
  // A Latin name in an Arabic line, or an Arabic one in an English line, keeps its own direction and does not turn the line.
  const mark = w.rtl() ? "\u200f" : GG.isArabic(outlet || "") ? "\u200e" : "";
  const named = outlet && mark ? `${mark}\u2068${outlet}\u2069` : outlet;
  const who = outlet && outlet !== GG.speakerOf(app, row.claim) ? named : w.t("claims.own");
  if (report.published === undefined) return [who];
  // Its day is one word that no line break parts.
  const [before, after] = w.t("claims.at", { outlet: who, date: "\u0001" }).split("\u0001");
  return [before, GG.el("span", { class: "gg-day-word" }, w.day(report.published, "short")), after];
};

// The place of a claim with the part it plays: where one leaves from, goes to, or where it happens.
GG.claimPlace = (app, claim) => {
  const role = claim.origin ? "origin" : claim.place ? "place" : claim.destination ? "destination" : null;
  return role && { name: GG.placeName(app.model, claim[role], claim[`${role}_id`]), id: claim[`${role}_id`], raw: claim[role], role };
};

GG.ROLES = { origin: "from", place: "at", destination: "to" };

GG.topicTitle = (app, claim) => {
  const w = GG.words;
  const place = GG.claimPlace(app, claim);
  const to = claim.destination ? GG.placeName(app.model, claim.destination, claim.destination_id) : "";
  const role = place ? GG.ROLES[place.role] : "none";
  const roles = [role === "from" && to ? "from_to" : role, role, ...(place ? ["at"] : []), "none"];
  // Ambulances, families: what leaves or arrives is named where its noun is known.
  const noun = claim.unit === "other" ? GG.nounOf(claim) : "";
  // Who is missing was neither killed nor hurt: some groups have a heading of their own, the others stand behind it.
  const group = claim.unit === "people" && (claim.groups || []).length === 1 ? claim.groups[0] : "";
  const own = roles.map((r) => `topic.${claim.kind}.${r}.of.${group}`).find((k) => group && w.has(k));
  const keys = [claim.kind, "other"].flatMap((kind) => roles.flatMap((r) => [`topic.${kind}.${r}.${noun ? "counted" : claim.unit}`, `topic.${kind}.${r}.any`]));
  const title = w.t(own || keys.find((k) => w.has(k)), { place: place ? place.name : "", to: to || (place ? place.name : ""), noun: noun.charAt(0).toUpperCase() + noun.slice(1) });
  const closer = [GG.lotOf(claim), own ? "" : GG.groupsOf(claim)].filter(Boolean).join(w.t("list.between"));
  return closer ? w.t("claims.closer", { title, closer }) : title;
};

// What is counted more closely than the unit says: "missing", "children, women"; "" where all of the unit are.
GG.groupsOf = (claim) => (claim.groups || []).map((g) => GG.words.named("groups", g) || g).join(GG.words.t("list.between"));

// The lot that people left in: "first convoy".
GG.lotOf = (claim) => {
  const w = GG.words;
  const told = (claim.lot || "").split("|").filter(Boolean);
  return told.map((lot) => lot.split(" ")).map(([order, noun]) => w.t("claims.lot", { order: w.named("orders", order) || order, noun: w.named("lots", noun) || noun })).join(w.t("list.between"));
};

// Do the figures of a topic exclude one another? Only what was said to have happened is compared.
GG.topicMark = (app, topic) => {
  const w = GG.words;
  const said = topic.rows.map((r) => r.claim).filter((c) => GG.figureOf(c) !== undefined);
  const real = said.filter((c) => ["happened", "under_way"].includes(c.modality));
  const compared = real.length > 1 ? real : said.filter((c) => c.modality !== "denied");
  const same = compared.filter((c) => c.unit === topic.lead.unit);
  // A day's figure and a week's or a running total exclude nothing.
  const about = (c) => [c.scope || "event", c.from, c.to].join("|");
  const bounds = same.map(GG.bounds);
  const apart = (i, j) => bounds[i][1] < bounds[j][0] || bounds[j][1] < bounds[i][0];
  const pairs = same.flatMap((_, i) => same.slice(i + 1).map((__, k) => [i, i + 1 + k])).filter(([i, j]) => apart(i, j));
  const meant = pairs.filter(([i, j]) => about(same[i]) === about(same[j]));
  const clash = [...new Set(meant.flat())].sort((i, j) => i - j).map((i) => same[i]);
  if (pairs.length && !clash.length) return { kind: "neutral", text: w.t("mark.scopes") };
  if (clash.length) {
    const figures = clash.map((c) => GG.figureOf(c));
    const top = clash.find((c) => GG.figureOf(c) === Math.max(...figures));
    const a = GG.valueWords(clash.find((c) => GG.figureOf(c) === Math.min(...figures)));
    const open = clash.some((c) => c.qualifier === "at_least" && GG.figureOf(c) >= GG.figureOf(top) * 0.97);
    const near = clash.filter((c) => c.qualifier === "at_least" && GG.figureOf(c) >= GG.figureOf(top) * 0.97);
    const b = GG.valueWords(open ? near.reduce((x, y) => (GG.figureOf(y) < GG.figureOf(x) ? y : x)) : top);
    return { kind: "conflict", text: w.t("mark.differ", { a, b }) };
  }
  // One voice that tells what came and what did not is no contradiction.
  const told = (m) => topic.claims.filter((c) => c.modality === m);
  if (told("denied").some((d) => told("happened").some((h) => GG.speakerOf(app, h) !== GG.speakerOf(app, d)))) return { kind: "conflict", text: w.t("mark.denied") };
  const found = topic.claims.flatMap((c) => app.model.findingsByClaim.get(c.id) || []);
  if (found.some((f) => f.check === "denied")) return { kind: "conflict", text: w.t("mark.denied") };
  const sums = found.filter((f) => GG.SUMS.has(f.check));
  if (sums.some((f) => f.verdict === "disagrees")) return { kind: "conflict", text: w.t("mark.sum") };
  if (found.some((f) => f.check === "date_order" && f.verdict === "disagrees")) return { kind: "conflict", text: w.t("mark.order") };
  for (const verdict of ["disagrees", "agrees", "untestable"]) {
    if (found.some((f) => f.verdict === verdict && !GG.UNDRAWN.has(f.check))) return { kind: { disagrees: "conflict", agrees: "agree", untestable: "untestable" }[verdict], text: w.t(`mark.${verdict}`) };
  }
  return null;
};

// Checks of arithmetic, which ask no drawing.
GG.SUMS = new Set(["part_of_whole", "people_per_bus", "sum_of_days"]);
// Checks of claims against claims, which ask no drawing either; what they find stands with the claim.
GG.UNDRAWN = new Set([...GG.SUMS, "date_order", "figures_differ", "denied"]);

GG.valueWords = (claim) => {
  if (claim.qualifier === "at_least" && !claim.with) return GG.words.t("figures.more_than", { a: GG.words.number(claim.low ?? claim.value) });
  return GG.valueText(claim);
};

// What the drawing itself measures, where a check compared it with a claim of the topic.
GG.drawnRow = (app, topic) => {
  for (const claim of topic.claims) {
    const found = (app.model.findingsByClaim.get(claim.id) || []).find((f) => f.measured !== undefined && f.unit === claim.unit && ["percent", "km2", "pockets"].includes(f.unit));
    if (found) return { claim: { drawn: true, value: found.measured, unit: found.unit, modality: "happened" }, picture: found.picture };
  }
  return null;
};

GG.markLine = (mark) => {
  const icon = { conflict: "conflict", agree: "agree", neutral: "neutral", untestable: "untestable" }[mark.kind];
  return GG.el("p", { class: `gg-mark gg-mark-${mark.kind}` }, GG.icon(icon, 16), GG.bdi(mark.text));
};

// One topic as a block of the panel.
GG.topicBlock = (app, topic, beside = null) => {
  const w = GG.words;
  const figures = [...topic.rows.map((r) => r.claim), ...(topic.drawn ? [topic.drawn.claim] : [])].map((c) => Math.max(GG.figureOf(c) ?? 0, c.high ?? 0));
  const top = Math.max(...figures);
  const percent = topic.lead.unit === "percent";
  const max = percent ? 100 : GG.niceMax(top);
  const node = GG.el("section", { class: "gg-topic" });
  node.append(GG.el("h3", {}, GG.bdi(topic.title), beside || topic.place ? GG.el("span", { class: "gg-where" }, GG.bdi(beside || topic.place.name)) : null));
  if (topic.mark) node.append(GG.markLine(topic.mark));
  if (top > 0) {
    const end = percent ? w.t("unit.percent", { x: w.number(100) }) : w.number(max, max < 3 ? 1 : 0);
    node.append(GG.el("div", { class: "gg-axisrow", "aria-hidden": "true" }, GG.el("span", {}, w.number(0)), GG.el("span", {}, end)));
  }
  for (const row of topic.rows) node.append(GG.claimRow(app, row, top > 0 ? max : 0));
  if (topic.drawn) {
    node.append(
      GG.el(
        "div",
        { class: "gg-claim gg-drawn-row" },
        GG.el("span", { class: "gg-who" }, GG.el("strong", {}, w.t("claims.drawn")), GG.el("small", {}, topic.drawn.picture !== undefined ? w.t("claims.drawn_on", { date: w.day(topic.drawn.picture, "day_month") }) : "")),
        GG.glyph(topic.drawn.claim, max),
        GG.el("span", { class: "gg-what" }, GG.el("strong", {}, GG.valueText({ ...topic.drawn.claim, value: Math.round(topic.drawn.claim.value * 10) / 10 })), GG.el("small", {}, percent ? "" : w.t(`units.${topic.drawn.claim.unit}`))),
      ),
    );
  }
  return node;
};

// What a figure counts: the noun that the report itself counts by where our list has none for it, and of people the
// group that is meant. A share's mark stands in its figure already, but where both stand in one line.
GG.unitOf = (claim, marked = false) => {
  if (!claim.unit || (claim.unit === "percent" && !marked)) return "";
  const unit = GG.nounOf(claim) || claim.noun || GG.words.t(`units.${claim.unit}`);
  const groups = GG.groupsOf(claim);
  if (!groups) return unit;
  return claim.unit === "people" ? groups : GG.words.t("list.and", { a: unit, b: groups });
};

// The report's own noun in the words of the page; "" where it has none in this language.
GG.nounOf = (claim) => {
  const noun = (claim.noun || "").toLowerCase();
  return GG.words.named("nouns", noun) || (noun && GG.isArabic(noun) === GG.words.rtl() ? claim.noun : "");
};

// What a claim without a figure says: whom it names, else how sure it is.
GG.saidOf = (app, claim) => {
  const actor = claim.actor && claim.actor !== claim.speaker && ["holder", "advance", "agreement"].includes(claim.kind) ? GG.actorName(app.model, claim.actor) : "";
  return actor || GG.words.t(`modality.${claim.modality}`);
};

GG.claimRow = (app, row, max) => {
  const w = GG.words;
  const { claim } = row;
  const value = GG.valueText(claim);
  const unit = GG.unitOf(claim);
  const second = row.part ? `${GG.valueText(row.part)} ${GG.unitOf(row.part, true)}` : value ? unit : "";
  const modality = w.t(`modality.${claim.modality}`);
  const details = GG.el("div", { class: "gg-quote", hidden: true });
  const button = GG.el(
    "button",
    { type: "button", class: "gg-claim", "aria-expanded": "false", "data-claim": claim.id },
    GG.el("span", { class: "gg-who" }, GG.el("strong", {}, GG.bdi(GG.speakerOf(app, claim), "gg-speaker")), GG.el("small", {}, GG.el("bdi", {}, GG.voiceOf(app, row)), row.outlets > 1 ? GG.el("span", { class: "gg-copies" }, w.t("claims.copies", { n: row.outlets })) : null, GG.el("span", { class: claim.modality === "happened" ? "gg-hidden" : null }, row.outlets > 1 ? modality : `; ${modality}`))),
    max ? GG.glyph(claim, max) : GG.svg("svg", { class: "gg-glyph", width: 94, height: 18, "aria-hidden": "true" }, ...GG.mark(claim.modality, 88, 9)),
    GG.el("span", { class: "gg-what" }, GG.el("strong", {}, value || GG.bdi(GG.saidOf(app, claim))), GG.el("small", {}, GG.bdi(second))),
  );
  const at = GG.claimPlace(app, claim);
  const hover = (on) => app.store.set({ hover: on ? { place: at ? at.id || at.raw : undefined, day: claim.from } : null });
  for (const name of ["mouseenter", "focus"]) button.addEventListener(name, () => hover(true));
  for (const name of ["mouseleave", "blur"]) button.addEventListener(name, () => hover(false));
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    details.hidden = open;
    if (!open && !details.firstChild) details.append(...GG.claimDetails(app, row));
  });
  return GG.el("div", { class: "gg-claimbox" }, button, details);
};

// The sentence that a claim stands in, its own words marked.
GG.sentenceOf = (claim) => {
  if (!claim.around) return GG.bdi(claim.quote);
  const [before, after] = claim.around;
  return GG.el("bdi", { lang: GG.languageOf(before + claim.quote + after) }, before, GG.el("mark", {}, claim.quote), after);
};

// The sentence with the quote, its report and its place in it; the findings about it.
GG.claimDetails = (app, row) => {
  const w = GG.words;
  const out = [];
  for (const claim of row.same) {
    const report = GG.reportOf(app, claim);
    // Each copy begins with its report, apart from the one before.
    if (claim.attributed) out.push(GG.el("blockquote", {}, GG.bdi(claim.attributed)));
    if (claim.quote) out.push(GG.el("blockquote", {}, GG.sentenceOf(claim)));
    const line = GG.el("p", { class: "gg-from" }, GG.el("strong", {}, GG.bdi(report.source || claim.outlet || "")), report.title ? [": ", GG.bdi(report.title)] : null);
    const named = line.textContent !== "";
    if (report.published !== undefined) line.append(`${named ? w.t("list.between") : ""}${w.day(report.published)}`);
    const value = GG.valueText(claim);
    const said = [GG.speakerOf(app, claim), value && `${value} ${GG.unitOf(claim)}`.trim(), w.t(`modality.${claim.modality}`)].filter(Boolean);
    out.push(line, GG.el("p", { class: "gg-said" }, GG.bdi(GG.topicTitle(app, claim)), ": ", ...said.flatMap((part, i) => [i ? w.t("list.between") : "", GG.bdi(part)])));
    if (claim.from !== undefined) out.push(GG.el("p", { class: "gg-small" }, w.t("claims.fact_day", { date: GG.daysOf(claim) })));
    out.push(GG.el("p", { class: "gg-small" }, w.t("claims.offsets", { a: claim.span[0], b: claim.span[1] }), " ", GG.bdi(report.name || claim.report)));
    // A page travels further than its maker: whole sentences are in it only where they were asked for.
    if (!claim.quote) out.push(GG.el("p", { class: "gg-small" }, w.t("claims.no_words"), " ", GG.el("code", { dir: "ltr" }, "geo-ghouta map --quotes")));
    const link = GG.safeLink(report.url);
    if (link) out.push(GG.el("p", { class: "gg-small" }, link));
    if (claim.date_text) out.push(GG.el("p", { class: "gg-small" }, w.t("claims.dated", { basis: w.t(`basis.${claim.date_basis}`) }), " ", GG.bdi(claim.date_text)));
    for (const f of app.model.findingsByClaim.get(claim.id) || []) out.push(GG.el("p", { class: "gg-small" }, w.t(`verdict.${f.verdict || "untestable"}`), ": ", ...GG.foundOf(f)));
  }
  return out;
};

// What a check found. Its sentence is English: in another language the figures stand first in that language's words,
// and the sentence after them is marked as English and keeps its direction.
GG.foundOf = (f) => {
  const w = GG.words;
  if (w.name === "en") return [GG.bdi(f.detail)];
  const unit = { percent: "percent", "km²": "km2", pockets: "pockets", m: "m", km: "km" }[f.unit];
  const told = (value) => (unit === "percent" ? w.percent(value / 100) : unit === "km2" ? w.km2(value) : unit === "m" ? w.metres(value) : unit === "km" ? w.t("unit.km", { x: w.number(value, 1) }) : w.number(value, 0));
  const pair = unit && f.claimed !== undefined && f.measured !== undefined && (f.claimed || f.measured);
  const figures = pair ? [w.t("found.pair", { a: told(f.claimed), b: told(f.measured) }), f.picture === undefined ? "" : ` ${w.t("found.picture", { date: w.day(f.picture) })}`, " "] : [];
  return [...figures, GG.english(f.detail)];
};

GG.english = (text, cls) => GG.el("bdi", { class: cls, lang: "en", dir: "ltr" }, text ?? "");

GG.daysOf = (claim) => {
  const last = (claim.to ?? claim.from + 1) - 1;
  return last > claim.from ? GG.words.t("date.range", { from: GG.words.dayNear(claim.from, last), to: GG.words.day(last) }) : GG.words.day(claim.from);
};

// Only http and https lead out of the page, without a trace of where one came from.
GG.safeLink = (url) => {
  if (!url || !/^https?:\/\/[^\s"'<>]+$/i.test(url)) return null;
  return GG.el("a", { href: url, rel: "noopener noreferrer", target: "_blank", referrerpolicy: "no-referrer" }, GG.bdi(url));
};
