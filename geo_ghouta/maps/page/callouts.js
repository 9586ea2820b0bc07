// Callouts: the name and size of each pocket (of each holder where one area has several), beside it with a leader.
GG.callouts = (app, tools) => {
  const { view } = app;
  const { picture } = app.current();
  if (!picture) return;
  const shown = app.areas.paths(picture);
  const wanted = GG.calloutList(app, picture, shown);
  const leaders = [];
  for (const item of wanted) {
    const rings = item.polygons.map((n) => shown.polygons[n].rings[0]);
    const points = rings.flatMap(GG.dense).map((p) => [p[0] + tools.offset[0], p[1] + tools.offset[1]]);
    if (!points.length) continue;
    const size = GG.extent(points);
    // Among many the smallest stay without a name; where there are few each has one.
    if (wanted.length > GG.FEW && Math.max(size.right - size.left, size.bottom - size.top) < 12) continue;
    const { width, height } = view.size();
    if (size.right < 0 || size.bottom < 0 || size.left > width || size.top > height) continue;
    place(item, points);
  }

  function place(item, points) {
    const small = app.layout === "phone" && app.state.sheet !== "peek";
    const block = GG.block([
      { text: item.name, size: 14, bold: true, cls: `gg-holder-text gg-h${item.index % 12}` },
      !small && item.second && { text: item.second, size: 12.5 },
    ]);
    // On a phone a leader is short; only a holder that others enclose may send one farther out.
    const found = app.layout === "phone" ? search(points, block, 40) || search(points, block, 200) : search(points, block, 340);
    if (!found) return;
    draw(found, block);
  }

  function search(points, block, reach) {
    let found = null;
    const size = GG.extent(points);
    const inside = Math.min(5, Math.min(size.right - size.left, size.bottom - size.top) / 2);
    for (const { far, c, s } of GG.outward(points)) {
      // The leader starts a little inside the area.
      const start = [far[0] - c * inside, far[1] - s * inside];
      for (let away = 10; away <= reach; away += away < 60 ? 10 : 24) {
        if (found && away > found.price + 8) break;
        const tip = [far[0] + c * away, far[1] + s * away];
        const left = c > 0.38 ? tip[0] : c < -0.38 ? tip[0] - block.width : tip[0] - block.width / 2;
        const top = s > 0.38 ? tip[1] : s < -0.38 ? tip[1] - block.height : tip[1] - block.height / 2;
        const box = { left, top, right: left + block.width, bottom: top + block.height };
        if (!tools.grid.clear(box)) continue;
        const mix = tools.grid.mix(box);
        if (mix[1] + mix[2] + mix[3] > 0) continue;
        const end = [GG.clamp(start[0], box.left, box.right), GG.clamp(start[1], box.top, box.bottom)];
        const price = away + mix[4] * 0.8 + GG.underLine(tools.grid, far, end) * 4;
        if (found && price >= found.price) continue;
        if (tools.grid.boxes.some((b) => GG.crosses(start, end, b) && !GG.same(b, box) && !(inside < 5 && GG.within(start, b)))) continue;
        if (leaders.some((l) => GG.meet(start, end, l[0], l[1]))) continue;
        found = { box, price, start, end, align: c > 0.38 ? "left" : c < -0.38 ? "right" : "middle" };
      }
    }
    return found;
  }

  function draw(found, block) {
    const [dx, dy] = tools.offset;
    const line = [found.start, GG.short(found.start, found.end, 3)].map((p) => [p[0] - dx, p[1] - dy]);
    const d = GG.path.of(line);
    // Right beside the only area a line of a few pixels points at nothing: it would look like a stray stroke.
    const needed = wanted.length > 1 || Math.hypot(found.end[0] - found.start[0], found.end[1] - found.start[1]) > 24;
    if (needed) tools.root.append(
      GG.svg("path", { class: "gg-leader-case", d }),
      GG.svg("path", { class: "gg-leader", d }),
      GG.svg("circle", { class: "gg-leader-dot", cx: line[0][0], cy: line[0][1], r: 2 }),
    );
    tools.write(block, found.box, "gg-on-paper", found.align);
    tools.grid.take(found.box, 3);
    leaders.push([found.start, found.end]);
    tools.grid.line([found.start, found.end], 2, [0, 0]);
  }
};

GG.MOST_CALLOUTS = 24;
GG.FEW = 8;

// A ring with a point at least every 24 px: a leader may start anywhere on an edge, however coarsely it was drawn.
GG.dense = (ring) =>
  ring.flatMap((p, i) => {
    const q = ring[(i + 1) % ring.length];
    const parts = Math.min(40, Math.max(1, Math.ceil(Math.hypot(q[0] - p[0], q[1] - p[1]) / 24)));
    return Array.from({ length: parts }, (_, k) => [p[0] + ((q[0] - p[0]) * k) / parts, p[1] + ((q[1] - p[1]) * k) / parts]);
  });

