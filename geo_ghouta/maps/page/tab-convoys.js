// Convoys by day of departure: lowest to highest count, then what was said about those of the chosen day.
GG.convoysTab = (app, body) => {
  const w = GG.words;
  const { model, state } = app;
  const campaign = model.case.campaigns.find((c) => c.start <= state.day && state.day <= c.end);
  const convoys = model.convoys.filter((c) => !c.drawn && (!campaign || (c.from >= campaign.start && c.from <= campaign.end))).sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
  if (!convoys.length) {
    const told = model.convoys.filter((c) => !c.drawn);
    // What the map shows now is no reason to go elsewhere: routes of the case that no report here travels.
    const drawn = GG.convoysOn(model, ...app.span()).length;
    const key = told.length ? "none_now" : model.totals && "convoys" in model.totals ? "elsewhere" : model.convoys.length ? "only_routes" : "none";
    body.append(GG.el("h2", {}, w.t("tabs.convoys")), GG.nothingHere(app, `convoys.${key}`, drawn || key === "elsewhere" ? [] : GG.daysWith(told.length ? told : model.convoys, model)));
    return;
  }
  const first = convoys[0].from;
  const last = convoys[convoys.length - 1].from;
  body.append(
    GG.el("h2", {}, w.t("convoys.title", { range: first === last ? w.day(first) : w.t("date.range", { from: w.dayNear(first, last), to: w.day(last) }) })),
    GG.el("p", { class: "gg-sub" }, w.t("convoys.sub")),
  );
  const max = GG.niceMax(Math.max(1, ...convoys.map((c) => c.people_high ?? c.people_low ?? 0)));
  const table = GG.el("div", { class: "gg-bars" });
  table.append(GG.el("div", { class: "gg-barhead", "aria-hidden": "true" }, GG.el("span", {}, w.number(0)), GG.el("span", {}, w.number(max))));
  for (const c of convoys) {
    const on = c.from >= app.span()[0] && c.from <= app.span()[1];
    const people = w.range(c.people_low, c.people_high, c.open);
    const from = GG.placeName(model, c.origin, c.origin_id);
    table.append(
      GG.el(
        "button",
        { type: "button", class: `gg-barrow${on ? " gg-on" : ""}${app.isSelected("convoy", c.id) ? " gg-selected" : ""}`, onclick: () => app.store.set({ day: c.from, from: null, vs: null, sel: { kind: "convoy", id: c.id } }) },
        GG.el("span", { class: "gg-barday" }, w.day(c.from, "short"), GG.el("small", {}, GG.bdi(from))),
        GG.convoyBar(c, max),
        GG.el("strong", {}, people, GG.el("span", { class: "gg-hidden" }, `; ${people === "–" ? w.t("convoys.no_count") : w.t("units.people")}; ${w.t(`modality.${c.modality}`)}`)),
      ),
    );
  }
  body.append(table);
  const [from, to] = app.span();
  const ids = new Set(convoys.filter((c) => c.from >= from && c.from <= to).flatMap((c) => c.claims || []));
  const topics = GG.topicsOf(app, model.claims.filter((c) => ids.has(c.id) && c.scope !== "cumulative"));
  for (const topic of topics) body.append(GG.topicBlock(app, topic));
};

GG.convoyBar = (convoy, max, width = 122) => {
  const rtl = GG.words.rtl();
  const low = convoy.people_low ?? convoy.people_high;
  const high = convoy.people_high ?? low;
  const x = (v) => GG.round1((v / max) * (width - 8));
  const svg = GG.svg("svg", { class: "gg-barsvg", width, height: 16, viewBox: `0 0 ${width} 16`, "aria-hidden": "true" });
  const group = GG.svg("g", { transform: rtl ? `translate(${width} 0) scale(-1 1)` : null });
  svg.append(group);
  group.append(GG.svg("path", { class: "gg-axisline", d: `M0 8H${width}` }));
  if (low === undefined) return svg;
  const plan = convoy.modality === "planned" || convoy.modality === "expected";
  if (high > low) group.append(GG.svg("rect", { class: "gg-barband", x: x(low), y: 2, width: Math.max(1.5, x(high) - x(low)), height: 12 }));
  group.append(GG.svg("rect", { class: plan ? "gg-barplan" : "gg-barcore", x: 0, y: 2, width: Math.max(2, x(low)), height: 12 }));
  if (convoy.open) group.append(GG.svg("path", { class: "gg-ticks", d: `M${x(high) + 2.5} 2v12M${x(high) + 5.5} 2v12` }));
  return svg;
};
