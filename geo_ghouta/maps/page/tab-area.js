// Area over time: a chart that drives the clock, the figures of each picture, what is not counted, findings.
GG.areaTab = (app, body) => {
  const w = GG.words;
  const { model, state } = app;
  const now = GG.pictureAt(model, state.day) || model.pictures[0];
  body.append(GG.el("h2", {}, w.t("area.title")), GG.el("p", { class: "gg-sub" }, w.t("area.sub")));
  if (!now) {
    body.append(GG.el("p", {}, w.t("summary.nothing")));
    return;
  }
  const pictures = model.pictures.filter((p) => p.base === now.base);
  const width = Math.max(240, body.clientWidth - 32);
  body.append(GG.areaChart(app, pictures, width, 168, (day) => app.store.set({ day })));
  // A long daily series shows its days near the chosen one; the chart has all of them.
  const at = pictures.indexOf(now);
  const listed = pictures.length <= 40 ? pictures : pictures.slice(Math.max(0, at - 15), at + 16);
  const table = GG.areaTable(app, listed, now);
  body.append(table);
  if (listed.length < pictures.length) {
    const rest = GG.el("p", { class: "gg-small" }, w.t("area.part", { a: w.number(listed.length), b: w.number(pictures.length) }), " ");
    const whole = () => {
      table.replaceWith(GG.areaTable(app, pictures, now));
      rest.remove();
    };
    rest.append(GG.el("button", { type: "button", class: "gg-plain gg-all", onclick: whole }, w.t("area.all", { n: pictures.length })));
    body.append(rest);
  }
  const notes = [];
  for (const p of [now]) {
    const { contested, unknown } = p.open;
    if (contested) notes.push(w.t("area.contested", { date: w.day(p.day, "day_month"), km2: w.km2(contested) }));
    if (unknown) notes.push(w.t("area.unknown", { date: w.day(p.day, "day_month"), km2: w.km2(unknown) }));
  }
  body.append(GG.el("p", { class: "gg-small" }, [w.t("area.method"), notes.length ? w.t("area.not_counted", { list: notes.join(w.t("list.between")) }) : "", GG.precisionText("area", listed.flatMap((p) => p.areas))].filter(Boolean).join(" ")));
  GG.areaFindings(app, body, pictures);
};

GG.areaTable = (app, pictures, now) => {
  const w = GG.words;
  const { model, state } = app;
  const holders = model.holders.filter((h) => pictures.some((p) => p.byHolder.get(h)));
  const head = GG.el(
    "tr",
    {},
    GG.el("th", { scope: "col" }, w.t("area.picture")),
    ...holders.map((h) => GG.el("th", { scope: "col", class: "gg-n" }, GG.swatch(model.holderIndex.get(h), "assessed", 10, 10), GG.bdi(holders.length > 2 ? GG.shortName(model, h) : GG.actorName(model, h)))),
    GG.el("th", { scope: "col", class: "gg-n" }, w.t("area.total")),
    GG.el("th", { scope: "col", class: "gg-n" }, w.t("area.share", { date: w.day(now.base.day, "short") })),
  );
  const rows = pictures.map((p) => {
    const on = p === now || (state.vs !== null && p === GG.pictureAt(model, state.vs));
    const share = p.base.total ? w.percent(p.total / p.base.total) : "–";
    return GG.el(
      "tr",
      { class: on ? "gg-on" : null, "aria-current": p === now ? "date" : null },
      GG.el("th", { scope: "row" }, GG.el("button", { type: "button", class: "gg-plain", onclick: () => app.store.set({ day: p.day }) }, w.day(p.day, "short"))),
      ...holders.map((h) => GG.el("td", { class: "gg-n" }, p.byHolder.get(h) ? w.area(p.byHolder.get(h)) : "–")),
      GG.el("td", { class: "gg-n" }, w.area(p.total)),
      GG.el("td", { class: "gg-n" }, share),
    );
  });
  return GG.el("table", { class: "gg-areatable" }, GG.el("thead", {}, head), GG.el("tbody", {}, ...rows));
};

// Long names of groups on two short lines; where the case knows initials for one, they stand instead.
GG.shortName = (model, holder) => {
  const name = GG.actorName(model, holder);
  if (name.length <= 16) return name;
  const initials = GG.words.rtl() ? null : ((model.actorById.get(holder) || {}).aliases || []).find((a) => /^[A-Z]{2,6}$/.test(a));
  if (initials) return initials;
  const words = name.split(" ");
  return words.length > 1 ? `${words[0]} ${words[1].slice(0, 6)}${words[1].length > 6 || words.length > 2 ? "." : ""}` : `${name.slice(0, 14)}.`;
};

GG.areaFindings = (app, body, pictures) => {
  const w = GG.words;
  const { model, state } = app;
  const [first, last] = [pictures[0].day, pictures[pictures.length - 1].day];
  const kinds = new Set(["territory_share", "pocket_count", "holder", "advance"]);
  const list = model.findings.filter((f) => f.verdict && f.claim && !GG.UNDRAWN.has(f.check) && kinds.has((model.claimById.get(f.claim) || {}).kind) && (f.day === undefined || (f.day >= first && f.day <= last)));
  const near = (f) => Math.abs((f.day ?? state.day) - state.day);
  list.sort((a, b) => near(a) - near(b) || (a.id < b.id ? -1 : 1));
  for (const f of list.slice(0, 5)) {
    const claim = model.claimById.get(f.claim);
    const kind = { agrees: "agree", disagrees: "conflict", untestable: "untestable" }[f.verdict];
    const text = claim ? GG.topicTitle(app, claim) : f.check;
    body.append(
      GG.el(
        "section",
        { class: "gg-finding" },
        GG.markLine({ kind, text: `${w.t(`verdict.${f.verdict}`)}: ${text}${claim && GG.valueText(claim) ? `${w.t("list.between")}${GG.valueText(claim)}` : ""}` }),
        claim ? GG.el("p", { class: "gg-small" }, GG.bdi(GG.speakerOf(app, claim)), f.day !== undefined ? `${w.t("list.between")}${w.day(f.day, "day_month")}` : "") : null,
        GG.el("p", { class: "gg-small" }, ...GG.foundOf(f)),
      ),
    );
  }
};
