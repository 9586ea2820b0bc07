// The title block: whose case, which day, how much is left.
GG.createTitle = (app) => {
  const { store, model, state } = app;
  const kicker = GG.el("p", { class: "gg-kicker" });
  const heading = GG.el("h1", { class: "gg-date", id: "gg-date" });
  const sentence = GG.el("p", { class: "gg-sentence" });
  const notes = GG.el("p", { class: "gg-notes" });
  const locator = GG.createLocator(app);
  const node = GG.el("header", { class: "gg-title", "data-furniture": "title" }, locator, kicker, heading, sentence, notes);
  const live = GG.el("p", { class: "gg-hidden", "aria-live": "polite" });
  node.append(live);

  // A phone's open sheet reaches up to the title, however many lines that has.
  new ResizeObserver(() => app.root.style.setProperty("--title", `${node.offsetHeight}px`)).observe(node);

  const draw = (cause) => {
    GG.clear(kicker).append(GG.bdi(GG.words.of(model.title)));
    if (!app.borrowed) document.title = `${GG.words.day(state.day)} · ${GG.words.of(model.title)}`;
    node.classList.toggle("gg-comparing", state.vs !== null || state.from !== null);
    if (state.vs !== null) drawCompared();
    else drawDay();
    if (cause === "user" && !state.playing) live.textContent = GG.spoken(app, state.day);
  };

  const drawDay = () => {
    const s = GG.summary(app, state.day);
    GG.clear(heading);
    if (state.from !== null) heading.append(GG.el("span", {}, GG.words.t("date.range", { from: GG.words.dayNear(state.from, state.day), to: s.date })));
    else heading.append(GG.el("span", {}, s.date));
    node.dataset.state = s.state;
    GG.clear(sentence).append(...[s.sentence, s.second].filter(Boolean).flatMap((line, i) => [i ? " " : "", GG.bdi(line, i ? "gg-second-line" : null)]));
    GG.drawNotes(notes, s.notes);
  };

  const drawCompared = () => {
    const w = GG.words;
    const [a, b] = [GG.pictureAt(model, state.vs), GG.pictureAt(model, state.day)];
    GG.clear(heading).append(
      GG.el("span", {}, w.dayNear(state.vs, state.day)),
      GG.el("span", { class: "gg-arrow", "aria-label": w.t("date.until") }, w.rtl() ? "←" : "→"),
      GG.el("span", {}, w.day(state.day)),
    );
    const change = GG.difference(model, a, b);
    let text = w.t("summary.nothing_to_compare");
    if (change) {
      const gained = change.gained > 0.05 ? w.t("compare.gained", { km2: w.km2Said(change.gained, { round: true }) }) : w.t("compare.none_gained");
      text = w.t(change.exact ? "compare.sentence" : "compare.net", { lost: w.km2Said(change.lost, { round: true }), whole: w.km2Said(a.total, { round: true }), gained });
    }
    GG.clear(sentence).append(GG.bdi(text));
    const both = [a, b].filter(Boolean).map((p) => w.dayNear(p.day, state.day));
    const list = [{ text: w.t("compare.pictures", { a: both[0] ?? "–", b: both[1] ?? "–" }) }];
    const drawn = GG.precisionText("notes", [a, b].flatMap((p) => (p ? p.areas : [])));
    if (drawn) list.push({ text: drawn, kind: "precision" });
    GG.drawNotes(notes, list);
  };

  store.on(["day", "from", "vs", "lang", "playing"], (_, __, cause) => draw(cause));
  return { node, draw };
};

GG.drawNotes = (parent, notes) => {
  GG.clear(parent);
  for (const note of notes) {
    parent.append(
      GG.el("span", { class: `gg-note${note.kind ? ` gg-note-${note.kind}` : ""}${note.warn ? " gg-warn" : ""}${note.long ? " gg-long" : ""}` }, note.icon ? GG.icon(note.icon, 15) : null, GG.bdi(note.text), note.strong ? [" ", GG.el("strong", {}, note.strong)] : null),
    );
  }
};

// A small map of where the case lies, from the outline of its country where the ground has one.
GG.createLocator = (app) => {
  const { model } = app;
  const shapes = model.groundShapes;
  const named = Object.entries(model.ground.features).flatMap(([layer, list]) => list.map((f, i) => ({ layer, i, kind: f.kind || "" })));
  const home = named.find((f) => f.kind === "home") || named.find((f) => f.kind === "national");
  if (!home) return null;
  const geometry = shapes.geometries(home.layer)[home.i];
  const box = geometry && shapes.bounds([geometry]);
  if (!box) return null;
  const stretch = 1 / Math.cos((((box[1] + box[3]) / 2) * Math.PI) / 180);
  const scale = Math.min(62 / (box[2] - box[0]), 54 / ((box[3] - box[1]) * stretch));
  const at = (lon, lat) => [2 + (lon - box[0]) * scale, 2 + (box[3] - lat) * scale * stretch];
  const d = shapes.lines(geometry).map((ring) => {
    const c = shapes.coordinates(ring);
    const points = [];
    for (let i = 0; i < c.length; i += 2) points.push(at(c[i], c[i + 1]));
    return GG.path.of(points, true);
  });
  const [w, s, e, n] = model.frame;
  const [x, y] = at((w + e) / 2, (s + n) / 2);
  return GG.svg(
    "svg",
    { class: "gg-locator", width: 66, height: 58, viewBox: "0 0 66 58", "aria-hidden": "true" },
    GG.svg("path", { class: "gg-locator-land", d: d.join("") }),
    GG.svg("rect", { class: "gg-locator-box", x: x - 3, y: y - 3, width: 6, height: 6 }),
  );
};
