// Everything that the mouse does, by keyboard. No single-letter shortcuts.
GG.createKeyboard = (app) => {
  const { store, state, bar, root, view } = app;

  const onBar = (event) => {
    const later = GG.words.rtl() ? "ArrowLeft" : "ArrowRight";
    const sooner = GG.words.rtl() ? "ArrowRight" : "ArrowLeft";
    const second = event.currentTarget === bar.other;
    const days = app.model.stops;
    const move = (day) => {
      if (!second) return bar.go(day);
      const name = state.vs !== null ? "vs" : "from";
      return store.set({ [name]: GG.clamp(day, app.model.first, state.day) });
    };
    const here = second ? (state.vs ?? state.from) : state.day;
    const next = (list, by) => (by > 0 ? list.find((d) => d > here) : [...list].reverse().find((d) => d < here)) ?? here;
    const pictures = app.model.pictures.map((p) => p.day);
    const work = {
      [later]: () => move(event.shiftKey ? here + 1 : next(days, 1)),
      [sooner]: () => move(event.shiftKey ? here - 1 : next(days, -1)),
      ArrowUp: () => move(next(days, 1)),
      ArrowDown: () => move(next(days, -1)),
      PageUp: () => move(next(pictures, -1)),
      PageDown: () => move(next(pictures, 1)),
      Home: () => move(app.model.first),
      End: () => move(app.model.last),
      " ": () => bar.toggle(),
    }[event.key];
    if (!work) return;
    event.preventDefault();
    work();
  };
  bar.handle.addEventListener("keydown", onBar);
  bar.other.addEventListener("keydown", onBar);

  const pan = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] };
  app.parts.map.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") view.map.zoomIn();
    else if (event.key === "-" || event.key === "\u2212") view.map.zoomOut();
    else if (event.key === " " && !event.target.closest(".gg-object")) bar.toggle();
    else if (pan[event.key]) {
      if (event.target.closest(".gg-object")) {
        app.roving.towards(...pan[event.key]);
      } else view.map.panBy(pan[event.key], { animate: !GG.calm() });
    } else return;
    event.preventDefault();
  });

  // On a page of its own the keys work wherever the focus is; on someone else's only inside the map.
  (app.borrowed ? root : document).addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      app.seek();
    }
    if (event.key === "Escape") {
      if (state.keyOpen) store.set({ keyOpen: false });
      else if (app.card && !app.card.node.hidden) app.card.close();
      else if (state.query) {
        app.panel.search.input.value = "";
        store.set({ query: "" });
      } else if (state.sel) store.set({ sel: null });
      else if (app.layout === "phone" && state.sheet !== "peek") store.set({ sheet: "peek" });
      else if (app.layout === "drawer" && state.drawer) store.set({ drawer: false });
      else if (state.vs !== null || state.from !== null) store.set({ vs: null, from: null });
    }
  });
  GG.createRoving(app);
};

