// The address fragment keeps date, layers, view, selection and language, so a link restores them.
GG.link = {
  write(state, view) {
    const parts = [`d=${GG.days.iso(state.day)}`];
    if (state.from !== null) parts.push(`f=${GG.days.iso(state.from)}`);
    if (state.vs !== null) parts.push(`c=${GG.days.iso(state.vs)}`, `w=${state.split.toFixed(3)}`);
    // Findings have a flag only where they are switched off, for few pages have any.
    const flags = GG.LAYERS.map((name) => (state.layers[name] ? "1" : "0")).join("") + (state.layers.faults === false ? "0" : "");
    if (flags !== "11101111") parts.push(`l=${flags}`);
    if (view) parts.push(`v=${view.zoom.toFixed(3)},${view.lat.toFixed(5)},${view.lng.toFixed(5)}`);
    if (state.sel) parts.push(`s=${encodeURIComponent(`${state.sel.kind}:${state.sel.id}`)}`);
    parts.push(`t=${state.tab}`, `g=${encodeURIComponent(state.lang)}`);
    if (state.digits) parts.push("n=own");
    if (state.theme !== "auto") parts.push(`m=${state.theme}`);
    return parts.join("&");
  },

  // A fragment as a patch of the state; what is not understood is left out.
  read(text, languages) {
    const found = new Map();
    for (const part of text.replace(/^#/, "").split("&")) {
      const at = part.indexOf("=");
      if (at > 0) found.set(part.slice(0, at), part.slice(at + 1));
    }
    const out = { patch: {}, view: null };
    const day = (key) => GG.days.parse(found.get(key));
    if (day("d") !== null) out.patch.day = day("d");
    // The second day of a range or of a comparison is the earlier one, however a link was written by hand.
    for (const [key, name] of [["f", "from"], ["c", "vs"]]) {
      if (day(key) === null) continue;
      out.patch[name] = out.patch.day === undefined ? day(key) : Math.min(day(key), out.patch.day);
      if (out.patch.day !== undefined) out.patch.day = Math.max(day(key), out.patch.day);
    }
    const split = Number(found.get("w"));
    if (found.has("w") && split > 0 && split < 1) out.patch.split = split;
    const flags = found.get("l");
    const named = [...GG.LAYERS, "faults"].slice(0, (flags || "").length);
    if (flags && /^[01]+$/.test(flags) && flags.length <= named.length && named.length >= GG.LAYERS.length) {
      out.patch.layers = Object.fromEntries(named.map((name, i) => [name, flags[i] === "1"]));
    }
    const view = (found.get("v") || "").split(",").map(Number);
    if (view.length === 3 && view.every(Number.isFinite) && Math.abs(view[1]) <= 85 && Math.abs(view[2]) <= 360) {
      out.view = { zoom: GG.clamp(view[0], 2, 18), lat: view[1], lng: view[2] };
    }
    const selected = GG.link.selection(found.get("s"));
    if (selected) out.patch.sel = selected;
    if (GG.TABS.includes(found.get("t"))) out.patch.tab = found.get("t");
    if (languages.includes(found.get("g"))) out.patch.lang = found.get("g");
    if (found.get("n") === "own") out.patch.digits = true;
    if (["light", "dark"].includes(found.get("m"))) out.patch.theme = found.get("m");
    return out;
  },

  selection(text) {
    try {
      const match = /^(pocket|convoy|town|event|ground|fault):([\s\S]+)$/.exec(decodeURIComponent(text || ""));
      return match ? { kind: match[1], id: match[2] } : null;
    } catch {
      return null;
    }
  },
};

GG.TABS = ["claims", "convoys", "area", "town", "layers"];
