// Convoys as arrows: width is the count, the pale band the highest count, the dash how a leg is known.
GG.DASHES = { stated: null, inferred: "12 6", unknown: "2.5 6" };

// The least width in pixels that a pointer finds.
GG.PRESS = 14;

GG.createConvoys = (app) => {
  const { view, model } = app;
  const root = view.groups.convoys;
  const frame = GG.svg("g", { class: "gg-frame" });
  view.groups.ground.append(frame);

  const widthOf = (people) => {
    const px = view.projector.zoom >= 10.5 ? (app.layout === "phone" ? 220 : 150) : 500;
    return GG.clamp(people / px, 3, 28);
  };

  // Legs of a convoy in pixels, in order, each beginning where the one before ended.
  const legsOf = (convoy) =>
    GG.convoyWay(model, convoy).map((leg) => {
      const geometry = model.routeShapes.geometries("legs")[leg.index];
      const points = model.routeShapes.lines(geometry).flatMap((l) => view.projector.points(model.routeShapes.coordinates(l)));
      return { leg, points };
    });

  const draw = () => {
    GG.clear(root);
    app.convoyMarks = [];
    drawFrame();
    // Two pictures beside one another are compared without what moved on one day of them.
    if (!app.state.layers.convoys || app.state.vs !== null) return;
    const [from, to] = app.span();
    const convoys = GG.convoysOn(model, from, to);
    const beside = [...GG.group(convoys, (c) => c.route || c.id).values()];
    for (const list of beside) drawBundle(list);
  };

  // Convoys of one route lie side by side in order of days, 2 px apart; a wide bundle is drawn narrower as a whole.
  const drawBundle = (list) => {
    const widths = list.map((c) => [c.people_low ?? c.people_high, c.people_high ?? c.people_low].map((n) => (n === undefined ? 3 : widthOf(n))));
    const total = GG.sum(widths.map((w) => w[1]));
    const most = view.projector.zoom > 9.5 ? 44 : 30;
    const factor = list.length > 1 ? Math.min(1, most / total) : 1;
    const slim = widths.map((w) => w.map((x) => (factor < 1 ? Math.max(1.6, x * factor) : x)));
    let at = -(GG.sum(slim.map((w) => w[1])) + 2 * (list.length - 1)) / 2;
    list.forEach((convoy, i) => {
      // The label of several stands at the last, for the last is drawn on top.
      const told = list.length < 2 ? [convoy] : i === (list.length > 3 ? Math.floor(list.length / 2) : list.length - 1) ? list : null;
      drawOne(convoy, slim[i], at + slim[i][1] / 2, list.length > 3 ? (told ? list.length : -1) : 0, told);
      at += slim[i][1] + 2;
    });
  };

  // The title block in pixels of the layer, with the room that an arrow's head needs beside it.
  const titleBox = (band) => {
    if (!app.folded || !app.parts.title) return null;
    const window_ = view.container.getBoundingClientRect();
    const [dx, dy] = view.offset();
    const box = app.parts.title.getBoundingClientRect();
    const pad = 10 + band;
    return { left: box.left - window_.left - dx - pad, top: box.top - window_.top - dy - pad, right: box.right - window_.left - dx + pad, bottom: box.bottom - window_.top - dy + pad };
  };

  const drawOne = (convoy, [core, band], shift, bundle, told) => {
    const legs = legsOf(convoy).filter((l) => l.points.length > 1);
    const unknown = convoy.people_low === undefined && convoy.people_high === undefined;
    const plan = convoy.modality === "planned" || convoy.modality === "expected";
    const [dx, dy] = view.offset();
    if (!legs.length) return;
    const plain = legs.flatMap((l, i) => (i ? l.points.slice(1) : l.points));
    const whole = shift ? GG.line.offset(plain, shift) : plain;
    const free = view.free();
    const pad = (app.layout === "phone" ? 28 : 46) + band;
    // In a small window the free part begins below the title; an arrow may also pass beside it.
    const top = app.folded ? 16 : free.top;
    const window_ = { left: free.left + pad - dx, top: top + pad - dy, right: free.right - pad - dx, bottom: free.bottom - pad - dy };
    const total = GG.line.length(whole);
    // Near the ground the route leaves the window: the arrow then ends there and says where it goes.
    const exit = view.projector.zoom > 9.5 ? GG.line.exit(whole, window_, titleBox(band)) : null;
    const cut = exit !== null && exit > 70 && exit < total;
    const end = cut ? exit : total;
    const head = Math.max(12, 1.5 * Math.max(core, band));
    const node = GG.svg("g", {
      class: `gg-convoy${plan ? " gg-planned" : ""}${unknown ? " gg-hollow" : ""}${app.isSelected("convoy", convoy.id) ? " gg-chosen" : ""}`,
      "data-convoy": convoy.id,
    });
    const casing = GG.svg("g", { class: "gg-casing" });
    const bands = GG.svg("g", { class: "gg-band" });
    const cores = GG.svg("g", { class: "gg-core" });
    let vertex = 0;
    let done = 0;
    for (const { leg, points } of legs) {
      const own = whole.slice(vertex, vertex + points.length);
      vertex += points.length - 1;
      const stretch = GG.line.slice(own, 0, Math.max(0, end - head * 0.8 - done));
      done += GG.line.length(own);
      if (stretch.length > 1) {
        const d = GG.path.of(stretch);
        const dash = GG.DASHES[leg.evidence];
        casing.append(GG.svg("path", { d, "stroke-width": band + 4 }));
        if (band > core + 0.4) bands.append(GG.svg("path", { d, "stroke-width": band, "stroke-dasharray": dash }));
        cores.append(GG.svg("path", { d, "stroke-width": core, "stroke-dasharray": dash }));
        if (plan || unknown) cores.append(GG.svg("path", { class: "gg-inner", d, "stroke-width": Math.max(1, core - 2), "stroke-dasharray": dash }));
      }
      if (done >= end) break;
    }
    const tail = GG.line.slice(whole, Math.max(0, end - head * 1.6), end);
    const tip = tail[tail.length - 1];
    const from = tail[0];
    const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const wing = Math.max(band, core) * 0.5 + Math.max(bundle ? 1.5 : 4, head * (bundle ? 0.12 : 0.32));
    const base = [tip[0] - c * head, tip[1] - s * head];
    const points = [tip, [base[0] - s * wing, base[1] + c * wing], [base[0] + s * wing, base[1] - c * wing]];
    const points_ = GG.line.slice(whole, 0, end);
    // A thin or dashed arrow is as easy to press as a wide one.
    const press = GG.svg("path", { class: "gg-press", d: GG.path.of(points_), "stroke-width": Math.max(GG.PRESS, band + 4) });
    node.append(casing, bands, cores, GG.svg("path", { class: "gg-head", d: GG.path.of(points, true) }), press);
    const stops = cut || !told ? [] : drawStops(legs);
    root.append(node, ...stops.map((m) => m.node));
    app.convoyMarks.push({ convoy, tip, angle, cut, wing, stops, bundle, told, points: points_, width: band });
  };

  // Rings where a source names the place; a place passed only by inference gets none.
  const drawStops = (legs) => {
    const out = [];
    if (view.projector.zoom > 10.5) return out;
    legs.forEach(({ leg, points }, i) => {
      const next = legs[i + 1];
      const last = points[points.length - 1];
      const named = leg.note || (leg.evidence === "stated" && next) || (next && next.leg.evidence === "stated");
      // Near the start, zoomed far out, a ring would lie on the place that was left.
      const close = Math.hypot(last[0] - legs[0].points[0][0], last[1] - legs[0].points[0][1]) < 16;
      if (!named || !next || close) return;
      out.push({ leg, at: last, node: GG.svg("circle", { class: "gg-stop", cx: last[0], cy: last[1], r: 5.5 }) });
    });
    return out;
  };

  // Zoomed far out the pictures cover only a small frame, and the page says so.
  const drawFrame = () => {
    GG.clear(frame);
    app.frameMark = null;
    const [w, s, e, n] = model.frame;
    const a = view.projector.point(w, n);
    const b = view.projector.point(e, s);
    if (b[0] - a[0] > 260 || !model.pictures.length) return;
    frame.append(GG.svg("path", { d: GG.path.of([a, [b[0], a[1]], b, [a[0], b[1]]], true) }));
    app.frameMark = { a, b };
  };

  // The arrow and its label answer alike.
  for (const group of [root, view.groups.names]) {
    group.addEventListener("click", (event) => {
      const node = event.target.closest("[data-convoy]");
      if (node && !(view.map.dragging && view.map.dragging.moved())) app.select({ kind: "convoy", id: node.getAttribute("data-convoy") });
    });
    group.addEventListener("mouseover", (event) => {
      const node = event.target.closest("[data-convoy]");
      const convoy = node && model.convoys.find((c) => c.id === node.getAttribute("data-convoy"));
      app.store.set({ hover: convoy ? { claims: convoy.claims || [] } : null });
    });
    group.addEventListener("mouseleave", () => app.store.set({ hover: null }));
  }

  view.redraws.push(draw);
  // The arrow is cut where it leaves the free window, so panning draws it anew.
  view.arrangements.push(draw);
  return { draw };
};

// Where a convoy goes and how that is known: said by its claims, or drawn as the end of its route. A leg that is
// inferred only points there: "towards".
GG.convoyEnd = (app, convoy) => {
  if (convoy.destination) return { name: GG.placeName(app.model, convoy.destination, convoy.destination_id), key: "to" };
  const last = GG.convoyWay(app.model, convoy).slice(-1)[0];
  return last && last.to ? { name: GG.placeName(app.model, last.to), key: last.evidence === "inferred" ? "towards" : "to", drawn: true } : null;
};

GG.convoyLabel = (app, convoy) => {
  const end = GG.convoyEnd(app, convoy);
  // Where no claim says where it went, only the route goes there.
  return end ? GG.words.t(`convoy.${end.drawn ? "route_" : ""}${end.key}`, { to: end.name }) : GG.words.t("convoy.left", { from: GG.placeName(app.model, convoy.origin, convoy.origin_id) });
};

GG.convoyTitle = (app, convoy) => {
  const day = GG.words.day(convoy.from);
  return convoy.destination
    ? GG.words.t("convoy.of_to", { day, to: GG.placeName(app.model, convoy.destination) })
    : GG.words.t("convoy.of", { day });
};
