// The key: who holds how much, then what the patterns mean. Always visible on a desktop.
GG.createKey = (app) => {
  const { store, model, state } = app;
  const node = GG.el("section", { class: "gg-key", id: "gg-key", "data-furniture": "key", role: "region" });
  const scale = GG.el("div", { class: "gg-scale", "data-furniture": "scale", "aria-hidden": "true" }, GG.el("span", {}), GG.el("i", {}));

  const row = (cls, ...cells) => GG.el("tr", { class: cls }, ...cells);
  const cell = (text, cls) => GG.el("td", { class: cls }, text);

  const holders = (picture) => {
    const base = picture ? picture.base : null;
    const before = GG.pictureBefore(model, picture);
    const earlier = before && before.base === base ? before : null;
    const open = (h) => picture.areas.some((a) => a.holder === h);
    return model.holders.filter((h) => picture && (picture.byHolder.has(h) || open(h) || (earlier && earlier.byHolder.has(h))));
  };

  const draw = () => {
    GG.clear(node);
    node.setAttribute("aria-label", GG.words.t("key.title"));
    node.append(GG.el("h2", { class: "gg-hidden" }, GG.words.t("key.title")));
    node.classList.toggle("gg-wide", state.vs !== null);
    if (model.pictures.length) node.append(state.vs !== null ? compared() : plain());
    node.append(statuses());
    if (model.colophon) node.append(GG.el("p", { class: "gg-colophon" }, GG.bdi(model.colophon)));
  };

  const plain = () => {
    const w = GG.words;
    const picture = GG.pictureAt(model, state.day);
    const base = picture ? picture.base.total : 0;
    const share = (km2) => (base ? w.percent(km2 / base) : "–");
    // Beside figures of six digits a date has room for its short form only.
    const since = (day) => (picture.total >= 9999.5 ? w.day(day, "short") : w.dayNear(day, state.day));
    const body = GG.el("tbody");
    for (const holder of holders(picture)) {
      const km2 = picture.byHolder.get(holder) || 0;
      body.append(row(null, cell(GG.swatch(model.holderIndex.get(holder), "assessed"), "gg-sw"), cell(GG.bdi(GG.actorName(model, holder))), cell(w.area(km2), "gg-n"), cell(share(km2), "gg-n")));
    }
    body.append(row("gg-total", cell(""), cell(w.t("key.total")), cell(picture ? w.area(picture.total) : "–", "gg-n"), cell(picture ? share(picture.total) : "–", "gg-n")));
    const earlier = app.current().before;
    const change = picture && earlier ? GG.difference(model, earlier, picture) : null;
    const doubt = change ? change.contested + change.unknown : 0;
    // Where ground only became uncertain, "Lost 0.0" would say that nothing had changed.
    if (change && (change.lost > 0.04 || (earlier.index === picture.index - 1 && doubt <= 0.04 && change.gained <= 0.05))) {
      const most = [...change.lostBy].sort((a, b) => b[1] - a[1])[0];
      const lead = [...picture.byHolder].sort((a, b) => b[1] - a[1])[0] || most;
      const index = most ? model.holderIndex.get(most[0]) : lead ? model.holderIndex.get(lead[0]) : 0;
      body.append(row(null, cell(GG.swatch(index, "lost"), "gg-sw"), cell(w.t("key.lost_since", { date: since(earlier.day) })), cell(w.area(change.lost), "gg-n"), cell(earlier.base === picture.base ? share(change.lost) : "", "gg-n")));
    }
    if (change) body.append(...unsettled(change, (km2) => [cell(w.area(km2), "gg-n"), cell(earlier.base === picture.base ? share(km2) : "", "gg-n")], 1));
    if (change && change.gained > 0.05 && earlier.base === picture.base) {
      const index = model.holderIndex.get([...picture.byHolder].sort((a, b) => b[1] - a[1])[0][0]);
      body.append(row(null, cell(GG.swatch(index, "gained"), "gg-sw"), cell(w.t("key.gained_since", { date: since(earlier.day) })), cell(w.area(change.gained), "gg-n"), cell(share(change.gained), "gg-n")));
    }
    // An old picture is no answer about this day: its figures are told with the day that they are of.
    const held = picture && picture.day !== state.day ? w.t("key.held_on", { date: since(picture.day) }) : w.t("key.held_by");
    return table([held, "", w.t("key.km2"), w.t("key.share")], body);
  };

  // Ground that was held before and is contested or unknown now.
  const unsettled = (change, figures, columns) =>
    ["contested", "unknown"]
      .filter((status) => change[status] > 0.04)
      .map((status) => {
        const [most] = [...change.doubtBy[status]].sort((a, b) => b[1] - a[1]);
        return row(`gg-became-${status}`, cell(GG.swatch(most ? model.holderIndex.get(most[0]) ?? 0 : 0, status), "gg-sw"), GG.el("td", { colspan: columns > 1 ? columns : null }, GG.words.t(`key.became_${status}`)), ...figures(change[status]));
      });

  const compared = () => {
    const w = GG.words;
    const [a, b] = [GG.pictureAt(model, state.vs), GG.pictureAt(model, state.day)];
    const body = GG.el("tbody");
    const cells = (x, y) => [cell(w.area(x), "gg-n"), cell(w.area(y), "gg-n"), cell(w.area(y - x), "gg-n")];
    for (const holder of model.holders) {
      const [x, y] = [a, b].map((p) => (p ? p.byHolder.get(holder) || 0 : 0));
      if (!x && !y) continue;
      body.append(row(null, cell(GG.swatch(model.holderIndex.get(holder), "assessed"), "gg-sw"), cell(GG.bdi(GG.actorName(model, holder))), ...cells(x, y)));
    }
    body.append(row("gg-total", cell(""), cell(w.t("key.total")), ...cells(a ? a.total : 0, b ? b.total : 0)));
    const change = GG.difference(model, a, b);
    if (change) {
      const most = [...change.lostBy].sort((p, q) => q[1] - p[1])[0];
      body.append(row(null, cell(GG.swatch(most ? model.holderIndex.get(most[0]) : 0, "lost"), "gg-sw"), GG.el("td", { colspan: 3 }, w.t("key.lost_between")), cell(w.area(change.lost), "gg-n")));
      body.append(...unsettled(change, (km2) => [cell(w.area(km2), "gg-n")], 3));
      if (change.gained > 0.05) body.append(row(null, cell(GG.swatch(0, "gained"), "gg-sw"), GG.el("td", { colspan: 3 }, w.t("key.gained_between")), cell(w.area(change.gained), "gg-n")));
    }
    return table([w.t("key.held_by"), "", w.day(state.vs, "short"), w.day(state.day, "short"), w.t("key.change")], body);
  };

  const table = (heads, body) =>
    GG.el(
      "table",
      { class: "gg-figures" },
      GG.el("thead", {}, GG.el("tr", {}, GG.el("th", { scope: "col", colspan: 2 }, heads[0]), ...heads.slice(2).map((h) => GG.el("th", { scope: "col", class: "gg-n" }, h)))),
      body,
    );

  // What dashes, dots and hollow arrows mean, while such are on the map.
  const lines = () => {
    if (!state.layers.convoys || state.vs !== null) return [];
    const shown = GG.convoysOn(model, ...app.span()).filter((c) => model.legsByRoute.has(c.route));
    const legs = new Set(shown.flatMap((c) => GG.convoyWay(model, c).map((l) => l.evidence)));
    const hollow = shown.some((c) => c.people_low === undefined && c.people_high === undefined);
    return [...["inferred", "unknown"].filter((e) => legs.has(e)), ...(hollow ? ["hollow"] : [])];
  };

  const statuses = () => {
    const w = GG.words;
    const index = model.holders.length > 1 ? 1 : 0;
    const ground = model.case.ground ? GG.actorName(model, model.case.ground) : w.t("key.nobody_drawn");
    const item = (swatch, text) => GG.el("li", {}, swatch, GG.bdi(text));
    const atEnd = (entry) => {
      entry.classList.add("gg-at-end");
      return entry;
    };
    // Only what this case has: a series of one side's ground explains neither convoys nor claims.
    const has = (status) => model.pictures.some((p) => p.areas.some((a) => a.status === status));
    const marks = ["claimed", "contested", "unknown"].filter(has).map((s) => item(GG.swatch(s === "contested" ? 0 : index, s), w.t(`status.${s}`)));
    const rest = [
      item(GG.swatch(0, "plain"), ground),
      model.pictures.length ? item(GG.lineSwatch("front", 22), w.t("key.front")) : null,
      model.convoys.some((c) => model.legsByRoute.has(c.route)) ? item(GG.lineSwatch("convoy", 22), w.t("key.convoy")) : null,
    ].filter(Boolean);
    // Two columns, read across: patterns at the start, ground and lines at the end.
    const pairs = marks.length ? Array.from({ length: Math.max(marks.length, rest.length) }, (_, i) => [marks[i], rest[i] && (marks[i] ? rest[i] : atEnd(rest[i]))]).flat() : rest;
    return GG.el(
      "ul",
      { class: `gg-statuses${marks.length ? "" : " gg-even"}` },
      ...pairs.filter(Boolean),
      ...lines().map((name) => item(GG.lineSwatch(name, 22), w.t(`key.${name === "hollow" ? name : `leg_${name}`}`))),
    );
  };

  const drawScale = () => {
    const metres = app.view.projector.metres(app.view.map.getCenter().lat);
    const steps = [50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000];
    const length = [...steps].reverse().find((m) => m / metres <= 110) || steps[0];
    scale.firstChild.textContent = length < 1000 ? GG.words.t("unit.m", { x: GG.words.number(length) }) : GG.words.t("unit.km", { x: GG.words.number(length / 1000) });
    scale.style.insetInlineStart = app.folded ? "76px" : app.layout === "desktop" ? `${node.offsetWidth + 32}px` : "";
    scale.lastChild.style.width = `${Math.round(length / metres)}px`;
  };

  store.on(["day", "from", "vs", "lang", "layers"], draw);
  store.on(["vs"], drawScale);
  return { node, scale, draw, drawScale };
};
