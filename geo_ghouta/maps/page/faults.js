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
    for (const fault of model.faults) {
      const at = view.projector.point(fault.at[0], fault.at[1]);
      const node = GG.faultMark(fault, !picture || fault.picture === undefined || fault.picture === picture.day, ...at);
      node.setAttribute("data-fault", fault.id);
      if (app.isSelected("fault", fault.id)) node.classList.add("gg-chosen");
      root.append(node);
      app.faultMarks.push({ fault, at });
    }
  };

  root.addEventListener("click", (event) => {
    const node = event.target.closest("[data-fault]");
    if (node && !(view.map.dragging && view.map.dragging.moved())) app.select({ kind: "fault", id: node.getAttribute("data-fault") });
  });
  view.redraws.push(draw);
  return { draw };
};

GG.faultCard = (app, id) => {
  const w = GG.words;
  const fault = app.model.faults.find((f) => f.id === id);
  if (!fault) return null;
  const facts = GG.el("dl", { class: "gg-facts" });
  if (fault.picture !== undefined) facts.append(...GG.fact(w.t("fault.picture"), w.day(fault.picture)));
  if (fault.feature) facts.append(...GG.fact(w.t("fault.feature"), GG.bdi(fault.feature)));
  if (fault.hint) facts.append(...GG.fact(w.t("fault.hint"), GG.bdi(fault.hint)));
  return {
    title: fault.check.replaceAll("_", " "),
    cls: "gg-ink",
    body: [GG.el("p", { class: "gg-sub" }, w.t(`fault.${fault.severity || "note"}`)), GG.el("p", {}, GG.bdi(fault.detail)), facts],
    object: () => {
      const mark = app.faultMarks.find((m) => m.fault.id === id);
      return mark ? GG.boxOf(app, [[mark.at[0] - 10, mark.at[1] - 10], [mark.at[0] + 10, mark.at[1] + 10]]) : null;
    },
  };
};
