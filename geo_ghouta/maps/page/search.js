// Search over places, actors and claims with folded spelling in Latin and Arabic letters.
GG.fold = (text) =>
  (text || "")
    .normalize("NFKD")
    .replace(/[٠-٩]/g, (d) => d.charCodeAt(0) - 0x660)
    .replace(/[\u0300-\u036f\u064b-\u065f\u0640\u0670]/g, "")
    .toLowerCase()
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/^(al|el|ar|ash|as|at|ad|an|az)[-\s]+/, "")
    .replace(/[\s-](al|el|ar|ash|as|at|ad|an|az)[-\s]+/g, " ")
    .replace(/^ال(?=[\u0600-\u06ff]{3,})/, "")
    .replace(/ou|oo/g, "u")
    .replace(/o/g, "u")
    .replace(/ee|ie|e|y/g, "i")
    .replace(/ah?(?=$|\s)/g, "a")
    .replace(/h(?=$|\s)/g, "")
    .replace(/q/g, "k")
    .replace(/[^a-z0-9\u0600-\u06ff ]/g, "")
    .replace(/([a-z])\1+/g, "$1")
    .trim();

GG.createSearch = (app) => {
  const { store, model, state } = app;
  const input = GG.el("input", { type: "search", class: "gg-searchinput", autocomplete: "off", spellcheck: "false", maxlength: 80 });
  const field = GG.el("label", { class: "gg-search" }, GG.icon("search"), input);
  let index = null;
  input.addEventListener("input", () => store.set({ query: input.value.trim() }));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && input.value) {
      input.value = "";
      store.set({ query: "" });
      event.stopPropagation();
    }
    if (event.key === "ArrowDown" || event.key === "Enter") {
      const first = app.panel.body.querySelector(".gg-hit");
      if (first) {
        event.preventDefault();
        if (event.key === "Enter") first.click();
        else first.focus();
      }
    }
  });
  const label = () => {
    input.placeholder = GG.words.t("search.placeholder");
    input.setAttribute("aria-label", GG.words.t("search.placeholder"));
  };
  store.on(["lang"], label);
  label();

  const keys = (...texts) => texts.filter(Boolean).map(GG.fold);
  // Names in both languages, so that a claim is found by either.
  const placesOf = (c) => [c.origin_id, c.place_id, c.destination_id].flatMap((ids) => GG.claimPlaces(model, ids)).flatMap((p) => [p.name, p.ar, ...(p.aliases || [])]);
  const namesOf = (id) => {
    const actor = model.actorById.get(id) || model.actorByName.get(GG.plainName(id));
    return actor ? [actor.label.en, actor.label.ar] : [id, GG.actorName(model, id)];
  };
  const build = () => {
    index = {
      places: model.places.map((p) => ({ row: p, keys: keys(p.name, p.ar, ...(p.aliases || [])) })),
      actors: model.actors.map((a) => ({ row: a, keys: keys(a.label.en, a.label.ar, ...a.aliases) })),
      claims: model.claims.map((c) => ({ row: c, keys: [GG.fold([c.origin, c.place, c.destination, ...placesOf(c), ...namesOf(c.speaker), c.outlet, ...namesOf(c.actor), c.attributed, c.around?.[0], c.quote, c.around?.[1], GG.reportOf(app, c).title, c.value, c.low, c.high].filter((v) => v || v === 0).join(" "))] })),
    };
  };

  const told = (row) => row.from ?? (row.report ? GG.reportOf(app, row).published : undefined);

  const find = (query) => {
    if (!index) build();
    const key = GG.fold(query);
    if (!key) return { places: [], actors: [], claims: [] };
    const score = (item) => Math.min(...item.keys.map((k) => (k === key ? 0 : k.startsWith(key) ? 1 : k.includes(` ${key}`) ? 2 : k.includes(key) ? 3 : 9)));
    const take = (list, most) =>
      list
        .map((item) => ({ row: item.row, score: score(item) }))
        .filter((h) => h.score < 9)
        .sort((a, b) => a.score - b.score || (a.row.rank ?? 3) - (b.row.rank ?? 3) || (told(a.row) ?? 0) - (told(b.row) ?? 0))
        .slice(0, most)
        .map((h) => h.row);
    // Copies of one story, and what reads the same, are one hit.
    const seen = new Set();
    const claims = take(index.claims, 60).filter((c) => {
      const same = [told(c), GG.topicTitle(app, c), GG.valueText(c), GG.saidOf(app, c), GG.speakerOf(app, c)].join("|");
      return !seen.has(same) && seen.add(same);
    });
    return { places: take(index.places, 8), actors: [...new Set([...take(index.actors, 5), ...holding(key)])].slice(0, 6), claims: claims.slice(0, 16) };
  };

  // Who holds a pocket of that name on the chosen day.
  const holding = (key) => {
    const now = GG.pictureAt(model, state.day);
    const named = now && key.length > 2 ? now.pockets.filter((p) => [p.name, GG.pocketName(app, p)].some((n) => GG.fold(n).startsWith(key))) : [];
    return named.flatMap((p) => p.holders).map((h) => model.actorById.get(h)).filter(Boolean);
  };

  const hit = (main, second, work) => GG.el("button", { type: "button", class: "gg-hit", onclick: work }, GG.el("span", {}, GG.el("span", { class: "gg-hitname" }, ...main), GG.el("small", {}, ...second)), GG.icon("target"));

  const inFrame = (place) => {
    const [w, s, e, n] = model.frame;
    return place.at[0] >= w && place.at[0] <= e && place.at[1] >= s && place.at[1] <= n;
  };

  const results = (body) => {
    const w = GG.words;
    const found = find(state.query);
    if (found.places.length) body.append(GG.el("h3", { class: "gg-group" }, w.t("search.places")));
    for (const p of found.places) {
      const count = GG.townClaims(model, p).length;
      const facts = [w.t(`kinds.${p.kind}`), GG.adminName(model, (p.admin || "").split(",").slice(-2)[0])].filter(Boolean).join(w.t("list.between"));
      const tail = [count ? w.t("search.in_claims", { n: count }) : "", inFrame(p) ? "" : w.t("search.outside")].filter(Boolean);
      body.append(hit([GG.bdi(GG.words.of(p)), " ", GG.bdi(GG.words.rtl() ? p.name : p.ar || "", "gg-other")], [GG.bdi([facts, ...tail].join(" · "))], () => app.goTo(p)));
    }
    if (found.actors.length) body.append(GG.el("h3", { class: "gg-group" }, w.t("search.actors")));
    for (const a of found.actors) {
      const now = GG.pictureAt(model, state.day);
      const pocket = now ? now.pockets.find((p) => p.holders.includes(a.id)) : null;
      body.append(hit([GG.bdi(GG.words.of(a.label)), " ", GG.bdi(GG.words.rtl() ? a.label.en : a.label.ar, "gg-other")], [GG.bdi(pocket ? w.t("search.holds", { pocket: GG.pocketName(app, pocket) }) : w.t(`actors.${a.kind}`))], () => pocket && app.select({ kind: "pocket", id: pocket.id })));
    }
    if (found.claims.length) body.append(GG.el("h3", { class: "gg-group" }, w.t("search.claims")));
    for (const c of found.claims) {
      const value = [GG.valueText(c), GG.unitOf(c)].filter(Boolean).join(" ") || GG.saidOf(app, c);
      const published = GG.reportOf(app, c).published;
      const when = c.from === undefined && published !== undefined ? w.t("search.reported", { date: w.day(published, "day_month") }) : "";
      body.append(
        hit([GG.bdi(`${c.from !== undefined ? `${GG.claimDays(c, "day_month")}: ` : ""}${GG.topicTitle(app, c)}`)], [GG.bdi(GG.speakerOf(app, c)), value ? [": ", GG.bdi(value)] : "", when ? GG.bdi(` · ${when}`) : ""], () => {
          input.value = "";
          const place = GG.claimPlaces(model, c.origin_id || c.place_id || c.destination_id)[0];
          if (c.from !== undefined && !GG.isOfDays(c, c.from, c.from)) app.longerOpen = true;
          store.set({ query: "", tab: "claims", ...(c.from !== undefined ? { day: GG.clamp(c.from, model.first, model.last) } : {}) });
          if (place) app.view.flyTo(place.at[0], place.at[1]);
        }),
      );
    }
    const total = found.places.length + found.actors.length + found.claims.length;
    body.append(GG.el("p", { class: "gg-small", role: "status" }, total ? w.t("search.folded") : w.t("search.none", { query: state.query })));
  };

  app.goTo = (place) => {
    store.set({ sel: { kind: "town", id: place.id } });
    const zoom = inFrame(place) ? undefined : 10;
    app.view.flyTo(place.at[0], place.at[1], app.view.inFree(...place.at) ? undefined : zoom);
  };
  return { field, input, results, find };
};
