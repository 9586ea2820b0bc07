// Before printing the page is laid out for the sheet: map at its size, names placed again, link and sources in the foot.
GG.createPrint = (app) => {
  const { root, view, state } = app;
  const foot = GG.el("footer", { class: "gg-printfoot" });
  root.append(foot);
  let before = null;

  const begin = () => {
    if (before || app.borrowed) return;
    const free = view.free();
    const centre = view.map.containerPointToLatLng([(free.left + free.right) / 2, (free.top + free.bottom) / 2]);
    before = { ...view.now(), layout: app.layout, sheet: state.sheet, width: Math.max(200, free.right - free.left), height: Math.max(200, free.bottom - free.top) };
    root.classList.add("gg-printing");
    root.dataset.layout = app.layout = "paper";
    root.dataset.theme = "light";
    view.map.invalidateSize({ animate: false, pan: false });
    const { width, height } = view.size();
    const zoom = before.zoom + Math.log2(Math.min(width / before.width, height / before.height));
    view.map.setView(centre, zoom, { animate: false });
    fill();
    app.drawAll();
  };

  const end = () => {
    if (!before) return;
    root.classList.remove("gg-printing");
    app.setLayout();
    app.setTheme();
    view.map.invalidateSize({ animate: false, pan: false });
    view.map.setView([before.lat, before.lng], before.zoom, { animate: false });
    before = null;
    app.drawAll();
  };

  // The folders of one's own machine do not belong on paper.
  const address = () => (window.location.protocol.startsWith("http") ? app.address() : app.address().replace(/^[^#]*\//, ""));

  const fill = () => {
    const w = GG.words;
    const { picture } = app.current();
    GG.clear(foot);
    if (picture && picture.areas.length) foot.append(GG.el("p", {}, `${w.t("card.drawn_from")}: `, ...GG.sourcesOf(picture.areas)));
    foot.append(GG.el("p", {}, GG.bdi(w.t("read.made"))), GG.el("p", { dir: "ltr" }, address()));
  };

  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  app.print = { begin, end };
};
