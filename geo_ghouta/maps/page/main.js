// Start: read the data block, make the parts, show the first day.
GG.readData = async (text) => {
  const data = JSON.parse(text);
  if (!data.packed) return data;
  const bytes = Uint8Array.from(atob(data.packed), (c) => c.charCodeAt(0));
  if (!window.DecompressionStream) return Object.assign(data, JSON.parse(new TextDecoder().decode(GG.inflate(bytes))));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return Object.assign(data, JSON.parse(await new Response(stream).text()));
};

// With a Leaflet map of someone else's (`borrowed`) the page lends its layers, title, key and bar to that map.
GG.start = (root, raw, borrowed = null) => {
  const model = GG.prepare(raw);
  GG.words.all = raw.languages;
  const asked = borrowed ? { patch: {}, view: null } : GG.link.read(window.location.hash, Object.keys(raw.languages));
  const first = GG.firstState(model, raw.options);
  Object.assign(first, asked.patch);
  GG.words.use(first.lang);
  GG.words.ownDigits = Boolean(first.digits);
  const store = GG.createStore(first);
  // Before every other listener, so that all of them find the new words.
  store.on(["lang"], (state) => GG.words.use(state.lang));
  store.on(["digits"], (state) => (GG.words.ownDigits = state.digits));
  const app = { root, model, store, state: store.state, parts: {}, convoyMarks: [], eventMarks: [], borrowed, link: GG.link };

  // The picture shown, and the one that lost ground is counted from.
  app.current = () => {
    const { day, vs, from } = app.state;
    const picture = GG.pictureAt(model, day);
    if (vs !== null) return { picture, before: GG.pictureAt(model, vs) };
    if (from !== null) {
      const earlier = GG.pictureAt(model, from) || model.pictures.find((p) => p.day >= from) || null;
      return { picture, before: earlier && picture && earlier.index < picture.index ? earlier : null };
    }
    return { picture, before: GG.pictureBefore(model, picture) };
  };
  app.span = () => [app.state.from ?? app.state.day, app.state.day];
  app.isSelected = (kind, id) => Boolean(app.state.sel && app.state.sel.kind === kind && app.state.sel.id === id);
  app.select = (sel) => store.set({ sel });

  GG.applyHues(root, model);
  GG.build(app);
  app.setLayout();
  app.setLanguage();
  app.setTheme();
  if (app.ground.sheet) app.view.keepTo(app.ground.sheet);
  if (asked.view) {
    app.view.map.setView([asked.view.lat, asked.view.lng], asked.view.zoom, { animate: false });
    app.view.moved = true;
  } else if (!borrowed || raw.options.fit) app.fitDay();
  app.view.ready = true;
  app.drawAll();
  if (!borrowed) GG.linkUp(app);
  root.dataset.ready = "true";
  return app;
};

