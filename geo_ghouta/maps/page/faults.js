// What was found in the drawing itself, where it lies: a lozenge each, filled in its own picture and hollow in others.
GG.faultMark = (fault, now, x = 0, y = 0) =>
  GG.svg(
    "g",
    { class: `gg-fault${now ? "" : " gg-elsewhere"}`, transform: `translate(${GG.round1(x)} ${GG.round1(y)})` },
    GG.svg("path", { d: "M0 -8.5L8.5 0 0 8.5 -8.5 0z" }),
    GG.svg("path", { class: "gg-stroke", d: "M0 -4V1M0 3V4.2" }),
  );

GG.createFaults = (app) => {
  const { view, model } = app;
  app.faultMarks = [];
  if (!model.faults.length) return { draw: () => {} };
  const root = view.groups.faults;

  const draw = () => {
    GG.clear(root);
    app.faultMarks = [];
    if (app.state.layers.faults === false) return;
    const { picture } = app.current();
    const now = (fault) => !picture || fault.picture === undefined || fault.picture === picture.day;
    // Marks that would lie on one another are one, with their number; those of the shown picture come first.
    for (const fault of [...model.faults].sort((a, b) => now(b) - now(a))) {
      const at = view.projector.point(fault.at[0], fault.at[1]);
      const near = app.faultMarks.find((m) => Math.hypot(m.at[0] - at[0], m.at[1] - at[1]) < 14);
      if (near) near.list.push(fault);
      else app.faultMarks.push({ fault, at, list: [fault] });
    }
    for (const mark of app.faultMarks) {
      const node = GG.faultMark(mark.fault, now(mark.fault), ...mark.at);
      node.setAttribute("data-fault", mark.fault.id);
      if (mark.list.length > 1) node.append(GG.moreThanOne(mark.list.length));
      if (mark.list.some((f) => app.isSelected("fault", f.id))) node.classList.add("gg-chosen");
      root.append(node);
    }
  };

  root.addEventListener("click", (event) => {
    const node = event.target.closest("[data-fault]");
    if (node && !(view.map.dragging && view.map.dragging.moved())) app.select({ kind: "fault", id: node.getAttribute("data-fault") });
  });
  view.redraws.push(draw);
  return { draw };
};

// What kind of finding it is, in the language where it has a word for it.
GG.faultName = (fault) => GG.words.named("fault.names", fault.check) || fault.check.replaceAll("_", " ");

// The sentences of a check are English whatever the page speaks.
GG.faultText = (text) => (GG.words.name === "en" ? GG.bdi(text) : GG.english(text));

GG.faultCard = (app, id) => {
  const w = GG.words;
  const chosen = app.model.faults.find((f) => f.id === id);
  if (!chosen) return null;
  const mark = app.faultMarks.find((m) => m.list.some((f) => f.id === id));
  const list = mark ? mark.list : [chosen];
  const one = (fault) => {
    const facts = GG.el("dl", { class: "gg-facts" });
    if (fault.picture !== undefined) facts.append(...GG.fact(w.t("fault.picture"), w.day(fault.picture)));
    if (fault.feature) facts.append(...GG.fact(w.t("fault.feature"), GG.bdi(fault.feature)));
    if (fault.hint) facts.append(...GG.fact(w.t("fault.hint"), GG.faultText(fault.hint)));
    const name = list.length > 1 ? GG.el("h3", {}, GG.bdi(GG.faultName(fault))) : null;
    return GG.el("div", { class: list.length > 1 ? "gg-cardtopic" : null }, name, GG.el("p", { class: "gg-sub" }, w.t(`fault.${fault.severity || "note"}`)), GG.el("p", {}, GG.faultText(fault.detail)), facts);
  };
  const shown = list.slice(0, 6);
  return {
    title: list.length > 1 ? w.t("fault.several", { n: list.length }) : GG.faultName(chosen),
    cls: "gg-ink",
    body: [...shown.map(one), list.length > shown.length ? GG.el("p", { class: "gg-small" }, w.t("card.more", { n: list.length - shown.length })) : null],
    object: () => (mark ? GG.boxOf(app, [[mark.at[0] - 10, mark.at[1] - 10], [mark.at[0] + 10, mark.at[1] + 10]]) : null),
  };
};