// Objects of the map as one tab stop: unseen buttons over pockets, convoys, events and towns, named in full.
GG.createRoving = (app) => {
  const { view, model, parts } = app;
  const box = GG.el("div", { class: "gg-objects", role: "group" });
  parts.map.append(box);
  const buttons = new Map();
  let current = "";
  let list = [];

  const objects = () => {
    const w = GG.words;
    const out = [];
    const { picture } = app.current();
    const [dx, dy] = view.offset();
    if (picture && app.state.layers.areas && app.state.vs === null) {
      const polygons = app.areas.paths(picture).polygons;
      const positions = new Map();
      let n = 0;
      picture.shapes.forEach((g, area) => model.shapes.parts(g).forEach((_, part) => positions.set(`${area}/${part}`, n++)));
      for (const pocket of [...picture.pockets].sort((a, b) => b.km2 - a.km2).slice(0, 60)) {
        const first = polygons[positions.get(`${pocket.parts[0][0]}/${pocket.parts[0][1]}`)];
        if (!first) continue;
        const [x, y] = GG.centre(first.rings[0]);
        const holders = pocket.holders.map((h) => GG.actorName(model, h)).join(w.t("list.between"));
        out.push({ kind: "pocket", id: pocket.id, x: x + dx, y: y + dy, label: [GG.pocketName(app, pocket), holders, w.km2Said(pocket.km2, { spoken: true })].join(w.t("list.between")) });
      }
    }
    if (picture && app.state.layers.areas && app.state.vs === null) {
      picture.areas.forEach((area, index) => {
        if (GG.HELD.has(area.status)) return;
        const polygon = app.areas.paths(picture).polygons.find((p) => p.area === index);
        const [x, y] = GG.centre(polygon.rings[0]);
        out.push({ kind: "ground", id: GG.groundId(picture, index), x: x + dx, y: y + dy, label: [GG.groundName(app, { picture, area, index }), w.t(`status.${area.status}`), w.km2Said(area.km2, { spoken: true })].join(w.t("list.between")) });
      });
    }
    for (const mark of app.convoyMarks || []) {
      const c = mark.convoy;
      const people = w.rangeInWords(c.people_low, c.people_high, c.open);
      out.push({ kind: "convoy", id: c.id, x: mark.tip[0] + dx, y: mark.tip[1] + dy, label: [GG.convoyTitle(app, c), people && w.t("convoy.people", { x: people })].filter(Boolean).join(w.t("list.between")) });
    }
    for (const mark of app.eventMarks || []) out.push({ kind: "event", id: mark.event.id, x: mark.at[0] + dx, y: mark.at[1] + dy, label: GG.eventTitle(app, mark.event) });
    for (const { fault, at, list: all } of app.faultMarks || []) out.push({ kind: "fault", id: fault.id, x: at[0] + dx, y: at[1] + dy, label: all.length > 1 ? w.t("fault.several", { n: all.length }) : `${GG.faultName(fault)}${w.t("list.between")}${w.t(`fault.${fault.severity || "note"}`)}` });
    for (const item of app.namedPlaces || []) out.push({ kind: "town", id: item.place.id, x: item.at[0], y: item.at[1], label: `${w.of(item.place)}${w.t("list.between")}${w.t(`kinds.${item.place.kind}`)}` });
    const { width, height } = view.size();
    // What lies under title, key, panel or bar cannot be seen, so focus must not go there.
    const covers = view.furniture((node) => node !== app.card.node);
    const seen = (o) => covers.every((r) => o.x < r.left - 12 || o.x > r.right + 12 || o.y < r.top - 12 || o.y > r.bottom + 12);
    return out.filter((o) => o.x > 0 && o.y > 0 && o.x < width && o.y < height && seen(o));
  };

  const refresh = () => {
    box.setAttribute("aria-label", GG.words.t("map.objects"));
    list = objects();
    const keep = new Set();
    list.forEach((o) => {
      const key = `${o.kind}:${o.id}`;
      keep.add(key);
      let node = buttons.get(key);
      if (!node) {
        node = GG.el("button", { type: "button", class: "gg-object", onclick: () => app.select({ kind: o.kind, id: o.id }), onfocus: () => settle(key) });
        buttons.set(key, node);
      }
      node.setAttribute("aria-label", o.label);
      node.style.left = `${Math.round(o.x)}px`;
      node.style.top = `${Math.round(o.y)}px`;
      o.node = node;
      if (!node.isConnected) box.append(node);
    });
    for (const [key, node] of buttons) {
      if (keep.has(key)) continue;
      node.remove();
      buttons.delete(key);
    }
    if (!buttons.has(current)) current = list.length ? `${list[0].kind}:${list[0].id}` : "";
    settle(current);
  };

  const settle = (key) => {
    current = key;
    for (const [name, node] of buttons) node.tabIndex = name === key ? 0 : -1;
  };

  // The nearest object in a direction; sideways distance weighs double.
  const towards = (dx, dy) => {
    const here = list.find((o) => `${o.kind}:${o.id}` === current);
    if (!here) return;
    const size = Math.hypot(dx, dy);
    let best = null;
    for (const o of list) {
      if (o === here) continue;
      const along = ((o.x - here.x) * dx + (o.y - here.y) * dy) / size;
      const across = Math.abs((o.x - here.x) * dy - (o.y - here.y) * dx) / size;
      if (along <= 2) continue;
      const price = along + across * 2;
      if (!best || price < best.price) best = { price, o };
    }
    if (best) best.o.node.focus({ preventScroll: true });
  };
  app.roving = { refresh, towards, get list() { return list; } };

  // A press near a dot means the town, even inside an area.
  view.container.addEventListener("click", (event) => {
    if (view.map.dragging && view.map.dragging.moved()) return;
    const frame = view.container.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    // Where an arrow or its label is pressed, only the dot itself still means the town.
    const reach = event.target.closest("[data-convoy]") ? 5 : event.pointerType === "touch" ? 20 : 9;
    const hit = (app.namedPlaces || []).map((p) => ({ p, d: Math.hypot(p.at[0] - x, p.at[1] - y) })).sort((a, b) => a.d - b.d)[0];
    if (!hit || hit.d > reach) return;
    event.stopPropagation();
    app.select({ kind: "town", id: hit.p.place.id });
  }, true);
};
