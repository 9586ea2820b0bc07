// Phone: the panel is a sheet with three heights; search and key are two buttons at the edge.
GG.createSheet = (app) => {
  const { store, state, root, panel } = app;
  const button = (icon, work) => GG.el("button", { type: "button", class: "gg-btn gg-edge", onclick: work }, GG.icon(icon, 22));
  const find = button("search", () => {
    if (app.layout === "drawer" && state.drawer) store.set({ drawer: false, keyOpen: false });
    else app.seek();
  });
  // Whoever goes to the search comes back to where they were when the panel closes over it.
  let before = null;
  app.seek = () => {
    const at = document.activeElement;
    if (!panel.node.contains(at)) before = at === document.body ? null : at;
    if (app.layout === "phone") store.set({ sheet: "full", keyOpen: false });
    if (app.layout === "drawer") store.set({ drawer: true, keyOpen: false });
    panel.search.input.focus();
    panel.search.input.select();
  };
  const shown = (node) => node && node.isConnected && node.getClientRects().length > 0;
  const back = () => {
    const at = document.activeElement;
    const gone = app.layout === "phone" ? !shown(at) : app.layout === "drawer" && !state.drawer;
    if (!panel.node.contains(at) || !gone) return;
    const to = [before, app.layout === "phone" ? panel.grip : find].find(shown);
    if (to) to.focus({ preventScroll: true });
    before = null;
  };
  const key = button("key", () => store.set({ keyOpen: !state.keyOpen }));
  const plus = GG.el("button", { type: "button", class: "gg-btn gg-edge", onclick: () => app.view.map.zoomIn() }, "+");
  const minus = GG.el("button", { type: "button", class: "gg-btn gg-edge", onclick: () => app.view.map.zoomOut() }, "\u2212");
  const pinch = !window.matchMedia("(any-pointer: coarse)").matches || navigator.maxTouchPoints > 1;
  const edge = GG.el("div", { class: `gg-edges-bar${pinch ? "" : " gg-four"}`, "data-furniture": "edge" }, ...(pinch ? [] : [plus, minus]), find, key);
  root.insertBefore(edge, app.parts.bar);

  // A lean page has no panel, so nothing to search in.
  find.hidden = Boolean(app.model.options.embed || app.borrowed);

  const draw = () => {
    root.dataset.sheet = state.sheet;
    root.dataset.key = state.keyOpen ? "open" : "closed";
    const w = GG.words;
    for (const [node, name] of [[find, "search.placeholder"], [key, "key.title"], [plus, "map.closer"], [minus, "map.farther"]]) node.setAttribute("aria-label", w.t(name));
    key.setAttribute("aria-pressed", String(state.keyOpen));
    if (app.layout === "drawer") find.setAttribute("aria-pressed", String(state.drawer));
    panel.grip.setAttribute("aria-label", w.t(state.sheet === "peek" ? "panel.open" : "panel.close"));
    panel.grip.setAttribute("aria-expanded", String(state.sheet !== "peek"));
  };
  const steps = ["peek", "half", "full"];
  panel.grip.addEventListener("click", () => {
    if (moved) return;
    store.set({ sheet: state.sheet === "peek" ? "half" : "peek", query: "" });
  });
  let start = null;
  let moved = false;
  panel.grip.addEventListener("pointerdown", (event) => {
    start = event.clientY;
    moved = false;
    panel.grip.setPointerCapture(event.pointerId);
  });
  panel.grip.addEventListener("pointerup", (event) => {
    const by = start === null ? 0 : event.clientY - start;
    start = null;
    if (Math.abs(by) < 24) return;
    moved = true;
    store.set({ sheet: steps[GG.clamp(steps.indexOf(state.sheet) + (by < 0 ? 1 : -1), 0, 2)] });
  });
  store.on(["sheet", "keyOpen", "lang", "drawer"], draw);
  store.on(["sheet", "drawer"], back);
  // The map is fitted again into the window that the sheet leaves.
  store.on(["sheet"], () => {
    if (app.layout !== "phone") return;
    panel.soon();
    if (state.sheet !== "full") setTimeout(() => (app.view.moved ? app.labels.schedule() : app.fitDay()), GG.calm() ? 0 : 190);
  });
  store.on(["drawer", "keyOpen"], () => setTimeout(() => app.labels.schedule(), GG.calm() ? 0 : 190));
  draw();
};
