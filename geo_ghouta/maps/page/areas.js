// Areas by holder, what was lost since the picture before, and the front line. One SVG, one path an area.
// One picture as drawn: fills, ground over them, edges, front. The page has two of them while it compares.
GG.createDrawing = (app, parent, suffix) => {
  const make = (cls) => GG.svg("path", { class: cls });
  const clip = GG.svg("clipPath", { id: `gg-held${suffix}` }, make());
  const fills = GG.svg("g", { class: "gg-fills" });
  const over = GG.svg("g", { class: "gg-overs", "clip-path": `url(#gg-held${suffix})` });
  const [edges, dashes, front] = [make("gg-edges"), make("gg-dashes"), make("gg-front")];
  const letters = GG.svg("g", { class: "gg-letters" });
  const specks = GG.svg("g", { class: "gg-specks" });
  const node = GG.svg("g", { class: `gg-drawing${suffix}` }, GG.svg("defs", {}, clip), fills, over, edges, dashes, front, specks, letters);
  parent.append(node);

  // Where colours repeat, a letter in a disc stands in each area.
  const drawLetters = (picture, shown) => {
    GG.clear(letters);
    for (const polygon of shown ? shown.polygons : []) {
      const hue = app.model.hues[picture.areas[polygon.area].holder];
      if (!hue || !hue.letter) continue;
      const [x, y] = GG.centre(polygon.rings[0]);
      letters.append(...GG.letterDisc(x, y, 8, hue.letter));
    }
  };

  // A pocket of a few pixels stands as a mark of one size, in the colour of its holder: the last ground is not lost to sight.
  const drawSpecks = (picture, shown) => {
    GG.clear(specks);
    for (const { area, pocket, at } of shown ? GG.specks(picture, shown) : []) {
      const { holder, status } = picture.areas[area];
      const index = app.model.holderIndex.get(holder);
      const circle = GG.svg("circle", { class: `gg-area gg-speck gg-h${index % 12} gg-is-${status}`, "data-area": area, "data-pocket": pocket.id, cx: at[0], cy: at[1], r: GG.SPECK });
      const paint = GG.paint(index, status);
      if (paint) circle.setAttribute("fill", paint);
      specks.append(circle);
    }
  };

  const draw = (picture, shown, withFront) => {
    const count = shown ? picture.areas.length : 0;
    for (let i = 0; i < count; i += 1) {
      const area = picture.areas[i];
      const index = app.model.holderIndex.get(area.holder);
      const path = fills.childNodes[i] || fills.appendChild(GG.svg("path", { "data-area": i }));
      path.setAttribute("class", `gg-area gg-h${index % 12} gg-is-${area.status}`);
      const paint = GG.paint(index, area.status);
      if (paint) path.setAttribute("fill", paint);
      else path.removeAttribute("fill");
      path.setAttribute("d", shown.areas[i]);
    }
    while (fills.childNodes.length > count) fills.removeChild(fills.lastChild);
    clip.firstChild.setAttribute("d", shown ? shown.all : "");
    edges.setAttribute("d", shown ? shown.edges : "");
    dashes.setAttribute("d", shown ? shown.dashes : "");
    front.setAttribute("d", shown && withFront ? shown.front : "");
    const zoom = app.view.projector.zoom;
    front.setAttribute("stroke-width", zoom <= 10.5 ? 1.5 : zoom <= 11.5 ? 2 : 2.25);
    edges.setAttribute("stroke-width", zoom <= 10.5 ? 0.75 : zoom <= 11.5 ? 1 : 1.25);
    drawSpecks(picture, shown);
    drawLetters(picture, shown);
  };
  return { node, over, fills, draw };
};

