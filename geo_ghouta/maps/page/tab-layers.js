// Layers: one switch each, with its swatch and count; below, how to read the map.
GG.layersTab = (app, body) => {
  const w = GG.words;
  const { model, state } = app;
  const now = GG.pictureAt(model, state.day);
  const lead = now && now.byHolder.size ? model.holderIndex.get([...now.byHolder].sort((a, b) => b[1] - a[1])[0][0]) : 0;
  // Only what this case has is listed: a switch for roads that nobody drew, or for convoys without a way, misleads.
  const ways = model.legs.length > 0;
  const items = [
    ["areas", GG.swatch(lead, "assessed"), w.t("layers.pictures", { n: model.pictures.length })],
    ["lost", GG.swatch(lead, "lost"), ""],
    ["front", GG.lineSwatch("front", 22), ""],
    ["precision", GG.lineSwatch("precision", 22), GG.precisionText("card", model.pictures.flatMap((p) => p.areas))],
    ways && ["convoys", GG.lineSwatch("convoy", 22), w.number(model.convoys.length)],
    model.events.length && ["events", GG.svg("svg", { class: "gg-swatch", width: 22, height: 22, viewBox: "-12 -12 24 24", "aria-hidden": "true" }, GG.eventDisc({ kind: "advance", precision: "town" })), w.number(model.events.length)],
    ["places", GG.svg("svg", { class: "gg-swatch", width: 22, height: 14, "aria-hidden": "true" }, GG.svg("circle", { class: "gg-dot gg-on-paper", cx: 11, cy: 7, r: 3.2 })), model.places.some((p) => p.ar) ? w.t("layers.languages") : w.number(model.places.length)],
    Object.keys(model.ground.features || {}).length && ["ground", GG.lineSwatch("ground", 22), ""],
  ].filter(Boolean);
  if (model.faults.length) items.push(["faults", GG.svg("svg", { class: "gg-swatch", width: 22, height: 22, viewBox: "-12 -12 24 24", "aria-hidden": "true" }, GG.faultMark({}, true)), w.number(model.faults.length)]);
  body.append(GG.el("h2", {}, w.t("tabs.layers")), GG.el("p", { class: "gg-sub" }, w.t("layers.sub")));
  for (const [name, swatch, count] of items) {
    body.append(
      GG.el(
        "button",
        { type: "button", role: "switch", class: "gg-switch", "aria-checked": String(state.layers[name] !== false), "data-layer": name, onclick: (event) => GG.flip(app, name, event.currentTarget) },
        swatch,
        GG.el("span", { class: "gg-switchname" }, w.t(`layers.${name}`)),
        GG.el("span", { class: "gg-switchcount" }, GG.bdi(count)),
        GG.el("i", { class: "gg-knob", "aria-hidden": "true" }),
      ),
    );
  }
  if (w.own.digits !== "0123456789") {
    const digits = GG.el("button", { type: "button", role: "switch", class: "gg-switch", "aria-checked": String(state.digits), onclick: () => app.store.set({ digits: !state.digits }) });
    digits.append(GG.el("span", { "aria-hidden": "true" }, [...w.own.digits].slice(1, 4).join("")), GG.el("span", { class: "gg-switchname" }, w.t("layers.digits")), GG.el("span", {}), GG.el("i", { class: "gg-knob", "aria-hidden": "true" }));
    body.append(digits);
  }
  body.append(GG.el("h2", {}, w.t("read.title")));
  const index = model.holders.length > 1 ? 1 : 0;
  const line = (swatch, key) => GG.el("li", {}, swatch, GG.el("span", {}, GG.el("strong", {}, w.t(`read.${key}.name`)), w.t(GG.readKey(model, key))));
  body.append(
    GG.el(
      "ul",
      { class: "gg-read" },
      ...["assessed", "claimed", "contested", "unknown", "lost", "gained"].map((s) => line(GG.swatch(index, s, 22, 16), s)),
      ways && line(GG.lineSwatch("convoy", 26), "convoy"),
      ways && line(GG.lineSwatch("stated", 26), "stated"),
      ways && line(GG.lineSwatch("inferred", 26), "inferred"),
      ways && line(GG.lineSwatch("unknown", 26), "unknown_leg"),
    ),
  );
  const ground = model.case.ground ? w.t("read.ground", { who: GG.actorName(model, model.case.ground) }) : w.t("read.no_ground");
  body.append(GG.el("p", { class: "gg-small gg-foot" }, GG.bdi(ground), " ", w.t("read.frame")), GG.el("p", { class: "gg-small" }, w.t("read.made")));
  const credits = [...model.credits, model.options.tiles ? model.options.tiles.attribution : null].filter(Boolean);
  if (credits.length && model.ground.features) body.append(GG.el("p", { class: "gg-small" }, GG.bdi(w.t("read.colophon", { sources: credits.join("; ") }))));
};

// What a status means depends on what the drawer told: without a source no line of the key may speak of sources.
GG.readKey = (model, status) => {
  const areas = model.pictures.flatMap((p) => p.areas).filter((a) => a.status === status);
  const named = areas.filter((a) => a.source).length;
  const key = `read.${status}.text`;
  const told = named === areas.length ? key : `${key}_${named ? "some" : "none"}`;
  return GG.words.has(told) ? told : key;
};

GG.flip = (app, name, button) => {
  const on = app.state.layers[name] === false;
  app.store.set({ layers: { ...app.state.layers, [name]: on } });
  button.setAttribute("aria-checked", String(on));
};
