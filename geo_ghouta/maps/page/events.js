// Events: a paper disc with one glyph by kind, a dashed ring where the place is only a region.
GG.GLYPHS = {
  advance: "M0 -5L5.2 4.2H-5.2z",
  attack: "M0 -5L5.2 4.2H-5.2z",
  holder: "M-4 6V-6h9l-2.4 3L5 0h-7.2v6z",
  denied: "M-5 -3.4L-3.4 -5 0 -1.6 3.4 -5 5 -3.4 1.6 0 5 3.4 3.4 5 0 1.6 -3.4 5 -5 3.4 -1.6 0z",
  prisoners: "M-5.5 -3.2h7v-2.3L5.5 -2.1 1.500 1.200v-2.300h-7zM5.500 3.200h-7v2.300L-5.500 2.100 -1.500 -1.200v2.300h7z",
  agreement: "M-2.6 -3.6a3.600 3.600 0 1 0 0 7.200a3.600 3.600 0 1 0 0 -7.200zm0 1.500a2.100 2.100 0 1 1 0 4.200a2.100 2.100 0 1 1 0 -4.200zM2.600 -3.600a3.600 3.600 0 1 0 0 7.200a3.600 3.600 0 1 0 0 -7.200zm0 1.500a2.100 2.100 0 1 1 0 4.200a2.100 2.100 0 1 1 0 -4.200z",
  staging: "M-5 -4.600h10v7.600h-1.200v1.600h-2.200v-1.600h-3.200v1.600h-2.200v-1.600h-1.200zM-3.800 -3.300v2.800h3.300v-2.800zM.500 -3.300v2.800h3.300v-2.800z",
  infrastructure: "M-1.700 -5.200h3.400v3.500h3.500v3.400h-3.500v3.500h-3.400v-3.500h-3.500v-3.400h3.500z",
  departure: "M-5 -1.200h5.200v-3.300L5.500 0 .2 4.500V1.200H-5z",
  displacement: "M-5 -1.200h5.200v-3.300L5.500 0 .2 4.500V1.200H-5z",
  arrival: "M-1.200 -5.500v5.200h-3.300L0 5 4.500 -.3H1.200v-5.200z",
  other: "M0 -2.800a2.800 2.800 0 1 0 0 5.600a2.800 2.800 0 1 0 0 -5.600z",
};
// On one spot the kinds stand in this order; the first three get a disc.
GG.EVENT_ORDER = ["holder", "advance", "staging", "prisoners", "agreement", "attack", "negotiation", "departure", "arrival", "displacement", "casualties", "infrastructure", "siege", "population"];

GG.glyphOf = (event) => GG.GLYPHS[event.modality === "denied" ? "denied" : event.kind] || GG.GLYPHS.other;

GG.eventDisc = (event, x = 0, y = 0) =>
  GG.svg(
    "g",
    { class: `gg-event${GG.isRegion(event) ? " gg-region" : ""}${GG.isPlan(event) ? " gg-plan" : ""}`, transform: `translate(${GG.round1(x)} ${GG.round1(y)})` },
    GG.svg("circle", { r: 10.5 }),
    GG.svg("path", { d: GG.glyphOf(event) }),
  );

// How many a mark stands for.
GG.moreThanOne = (n) => GG.svg("g", { class: "gg-more", transform: "translate(9 -9)" }, GG.svg("circle", { r: n > 99 ? 10 : 7 }), GG.svg("text", { y: 3.6 }, GG.words.number(n)));

GG.isRegion = (event) => ["region", "adm1", "adm2", "adm3", "line", "country", "unknown"].includes(event.precision);
GG.isPlan = (event) => ["planned", "expected", "proposed", "conditional"].includes(event.modality);

// The part that an event's place plays in its claims, where it is not the place that was left.
GG.rolePart = (app, event) => {
  if (!["departure", "displacement"].includes(event.kind)) return "";
  const claims = (event.claims || []).map((c) => app.model.claimById.get(c)).filter(Boolean);
  const plays = (role) => claims.some((c) => (c[`${role}_id`] ? c[`${role}_id`].split("|").includes(event.place_id) : c[role] === event.place));
  return !claims.length || plays("origin") ? "" : plays("destination") ? "_to" : plays("place") ? "_at" : "";
};

// Who is only missing is no casualty yet.
GG.onlyMissing = (app, event) => {
  const claims = event.kind === "casualties" ? (event.claims || []).map((c) => app.model.claimById.get(c)).filter(Boolean) : [];
  return claims.length > 0 && claims.every((c) => (c.groups || []).join() === "missing");
};

GG.eventTitle = (app, event) => {
  const place = GG.placeName(app.model, event.place, event.place_id);
  const key = event.modality === "denied" ? "denied" : `${event.kind}${GG.rolePart(app, event)}${GG.onlyMissing(app, event) ? "_missing" : ""}`;
  return GG.words.t(`event.${GG.words.has(`event.${key}`) ? key : "other"}`, { place });
};

GG.createEvents = (app) => {
  const { view, model } = app;
  const root = view.groups.marks;

  const draw = () => {
    GG.clear(root);
    app.eventMarks = [];
    if (!app.state.layers.events || app.state.vs !== null) return;
    const [from, to] = app.span();
    const events = GG.eventsOn(model, from, to).filter((e) => !["country", "unknown"].includes(e.precision));
    const near = view.projector.zoom > 9;
    const spots = GG.group(events, (e) => `${e.at[0].toFixed(near ? 3 : 1)}/${e.at[1].toFixed(near ? 3 : 1)}`);
    for (const list of spots.values()) {
      list.sort((a, b) => GG.rank(a) - GG.rank(b) || (b.claims || []).length - (a.claims || []).length);
      const [x, y] = view.projector.point(list[0].at[0], list[0].at[1]);
      // The disc stands beside the dot of its town, so that both can be read and hit.
      const at = GG.isRegion(list[0]) ? [x, y] : [x - 4, y - 17];
      const node = GG.eventDisc(list[0], at[0], at[1]);
      node.setAttribute("data-event", list[0].id);
      if (list.length > 1) node.append(GG.moreThanOne(list.length));
      if (app.isSelected("event", list[0].id)) node.classList.add("gg-chosen");
      root.append(node);
      app.eventMarks.push({ event: list[0], list, at, node });
    }
  };

  root.addEventListener("click", (event) => {
    const node = event.target.closest("[data-event]");
    if (node && !(view.map.dragging && view.map.dragging.moved())) app.select({ kind: "event", id: node.getAttribute("data-event") });
  });
  root.addEventListener("mouseover", (event) => {
    const node = event.target.closest("[data-event]");
    const mark = node && app.eventMarks.find((m) => m.event.id === node.getAttribute("data-event"));
    app.store.set({ hover: mark ? { claims: mark.list.flatMap((e) => e.claims || []) } : null });
  });
  root.addEventListener("mouseleave", () => app.store.set({ hover: null }));
  view.redraws.push(draw);
  return { draw };
};

GG.rank = (event) => {
  const at = GG.EVENT_ORDER.indexOf(event.kind);
  return at < 0 ? GG.EVENT_ORDER.length : at;
};
