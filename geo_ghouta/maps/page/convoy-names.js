// Names at the heads of convoys: where to, how many. Every line of several days opens its own convoy.
GG.convoyNames = (app, tools) => {
  const { grid: g, offset, root, write, best } = tools;
  const { model } = app;

  // A press on a line means the convoy that it tells of.
  const press = (convoy, box, top, height) =>
    root.append(
      GG.svg("rect", { class: "gg-press-label", "data-convoy": convoy.id, x: GG.round1(box.left - offset[0]), y: GG.round1(box.top + top - offset[1]), width: GG.round1(box.right - box.left), height: GG.round1(height) }),
    );

  const single = (c) => {
    const people = GG.words.rangeInWords(c.people_low, c.people_high, c.open);
    const buses = GG.words.rangeInWords(c.buses_low, c.buses_high);
    const short = app.layout === "phone";
    return [
      { text: GG.convoyLabel(app, c), size: 14, bold: true },
      people && { text: short ? GG.words.range(c.people_low, c.people_high, c.open) : GG.words.t("convoy.people", { x: people }), size: 12.5 },
      buses && !short && { text: GG.words.t("convoy.buses", { x: buses }), size: 12.5 },
    ];
  };

  // Two or three side by side share one label: its head once where all say the same, then a line a day.
  const together = (list) => {
    const heads = [...new Set(list.map((c) => GG.convoyLabel(app, c)))];
    const days = new Set(list.map((c) => c.from)).size;
    const line = (c) => {
      const people = GG.words.range(c.people_low, c.people_high, c.open);
      const value = people === "–" ? GG.words.t("convoys.no_count") : GG.words.t("convoy.people", { x: people });
      const day = days > 1 ? `${GG.words.day(c.from, "short")}: ` : "";
      return { text: `${day}${heads.length > 1 ? `${GG.convoyLabel(app, c)}, ` : ""}${value}`, size: 12.5, convoy: c };
    };
    return [{ text: heads.length > 1 ? GG.words.t("convoy.several", { n: list.length }) : heads[0], size: 14, bold: true }, ...list.map(line)];
  };

  const stopNames = (mark) => {
    for (const stop of mark.stops) {
      const lines = GG.block([
        { text: GG.placeName(model, stop.leg.to), size: 12, bold: true },
        // A long remark stands in the convoy's card; the map has room for a few words.
        stop.leg.note && stop.leg.note.length <= 36 && { text: stop.leg.note, size: 12 },
      ]);
      const spot = best(g, lines, stop.at[0] + offset[0], stop.at[1] + offset[1], mark.width / 2 + 9);
      if (!spot) continue;
      write(lines, spot, "gg-on-paper", spot.align);
      g.take(spot, 2);
    }
  };

  for (const mark of app.convoyMarks || []) {
    if (!mark.told) continue;
    const many = mark.told.length > 3;
    const block = GG.block(many ? [{ text: GG.words.t("convoy.several", { n: mark.told.length }), size: 14, bold: true }] : mark.told.length > 1 ? together(mark.told) : single(mark.convoy));
    const [x, y] = [mark.tip[0] + offset[0], mark.tip[1] + offset[1]];
    const ahead = [x + Math.cos(mark.angle) * 4, y + Math.sin(mark.angle) * 4];
    const cost = (box) => GG.sum(g.mix(box).slice(1, 4)) * 0.4;
    const sides = ["ne", "e", "n", "w", "nw", "se", "s", "sw"];
    const found = best(g, block, ahead[0], ahead[1], 12 + mark.wing, cost, sides) || best(g, block, ahead[0], ahead[1], 34 + mark.wing, cost, sides);
    if (found) {
      write(block, found, "gg-on-paper", found.align);
      g.take(found, 3);
      press(mark.convoy, found, 0, block.height);
      for (const line of block.lines) if (line.convoy) press(line.convoy, found, line.top, line.height);
    }
    stopNames(mark);
  }
};
