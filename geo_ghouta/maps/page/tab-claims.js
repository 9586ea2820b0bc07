// Claims of the chosen days, gathered by fact.
GG.claimsTab = (app, body) => {
  const w = GG.words;
  const claims = GG.claimsOn(app);
  body.append(GG.el("h2", {}, w.t("claims.title", { date: GG.spanText(app) })));
  if (!claims.length) {
    body.append(GG.nothingHere(app, "claims.none", GG.daysWith(app.model.claims, app.model)), ...GG.longer(app), ...GG.undated(app), ...GG.claimsElsewhere(app));
    return;
  }
  const topics = GG.topicsOf(app, claims);
  const conflicts = topics.filter((t) => t.mark && t.mark.kind === "conflict").length;
  const once = GG.saidOnce(claims);
  const stories = new Set(claims.map((c) => c.story_id || c.report)).size;
  body.append(
    GG.el("p", { class: "gg-sub" }, [w.t("claims.count", { n: once }), w.t("claims.stories", { n: stories }), once < claims.length ? w.t("claims.once") : "", conflicts ? w.t("claims.conflicts", { n: conflicts }) : ""].filter(Boolean).join(" ")),
    ...GG.undatedWay(app),
    GG.glyphLine(),
  );
  // A running total is no figure of this day, and stands apart.
  const running = (t) => t.lead.scope === "cumulative";
  for (const topic of topics.filter((t) => !running(t))) body.append(GG.topicBlock(app, topic));
  const totals = topics.filter(running);
  if (totals.length) body.append(GG.el("h2", { class: "gg-running" }, w.t("claims.running")), GG.el("p", { class: "gg-sub" }, w.t("claims.running_sub")), ...totals.map((t) => GG.topicBlock(app, t)));
  body.append(...GG.longer(app), ...GG.undated(app), ...GG.claimsElsewhere(app));
};

// A page that holds only the claims of its events says so.
GG.claimsElsewhere = (app) => {
  const { claims, totals } = app.model;
  if (!totals || !(totals.claims > claims.length)) return [];
  const told = GG.words.t("claims.elsewhere", { n: totals.claims - claims.length, shown: GG.words.number(claims.length), all: GG.words.number(totals.claims) });
  return [GG.el("p", { class: "gg-sub gg-elsewhere" }, told)];
};

// Claims of more days than a week that have the shown ones in them, by their time: no figures of one day, but said of it.
GG.longer = (app) => {
  const w = GG.words;
  const [from, to] = app.span();
  const claims = app.model.claims.filter((c) => GG.overlaps(c, from, to) && !GG.isOfDays(c, from, to));
  if (!claims.length) return [];
  const list = GG.el("div", { class: "gg-longerlist" });
  const button = GG.el("button", { type: "button", class: "gg-btn" });
  const draw = () => {
    button.setAttribute("aria-expanded", String(app.longerOpen));
    button.textContent = w.t(app.longerOpen ? "claims.longer_hide" : "claims.longer_show");
    GG.clear(list);
    if (!app.longerOpen) return;
    const spans = [...GG.group(claims, (c) => `${c.from}/${c.to}`).values()].sort((a, b) => a[0].to - a[0].from - (b[0].to - b[0].from) || a[0].from - b[0].from);
    for (const some of spans) list.append(GG.el("h3", { class: "gg-group" }, GG.claimDays(some[0])), ...GG.topicsOf(app, some).map((t) => GG.topicBlock(app, t)));
  };
  app.longerOpen = Boolean(app.longerOpen);
  button.addEventListener("click", () => {
    app.longerOpen = !app.longerOpen;
    draw();
  });
  draw();
  return [GG.el("div", { class: "gg-longer" }, GG.el("h2", { class: "gg-running" }, w.t("claims.longer")), GG.el("p", { class: "gg-sub" }, w.t("claims.longer_sub", { n: claims.length })), button, list)];
};

// The day of a claim, or its first and last.
GG.claimDays = (c, form) => {
  const w = GG.words;
  const last = (c.to ?? c.from + 1) - 1;
  return last <= c.from ? w.day(c.from, form) : w.t("date.range", { from: form ? w.day(c.from, form) : w.dayNear(c.from, last), to: w.day(last, form) });
};

