// The Leaflet map, its panes and the window that furniture leaves free.
GG.PANES = { ground: 200, areas: 400, convoys: 450, marks: 500, faults: 510, names: 620 };

GG.createView = (app, container, borrowed) => {
  const lean = app.model.options.embed;
  const map =
    borrowed ||
    L.map(container, {
      zoomControl: false,
      attributionControl: false,
      keyboard: false,
      zoomSnap: 0,
      zoomDelta: 0.75,
      wheelPxPerZoomLevel: 110,
      minZoom: 5,
      maxZoom: 17,
      maxBoundsViscosity: 1,
      dragging: !lean || !L.Browser.mobile,
      scrollWheelZoom: !lean,
      zoomAnimation: !GG.calm(),
      inertia: !GG.calm(),
    });
  const extent = app.model.case.extent;
  if (!borrowed) map.setView([(extent[1] + extent[3]) / 2, (extent[0] + extent[2]) / 2], 11);
  const projector = GG.createProjector(map);
  const groups = {};
  const layers = {};
  for (const [name, z] of Object.entries(GG.PANES)) {
    if (name === "faults" && !app.model.faults.length) continue;
    const pane = map.createPane(`gg-${name}`);
    pane.style.zIndex = z;
    if (name === "names") pane.style.pointerEvents = "none";
    const layer = L.svg({ pane: `gg-${name}`, padding: 0.4 });
    layer.addTo(map);
    layers[name] = layer;
    groups[name] = GG.svg("g", { class: `gg-${name}` });
    layer._rootGroup.append(groups[name]);
    layer._container.setAttribute("aria-hidden", name === "ground" ? "true" : "false");
  }
  const { tiles } = app.model.options;
  if (tiles && !borrowed) L.tileLayer(tiles.url, { attribution: "", maxZoom: 19, referrerPolicy: "origin" }).addTo(map);
  const view = { map, projector, groups, layers, container, moved: false, redraws: [], arrangements: [] };

  view.size = () => ({ width: container.clientWidth, height: container.clientHeight });

  // Container pixels of a point in layer pixels, and back: panning moves one against the other.
  view.offset = () => {
    const pane = L.DomUtil.getPosition(map.getPane("mapPane")) || { x: 0, y: 0 };
    return [pane.x, pane.y];
  };

  view.furniture = (wanted = () => true) => {
    const frame = container.getBoundingClientRect();
    const theirs = app.borrowed ? [...container.querySelectorAll(".leaflet-control")] : [];
    return [...app.root.querySelectorAll("[data-furniture]"), ...theirs]
      .filter((node) => wanted(node) && (node.offsetParent !== null || node.getClientRects().length))
      .map((node) => node.getBoundingClientRect())
      .filter((r) => r.width && r.height)
      .map((r) => ({ left: r.left - frame.left, top: r.top - frame.top, right: r.right - frame.left, bottom: r.bottom - frame.top }));
  };

  // The window that nothing covers, in container pixels.
  view.free = () => {
    const { width, height } = view.size();
    const edge = (node) => (node && node.getClientRects().length ? node.getBoundingClientRect() : null);
    const frame = container.getBoundingClientRect();
    const box = { left: 16, top: 16, right: width - 16, bottom: height - 16 };
    if (app.layout === "paper") return box;
    const bar = edge(app.parts.bar);
    if (bar) box.bottom = bar.top - frame.top - 16;
    const title = edge(app.parts.title);
    if (app.layout === "phone") {
      if (title) box.top = title.bottom - frame.top + 12;
      const sheet = edge(app.parts.panel);
      if (sheet) box.bottom = Math.min(box.bottom, sheet.top - frame.top - 12);
      const card = app.card && edge(app.card.node);
      if (card) box.bottom = Math.min(box.bottom, card.top - frame.top - 12);
      // A small frame in someone's page: its buttons stand in one row below the drawn ground.
      const row = app.lean && edge(app.root.querySelector(".gg-edges-bar"));
      if (row) box.bottom = Math.min(box.bottom, row.top - frame.top - 8);
      return box;
    }
    const panel = edge(app.parts.panel);
    const key = edge(app.parts.key);
    box.top = 56;
    if (panel && app.layout === "desktop") {
      if (panel.left - frame.left > width / 2) box.right = panel.left - frame.left - 16;
      else box.left = panel.right - frame.left + 16;
    }
    if (key && box.right - box.left > 640) {
      if (key.left - frame.left < width / 2) box.left = Math.max(box.left, key.right - frame.left + 16);
      else box.right = Math.min(box.right, key.left - frame.left - 16);
    } else if (title) {
      // Below the title or beside it, whichever leaves the wider window.
      const below = { ...box, top: Math.max(box.top, Math.min(title.bottom - frame.top + 12, height / 2)) };
      const start = title.left - frame.left < width / 2;
      const beside = start ? { ...box, left: Math.max(box.left, title.right - frame.left + 12), top: 24 } : { ...box, right: Math.min(box.right, title.left - frame.left - 12), top: 24 };
      const narrow = (b) => Math.min(b.right - b.left, b.bottom - b.top);
      return narrow(beside) > narrow(below) ? beside : below;
    }
    return box;
  };

  view.fit = (box, options = {}) => {
    if (!box) return;
    const { width, height } = view.size();
    const free = { ...view.free(), ...(options.top ? { top: options.top } : {}) };
    if (free.right - free.left < 40 || free.bottom - free.top < 40) return;
    map.fitBounds(
      [
        [box[1], box[0]],
        [box[3], box[2]],
      ],
      {
        paddingTopLeft: [free.left, free.top],
        paddingBottomRight: [width - free.right, height - free.bottom],
        animate: Boolean(options.animate) && !GG.calm(),
        maxZoom: options.maxZoom || 14,
      },
    );
    view.moved = false;
  };

  // The drawn ground is a sheet of paper: nobody zooms or pans beyond its edge, where nothing was drawn. Where the
  // case lies at the edge or over it, or someone else's tiles go on, the view is free.
  view.keepTo = (sheet) => {
    const [w, s, e, n] = sheet;
    const inner = app.frameOf(app.state.day);
    if (app.borrowed || app.model.options.tiles || !inner || inner[0] < w || inner[1] < s || inner[2] > e || inner[3] > n) return;
    const bounds = L.latLngBounds([s, w], [n, e]);
    const limit = () => {
      map.setMinZoom(GG.clamp(map.getBoundsZoom(bounds, true), 5, 9));
      map.setMaxBounds(map.getMinZoom() < 9 ? bounds : null);
    };
    limit();
    map.on("resize", limit);
    view.sheet = bounds;
  };

  view.inFree = (lon, lat) => {
    const free = view.free();
    const p = map.latLngToContainerPoint([lat, lon]);
    return p.x >= free.left && p.x <= free.right && p.y >= free.top && p.y <= free.bottom;
  };

  view.flyTo = (lon, lat, zoom) => {
    if (zoom === undefined && view.inFree(lon, lat)) return;
    // What lies off the sheet cannot be flown to; its card says where it is.
    if (view.sheet && !view.sheet.contains([lat, lon])) return;
    const to = zoom ?? map.getZoom();
    const free = view.free();
    const { width, height } = view.size();
    const shift = L.point((free.left + free.right - width) / 2, (free.top + free.bottom - height) / 2);
    const target = map.unproject(map.project([lat, lon], to).subtract(shift), to);
    if (GG.calm()) map.setView(target, to, { animate: false });
    else map.flyTo(target, to, { duration: 0.4 });
  };

  // Work that needs new paths (zoom) and work that only needs a new arrangement (pan).
  const check = () => {
    if (projector.refresh()) for (const work of view.redraws) work();
    for (const work of view.arrangements) work();
  };
  map.on("zoomend viewreset moveend resize", check);
  map.on("dragstart zoomstart", () => {
    if (view.ready) view.moved = true;
  });
  view.check = check;
  view.now = () => {
    const centre = map.getCenter();
    return { zoom: map.getZoom(), lat: centre.lat, lng: centre.lng };
  };
  projector.refresh();
  return view;
};