// Points around an area with the way out of it: where a leader may start.
GG.outward = (points) => {
  const out = [];
  const many = points.length;
  const step = Math.max(1, Math.floor(many / 56));
  const middle = GG.centre(points);
  for (let i = 0; i < many; i += step) {
    const a = points[(i + many - 2) % many];
    const b = points[(i + 2) % many];
    let [c, s] = [b[1] - a[1], a[0] - b[0]];
    const size = Math.hypot(c, s);
    if (!size) continue;
    [c, s] = [c / size, s / size];
    if (c * (points[i][0] - middle[0]) + s * (points[i][1] - middle[1]) < 0) [c, s] = [-c, -s];
    out.push({ far: points[i], c, s });
  }
  return out;
};

// Cells of areas that a leader crosses: it may, but an open way is better.
GG.underLine = (grid, a, b) => {
  let count = 0;
  const steps = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / GG.CELL);
  for (let i = 2; i <= steps; i += 1) {
    const under = grid.at(a[0] + ((b[0] - a[0]) * i) / steps, a[1] + ((b[1] - a[1]) * i) / steps);
    if (under >= 1 && under <= 3) count += 1;
  }
  return count;
};

// What to name: pockets, or the holders of a pocket that has several; largest first.
GG.calloutList = (app, picture, shown) => {
  const { model } = app;
  const out = [];
  const several = picture.pockets.length > 1;
  const largest = [...picture.pockets].sort((a, b) => b.km2 - a.km2).slice(0, GG.MOST_CALLOUTS);
  for (const pocket of largest) {
    for (const holder of pocket.holders) {
      const parts = pocket.parts.filter(([area]) => picture.areas[area].holder === holder && GG.HELD.has(picture.areas[area].status));
      if (!parts.length) continue;
      const alone = pocket.holders.length === 1;
      const km2 = alone ? pocket.km2 : picture.byHolder.get(holder) || 0;
      const named = alone && (several || picture.total < 40);
      out.push({
        name: named ? GG.pocketName(app, pocket) : GG.actorName(model, holder),
        second: named && GG.pocketName(app, pocket) !== GG.actorName(model, holder) ? GG.words.t("list.and", { a: GG.actorName(model, holder), b: GG.words.km2(km2) }) : GG.words.km2(km2),
        index: model.holderIndex.get(holder),
        polygons: parts.map(([a, p]) => shown.index.get(`${a}/${p}`)),
        km2,
        pocket,
      });
    }
  }
  // The largest are named; among them the smallest first, for an enclosed holder has the fewest places to go.
  return out.sort((a, b) => b.km2 - a.km2).slice(0, GG.MOST_CALLOUTS).reverse();
};

// Whether a pocket is called after its largest town because its drawer gave no name: then it only has that town in it.
GG.unnamed = (model, pocket) => {
  if (!(pocket.towns || []).includes(pocket.name)) return false;
  const picture = model.pictures.find((p) => p.day === pocket.day);
  return Boolean(picture) && !picture.areas.some((a) => a.name && a.name.includes(pocket.name));
};

GG.pocketName = (app, told) => {
  // A neighbour is told by its id and name alone.
  const pocket = told.holders ? told : GG.pocketById(app.model, told.id) || { holders: [], ...told };
  // Without a name and without a town an area is called by who holds it.
  const held = /^held by (.+)$/.exec(pocket.name || "");
  if (held && pocket.holders.includes(held[1])) return GG.actorName(app.model, held[1]);
  const exact = app.model.placeByName.get(pocket.name);
  if (exact) return GG.words.t(GG.unnamed(app.model, pocket) ? "pocket.with" : "pocket.of", { place: GG.words.of(exact) });
  const generic = GG.words.named("pocket.names", pocket.name);
  if (generic) return generic;
  if (!GG.words.rtl()) return pocket.name;
  // "Qabun and Tishrin" names both of them in the other language too.
  const both = pocket.name.replace(/ pocket$/, "").split(/, | and /);
  const known = both.map((name) => app.model.placeByName.get(name));
  if (both.length > 1 && known.every(Boolean)) return GG.words.t("pocket.of", { place: GG.words.all_of(known.map((place) => GG.words.of(place))) });
  const town = app.model.places.find((p) => p.ar && pocket.name.startsWith(p.name));
  return town ? GG.words.t("pocket.of", { place: town.ar }) : pocket.name;
};

GG.extent = (points) => {
  const out = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    out.left = Math.min(out.left, x);
    out.right = Math.max(out.right, x);
    out.top = Math.min(out.top, y);
    out.bottom = Math.max(out.bottom, y);
  }
  return out;
};

// The dot of a town may cover a whole small area: its leader starts under it.
GG.within = ([x, y], b) => x >= b.left && x <= b.right && y >= b.top && y <= b.bottom;

GG.same = (a, b) => Math.abs(a.left - b.left) < 8 && Math.abs(a.top - b.top) < 8;

GG.short = (a, b, by) => {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [b[0] - ((b[0] - a[0]) / length) * by, b[1] - ((b[1] - a[1]) / length) * by];
};

GG.meet = (a, b, c, d) => {
  const turn = (p, q, r) => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
};

GG.crosses = (a, b, box) => {
  const corners = [[box.left, box.top], [box.right, box.top], [box.right, box.bottom], [box.left, box.bottom]];
  if (corners.some((p, i) => GG.meet(a, b, p, corners[(i + 1) % 4]))) return true;
  return a[0] > box.left && a[0] < box.right && a[1] > box.top && a[1] < box.bottom && b[0] > box.left && b[0] < box.right;
};
