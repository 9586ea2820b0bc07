// The time bar: one clock for all layers. Stops are the days on which a picture, a convoy or an event stands.
GG.createBar = (app) => {
  const { store, model, state } = app;
  const button = (cls, icon, work) => GG.el("button", { type: "button", class: `gg-btn ${cls}`, onclick: work }, GG.icon(icon));
  const prev = button("gg-prev", "previous", () => step(-1));
  const play = button("gg-play", "play", () => toggle());
  const next = button("gg-next", "next", () => step(1));
  const speed = GG.el("select", { class: "gg-btn gg-speed", onchange: () => store.set({ speed: Number(speed.value) }) }, ...[0.5, 1, 2, 4].map((v) => GG.el("option", { value: v }, `${v === 0.5 ? "½" : v} ×`)));
  const date = GG.el("input", { class: "gg-btn gg-day", type: "text", inputmode: "numeric", dir: "ltr", maxlength: 10, autocomplete: "off", spellcheck: "false", onchange: () => typed() });
  const note = GG.el("p", { class: "gg-day-note", id: "gg-day-note", role: "status", "aria-live": "polite", hidden: true });
  date.setAttribute("aria-describedby", "gg-day-note");
  const range = GG.el("button", { type: "button", class: "gg-btn gg-range", onclick: () => toggleRange() });
  const compare = GG.el("button", { type: "button", class: "gg-btn gg-compare", onclick: () => app.toggleCompare() });
  const picture = GG.svg("svg", { class: "gg-track-svg", "aria-hidden": "true" });
  const handle = GG.el("div", { class: "gg-handle", role: "slider", tabindex: 0, id: "gg-handle" });
  const other = GG.el("div", { class: "gg-handle gg-other", role: "slider", tabindex: 0 });
  const track = GG.el("div", { class: "gg-track" }, picture, other, handle);
  const node = GG.el(
    "section",
    { class: "gg-bar", role: "region", "data-furniture": "bar" },
    GG.el("div", { class: "gg-controls" }, GG.el("div", { class: "gg-row" }, prev, play, next, speed), GG.el("div", { class: "gg-row" }, date, range, compare), note),
    track,
  );
  const bar = { node, track, handle, scale: null };
  let timer = 0;

  const index = (day) => {
    const at = model.stops.findIndex((s) => s >= day);
    return at < 0 ? model.stops.length : at;
  };
  const go = (day, cause) => store.set({ day: GG.clamp(day, model.first, model.last) }, cause);
  const step = (by, cause) => {
    const at = index(state.day);
    const exact = model.stops[at] === state.day;
    const to = by > 0 ? at + (exact ? 1 : 0) : at - 1;
    if (to >= 0 && to < model.stops.length) go(model.stops[to], cause);
    return to >= 0 && to < model.stops.length;
  };
  const stepPicture = (by) => {
    const days = model.pictures.map((p) => p.day);
    const found = by > 0 ? days.find((d) => d > state.day) : [...days].reverse().find((d) => d < state.day);
    if (found !== undefined) go(found);
  };

  const tick = () => {
    if (!step(1, "play") || state.day >= model.stops[model.stops.length - 1]) store.set({ playing: false });
    else timer = setTimeout(tick, 1200 / state.speed);
  };
  const toggle = () => {
    clearTimeout(timer);
    if (state.playing) return store.set({ playing: false });
    if (state.day >= model.stops[model.stops.length - 1]) go(model.stops[0]);
    store.set({ playing: true });
    timer = setTimeout(tick, 1200 / state.speed);
    return undefined;
  };

  // What cannot be shown is told beside the field, which returns to the last good day.
  const typed = () => {
    const text = date.value.trim();
    const day = GG.days.parse(text);
    const good = day !== null && day >= model.first && day <= model.last;
    const w = GG.words;
    const back = w.day(state.day);
    if (good && day !== state.day) return store.set({ day });
    draw();
    if (good) return undefined;
    note.textContent = day === null ? w.t("bar.no_day", { text, date: back }) : w.t("bar.outside", { from: w.day(model.first), to: w.day(model.last), date: back });
    note.hidden = false;
    date.setAttribute("aria-invalid", "true");
    date.select();
    return undefined;
  };

  const toggleRange = () => {
    if (state.from !== null) return store.set({ from: null });
    const { picture: now } = app.current();
    const before = GG.pictureBefore(model, now);
    return store.set({ from: Math.min(before ? before.day : model.first, state.day), vs: null });
  };

  // The stacked area by holder, in steps, because a picture holds until the next.
  const sparkline = (scale, top, height) => {
    const group = GG.svg("g", { class: "gg-spark" });
    const max = model.largest || 1;
    const y = (km2) => top + height - (km2 / max) * height;
    // A picture that holds into a fold is drawn up to its double stroke, so that it is seen however short its run.
    const until = (i) => {
      const { day } = model.pictures[i];
      const following = model.pictures[i + 1];
      const end = following ? following.day : Math.min(model.last, model.case.until ?? model.last);
      const fold = scale.folds.find((f) => f.from < end && f.to > day);
      return fold ? fold.x - (GG.words.rtl() ? -1 : 1) * (scale.fold > 30 ? 15 : 6) : scale.x(Math.max(end, day));
    };
    // Behind the last picture nothing more was drawn: its band goes on as a pale one, not as if each day were drawn.
    const open = model.pictures.length - 1;
    const way = GG.words.rtl() ? -1 : 1;
    const low = model.pictures.map(() => 0);
    model.holders.forEach((holder, h) => {
      let d = "";
      let pale = "";
      model.pictures.forEach((p, i) => {
        const km2 = p.byHolder.get(holder) || 0;
        if (!km2) return;
        const [a, end] = [scale.x(p.day), until(i)];
        const b = i === open ? a + way * Math.min(4, Math.abs(end - a)) : end;
        if (b !== end) pale += `M${GG.round1(b)} ${GG.round1(y(low[i]))}V${GG.round1(y(low[i] + km2))}H${GG.round1(end)}V${GG.round1(y(low[i]))}Z`;
        d += `M${GG.round1(a)} ${GG.round1(y(low[i]))}V${GG.round1(y(low[i] + km2))}H${GG.round1(b)}V${GG.round1(y(low[i]))}Z`;
        low[i] += km2;
      });
      if (d) group.append(GG.svg("path", { class: `gg-hue gg-h${h % 12}`, d }));
      if (pale) group.append(GG.svg("path", { class: `gg-hue gg-h${h % 12} gg-since`, d: pale }));
    });
    return group;
  };

  const lanes = (scale, tops, phone) => {
    const out = [];
    const dense = model.pictures.length > scale.width / 8;
    let squares = "";
    for (const p of model.pictures) squares += dense ? `M${GG.round1(scale.x(p.day))} ${tops[0] - 3}v6` : `M${GG.round1(scale.x(p.day) - 3)} ${tops[0] - 3}h6v6h-6z`;
    out.push(GG.svg("path", { class: dense ? "gg-tick" : "gg-square", d: squares }));
    const way = GG.words.rtl() ? -1 : 1;
    if (phone) {
      const days = [...new Set([...model.datedConvoys, ...model.datedEvents].map((c) => c.from))];
      out.push(GG.svg("path", { class: "gg-tick", d: days.map((d) => `M${GG.round1(scale.x(d))} ${tops[1] - 4}v8`).join("") }));
      return out;
    }
    for (const convoy of model.datedConvoys) {
      const people = convoy.people_high ?? convoy.people_low;
      const side = people ? GG.clamp(Math.sqrt(people) / 9, 3.5, 9.5) : 6;
      const x = scale.x(convoy.from);
      const d = `M${GG.round1(x - (way * side) / 2)} ${tops[1] - side / 2}L${GG.round1(x + (way * side) / 2)} ${tops[1]}L${GG.round1(x - (way * side) / 2)} ${tops[1] + side / 2}Z`;
      out.push(GG.svg("path", { class: people ? "gg-triangle" : "gg-triangle gg-hollow", d }));
    }
    const days = [...new Set(model.datedEvents.map((e) => e.from))];
    for (const day of days) out.push(GG.svg("circle", { class: "gg-eventring", cx: GG.round1(scale.x(day)), cy: tops[2], r: 2.5 }));
    return out;
  };

  // Everything that does not move with the handle.
  const layout = () => {
    const phone = app.layout === "phone";
    const width = track.clientWidth;
    if (!width) return;
    const lead = phone ? 0 : 72;
    const inner = Math.max(60, width - lead);
    const rtl = GG.words.rtl();
    const scale = GG.track(model.ticks, inner, phone ? 18 : 46, rtl);
    const shift = rtl ? 0 : lead;
    bar.scale = { ...scale, at: (day) => scale.x(day) + shift, shift };
    const dims = phone ? { flag: 0, top: 2, spark: 26, tops: [36, 45], axis: 62 } : { flag: 21, top: 25, spark: 38, tops: [76, 89.5, 103], axis: 127 };
    bar.dims = { ...dims, base: dims.top + dims.spark };
    GG.clear(picture);
    picture.setAttribute("width", width);
    picture.setAttribute("height", track.clientHeight);
    const inside = GG.svg("g", { transform: `translate(${shift} 0)` });
    inside.append(sparkline(scale, dims.top, dims.spark));
    for (const run of scale.runs) {
      const [a, b] = [run.x, run.x + run.width].map((x) => (rtl ? inner - x : x));
      inside.append(GG.svg("path", { class: "gg-baseline", d: `M${GG.round1(a + (rtl ? 6 : -6))} ${bar.dims.base}H${GG.round1(b + (rtl ? -6 : 6))}` }));
    }
    for (const fold of scale.folds) {
      const half = phone ? 3 : 5;
      inside.append(GG.svg("path", { class: "gg-fold", d: `M${fold.x - half - 3} ${bar.dims.base + half}l6 ${-2 * half}M${fold.x + half - 3} ${bar.dims.base + half}l6 ${-2 * half}` }));
      if (!phone) inside.append(GG.textAt(fold.x + (rtl ? -5 : 5), dims.top + 9, GG.words.t("bar.months", { n: fold.months }), "middle"));
    }
    inside.append(...lanes(scale, dims.tops, phone));
    for (const { day, x, form, edge } of GG.axisDays(scale, phone)) inside.append(GG.textAt(x, dims.axis, GG.words.day(day, form), edge));
    picture.append(inside);
    if (!phone) {
      const edge = rtl ? width - lead + 16 : lead - 16;
      const max = GG.words.km2(model.largest, 0);
      const side = rtl ? "left" : "right";
      if (model.largest) picture.append(GG.textAt(edge, dims.top + 7, max, side), GG.textAt(edge, bar.dims.base + 1, GG.words.number(0), side));
      ["pictures", "convoys", "events"].forEach((name, i) => picture.append(GG.textAt(edge, dims.tops[i] + 4, GG.words.t(`bar.${name}`), side)));
    }
    bar.moving = GG.svg("g", { class: "gg-moving" });
    picture.append(bar.moving);
    move();
  };

  const move = () => {
    if (!bar.scale) return;
    GG.clear(bar.moving);
    const phone = app.layout === "phone";
    const now = app.current().picture;
    const x = bar.scale.at(state.day);
    if (now && state.vs === null && now.day < state.day && state.day <= model.last) {
      bar.moving.append(GG.svg("path", { class: "gg-older", d: `M${GG.round1(bar.scale.at(now.day))} ${bar.dims.tops[0]}H${GG.round1(x)}` }));
    }
    const second = state.vs ?? state.from;
    if (state.from !== null) bar.moving.append(GG.svg("path", { class: "gg-between", d: `M${GG.round1(bar.scale.at(state.from))} ${bar.dims.base}H${GG.round1(x)}` }));
    flag(x, state.day, phone, second);
    place(handle, x, state.day);
    other.hidden = second === null;
    if (second !== null) {
      flag(bar.scale.at(second), second, phone, state.day);
      place(other, bar.scale.at(second), second);
    }
    if (state.hover && state.hover.day !== undefined) bar.moving.append(GG.svg("path", { class: "gg-hover-tick", d: `M${GG.round1(bar.scale.at(state.hover.day))} ${bar.dims.tops[0] - 8}v${phone ? 18 : 40}` }));
  };

  const flag = (x, day, phone, beside) => {
    const bottom = bar.dims.tops[bar.dims.tops.length - 1] + (phone ? 4 : 5);
    bar.moving.append(GG.svg("path", { class: "gg-playhead", d: `M${GG.round1(x)} ${bar.dims.flag}V${bottom}` }));
    if (phone) return;
    const words = GG.words.day(day, "short");
    const width = Math.max(54, GG.measure(words, `700 14px ${GG.FONT}`) + 16);
    let middle = GG.clamp(x, width / 2, track.clientWidth - width / 2);
    if (beside !== null && Math.abs(bar.scale.at(beside) - x) < width) middle += (x < bar.scale.at(beside) || (x === bar.scale.at(beside) && day < beside) ? -1 : 1) * (width - Math.abs(bar.scale.at(beside) - x)) * 0.5;
    bar.moving.append(GG.svg("rect", { class: "gg-flag", x: GG.round1(middle - width / 2), y: 0, width: GG.round1(width), height: 21 }), GG.svg("text", { class: "gg-flag-text", x: GG.round1(middle), y: GG.words.rtl() ? 13.5 : 15.5, "text-anchor": "middle", direction: GG.words.rtl() ? "rtl" : "ltr" }, words));
  };

  const place = (node_, x, day) => {
    node_.style.left = `${GG.round1(x)}px`;
    node_.style.top = `${bar.dims.base}px`;
    node_.setAttribute("aria-valuemin", model.first);
    node_.setAttribute("aria-valuemax", model.last);
    node_.setAttribute("aria-valuenow", GG.clamp(day, model.first, model.last));
    node_.setAttribute("aria-valuetext", GG.spoken(app, day));
  };

  const draw = () => {
    const w = GG.words;
    const label = (target, key) => target.setAttribute("aria-label", w.t(key));
    node.setAttribute("aria-label", w.t("bar.title"));
    label(prev, "bar.previous");
    label(next, "bar.next");
    label(play, state.playing ? "bar.pause" : "bar.play");
    label(speed, "bar.speed");
    label(date, "bar.date");
    label(handle, "bar.day");
    label(other, state.vs !== null ? "bar.earlier" : "bar.from");
    GG.clear(play).append(GG.icon(state.playing ? "pause" : "play", 22));
    GG.clear(range).append(w.t("bar.range"));
    GG.clear(compare).append(GG.icon("compare", 18), w.t("bar.compare"));
    range.setAttribute("aria-pressed", String(state.from !== null));
    compare.setAttribute("aria-pressed", String(state.vs !== null));
    speed.value = String(state.speed);
    date.value = GG.days.iso(state.day);
    date.setAttribute("aria-invalid", "false");
    note.hidden = true;
    note.textContent = "";
  };

  let dragging = null;
  const seek = (event) => {
    const px = event.clientX - track.getBoundingClientRect().left - bar.scale.shift;
    const day = bar.scale.nearest(px);
    if (dragging === "other") {
      if (state.vs !== null) store.set({ vs: Math.min(day, state.day) });
      else store.set({ from: Math.min(day, state.day) });
    } else store.set({ day: state.vs !== null || state.from !== null ? Math.max(day, state.vs ?? state.from) : day });
  };
  track.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !bar.scale) return;
    const second = state.vs ?? state.from;
    const px = event.clientX - track.getBoundingClientRect().left;
    dragging = second !== null && Math.abs(px - bar.scale.at(second)) < Math.abs(px - bar.scale.at(state.day)) ? "other" : "day";
    track.setPointerCapture(event.pointerId);
    if (state.playing) toggle();
    seek(event);
    (dragging === "other" ? other : handle).focus({ preventScroll: true });
    event.preventDefault();
  });
  track.addEventListener("pointermove", (event) => dragging && seek(event));
  const drop = () => (dragging = null);
  track.addEventListener("pointerup", drop);
  track.addEventListener("pointercancel", drop);

  Object.assign(bar, { layout, draw, move, step, stepPicture, toggle, go, other });
  store.on(["day", "from", "vs", "playing", "speed", "lang"], draw);
  store.on(["day", "from", "vs", "hover"], move);
  store.on(["lang"], layout);
  return bar;
};
