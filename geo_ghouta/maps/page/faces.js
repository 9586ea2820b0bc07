// What changed between any two pictures, summed from their common faces; null where the series is too long for it.
GG.difference = (model, earlier, later) => {
  const { faces, days, keys } = model.faces;
  if (!earlier || !later) return null;
  const out = { lost: 0, gained: 0, changed: 0, contested: 0, unknown: 0, lostBy: new Map(), doubtBy: { contested: new Map(), unknown: new Map() }, exact: Boolean(faces) };
  if (!faces) {
    const change = GG.changeRows(model, earlier, later);
    if (change) {
      for (const row of change) {
        if (row.kind === "lost") {
          out.lost += row.km2;
          out.lostBy.set(row.before, (out.lostBy.get(row.before) || 0) + row.km2);
        } else if (row.kind === "gained") out.gained += row.km2;
        else if (row.was === "held" && (row.now === "contested" || row.now === "unknown")) GG.doubt(out, row.now, row.after, row.km2);
      }
      out.exact = true;
      return out;
    }
    out.lost = Math.max(0, earlier.total - later.total);
    out.gained = Math.max(0, later.total - earlier.total);
    return out;
  }
  const a = days.indexOf(earlier.day);
  const b = days.indexOf(later.day);
  const held = (letter) => letter !== "-" && GG.HELD.has(keys[letter][1]);
  for (const [km2, word] of faces) {
    const before = word[a];
    const after = word[b];
    if (held(before) && after === "-") {
      out.lost += km2;
      const holder = keys[before][0];
      out.lostBy.set(holder, (out.lostBy.get(holder) || 0) + km2);
    } else if (before === "-" && held(after)) out.gained += km2;
    // Held ground that nobody is sure of any more is not lost, and is told by its own name.
    else if (held(before) && after !== "-" && !held(after)) GG.doubt(out, keys[after][1], keys[after][0], km2);
    else if (held(before) && held(after) && keys[before][0] !== keys[after][0]) out.changed += km2;
  }
  return out;
};

GG.doubt = (out, status, holder, km2) => {
  out[status] += km2;
  out.doubtBy[status].set(holder, (out.doubtBy[status].get(holder) || 0) + km2);
};

GG.changeRows = (model, earlier, later) => {
  if (later.index !== earlier.index + 1) return null;
  const rows = model.changes.filter((c) => c.from === earlier.day && c.to === later.day);
  return rows.length ? rows : null;
};
