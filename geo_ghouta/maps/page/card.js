// Cards: non-modal dialogs beside their object, never over it. On a phone they open as a sheet.
GG.createCards = (app) => {
  const { store, state, root } = app;
  const node = GG.el("section", { class: "gg-card", role: "dialog", "aria-modal": "false", "aria-labelledby": "gg-card-title", tabindex: -1, hidden: true, "data-furniture": "card" });
  root.append(node);
  let opener = null;
  let row = "";

  const close = () => {
    if (node.hidden) return false;
    store.set({ sel: null });
    return true;
  };

  const contents = { pocket: GG.pocketCard, convoy: GG.convoyCard, event: GG.eventCard, ground: GG.groundCard, fault: GG.faultCard };

  const draw = () => {
    const sel = state.sel;
    const make = sel && contents[sel.kind];
    const filled = make ? make(app, sel.id) : null;
    const was = node.hidden;
    if (!filled) {
      const inside = node.contains(document.activeElement);
      node.hidden = true;
      if (!was && app.layout === "phone" && !app.view.moved) app.fitDay();
      // A row of the panel may have been drawn anew meanwhile; where nothing is left the map has the focus.
      if (inside && opener && opener.isConnected) opener.focus({ preventScroll: true });
      else if (inside && row && app.panel) app.panel.stand(row);
      else if (inside) app.parts.map.focus({ preventScroll: true });
      return;
    }
    GG.clear(node);
    node.className = `gg-card ${filled.cls || ""}`;
    const button = GG.el("button", { type: "button", class: "gg-close", "aria-label": GG.words.t("card.close"), onclick: close }, GG.icon("close"));
    node.append(GG.el("h2", { id: "gg-card-title" }, GG.bdi(filled.title)), button, ...filled.body);
    node.hidden = false;
    place(filled.object());
    if (was && app.layout === "phone" && !app.view.moved) app.fitDay();
    if (was) {
      remember();
      show(filled.object());
      opener = document.activeElement;
      row = app.panel ? app.panel.standing() : "";
      if (!state.playing) button.focus({ preventScroll: true });
    }
  };

  // On a phone the Back button closes what is open, as readers expect there.
  const remember = () => {
    if (app.layout !== "phone" || app.borrowed) return;
    try {
      window.history.pushState({ gg: "card" }, "", window.location.href);
    } catch {
      // A sandboxed frame has no history of its own.
    }
  };
  window.addEventListener("popstate", () => app.layout === "phone" && !node.hidden && close());

  // An object out of sight is flown to; one that is partly seen is left where it is.
  const show = (object) => {
    if (!object || state.playing) return;
    const free = app.view.free();
    if (object.right > free.left && object.left < free.right && object.bottom > free.top && object.top < free.bottom) return;
    const at = app.view.map.containerPointToLatLng([(object.left + object.right) / 2, (object.top + object.bottom) / 2]);
    app.view.flyTo(at.lng, at.lat);
  };

  // The free spot nearest to the object: a coarse search that never covers object, title, key, panel or bar.
  const place = (object) => {
    node.style.left = "";
    node.style.top = "";
    if (app.layout === "phone") return;
    const panel = app.parts.panel;
    if (app.folded && panel && panel.getClientRects().length) {
      const [box, frame] = [panel.getBoundingClientRect(), root.getBoundingClientRect()];
      node.style.left = `${Math.round((box.left + box.right - node.offsetWidth) / 2 - frame.left)}px`;
      node.style.top = `${Math.round(box.top - frame.top + 56)}px`;
      return;
    }
    const { width, height } = app.view.size();
    const size = { w: node.offsetWidth, h: node.offsetHeight };
    const own = node.getBoundingClientRect();
    const others = app.view.furniture().filter((r) => !(Math.abs(r.right - r.left - own.width) < 1 && Math.abs(r.bottom - r.top - own.height) < 1));
    const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    let best = null;
    for (let x = 16; x + size.w <= width - 16; x += 24) {
      for (let y = 16; y + size.h <= height - 16; y += 20) {
        const box = { left: x, top: y, right: x + size.w, bottom: y + size.h };
        const hidden = GG.sum(others.map((o) => overlap({ left: box.left - 12, top: box.top - 12, right: box.right + 12, bottom: box.bottom + 12 }, o)));
        const over = object ? GG.sum((object.parts || [object]).map((part) => overlap(box, part))) * (object.parts ? 6 : 1) : 0;
        const [cx, cy] = object ? [(object.left + object.right) / 2, (object.top + object.bottom) / 2] : [width / 2, height / 2];
        const away = Math.hypot(x + size.w / 2 - cx, y + size.h / 2 - cy);
        // Other areas may be covered, but open ground is better.
        const mix = app.lastGrid ? app.lastGrid.mix(box) : [0, 0, 0, 0, 0];
        const price = hidden * 10 + over * 4 + away + (mix[1] + mix[2] + mix[3]) * 0.8;
        if (!best || price < best.price) best = { x, y, price };
      }
    }
    if (!best) best = { x: 16, y: 16 };
    node.style.left = `${best.x}px`;
    node.style.top = `${best.y}px`;
  };

  // A downward swipe closes the sheet of a phone.
  let start = null;
  node.addEventListener("pointerdown", (event) => (start = app.layout === "phone" && node.scrollTop <= 0 ? event.clientY : null));
  node.addEventListener("pointerup", (event) => {
    if (start !== null && event.clientY - start > 60) close();
    start = null;
  });

  app.card = { node, draw, close };
  store.on(["sel", "lang"], () => {
    if (state.sel && state.sel.kind === "town" && state.tab !== "town") store.set({ tab: "town", query: "", drawer: true, ...(app.layout === "phone" && state.sheet === "peek" ? { sheet: "half" } : {}) });
    draw();
  });
  // A card follows the clock: its pocket of the new day, or nothing.
  store.on(["day"], () => {
    if (state.sel && state.sel.kind === "pocket") {
      const next = GG.samePocket(app, state.sel.id);
      store.set({ sel: next ? { kind: "pocket", id: next.id } : null }, "follow");
    } else if (state.sel && state.sel.kind === "ground") {
      const next = GG.sameGround(app, state.sel.id);
      store.set({ sel: next ? { kind: "ground", id: next } : null }, "follow");
    } else if (state.sel && state.sel.kind !== "town" && !GG.stillShown(app, state.sel)) store.set({ sel: null }, "follow");
  });
};

// The pocket of the shown picture that continues a pocket of another one: same holder and most of its towns.
GG.samePocket = (app, id) => {
  const { model } = app;
  const old = GG.pocketById(model, id);
  const { picture } = app.current();
  if (!old || !picture) return null;
  if (picture.pockets.some((p) => p.id === id)) return old;
  const score = (p) => (p.towns || []).filter((t) => (old.towns || []).includes(t)).length + (p.holders[0] === old.holders[0] ? 0.5 : -10);
  const best = [...picture.pockets].sort((a, b) => score(b) - score(a))[0];
  return best && score(best) >= 0.5 ? best : null;
};

GG.stillShown = (app, sel) => {
  if (sel.kind === "fault") return app.state.layers.faults !== false;
  const [from, to] = app.span();
  if (sel.kind === "convoy") return GG.convoysOn(app.model, from, to).some((c) => c.id === sel.id);
  return GG.eventsOn(app.model, from, to).some((e) => e.id === sel.id);
};
