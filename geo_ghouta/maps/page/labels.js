// Names on the map: first to claim the room keeps it. Order: selection, convoys, events, callouts, places, ground.
GG.createLabels = (app) => {
  const { view, model } = app;
  const root = view.groups.names;
  const kept = new Map();
  let waiting = null;

  // Put a block into the picture: `align` is left, middle or right within its box.
  const write = (block, box, cls, align, parent = root) => {
    const [dx, dy] = view.offset();
    for (const line of block.lines) {
      // A line of figures alone runs as the language does: "1,580–1,900+" begins at the right in Arabic.
      const arabic = GG.isArabic(line.text) || (GG.words.rtl() && !/[A-Za-z]/.test(line.text));
      const x = (align === "left" ? box.left : align === "right" ? box.right : (box.left + box.right) / 2) - dx;
      const anchor = align === "middle" ? "middle" : (align === "left") !== arabic ? "start" : "end";
      parent.append(
        GG.svg(
          "text",
          {
            x: GG.round1(x),
            y: GG.round1(box.top + line.top + line.height * 0.78 - dy),
            class: `gg-name ${cls} ${line.cls || ""}${line.bold ? " gg-bold" : ""}${line.italic ? " gg-italic" : ""}${line.spaced && !arabic ? " gg-spaced" : ""}`,
            "font-size": line.size,
            "text-anchor": anchor,
            direction: arabic ? "rtl" : "ltr",
            lang: arabic ? "ar" : null,
          },
          line.text,
        ),
      );
    }
  };

  const boxAt = (block, x, y, side, gap) => {
    const { width, height } = block;
    const spots = {
      e: [x + gap, y - height / 2, "left"],
      w: [x - gap - width, y - height / 2, "right"],
      n: [x - width / 2, y - gap - height, "middle"],
      s: [x - width / 2, y + gap, "middle"],
      ne: [x + gap * 0.7, y - gap * 0.5 - height, "left"],
      se: [x + gap * 0.7, y + gap * 0.5, "left"],
      nw: [x - gap * 0.7 - width, y - gap * 0.5 - height, "right"],
      sw: [x - gap * 0.7 - width, y + gap * 0.5, "right"],
    };
    const [left, top, align] = spots[side];
    return { left, top, right: left + width, bottom: top + height, align };
  };

  const SIDES = ["e", "w", "n", "s", "ne", "se", "nw", "sw"];

  // The cheapest free position around a point, or null.
  const best = (grid, block, x, y, gap, cost, sides = SIDES) => {
    let found = null;
    sides.forEach((side, i) => {
      const box = boxAt(block, x, y, side, gap);
      if (!grid.clear(box)) return;
      const price = i * 0.6 + (cost ? cost(box) : 0);
      if (!found || price < found.price) found = { ...box, price, side };
    });
    return found;
  };

  const grid = () => {
    const { width, height } = view.size();
    const out = GG.createGrid(width, height);
    for (const box of view.furniture()) out.take(box, 6);
    const offset = view.offset();
    const { picture, before } = app.current();
    const split = app.state.vs !== null && app.splitX ? app.splitX() : -Infinity;
    const value = { assessed: 1, claimed: 2, contested: 3, unknown: 3 };
    const lay = (p, side, lost) => {
      for (const polygon of app.areas.paths(p).polygons) {
        if (!lost) out.polygon(polygon.rings, value[polygon.status], offset, side);
        else if (polygon.held) out.polygon(polygon.rings, 4, offset, side);
      }
    };
    if (app.state.layers.lost && before) lay(before, [split, Infinity], true);
    if (picture && app.state.layers.areas) lay(picture, [split, Infinity], false);
    if (split > 0 && before && app.state.layers.areas) lay(before, [-Infinity, split], false);
    if (app.state.vs !== null && app.splitX) out.take({ left: app.splitX() - 4, right: app.splitX() + 4, top: 0, bottom: height });
    for (const mark of app.convoyMarks || []) out.line(mark.points, mark.width / 2 + 2, offset);
    for (const mark of app.eventMarks || []) {
      const [x, y] = [mark.at[0] + offset[0], mark.at[1] + offset[1]];
      out.take({ left: x - 12, top: y - 12, right: x + 12, bottom: y + 12 });
    }
    return out;
  };

  const arrange = () => {
    waiting = null;
    GG.clear(root);
    const g = grid();
    app.lastGrid = g;
    const tools = { grid: g, write, best, boxAt, root, offset: view.offset() };
    placeDots(tools);
    GG.convoyNames(app, tools);
    if (app.state.layers.areas && app.state.vs === null) GG.callouts(app, tools);
    if (app.state.layers.places) placeNames(tools);
    // The mark stays in any case; its words give way to names of places.
    eventNames(tools);
    if (app.state.layers.ground) groundNames(tools);
    frameName(tools);
    hoverRing(tools);
    app.namedPlaces = tools.places.filter((item) => item.drawn);
    if (app.roving) app.roving.refresh();
  };

  // Whether a box lies across the edge of an area: ground of more than one kind under it.
  const across = (g, box) => {
    const [none, assessed, claimed, doubtful, lost] = g.mix(box);
    return [none + lost, assessed, claimed, doubtful].filter(Boolean).length > 1;
  };

  const eventNames = ({ grid: g, offset }) => {
    if (app.layout === "phone") return;
    for (const mark of app.eventMarks || []) {
      const block = GG.block([{ text: GG.eventTitle(app, mark.event), size: 12 }]);
      const found = best(g, block, mark.at[0] + offset[0], mark.at[1] + offset[1], 15, (box) => (across(g, box) ? 1000 : g.mix(box)[1] * 0.08 + g.mix(box)[4] * 0.02), ["w", "e", "n", "s", "nw", "ne"]);
      if (found && found.price < 1000) {
        write(block, found, GG.sum(g.mix(found).slice(1)) ? "gg-on-paper gg-wide" : "gg-on-paper", found.align);
        g.take(found, 2);
      }
    }
  };

  const inView = (p, width, height) => p[0] > 4 && p[1] > 4 && p[0] < width - 4 && p[1] < height - 4;

  // Places that this zoom may name, most important first.
  const candidates = (offset) => {
    const zoom = view.projector.zoom;
    const { width, height } = view.size();
    const out = [];
    for (const place of model.places) {
      const chosen = app.isSelected("town", place.id);
      if (!chosen && (place.zoom ?? 11) > zoom + 0.35) continue;
      if (!chosen && ["region", "adm1", "adm2", "adm3", "country", "continent", "water", "road"].includes(place.kind)) continue;
      const p = view.projector.point(place.at[0], place.at[1]);
      const at = [p[0] + offset[0], p[1] + offset[1]];
      if (inView(at, width, height)) out.push({ place, at, rank: place.rank ?? 3, chosen });
    }
    return out.sort((a, b) => b.chosen - a.chosen || a.rank - b.rank || (a.place.name < b.place.name ? -1 : 1));
  };

  // Dots are taken before any text is placed, so that no name covers a dot.
  const placeDots = (tools) => {
    tools.places = app.state.layers.places ? candidates(tools.offset) : [];
    for (const item of tools.places) if (item.rank <= 2 || item.chosen) tools.grid.take({ left: item.at[0] - 4, top: item.at[1] - 4, right: item.at[0] + 4, bottom: item.at[1] + 4 });
  };

  // How far a point lies from a box.
  const reach = (box, [x, y]) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));

  // What a place's dot lies on, whether within an area, and how its name is written there.
  const groundUnder = (g, { place, at }) => {
    const under = g.at(at[0], at[1]);
    const { picture, before } = app.current();
    const drawn = app.state.vs !== null && app.splitX && at[0] < app.splitX() ? before : picture;
    const area = under === 1 ? GG.areaAt(model, drawn, place.at[0], place.at[1]) : null;
    const inside = area && area.status === "assessed";
    const cls = inside ? `gg-inside gg-h${model.holderIndex.get(area.holder) % 12}` : under === 2 || under === 3 ? "gg-on-paper gg-wide" : "gg-on-paper";
    return { under, inside, cls };
  };

  const placeNames = ({ grid: g, places, offset }) => {
    const told = new Set((app.convoyMarks || []).flatMap((m) => m.stops.filter((s) => s.named).map((s) => s.leg.to)));
    for (const item of places) {
      if (told.has(item.place.name)) continue;
      const { place, at } = item;
      const { under, inside, cls } = groundUnder(g, item);
      const big = item.rank < 1 || (item.rank === 1 && ["city", "capital"].includes(place.kind));
      const two = item.rank <= 2 && place.ar && app.layout !== "phone";
      const [one, other] = GG.words.rtl() ? [place.ar || place.name, place.name] : [place.name, place.ar];
      let block = GG.block([
        { text: one, size: big ? 14 : 12, bold: big || item.chosen },
        two && other !== one && { text: other, size: 12.5, cls: "gg-second" },
      ]);
      const box0 = g.boxes;
      // Its own dot does not stand in the way of its name.
      g.boxes = box0.filter((b) => !(b.left === at[0] - 4 && b.top === at[1] - 4));
      const price = (box) => {
        const mix = g.mix(box);
        const all = GG.sum(mix);
        // A name beside the dot of another place would be read as that one's.
        const stray = places.filter((o) => o !== item && reach(box, o.at) < 7 && reach(box, o.at) <= reach(box, at)).length * 14;
        return stray + (inside ? (all - mix[1]) * 0.8 : mix[1] * 0.6 + (mix[2] + mix[3]) * (under === 2 || under === 3 ? 0.2 : 0.6) + mix[4] * 0.05);
      };
      const stay = kept.get(place.id);
      let found = stay ? best(g, block, at[0], at[1], 8, (b) => price(b) - 1, [stay]) : null;
      if (!found || found.price > 6) found = best(g, block, at[0], at[1], 8, price) || found;
      // Where two lines find no room the first alone may, if need be a little away from an arrow that begins here.
      for (const gap of item.rank <= 2 ? [8, 14, 20] : [8]) {
        if (found) break;
        block = GG.block([{ text: one, size: big ? 14 : 12, bold: big || item.chosen }]);
        found = best(g, block, at[0], at[1], gap, price);
      }
      g.boxes = box0;
      const crowded = !g.clear({ left: at[0] - 3, top: at[1] - 3, right: at[0] + 3, bottom: at[1] + 3 }) && item.rank > 2;
      if (crowded || (!found && item.rank > 2)) continue;
      drawDot(item, cls, offset);
      if (!found) continue;
      kept.set(place.id, found.side);
      // Over bars, chequers, dots and hatch a name needs a wider halo.
      const mix = g.mix(found);
      // White is for names that lie in the area; one that mostly stands beside it is written as any on paper.
      const beside = inside && mix[1] < GG.sum(mix) * 0.6;
      const patterned = beside || (!inside && GG.sum(mix.slice(1)) > 0);
      write(block, found, patterned ? "gg-on-paper gg-wide" : cls, found.align);
      g.take(found, 2);
      if (item.rank > 2) g.take({ left: at[0] - 4, top: at[1] - 4, right: at[0] + 4, bottom: at[1] + 4 });
    }
  };

  const drawDot = (item, cls, offset) => {
    item.drawn = true;
    // A ring or the head of a convoy already marks the spot.
    const near = (p, by) => Math.hypot(p[0] + offset[0] - item.at[0], p[1] + offset[1] - item.at[1]) < by;
    if ((app.convoyMarks || []).some((m) => (!m.cut && near(m.tip, 14)) || m.stops.some((p) => near(p.at, 7)))) return;
    const [x, y] = [item.at[0] - offset[0], item.at[1] - offset[1]];
    const size = item.rank <= 1 ? 3.4 : 2.9;
    const square = ["city", "capital"].includes(item.place.kind) && view.projector.zoom < 10.5;
    if (item.chosen) root.append(GG.svg("circle", { class: "gg-ring", cx: GG.round1(x), cy: GG.round1(y), r: 9 }));
    root.append(
      square
        ? GG.svg("rect", { class: `gg-dot ${cls}`, x: x - size, y: y - size, width: size * 2, height: size * 2 })
        : GG.svg("circle", { class: `gg-dot ${cls}`, cx: GG.round1(x), cy: GG.round1(y), r: size }),
    );
  };

  const groundNames = ({ grid: g, offset }) => {
    const zoom = view.projector.zoom;
    const written = new Set();
    const { width, height } = view.size();
    const layers = Object.entries(model.ground.features).sort((p, q) => (q[0] === "labels") - (p[0] === "labels"));
    for (const [name, features] of layers) {
      for (const [i, feature] of features.entries()) {
        if (!feature.name || (feature.zoom !== undefined && feature.zoom > zoom + 0.5)) continue;
        if (name === "builtup" || name === "borders" || name === "terrain") continue;
        if (name === "roads" && !/motorway/.test(feature.kind || "")) continue;
        if (feature.until !== undefined && zoom > feature.until + 0.5) continue;
        const text = GG.words.of(feature);
        if (written.has(text.toLowerCase())) continue;
        const at = feature.at || GG.groundPoint(app, name, i);
        if (!at) continue;
        const p = view.projector.point(at[0], at[1]);
        const spot = [p[0] + offset[0], p[1] + offset[1]];
        if (!inView(spot, width, height)) continue;
        const water = name === "water" || name === "sea" || /sea|river|water/.test(feature.kind || "");
        const big = /city|region|country|adm1|governorate/.test(`${feature.kind} ${feature.class}`);
        const block = GG.block([{ text, size: big ? 14 : 12, capitals: big, spaced: big || name === "terrain", italic: water }]);
        const sides = feature.at ? [[0, 0], [0, 26], [0, -26]] : [[0, 0]];
        for (const [mx, my] of sides) {
          const [x, y] = [spot[0] + mx, spot[1] + my];
          const box = { left: x - block.width / 2, top: y - block.height / 2, right: x + block.width / 2, bottom: y + block.height / 2 };
          const mix = g.clear(box) ? g.mix(box) : null;
          if (!mix || mix[1] + mix[2] + mix[3] > 0) continue;
          write(block, box, water ? "gg-water-name" : "gg-ground-name", "middle");
          g.take(box, 4);
          written.add(text.toLowerCase());
          break;
        }
      }
    }
  };

  const frameName = ({ grid: g, offset }) => {
    if (!app.frameMark) return;
    const { a, b } = app.frameMark;
    const block = GG.block([{ text: GG.words.t("frame.one"), size: 12 }, { text: GG.words.t("frame.two"), size: 12 }]);
    const middle = (a[1] + b[1]) / 2 + offset[1];
    for (const [x, align] of [[a[0] + offset[0] - 6 - block.width, "right"], [b[0] + offset[0] + 6, "left"]]) {
      const box = { left: x, top: middle - block.height / 2, right: x + block.width, bottom: middle + block.height / 2 };
      if (!g.clear(box)) continue;
      write(block, box, "gg-ground-name", align);
      g.take(box, 3);
      return;
    }
  };

  // The place of the claim that is pointed at in the panel.
  const ring = GG.svg("circle", { class: "gg-hover-ring", r: 11 });
  const hoverRing = ({ offset }) => {
    const hover = app.state.hover;
    const place = hover && (model.placeById.get(hover.place) || model.placeByName.get(hover.place));
    if (!place) {
      ring.remove();
      return;
    }
    const p = view.projector.point(place.at[0], place.at[1]);
    ring.setAttribute("cx", p[0]);
    ring.setAttribute("cy", p[1]);
    root.append(ring);
    if (!offset) ring.remove();
  };
  app.store.on(["hover"], () => hoverRing({ offset: view.offset() }));

  const schedule = () => {
    if (waiting) return;
    waiting = true;
    GG.later(() => waiting && arrange());
  };
  view.arrangements.push(schedule);
  return { arrange, schedule };
};

// A point for the name of a line or area of the ground: the middle of its longest stretch.
GG.groundPoint = (app, name, index) => {
  const geometry = app.model.groundShapes.geometries(name)[index];
  if (!geometry || !geometry.type) return null;
  const shapes = app.model.groundShapes;
  if (geometry.type.endsWith("Polygon")) {
    const box = shapes.bounds([geometry]);
    return box ? [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] : null;
  }
  const { view } = app;
  const [dx, dy] = view.offset();
  const free = view.free();
  // The point of the line that is nearest to the upper middle of the free window.
  const aim = [(free.left + free.right) / 2, free.top + (free.bottom - free.top) * 0.3];
  let found = null;
  for (const line of shapes.lines(geometry)) {
    const coordinates = shapes.coordinates(line);
    for (let i = 0; i < coordinates.length; i += 2) {
      const p = view.projector.point(coordinates[i], coordinates[i + 1]);
      const distance = Math.hypot(p[0] + dx - aim[0], p[1] + dy - aim[1]);
      if (!found || distance < found.distance) found = { distance, at: [coordinates[i], coordinates[i + 1]] };
    }
  }
  return found ? found.at : null;
};
