// The ground of the case: tints, water, built-up land, roads, borders. Drawn once a zoom, below everything.
GG.GROUND_ORDER = ["countries", "sea", "terrain", "orchards", "water", "builtup", "borders", "roads"];

GG.createGround = (app) => {
  const { view, model } = app;
  const shapes = model.groundShapes;
  const names = Object.keys(model.ground.features);
  const ordered = [...GG.GROUND_ORDER.filter((n) => names.includes(n)), ...names.filter((n) => !GG.GROUND_ORDER.includes(n))];
  const items = [];
  for (const name of ordered) {
    const geometries = shapes.geometries(name);
    model.ground.features[name].forEach((feature, i) => {
      const geometry = geometries[i];
      if (!geometry || !geometry.type) return;
      const area = geometry.type.endsWith("Polygon");
      const kind = (feature.kind || "plain").replace(/[^a-z0-9_-]/gi, "");
      items.push({ name, kind, area, feature, geometry, rings: shapes.lines(geometry).map((r) => shapes.coordinates(r)) });
    });
  }
  const bodies = GG.svg("g");
  const overs = GG.svg("g", { class: "gg-over" });
  view.groups.ground.append(bodies);

  const widths = (zoom) => {
    const at = zoom <= 10.5 ? 0 : zoom <= 11.5 ? 1 : zoom <= 12.5 ? 2 : 3;
    return {
      case: [4.2, 4.5, 5.2, 6.1][at],
      motorway: [2.6, 2.9, 3.6, 4.5][at],
      road: [1.3, 1.4, 1.7, 2.1][at],
      river: [1.3, 1.8, 2.2, 2.8][at],
      canal: [0, 0.8, 1, 1.3][at],
      border: [1, 1, 1.1, 1.1][at],
      small: zoom < 9 ? 0.6 : 1,
    };
  };

  const isMain = (kind) => /motorway|trunk|highway/.test(kind);

  // Where the drawn ground ends, the sheet ends: a margin instead of land that was never drawn.
  const sheet = shapes.bounds(items.filter((item) => item.area && /sea|country|countries/.test(`${item.name} ${item.kind}`)).map((item) => item.geometry));
  const margin = () => {
    if (!sheet || view.projector.zoom > 9.5) return;
    const a = view.projector.point(sheet[0], sheet[3]);
    const b = view.projector.point(sheet[2], sheet[1]);
    const inner = GG.path.of([a, [b[0], a[1]], b, [a[0], b[1]]], true);
    bodies.append(GG.svg("path", { class: "gg-margin", d: `M-50000 -50000H50000V50000H-50000Z${inner}` }));
  };

  // The border of a country without the cuts of its drawing: sides along a meridian or parallel on its own bounds.
  const border = (ring) => {
    let [w, s, e, n] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < ring.length; i += 2) [w, s, e, n] = [Math.min(w, ring[i]), Math.min(s, ring[i + 1]), Math.max(e, ring[i]), Math.max(n, ring[i + 1])];
    const on = (a, b, ...sides) => a === b && sides.includes(a);
    const runs = [[]];
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x1, y1, x2, y2] = [ring[i], ring[i + 1], ring[i + 2], ring[i + 3]];
      const run = runs[runs.length - 1];
      if (on(x1, x2, w, e) || on(y1, y2, s, n)) {
        if (run.length) runs.push([]);
      } else run.push(...(run.length ? [x2, y2] : [x1, y1, x2, y2]));
    }
    return runs.filter((r) => r.length > 2).map((r) => GG.path.of(view.projector.points(r), false)).join("");
  };

  const draw = () => {
    GG.clear(bodies);
    GG.clear(overs);
    const zoom = view.projector.zoom;
    const w = widths(zoom);
    const put = (parent, cls, d, width) => parent.append(GG.svg("path", { class: cls, d, "stroke-width": width || null }));
    const roads = { case: "", motorway: "", road: "" };
    const sheets = new Map();
    let edges = "";
    for (const item of items) {
      if (item.feature.zoom !== undefined && item.feature.zoom > zoom + 0.5) continue;
      const d = item.rings.map((ring) => GG.path.of(view.projector.points(ring), item.area)).join("");
      if (item.area && /^countr/.test(`${item.kind}`)) edges += item.rings.map(border).join("");
      if (item.name === "roads") {
        if (isMain(item.kind)) roads.motorway += d;
        else if (zoom >= 10 || /primary|main/.test(item.kind)) roads.road += d;
        continue;
      }
      let cls = `gg-g-${item.name} gg-k-${item.kind}`;
      let width = null;
      if (!item.area) {
        cls += " gg-stroke";
        if (item.name === "water") width = item.kind === "canal" || item.kind === "stream" ? w.canal : w.river;
        else if (item.name === "borders") width = w.border;
        if (width === 0) continue;
      }
      const key = `${cls}|${width}`;
      sheets.set(key, (sheets.get(key) || "") + d);
    }
    for (const [key, d] of sheets) {
      const [cls, width] = key.split("|");
      put(bodies, cls, d, width === "null" ? null : width);
      if (cls.includes("builtup")) put(overs, cls, d, null);
    }
    if (edges) put(bodies, "gg-abroad-edge", edges, w.border);
    if (roads.road) put(bodies, "gg-road", roads.road, w.road * w.small);
    if (roads.motorway) {
      put(bodies, "gg-motorway-case", roads.motorway, w.case * w.small);
      put(bodies, "gg-motorway", roads.motorway, w.motorway * w.small);
    }
    margin();
    if (roads.road || roads.motorway) put(overs, "gg-road-over", roads.road + roads.motorway, w.road);
  };

  view.redraws.push(draw);
  const show = () => {
    bodies.style.display = app.state.layers.ground ? "" : "none";
    overs.style.display = app.state.layers.ground ? "" : "none";
  };
  app.store.on(["layers"], show);
  draw();
  show();
  return { overs, draw, sheet };
};
