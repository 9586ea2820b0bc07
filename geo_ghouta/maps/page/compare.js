// Compare: two pictures clipped at one line. The earlier day is always on the left, for the map does not mirror.
GG.createCompare = (app) => {
  const { store, state, view, model } = app;
  const line = GG.el("section", { class: "gg-swipe", role: "region", hidden: true });
  const grip = GG.el("div", { class: "gg-swipegrip", "data-furniture": "grip", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": 100 });
  const flags = [GG.el("div", { class: "gg-swipeflag gg-a", "data-furniture": "flag" }), GG.el("div", { class: "gg-swipeflag gg-b", "data-furniture": "flag" })];
  grip.append(GG.svg("svg", { width: 24, height: 14, viewBox: "0 0 24 14", "aria-hidden": "true", class: "gg-icon" }, GG.svg("path", { class: "gg-line", d: "M8 2L3 7l5 5M16 2l5 5-5 5" })));
  line.append(...flags, grip);
  app.root.insertBefore(line, app.parts.key);
  const clips = ["a", "b"].map((name) => GG.svg("clipPath", { id: `gg-side-${name}` }, GG.svg("rect", { y: -100000, height: 200000, width: 100000 })));
  view.groups.areas.append(GG.svg("defs", {}, ...clips));

  const range = () => {
    const free = view.free();
    const { width } = view.size();
    const rtl = GG.words.rtl();
    const panel = app.layout === "desktop" ? app.parts.panel.offsetWidth : 0;
    return app.layout === "desktop" ? { left: rtl ? panel + 20 : 20, right: rtl ? width - 20 : width - panel - 20 } : { left: Math.min(free.left, 20), right: width - 20 };
  };
  app.splitX = () => {
    const { left, right } = range();
    return left + (right - left) * state.split;
  };

  const draw = () => {
    const on = state.vs !== null;
    line.hidden = !on;
    for (const [node, name] of [[app.areas.earlier, "a"], [app.areas.later, "b"]]) {
      if (on) node.setAttribute("clip-path", `url(#gg-side-${name})`);
      else node.removeAttribute("clip-path");
    }
    if (!on) return;
    const x = app.splitX();
    const [dx] = view.offset();
    clips[0].firstChild.setAttribute("x", x - dx - 100000);
    clips[1].firstChild.setAttribute("x", x - dx);
    line.style.left = `${x}px`;
    const w = GG.words;
    [state.vs, state.day].forEach((day, i) => {
      const picture = GG.pictureAt(model, day);
      GG.clear(flags[i]).append(GG.el("strong", {}, w.day(day, "day_month")), GG.el("span", {}, picture ? w.km2(picture.total) : "–"));
    });
    // The dates stand beside the line's top, under the title block where the two would meet.
    const title = app.parts.title.getBoundingClientRect();
    const frame = app.root.getBoundingClientRect();
    const under = app.layout === "phone" || flags.some((f) => f.getBoundingClientRect().left < title.right + 8 && f.getBoundingClientRect().right > title.left - 8);
    for (const f of flags) f.style.top = under ? `${Math.round(title.bottom - frame.top + 12)}px` : "";
    const percent = Math.round(state.split * 100);
    line.setAttribute("aria-label", w.t("bar.compare"));
    grip.setAttribute("aria-label", w.t("compare.grip"));
    grip.setAttribute("aria-valuenow", percent);
    grip.setAttribute("aria-valuetext", w.t("compare.at", { x: percent, a: w.day(state.vs, "day_month"), b: w.day(state.day, "day_month") }));
  };

  const set = (split) => store.set({ split: GG.clamp(split, 0.02, 0.98) });
  grip.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    set(state.split + by * (event.shiftKey ? 0.1 : 0.02));
  });
  let dragging = false;
  line.addEventListener("pointerdown", (event) => {
    dragging = true;
    line.setPointerCapture(event.pointerId);
    grip.focus({ preventScroll: true });
    event.preventDefault();
  });
  line.addEventListener("pointermove", (event) => {
    if (!dragging) return;
    const { left, right } = range();
    set((event.clientX - app.root.getBoundingClientRect().left - left) / (right - left));
  });
  const drop = () => (dragging = false);
  line.addEventListener("pointerup", drop);
  line.addEventListener("pointercancel", drop);

  app.toggleCompare = () => {
    if (state.vs !== null) return store.set({ vs: null });
    const { picture } = app.current();
    const base = picture ? picture.base.day : model.first;
    const vs = base < state.day ? base : (GG.pictureBefore(model, picture) || model.pictures[0] || { day: model.first }).day;
    const { left, right } = range();
    const free = view.free();
    const middle = (Math.max(free.left, left) + Math.min(free.right, right)) / 2;
    return store.set({ vs: Math.min(vs, state.day), from: null, sel: null, split: GG.clamp((middle - left) / (right - left), 0.1, 0.9) });
  };
  app.compare = { draw, line };
  store.on(["vs", "split", "day", "lang", "layers"], draw);
  store.on(["split"], () => app.labels.schedule());
  view.arrangements.push(draw);
};
