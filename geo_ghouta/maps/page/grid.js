// A coarse grid of the window: what lies under each cell and which cells are taken. Makes label tests cheap.
GG.CELL = 6;

GG.createGrid = (width, height) => {
  const columns = Math.ceil(width / GG.CELL) + 1;
  const rows = Math.ceil(height / GG.CELL) + 1;
  const taken = new Uint8Array(columns * rows);
  const under = new Uint8Array(columns * rows);
  const span = (box) => [
    Math.max(0, Math.floor(box.left / GG.CELL)),
    Math.max(0, Math.floor(box.top / GG.CELL)),
    Math.min(columns - 1, Math.floor(box.right / GG.CELL)),
    Math.min(rows - 1, Math.floor(box.bottom / GG.CELL)),
  ];
  const grid = { columns, rows, taken, under, boxes: [] };

  grid.take = (box, pad = 0) => {
    grid.boxes.push({ left: box.left - pad, top: box.top - pad, right: box.right + pad, bottom: box.bottom + pad });
  };

  // Texts and furniture are few: they are tested exactly; lines and areas by cell.
  grid.clear = (box, margin = 5) => {
    if (box.left < margin || box.top < margin || box.right > width - margin || box.bottom > height - margin) return false;
    for (const other of grid.boxes) {
      if (box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top) return false;
    }
    const [a, b, c, d] = span(box);
    for (let y = b; y <= d; y += 1) for (let x = a; x <= c; x += 1) if (taken[y * columns + x]) return false;
    return true;
  };

  // How much of a box lies over each kind of ground: counts by value.
  grid.mix = (box) => {
    const counts = [0, 0, 0, 0, 0];
    const [a, b, c, d] = span(box);
    for (let y = b; y <= d; y += 1) for (let x = a; x <= c; x += 1) counts[under[y * columns + x]] += 1;
    return counts;
  };

  grid.at = (x, y) => {
    const [a, b] = [Math.floor(x / GG.CELL), Math.floor(y / GG.CELL)];
    return a < 0 || b < 0 || a >= columns || b >= rows ? 0 : under[b * columns + a];
  };

  // Fill a polygon by scan lines (even-odd).
  grid.polygon = (rings, value, offset, side = [-Infinity, Infinity]) => {
    let [top, bottom] = [Infinity, -Infinity];
    for (const point of rings[0]) {
      if (point[1] < top) top = point[1];
      if (point[1] > bottom) bottom = point[1];
    }
    const first = Math.max(0, Math.floor((top + offset[1]) / GG.CELL - 1));
    const last = Math.min(rows - 1, Math.ceil((bottom + offset[1]) / GG.CELL));
    for (let row = first; row <= last; row += 1) {
      const y = (row + 0.5) * GG.CELL - offset[1];
      const hits = [];
      for (const ring of rings) {
        for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
          const [x1, y1] = ring[j];
          const [x2, y2] = ring[i];
          if (y1 > y !== y2 > y) hits.push(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1) + offset[0]);
        }
      }
      hits.sort((p, q) => p - q);
      for (let k = 0; k + 1 < hits.length; k += 2) {
        const from = Math.max(0, Math.round(Math.max(side[0], hits[k]) / GG.CELL));
        const to = Math.min(columns, Math.round(Math.min(side[1], hits[k + 1]) / GG.CELL));
        for (let x = from; x < to; x += 1) under[row * columns + x] = value;
      }
    }
  };

  // Mark the cells along a line as taken.
  grid.line = (points, wide, offset) => {
    for (let i = 1; i < points.length; i += 1) {
      const [a, b] = [points[i - 1], points[i]];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const steps = Math.min(4000, Math.ceil(length / (GG.CELL * 0.7)));
      for (let s = 0; s <= steps; s += 1) {
        const x = a[0] + ((b[0] - a[0]) * s) / (steps || 1) + offset[0];
        const y = a[1] + ((b[1] - a[1]) * s) / (steps || 1) + offset[1];
        if (x < -50 || y < -50 || x > width + 50 || y > height + 50) continue;
        const [c, d, e, f] = span({ left: x - wide, top: y - wide, right: x + wide, bottom: y + wide });
        for (let v = d; v <= f; v += 1) for (let u = c; u <= e; u += 1) taken[v * columns + u] = 1;
      }
    }
  };
  return grid;
};

// Widths of texts, measured once each.
GG.measure = (() => {
  const known = new Map();
  let pen = null;
  return (text, font) => {
    const key = `${font}|${text}`;
    if (!known.has(key)) {
      pen = pen || document.createElement("canvas").getContext("2d");
      pen.font = font;
      known.set(key, pen.measureText(text).width);
      if (known.size > 4000) known.clear();
    }
    return known.get(key) ?? pen.measureText(text).width;
  };
})();

GG.FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, "SF Arabic", "Noto Sans Arabic", "Noto Naskh Arabic", "Geeza Pro", Tahoma';

// A label wider than this goes over several lines, at spaces and behind hyphens; nothing of a name is left out.
GG.LABEL = { wide: 240, phone: 190 };
GG.labelWidth = GG.LABEL.wide;

GG.broken = (line) => {
  const font = `${line.italic ? "italic " : ""}${line.bold ? 700 : 400} ${line.size || 12}px ${GG.FONT}`;
  if (GG.measure(line.text, font) <= GG.labelWidth) return [line];
  // A figure and its unit stay together.
  const words = line.text.split(/(?<=-)(?=\S)|\s+(?!(?:km²|كم²|%)(?:\s|$))/).filter(Boolean);
  const out = [];
  for (const word of words) {
    const last = out[out.length - 1];
    const longer = last && (last.endsWith("-") ? last + word : `${last} ${word}`);
    if (longer && GG.measure(longer, font) <= GG.labelWidth) out[out.length - 1] = longer;
    else out.push(word);
  }
  return out.map((text) => ({ ...line, text }));
};

// A block of lines with its size: [{text, size, bold, cls, spaced}] → {width, height, lines}.
GG.block = (lines) => {
  let width = 0;
  let height = 0;
  const out = lines
    .filter((l) => l && l.text)
    .flatMap(GG.broken)
    .map((line) => {
      const size = line.size || 12;
      const font = `${line.italic ? "italic " : ""}${line.bold ? 700 : 400} ${size}px ${GG.FONT}`;
      const text = line.capitals && !GG.isArabic(line.text) ? line.text.toUpperCase() : line.text;
      const spacing = line.spaced && !GG.isArabic(text) ? size * 0.14 * text.length : 0;
      const own = { ...line, text, size, width: GG.measure(text, font) + spacing, height: Math.round(size * 1.28) };
      own.top = height;
      height += own.height;
      width = Math.max(width, own.width);
      return own;
    });
  return { width, height, lines: out };
};