// Colours of holders as custom properties, set by script because a policy of hashes allows no style attributes.
GG.applyHues = (root, model) => {
  model.holders.forEach((holder, i) => {
    const hue = model.hues[holder];
    if (!hue) return;
    for (const [name, value] of Object.entries({ l: hue.light, d: hue.dark, p: hue.print, t: hue.text, u: hue.text_dark, o: hue.halo })) {
      if (/^#[0-9A-Fa-f]{6}$/.test(value)) root.style.setProperty(`--h${i % 12}-${name}`, value);
    }
  });
};

GG.build = (app) => {
  const { root, store, parts } = app;
  if (!app.borrowed) GG.clear(root);
  root.append(GG.patterns(app.model.holders, app.model.hues));
  const frame = app.borrowed ? app.borrowed.getContainer() : GG.el("div", { class: "gg-map", dir: "ltr" });
  parts.map = app.borrowed ? frame : GG.el("main", { class: "gg-main", id: "gg-map", tabindex: -1 }, frame);
  const title = GG.createTitle(app);
  const key = GG.createKey(app);
  const bar = GG.createBar(app);
  Object.assign(parts, { title: title.node, key: key.node, bar: bar.node, scale: key.scale });
  Object.assign(app, { title, key, bar });
  const skip = (target, word) => GG.el("a", { class: "gg-skip", href: `#${target}`, "data-word": word, onclick: (e) => { e.preventDefault(); document.getElementById(target).focus(); } });
  if (app.borrowed) root.append(title.node, key.node, bar.node);
  else {
    root.append(skip("gg-map", "skip.map"), skip("gg-handle", "skip.time"), skip("gg-panel", "skip.panel"));
    root.append(title.node, parts.map, key.node, key.scale, bar.node);
  }
  GG.createPanel(app);
  app.view = GG.createView(app, frame, app.borrowed);
  if (app.borrowed) {
    for (const node of [title.node, key.node, bar.node]) {
      L.DomEvent.disableClickPropagation(node);
      L.DomEvent.disableScrollPropagation(node);
    }
  }
  app.ground = GG.createGround(app);
  app.areas = GG.createAreas(app);
  app.convoys = GG.createConvoys(app);
  app.events = GG.createEvents(app);
  app.faults = GG.createFaults(app);
  app.labels = GG.createLabels(app);
  GG.createCards(app);
  GG.createCompare(app);
  GG.createSheet(app);
  GG.createKeyboard(app);
  GG.createPrint(app);
  app.view.arrangements.push(() => key.drawScale());

  // One step of the clock: areas, front and numbers at once; names afterwards in idle time.
  app.drawStep = () => {
    app.areas.draw();
    app.convoys.draw();
    app.events.draw();
    app.faults.draw();
    app.labels.schedule();
  };
  app.drawAll = () => {
    app.ground.draw();
    title.draw();
    key.draw();
    bar.draw();
    bar.layout();
    key.drawScale();
    app.panel.draw();
    app.card.draw();
    app.compare.draw();
    app.drawStep();
    app.labels.arrange();
  };
  store.on(["day", "from", "vs", "layers", "sel"], () => app.drawStep());
  store.on(["day"], () => app.keepInView());
  GG.layoutParts(app);
};

GG.layoutParts = (app) => {
  const { root, store, state } = app;
  app.setLayout = () => {
    const width = root.clientWidth || window.innerWidth;
    app.layout = app.model.options.embed || app.borrowed ? (width < 700 ? "phone" : "wide") : width < 700 ? "phone" : width < 1024 ? "drawer" : "desktop";
    root.dataset.layout = app.layout;
    GG.labelWidth = app.layout === "phone" ? GG.LABEL.phone : GG.LABEL.wide;
    // A small window: the key folds to its button and a card stands over the panel, so that the pockets stay in sight.
    const height = root.clientHeight || window.innerHeight;
    app.folded = (app.layout === "desktop" && (width < 1200 || height < 800)) || (app.layout === "wide" && (width < 1000 || height < 660));
    app.lean = Boolean(app.model.options.embed || app.borrowed);
    root.dataset.lean = app.lean ? "yes" : "";
    root.dataset.fold = app.folded ? "key" : "";
  };
  app.setTheme = () => {
    const dark = state.theme === "dark" || (state.theme === "auto" && window.matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "dark" : "light";
  };
  app.setLanguage = () => {
    GG.words.use(state.lang);
    root.dir = app.borrowed ? "ltr" : GG.words.own.dir;
    root.lang = GG.words.name;
    if (!app.borrowed) document.documentElement.lang = GG.words.name;
    for (const node of root.querySelectorAll("[data-word]")) node.textContent = GG.words.t(node.dataset.word);
    app.parts.map.setAttribute("aria-label", GG.words.t("map.title"));
  };
  store.on(["lang"], () => {
    app.setLanguage();
    app.drawAll();
    if (!app.view.moved) app.fitDay();
  });
  store.on(["digits"], () => app.drawAll());
  store.on(["theme"], () => app.setTheme());
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => app.setTheme());

  app.bare = () => !Object.keys(app.model.ground.features || {}).length && !app.model.options.tiles && !app.borrowed;

  // The frame of the campaign of the day: the same for all its days, so that shrinking can be seen.
  app.frameOf = (day) => {
    const picture = GG.pictureAt(app.model, day) || app.model.pictures[0];
    // Without pictures the drawn ways are what there is to see.
    if (!picture) return (app.model.legs.length && app.model.routeShapes.bounds(app.model.routeShapes.geometries("legs"))) || app.model.case.extent;
    // The small window above an open sheet shows the day's own picture, large enough to be read.
    const small = app.layout === "phone" && state.sheet === "half" && picture.shapes.length;
    const same = small ? [picture] : app.model.pictures.filter((p) => p.base === picture.base);
    const drawn = app.model.shapes.bounds(same.flatMap((p) => p.shapes));
    return drawn && !small && app.bare() ? GG.amid(drawn, app.model.frame) : drawn || app.model.case.extent;
  };
  // Drawn ground must not lie under the title: where it would, the frame begins below it.
  const underTitle = () => {
    const title = app.parts.title.getBoundingClientRect();
    const box = app.view.container.getBoundingClientRect();
    const [left, top, right, bottom] = [title.left - box.left, title.top - box.top, title.right - box.left + 4, title.bottom - box.top + 4];
    const hit = (p) => p.x > left && p.x < right && p.y > top && p.y < bottom;
    const picture = GG.pictureAt(app.model, state.day);
    if (app.layout === "phone" || app.layout === "paper" || !picture) return null;
    for (const geometry of picture.base.shapes) {
      for (const line of app.model.shapes.lines(geometry)) {
        const c = app.model.shapes.coordinates(line);
        for (let i = 0; i < c.length; i += 2) if (hit(app.view.map.latLngToContainerPoint([c[i + 1], c[i]]))) return bottom + 8;
      }
    }
    return null;
  };
  app.fitDay = (options) => {
    app.view.fit(app.frameOf(state.day), options);
    const top = underTitle();
    if (top) app.view.fit(app.frameOf(state.day), { ...options, top });
  };
  let shownBase = null;
  app.keepInView = () => {
    const picture = GG.pictureAt(app.model, state.day);
    const base = picture ? picture.base : null;
    if (base !== shownBase && shownBase !== null && !app.view.moved) app.fitDay();
    shownBase = base;
  };
  app.keepInView();

  let size = "";
  new ResizeObserver(() => {
    if (app.layout === "paper") return;
    const now = `${root.clientWidth}x${root.clientHeight}`;
    if (now === size || !app.view.ready) return;
    size = now;
    app.setLayout();
    app.view.map.invalidateSize({ animate: false, pan: false });
    if (!app.view.moved) app.fitDay();
    app.drawAll();
  }).observe(root);
};

// Without a drawn ground an area alone on paper lies nowhere: as much of the case's extent around it as leaves the
// area large enough to be read.
GG.amid = (box, frame) => {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const reach = 1.5 * Math.max(box[2] - box[0], box[3] - box[1]);
  const wide = [Math.max(frame[0], x - reach), Math.max(frame[1], y - reach), Math.min(frame[2], x + reach), Math.min(frame[3], y + reach)];
  return [Math.min(wide[0], box[0]), Math.min(wide[1], box[1]), Math.max(wide[2], box[2]), Math.max(wide[3], box[3])];
};

// Keep the address in step with the page, and follow a link pasted into it.
GG.linkUp = (app) => {
  const { store, view, state } = app;
  let timer = 0;
  let own = "";
  const write = () => {
    own = `#${GG.link.write(state, view.moved ? view.now() : null)}`;
    try {
      if (window.location.hash !== own) window.history.replaceState(null, "", own);
    } catch {
      // A page inside a sandboxed frame has no history of its own; the link button still works.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, 250);
  };
  store.on(["day", "from", "vs", "split", "layers", "sel", "tab", "lang", "digits", "theme"], soon);
  view.map.on("moveend", soon);
  window.addEventListener("hashchange", () => {
    if (window.location.hash === own) return;
    const asked = GG.link.read(window.location.hash, Object.keys(app.model.languages));
    store.set({ from: null, vs: null, sel: null, digits: false, ...asked.patch });
    if (asked.view) {
      view.map.setView([asked.view.lat, asked.view.lng], asked.view.zoom, { animate: false });
      view.moved = true;
    }
  });
  app.address = () => `${window.location.href.split("#")[0]}#${GG.link.write(state, view.now())}`;
};

GG.boot = () => {
  const root = document.getElementById("gg");
  const block = document.getElementById("gg-data");
  if (!root || !block) return;
  GG.readData(block.textContent)
    .then((raw) => {
      window.geoGhouta = GG.start(root, raw);
    })
    .catch((error) => {
      GG.clear(root).append(GG.el("p", { class: "gg-failed", role: "alert" }, `The data of this page cannot be read: ${error.message}`));
    });
};

// For a folium map: the element waits for the map, then lends it this case.
window.geoGhoutaAttach = (map, id) => {
  const container = map.getContainer();
  container.classList.add("gg", "gg-attached");
  return GG.readData(document.getElementById(id).textContent).then((raw) => GG.start(container, raw, map));
};

GG.boot();