// Under the heading, since the list itself may stand far below: how many claims give no day, and one press to read them.
GG.undatedWay = (app) => {
  const n = app.model.claims.filter((c) => c.from === undefined).length;
  if (!n) return [];
  const go = () => {
    const node = app.root.querySelector(".gg-undated");
    const button = node.querySelector(".gg-btn");
    if (!app.undatedOpen) button.click();
    button.focus({ preventScroll: true });
    const body = node.closest(".gg-body");
    body.scrollTop += node.getBoundingClientRect().top - body.getBoundingClientRect().top;
  };
  return [GG.el("button", { type: "button", class: "gg-row-btn gg-undatedway", onclick: go }, GG.words.t("claims.undated_way", { n }))];
};

// Claims that stand under no day, because their words give none: how many, and the way to them.
GG.undated = (app) => {
  const w = GG.words;
  const claims = app.model.claims.filter((c) => c.from === undefined);
  if (!claims.length) return [];
  const list = GG.el("div", { class: "gg-undatedlist" });
  const button = GG.el("button", { type: "button", class: "gg-btn", "aria-expanded": "false" });
  const draw = () => {
    button.setAttribute("aria-expanded", String(app.undatedOpen));
    button.textContent = w.t(app.undatedOpen ? "claims.undated_hide" : "claims.undated_show");
    GG.clear(list);
    if (!app.undatedOpen) return;
    const topics = GG.topicsOf(app, claims);
    list.append(...topics.slice(0, GG.MOST_UNDATED).map((t) => GG.topicBlock(app, t)));
    if (topics.length > GG.MOST_UNDATED) list.append(GG.el("p", { class: "gg-small" }, w.t("claims.undated_more", { n: topics.length - GG.MOST_UNDATED })));
  };
  app.undatedOpen = Boolean(app.undatedOpen);
  button.addEventListener("click", () => {
    app.undatedOpen = !app.undatedOpen;
    draw();
  });
  draw();
  const told = w.t("claims.undated", { n: claims.length, all: w.number(app.model.claims.length) });
  return [GG.el("div", { class: "gg-undated" }, GG.el("p", { class: "gg-sub" }, told), button, list)];
};

GG.MOST_UNDATED = 60;

GG.spanText = (app) => {
  const [from, to] = app.span();
  return from === to ? GG.words.day(to) : GG.words.t("date.range", { from: GG.words.dayNear(from, to), to: GG.words.day(to) });
};

GG.glyphLine = () => {
  const w = GG.words;
  const item = (name, ...marks) => GG.el("span", {}, GG.svg("svg", { class: "gg-glyph", width: 26, height: 14, viewBox: "0 0 26 14", "aria-hidden": "true" }, ...marks), w.t(name));
  const middle = 13;
  return GG.el(
    "p",
    { class: "gg-glyphs" },
    item("modality.happened", ...GG.mark("happened", middle, 7)),
    item("modality.planned", ...GG.mark("planned", middle, 7)),
    item("modality.denied", ...GG.mark("denied", middle, 7)),
    item("figures.at_least", ...GG.mark("happened", 6, 7), GG.svg("path", { class: "gg-atleast", d: "M6 7H24" }), GG.svg("path", { class: "gg-tip", d: "M21 4l4 3l-4 3" })),
    item("figures.about_word", GG.svg("path", { class: "gg-pale", d: "M3 7H23" }), ...GG.mark("happened", middle, 7)),
    item("claims.drawn", GG.svg("path", { class: "gg-drawn", d: "M13 0v14" })),
  );
};

// The days that hold something, nearest to the shown one first.
GG.daysWith = (rows, model) => [...new Set(rows.map((r) => r.from).filter((d) => d !== undefined && d >= model.first && d <= model.last))];

GG.nothingHere = (app, key, days) => {
  const w = GG.words;
  const node = GG.el("div", { class: "gg-nothing" }, GG.el("p", {}, w.t(key, { date: GG.spanText(app) })));
  const day = [...days].sort((a, b) => Math.abs(a - app.state.day) - Math.abs(b - app.state.day) || a - b)[0];
  if (day !== undefined) node.append(GG.el("button", { type: "button", class: "gg-btn", onclick: () => app.store.set({ day, from: null, vs: null }) }, w.t("panel.go", { date: w.day(day) })));
  return node;
};
