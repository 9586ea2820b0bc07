// Text into the clipboard: true if it got there. A frame in someone's page may not use the newer way, and asking
// would be a fault in its console; the older way works with a press of a button.
GG.copyText = async (root, text) => {
  const rules = document.featurePolicy;
  if (navigator.clipboard && (!rules || rules.allowsFeature("clipboard-write"))) {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  const focused = document.activeElement;
  const field = GG.el("textarea", { class: "gg-hidden", readonly: true, "aria-hidden": "true", tabindex: -1 });
  field.value = text;
  root.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused) focused.focus({ preventScroll: true });
  return done;
};

// The panel: tools, tabs and the body of the chosen tab.
GG.createPanel = (app) => {
  const { store, state, parts } = app;
  const tabs = new Map();
  const search = GG.createSearch(app);
  const tool = (name, icon, work) => {
    const node = GG.el("button", { type: "button", class: "gg-tool", onclick: work }, typeof icon === "string" && GG.ICONS[icon] ? GG.icon(icon) : icon);
    node.dataset.name = name;
    return node;
  };
  const names = Object.keys(GG.words.all);
  const language = tool("language", "", () => store.set({ lang: names[(names.indexOf(state.lang) + 1) % names.length] }));
  const theme = tool("theme", "theme", () => store.set({ theme: app.root.dataset.theme === "dark" ? "light" : "dark" }));
  const link = tool("link", "link", () => copy());
  const tools = GG.el("div", { class: "gg-tools" }, search.field, language, theme, link);
  const list = GG.el("div", { class: "gg-tabs", role: "tablist" });
  const body = GG.el("div", { class: "gg-body", role: "tabpanel", id: "gg-tabpanel", tabindex: 0 });
  const more = GG.el("button", { type: "button", class: "gg-more-row", hidden: true, onclick: () => body.scrollBy({ top: body.clientHeight * 0.8, behavior: GG.calm() ? "auto" : "smooth" }) });
  const grip = GG.el("button", { type: "button", class: "gg-grip" });
  const node = GG.el("aside", { class: "gg-panel", id: "gg-panel", "data-furniture": "panel", tabindex: -1 }, grip, tools, list, body, more);
  const said = GG.el("p", { class: "gg-hidden", "aria-live": "polite" });
  node.append(said);
  GG.TABS.forEach((name) => {
    const tab = GG.el("button", { type: "button", role: "tab", id: `gg-tab-${name}`, "aria-controls": "gg-tabpanel", onclick: () => choose(name) });
    tabs.set(name, tab);
    list.append(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = GG.TABS.indexOf(state.tab);
    let to = null;
    if (step) to = GG.TABS[(at + (GG.words.rtl() ? -step : step) + GG.TABS.length) % GG.TABS.length];
    if (event.key === "Home") to = GG.TABS[0];
    if (event.key === "End") to = GG.TABS[GG.TABS.length - 1];
    if (!to) return;
    event.preventDefault();
    choose(to);
    tabs.get(to).focus();
  });

  const choose = (name) => {
    const again = state.tab === name && !state.query;
    store.set({ tab: name, query: "" });
    search.input.value = "";
    if (app.layout === "phone") store.set({ sheet: state.sheet === "peek" ? "half" : again ? "peek" : state.sheet });
    if (app.layout === "drawer" && again) store.set({ drawer: !state.drawer });
    else if (app.layout === "drawer") store.set({ drawer: true });
  };

  const copy = async () => {
    const address = app.address();
    const done = await GG.copyText(app.root, address);
    said.textContent = GG.words.t(done ? "tools.copied" : "tools.not_copied");
    link.classList.add("gg-done");
    link.title = done ? GG.words.t("tools.copied") : address;
    setTimeout(() => link.classList.remove("gg-done"), 1600);
  };

  const views = { claims: GG.claimsTab, convoys: GG.convoysTab, area: GG.areaTab, town: GG.townTab, layers: GG.layersTab };

  const drawTabs = () => {
    const w = GG.words;
    node.setAttribute("aria-label", w.t("panel.title"));
    list.setAttribute("aria-label", w.t("panel.title"));
    const other = names[(names.indexOf(state.lang) + 1) % names.length];
    GG.clear(language).append(GG.el("span", { lang: other, class: "gg-langmark" }, GG.words.all[other].short));
    language.setAttribute("aria-label", `${GG.words.all[other].short} ${GG.words.all[other].name}`);
    language.hidden = names.length < 2;
    theme.setAttribute("aria-label", w.t("tools.theme"));
    link.setAttribute("aria-label", w.t("tools.link"));
    for (const [name, tab] of tabs) {
      const on = name === state.tab && !state.query;
      GG.clear(tab).append(GG.el("span", { class: "gg-tabname", "data-text": w.t(`tabs.${name}`) }, w.t(`tabs.${name}`)));
      if (name === "claims") {
        const count = GG.saidOnce(GG.claimsOn(app));
        if (count) tab.append(GG.el("span", { class: "gg-count" }, ` ${w.number(count)}`));
      }
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = name === state.tab ? 0 : -1;
      if (on) body.setAttribute("aria-labelledby", tab.id);
    }
  };

  let drawn = "";
  // The body is drawn anew with every step; who stands in it by keyboard stays where they were, or on the body.
  const mark = (n) => [n.tagName, (n.getAttribute("class") || "").split(" ")[0], n.dataset.claim || n.dataset.layer || n.textContent].join("/");
  const standing = () => (body.contains(document.activeElement) && document.activeElement !== body ? mark(document.activeElement) : "");
  const stand = (where) => {
    const same = [...body.querySelectorAll("button, a[href]")].find((n) => mark(n) === where);
    (same || body).focus({ preventScroll: true });
  };

  const drawBody = () => {
    const keep = drawn === `${state.tab}/${state.query}` ? body.scrollTop : 0;
    const where = standing();
    const open = new Set([...body.querySelectorAll('[data-claim][aria-expanded="true"]')].map((n) => n.dataset.claim));
    drawn = `${state.tab}/${state.query}`;
    GG.clear(body);
    if (state.query) search.results(body);
    else views[state.tab](app, body);
    // A claim that was being read stays open.
    for (const n of body.querySelectorAll("[data-claim]")) if (open.has(n.dataset.claim)) n.click();
    body.scrollTop = keep;
    fold();
    if (where) stand(where);
  };

  // The last row is never cut by the fold: what lies below is told in a row of its own, and a topic that
  // would be cut begins below it.
  const fold = () => {
    const counted = [...body.querySelectorAll(".gg-topic, .gg-finding")];
    // What has no topics has rows all the same.
    const topics = counted.length > 1 ? counted : [...body.querySelectorAll(".gg-claim, .gg-switch, .gg-read > li, .gg-body > .gg-small, .gg-townline, .gg-pick > button, .gg-hit")];
    for (const t of body.querySelectorAll('[style*="margin"]')) t.style.marginTop = "";
    more.style.height = "";
    if (body.scrollHeight <= body.clientHeight + 4 || topics.length < 2) {
      end({ room: false });
      return;
    }
    more.hidden = false;
    more.style.visibility = "";
    const bottom = body.getBoundingClientRect().bottom;
    const below = topics.filter((t) => t.getBoundingClientRect().bottom > bottom + 2);
    if (!below.length || body.scrollTop + body.clientHeight >= body.scrollHeight - 4) {
      end({ room: true });
      return;
    }
    const room = (n) => bottom - n.getBoundingClientRect().top;
    // A topic that begins high up would leave the panel empty: what goes below the fold begins between two of its rows.
    const rows = [...below[0].querySelectorAll(".gg-claim")];
    const parted = rows.findIndex((n) => n.getBoundingClientRect().bottom > bottom + 2);
    const within = parted > 0 && (below[0] === topics[0] || room(below[0]) > body.clientHeight / 3);
    const cut = within ? rows[parted] : below[0];
    // A row of a table cannot be moved down by itself: the row that tells of more grows over it.
    const line = [...body.querySelectorAll("tr")].find((n) => room(n) > 2 && n.getBoundingClientRect().bottom > bottom + 2);
    const left = below.length - (within ? 1 : 0);
    GG.clear(more).append(GG.el("span", {}, topics === counted && left ? GG.words.t("panel.more", { n: left }) : GG.words.t("panel.below")), GG.icon("down"));
    if (body.scrollTop < 2 && line) more.style.height = `${more.offsetHeight + Math.ceil(room(line))}px`;
    else if (body.scrollTop < 2 && room(cut) > 0 && cut.offsetHeight < body.clientHeight) cut.style.marginTop = `${Math.ceil(room(cut))}px`;
  };
  // The row goes when nothing is left below; under a reader who stands on it by keyboard it stays, since hiding what
  // has the focus drops the focus from the page, and it goes when they do. In a long list its room stays: the list
  // would slide under a pointer that is about to press something at its end.
  const end = ({ room }) => {
    const stays = more.matches(":focus-visible");
    more.hidden = !room && !stays;
    more.style.visibility = stays ? "" : "hidden";
    if (stays) GG.clear(more).append(GG.el("span", {}, GG.words.t("panel.end")));
  };
  // (A window that is left for another one keeps its focus.)
  more.addEventListener("blur", () => document.activeElement !== more && fold());
  body.addEventListener("scroll", fold, { passive: true });
  // A sheet that has opened shows more than when its rows were drawn.
  node.addEventListener("transitionend", (event) => event.target === node && fold());

  const draw = () => {
    drawTabs();
    drawBody();
  };
  let waiting = false;
  // The body may follow a frame later than the map: a step of the clock must stay quick.
  const soon = () => {
    if (waiting) return;
    waiting = true;
    GG.later(() => {
      waiting = false;
      draw();
    });
  };
  // What is pointed at on the map lights up its rows here.
  const light = () => {
    const ids = new Set((state.hover && state.hover.claims) || []);
    for (const row of body.querySelectorAll("[data-claim]")) row.classList.toggle("gg-lit", ids.has(row.dataset.claim));
  };
  store.on(["hover"], light);
  const place = () => {
    node.classList.toggle("gg-shown", state.drawer);
  };
  Object.assign(app, { panel: { node, grip, list, body, draw, soon, fold, search, tabs, standing, stand } });
  parts.panel = node;
  app.root.insertBefore(node, parts.bar);
  if (app.model.options.embed) node.hidden = true;
  store.on(["day", "from", "vs", "sel", "layers"], soon);
  store.on(["tab", "query", "lang"], draw);
  store.on(["drawer"], place);
};
