// Names at the heads of convoys: where to, how many. Every line of several days opens its own convoy.
GG.convoyNames = (app, tools) => {
  const { grid: g, offset, root, write, best } = tools;
  const { model } = app;

  // A press on a line means the convoy that it tells of.
  const press = (convoy, box, top, height) =>
    root.append(
      GG.svg("rect", { class: "gg-press-label", "data-convoy": convoy.id, x: GG.round1(box.left - offset[0]), y: GG.round1(box.top + top - offset[1]), width: GG.round1(box.right - box.left), height: GG.round1(height) }),
    );

  // Nobody tells of what only was drawn.
  const uncounted = (c) => GG.words.t(c.drawn ? "convoys.only_drawn" : "convoys.no_count");
  const several = (list) => GG.words.t(list.every((c) => c.drawn) ? "convoy.routes" : "convoy.several", { n: list.length });

  const single = (c, short = app.layout === "phone") => {
    const people = GG.words.rangeInWords(c.people_low, c.people_high, c.open);
    const buses = GG.words.rangeInWords(c.buses_low, c.buses_high);
    return [
      { text: GG.convoyLabel(app, c), size: 14, bold: true },
      people && { text: short ? GG.words.range(c.people_low, c.people_high, c.open) : GG.words.t("convoy.people", { x: people }), size: 12.5 },
      !people && !buses && { text: uncounted(c), size: 12.5 },
      buses && !short && { text: GG.words.t("convoy.buses", { x: buses }), size: 12.5 },
    ];
  };

  // Two or three side by side share one label: its head once where all say the same, then a line a day.
  const together = (list) => {
    const heads = [...new Set(list.map((c) => GG.convoyLabel(app, c)))];
    const days = new Set(list.map((c) => c.from)).size;
    const line = (c) => {
      const people = GG.words.range(c.people_low, c.people_high, c.open);
      const value = people === "–" ? uncounted(c) : GG.words.t("convoy.people", { x: people });
      const day = days > 1 ? `${GG.words.day(c.from, "short")}: ` : "";
      return { text: `${day}${heads.length > 1 ? `${GG.convoyLabel(app, c)}, ` : ""}${value}`, size: 12.5, convoy: c };
    };
    return [{ text: heads.length > 1 ? several(list) : heads[0], size: 14, bold: true }, ...list.map(line)];
  };

  // A bundle of many days: where to, how many, from when to when.
  const bundle = (list) => {
    const heads = [...new Set(list.map((c) => GG.convoyLabel(app, c)))];
    const days = list.map((c) => c.from).sort((a, b) => a - b);
    const span = days[0] === days[days.length - 1] ? GG.words.day(days[0], "short") : GG.words.t("date.range", { from: GG.words.day(days[0], "short"), to: GG.words.day(days[days.length - 1], "short") });
    const count = GG.words.t("list.and", { a: several(list), b: span });
    return heads.length > 1 ? [{ text: count, size: 14, bold: true }] : [{ text: heads[0], size: 14, bold: true }, { text: count, size: 12.5 }];
  };

  // At the head if there is room, else beside the line.
  const spots = (mark) => {
    const out = [[mark.tip[0] + Math.cos(mark.angle) * 4, mark.tip[1] + Math.sin(mark.angle) * 4]];
    const length = GG.line.length(mark.points);
    for (const share of [0.85, 0.7, 0.55, 0.4]) {
      const [p] = GG.line.slice(mark.points, length * share, length * share + 1);
      if (p) out.push(p);
    }
    return out.map(([x, y]) => [x + offset[0], y + offset[1]]);
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
      // The ring says the name of the place, so the place itself need not.
      stop.named = true;
      write(lines, spot, "gg-on-paper", spot.align);
      g.take(spot, 2);
    }
  };

  for (const mark of app.convoyMarks || []) {
    if (!mark.told) continue;
    const cost = (box) => GG.sum(g.mix(box).slice(1, 4)) * 0.8;
    const sides = ["ne", "e", "n", "w", "nw", "se", "s", "sw"];
    const search = (block) => {
      let found = null;
      spots(mark).forEach(([x, y], far) => {
        for (const gap of [12, 34, 60, 100, 140]) {
          const box = best(g, block, x, y, gap + mark.wing, cost, sides);
          const price = box && box.price + far * 3 + gap * 0.2;
          if (box && (!found || price < found.all)) found = { ...box, block, all: price, over: cost(box) };
        }
      });
      return found;
    };
    let found = search(GG.block(mark.told.length > 3 ? bundle(mark.told) : mark.told.length > 1 ? together(mark.told) : single(mark.convoy)));
    // Where the whole label would lie over an area, fewer words may find a free place; the card has them all.
    if ((!found || found.over) && mark.told.length === 1) {
      const fewer = search(GG.block(single(mark.convoy, true)));
      if (fewer && (!found || fewer.over < found.over)) found = fewer;
    }
    if (found) {
      const { block } = found;
      write(block, found, found.over ? "gg-on-paper gg-wide" : "gg-on-paper", found.align);
      g.take(found, 3);
      press(mark.convoy, found, 0, block.height);
      for (const line of block.lines) if (line.convoy) press(line.convoy, found, line.top, line.height);
    }
    stopNames(mark);
  }
};