GG.createAreas = (app) => {
  const { view, model } = app;
  const root = view.groups.areas;
  const make = (cls) => GG.svg("path", { class: cls });
  const left = GG.svg("clipPath", { id: "gg-lost-clip" }, make());
  left.firstChild.setAttribute("clip-rule", "evenodd");
  const lost = GG.svg("g", { class: "gg-lost", "clip-path": "url(#gg-lost-clip)" });
  const fresh = GG.svg("clipPath", { id: "gg-gained-clip" }, make());
  fresh.firstChild.setAttribute("clip-rule", "evenodd");
  const gained = GG.svg("g", { class: "gg-gained", "clip-path": "url(#gg-gained-clip)" });
  const later = GG.svg("g", { class: "gg-later" }, GG.svg("defs", {}, left, fresh), lost);
  const earlier = GG.svg("g", { class: "gg-earlier" });
  root.append(later, earlier);
  const main = GG.createDrawing(app, later, "");
  const beside = GG.createDrawing(app, earlier, "-2");
  main.node.insertBefore(gained, main.over);
  main.over.append(app.ground.overs);
  app.ground.overs.id = "gg-overs";
  beside.over.append(GG.svg("use", { href: "#gg-overs" }));
  const band = make("gg-precision");
  const chosen = make("gg-front gg-chosen");
  later.append(band, chosen);

  const cache = new Map();
  let cacheKey = "";

  // Paths of a picture at this zoom. An arc that two areas share is an edge between them, any other is front.
  const paths = (picture) => {
    if (cacheKey !== view.projector.key) {
      cache.clear();
      cacheKey = view.projector.key;
    }
    if (cache.has(picture.index)) return cache.get(picture.index);
    if (cache.size > 80) cache.clear();
    const users = new Map();
    picture.shapes.forEach((geometry, i) => {
      for (const ring of model.shapes.lines(geometry)) {
        for (const number of ring) {
          const arc = number < 0 ? ~number : number;
          if (users.has(arc)) users.get(arc).push(i);
          else users.set(arc, [i]);
        }
      }
    });
    const out = { areas: [], parts: [], front: "", edges: "", dashes: "", all: "", held: "", polygons: [], index: new Map() };
    const isHeld = (i) => GG.HELD.has(picture.areas[i].status);
    const classOf = (arc, i) => {
      const other = users.get(arc).find((j) => j !== i);
      if (other === undefined) return isHeld(i) ? "front" : "dashes";
      if (isHeld(i) && isHeld(other)) return i < other ? "edges" : null;
      if (isHeld(i)) return "front";
      return isHeld(other) || i > other ? null : "dashes";
    };
    picture.shapes.forEach((geometry, i) => {
      let whole = "";
      const partFronts = [];
      for (const [part, rings] of model.shapes.parts(geometry).entries()) {
        let partFront = "";
        const polygon = [];
        for (const ring of rings) {
          const chains = GG.chains(ring, (arc) => classOf(arc, i));
          for (const [name, numbers] of chains) {
            const closed = numbers.length === ring.length;
            const d = GG.path.of(view.projector.points(model.shapes.coordinates(numbers)), closed);
            out[name] += d;
            if (name === "front") partFront += d;
          }
          const points = view.projector.points(model.shapes.coordinates(ring));
          polygon.push(points);
          whole += GG.path.of(points, true);
        }
        out.index.set(`${i}/${part}`, out.polygons.length);
        out.polygons.push({ area: i, rings: polygon, held: isHeld(i), status: picture.areas[i].status });
        partFronts.push(partFront);
      }
      out.areas.push(whole);
      out.parts.push(partFronts);
      out.all += whole;
      if (isHeld(i)) out.held += whole;
    });
    cache.set(picture.index, out);
    return out;
  };

  const frame = "M-100000 -100000H100000V100000H-100000Z";

  const drawLost = (old, now) => {
    const before = old && app.state.layers.lost ? paths(old) : null;
    left.firstChild.setAttribute("d", frame + (now ? paths(now).all : ""));
    let used = 0;
    if (before) {
      old.areas.forEach((area, i) => {
        if (!GG.HELD.has(area.status)) return;
        const index = model.holderIndex.get(area.holder);
        const path = lost.childNodes[used] || lost.appendChild(make());
        path.setAttribute("class", `gg-h${index % 12}`);
        path.setAttribute("fill", `url(#gg-lost-${index})`);
        path.setAttribute("d", before.areas[i]);
        used += 1;
      });
    }
    while (lost.childNodes.length > used) lost.removeChild(lost.lastChild);
  };

  // Ground that is held now and was not drawn before carries plus signs; only within one campaign.
  const drawGained = (earlierPicture, picture) => {
    const compared = app.state.vs !== null || app.state.from !== null;
    const on = earlierPicture && picture && app.state.layers.lost && app.state.layers.areas && (compared || earlierPicture.base === picture.base);
    fresh.firstChild.setAttribute("d", frame + (on ? paths(earlierPicture).all : ""));
    let used = 0;
    if (on && paths(earlierPicture).all !== paths(picture).all) {
      picture.areas.forEach((area, i) => {
        if (!GG.HELD.has(area.status)) return;
        const index = model.holderIndex.get(area.holder);
        const path = gained.childNodes[used] || gained.appendChild(make());
        path.setAttribute("class", `gg-h${index % 12}`);
        path.setAttribute("fill", `url(#gg-gained-${index})`);
        path.setAttribute("d", paths(picture).areas[i]);
        used += 1;
      });
    }
    while (gained.childNodes.length > used) gained.removeChild(gained.lastChild);
  };

  const outline = (pocket, picture) => {
    const shown = paths(picture);
    return pocket.parts.map(([area, part]) => (shown.parts[area] || [])[part] || "").join("");
  };

  const drawChosen = (picture) => {
    const sel = app.state.sel;
    const pocket = sel && sel.kind === "pocket" && picture ? picture.pockets.find((p) => p.id === sel.id) : null;
    const ground = sel && sel.kind === "ground" && picture ? GG.groundById(model, sel.id) : null;
    const d = pocket && app.state.layers.areas ? outline(pocket, picture) : "";
    chosen.setAttribute("d", d || (ground && ground.picture === picture && app.state.layers.areas ? paths(picture).areas[ground.index] : ""));
    chosen.classList.toggle("gg-doubt", !d);
    const wide = app.state.layers.precision && picture && app.state.layers.areas ? paths(picture).front : d;
    band.setAttribute("d", wide);
    if (wide) {
      const metres = view.projector.metres(view.map.getCenter().lat);
      band.setAttribute("stroke-width", GG.round1((2 * (picture.precision || 0)) / metres));
    }
  };

  const draw = () => {
    const { picture, before } = app.current();
    const { layers, vs } = app.state;
    const shown = (p) => (p && layers.areas ? paths(p) : null);
    drawLost(before, picture);
    drawGained(before, picture);
    main.draw(picture, shown(picture), layers.front);
    const compared = vs !== null ? before : null;
    beside.draw(compared, shown(compared), layers.front);
    earlier.style.display = vs !== null ? "" : "none";
    drawChosen(picture);
  };

  root.addEventListener("click", (event) => {
    const node = event.target.closest("[data-area]");
    if (!node || (view.map.dragging && view.map.dragging.moved())) return;
    const { picture: now, before } = app.current();
    const picture = earlier.contains(node) ? before : now;
    const spot = view.map.mouseEventToLatLng(event);
    const area = Number(node.getAttribute("data-area"));
    if (!GG.HELD.has(picture.areas[area].status)) {
      app.select({ kind: "ground", id: GG.groundId(picture, area) });
      return;
    }
    // The mark of a small pocket is wider than its ground: what was pressed is told by the mark.
    const pocket = picture.pockets.find((p) => p.id === node.dataset.pocket) || GG.pocketAt(model, picture, area, spot.lng, spot.lat);
    if (pocket) app.select({ kind: "pocket", id: pocket.id });
  });

  view.redraws.push(draw);
  return { draw, paths, outline, root, earlier, later, fills: main.fills, lost };
};

