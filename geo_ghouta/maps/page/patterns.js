// Patterns of status and change, in screen pixels whatever the zoom; colours come from the holder's class.
GG.patterns = (holders, hues) => {
  GG.letters = holders.map((h) => (hues && hues[h] && hues[h].letter) || "");
  const defs = GG.svg("defs");
  const pattern = (id, cls, size, turn, ...shapes) =>
    defs.append(
      GG.svg(
        "pattern",
        { id, class: cls, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: turn ? `rotate(${turn})` : null },
        ...shapes,
      ),
    );
  const box = (cls, x, y, width, height) => GG.svg("rect", { class: cls, x, y, width, height });
  holders.forEach((_, i) => {
    const cls = `gg-h${i % 12}`;
    pattern(`gg-claimed-${i}`, cls, 9, 45, box("gg-paper", 0, 0, 9, 9), box("gg-hue", 0, 0, 6, 9));
    pattern(`gg-contested-${i}`, cls, 12, 0, box("gg-paper", 0, 0, 12, 12), box("gg-hue", 0, 0, 6, 6), box("gg-hue", 6, 6, 6, 6));
    pattern(`gg-unknown-${i}`, cls, 8, 30, box("gg-paper", 0, 0, 8, 8), GG.svg("circle", { class: "gg-hue", cx: 4, cy: 4, r: 1.9 }));
    pattern(`gg-lost-${i}`, cls, 6.5, -45, box("gg-hue", 0, 0, 1.35, 6.5));
    // Only the signs: what is gained keeps the fill of its status.
    pattern(`gg-gained-${i}`, cls, 9, 0, GG.svg("path", { class: "gg-plus", d: "M4.5 2v5M2 4.5h5" }));
  });
  return GG.svg("svg", { class: "gg-defs", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, defs);
};

// Paint of an area: flat for assessed, a pattern for everything less sure.
GG.paint = (holderIndex, status) => (status === "assessed" ? null : `url(#gg-${status}-${holderIndex})`);

// A swatch for keys and lists, drawn by the very patterns of the map.
GG.swatch = (holderIndex, status, width = 22, height = 14) => {
  return GG.svg(
    "svg",
    { class: `gg-swatch gg-h${Math.max(0, holderIndex) % 12} gg-is-${status}`, width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    status === "gained" ? GG.svg("rect", { class: "gg-hue", x: 0, y: 0, width, height }) : [],
    GG.svg("rect", {
      class: status === "assessed" ? "gg-hue" : "gg-patterned",
      fill: status === "assessed" || status === "plain" ? null : GG.paint(holderIndex, status),
      x: 0.5,
      y: 0.5,
      width: width - 1,
      height: height - 1,
    }),
    ...(holderIndex >= 0 && GG.letters[holderIndex] && status === "assessed" && width >= 20 ? GG.letterDisc(width / 2, height / 2, 6.5, GG.letters[holderIndex]) : []),
  );
};

// Where colours are as light as one another a letter tells them apart, on the map and in its key.
GG.letterDisc = (x, y, r, letter) => [GG.svg("circle", { class: "gg-letterdisc", cx: x, cy: y, r }), GG.svg("text", { class: "gg-lettertext", x, y: y + 4 }, letter)];

GG.lineSwatch = (kind, width = 28, height = 14) =>
  GG.svg(
    "svg",
    { class: `gg-swatch-line gg-line-${kind}`, width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    ...(kind === "convoy"
      ? [
          GG.svg("path", { class: "gg-band", d: `M1 ${height / 2 - 5}H${width - 12}v10H1z` }),
          GG.svg("path", { class: "gg-core", d: `M1 ${height / 2 - 3}H${width - 12}v-4L${width - 1} ${height / 2}l-11 7v-4H1z` }),
        ]
      : [GG.svg("path", { d: `M1 ${height / 2}H${width - 1}` }), ...(kind === "hollow" ? [GG.svg("path", { class: "gg-inner", d: `M2.5 ${height / 2}H${width - 2.5}` })] : [])]),
  );