// Neighbouring arcs of a ring with the same class as one chain, so that joins stay round; [class, numbers] pairs.
GG.chains = (ring, classOf) => {
  const classes = ring.map((number) => classOf(number < 0 ? ~number : number));
  if (classes.every((c) => c === classes[0])) return classes[0] ? [[classes[0], ring]] : [];
  let start = classes.findIndex((c, i) => c !== classes[(i + ring.length - 1) % ring.length]);
  const out = [];
  for (let done = 0; done < ring.length; ) {
    const name = classes[start % ring.length];
    const numbers = [];
    while (done < ring.length && classes[start % ring.length] === name) {
      numbers.push(ring[start % ring.length]);
      start += 1;
      done += 1;
    }
    if (name) out.push([name, numbers]);
  }
  return out;
};

// Radius of the mark of a pocket that is smaller than it. Where there are many pockets, crumbs among them stay crumbs.
GG.SPECK = 4.5;

GG.specks = (picture, shown) => {
  if (!shown.specks) {
    shown.specks = [];
    for (const pocket of picture.pockets.length > GG.MOST_CALLOUTS ? [] : picture.pockets) {
      const e = GG.extent(pocket.parts.flatMap(([area, part]) => shown.polygons[shown.index.get(`${area}/${part}`)].rings[0]));
      if (Math.max(e.right - e.left, e.bottom - e.top) < 2 * GG.SPECK) shown.specks.push({ area: pocket.parts[0][0], pocket, at: [(e.left + e.right) / 2, (e.top + e.bottom) / 2] });
    }
  }
  return shown.specks;
};

GG.centre = (ring) => {
  let [x, y, area] = [0, 0, 0];
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const cross = ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
    area += cross;
    x += (ring[j][0] + ring[i][0]) * cross;
    y += (ring[j][1] + ring[i][1]) * cross;
  }
  return area ? [x / (3 * area), y / (3 * area)] : ring[0];
};

GG.pocketAt = (model, picture, area, lon, lat) => {
  const parts = model.shapes.parts(picture.shapes[area]);
  const part = parts.findIndex((rings) => model.shapes.contains({ type: "Polygon", arcs: rings }, lon, lat));
  return picture.pockets.find((p) => p.parts.some(([a, n]) => a === area && (part < 0 || n === part))) || null;
};

// Which area of a picture a point lies in, or null.
GG.areaAt = (model, picture, lon, lat) => {
  if (!picture) return null;
  const index = picture.shapes.findIndex((g) => model.shapes.contains(g, lon, lat));
  return index < 0 ? null : picture.areas[index];
};
